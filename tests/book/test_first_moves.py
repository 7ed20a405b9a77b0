"""The certificates of the first moves other than the one in the package."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.book import Certificate, certificate, certificates, refutation, winner_after
from tenchips.solver import verify_certificate
from tenchips.solver.verification import beginnings

DOCS = Path(__file__).parents[2] / "docs"
FILES = {path.stem: path for path in (DOCS / "certificates").glob("*.cert")}
FILES["11"] = Path(certificate.__file__).with_name("black.cert")
SAMPLE = None if os.environ.get("TENCHIPS_DEEP") else 60
each = pytest.mark.parametrize("first", sorted(FILES))


@pytest.fixture(scope="module")
def lost() -> Certificate:
    """Black's strategy after the first move that loses."""
    return certificates()[1]


@each
def test_proves_what_it_is_named_after(first: str) -> None:
    made = Certificate.load(FILES[first])
    if made.winner is WHITE:
        answer = made.move(Board())
        assert answer is not None
        assert str(answer[0]) == first
    else:
        assert made.move(Board(moves=first)) is not None
    verdict = verify_certificate(made, sample=SAMPLE)
    assert verdict.flaws == ()
    assert verdict.checked == (SAMPLE or len(made.entries))


@each
def test_the_page_has_its_figures(first: str) -> None:
    data, made = FILES[first].read_bytes(), Certificate.load(FILES[first])
    figures = f"| {len(made.entries):,} | {len(data):,} |"
    checksum = f"| `{sha256(data).hexdigest()[:16]}` |"
    lines = (DOCS / "solution.md").read_text().splitlines()
    [row] = [line for line in lines if line.endswith(checksum)]
    assert row.startswith(f"| {first} | {made.winner} wins")
    assert figures in row


@each
def test_the_log_tells_of_all_its_entries(first: str) -> None:
    log = (DOCS / "certificates" / "verification.log").read_text()
    data, made = FILES[first].read_bytes(), Certificate.load(FILES[first])
    entry = f"{sha256(data).hexdigest()}\nall {len(made.entries)} answers hold: {made.winner} wins"
    assert entry in log


def test_the_losing_moves_are_those_black_s_certificate_refutes(lost: Certificate) -> None:
    for first in Board().legal_moves:
        after = Board()
        after.push(first)
        answer = lost.move(after)
        assert refutation(first) == (answer and answer[0])
        assert winner_after(first) is (BLACK if answer else WHITE)


def test_all_other_first_moves_have_a_certificate() -> None:
    least = {
        min(f"{a}{b}" for a in (x, 7 - x) for b in (y, 7 - y))
        for x, y in (map(int, str(first)) for first in Board().legal_moves)
    }
    assert len(least) == 12
    assert least - FILES.keys() == {"33"}


def test_white_resists_as_long_as_it_can(lost: Certificate) -> None:
    after = Board(moves="11 33")
    found = lost.resistance(after)
    assert found is not None
    after.push(found[0])
    answer = lost.move(after)
    assert answer is not None
    assert answer[1] == found[1] - 1 == lost.entries[beginnings(lost)[0]][1] - 2


def test_black_s_certificate_comes_back(lost: Certificate) -> None:
    few = dict(list(lost.entries.items())[:50])
    part = Certificate(few, lost.left, BLACK)
    for again in (
        Certificate.from_bytes(part.to_bytes()),
        Certificate.from_text("\n".join(part.lines())),
    ):
        assert (again.entries, again.winner) == (few, BLACK)
    assert next(lost.lines()).startswith("8/1W6/8/8/8/8/8/8 b 0 1 33 ")


def test_an_altered_answer_of_black_is_named(lost: Certificate) -> None:
    [start] = beginnings(lost)
    square, plies = lost.entries[start]
    for answer in ((square + 1, plies), (square, plies - 2)):
        wrong = Certificate({**lost.entries, start: answer}, lost.left, BLACK)
        [flaw] = verify_certificate(wrong, sample=1).flaws
        assert flaw.position == "8/1W6/8/8/8/8/8/8 b 0 1"


def test_a_missing_beginning_is_told(lost: Certificate) -> None:
    entries = {chips: answer for chips, answer in lost.entries.items() if chips[0]}
    [flaw] = verify_certificate(Certificate(entries, lost.left, BLACK), sample=1).flaws
    assert "no entry for any first move" in str(flaw)


def test_white_s_answers_are_none_of_black_s() -> None:
    shipped = Certificate.load()
    verdict = verify_certificate(Certificate(shipped.entries, 5, BLACK), sample=20)
    assert len(verdict.flaws) == 20
    assert all("it is not Black's turn" in str(flaw) for flaw in verdict.flaws)
