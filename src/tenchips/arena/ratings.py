"""Ratings of players who have played each other, with their error margins.

The model is Bradley and Terry's (1952) with an advantage for White: the odds of a win are 10 to
the power of the difference in rating over 400. A draw is half a win for each. Newton's method
finds the ratings of maximum likelihood, and the curvature there gives their errors. Each player is
given one more game, a draw against the average, so that a player who won everything has a finite
rating. Ratings are relative: their mean is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

from tenchips.arena.statistics import CERTAIN

SCALE: Final = 400 / log(10)
"""Elo in one unit of log odds."""


@dataclass(frozen=True)
class HeadToHead:
    """What one player scored with White against another.

    >>> HeadToHead(white=0, black=1, games=2, points=1.5).points
    1.5
    """

    white: int
    black: int
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of players by number, the advantage of White, and the 95 % errors of both.

    >>> ratings = rate(2, [HeadToHead(0, 1, 10, 8.0), HeadToHead(1, 0, 10, 2.0)])
    >>> ratings.elo[0] == -ratings.elo[1] > 0, round(ratings.white)
    (True, 0)
    """

    elo: tuple[float, ...]
    errors: tuple[float, ...]
    white: float
    white_error: float
    covariance: tuple[tuple[float, ...], ...]

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """By how much one is rated over another, and the 95 % error of that."""
        c = self.covariance
        variance = c[one][one] + c[other][other] - 2 * c[one][other]
        return self.elo[one] - self.elo[other], CERTAIN * sqrt(max(0.0, variance))


def rate(players: int, results: Sequence[HeadToHead], prior: float = 1.0) -> Ratings:
    """Rate the players numbered from 0; `prior` is the number of draws against the average.

    >>> ratings = rate(2, [HeadToHead(0, 1, 1000, 750), HeadToHead(1, 0, 1000, 250)], prior=0)
    >>> round(ratings.elo[0] - ratings.elo[1])
    191
    """
    x = [0.0] * (players + 1)  # the last is the advantage of White
    for _ in range(60):
        slope, curve = _derivatives(x, results, prior)
        step = _solved(curve, slope)
        size = max(1.0, max(map(abs, step)))  # no large steps where little is known
        x = [value + change / size for value, change in zip(x, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    mean = sum(x[:players]) / players
    _, curve = _derivatives(x, results, prior)
    covariance = [[value * SCALE**2 for value in row] for row in _inverse(curve)]
    centred = _centred(covariance, players)
    return Ratings(
        tuple(SCALE * (value - mean) for value in x[:players]),
        tuple(CERTAIN * sqrt(max(0.0, centred[i][i])) for i in range(players)),
        SCALE * x[players],
        CERTAIN * sqrt(max(0.0, covariance[players][players])),
        tuple(map(tuple, centred)),
    )


def _derivatives(
    x: Sequence[float], results: Sequence[HeadToHead], prior: float
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log likelihood, and its negated Hessian."""
    size = len(x)
    slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
    for result in results:
        ways = ((result.white, 1), (result.black, -1), (size - 1, 1))
        chance = _logistic(x[result.white] - x[result.black] + x[-1])
        for i, sign in ways:
            slope[i] += sign * (result.points - result.games * chance)
            for j, other in ways:
                curve[i][j] += sign * other * result.games * chance * (1 - chance)
    for i in range(size):
        chance = _logistic(x[i])
        # The small constant keeps the mean determined when there is no prior.
        slope[i] += prior * (0.5 - chance) - 1e-9 * x[i]
        curve[i][i] += prior * chance * (1 - chance) + 1e-9
    return slope, curve


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -500 else 0.0


def _centred(covariance: Sequence[Sequence[float]], players: int) -> list[list[float]]:
    """The covariance of ratings less their mean."""
    rows = [sum(covariance[i][:players]) / players for i in range(players)]
    whole = sum(rows) / players
    return [
        [covariance[i][j] - rows[i] - rows[j] + whole for j in range(players)]
        for i in range(players)
    ]


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    return [row[0] for row in _eliminated(matrix, [[value] for value in right])]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    size = range(len(matrix))
    return _eliminated(matrix, [[float(i == j) for j in size] for i in size])


def _eliminated(
    matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]
) -> list[list[float]]:
    """Gaussian elimination; the matrix is symmetric and positive definite, so no pivoting."""
    rows = [[*a, *b] for a, b in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
