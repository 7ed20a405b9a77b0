"""Which moves a review marks: `?!` dubious, `?` a mistake, `??` a blunder.

The rules are pure functions over what is known about a move and the position it was played in:
`given_away` says what the move cost, `mark` and `accuracy` follow from it. They search nothing and
know no board, so that other programs can have the same rules; docs/engine.md states them in words,
and the site has them in web/src/review/marking.ts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal, TypeAlias

from tenchips.engine.info import Score

MARKS: Final = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))
"""The winning chances that a move must give away for each mark, worst first."""

MUCH_FASTER: Final = 2
"""In a lost position, a move is marked if the best one lasts at least this many times as long."""

FASTER_LOSS: Final = "?!"
"""How such a move is marked."""

EVEN: Final = 0.5
"""In a position that is known to be won, though the search does not see how, a move with such an
estimate is not marked."""

Result: TypeAlias = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class Value:
    """What a move or a position is worth to the player to move: winning chances from 0 to 1, and
    if the result is proven, the result and how many plies away it is, where that is known.

    >>> Value.of(Score.win_in(5))
    Value(chance=1.0, result='win', plies=5)
    >>> Value.of(Score(0))
    Value(chance=0.5, result=None, plies=None)
    """

    chance: float
    result: Result | None = None
    plies: int | None = None

    @classmethod
    def of(cls, score: Score) -> Value:
        """The value of a search's score."""
        if score.plies is None:
            return cls(score.chance)
        return cls.proven("win" if score.is_win else "loss", abs(score.plies))

    @classmethod
    def proven(cls, result: Result, plies: int | None = None) -> Value:
        """The value of a proven result."""
        return cls({"win": 1.0, "draw": 0.5, "loss": 0.0}[result], result, plies)

    def one_ply_earlier(self) -> Value:
        """The same, seen by the player who moved to this position, before that move.

        >>> Value.proven("loss", 6).one_ply_earlier()
        Value(chance=1.0, result='win', plies=7)
        """
        exchanged: dict[Result | None, Result] = {"win": "loss", "draw": "draw", "loss": "win"}
        plies = None if self.plies is None else self.plies + 1
        return Value(1 - self.chance, exchanged.get(self.result), plies)


def given_away(
    best: Value, played: Value, *, position: Value | None = None, proof: Value | None = None
) -> float | None:
    """The winning chances that a move gave away; None if there were none, because every move loses.

    `best` and `played` are the values of the best move and of the played one, from one search at
    one depth. `position` and `proof` are what is proven otherwise, if anything: the result of the
    position before the move, and of the move.

    >>> given_away(Value(0.75), Value(0.5)), given_away(Value(0.75), Value.proven("win", 9))
    (0.25, 0.0)
    """
    if proof is not None:
        played = proof
    if played.result == "win":
        return 0.0
    if best.result == "loss" or (position is not None and position.result == "loss"):
        return None
    if position is not None and position.result == "win" and played.result is None:
        # The move may win as well, though its search does not see it. It is compared with the
        # estimate beside it, and only if it looks worse than even.
        if best.result is None and played.chance >= EVEN:
            return 0.0
    elif position is not None:
        best = position
    return max(0.0, best.chance - played.chance)


def mark(
    best: Value, played: Value, *, position: Value | None = None, proof: Value | None = None
) -> str:
    """The mark of a move, or an empty text. It takes the same as `given_away`.

    >>> mark(Value(0.8), Value(0.55))
    '?'
    >>> mark(Value(0.8), Value(0.55), proof=Value.proven("win"))
    ''
    >>> mark(Value.proven("loss", 12), Value.proven("loss", 4))
    '?!'
    """
    lost = given_away(best, played, position=position, proof=proof)
    if lost is None:
        # Every move loses. How fast is compared only within one search: other proofs give bounds.
        return FASTER_LOSS if _loses_much_faster(best, proof or played) else ""
    return next((mark for least, mark in MARKS if lost >= least - 1e-9), "")


def accuracy(losses: Iterable[float | None]) -> float | None:
    """How accurate some moves were, from 0 to 100, by the chances that each gave away: the mean of
    (1 - chances)^4. Moves from lost positions do not count; None if no other move was made.

    >>> accuracy([0.0, 0.0, None, 0.5])
    68.75
    """
    counted = [(1 - lost) ** 4 for lost in losses if lost is not None]
    return 100 * fmean(counted) if counted else None


def _loses_much_faster(best: Value, played: Value) -> bool:
    if best.result != "loss" or best.plies is None or played.plies is None:
        return False
    return MUCH_FASTER * played.plies <= best.plies
