"""A time limit for everything that is asked of a player, not for a single move."""

from __future__ import annotations

from time import monotonic

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.players import Allowance, Player
from tenchips.squares import Color


class OutOfTime(BaseException):
    """The time for all of it is over. Not an `Exception`, so that the referee does not take it for
    a fault of the player who is to move.

    >>> Deadline(0.0).check()
    Traceback (most recent call last):
    tenchips.arena.deadline.OutOfTime
    """


class Deadline:
    """The moment when some seconds have passed from now on.

    >>> Deadline(60.0).check()
    """

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def check(self) -> None:
        """`OutOfTime` if it has passed."""
        if monotonic() >= self._end:
            raise OutOfTime


class InTime:
    """A player that is not asked for a move once a deadline has passed.

    >>> from tenchips.players import RandomPlayer
    >>> InTime(RandomPlayer(1), Deadline(60.0)).choose(Board()) in Board().legal_moves
    True
    """

    def __init__(self, player: Player, deadline: Deadline) -> None:
        self._player, self._deadline = player, deadline
        self.name = player.name
        self.thought = None

    @property
    def refused(self) -> tuple[Move, ...]:
        """What the player refused."""
        return self._player.refused

    def begin(self, color: Color) -> None:
        """Have the player get ready for a game."""
        self._player.begin(color)

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """The player's move; `OutOfTime` after the deadline."""
        self._deadline.check()
        return self._player.choose(board, allowance)

    def close(self) -> None:
        """Close the player."""
        self._player.close()
