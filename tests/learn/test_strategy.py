"""Every claim of the lessons on strategy, which are data of the site, is proved.

The rules are those of the oracle, and what wins or stops a win is decided by the exact searches, as
for the puzzles: nothing here is shared with the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle import BLACK, WHITE, Move, Position, Square
from tenchips.book.puzzles import puzzles

ROOT = Path(__file__).parents[2]
LESSONS = json.loads((ROOT / "web/src/learn/strategy.json").read_text(encoding="utf-8"))
Lesson = dict[str, Any]

spec = spec_from_file_location("check", ROOT / "tests/puzzles/check.py")
assert spec
assert spec.loader
check = module_from_spec(spec)
spec.loader.exec_module(check)

PLIES = {"wins in 1 ply": 1, "wins in 3 plies": 3, "wins in 5 plies": 5}


def square(text: str) -> Square:
    return int(text[0]), int(text[1])


def squares(text: str) -> set[Square]:
    return {square(one) for one in text.replace("-", " ").split()}


def moves(texts: list[str]) -> set[Move]:
    return {check.read_move(text) for text in texts}


def first_position(lesson: Lesson) -> Position:
    """The position in which a lesson begins."""
    diagram = lesson["diagram"]
    chips = dict.fromkeys(squares(diagram["white"]), WHITE)
    chips |= dict.fromkeys(squares(diagram["black"]), BLACK)
    return Position(chips, diagram["turn"][0].upper())


def turns(lesson: Lesson) -> Iterator[tuple[Position, Lesson]]:
    """The positions in which the pupil is to move, each with its turn."""
    position = first_position(lesson)
    for turn in lesson["task"]["turns"]:
        yield position, turn
        if turn["reply"]:
            position = position.play(check.read_move(turn["accept"][0]))
            reply = check.read_move(turn["reply"])
            assert reply in oracle.legal_moves(position)
            position = position.play(reply)
            assert check.end(position) is None


def find(name: str) -> Lesson:
    return next(lesson for lesson in LESSONS if lesson["id"] == name)


@pytest.fixture(scope="module")
def judge() -> Any:
    return check.Judge()


def good(judge: Any, position: Position, claim: str) -> set[Move]:
    """All moves for which a claim holds."""
    found = set()
    for move in oracle.legal_moves(position):
        after = position.play(move)
        won = check.end(after)
        if claim == "stops":
            holds = won is None and not judge.wins(after, 1)
        else:
            holds = won is None and judge.loses(after, PLIES[claim] - 1)
        if won == position.turn or holds:
            found.add(move)
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["id"])
def test_the_position_can_come_up_in_a_game(lesson: Lesson) -> None:
    position = first_position(lesson)
    counts = [list(position.chips.values()).count(color) for color in (WHITE, BLACK)]
    assert counts[0] - counts[1] == (position.turn == BLACK)
    assert max(counts) <= 10
    assert check.end(position) is None
    for one, color in position.chips.items():
        others = {other: held for other, held in position.chips.items() if other != one}
        assert oracle.may_be_put(others, color, one), one


def test_no_position_is_a_puzzle_or_used_twice() -> None:
    known = {check.key(Position.read(puzzle.position)) for puzzle in puzzles()}
    asked = [
        check.key(position)
        for lesson in LESSONS
        if lesson["task"]["kind"] == "line"
        for position, _ in turns(lesson)
    ]
    asked += [
        check.key(first_position(lesson)) for lesson in LESSONS if lesson["task"]["kind"] != "line"
    ]
    assert len(set(asked)) == len(asked)
    assert not known & set(asked)


@pytest.mark.parametrize(
    "lesson",
    [lesson for lesson in LESSONS if lesson["task"]["kind"] == "line"],
    ids=lambda lesson: lesson["id"],
)
def test_the_accepted_moves_are_all_that_do_what_is_asked(lesson: Lesson, judge: Any) -> None:
    for position, turn in turns(lesson):
        assert good(judge, position, turn["claim"]) == moves(turn["accept"])
        if turn["claim"] == "stops":
            assert check.winning_squares(position, oracle.OTHER[position.turn])
        elif PLIES[turn["claim"]] > 1:
            assert not judge.wins(position, PLIES[turn["claim"]] - 2), "there is a quicker win"


# What the texts say beside that


def threats(name: str, played: str) -> set[Square]:
    """Where White would win, if it were White's turn after some moves of a lesson."""
    position = first_position(find(name))
    for move in played.split():
        position = position.play(check.read_move(move))
    return set(check.winning_squares(position, WHITE))


