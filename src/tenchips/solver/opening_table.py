"""The opening table: who wins each position of a few chips, as lines of a journal.

Positions that are one another's mirror images are one. A journal can be read while it is written,
and lines of it that cannot be read are left out. `opening_search` decides positions and writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from tenchips.book.certificate import Chips, least_image
from tenchips.book.opening_book import turn_of
from tenchips.core import Position
from tenchips.engine.info import Score
from tenchips.engine.search import WIN
from tenchips.errors import TenchipsError
from tenchips.squares import WHITE, Bits, numbers

MOST_CHIPS: Final = 4


class OpeningError(TenchipsError):
    """A question about openings that cannot be answered.

    >>> positions_of(9)
    Traceback (most recent call last):
    tenchips.solver.opening_table.OpeningError: openings have from 1 to 4 chips, not 9
    """


# Positions


@cache
def positions_of(chips: int) -> tuple[Chips, ...]:
    """All positions of so many chips, one of each four mirror images, most natural first: those
    whose chips are nearest to the middle of the board.

    >>> [len(positions_of(chips)) for chips in (1, 2)]
    [12, 567]
    """
    if not 1 <= chips <= MOST_CHIPS:
        raise OpeningError(f"openings have from 1 to {MOST_CHIPS} chips, not {chips}")
    found: set[Chips] = {(0, 0)}
    for _ in range(chips):
        found = {least(child) for before in found for _, child in after(before)}
    return tuple(sorted(found, key=lambda chips: (_distance(chips[0] | chips[1]), chips)))


def least(chips: Chips) -> Chips:
    """The least image of a position, which is what journals and books hold.

    >>> least((1 << 63, 0))
    (1, 0)
    """
    return least_image(chips)[0]


def after(chips: Chips) -> Iterator[tuple[int, Chips]]:
    """The moves of a position, as squares, and the positions that they lead to."""
    white, black = chips
    turn = turn_of(chips)
    for square in Position(white, black, turn).legal_actions():
        added = 1 << square
        yield square, ((white | added, black) if turn is WHITE else (white, black | added))


def _distance(some: Bits) -> int:
    """How far from the middle chips are, together: in half squares, squared."""
    return sum(
        (2 * (square // 8) - 7) ** 2 + (2 * (square % 8) - 7) ** 2 for square in numbers(some)
    )


# Decisions


@dataclass(frozen=True)
class Decision:
    """What a search made of a position. `plies` is positive if the side to move wins, negative if
    it loses, and None if that is open; `move` is its best move, a square.

    >>> Decision.parse("1026 256 15 29985 26 4082300 1.24").plies
    15
    """

    chips: Chips
    plies: int | None
    points: int
    move: int
    nodes: int
    seconds: float
    """CPU seconds."""

    def __str__(self) -> str:
        white, black = self.chips
        return (
            f"{white} {black} {self.plies} {self.points} {self.move} {self.nodes} "
            f"{self.seconds:.2f}"
        )

    @classmethod
    def parse(cls, line: str) -> Decision | None:
        """Read a line of a journal; None if it was cut off or is none."""
        try:
            white, black, plies, points, move, nodes, seconds = line.split()
            made = cls(
                (int(white), int(black)),
                None if plies == "None" else int(plies),
                int(points),
                int(move),
                int(nodes),
                float(seconds),
            )
        except ValueError:
            return None
        return made if made._is_sound() else None

    def _is_sound(self) -> bool:
        """Whether it can be a decision: the least image of a position, and a legal move."""
        white, black = self.chips
        if white < 0 or black < 0 or (white | black) >> 64 or self.chips != least(self.chips):
            return False
        if self.plies != Score(self.points).plies or abs(self.points) > WIN or self.nodes < 0:
            return False
        try:
            return Position(white, black, turn_of(self.chips)).is_legal(self.move)
        except ValueError:
            return False

    def is_better_than(self, other: Decision) -> bool:
        """Whether it says more of the same position."""
        if (self.plies is None) != (other.plies is None):
            return self.plies is not None
        if self.plies is not None and other.plies is not None:
            return abs(self.plies) < abs(other.plies)
        return self.nodes > other.nodes


@dataclass
class OpeningTable:
    """The decisions so far, the best one for each position, and what they took.

    >>> table = OpeningTable.read(["2 256 None 0 26 9 1.0", "torn 256", "2 256 None 5 26 300 2.0"])
    >>> table.decisions[2, 256].nodes, table.seconds, table.unread
    (300, 3.0, 1)
    """

    decisions: dict[Chips, Decision] = field(default_factory=dict)
    seconds: float = 0.0
    unread: int = 0
    """Lines that are no decisions."""

    @classmethod
    def read(cls, lines: Iterable[str]) -> OpeningTable:
        """The table that a journal holds. Lines that cannot be read are counted, and left out;
        `OpeningError` if none can."""
        table = cls()
        for line in lines:
            if not line.strip():
                continue
            decision = Decision.parse(line)
            if decision is None:
                table.unread += 1
            else:
                table.add(decision)
        if table.unread and not table.decisions:
            raise OpeningError("this is no journal of openings: choose another file")
        return table

    def add(self, decision: Decision) -> None:
        """Enter a decision, unless a better one is there."""
        self.seconds += decision.seconds
        known = self.decisions.get(decision.chips)
        if known is None or decision.is_better_than(known):
            self.decisions[decision.chips] = decision

    def needs(self, chips: Chips, nodes: int) -> bool:
        """Whether a position is open, and has not been searched with so many nodes yet."""
        known = self.decisions.get(chips)
        return known is None or (known.plies is None and known.nodes < nodes)
