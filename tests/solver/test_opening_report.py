"""What the report says of a book is what the book's entries say."""

from __future__ import annotations

from collections import Counter

from tenchips import BLACK, WHITE, Board
from tenchips.book import OpeningBook, opening_book
from tenchips.book.certificate import Chips, chips_of, images
from tenchips.book.opening_book import BookEntry
from tenchips.solver.opening_report import choices, counts, lengths, longest, only_moves, placed
from tenchips.solver.opening_table import positions_of
from tenchips.squares import NAMES
from terminal.command import run


def test_the_choices_are_the_board_s_moves_as_the_book_judges_them() -> None:
    board = Board(moves="11")
    found = choices(opening_book(), chips_of(board))
    by_result: dict[object, set[str]] = {True: set(), False: set(), None: set()}
    for move in board.legal_moves:
        result = opening_book().look_up(Board(moves=["11", move]))
        by_result[None if result is None else result.winner is BLACK].add(str(move))
    assert {NAMES[square] for square in found.winning} == by_result[True] == {"33"}
    assert {NAMES[square] for square in found.losing} == by_result[False]
    assert {NAMES[square] for square in found.open} == by_result[None]


def test_every_known_position_is_counted_once() -> None:
    book = opening_book()
    assert len(book.entries) == sum(counts(book, chips).known for chips in (1, 2, 3, 4))
    for chips in (1, 2, 3):
        by_length = lengths(book, chips)
        found = counts(book, chips)
        for color in (WHITE, BLACK):
            won = sum(many for (winner, _), many in by_length.items() if winner is color)
            assert won == found.won[color]
            plies = [entry.plies for _, entry in longest(book, chips, color)]
            assert plies == sorted(plies, reverse=True)
            assert len(plies) == won


def test_one_move_wins_only_if_all_others_are_known_to_lose() -> None:
    """After 33 and 44, say: every third move loses but one."""
    chips = min(images(chips_of(Board(moves="33 44"))))
    entries = {chips: BookEntry(0, 15, is_win=True, is_certified=False)}
    below = Counter[Chips]()
    turned = Board(f"{Board(moves='33 44').position}")
    for move in turned.legal_moves:
        child = turned.copy()
        child.push(move)
        below[min(images(chips_of(child)))] += 1
    single = next(each for each in positions_of(3) if below[each] == 1)
    for each in below:
        entries[each] = BookEntry(0, 14, is_win=each != single, is_certified=False)
    (found,) = only_moves(OpeningBook(entries), 2)
    assert found.chips == chips
    assert len(found.losing) == len(turned.legal_moves) - 1
    del entries[next(each for each in below if each != single)]
    assert list(only_moves(OpeningBook(entries), 2)) == []


def test_as_a_command() -> None:
    done = run("openings", "report", "--most", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 chips: 12 of 12 known, White wins 11, Black 1, 12 by certificate\n" in done.stdout
    assert "33: 47 0 0\n" in done.stdout
    assert placed(chips_of(Board(moves="11 33"))) == "White 11, Black 33"
    assert "White 11, Black 33: Black wins, within" in done.stdout
