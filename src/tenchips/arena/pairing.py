"""One round of a Swiss tournament: who meets whom, who sits out, and who has White.

Players are numbers, listed best first; what they did before is given. Neighbours meet, as far as
nobody meets anybody twice. Pairs that make it impossible to pair the others are found without
trying them all: a pair is taken if a perfect matching of the rest is left, by Edmonds' algorithm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Met: TypeAlias = Collection[frozenset[int]]
Pair: TypeAlias = tuple[int, int | None]
"""Two players, or one who sits out."""

STRONG: Final = 2
"""By how many games with White or Black a player may be ahead; two such players do not meet."""


def pair_round(
    order: Sequence[int], met: Met, byes: Mapping[int, int], lead: Mapping[int, int] | None = None
) -> list[Pair]:
    """The pairs of a round, the one who sits out first. `byes` counts how often each has sat out,
    `lead` how many more games with White than with Black each has had.

    >>> pair_round([0, 1, 2, 3, 4], {frozenset((0, 1))}, {4: 1})
    [(3, None), (0, 2), (1, 4)]
    """
    colors = lead or {}

    def is_new(one: int, other: int) -> bool:
        return frozenset((one, other)) not in met

    def is_fair(one: int, other: int) -> bool:
        both = colors.get(one, 0), colors.get(other, 0)
        return is_new(one, other) and min(both) < STRONG and max(both) > -STRONG

    resting = _resting(order, byes)
    for may_meet in (is_fair, is_new) if colors else (is_new,):
        for player in resting:
            left = [one for one in order if one != player]
            if (pairs := _pair_up(left, may_meet)) is not None:
                return [*_bye(player), *pairs]
    left = [one for one in order if one != resting[0]]
    return [*_bye(resting[0]), *_with_few_repeats(left, is_new)]


def has_white(one: int, other: int, colors: Mapping[int, str]) -> bool:
    """Whether the first of two has White: whoever had it less often, or else had Black when they
    last had different colours. `colors` holds a W or a B for each game of a player.

    >>> has_white(0, 1, {0: "WB", 1: "BW"}), has_white(0, 1, {0: "W", 1: ""})
    (True, False)
    """
    mine, theirs = colors.get(one, ""), colors.get(other, "")
    leads = [text.count("W") - text.count("B") for text in (mine, theirs)]
    if leads[0] != leads[1]:
        return leads[0] < leads[1]
    for a, b in zip(reversed(mine), reversed(theirs), strict=False):
        if a != b:
            return a == "B"
    return lower_has_white(one, other) == (one < other)


def lower_has_white(one: int, other: int) -> bool:
    """Whether of two players the one with the smaller number has White, where everybody meets
    everybody: so all have White as often as Black, give or take one game.

    >>> lower_has_white(0, 1), lower_has_white(2, 0)
    (True, False)
    """
    return (one + other) % 2 == 1


def _resting(order: Sequence[int], byes: Mapping[int, int]) -> list[int | None]:
    """Who may sit out, the first choice first: the lowest of those who did so least often."""
    if len(order) % 2 == 0:
        return [None]
    fewest = min(byes.get(player, 0) for player in order)
    return [player for player in reversed(order) if byes.get(player, 0) == fewest]


def _bye(player: int | None) -> Iterator[Pair]:
    if player is not None:
        yield player, None


MayMeet: TypeAlias = Callable[[int, int], bool]


def _pair_up(order: Sequence[int], may_meet: MayMeet) -> list[tuple[int, int]] | None:
    """Pairs of players who may meet, neighbours first; None if that is impossible."""
    matching = _Matching(order, may_meet)
    if len(matching.mate) < len(order):
        return None
    left, pairs = list(order), list[tuple[int, int]]()
    while left:
        one, *others = left
        other = next(it for it in others if may_meet(one, it) and matching.take(one, it))
        pairs.append((one, other))
        left = [player for player in others if player != other]
    return pairs


def _with_few_repeats(order: Sequence[int], may_meet: MayMeet) -> list[tuple[int, int]]:
    """Pairs of which as many as possible may meet."""
    mate = _Matching(order, may_meet).mate
    pairs = [(one, mate[one]) for one in order if one in mate]
    place = {player: number for number, player in enumerate(order)}
    rest = [player for player in order if player not in mate]
    first = [pair for pair in pairs if place[pair[0]] < place[pair[1]]]
    return [*first, *zip(rest[::2], rest[1::2], strict=True)]


class _Matching:
    """As many pairs as there can be of players who may meet."""

    def __init__(self, players: Sequence[int], may_meet: MayMeet) -> None:
        self._graph = {
            one: [other for other in players if other != one and may_meet(one, other)]
            for one in players
        }
        self.mate: dict[int, int] = {}
        for one in players:
            free = (it for it in self._graph[one] if it not in self.mate)
            if one not in self.mate and (other := next(free, None)) is not None:
                self.mate |= {one: other, other: one}
        for one in players:
            if one not in self.mate:
                self._augment(one)

    def take(self, one: int, other: int) -> bool:
        """Remove a pair if all others can still be paired; whether that is so. All must be."""
        mate, graph = self.mate.copy(), self._graph
        lost = [self.mate.pop(player) for player in (one, other)]
        self._graph = {player: graph[player] for player in graph if player not in (one, other)}
        if lost == [other, one]:
            return True
        for player in lost:
            del self.mate[player]
        if self._augment(lost[0]):
            return True
        self.mate, self._graph = mate, graph
        return False

    def _augment(self, root: int) -> bool:
        """Find a path from an unpaired player to another, and pair along it; whether there is
        one. Blossoms, rings of odd length, are shrunk to their base."""
        mate = self.mate
        parent: dict[int, int] = {}
        base = {player: player for player in self._graph}
        seen, queue = {root}, deque([root])

        def meeting_point(one: int, other: int) -> int:
            path = set()
            while True:
                one = base[one]
                path.add(one)
                if one not in mate:
                    break
                one = parent[mate[one]]
            while base[other] not in path:
                other = parent[mate[base[other]]]
            return base[other]

        def mark(player: int, top: int, child: int) -> set[int]:
            ring = set()
            while base[player] != top:
                ring |= {base[player], base[mate[player]]}
                parent[player] = child
                child = mate[player]
                player = parent[child]
            return ring

        while queue:
            one = queue.popleft()
            for other in self._graph[one]:
                if other not in base or base[one] == base[other] or mate.get(one) == other:
                    continue
                if other == root or (other in mate and mate[other] in parent):
                    top = meeting_point(one, other)
                    ring = mark(one, top, other) | mark(other, top, one)
                    for player in base:
                        if base[player] in ring:
                            base[player] = top
                            if player not in seen:
                                seen.add(player)
                                queue.append(player)
                elif other not in parent:
                    parent[other] = one
                    if other not in mate:
                        self._pair_along(other, parent)
                        return True
                    seen.add(mate[other])
                    queue.append(mate[other])
        return False

    def _pair_along(self, player: int | None, parent: Mapping[int, int]) -> None:
        while player is not None:
            before = parent[player]
            following = self.mate.get(before)
            self.mate |= {player: before, before: player}
            player = following
