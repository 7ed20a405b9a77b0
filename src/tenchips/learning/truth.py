"""`Truth`: who wins a position, how soon, and with which moves; proven, or unknown.

`proofs` says what a proof is. Here positions are asked about one by one or many at once on all
cores, and what was proven is kept in a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from tenchips.arguments import checked_int
from tenchips.board import Board
from tenchips.core import Position
from tenchips.errors import check_type
from tenchips.executors import InProcess, Workers
from tenchips.learning.proofs import PositionTruth, Proofs
from tenchips.learning.symmetry import Key, Turn, canonical
from tenchips.learning.truth_cache import Known, TruthCache, TruthError

Asked: TypeAlias = Board | Position | str

NODES: Final = 200_000
"""Nodes of each search, unless others are given: about a tenth of a second."""

CHUNK: Final = 8
"""Positions that a process decides before it is given others."""

Settings: TypeAlias = tuple[int, float | None, int, bool]
"""Nodes, seconds, megabytes, and whether moves are asked for too."""


class Truth:
    """What is proven of positions, with a budget for each.

    >>> truth = Truth(nodes=10_000, megabytes=1)
    >>> found = truth.of(Board(moves="62 27 02 67 32 16 65 56 46 34 26 14"))
    >>> found.value, found.plies, found.is_exact, len(found.moves)
    (1, 1, True, 8)
    """

    def __init__(
        self,
        cache: str | os.PathLike[str] | None = None,
        *,
        nodes: int = NODES,
        seconds: float | None = None,
        megabytes: int = 16,
    ) -> None:
        """`nodes` are for each search: of the position, and of every move of a won one. With
        `seconds`, no other search is begun after so many on a position. `cache` is a file, made if
        it is missing."""
        self._nodes = checked_int("nodes", nodes, 1, 2**62)
        if seconds is not None:
            check_type("seconds", seconds, (int, float), "a number or None")
        self._seconds, self._megabytes = seconds, megabytes
        self._cache = None if cache is None else TruthCache(cache)

    def of(self, position: Asked, *, moves: bool = True) -> PositionTruth:
        """What is proven of a position; without `moves`, of its value and distance alone."""
        return self.of_many([position], moves=moves, jobs=1)[0]

    def of_many(
        self, positions: Iterable[Asked], *, moves: bool = True, jobs: int | None = None
    ) -> list[PositionTruth]:
        """What is proven of each position, found by so many processes; by default on all cores."""
        asked = list(map(_position, positions))
        keys = list(map(canonical, asked))
        known = {key: self._remembered(key) for key, _ in keys}
        lacking = [key for key, found in known.items() if not self._is_enough(found, moves)]
        for decided in self._decide(lacking, moves, jobs):
            fresh = [(key, _merged(known[key], found)) for key, found in decided]
            known.update(fresh)
            if self._cache is not None:
                self._cache.put(fresh)
        return [
            _turned_back(position, found.truth, turn)
            for position, (key, turn) in zip(asked, keys, strict=True)
            if (found := known[key]) is not None
        ]

    def _remembered(self, key: Key) -> Known | None:
        return None if self._cache is None else self._cache.get(key)

    def _is_enough(self, known: Known | None, moves: bool) -> bool:
        """Whether asking again with this budget would not find more."""
        if known is None:
            return False
        truth = known.truth
        if truth.value is None or not truth.is_exact:
            return known.nodes >= self._nodes and (not moves or known.move_nodes >= self._nodes)
        return not moves or truth.is_complete or known.move_nodes >= self._nodes

    def _decide(
        self, keys: list[Key], moves: bool, jobs: int | None
    ) -> Iterator[list[tuple[Key, Known]]]:
        decide = partial(_decide, (self._nodes, self._seconds, self._megabytes, moves))
        rest = iter(keys)
        chunks = iter(lambda: tuple(islice(rest, CHUNK)), ())
        if jobs == 1 or len(keys) <= 1:
            yield from (found for _, found in InProcess().run(decide, chunks))
        elif keys:
            with Workers(jobs or os.cpu_count() or 1) as workers:
                yield from (found for _, found in workers.run(decide, chunks))

    def close(self) -> None:
        """Close the cache."""
        if self._cache is not None:
            self._cache.close()

    def __enter__(self) -> Truth:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_proofs: dict[Settings, Proofs] = {}


def _decide(settings: Settings, keys: tuple[Key, ...]) -> list[tuple[Key, Known]]:
    """What is proven of some positions. Each process keeps the memory of its searches."""
    nodes, seconds, megabytes, moves = settings
    if settings not in _proofs:
        _proofs[settings] = Proofs(nodes, megabytes, seconds)
    proofs, found = _proofs[settings], []
    for key in keys:
        truth = (proofs.of if moves else proofs.value)(key.position())
        spent = 0 if proofs.is_late else nodes
        found.append((key, Known(truth, spent, spent if moves else 0)))
    return found


def _position(asked: Asked) -> Position:
    if isinstance(asked, Position):
        return asked
    if isinstance(asked, Board) and asked.rules.no_move != "loss":
        raise TruthError("there is no truth with the house rule no_move=draw: use no_move=loss")
    return Position.of(asked)


def _merged(old: Known | None, new: Known) -> Known:
    """What two searches know together."""
    if old is None or old.truth.value is None:
        return new
    if new.truth.value is None:
        return old._replace(nodes=max(old.nodes, new.nodes))
    nearer = min(old.truth, new.truth, key=lambda truth: (not truth.is_exact, truth.plies or 0))
    actions = tuple(sorted({*old.truth.actions, *new.truth.actions}))
    truth = PositionTruth(
        nearer.value,
        nearer.plies,
        nearer.is_exact,
        actions,
        old.truth.is_complete or new.truth.is_complete,
    )
    return Known(truth, max(old.nodes, new.nodes), max(old.move_nodes, new.move_nodes))


def _turned_back(position: Position, truth: PositionTruth, turn: Turn) -> PositionTruth:
    """What is proven of the position of a key, said of an image of it."""
    if truth.value is None or not truth.plies:
        return truth
    kept = set(truth.actions)
    actions = (one for one in position.legal_actions() if turn.action(one) in kept)
    return replace(truth, actions=tuple(actions))
