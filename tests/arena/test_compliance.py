"""Good players pass every check, and each known fault fails the check it is known for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tenchips
from tenchips import Board
from tenchips.arena import compliance
from tenchips.arena.compliance import Check, examine
from tenchips.cli.compliance import check_compliance

HERE = Path(__file__).parent
BAD = HERE.parent / "protocol" / "bad_engine.py"
MARGIN = 100.0
UNSKILLED = [
    "wins in one when it can",
    "stops a win in one when it can",
    "beats a random mover",
    "finds networks of more than six chips",
]
"""What a player fails that makes any legal move."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tenchips.__file__).parents[1]))
    monkeypatch.setattr(compliance, "AT_ONCE", 60.0)
    monkeypatch.setattr(compliance, "TIMEOUT", 60.0)
    monkeypatch.setattr(compliance, "START_TIMEOUT", 60.0)


def checks(name: str) -> list[Check]:
    return list(examine(f"python:{HERE / 'examinees.py'}:{name}", margin=MARGIN))


def failed(name: str) -> list[str]:
    return [check.title for check in checks(name) if not check.passed]


def test_our_engine_passes() -> None:
    results = list(examine(f"{sys.executable} -m tenchips ugi", seconds=0.05, margin=MARGIN))
    assert [check.fault for check in results if not check.passed] == []
    assert [check.number for check in results] == list(range(1, 26))


def test_a_good_player_passes(capsys: pytest.CaptureFixture[str]) -> None:
    player = f"python:{HERE / 'examinees.py'}:Good"
    assert check_compliance([player], margin=MARGIN) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == " 1 Passed  makes only legal moves in both phases"
    assert said[-1] == "15 of 15 checks passed"


def test_one_that_knows_the_rules_and_no_more() -> None:
    assert failed("First") == UNSKILLED


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        (
            "AcceptsEverything",
            [
                "refuses illegal moves, its own and the other's",
                "refuses an eleventh add",
                "refuses a step to the same square",
            ],
        ),
        ("RefusesSteps", ["accepts a step next to the square just left"]),
        ("GivesUp", ["plays on in lost positions"]),
    ],
)
def test_known_faults_fail_their_checks(name: str, titles: list[str]) -> None:
    assert failed(name) == titles


@pytest.mark.parametrize(
    ("name", "title", "fault"),
    [
        ("Careful", "", ""),
        ("Bad$Eleventh", "makes only legal moves in both phases", "White has no chip left to add"),
        ("Bad$Refuses", "accepts legal moves, its own and the other's", "it refused the opponent"),
        ("Bad$ReturnsNull", "plays on in lost positions", "returned null from chooseMove"),
    ],
)
def test_players_in_java(name: str, title: str, fault: str) -> None:
    sources = HERE.parent / "players" / "java"
    found = list(examine(f"java:{sources}#students.{name}", margin=MARGIN))
    assert len(found) == 15
    faults = {check.title: check.fault for check in found}
    assert fault in faults.get(title, "")
    if name == "Careful":  # it knows the rules and no more
        assert [title for title in faults if faults[title]] == UNSKILLED


def test_one_that_is_slow_is_not_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "GAMES", 1)
    monkeypatch.setattr(compliance, "SILENCES", 1000)
    player = f"python:{HERE.parent / 'players' / 'course_players.py'}:IsSlow"
    check = next(check for check in examine(player, 0.1, margin=0.0) if check.number == 5)
    assert check.title == "answers within 0.1 seconds"
    assert "IsSlow gave no answer within 1.1 s" in check.fault


def test_a_book_that_ignores_the_moves_made() -> None:
    faults = {check.title: check.fault for check in checks("FromTheBook")}
    assert (
        "33 already holds a chip" in faults["takes account of the moves made, whatever the opening"]
    )
    assert faults["wins in one when it can"] == ""


@pytest.mark.parametrize(
    ("way", "number", "sentence"),
    [
        ("bare", 3, "it answered 'bestmove'"),
        ("wordy", 4, "to query p1turn it answered 'response two words'"),
        ("illegal", 6, "bestmove 00: White has no chip left to add"),
    ],
)
def test_engines_that_do_not_keep_to_the_protocol(way: str, number: int, sentence: str) -> None:
    check = next(
        check
        for check in examine(f"{sys.executable} {BAD} {way}", seconds=0.05, margin=MARGIN)
        if check.number == number
    )
    assert not check.passed
    assert sentence in check.fault


def test_a_program_that_is_no_engine_fails_everything() -> None:
    results = list(examine("false"))
    assert len(results) == 25
    assert not any(check.passed for check in results)
    assert results[0].fault == "it ended, and did not answer ugi"


def test_one_that_answers_nothing_is_soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compliance, "TIMEOUT", 0.3)
    found = list(examine(f"{sys.executable} {BAD} never-ready"))
    assert found[0].passed
    assert [check.fault.startswith("not checked, because") for check in found[:5]] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert len(found) == 25


def test_all_checks_together_have_a_limit() -> None:
    found = list(examine(f"python:{HERE / 'examinees.py'}:First", longest=0.0))
    assert {check.fault for check in found} == {"not checked, because the others took 0 s"}


def test_ours_and_nobody_are_not_examined() -> None:
    for words, sentence in (
        (["machine"], "name another program"),
        (["human"], "people play with"),
        ([], "name the player"),
        (["no-such-program", "x"], "there is no program 'no-such-program'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            check_compliance(words)


def test_the_examples_are_what_they_say() -> None:
    def wins(board: Board) -> set[str]:
        found = set()
        for move in list(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            board.pop()
            if outcome is not None and outcome.winner is board.turn:
                found.add(str(move))
        return found

    for game, right in (compliance.WINS | compliance.LONG_WINS).items():
        assert wins(Board(moves=game)) == set(right.split())
    for game in compliance.LONG_WINS:
        for move in wins(Board(moves=game)):
            outcome = Board(moves=f"{game} {move}").outcome()
            assert outcome is not None
            assert len(outcome.network) > 6
    for game, right in compliance.STOPS.items():
        board, stops = Board(moves=game), set()
        assert not wins(board)
        for move in list(board.legal_moves):
            board.push(move)
            if board.outcome() is None and not wins(board):
                stops.add(str(move))
            board.pop()
        assert stops == set(right.split())
    for game in compliance.LOST:
        board = Board(moves=game)
        for move in list(board.legal_moves):
            board.push(move)
            assert wins(board)
            board.pop()
    for game in compliance.NO_NETWORKS.values():
        assert Board(moves=game).outcome() is None
    for game, move in compliance.ILLEGAL.values():
        assert Board(moves=game).why_illegal(move)
    for start, right in compliance.LONG_WON.items():
        outcome = Board(start).outcome()
        assert outcome is not None
        assert len(outcome.network) > 6
        assert right == {"1-0": "p1win", "0-1": "p2win"}[outcome.result]
    assert Board(moves=compliance.FULL).why_illegal("45-11") is None
    assert Board(moves=compliance.NEIGHBOUR).why_illegal("65-56") is None
