"""Setting up a position, to play or to study it from there."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from tenchips.board import Board
from tenchips.fullscreen.board_screen import BoardScreen
from tenchips.fullscreen.game_screen import GameScreen
from tenchips.fullscreen.position_editor import PositionEditor
from tenchips.fullscreen.settings import Settings
from tenchips.fullscreen.study_screen import StudyScreen
from tenchips.fullscreen.walk import Walk
from tenchips.record import Game, Record
from tenchips.squares import BLACK, WHITE, Color


class SetupScreen(BoardScreen):
    """A board to put chips on."""

    HELP_KEYS = """\
Enter, click    on a square: white chip, black chip, empty again
w, b, Delete    a white chip, a black chip, none
c               clear the board
s               the other player is to move (when all chips are on the board)
p, a            play from here as the menu says; analyse
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "put(0)", "white"),
        Binding("b", "put(1)", "black"),
        Binding("delete,backspace", "put(None)", show=False),
        Binding("c", "clear", show=False),
        Binding("s", "swap", show=False),
        Binding("p", "play", "play"),
        Binding("a", "analyse", "analyse"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__(Walk(Game(white="White", black="Black")))
        self._settings = settings
        self._editor = PositionEditor(Board())

    @property
    def names(self) -> tuple[str, str]:
        """Nobody plays."""
        return "", ""

    @property
    def title_text(self) -> str:
        """The position as text."""
        return f"Set up a position: {self.board.position}"

    @property
    def board(self) -> Board:
        """The position on the board."""
        return self._editor.board

    @property
    def can_move(self) -> bool:
        """Chips are put, not moved."""
        return False

    @property
    def status(self) -> str:
        """What is wrong, or who is to move."""
        faults = self._editor.faults
        if faults:
            return f"Not possible: {faults}."
        if outcome := self.board.outcome():
            return f"{outcome}."
        return f"{self.board.turn} to move. p plays from here, a analyses."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is no game to browse."""
        return action not in ("browse", "network")

    def press(self) -> None:
        """Change what is on the square."""
        self._editor.cycle(self.pointer.cursor)
        self.say("")

    def action_put(self, color: int | None) -> None:
        """Put a chip on the cursor's square."""
        chip: Color | None = None if color is None else (WHITE, BLACK)[color]
        self._editor.put(self.pointer.cursor, chip)
        self.say("")

    def action_clear(self) -> None:
        """Take all chips away."""
        self._editor.clear()
        self.say("")

    def action_swap(self) -> None:
        """Let the other player move."""
        self._editor.swap_turn()
        self.say("")

    def action_play(self) -> None:
        """Play from here."""
        if not self._editor.faults and self.board.outcome() is None:
            position = self.board.position
            self.app.switch_screen(
                GameScreen(
                    self._settings.session(position),
                    again=lambda: self._settings.session(position),
                )
            )

    def action_analyse(self) -> None:
        """Study from here."""
        if not self._editor.faults:
            record = Record(white="White", black="Black", start=self.board.position)
            self.app.switch_screen(StudyScreen([record]))
