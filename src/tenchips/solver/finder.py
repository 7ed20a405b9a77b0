"""The engine as the solver asks it: bare chips, a number of nodes, and no clock.

Counting nodes instead of seconds makes a proof the same on every machine, however busy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tenchips.core import Position
from tenchips.engine.info import Score
from tenchips.engine.search import MAX_DEPTH, SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.engine.window import TO_PROVE, Window
from tenchips.rules import CHIPS
from tenchips.squares import Color


@dataclass(frozen=True)
class SearchResult:
    """What a search made of a position: its score for the side to move and the line it expects."""

    points: int
    line: tuple[int, ...]
    nodes: int

    @property
    def action(self) -> int:
        """The best move."""
        return self.line[0]

    @property
    def plies(self) -> int | None:
        """The plies to a proven end: positive for a win, negative (or 0) for a loss."""
        return Score(self.points).plies


class Finder:
    """An engine of one thread, with a memory that lasts from one question to the next.

    With an attacker, that colour has lost if it does not win by its chip of a number: then a result
    says whether it wins in time, by adds alone.

    >>> Finder(megabytes=1).search(Position(), nodes=1000).plies is None
    True
    >>> Finder(1, Position().turn, chips=6).search(Position(), nodes=1000).plies is None
    True
    """

    def __init__(self, megabytes: int, attacker: Color | None = None, chips: int = CHIPS) -> None:
        self._table = Table(megabytes)
        self._searcher = Searcher(self._table, Signal())
        self._attacker, self._chips = attacker, chips

    def search(
        self,
        position: Position,
        nodes: int,
        excluded: Sequence[int] = (),
        depth: int = MAX_DEPTH,
    ) -> SearchResult:
        """Deepen until the result is proved, the nodes are spent or the depth is reached; without
        some first moves."""
        self._table.new_search()
        self._set(position)
        points, line = 0, tuple[int, ...]((0,))
        for plies in range(1, depth + 1):
            found = self._deepen(plies, points, nodes, excluded)
            if found is None:
                break
            points, line = found, tuple(self._searcher.line) or (self._searcher.best,)
            if abs(points) > SURE:
                break
        return SearchResult(points, line, self._searcher.nodes)

    def glance(self, position: Position, depth: int) -> int:
        """The score at a small depth."""
        self._set(position)
        points = self._searcher.run(depth)
        assert points is not None
        return points

    def _set(self, position: Position) -> None:
        self._searcher.set(position)
        if self._attacker is not None:
            self._searcher.attack(self._attacker, self._chips)

    def _deepen(self, depth: int, guess: int, nodes: int, excluded: Sequence[int]) -> int | None:
        window = Window(depth, guess, TO_PROVE)
        limit = nodes if depth > 1 else 0
        while True:
            points = self._searcher.run(depth, window.low, window.high, 0.0, limit, excluded)
            if points is None or window.holds(points) or abs(points) > SURE:
                return points
            window.widen(points)


@cache
def shared_finder(megabytes: int) -> Finder:
    """The engine that this process keeps: what it has proved before, it proves at once.

    >>> shared_finder(1) is shared_finder(1)
    True
    """
    return Finder(megabytes)


def wins_within(position: Position, plies: int, megabytes: int = 256) -> bool:
    """Whether the side to move wins within a number of plies, by exhaustive search. This is not
    the exact search: the rules are the core's, and positions are known by their keys.

    >>> wins_within(Position(), 5, megabytes=1)
    False
    """
    table = Table(megabytes)
    searcher = Searcher(table, Signal(), exhaustive=True)
    searcher.set(position)
    for depth in range(1, plies + 1):
        points = searcher.run(depth, WIN - plies - 1, WIN - plies)
        if points is not None and points >= WIN - plies:
            return True
    return False
