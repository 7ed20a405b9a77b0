"""What a position is worth that is not decided: the sum of what its chips and its lines of sight
are worth, by the numbers in `worths.py`.

The search keeps that sum up to date with `gain`, which is in the `.pxd`; here it is counted from
nothing. No win is looked for.
"""

import cython
from cython.cimports.tenchips.core.bits import Bits, ctz
from cython.cimports.tenchips.core.state import State, clear, place

from tenchips.engine.worths import WORTHS
from tenchips.squares import NUMBERS, SYMMETRIES


def _fill_table():
    for ends, worth in WORTHS.items():
        for symmetry in SYMMETRIES:
            first, *_ = numbers = [NUMBERS[symmetry(square)] for square in ends]
            for second in numbers[1:] or numbers:
                WORTH[symmetry.swaps_colors][first][second] = worth
                WORTH[symmetry.swaps_colors][second][first] = worth


_fill_table()


def counted_lead(p):
    """By how much the chips and lines of the side to move are worth more than the opponent's."""
    q: State
    color: cython.int
    chips: Bits
    total: cython.int = 0
    clear(cython.address(q))
    for color in range(2):
        chips = p.chips[color]
        while chips:
            total += gain(cython.address(q), ctz(chips), color) * (1 if color == p.side else -1)
            place(cython.address(q), ctz(chips), color)
            chips &= chips - 1
    return total
