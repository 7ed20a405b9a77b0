"""Strategies are written down so that the verifier accepts them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.counting import Counting
from step_strategy import POSITIONS
from tenchips import Board, Color, Move
from tenchips.book import Certificate
from tenchips.book.certificate import CertificateEntry, Chips, chips_of, seen_by_winner
from tenchips.book.exact import Exact, least
from tenchips.notation import PositionText
from tenchips.solver import NoStrategy, StrategyProgress, write_strategy
from tenchips.solver.strategy import StrategyTask, build, merged, reachable, recounted
from tenchips.solver.verification import Verifier
from tenchips.squares import COLORS

WON = least(*chips_of(Board(moves="33 43 73 44 03 62")))


def task(left: int, nodes: int = 2_000_000) -> StrategyTask:
    return StrategyTask(WON, left=left, nodes=nodes, most=0, glance=2000, by=19, memory=4)


@pytest.mark.parametrize("left", [3, 5])
def test_writes_what_the_verifier_accepts(left: int) -> None:
    found = build(task(left))
    assert found is not None
    assert WON in found
    certificate = Certificate(recounted(found, left), left)
    verifier = Verifier(certificate)
    for chips in certificate.entries:
        assert verifier.flaw(chips) is None


def test_many_small_searches_find_what_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenchips.solver.strategy.LEAF", 2000)
    few = replace(task(5, nodes=2000), glance=10, memory=1)
    assert build(few) is None
    found = build(replace(few, most=100_000_000))
    assert found is not None
    verifier = Verifier(Certificate(recounted(found, 5), 5))
    assert all(verifier.flaw(chips) is None for chips in recounted(found, 5))


def test_wins_by_the_ply_it_is_told_to() -> None:
    exact = Exact(16)
    plies = next(plies for plies in range(1, 14, 2) if exact.wins(*WON, plies))
    by = 2 * WON[0].bit_count() + plies
    assert build(replace(task(5), by=by - 2)) is None
    found = build(replace(task(5), by=by))
    assert found is not None
    entries = recounted(found, 5)
    assert entries[WON][1] == plies
    verifier = Verifier(Certificate(entries, 5))
    assert all(verifier.flaw(chips) is None for chips in entries)


@pytest.mark.parametrize("winner", COLORS)
def test_writes_steps_that_the_verifier_accepts(winner: Color) -> None:
    entries: dict[Chips, CertificateEntry] = {}
    for text in POSITIONS:
        position = PositionText.parse(text)
        if position.turn is not winner:
            continue
        chips = least(*seen_by_winner(position.chips, winner))
        assert build(replace(task(5), chips=chips)) is None  # not by adds alone
        found = build(replace(task(5), chips=chips, by=39))
        assert found is not None
        assert chips in found
        last = 2 * chips[0].bit_count() + found[chips][1]
        assert 19 < last <= 39
        sooner = build(replace(task(5), chips=chips, by=last - 2))
        assert sooner is None or 2 * chips[0].bit_count() + sooner[chips][1] < last
        entries = merged(entries, found)
    certificate = Certificate(recounted(entries, 5), 5, winner)
    assert certificate.has_steps
    verifier = Verifier(certificate)
    assert [verifier.flaw(chips) for chips in entries] == [None] * len(entries)


def test_of_two_entries_the_shorter_is_kept() -> None:
    some: dict[Chips, CertificateEntry] = {(1, 2): (3, 9), (4, 8): (5, 7)}
    others: dict[Chips, CertificateEntry] = {(1, 2): (6, 7), (4, 8): (7, 9), (16, 32): (8, 11)}
    assert merged(some, others) == {(1, 2): (6, 7), (4, 8): (5, 7), (16, 32): (8, 11)}


def test_gives_up_without_nodes() -> None:
    position = least(*chips_of(Board(moves="01 10")))
    found = build(StrategyTask(position, left=5, nodes=500, most=0, glance=10, by=19, memory=1))
    assert found is None


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    """The state of a finished strategy is a certificate; from it the same one comes again."""
    shipped, state = Certificate.load(), tmp_path / "state"
    shipped.save(state)
    workers, reports = Counting(), list[StrategyProgress]()
    again = write_strategy(
        [Move("33")], workers, left=shipped.left, state=state, report=reports.append
    )
    assert workers.done == 0
    assert again.to_bytes() == shipped.to_bytes()


def test_takes_over_only_what_is_short_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenchips.solver.strategy.build", lambda task: None)
    shipped, state = Certificate.load(), tmp_path / "state"
    shipped.save(state)
    workers = Counting()
    with pytest.raises(NoStrategy):
        write_strategy([Move("33")], workers, by=13, state=state)
    assert workers.done == sum(
        white.bit_count() == 1 and plies > 11 for (white, _), (_, plies) in shipped.entries.items()
    )


def test_says_where_it_found_none() -> None:
    with pytest.raises(NoStrategy, match=r"no winning strategy was found in \S+ w 0 2"):
        write_strategy([Move("11")], nodes=300, most=0, glance=10, memory=1)


def test_counts_from_below() -> None:
    shipped = Certificate.load()
    wrong = {chips: (square, 99) for chips, (square, _) in shipped.entries.items()}
    roots = [(0, 0)]
    assert recounted(reachable(roots, wrong), shipped.left) == shipped.entries
