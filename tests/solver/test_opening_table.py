"""Deciding openings: every position once, resumed from a journal, and made into a book."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.book import certificates, opening_book
from tenchips.book.certificate import Chips, images
from tenchips.book.opening_book import BookEntry
from tenchips.core import Position
from tenchips.engine.search import WIN
from tenchips.solver import opening_search
from tenchips.solver.book_maker import BookConflict, make_book
from tenchips.solver.finder import Finder
from tenchips.solver.opening_search import decide_openings, groups_of
from tenchips.solver.opening_table import Decision, OpeningTable, after, least, positions_of
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


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Chips]:
    """The positions that are searched, one after the other."""
    positions = list[Chips]()
    search = opening_search.search

    def counted(finder: Finder, chips: Chips, nodes: int) -> Decision:
        positions.append(least(chips))
        return search(finder, chips, nodes)

    monkeypatch.setattr(opening_search, "search", counted)
    return positions


def test_a_journal_resumes(
    tmp_path: Path, searched: list[Chips], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_search, "MOST_CHIPS", 2)  # so that each is searched by itself
    every = positions_of(2)
    journal = tmp_path / "journal.txt"
    decide_openings(2, journal, nodes=20, memory=1, most=5)
    assert set(searched) == set(every[:5])
    table = decide_openings(2, journal, nodes=20, memory=1, most=12)
    assert set(searched) == set(every[:17]) == set(table.decisions)
    decide_openings(2, journal, nodes=20, memory=1, most=0)
    assert len(searched) == 17
    known = dict.fromkeys(every[:10], 9)
    decide_openings(2, journal, nodes=NODES, memory=1, known=known, most=3)
    assert set(searched[17:]) == set(every[10:13])
    assert len(searched) == 20
    assert table.seconds >= 0


def test_a_position_follows_from_those_after_it(tmp_path: Path, searched: list[Chips]) -> None:
    """One won position of two: with a lost reply it needs no more than a first look."""
    chips = positions_of(2)[0]
    replies = {least(child): 15 for _, child in after(chips)}
    lost = list(replies)[7]
    journal = tmp_path / "journal.txt"
    table = decide_openings(2, journal, nodes=NODES, memory=1, most=1, known={**replies, lost: -12})
    won = table.decisions[chips]
    assert won.plies == 13
    assert least(dict(after(chips))[won.move]) == lost
    journal.unlink()
    table = decide_openings(2, journal, nodes=NODES, memory=1, most=1, known=replies)
    assert table.decisions[chips].plies == -16
    assert searched == [chips]  # the first time the lost reply was known


def test_what_is_open_leaves_open_what_follows(tmp_path: Path) -> None:
    chips = positions_of(3)[0]
    some = [least(child) for _, child in after(chips)]
    known = dict.fromkeys(some[1:], 15)
    table = decide_openings(3, tmp_path / "1", nodes=NODES, memory=1, most=1, known=known)
    assert (table.decisions[chips].plies, table.decisions[chips].nodes) == (None, NODES)
    assert table.decisions[some[0]].plies is None


def test_a_move_that_wins_wins_what_else_it_leads_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who wins a position is the same in whatever order its chips came."""

    def won(finder: Finder, chips: Chips, nodes: int) -> Decision:
        square = next(after(chips))[0]
        return Decision(chips, 11, WIN - 11, square, 5, 0.5)

    monkeypatch.setattr(opening_search, "search", won)
    monkeypatch.setattr(opening_search, "MOST_CHIPS", 3)
    table = decide_openings(3, tmp_path / "journal", nodes=NODES, memory=1, most=1)
    assert len(table.decisions) == 2
    ends = {least(dict(after(chips))[decision.move]) for chips, decision in table.decisions.items()}
    assert len(ends) == 1
    assert sum(decision.nodes for decision in table.decisions.values()) == 5


def test_a_group_shares_the_chips_of_one_side() -> None:
    every = positions_of(3)
    groups = groups_of(every)
    assert sorted(least(chips) for group in groups for chips in group) == sorted(every)
    assert all(len({white for white, _ in group}) == 1 for group in groups)


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
    table = decide_openings(1, journal, nodes=NODES, memory=1, most=0)
    assert table.unread == 7
    assert WON in table.decisions.values()
    lines = journal.read_bytes().splitlines()
    assert lines[-1] == b"524290 256 -14 -299"
    assert journal.read_bytes().endswith(b"\n")


def test_the_better_decision_counts() -> None:
    assert WON is not None
    assert OPEN is not None
    longer = Decision(WON.chips, 17, 29983, WON.move, 1, 1.0)
    more = Decision(OPEN.chips, None, 3, OPEN.move, 200, 1.0)
    for lines in ([longer, WON, OPEN, more], [WON, longer, more, OPEN]):
        table = OpeningTable.read(map(str, lines))
        assert table.decisions == {WON.chips: WON, OPEN.chips: more}


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


def test_a_book_keeps_what_an_earlier_one_has() -> None:
    earlier = make_book([], [OpeningTable.read([str(WON)])])
    later = make_book(certificates(), [], earlier)
    assert dict(later.entries.items()).items() >= dict(earlier.entries.items()).items()
    assert len(later.entries) > len(earlier.entries)


def test_as_commands(tmp_path: Path) -> None:
    journal, book = tmp_path / "journal.txt", tmp_path / "some.book"
    journal.write_text(f"{WON}\n{OPEN}\ntorn")
    args = ("--chips", "3", "--nodes", "100", "--most", "1", "--jobs", "1", "--memory", "1")
    done = run("openings", "decide", journal, *args)
    assert (done.returncode, done.stderr) == (0, "")
    table = OpeningTable.read(journal.read_text().splitlines())
    assert done.stdout.startswith(f"{journal}: {len(table.decisions)} positions, ")
    added = table.decisions.keys() - {WON.chips, OPEN.chips}
    searched = [chips for chips in added if sum(some.bit_count() for some in chips) == 3]
    assert len(searched) == 1
    assert not opening_book().entries.keys() & added
    assert "1 lines could not be read" in done.stdout
    done = run("openings", "build", journal, "-o", book)
    assert done.returncode == 0
    assert f"\n{book}: " in done.stdout
    assert "1 lines could not be read" in done.stdout
    other = tmp_path / "other.txt"
    other.write_text("no journal\n")
    for refused in (("decide", other, *args), ("build", other, "-o", book)):
        done = run("openings", *refused)
        assert done.returncode != 0
        assert "this is no journal of openings: choose another file" in done.stderr
    assert other.read_text() == "no journal\n"
    for negative in (("decide", journal, "--most", "-1"), ("report", "--most", "-1")):
        done = run("openings", *negative)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    none = run("openings", "build", journal, "-o", book, "--certificates", tmp_path)
    assert none.returncode == 2
    assert "there is no file *.cert" in none.stderr


def test_the_shipped_book_names_legal_moves() -> None:
    for chips, entry in list(opening_book().entries.items())[::97]:
        assert isinstance(entry, BookEntry)
        turn = WHITE if chips[0].bit_count() == chips[1].bit_count() else BLACK
        assert Position(*chips, turn).is_legal(entry.square)
        assert entry.plies % 2 == entry.is_win
