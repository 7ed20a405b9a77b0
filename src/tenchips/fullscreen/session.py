"""A game being played: seats, moves, clock, outcome. It knows nothing of screens.

Who draws it asks for `board`, `outcome` and the clocks; who moves calls `play`. Time comes from
outside (`now`), so that a test can say what time it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from tenchips.arena.clock import Clock, TimeControl
from tenchips.board import Board
from tenchips.fullscreen.walk import Walk
from tenchips.notation import Move
from tenchips.players import Allowance, Human, PlayerFault, Seat
from tenchips.record import Game, Record
from tenchips.rules import Outcome, Termination
from tenchips.squares import BLACK, COLORS, WHITE, Color

CLOCK_TAG = "Clock"
CONTROL_TAG = "TimeControl"
"""Further tags of a saved game: the seconds that White and Black have left, and of how many."""


class Session(Walk):
    """A game between two seats, of which the screen shows any position.

    >>> from tenchips.players import RandomPlayer
    >>> session = Session(Board(), (Human(), RandomPlayer(seed=1)))
    >>> session.play(Move("33"))
    >>> session.turn, session.is_person_to_move
    (BLACK, False)
    """

    def __init__(
        self,
        board: Board,
        seats: tuple[Seat, Seat],
        *,
        control: TimeControl | None = None,
        clocks: tuple[float, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clocks` are the seconds left in a game that is resumed."""
        super().__init__(Game.from_board(board))
        self.seats, self.control = seats, control
        self.game.white, self.game.black = (seat.name for seat in seats)
        self.game.date = f"{date.today():%Y.%m.%d}"
        self.fault: PlayerFault | None = None
        self._now = now
        self._declared: Outcome | None = None
        self._clock = None if control is None else Clock(control, clocks)
        self._started = now()
        self._paused: float | None = None

    # Who is to move, and how it ended

    @property
    def live(self) -> Board:
        """The board with all moves of the game."""
        return self.board if self.is_at_end else self.game.end().board()

    @property
    def turn(self) -> Color:
        """Who is to move in the game, whatever position is shown."""
        return self.live.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._declared or self.live.outcome()

    @property
    def has_people(self) -> bool:
        """Whether a person plays."""
        return any(isinstance(seat, Human) for seat in self.seats)

    @property
    def is_person_to_move(self) -> bool:
        """Whether a person is to move."""
        return self.outcome is None and isinstance(self.seats[self.turn], Human)

    # What happens

    def play(self, move: Move) -> None:
        """Make a move in the game, or raise `IllegalMove`. A move after the time has run out
        loses the game instead."""
        self.to_end()
        turn = self.turn
        if self._clock is not None:
            in_time = self._clock.spend(turn, self.elapsed)
            self._started = self._now()
            if not in_time:
                self.declare(Outcome(turn.other, Termination.TIME))
                return
        self.try_move(move)
        self._started = self._now()

    def resign(self) -> None:
        """Let a person give up: the one to move, or else the other seat."""
        person = self.turn if isinstance(self.seats[self.turn], Human) else self.turn.other
        self.declare(Outcome(person.other, Termination.RESIGNATION))

    def lose_by(self, fault: PlayerFault) -> None:
        """Let the player to move lose by what it did."""
        self.fault = fault
        self.declare(Outcome(self.turn.other, fault.termination))

    def declare(self, outcome: Outcome) -> None:
        """End the game by something that is not on the board."""
        self._declared = outcome
        self.game.result, self.game.termination = outcome.result, outcome.termination

    def undo(self) -> bool:
        """Back to the last decision of a person; False if there is none."""
        self.to_end()
        if self._declared is not None:
            self._declared, self.fault = None, None
            self.game.result, self.game.termination = "*", None
            self._started = self._now()
            return True
        turn, count = self.turn, len(self.board.moves)
        for back in range(1, count + 1):
            if isinstance(self.seats[turn.other if back % 2 else turn], Human):
                break
        else:
            return False
        for _ in range(back):
            node = self.game.end()
            assert node.parent is not None
            self.node = node.parent
            node.remove()
        self._started = self._now()
        return True

    # The clock

    @property
    def elapsed(self) -> float:
        """Seconds since the player to move could begin to think."""
        return (self._now() if self._paused is None else self._paused) - self._started

    def seconds_left(self, color: Color) -> float | None:
        """What a player's clock shows; None without a clock."""
        if self._clock is None or self._clock.left is None:
            return None
        left = self._clock.left[color]
        running = color is self.turn and self.outcome is None
        return max(0.0, left - self.elapsed) if running else left

    def check_time(self) -> bool:
        """Whether the player to move has just lost by time; a program has its margin."""
        if self._clock is None or self._clock.left is None or self.outcome is not None:
            return False
        margin = 0.0 if self.control is None else self.control.margin
        late = self._clock.left[self.turn] + margin < self.elapsed
        if late:
            self.declare(Outcome(self.turn.other, Termination.TIME))
        return late

    def allowance(self) -> Allowance | None:
        """The time that the player to move has."""
        return None if self._clock is None else self._clock.allowance()

    def pause(self) -> None:
        """Stop the clock."""
        if self._paused is None:
            self._paused = self._now()

    def unpause(self) -> None:
        """Let the clock go on."""
        if self._paused is not None:
            self._started += self._now() - self._paused
            self._paused = None

    # To be kept

    def record(self) -> Record:
        """The game so far, with what it takes to resume it."""
        record = self.game.record()
        if self.control is None or self.control.base is None:
            return record
        clocks = " ".join(f"{self.seconds_left(color):.1f}" for color in COLORS)
        control = f"{self.control.base:g}+{self.control.increment:g}"
        return replace(record, more_tags=((CONTROL_TAG, control), (CLOCK_TAG, clocks)))


def saved_clock(record: Record) -> tuple[TimeControl | None, tuple[float, float] | None]:
    """The time control and the clocks of a saved game, as far as its tags hold them."""
    tags = record.tags
    try:
        control = TimeControl.parse(tags[CONTROL_TAG])
        clocks = [max(0.1, float(text)) for text in tags[CLOCK_TAG].split()]
    except (KeyError, ValueError):
        return None, None
    if len(clocks) != len(COLORS) or not all(seconds < 1e6 for seconds in clocks):
        return control, None
    return control, (clocks[WHITE], clocks[BLACK])
