"""Which quick challenges go together: pure, so that every process finds the same pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenchips.server.store import Challenge


def partners(challenge: Challenge, others: Iterable[Challenge]) -> Iterator[Challenge]:
    """The challenges that a quick one may take, the oldest first. Of two quick ones the younger
    takes the older, so that they do not take each other."""
    for other in others:
        if _fits(challenge, other) and (not other.quick or _age(other) < _age(challenge)):
            yield other


def _fits(one: Challenge, other: Challenge) -> bool:
    return (
        one.owner != other.owner
        and one.clock == other.clock
        and one.rated == other.rated
        and ("random" in (one.color, other.color) or one.color != other.color)
    )


def _age(challenge: Challenge) -> tuple[int, str]:
    return challenge.created, challenge.id
