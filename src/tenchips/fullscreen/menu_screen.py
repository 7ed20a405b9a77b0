"""The start menu on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from tenchips.fullscreen.autosave import last_unfinished
from tenchips.fullscreen.dialogs import Help
from tenchips.fullscreen.menu_model import Action, MenuModel, Setting
from tenchips.terminal.wording import RULES_TEXT

if TYPE_CHECKING:
    from tenchips.fullscreen.app import TenchipsApp

KEYS = """\
up, down      choose a row; Enter does it
left, right   change a value; a click does both
d             dark or light
q             quit

"""


class MenuRow(Static):
    """A row of the menu."""

    class Clicked(Message):
        """The row was clicked, left or right of its value's middle."""

        def __init__(self, place: int, is_left: bool) -> None:
            super().__init__()
            self.place, self.is_left = place, is_left

    def __init__(self, place: int) -> None:
        super().__init__(markup=False)
        self._place = place

    def on_click(self, event: events.Click) -> None:
        """Say so."""
        self.post_message(self.Clicked(self._place, event.x <= LABEL + 1))


LABEL = 22
VALUE = 22
MOST_ROWS = 14


class MenuScreen(Screen[None]):
    """The first screen."""

    app: TenchipsApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter,space", "choose", "choose"),
        Binding("left,h", "change(-1)", "change", key_display="←→"),
        Binding("right,l", "change(1)", show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q,escape", "quit", "quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.model = MenuModel("")

    def compose(self) -> ComposeResult:
        """A heading and the rows."""
        with Vertical(id="menu"):
            yield Static("N E T W O R K", id="heading")
            yield Static("Sid Sackson's game of ten chips a side", id="subheading")
            for place in range(MOST_ROWS):
                yield MenuRow(place)
        yield Static(id="message", markup=False)
        yield Footer(show_command_palette=False)

    def on_screen_resume(self) -> None:
        """Look for a game to resume: one may have been left just now."""
        kept = last_unfinished()
        self.model.last = str(kept) if kept else ""
        self.model.place = min(self.model.place, len(self.model.rows) - 1)
        self.redraw()

    def redraw(self) -> None:
        """Show the rows."""
        rows = self.model.rows
        for place, widget in enumerate(self.query(MenuRow)):
            widget.display = place < len(rows)
            if place < len(rows):
                widget.update(self._row_text(rows[place], place == self.model.place))

    def _row_text(self, row: Setting | Action, is_current: bool) -> Text:
        style = "bold reverse" if is_current else ""
        mark = "▸ " if is_current else "  "
        if isinstance(row, Setting):
            value = f"◂ {self.model.value(row):^{VALUE}} ▸"
            return Text(f"{mark}   {row.label:{LABEL - 5}}{value} ", style)
        text = Text(f"{mark}{row.label} ", style or "bold")
        return text.append(f" {row.note}" if row.note else "", "dim")

    def say(self, sentence: str) -> None:
        """Show a sentence at the bottom."""
        self.query_one("#message", Static).update(sentence)

    def action_move(self, rows: int) -> None:
        """Another row."""
        self.model.move(rows)
        self.say("")
        self.redraw()

    def action_change(self, step: int) -> None:
        """Another value."""
        self.model.change(step)
        self.redraw()

    def on_menu_row_clicked(self, event: MenuRow.Clicked) -> None:
        """A click chooses an action, or another value."""
        self.model.place = event.place
        if isinstance(self.model.rows[event.place], Setting):
            self.action_change(-1 if event.is_left else 1)
        else:
            self.action_choose()

    def action_choose(self) -> None:
        """Do what the row says; on a setting, play."""
        row = self.model.rows[self.model.place]
        self.app.choose("play" if isinstance(row, Setting) else row.name, self.model.settings)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(f"{KEYS}{RULES_TEXT}"))

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
