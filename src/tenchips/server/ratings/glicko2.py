"""Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2022).

Pure functions. A rating period may have any length: deviations grow with the number of periods, of
which a part may have passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
"""How many points of the shown scale are one of Glicko-2's own."""
CENTER: Final = 1500.0
TAU: Final = 0.5
"""How much volatilities may change."""
LARGEST_DEVIATION: Final = 350.0
PRECISION: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is, how sure that is, and how steady."""

    rating: float = CENTER
    deviation: float = LARGEST_DEVIATION
    volatility: float = 0.06


def rate(player: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """The rating after results against opponents, each 1, 0.5 or 0, at the end of `periods` rating
    periods since the last one.

    >>> opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    >>> after = rate(Rating(1500, 200, 0.06), zip(opponents, (1, 0, 0)))
    >>> f"{after.rating:.2f} {after.deviation:.2f} {after.volatility:.6f}"
    '1464.05 151.52 0.059996'
    """
    mu, phi = (player.rating - CENTER) / SCALE, player.deviation / SCALE
    precision = gain = 0.0
    for opponent, score in results:
        g = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - CENTER) / SCALE)))
        precision += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    if not precision:
        return Rating(player.rating, _aged(phi, player.volatility, periods), player.volatility)
    variance = 1 / precision
    sigma = _volatility(player.volatility, phi, variance, variance * gain)
    before = phi * phi + periods * sigma * sigma
    after = 1 / sqrt(1 / before + precision)
    return Rating(
        CENTER + SCALE * (mu + after * after * gain),
        min(LARGEST_DEVIATION, SCALE * after),
        sigma,
    )


def _weight(phi: float) -> float:
    """How much a result against somebody with this deviation counts."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _aged(phi: float, sigma: float, periods: float) -> float:
    return min(LARGEST_DEVIATION, SCALE * sqrt(phi * phi + periods * sigma * sigma))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm of the description's step 5."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
