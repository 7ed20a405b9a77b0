"""The opening book as a file, and as something to ask."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tenchips import Board
from tenchips.book import OpeningBook, opening_book, winner_after
from tenchips.book.opening_book import OpeningBookError
from tenchips.engine import Engine, Limit
from tenchips.squares import SYMMETRIES


def test_is_small_enough() -> None:
    assert len(opening_book().to_bytes()) <= 500_000


def test_bytes_come_back() -> None:
    data = opening_book().to_bytes()
    again = OpeningBook.from_bytes(data)
    assert again.entries == opening_book().entries
    assert again.to_bytes() == data


def test_a_win_too_long_for_a_row_is_refused() -> None:
    chips, entry = next(iter(opening_book().entries.items()))
    for plies in (0, 64, 99):
        with pytest.raises(OpeningBookError, match=f"wins within 63 plies, not {plies}$"):
            OpeningBook({chips: replace(entry, plies=plies)}).to_bytes()


def test_no_byte_can_be_altered() -> None:
    part = OpeningBook(dict(list(opening_book().entries.items())[:300]))
    data, luck = part.to_bytes(), Random(2)
    for at in range(len(data)):
        altered = bytearray(data)
        altered[at] ^= 1 << luck.randrange(8)
        with pytest.raises(OpeningBookError):
            OpeningBook.from_bytes(bytes(altered))


def test_agrees_with_the_first_moves() -> None:
    for first in Board().legal_moves:
        found = opening_book().look_up(Board(moves=[first]))
        if found is not None:
            assert found.winner is winner_after(first)


def test_answers_mirror_images_alike() -> None:
    board = Board(moves="22 45")
    found = opening_book().look_up(board)
    assert found is not None
    for symmetry in SYMMETRIES[:4]:
        other = opening_book().look_up(board.transform(symmetry))
        assert other is not None
        assert other.move.to == symmetry(found.move.to)
        assert other.plies == found.plies


def test_the_engine_plays_its_wins_at_once() -> None:
    board = Board(moves="22 45")
    found = opening_book().look_up(board)
    assert found is not None
    with Engine(hash=1, book=True) as engine:
        info = engine.play(board, Limit(depth=1))
        assert (info.move, info.score.plies, info.nodes) == (found.move, found.plies, 0)
        assert engine.play(Board(moves="22 45 44 36 63"), Limit(depth=1)).nodes > 0
    with Engine(hash=1) as engine:
        assert engine.play(board, Limit(depth=1)).nodes > 0
