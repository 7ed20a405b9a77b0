"""Which quick challenges go together: pure, so that every process finds the same pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tenchips.server.store import Challenge

WINDOW: Final = 150
"""Points by which the ratings of a pair may differ at first."""

WIDENING: Final = 20
"""Points by which they may differ more for each second that the one who came first has waited."""


def partners(challenge: Challenge, others: Iterable[Challenge], now: int) -> list[Challenge]:
    """The challenges that a quick one may take: of rated ones the nearest in rating first, of
    others the oldest. Of two quick ones the younger takes the older, so that they do not take
    each other."""
    fitting = [
        other
        for other in others
        if _fits(challenge, other, now) and (not other.quick or _age(other) < _age(challenge))
    ]
    return sorted(fitting, key=lambda other: (_distance(challenge, other), _age(other)))


def _fits(one: Challenge, other: Challenge, now: int) -> bool:
    waited = max(0, now - min(one.created, other.created)) / 1000
    return (
        one.owner != other.owner
        and one.clock == other.clock
        and one.rated == other.rated
        and (not one.rated or (one.kind == "bot") == (other.kind == "bot"))
        and ("random" in (one.color, other.color) or one.color != other.color)
        and _distance(one, other) <= WINDOW + WIDENING * waited
    )


def _distance(one: Challenge, other: Challenge) -> int:
    if one.rating is None or other.rating is None:
        return 0
    return abs(one.rating - other.rating)


def _age(challenge: Challenge) -> tuple[int, str]:
    return challenge.created, challenge.id
