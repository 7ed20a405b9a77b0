"""What all screens with a board have in common: the cursor, browsing, and looking closer.

A screen has a `walk`; everything shown is worked out from it in `redraw`, which is called after
every change. What a press on a square does is for the screens that follow from this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from tenchips.board import Board
from tenchips.engine import Info
from tenchips.fullscreen.analyst import Analyst
from tenchips.fullscreen.board_view import BoardView
from tenchips.fullscreen.dialogs import Help
from tenchips.fullscreen.move_view import MoveView
from tenchips.fullscreen.panels import engine_text, evaluation_text, heading, players_text
from tenchips.fullscreen.picture import Shown, describe, picture
from tenchips.fullscreen.pointer import Pointer
from tenchips.fullscreen.walk import Walk
from tenchips.notation import Move, NotationError
from tenchips.record import Evaluation
from tenchips.rules import Refusal
from tenchips.squares import COLORS, Color, Square
from tenchips.terminal.wording import RULES_TEXT, shown_name, threats, threats_sentence

if TYPE_CHECKING:
    from tenchips.fullscreen.app import TenchipsApp

PANEL = 28
"""Columns that the panel beside the board needs."""
AROUND = 5
"""Rows above and below the board: title, message, keys."""

KEYS = """\
arrows, mouse   move the cursor; two digits go to a square, like 3 3
Enter, click    put a chip; for a step press the chip, then its target
Esc             put a picked chip back
[ ]             one move back, one on; { } to the start, to the end
v               the next variation of the move shown
t               threats: where either side would win at once
n               "is this a network?": press chips one after the other
e               evaluation and best lines of the engine
x               show or hide the crosses on forbidden squares
d               dark or light
q               leave
"""


class BoardScreen(Screen[None]):
    """A board with a cursor, beside it the players, the engine and the moves."""

    app: TenchipsApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "point(0, -1)", show=False),
        Binding("down,j", "point(0, 1)", show=False),
        Binding("left", "point(-1, 0)", show=False),
        Binding("right,l", "point(1, 0)", show=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "01234567"),
        Binding("enter,space", "press", "play"),
        Binding("escape", "cancel", show=False),
        Binding("left_square_bracket,pageup", "browse('back')", "back", key_display="["),
        Binding("right_square_bracket,pagedown", "browse('forward')", "on", key_display="]"),
        Binding("left_curly_bracket,home", "browse('to_start')", show=False),
        Binding("right_curly_bracket,end", "browse('to_end')", show=False),
        Binding("v", "browse('next_variation')", show=False),
        Binding("t", "threats", "threats"),
        Binding("n", "network", show=False),
        Binding("e", "engine", "engine"),
        Binding("x", "forbidden", show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "leave", "leave"),
    ]
    HELP_KEYS: ClassVar[str] = ""
    """The keys of this screen beside the common ones."""

    class Analysed(Message):
        """The engine has found something."""

        def __init__(self, position: str, best: list[Info]) -> None:
            super().__init__()
            self.position, self.best = position, best

    def __init__(self, walk: Walk) -> None:
        super().__init__()
        self.walk = walk
        self.pointer = Pointer()
        self.message = ""
        self.shows_forbidden = True
        self.shown_threats: tuple[Square, ...] = ()
        self.hint: Move | None = None
        self.path: list[Square] | None = None
        """The chips pressed to ask whether they are a network; None when that is not asked."""
        self._analyst: Analyst | None = None
        self._best: tuple[str, list[Info]] = ("", [])
        self._seen = ""

    def compose(self) -> ComposeResult:
        """The widgets; `redraw` fills them."""
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardView()
            with Vertical(id="side"):
                yield Static(id="players", markup=False)
                yield Static(id="engine", markup=False)
                yield MoveView()
        yield Static(id="message", markup=False)
        yield Static(id="about", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    # What follows says what is shown; screens that follow change parts of it

    @property
    def title_text(self) -> str:
        """The line at the top."""
        return "Network"

    @property
    def names(self) -> tuple[str, str]:
        """The players."""
        return shown_name(self.walk.game.white), shown_name(self.walk.game.black)

    def heading(self, *, before: str = "", after: str = "") -> str:
        """The players, in the room that the line at the top has."""
        return heading(self.names, self.size.width - 2, before=before, after=after)

    @property
    def clocks(self) -> tuple[float | None, float | None]:
        """What the clocks show."""
        return None, None

    @property
    def thinking(self) -> Color | None:
        """The colour whose program is thinking."""
        return None

    @property
    def can_move(self) -> bool:
        """Whether a press makes a move."""
        return True

    @property
    def status(self) -> str:
        """How the game stands, for when there is nothing else to say."""
        board = self.walk.board
        if outcome := board.outcome():
            return f"{outcome}."
        return f"{board.turn} to move."

    @property
    def board(self) -> Board:
        """The position on the board."""
        return self.walk.board

    def shown(self) -> Shown:
        """What to show besides the chips."""
        return Shown(
            self.pointer,
            self.can_move and self.path is None,
            self.shows_forbidden,
            self.shown_threats,
            self.hint,
            tuple(self.path or ()),
        )

    def redraw(self) -> None:
        """Show everything as it is now."""
        if not self.is_mounted:
            return
        board, palette, shown = self.board, self.app.palette, self.shown()
        if board.position != self._seen:
            self._seen = board.position
            self._ask_engine()
        self.query_one("#title", Static).update(self.title_text)
        self.query_one(BoardView).show(picture(board, shown), palette)
        self.query_one(MoveView).show(self.walk)
        self.redraw_players()
        self._redraw_engine()
        self.query_one("#message", Static).update(self.message or self.status)
        about = describe(board, shown)
        if self.pointer.typed:
            about = f"{self.pointer.typed}_"
        self.query_one("#about", Static).update(about)

    def redraw_players(self) -> None:
        """Show the players, and their clocks as they are now."""
        text = players_text(
            self.board, self.names, self.clocks, self.app.palette, self._side_width, self.thinking
        )
        self.query_one("#players", Static).update(text)

    @property
    def _side_width(self) -> int:
        board = self.query_one(BoardView)
        width = board.get_content_width(self.size, self.size)
        return max(PANEL, self.size.width - width - 2)

    def on_mount(self) -> None:
        """Begin."""
        self.redraw()

    def on_resize(self) -> None:
        """Fit the board to the room."""
        size = self.size
        self.query_one(BoardView).fit(size.width - PANEL - 2, size.height - AROUND)
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile, the theme perhaps."""
        self.redraw()

    # The cursor

    def action_point(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.pointer.move_by(columns, rows)
        self.say("")

    def action_type(self, digit: str) -> None:
        """Type a square."""
        self.pointer.type(digit)
        self.say("")

    def action_press(self) -> None:
        """Press on the square under the cursor."""
        self.press()

    def action_cancel(self) -> None:
        """Put a picked chip back; end what was asked for."""
        self.pointer.cancel()
        self.path, self.shown_threats, self.hint = None, (), None
        self.say("")

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The cursor follows the mouse."""
        if event.square != self.pointer.cursor:
            self.pointer.cursor, self.pointer.typed = event.square, ""
            self.redraw()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """A click is a press."""
        self.pointer.cursor, self.pointer.typed = event.square, ""
        self.press()

    def press(self) -> None:
        """Pick a chip, make a move, or say why not."""
        if self.path is not None:
            self._extend_path(self.pointer.cursor)
            return
        if not self.can_move:
            self.say(self.why_no_move())
            return
        result = self.pointer.press(self.board)
        if isinstance(result, Refusal):
            self.say(f"{str(result)[:1].upper()}{str(result)[1:]}.")
        elif result is None:
            self.say("")
        else:
            self.clear_marks()
            self.make_move(result)

    def why_no_move(self) -> str:
        """Why a press makes no move now."""
        return self.status

    def make_move(self, move: Move) -> None:
        """Make a legal move."""
        self.walk.try_move(move)
        self.say("")

    def clear_marks(self) -> None:
        """Forget what was shown about the position before."""
        self.shown_threats, self.hint, self.path = (), None, None

    def say(self, sentence: str) -> None:
        """Show a sentence below the board; none shows how the game stands."""
        self.message = sentence
        self.redraw()

    # Browsing

    def action_browse(self, way: str) -> None:
        """Show another position of the game."""
        getattr(self.walk, way)()
        self._browsed()

    def on_move_view_chosen(self, event: MoveView.Chosen) -> None:
        """Show the position after a move that was clicked."""
        self.walk.node = event.node
        self._browsed()

    def _browsed(self) -> None:
        self.pointer.cancel()
        self.clear_marks()
        self.say(self.comments)

    @property
    def comments(self) -> str:
        """What the record says about the position shown."""
        return " ".join(map(self._comment, self.walk.node.comments))

    def _comment(self, comment: str) -> str:
        try:
            evaluation = Evaluation.parse(comment)
        except NotationError:
            return comment
        return evaluation_text(evaluation, self.walk.board.turn.other)

    # A closer look

    def action_threats(self) -> None:
        """Mark where either side would win at once."""
        found = (threats(self.board, color) for color in COLORS)
        self.shown_threats = tuple(square for squares in found for square in squares)
        self.say(threats_sentence(self.board))

    def action_network(self) -> None:
        """Ask whether some chips are a network."""
        self.clear_marks()
        self.pointer.cancel()
        self.path = []
        self.say("Is it a network? Press its chips from goal to goal; Esc ends it.")

    def _extend_path(self, square: Square) -> None:
        assert self.path is not None
        if self.path and self.path[-1] == square:
            self.path.pop()
        elif self.board.color_at(square) is None:
            self.say(f"{square} is empty: press a chip.")
            return
        else:
            self.path.append(square)
        if not self.path:
            self.say("Press the chips from goal to goal.")
            return
        shown = "-".join(self.path)
        flaw = self.board.why_not_network(self.path)
        self.say(f"{shown} is a network." if flaw is None else f"{shown}: {flaw}.")

    def action_forbidden(self) -> None:
        """Show or hide the crosses."""
        self.shows_forbidden = not self.shows_forbidden
        self.redraw()

    # The engine

    def action_engine(self) -> None:
        """Let the engine think about the position shown, or stop it."""
        if self._analyst is None:
            self._analyst = Analyst(self._report)
        else:
            self._stop_engine()
        self._ask_engine()
        self.redraw()

    def _report(self, board: Board, best: list[Info]) -> None:
        """Pass on what the engine says, from its thread."""
        self.post_message(self.Analysed(board.position, best))

    def _ask_engine(self) -> None:
        if self._analyst is not None:
            self._analyst.ask(self.board)

    def _stop_engine(self) -> None:
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def on_board_screen_analysed(self, event: Analysed) -> None:
        """Show what the engine found."""
        self._best = event.position, event.best
        self._redraw_engine()

    def _redraw_engine(self) -> None:
        widget = self.query_one("#engine", Static)
        widget.display = self._analyst is not None
        if self._analyst is not None:
            position, best = self._best
            best = best if position == self.board.position else []
            widget.update(engine_text(self.board, best, self.app.palette, self._side_width))

    def on_unmount(self) -> None:
        """Stop the engine."""
        self._stop_engine()

    # Windows and ways out

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(f"{self.HELP_KEYS}{KEYS}\n{RULES_TEXT}"))

    def action_leave(self) -> None:
        """Back to the menu, or out where there is none."""
        self.app.leave(self)
