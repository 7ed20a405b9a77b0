"""Who meets whom: round-robin, gauntlet, Swiss and knock-out.

A schedule is a function of what has been played: it names the meetings that can be played now, and
is asked again after every game. Players are numbers, the order of entry being the seeding. It
knows nothing of games: a meeting has a winner, points for both, or is not over yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knockout"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, order=True)
class Pairing:
    """A meeting of two players in a round, from 1; the second is None for a bye."""

    round: int
    one: int
    other: int | None

    @property
    def key(self) -> str:
        """A name for it in the file of results."""
        return f"{self.round}.{self.one}-{self.other}"


@dataclass(frozen=True)
class Score:
    """What a meeting that is over brought each of the two, and who goes on."""

    one: float
    other: float
    winner: int


Scores: TypeAlias = Mapping[Pairing, Score]
"""The meetings that are over."""


def pairings(
    kind: Kind, players: int, rounds: int | None, scores: Scores, bye: float
) -> list[Pairing]:
    """All meetings known so far, byes among them, those that are over included. In a Swiss
    tournament a bye brings points.

    >>> [pairing.key for pairing in pairings("gauntlet", 3, None, {}, bye=2.0)]
    ['1.0-1', '1.0-2']
    """
    if kind == "gauntlet":
        return [Pairing(1, 0, other) for other in range(1, players)]
    if kind == "round-robin":
        return list(_round_robin(players))
    if kind == "swiss":
        return list(_swiss(players, rounds or swiss_rounds(players), scores, bye))
    return list(_knockout(players, scores))


def swiss_rounds(players: int) -> int:
    """How many rounds find a winner.

    >>> swiss_rounds(30)
    5
    """
    return max(1, ceil(log2(players)))


def _round_robin(players: int) -> Iterator[Pairing]:
    """The circle method: one stays, the others go round."""
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    for number in range(1, len(circle)):
        half = len(circle) // 2
        for one, other in zip(circle[:half], reversed(circle[half:]), strict=True):
            if one is not None and other is not None:
                yield Pairing(number, min(one, other), max(one, other))
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _swiss(players: int, rounds: int, scores: Scores, bye: float) -> Iterator[Pairing]:
    """Every round those with equal points meet, nobody twice; a round is paired when the last
    one is over. With an odd number the last one who had no bye yet has it."""
    points = [0.0] * players
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    for number in range(1, rounds + 1):
        order = sorted(range(players), key=lambda player: (-points[player], player))
        paired = list(_swiss_round(number, order, met, rested))
        yield from paired
        for pairing in paired:
            if pairing.other is None:
                points[pairing.one] += bye
                rested.add(pairing.one)
            elif pairing not in scores:
                return
        for pairing in paired:
            if pairing.other is not None:
                points[pairing.one] += scores[pairing].one
                points[pairing.other] += scores[pairing].other
                met.add(frozenset((pairing.one, pairing.other)))


def _swiss_round(
    number: int, order: Sequence[int], met: set[frozenset[int]], rested: set[int]
) -> Iterator[Pairing]:
    left = list(order)
    if len(left) % 2:
        resting = next(player for player in reversed(left) if player not in rested)
        left.remove(resting)
        yield Pairing(number, resting, None)
    for one, other in _matched(left, met) or zip(left[::2], left[1::2], strict=True):
        yield Pairing(number, min(one, other), max(one, other))


def _matched(left: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """The players in pairs that have not met, neighbours first; None if there is no way."""
    if not left:
        return []
    one, *others = left
    for other in others:
        if frozenset((one, other)) not in met:
            rest = _matched([player for player in others if player != other], met)
            if rest is not None:
                return [(one, other), *rest]
    return None


def _knockout(players: int, scores: Scores) -> Iterator[Pairing]:
    """The first seed meets the last, and those who win go on; byes go to the first seeds."""
    size = 2 ** swiss_rounds(players)
    going: list[int | Literal["open"] | None] = [
        seed if seed < players else None for seed in _bracket(size)
    ]
    number = 1
    while len(going) > 1:
        following: list[int | Literal["open"] | None] = []
        for one, other in zip(going[::2], going[1::2], strict=True):
            if one == "open" or other == "open" or one is None:
                following.append("open")
            elif other is None:
                yield Pairing(number, one, None)
                following.append(one)
            else:
                pairing = Pairing(number, min(one, other), max(one, other))
                yield pairing
                following.append(scores[pairing].winner if pairing in scores else "open")
        going, number = following, number + 1


def _bracket(size: int) -> list[int]:
    """The seeds from the top of the sheet to its foot, so that the best meet last.

    >>> _bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seeds = [0]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) - 1 - one)]
    return seeds
