"""The full-screen app: its themes, and which screen follows which."""

from __future__ import annotations

import os
from itertools import islice
from random import choice
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from tenchips.book.puzzles import puzzles
from tenchips.files import FileError
from tenchips.fullscreen.autosave import Autosave, kept_games, last_unfinished
from tenchips.fullscreen.dialogs import AskLine
from tenchips.fullscreen.game_screen import GameScreen
from tenchips.fullscreen.menu_screen import MenuScreen
from tenchips.fullscreen.palette import DARK, LIGHT, PLAIN, SIXTEEN, Palette
from tenchips.fullscreen.puzzle_screen import PuzzleScreen
from tenchips.fullscreen.settings import Settings, resumed
from tenchips.fullscreen.setup_screen import SetupScreen
from tenchips.fullscreen.study_screen import StudyScreen
from tenchips.players import PlayerError
from tenchips.record import Record, RecordError, load_records

MOST_GAMES: Final = 100
"""Games played here that can be stepped through, the latest first."""

THEMES: Final = (
    Theme(
        "tenchips-dark",
        primary="#f2b441",
        secondary="#62bbff",
        accent="#33dfae",
        foreground="#e8e4d9",
        background="#14171b",
        surface="#1b1f24",
        panel="#22272d",
        dark=True,
    ),
    Theme(
        "tenchips-light",
        primary="#a85400",
        secondary="#084f8c",
        accent="#00785a",
        foreground="#2a2720",
        background="#f6f3ec",
        surface="#ece7db",
        panel="#e2dccd",
        dark=False,
    ),
)


class TenchipsApp(App[str]):
    """Games in the whole terminal. It returns a sentence to print after it has gone."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Network"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "dark", show=False),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, first: Screen[None] | None = None) -> None:
        """`first` is the screen to begin and end with; by default the menu."""
        plain = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if plain else None)
        self._first = first
        for theme in THEMES:
            self.register_theme(theme)
        self._themes = ("tenchips-dark", "tenchips-light")
        if plain or self.console.color_system in (None, "standard", "windows"):
            self._themes = ("ansi-dark", "ansi-light")
        self.theme = self._themes[is_light_terminal()]

    @property
    def palette(self) -> Palette:
        """The colours of the board."""
        if self.no_color or self.console.color_system is None:
            return PLAIN
        if self.native_ansi_color:
            return SIXTEEN
        return DARK if self.current_theme.dark else LIGHT

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self._first or MenuScreen())

    def action_dark(self) -> None:
        """Dark or light."""
        self.theme = self._themes[self.theme == self._themes[0]]
        for screen in self.screen_stack:
            if hasattr(screen, "redraw"):
                screen.redraw()

    async def action_quit(self) -> None:
        """Leave at once: the game is kept."""
        self.exit(self._farewell())

    def leave(self, screen: Screen[None]) -> None:
        """Leave a screen: for the one before, or for good if it was the first."""
        if screen is self._first:
            self.exit(self._farewell())
        else:
            self.pop_screen()

    def _farewell(self) -> str:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen) and screen.walk.board.moves:
                if outcome := screen.walk.outcome:
                    return f"{outcome}."
                return "The game is kept: tenchips play --resume goes on with it."
        return ""

    def choose(self, name: str, settings: Settings) -> None:
        """Do what a row of the menu says."""
        try:
            match name:
                case "play":
                    self.push_screen(GameScreen(settings.session(), again=settings.session))
                case "resume":
                    self._resume()
                case "puzzle":
                    self.push_screen(PuzzleScreen(lambda: choice(puzzles())))
                case "setup":
                    self.push_screen(SetupScreen(settings))
                case "games":
                    self._study([kept.record for kept in islice(kept_games(), MOST_GAMES)])
                case "open":
                    self.push_screen(AskLine("Which file of games?", "games.txt"), self._open)
                case "quit":
                    self.exit()
        except PlayerError as error:
            self.notify(f"{error}.", severity="error", markup=False)

    def _study(self, records: list[Record]) -> None:
        if records:
            self.push_screen(StudyScreen(records))
        else:
            self.notify("There is no game yet.", markup=False)

    def _open(self, name: str | None) -> None:
        if name is None:
            return
        try:
            games = list(load_records(os.path.expanduser(name)))
        except (FileError, RecordError) as error:
            self.notify(f"{error}.", severity="error", markup=False)
            return
        self._study([game for game in games if isinstance(game, Record)])

    def _resume(self) -> None:
        kept = last_unfinished()
        if kept is not None:
            screen = GameScreen(resumed(kept.record), autosave=Autosave(kept.path))
            self.push_screen(screen)

    def end_on_signal(self, number: int) -> None:
        """Give the terminal back when the process is asked to end."""
        self.exit(return_code=128 + number)


def is_light_terminal() -> bool:
    """Whether the terminal says that its background is light."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def run(app: TenchipsApp) -> int:
    """Run the app until it is left; the exit status."""
    sentence = app.run()
    if sentence:
        print(sentence)
    return app.return_code or 0
