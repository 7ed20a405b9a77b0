"""Prepared defences: for positions that are lost, legal, the same for mirror images, and played."""

from __future__ import annotations

import os
from random import Random

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.book import opening_book
from tenchips.book.certificate import Chips, images
from tenchips.book.defences import defences, prepared_defence
from tenchips.core import Position
from tenchips.engine import Engine, Limit
from tenchips.notation import PositionText
from tenchips.solver.finder import Finder
from tenchips.squares import SYMMETRIES, Symmetry

SEARCHED = len(defences()) if "TENCHIPS_DEEP" in os.environ else 4
POSITIONS = sorted(defences())


def board_of(chips: Chips) -> Board:
    """The position with Black to move."""
    return Board(str(PositionText(*chips, BLACK, 0, chips[0].bit_count())))


def test_each_is_the_least_image_of_an_opening_with_black_to_move() -> None:
    for white, black in POSITIONS:
        assert (white, black) == min(images((white, black)))
        assert white.bit_count() == black.bit_count() + 1 <= 4


def test_every_move_is_legal() -> None:
    for chips in POSITIONS:
        found = prepared_defence(board_of(chips))
        assert found is not None
        assert found[0] in board_of(chips).legal_moves


def test_the_most_natural_first_moves_are_prepared() -> None:
    for first in ("03", "33", "23"):
        assert prepared_defence(Board(moves=first)) is not None


def test_nothing_is_prepared_that_the_opening_book_calls_won() -> None:
    known = [found for chips in POSITIONS if (found := opening_book().look_up(board_of(chips)))]
    assert known
    assert all(found.winner is WHITE for found in known)


def test_a_search_with_another_table_proves_the_loss() -> None:
    finder = Finder(megabytes=32)
    for chips in Random(1).sample(POSITIONS, SEARCHED):
        plies = finder.search(Position(*chips, BLACK), nodes=100_000_000).plies
        assert plies is not None
        assert plies <= 0


@pytest.mark.parametrize("symmetry", SYMMETRIES[:4])
def test_mirror_images_have_the_mirrored_move(symmetry: Symmetry) -> None:
    for chips in POSITIONS[:50]:
        board = board_of(chips)
        found, other = prepared_defence(board), prepared_defence(board.transform(symmetry))
        assert found is not None
        assert other is not None
        assert other[0].to == symmetry(found[0].to)
        assert other[1] == found[1]


def test_white_to_move_has_none() -> None:
    board = board_of(POSITIONS[0])
    board.set_turn(WHITE)
    assert prepared_defence(board) is None


def test_the_engine_plays_them_at_once_with_its_book() -> None:
    board = board_of(POSITIONS[-1])
    with Engine(hash=1, book=True) as engine:
        info = engine.play(board, Limit(nodes=1_000_000))
    assert (info.move, -(info.score.plies or 0)) == prepared_defence(board)
    assert info.nodes == 0


def test_analysis_and_an_engine_without_book_search_as_before() -> None:
    board, limit = board_of(POSITIONS[-1]), Limit(nodes=20_000)
    with Engine(hash=1, book=True) as analyst, Engine(hash=1) as plain:
        assert analyst.analyse(board, limit, lines=2)[0].nodes > 0
        assert plain.play(board, limit).nodes > 0
