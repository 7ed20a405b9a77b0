"""The rating of one player from its games against others whose ratings are known."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from tenchips.arena.statistics import CERTAIN, expected


class Rung(NamedTuple):
    """An opponent of known rating, and what was scored against it.

    >>> Rung("level 3", rating=493, points=12.5, games=20).points
    12.5
    """

    name: str
    rating: float
    points: float
    games: int


def ladder_rating(rungs: Sequence[Rung]) -> tuple[float, float]:
    """The rating of maximum likelihood, and its 95 % error. As in `ratings`, one more game counts,
    a draw against the average opponent, so that the rating is finite.

    >>> rating, error = ladder_rating([Rung("a", 0, 50, 100), Rung("b", 200, 24, 100)])
    >>> round(rating), round(error)
    (0, 52)
    """
    mean = sum(rung.rating for rung in rungs) / len(rungs)
    played = [*rungs, Rung("", mean, 0.5, 1)]
    points = sum(rung.points for rung in played)
    low, high = (end(rung.rating for rung in rungs) for end in (min, max))
    low, high = low - 4000, high + 4000
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(rung.games * expected(middle - rung.rating) for rung in played) < points:
            low = middle
        else:
            high = middle
    scores = [(rung.games, expected(low - rung.rating)) for rung in played]
    information = sum(games * score * (1 - score) for games, score in scores)
    return low, CERTAIN * 400 / log(10) / sqrt(information)