def test_stop_a_threat() -> None:
    assert threats("block", "") == squares("75")
    position = first_position(find("block"))
    after = Position(position.chips | {(7, 5): WHITE}, BLACK)
    assert list(oracle.networks(after.chips, WHITE)) == [
        tuple(map(square, ["04", "14", "32", "62", "53", "75"]))
    ]
    for illegal in ("42", "52", "75"):
        assert not oracle.may_be_put(position.chips, BLACK, square(illegal))


def test_one_cut_for_two_threats() -> None:
    assert threats("cut two", "") == squares("72 74")
    position = first_position(find("cut two"))
    for end in ("72", "74"):
        for network in oracle.networks(position.chips | {square(end): WHITE}, WHITE):
            ends = {square("23"), square("41")}
            assert any(set(pair) == ends for pair in pairwise(network))


@pytest.mark.parametrize(
    ("name", "played", "expected"),
    [
        ("double", "52", "22 26"),
        ("force", "45", "02 05"),
        ("force", "45 65 63", "02 05"),
        ("links", "56", "01 03 04 06"),
        ("ends", "53", "71 72 73 74 75 76"),
    ],
)
def test_the_named_threats_are_all(name: str, played: str, expected: str) -> None:
    assert threats(name, played) == squares(expected)


def test_a_forcing_threat_has_one_answer(judge: Any) -> None:
    position = first_position(find("force")).play((None, square("45")))
    assert good(judge, position, "stops") == {(None, square("65"))}


def test_the_best_square_sees_the_most_chips() -> None:
    position = first_position(find("links"))
    seen = {
        to: sum(position.chips[one] == WHITE for one in oracle.sights(position.chips, to))
        for _, to in oracle.legal_moves(position)
    }
    assert [to for to in seen if seen[to] == 4] == [square("56")]
    assert max(seen.values()) == 4


def test_goals_are_of_no_use_yet(judge: Any) -> None:
    """The one move that wins is between the goals; the reply cuts the line from 31 to 34."""
    position = first_position(find("ends"))
    for _, to in good(judge, position, "wins in 3 plies"):
        assert to not in oracle.GOALS[WHITE][0] | oracle.GOALS[WHITE][1]
    after = position.play((None, square("53"))).play((None, square("33")))
    assert square("34") in oracle.sights(position.chips, square("31"))
    assert square("34") not in oracle.sights(after.chips, square("31"))


def test_the_chips_are_counted_right() -> None:
    position = first_position(find("count"))
    open_to_white = [to for _, to in oracle.legal_moves(position)]
    assert list(position.chips.values()).count(WHITE) == 8
    for two in combinations(open_to_white, 2):
        assert not oracle.has_network(position.chips | dict.fromkeys(two, WHITE), WHITE)
    goals = oracle.GOALS[WHITE][0] | oracle.GOALS[WHITE][1]
    between = [one for one in position.chips if position.chips[one] == WHITE and one not in goals]
    assert between == [square("33")]


def test_the_chip_that_must_stay() -> None:
    lesson = find("stay")
    position = first_position(lesson)
    chip = square(lesson["task"]["chip"])
    for move in oracle.legal_moves(position):
        has_network = oracle.has_network(position.play(move).chips, BLACK)
        assert has_network == (move[0] == chip), move


def test_the_only_step_cuts_the_line_that_all_paths_use() -> None:
    position = first_position(find("forced"))
    black = Position(position.chips, BLACK)
    assert check.winning_squares(black, BLACK) == squares("17 37")
    for move in oracle.legal_moves(black):
        for network in oracle.networks(black.play(move).chips, BLACK):
            ends = {square("13"), square("33")}
            assert any(set(pair) == ends for pair in pairwise(network))


def test_the_trap() -> None:
    position = first_position(find("trap"))
    completing = {
        move
        for move in oracle.legal_moves(position)
        if oracle.has_network(position.play(move).chips, WHITE)
    }
    assert completing == moves(["63-53", "55-71"])
    after = position.play(check.read_move("55-71"))
    assert check.end(after) == BLACK
    assert square("57") not in oracle.sights(position.chips, square("52"))
    assert square("57") in oracle.sights(after.chips, square("52"))
    winning = position.play(check.read_move("63-53"))
    assert squares("55 73") <= oracle.sights(winning.chips, square("53"))
