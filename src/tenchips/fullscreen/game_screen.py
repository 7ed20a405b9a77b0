"""A game being played: people's moves from the board, programs' moves from threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from tenchips.files import FileError
from tenchips.fullscreen.autosave import Autosave
from tenchips.fullscreen.board_screen import BoardScreen
from tenchips.fullscreen.dialogs import AskLine, Confirm
from tenchips.fullscreen.session import Session
from tenchips.fullscreen.study_screen import StudyScreen
from tenchips.notation import Move
from tenchips.players import Human, Machine, Player, PlayerFault
from tenchips.squares import BLACK, WHITE, Color
from tenchips.terminal.saved_game import SavedGame

TICK = 0.1
"""Seconds between two looks at the clock."""
PACES = (0.0, 0.3, 1.0, 2.0, 4.0)
"""Seconds that a move of a watched game stays on the board at least."""


class GameScreen(BoardScreen):
    """A game between two seats."""

    HELP_KEYS = """\
h               a hint: what the machine would play
u               take back your last move
r               resign
s               save the game in a file (it is kept for --resume anyway)
p, + -          pause a game of two programs, watch it faster or slower
a, w            after the end: play again, review the game
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "undo"),
        Binding("h", "hint", "hint"),
        Binding("r", "resign", show=False),
        Binding("s", "save", show=False),
        Binding("a", "again", "again"),
        Binding("w", "review", "review"),
        Binding("p", "pause", "pause"),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
    ]

    class Chosen(Message):
        """A program has chosen a move, or failed to."""

        def __init__(self, asked: int, move: Move | None, fault: PlayerFault | None) -> None:
            super().__init__()
            self.asked, self.move, self.fault = asked, move, fault

    class Hinted(Chosen):
        """The adviser has chosen one."""

    walk: Session

    def __init__(
        self,
        session: Session,
        *,
        again: Callable[[], Session] | None = None,
        adviser: Player | None = None,
        autosave: Autosave | None = None,
        record: Path | None = None,
        quit_at_end: bool = False,
    ) -> None:
        """`again` makes another game of the same kind; `record` is a file that every game is
        added to."""
        super().__init__(session)
        self._again = again
        self._adviser = adviser or Machine()
        self._autosave = autosave or Autosave()
        self._saved = SavedGame()
        self._record, self._quit_at_end = record, quit_at_end
        self._asked = 0
        self._is_thinking = False
        self._waiting: Move | None = None
        self._pace = 0 if session.has_people else 2
        self.is_paused = False
        self._has_ended = False
        self._locks: dict[int, threading.Lock] = {}

    @property
    def title_text(self) -> str:
        """The players."""
        return self.heading(before="Network: ")

    @property
    def clocks(self) -> tuple[float | None, float | None]:
        """The seconds left."""
        return self.walk.seconds_left(WHITE), self.walk.seconds_left(BLACK)

    @property
    def thinking(self) -> Color | None:
        """The colour whose program is thinking."""
        return self.walk.turn if self._is_thinking else None

    @property
    def can_move(self) -> bool:
        """Whether a press makes a move."""
        return self.walk.is_person_to_move and self.walk.is_at_end

    @property
    def status(self) -> str:
        """How the game stands."""
        session = self.walk
        if not session.is_at_end:
            return "An earlier position: } goes back to the game."
        if session.outcome is not None:
            why = f" {session.fault.with_last_lines}." if session.fault else ""
            return f"{session.outcome}.{why} a: again, w: review, q: leave"
        if self.is_paused:
            return "Paused: p goes on."
        if not session.is_person_to_move:
            return f"{session.turn} is thinking."
        board = session.board
        if board.hand(board.turn):
            return f"{board.turn} to move: put a chip on the board."
        if self.pointer.picked:
            return f"{board.turn} to move: where does {self.pointer.picked} go? Esc puts it back."
        return f"{board.turn} to move with a step: press one of your chips."

    def why_no_move(self) -> str:
        """Why a press makes no move now."""
        return self.status

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only the keys that do something now."""
        over, people = self.walk.outcome is not None, self.walk.has_people
        if action == "again":
            return over and self._again is not None
        if action == "review":
            return over and bool(self.walk.live.moves)
        if action == "pause":
            return not people and not over
        if action in ("undo", "hint", "resign"):
            return people and not (over and action != "undo")
        return True

    def on_mount(self) -> None:
        """Begin the game."""
        self.set_interval(TICK, self._tick)
        self._go_on()
        super().on_mount()

    def on_unmount(self) -> None:
        """Let the players go."""
        self._asked += 1
        for seat in (*self.walk.seats, self._adviser):
            seat.close()
        super().on_unmount()

    # A move after the other

    def make_move(self, move: Move) -> None:
        """Make a move in the game."""
        self.walk.play(move)
        self._moved()

    def _moved(self) -> None:
        self.clear_marks()
        self.pointer.cancel()
        self.message = ""
        self._keep()
        self._go_on()
        self.refresh_bindings()
        self.redraw()

    def _go_on(self) -> None:
        """Ask the next player, or end the game."""
        session = self.walk
        if session.outcome is not None:
            self._end()
            return
        self._has_ended = False
        seat = session.seats[session.turn]
        if not isinstance(seat, Human) and not self.is_paused:
            self._ask(seat)

    def _ask(self, player: Player) -> None:
        """Let a program choose its move on a thread of its own."""
        self._is_thinking = True
        session, board = self.walk, self.walk.live.copy()
        allowance = session.allowance()
        self._start(player, self.Chosen, lambda: player.choose(board, allowance))

    def _start(self, player: Player, message: type[Chosen], choose: Callable[[], Move]) -> None:
        self._asked += 1
        asked, lock = self._asked, self._locks.setdefault(id(player), threading.Lock())

        def work() -> None:
            with lock:  # a program thinks about one position at a time
                if asked != self._asked:
                    return
                try:
                    answer = message(asked, choose(), None)
                except PlayerFault as fault:
                    answer = message(asked, None, fault)
            self.post_message(answer)

        threading.Thread(target=work, daemon=True).start()

    def _forget_question(self) -> None:
        """Do not wait for the answer of a program any more."""
        self._asked += 1
        self._is_thinking, self._waiting = False, None

    def on_game_screen_chosen(self, event: Chosen) -> None:
        """A program has moved, unless the question was taken back meanwhile."""
        if event.asked != self._asked or isinstance(event, self.Hinted):
            return
        self._is_thinking = False
        if event.fault is not None:
            self.walk.lose_by(event.fault)
            self._moved()
        elif event.move is not None:
            self._waiting = event.move
            self._tick()

    def _tick(self) -> None:
        """Look at the clock; make a move that waits for its time."""
        session = self.walk
        if session.check_time():
            self._forget_question()
            self._moved()
            return
        is_due = session.elapsed >= PACES[self._pace] and not self.is_paused
        if self._waiting is not None and is_due:
            move, self._waiting = self._waiting, None
            node = session.node
            is_browsing = not session.is_at_end
            session.play(move)
            if is_browsing:  # who looks at an earlier position goes on looking
                session.node = node
            self._moved()
            return
        if session.control is not None and self.is_current:
            self.redraw_players()

    def _end(self) -> None:
        """The game is over."""
        if self._has_ended:
            return
        self._has_ended = True
        if self._record is not None:
            try:
                self._saved.save(self._record, self.walk.record())
            except FileError as error:
                self.app.notify(f"{error}.", severity="error", markup=False)
        if self._quit_at_end:
            self.app.exit(f"{self.walk.outcome}.")

    def _keep(self) -> None:
        self._autosave.save(self.walk.record())
        if self._autosave.error:
            self.message = self._autosave.error

    # Keys

    def action_undo(self) -> None:
        """Back to the last decision of a person."""
        if not self.walk.undo():
            self.say("There is no move of yours to take back.")
            return
        self._forget_question()
        self._moved()

    def action_hint(self) -> None:
        """Ask the adviser."""
        if self.can_move:
            board = self.walk.live.copy()
            self._start(self._adviser, self.Hinted, lambda: self._adviser.choose(board))
            self.say("The machine is thinking about a hint.")

    def on_game_screen_hinted(self, event: Hinted) -> None:
        """Show what the adviser would play."""
        if event.asked == self._asked and event.move is not None:
            self.hint = event.move
            thought = getattr(self._adviser, "thought", None)
            proven = f" (proven {thought.score})" if thought and thought.score.is_proven else ""
            self.say(f"The machine would play {event.move}{proven}.")

    def action_resign(self) -> None:
        """Give up, if that is meant."""

        def resign(yes: bool | None) -> None:
            if yes and self.walk.outcome is None:
                self._forget_question()
                self.walk.resign()
                self._moved()

        if self.walk.outcome is None:
            self.app.push_screen(Confirm("Resign the game?"), resign)

    def action_pause(self) -> None:
        """Stop a watched game, or let it go on."""
        self.is_paused = not self.is_paused
        if self.is_paused:
            self.walk.pause()
        else:
            self.walk.unpause()
            if not self._is_thinking and self._waiting is None:
                self._go_on()
        self.say("")

    def action_pace(self, step: int) -> None:
        """Watch faster or slower."""
        self._pace = min(len(PACES) - 1, max(0, self._pace + step))
        self.say(f"A move every {PACES[self._pace]:g} seconds at most.")

    def action_again(self) -> None:
        """Another game of the same kind."""
        if self._again is not None and self.walk.outcome is not None:
            self.walk = self._again()
            self._autosave, self._saved = Autosave(), SavedGame()
            self._moved()

    def action_review(self) -> None:
        """Let the engine mark the mistakes of the game that has ended."""
        if self.walk.outcome is not None and self.walk.live.moves:
            self.app.push_screen(StudyScreen([self.walk.record()], reviews=True))

    def action_save(self) -> None:
        """Add the game to a file."""

        def save(name: str | None) -> None:
            if name is not None:
                path = Path(os.path.expanduser(name))
                try:
                    self._saved.save(path, self.walk.record())
                except FileError as error:
                    self.say(f"{error}.")
                else:
                    self.say(f"The game is saved in {path}.")

        self.app.push_screen(AskLine("Add the game to which file?", "games.txt"), save)
