"""Who wins after each first move: eleven of the twelve, up to symmetry, win for White.

docs/solution.md says how that is known, and how surely.
"""

from __future__ import annotations

from typing import Final

from tenchips.notation import ADDS, Move
from tenchips.squares import BLACK, WHITE, Color

REFUTATIONS: Final = {"11": "33", "16": "34", "61": "43", "66": "44"}
"""The first moves that lose, with Black's answers that win."""


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
