"""What results mean: Elo with error bars, and when a match is decided.

Games are counted in pairs, one opening with both colours, because the two are not independent: a
pair brings 0, 1/2, 1, 3/2 or 2 points, and the statistics need only the five counts of these
(the *pentanomial* model). The test that ends a match is the generalised sequential probability
ratio test over these counts, with both hypotheses fitted by maximum likelihood, as M. Van den Bergh
derived it for Fishtest ("The generalized maximum likelihood ratio for the expectation value of a
distribution", 2017; "Normalized Elo", 2020). Only the standard library is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log10, nan, sqrt
from statistics import NormalDist
from typing import Final, Literal

from tenchips.arena.errors import ArenaError

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair, from 0 to 1."""

CERTAIN: Final = 1.959964
"""Half the width of a 95 % interval in standard deviations."""

NEVER: Final = 1e-3
"""Replaces a count of 0, so that no result has probability 0."""

ELO_PER_T: Final = 800 / log(10)
"""Normalised Elo per standard deviation of the score's distance from 1/2."""

Model = Literal["logistic", "normalized"]


def elo(score: float) -> float:
    """The difference in rating that corresponds to a score; infinite for 0 and 1.

    >>> round(elo(0.75)), round(elo(0.5))
    (191, 0)
    """
    if not 0 < score < 1:
        return float("inf") if score >= 1 else -float("inf")
    return 400 * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score that corresponds to a difference in rating.

    >>> round(expected(191), 2)
    0.75
    """
    return 1 / (1 + exp(-difference * log(10) / 400))


@dataclass(frozen=True)
class Pentanomial:
    """How many pairs brought 0, 1/2, 1, 3/2 and 2 points.

    >>> pairs = Pentanomial((1, 2, 10, 4, 3))
    >>> pairs.pairs, round(pairs.score, 3)
    (20, 0.575)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Sequence[float]) -> Pentanomial:
        """Count the points of pairs, each from 0 to 2."""
        counts = [0, 0, 0, 0, 0]
        for pair in points:
            counts[round(2 * pair)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The mean score of a game, from 0 to 1."""
        return _mean(_shares(self.counts)) if self.pairs else 0.5

    @property
    def deviation(self) -> float:
        """The standard deviation of a pair's score."""
        return sqrt(_variance(_shares(self.counts))) if self.pairs else 0.0

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the score, by the standard error of its mean. 0 if
        all pairs had the same result: then only `interval` says how little is known."""
        return CERTAIN * self.deviation / sqrt(self.pairs) if self.pairs else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score. If all pairs had the same result, the exact binomial
        one (Clopper and Pearson, 1934): the chance of any other result is at most
        1 - 0.025^(1/pairs).

        >>> [round(end, 3) for end in Pentanomial((0, 0, 0, 0, 8)).interval]
        [0.631, 1.0]
        """
        if self.deviation or not self.pairs:
            return max(0.0, self.score - self.error), min(1.0, self.score + self.error)
        other = 1 - 0.025 ** (1 / self.pairs)
        return self.score * (1 - other), self.score * (1 - other) + other

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        low, high = self.interval
        return elo(self.score), elo(low), elo(high)

    @property
    def normalized_elo(self) -> float:
        """The score's distance from 1/2 in standard deviations of a game, on the scale of Elo."""
        if not self.deviation:
            return 0.0 if self.score == 0.5 else nan
        return (self.score - 0.5) / (self.deviation * sqrt(2)) * ELO_PER_T

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the stronger one (LOS). If it won or lost every
        pair, the one by Laplace's rule, for whom every strength is equally likely before."""
        if not self.deviation:
            other = 0.5 ** (self.pairs + 1)
            return 0.5 if self.score == 0.5 else 1 - other if self.score > 0.5 else other
        return NormalDist().cdf((self.score - 0.5) / self.deviation * sqrt(self.pairs))


@dataclass(frozen=True)
class Sprt:
    """The sequential test of `elo1` against `elo0`, with error rates `alpha` and `beta`.

    >>> test = Sprt(0, 10)
    >>> test.verdict(Pentanomial((0, 0, 100, 60, 40)))
    'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not -1000 < self.elo0 < self.elo1 < 1000:
            raise ArenaError(
                f"elo0 is less than elo1, and both are less than 1000: {self.elo0:g} and "
                f"{self.elo1:g} are not"
            )
        for risk in (self.alpha, self.beta):
            if not 0 < risk < 0.5:
                raise ArenaError(f"alpha and beta are more than 0 and less than 0.5, not {risk:g}")

    @classmethod
    def parse(cls, words: Sequence[str]) -> Sprt:
        """Read `elo0=0 elo1=10`."""
        values: dict[str, float] = {}
        for word in words:
            name, equals, value = word.partition("=")
            try:
                values[name] = float(value)
            except ValueError:
                equals = ""
            if not equals or name not in ("elo0", "elo1", "alpha", "beta"):
                raise ArenaError(
                    f"{word[:40]!r} is not a setting of the SPRT: write elo0=0 elo1=10"
                )
        if not {"elo0", "elo1"} <= set(values):
            raise ArenaError("the SPRT has two hypotheses: write elo0=0 elo1=10")
        return cls(**values)  # type: ignore[arg-type]

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the ratio decides for `elo0` and for `elo1` (A. Wald, 1945).

        >>> [round(bound, 3) for bound in Sprt(0, 10).bounds]
        [-2.944, 2.944]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, results: Pentanomial) -> float:
        """The logarithm of the likelihood ratio so far."""
        if not results.pairs:
            return 0.0
        counts = [count or NEVER for count in results.counts]
        seen = _shares(counts)
        fit0, fit1 = (self._fit(seen, elo) for elo in (self.elo0, self.elo1))
        parts = (share * log(p1 / p0) for share, p0, p1 in zip(seen, fit0, fit1, strict=True))
        return sum(counts) * sum(parts)

    def _fit(self, seen: Sequence[float], elo: float) -> list[float]:
        """The distribution of maximum likelihood with this Elo difference."""
        if self.model == "logistic":
            return _fit_mean(seen, expected(elo))
        return _fit_t(seen, sqrt(2) * elo / ELO_PER_T)

    def verdict(self, results: Pentanomial) -> Literal["H0", "H1"] | None:
        """The hypothesis that is accepted, or None if the test is not decided."""
        low, high = self.bounds
        ratio = self.ratio(results)
        return "H0" if ratio <= low else "H1" if ratio >= high else None

    def __str__(self) -> str:
        return f"elo0={self.elo0:g} elo1={self.elo1:g}"


def _shares(counts: Sequence[float]) -> list[float]:
    total = sum(counts)
    return [count / total for count in counts]


def _mean(shares: Sequence[float], values: Sequence[float] = SCORES) -> float:
    return sum(share * value for share, value in zip(shares, values, strict=True))


def _variance(shares: Sequence[float]) -> float:
    mean = _mean(shares)
    return sum(s * (value - mean) ** 2 for s, value in zip(shares, SCORES, strict=True))


def _fit_mean(seen: Sequence[float], mean: float, values: Sequence[float] = SCORES) -> list[float]:
    """The distribution of maximum likelihood with a given mean: each share is divided by
    1 + x·(value - mean), where x makes the mean right. Between the poles, the function whose root
    is x decreases."""
    ways = [value - mean for value in values]
    low, high = -1 / max(ways), -1 / min(ways)
    x = 0.0
    for _ in range(100):
        value = slope = 0.0
        for share, way in zip(seen, ways, strict=True):
            part = way / (1 + x * way)
            value += share * part
            slope -= share * part * part
        if value > 0:
            low = x
        else:
            high = x
        step = x - value / slope
        following = step if low < step < high else (low + high) / 2
        if abs(following - x) < 1e-13 * (1 + abs(x)):
            break
        x = following
    return [share / (1 + x * way) for share, way in zip(seen, ways, strict=True)]


def _fit_t(seen: Sequence[float], t: float) -> list[float]:
    """The distribution of maximum likelihood whose mean is t standard deviations over 1/2. The
    condition is linearised around the last fit, which leaves a fit of a mean, until convergence."""
    fit = [1 / len(seen)] * len(seen)
    for _ in range(50):
        mean, deviation = _mean(fit), sqrt(_variance(fit))
        values = [
            value - 0.5 - t * deviation * (1 + ((mean - value) / deviation) ** 2) / 2
            for value in SCORES
        ]
        last, fit = fit, _fit_mean(seen, 0.0, values)
        if max(abs(a - b) for a, b in zip(last, fit, strict=True)) < 1e-12:
            break
    return fit
