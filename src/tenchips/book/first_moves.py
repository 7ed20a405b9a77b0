"""Who wins after each first move: eleven of the twelve, up to symmetry, win for White.

docs/solution.md says how that is known, and how surely. After those eleven Black can only hope for
mistakes, and some replies invite more of them than others.
"""

from __future__ import annotations

from typing import Final

from tenchips.notation import ADDS, Move
from tenchips.squares import BLACK, SYMMETRIES, WHITE, Color

REFUTATIONS: Final = {"11": "33", "16": "34", "61": "43", "66": "44"}
"""The first moves that lose, with Black's answers that win."""

DEFENCES: Final = {
    "01": "15", "02": "63", "03": "37", "12": "34", "13": "33", "21": "43", "22": "47",
    "23": "43", "31": "33", "32": "43", "33": "55",
}  # fmt: skip
"""Black's replies to the first moves that win, one of each four that are alike: those that scored
most in games against levels of the machine (`benchmarks/replies.py`)."""


def winner_after(first: Move) -> Color:
    """Who wins if White begins with this move and both play their best.

    >>> winner_after(Move("22")), winner_after(Move("11"))
    (WHITE, BLACK)
    """
    return BLACK if first.to in REFUTATIONS else WHITE


def refutation(first: Move) -> Move | None:
    """Black's answer to a first move that loses, or None if White wins.

    >>> refutation(Move("66"))
    Move.parse('44')
    """
    answer = REFUTATIONS.get(first.to)
    return None if answer is None else ADDS[answer]


def best_defence(first: Move) -> Move | None:
    """Black's answer to a first move that wins: the one that opponents who err refute least often.
    None after one that loses.

    >>> best_defence(Move("03")), best_defence(Move("74")), best_defence(Move("66"))
    (Move.parse('37'), Move.parse('40'), None)
    """
    for symmetry in SYMMETRIES[:4]:
        if answer := DEFENCES.get(symmetry(first.to)):
            return ADDS[symmetry.inverse(answer)]
    return None
