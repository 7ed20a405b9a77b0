"""No chips stand so that the other side can have no network: what docs/draws.md says of fortresses.

Black's chips are tried here; transposed, it holds for White's. The proof has two parts. A list of
networks of White is made, and `Board` confirms each. Then a search goes through all legal ways to
meet them: whoever meets a network stands on one of its squares or between two of its chips. It
takes a network that is not met, tries each of its squares, and finds no way to meet them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeAlias

from tenchips import Board, FaultKind

Square: TypeAlias = tuple[int, int]
Squares: TypeAlias = frozenset[Square]

EAST, UP, DOWN = (1, 0), (0, -1), (0, 1)
DIRECTIONS = (EAST, (1, -1), (1, 1), UP, DOWN)
INSIDE = frozenset((x, y) for x in range(1, 7) for y in range(1, 7))
MOST_SQUARES = 8
"""Networks that take up at most so many squares besides the two goals suffice."""


def touch(one: Square, other: Square) -> bool:
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def has_three_together(chips: Squares) -> bool:
    """Whether a chip touches two others, so that three chips are connected."""
    return any(sum(touch(chip, other) for other in chips) > 1 for chip in chips)


def networks(
    chips: tuple[Square, ...], taken: Squares, last: Square | None = None
) -> Iterator[tuple[tuple[Square, ...], Squares]]:
    """White's networks of six chips, from left to right, that begin with these chips; with them
    the squares inside that they take up."""
    for direction in DIRECTIONS:
        if direction == last or {direction, last} == {UP, DOWN}:
            continue
        x, y, line = *chips[-1], taken
        while True:
            x, y = x + direction[0], y + direction[1]
            square = (x, y)
            if not 1 <= x <= 7 or not 1 <= y <= 6 or square in line:
                break
            path = (*chips, square)
            if x == 7:
                if len(path) == 6 and not has_three_together(frozenset(path)):
                    yield path, line
                break
            line |= {square}
            if len(line) > MOST_SQUARES:
                break
            if len(path) < 6 and not has_three_together(frozenset(path)):
                yield from networks(path, line, direction)


def all_networks() -> dict[Squares, tuple[Square, ...]]:
    """By the squares inside that they take up, without those that take up more than another."""
    found = {line: path for y in range(1, 7) for path, line in networks(((0, y),), frozenset())}
    least: dict[Squares, tuple[Square, ...]] = {}
    for line in sorted(found, key=len):
        if not any(line - {square} in least for square in line):
            least[line] = found[line]
    return least


def blockade(chips: Squares, barred: Squares, open: list[Squares]) -> Squares | None:
    """Chips that meet all these networks, these chips among them and none on barred squares; None
    if there are none."""
    if not open:
        return chips
    nearest: Squares = min((line - barred for line in open), key=lambda squares: len(squares))
    for square in sorted(nearest):
        more = chips | {square}
        if not has_three_together(more):
            left = [line for line in open if square not in line]
            if (found := blockade(more, barred | {square}, left)) is not None:
                return found
        barred |= {square}
    return None


def names(squares: Iterable[Square]) -> str:
    return " ".join(f"{x}{y}" for x, y in squares)


NETWORKS = all_networks()


def test_each_is_a_network_of_chips_that_may_stand_so() -> None:
    for path in NETWORKS.values():
        board = Board.diagram(white=names(path))
        assert board.why_not_network(names(path).replace(" ", "-")) is None
        assert {fault.kind for fault in board.status()} == {FaultKind.TURN, FaultKind.NUMBER}


def test_no_chips_meet_them_all() -> None:
    assert blockade(frozenset(), frozenset(), list(NETWORKS)) is None


def test_a_blockade_is_found_where_there_is_one() -> None:
    through = [line for line in NETWORKS if (3, 3) in line or (5, 5) in line]
    found = blockade(frozenset(), frozenset(), through)
    assert found is not None
    assert all(line & found for line in through)
    assert not has_three_together(found)


def test_whatever_stands_there_one_is_left() -> None:
    luck = Random(1)
    for _ in range(50):
        chips: Squares = frozenset()
        for square in luck.sample(sorted(INSIDE), len(INSIDE)):
            if len(chips) < 10 and not has_three_together(chips | {square}):
                chips |= {square}
        path = next(path for line, path in NETWORKS.items() if not line & chips)
        board = Board.diagram(white=names(path), black=names(chips))
        assert board.why_not_network(names(path).replace(" ", "-")) is None
