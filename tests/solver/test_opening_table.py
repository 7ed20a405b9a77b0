"""Deciding openings: every position once, resumed from a journal, and made into a book."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.book import certificates, opening_book
from tenchips.book.certificate import images
from tenchips.book.opening_book import BookEntry
from tenchips.core import Position
from tenchips.solver import opening_table
from tenchips.solver.book_maker import BookConflict, make_book
from tenchips.solver.opening_table import (
    Decision,
    OpeningTable,
    confirm,
    decide_openings,
    positions_of,
)
from tenchips.squares import SYMMETRIES
from terminal.command import run

NODES = 2000
"""Too few to decide anything."""

WON = Decision.parse("1026 256 15 29985 26 4082300 1.24")
OPEN = Decision.parse("2 256 None 0 26 100 1.00")


def test_there_is_one_position_of_each_four_images() -> None:
    """Counted by playing all moves on `Board`, and turning it by the symmetries of the board."""
    seen = set[str]()
    for first in Board().legal_moves:
        for second in Board(moves=[first]).legal_moves:
            board = Board(moves=[first, second])
            seen.add(min(board.transform(symmetry).position for symmetry in SYMMETRIES[:4]))
    assert len(positions_of(2)) == len(seen)
    assert len(positions_of(3)) == 13_113
    assert all(chips == min(images(chips)) for chips in positions_of(3))


def test_the_middle_comes_first() -> None:
    first, *_, last = positions_of(1)
    assert first == (1 << 0o33, 0)
    assert last == (1 << 0o01, 0)


def test_a_journal_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journal.txt"
    searched = list[object]()
    decide = opening_table.decide

    def counted(nodes: int, memory: int, chips: tuple[int, int]) -> Decision:
        searched.append(chips)
        return decide(nodes, memory, chips)

    monkeypatch.setattr(opening_table, "decide", counted)
    decide_openings(1, journal, nodes=NODES, memory=1, most=5)
    assert len(searched) == 5
    table = decide_openings(1, journal, nodes=NODES, memory=1)
    assert len(searched) == len(set(searched)) == len(table.decisions) == 12
    decide_openings(1, journal, nodes=NODES, memory=1)
    assert len(searched) == 12
    decide_openings(1, journal, nodes=2 * NODES, memory=1, known=positions_of(1)[:10])
    assert len(searched) == 14
    assert table.seconds >= 0


def test_bad_lines_are_left_out(tmp_path: Path) -> None:
    journal = tmp_path / "journal.txt"
    text = (
        f"{WON}\n"
        "not a line\n"
        "1026 256 15 29999 26 4082300 1.24\n"  # plies and points disagree
        "1026 1026 15 29985 26 4082300 1.24\n"  # two chips on one square
        "1026 256 15 29985 10 4082300 1.24\n"  # the move is not legal
        "288230376151711744 256 15 29985 26 1 1.24\n"  # not the least image
        "\xff\x00\n"
        "524290 256 -14 -299"
    )
    journal.write_bytes(text.encode("latin-1"))
    table = decide_openings(1, journal, nodes=NODES, memory=1, most=1)
    assert table.unread == 7
    assert WON in table.decisions.values()
    lines = journal.read_bytes().splitlines()
    assert lines[-2] == b"524290 256 -14 -299"
    assert OpeningTable.read([lines[-1].decode()]).unread == 0


def test_the_better_decision_counts() -> None:
    assert WON is not None
    assert OPEN is not None
    longer = Decision(WON.chips, 17, 29983, WON.move, 1, 1.0)
    more = Decision(OPEN.chips, None, 3, OPEN.move, 200, 1.0)
    for lines in ([longer, WON, OPEN, more], [WON, longer, more, OPEN]):
        table = OpeningTable.read(map(str, lines))
        assert table.decisions == {WON.chips: WON, OPEN.chips: more}


def test_a_sample_is_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WON is not None
    again = Decision(WON.chips, 13, 29987, WON.move, 1, 1.0)
    monkeypatch.setattr(opening_table, "decide", lambda nodes, memory, chips: again)
    assert list(confirm(OpeningTable.read([str(WON), str(OPEN)]), 5)) == [(WON, again)]


def test_the_book_has_what_follows() -> None:
    """A position with a move to a lost one is won."""
    three = (1 << 0o33 | 1 << 0o44, 1 << 0o22)
    lost = Decision(min(images(three)), -14, -29986, 0o11, 1, 1.0)
    made = make_book([], [OpeningTable.read([str(lost)])])
    board = Board(moves="33 22")
    found = made.look_up(board)
    assert found is not None
    assert (found.winner, found.plies, found.is_certified) == (WHITE, 15, False)
    assert made.look_up(Board(moves=["33", "22", found.move])) is not None
    assert made.look_up(Board(moves="33")) is None


def test_two_winners_of_a_position_are_refused() -> None:
    assert WON is not None
    other = OpeningTable.read(["1026 256 -14 -29986 26 1 1.0"])
    with pytest.raises(BookConflict, match="different winners of"):
        make_book([], [OpeningTable.read([str(WON)]), other])


def test_the_book_says_what_certificates_say() -> None:
    made = make_book(certificates(), [])
    white, black = certificates()
    for moves, certificate in (("33 22", white), ("33 60", white), ("11", black)):
        found = made.look_up(Board(moves=moves))
        assert found is not None
        assert (found.move, found.plies) == certificate.move(Board(moves=moves))
        assert found.is_certified
    lost = made.look_up(Board(moves="33"))
    assert lost is not None
    assert (lost.move, lost.plies) == white.resistance(Board(moves="33"))
    assert lost.winner is WHITE
    three = made.look_up(Board(moves="11 33 44"))
    assert three is not None
    assert three.winner is BLACK


def test_as_commands(tmp_path: Path) -> None:
    journal, book = tmp_path / "journal.txt", tmp_path / "some.book"
    journal.write_text(f"{WON}\n{OPEN}\ntorn")
    args = ("--chips", "2", "--nodes", "500", "--most", "1", "--jobs", "1", "--memory", "1")
    done = run("openings", "decide", journal, *args)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{journal}: 3 positions, 1 decided\n")
    assert "1 lines of the journal could not be read" in done.stdout
    done = run("openings", "build", journal, "-o", book)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{book}: ")
    none = run("openings", "build", journal, "-o", book, "--certificates", tmp_path)
    assert none.returncode == 2
    assert "there is no file *.cert" in none.stderr


def test_the_shipped_book_names_legal_moves() -> None:
    for chips, entry in list(opening_book().entries.items())[::97]:
        assert isinstance(entry, BookEntry)
        turn = WHITE if chips[0].bit_count() == chips[1].bit_count() else BLACK
        assert Position(*chips, turn).is_legal(entry.square)
        assert entry.plies % 2 == entry.is_win
