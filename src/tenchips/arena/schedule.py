"""Who meets whom: round-robin, gauntlet, Swiss and knock-out.

A schedule is a function of the results so far: it lists the pairings that are known now, and is
asked again after every game. Players are numbers, in the order of entry, which is the seeding. This
module sees no games, only encounters: one has a winner and points for both, or is not over yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import Final, Literal, TypeAlias, get_args

from tenchips.arena.pairing import Pair, pair_round

Kind: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knockout"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, order=True)
class Pairing:
    """Two players who meet in a round; rounds count from 1. The second is None for a bye.

    >>> Pairing(1, 0, 3).key
    '1.0-3'
    """

    round: int
    first: int
    second: int | None

    @property
    def key(self) -> str:
        """Its name in the results file."""
        return f"{self.round}.{self.first}-{self.second}"


@dataclass(frozen=True)
class PairingResult:
    """The points of both players in an encounter that is over, and who advances.

    >>> PairingResult(first=1.5, second=0.5, winner=0).winner
    0
    """

    first: float
    second: float
    winner: int


PairingResults: TypeAlias = Mapping[Pairing, PairingResult]
"""The encounters that are over."""


def pairings(
    kind: Kind, players: int, rounds: int | None, results: PairingResults, bye_points: float
) -> list[Pairing]:
    """All pairings known so far, byes and finished ones included. In a Swiss tournament a bye
    brings points.

    >>> [pairing.key for pairing in pairings("gauntlet", 3, None, {}, bye_points=2.0)]
    ['1.0-1', '1.0-2']
    """
    if kind == "gauntlet":
        return [Pairing(1, 0, other) for other in range(1, players)]
    if kind == "round-robin":
        return list(_round_robin(players))
    if kind == "swiss":
        return list(_swiss(players, rounds or swiss_rounds(players), results, bye_points))
    return list(_knockout(players, results))


def swiss_rounds(players: int) -> int:
    """How many rounds it takes to find a winner.

    >>> swiss_rounds(30)
    5
    """
    return max(1, ceil(log2(players)))


def _round_robin(players: int) -> Iterator[Pairing]:
    """The circle method: one player stays, the others rotate."""
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    for number in range(1, len(circle)):
        half = len(circle) // 2
        for one, other in zip(circle[:half], reversed(circle[half:]), strict=True):
            if one is not None and other is not None:
                yield Pairing(number, min(one, other), max(one, other))
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _swiss(
    players: int, rounds: int, results: PairingResults, bye_points: float
) -> Iterator[Pairing]:
    """Players with equal points meet, no two of them twice; a round is paired when the one
    before it is over. With an odd number of players, the lowest one without a bye yet gets one."""
    points = [0.0] * players
    met: set[frozenset[int]] = set()
    byes: dict[int, int] = {}
    for number in range(1, rounds + 1):
        order = sorted(range(players), key=lambda player: (-points[player], player))
        paired = [_pairing(number, pair) for pair in pair_round(order, met, byes)]
        yield from paired
        for pairing in paired:
            if pairing.second is None:
                points[pairing.first] += bye_points
                byes[pairing.first] = 1
            elif pairing not in results:
                return
        for pairing in paired:
            if pairing.second is not None:
                points[pairing.first] += results[pairing].first
                points[pairing.second] += results[pairing].second
                met.add(frozenset((pairing.first, pairing.second)))


def _pairing(number: int, pair: Pair) -> Pairing:
    one, other = pair
    return Pairing(number, one, None) if other is None else Pairing(number, *sorted((one, other)))


def _knockout(players: int, results: PairingResults) -> Iterator[Pairing]:
    """The first seed meets the last, and winners advance; the first seeds get the byes."""
    size = 2 ** swiss_rounds(players)
    current: list[int | Literal["open"] | None] = [
        seed if seed < players else None for seed in _bracket(size)
    ]
    number = 1
    while len(current) > 1:
        following: list[int | Literal["open"] | None] = []
        for one, other in zip(current[::2], current[1::2], strict=True):
            if one == "open" or other == "open" or one is None:
                following.append("open")
            elif other is None:
                yield Pairing(number, one, None)
                following.append(one)
            else:
                pairing = Pairing(number, min(one, other), max(one, other))
                yield pairing
                following.append(results[pairing].winner if pairing in results else "open")
        current, number = following, number + 1


def _bracket(size: int) -> list[int]:
    """The seeds from the top of the bracket to the bottom, so that the best meet last.

    >>> _bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seeds = [0]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) - 1 - one)]
    return seeds
