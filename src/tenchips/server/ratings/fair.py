"""How rated games begin, and what the levels of the machine are worth.

White wins Network from the start, so a rated game begins with an opening after which neither side
is known to win. Of two people the second picks a side when both have seen it; against the machine
the sides are drawn by lot.
"""

from __future__ import annotations

import secrets
from typing import Final

from tenchips.board import Board
from tenchips.server.levels import LEVELS
from tenchips.server.ratings.glicko2 import Rating
from tenchips.solver import balanced_openings

FEWEST_MOVES: Final = 2
"""Moves after the opening without which a game is not rated: somebody never came."""

LEVEL_OFFSET: Final = 700
"""What is added to the measured ratings of the levels: level 5, in the middle, is worth what a
newcomer is taken to be."""

LEVEL_DEVIATION: Final = 40.0
SURE: Final = 110.0
"""The deviation up to which a rating is shown without a question mark, and in the list."""


def level_rating(level: int) -> Rating:
    """The fixed rating of a level.

    >>> level_rating(5).rating
    1494.0
    """
    elo = next(elo for number, _, elo, _ in LEVELS if number == level)
    return Rating(float(elo + LEVEL_OFFSET), LEVEL_DEVIATION)


def fair_board() -> Board:
    """One of the balanced openings.

    >>> len(fair_board().moves)
    5
    """
    return Board(moves=map(str, secrets.choice(balanced_openings())))
