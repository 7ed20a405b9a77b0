"""`Score` and `Info`: what a search found."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from tenchips.engine.search import SURE, WIN
from tenchips.notation import Move
from tenchips.record import Evaluation


@dataclass(frozen=True, order=True)
class Score:
    """How the side to move stands: points, or a proven result with its distance.

    >>> str(Score(25)), str(Score.win_in(7)), str(Score.win_in(-6))
    ('+0.25', 'win in 7', 'loss in 6')
    """

    points: int

    @classmethod
    def win_in(cls, plies: int) -> Score:
        """A proven win in this many plies; a loss if negative."""
        return cls(WIN - plies if plies > 0 else -WIN - plies)

    @property
    def plies(self) -> int | None:
        """The plies to a proven end: positive for a win, negative for a loss.

        A loss in 0 plies is a player without a move; it counts as -0, so ask `is_proven`.
        """
        if self.points > SURE:
            return WIN - self.points
        return -(WIN + self.points) if self.points < -SURE else None

    @property
    def is_proven(self) -> bool:
        """Whether the result is certain."""
        return abs(self.points) > SURE

    @property
    def is_win(self) -> bool:
        """Whether the side to move is proven to win."""
        return self.points > SURE

    @property
    def is_loss(self) -> bool:
        """Whether the side to move is proven to lose."""
        return self.points < -SURE

    @property
    def chance(self) -> float:
        """The winning chances, from 0 to 1: proven, or estimated from the points.

        >>> Score(0).chance
        0.5
        """
        if self.is_proven:
            return 1.0 if self.points > 0 else 0.0
        return 1 / (1 + exp(-self.points / 100))

    def one_ply_earlier(self) -> Score:
        """The same result, seen by the player who moved to this position, before that move.

        >>> str(Score.win_in(-6).one_ply_earlier()), str(Score(25).one_ply_earlier())
        ('win in 7', '-0.25')
        """
        if self.is_proven:
            return Score(-self.points + (1 if self.points > 0 else -1))
        return -self

    def __neg__(self) -> Score:
        return Score(-self.points)

    def __str__(self) -> str:
        if self.plies is None:
            return f"{self.points / 100:+.2f}"
        return f"win in {self.plies}" if self.points > 0 else f"loss in {-self.plies}"


@dataclass(frozen=True)
class Info:
    """What the engine has found so far: one line of play, and how it got there."""

    depth: int
    seldepth: int
    score: Score
    line: tuple[Move, ...]
    nodes: int
    time: float
    hashfull: int
    rank: int = 1

    @classmethod
    def unsearched(cls, move: Move, score: Score, time: float = 0.0) -> Info:
        """A move with a score that comes from no search."""
        return cls(0, abs(score.plies or 0), score, (move,), 0, time, 0)

    @property
    def move(self) -> Move:
        """The move it would play."""
        return self.line[0]

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.time, 1e-6))

    @property
    def evaluation(self) -> Evaluation:
        """Score, depth and seconds, as game records write them.

        >>> str(Info(9, 12, Score.win_in(7), (Move("33"),), 10, 0.1, 0).evaluation)
        '+M7/9 0.10s'
        >>> str(Info(9, 12, Score(-25), (Move("33"),), 10, 0.1, 0).evaluation)
        '-0.25/9 0.10s'
        """
        sign = "+" if self.score.points >= 0 else "-"
        shown = f"{sign}{abs(self.score.points) / 100:.2f}"
        if self.score.plies is not None:
            shown = f"{sign}M{abs(self.score.plies)}"
        return Evaluation(shown, max(0, min(self.depth, 9999)), min(self.time, 9e6))
