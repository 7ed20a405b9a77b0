"""The balanced openings are what they are said to be."""

from __future__ import annotations

from itertools import islice

from tenchips import Board
from tenchips.book.certificate import chips_of, images
from tenchips.solver import balanced_openings
from tenchips.solver.openings import draw, find_balanced


def test_are_legal_and_distinct_up_to_symmetry() -> None:
    positions = set()
    for opening in balanced_openings():
        assert len(opening) == 5
        board = Board(moves=opening)
        assert board.outcome() is None
        positions.add(min(images(chips_of(board))))
    assert len(positions) == len(balanced_openings())


def test_are_drawn_by_the_seed() -> None:
    assert list(islice(draw(3), 5)) == list(islice(draw(3), 5)) != list(islice(draw(4), 5))


def test_are_found_in_the_order_they_are_drawn() -> None:
    found = list(find_balanced(3, 2000, memory=1))
    drawn = list(islice(draw(0), 200))
    assert len(found) == 3
    assert sorted(map(drawn.index, found)) == list(map(drawn.index, found))
