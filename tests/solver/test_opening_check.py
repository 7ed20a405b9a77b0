"""Results of the opening book are confirmed by strategies that the verifier accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.book import OpeningBook, opening_book
from tenchips.book.certificate import Chips, chips_of, images
from tenchips.book.opening_book import BookEntry
from tenchips.solver import opening_check
from tenchips.solver.opening_check import confirm, is_proved
from tenchips.solver.verification import EntryFlaw, Verifier
from terminal.command import run

WON = min(images(chips_of(Board(moves="33 43"))))


def test_the_book_s_results_are_confirmed() -> None:
    """Of four chips: those take the least."""
    some = {
        chips: entry
        for chips, entry in opening_book().entries.items()
        if (chips[0] | chips[1]).bit_count() == 4 and not entry.is_certified and entry.plies <= 13
    }
    found = dict(confirm(OpeningBook(some), 3, seed=5, memory=16))
    assert len(found) == 3
    assert all(found.values())


def test_both_players_wins_are_confirmed_and_wrong_ones_are_not() -> None:
    won = chips_of(Board(moves="33 43 73 44 03 62"))
    assert is_proved(4, (won, WHITE))
    assert not is_proved(4, (won, BLACK))
    lost = chips_of(Board(moves="33 43 73 44 03 62 25"))
    assert is_proved(4, (lost, WHITE)) != is_proved(4, (lost, BLACK))


def test_what_a_certificate_proves_is_left_out() -> None:
    book = OpeningBook({WON: BookEntry(0, 9, is_win=True, is_certified=True)})
    assert list(confirm(book, 5)) == []


def test_a_flaw_found_by_the_verifier_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry is refused, that of the position itself: so the result is not confirmed."""
    won = chips_of(Board(moves="33 43 73 44 03 62"))
    flaw = Verifier.flaw

    def refused(verifier: Verifier, chips: Chips) -> EntryFlaw | None:
        at_root = (chips[0] | chips[1]).bit_count() == 6
        return EntryFlaw(chips, "refused", WHITE) if at_root else flaw(verifier, chips)

    monkeypatch.setattr(opening_check.Verifier, "flaw", refused)
    assert not is_proved(4, (won, WHITE))


def test_as_a_command(tmp_path: Path) -> None:
    """The book is wrong about the winner of the second position."""
    chips = [chips_of(Board(moves=moves)) for moves in ("33 43 73 44 03 62", "33 43 73 44 03 26")]
    assert is_proved(4, (chips[1], WHITE))
    path = tmp_path / "some.book"
    entries = {each: BookEntry(0o22, 9, is_win=True, is_certified=False) for each in chips}
    OpeningBook(entries).save(path)
    done = run("openings", "confirm", path, "--jobs", "1", "--memory", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "2 of 2 positions confirmed\n"
    entries[chips[1]] = BookEntry(0o22, 8, is_win=False, is_certified=False)
    OpeningBook(entries).save(path)
    done = run("openings", "confirm", path, "--jobs", "1", "--memory", "4")
    assert done.returncode == 1
    assert done.stdout.startswith("not confirmed: ")
    assert done.stdout.endswith("1 of 2 positions confirmed\n")
    none = run("openings", "confirm", tmp_path / "none.book")
    assert none.returncode == 2
    assert "none.book" in none.stderr
    assert run("openings", "confirm", "--sample", "0").returncode == 2
