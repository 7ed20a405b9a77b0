"""`tenchips analyse` answers every line with lines of JSON, and what they say is true."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from positions import boards
from protocol.program import ENV, PATIENCE, Program
from tenchips import BLACK, WHITE, Board, Rules
from tenchips.protocol.analysis import AnalysisServer, serve, winning_moves
from tenchips.squares import COLORS

WON = "01 60 03 65 06 55 71 33 73 35 76"
STUCK = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"


def answers(*requests: dict[str, Any] | str | None, jobs: int = 1) -> list[dict[str, Any]]:
    """What a server in this process answers."""
    lines: list[str] = []
    server = AnalysisServer(lines.append, jobs=jobs, hash=1)
    for request in requests:
        server.handle(json.dumps(request) if isinstance(request, dict) else request)
    server.finish()
    assert not any("\n" in line for line in lines)
    return [json.loads(line) for line in lines]


def test_a_result_says_everything_about_a_position() -> None:
    [result] = answers({"id": "a", "moves": WON, "limit": {"depth": 3}, "lines": 2})
    board = Board(moves=WON)
    assert list(result) == [
        "id", "done", "position", "turn", "outcome", "networks", "threats",
        "score", "winProbability", "depth", "seldepth", "nodes", "time", "lines",
    ]  # fmt: skip
    assert (result["id"], result["done"]) == ("a", True)
    assert (result["position"], result["turn"]) == (board.position, "black")
    assert result["outcome"] is None
    assert result["networks"] == {"white": [], "black": []}
    assert result["threats"] == {"own": ["17", "57"], "enemy": []}
    assert result["score"] == {"plies": 1}
    assert result["winProbability"] == {"toMove": 1.0, "white": 0.0}
    assert [line["rank"] for line in result["lines"]] == [1, 2]
    assert {line["move"] for line in result["lines"]} == {"17", "57"}
    assert all(line["moves"][0] == line["move"] for line in result["lines"])


@pytest.mark.parametrize("moves", ["", "33", "33 44 25", WON[:-3]])
def test_lines_can_be_played_and_chances_add_up(moves: str) -> None:
    [result] = answers({"id": 0, "moves": moves, "limit": {"depth": 4}, "lines": 3})
    board = Board(moves=moves)
    for line in result["lines"]:
        Board(moves=f"{moves} {' '.join(line['moves'])}")
        chances = line["winProbability"]
        white = chances["toMove"] if board.turn is WHITE else 1 - chances["toMove"]
        assert chances["white"] == pytest.approx(white, abs=1e-4)
        assert 0 <= white <= 1
    assert len({line["move"] for line in result["lines"]}) == 3
    assert result["threats"]["enemy"] == (["17", "57"] if moves == WON[:-3] else [])


@pytest.mark.parametrize(
    ("moves", "rules", "winner", "termination", "chances"),
    [
        (f"{WON} 57", "", "black", "network", {"toMove": 0.0, "white": 0.0}),
        (STUCK, "", "black", "no move", {"toMove": 0.0, "white": 0.0}),
        (STUCK, "no_move=draw", None, "no move", {"toMove": 0.5, "white": 0.5}),
    ],
)
def test_a_game_that_is_over(
    moves: str, rules: str, winner: str | None, termination: str, chances: dict[str, float]
) -> None:
    [result] = answers({"id": 1, "moves": moves.split(), "rules": rules})
    assert result["outcome"]["winner"] == winner
    assert result["outcome"]["termination"] == termination
    assert result["winProbability"] == chances
    assert (result["score"], result["lines"]) == (None, [])
    assert result["threats"] == {"own": [], "enemy": []}
    expected = [["60", "65", "55", "33", "35", "57"]] if "57" in moves else []
    assert result["networks"] == {"white": [], "black": expected}


def test_threats_are_those_the_board_sees() -> None:
    seen = 0
    for board in boards(seed=5, count=300):
        if board.outcome() is not None:
            continue
        for color in COLORS:
            there = Board.diagram(
                board.chips(WHITE),
                board.chips(BLACK),
                color,
                rules=Rules(repetition=0, step_limit=0),
            )
            if there.outcome() is not None:
                continue
            wins = []
            for move in list(there.legal_moves):
                there.push_unchecked(move)
                outcome = there.outcome()
                if outcome is not None and outcome.winner is color:
                    wins.append(str(move))
                there.pop()
            assert winning_moves(board, color) == wins
            seen += bool(wins)
    assert seen > 20


@pytest.mark.parametrize(
    ("request_", "field", "about"),
    [
        ("{", None, "this line is not JSON"),
        ("[" * 50_000, None, "this line is not JSON"),
        ("7", None, "a request is a JSON object"),
        (None, None, "at most 65536 bytes"),
        ({}, "id", "a request has an id"),
        ({"id": None}, "id", "an id is a text"),
        ({"id": True}, "id", "an id is a text"),
        ({"id": "x" * 201}, "id", "an id is a text"),
        ({"id": 1, "extra": 1}, "extra", "there is no field 'extra'"),
        ({"id": 1, "position": 3}, "position", "position is a text"),
        ({"id": 1, "position": "8/8 w 0 1"}, "position", "8 rows"),
        ({"id": 1, "position": "W7/8/8/8/8/8/8/8 b 0 1"}, "position", "chip in the corner 00"),
        ({"id": 1, "rules": "luck=1"}, "rules", "'luck=1' is not a rule"),
        ({"id": 1, "moves": 3}, "moves", "moves are a text"),
        ({"id": 1, "moves": [33]}, "moves", "moves are a text"),
        ({"id": 1, "moves": "33 33"}, "moves", "move 2, '33': 33 already holds a chip"),
        ({"id": 1, "moves": ["33", "e4"]}, "moves", "move 2, 'e4': 'e4' is not a move"),
        ({"id": 1, "moves": ["33"] * 10_001}, "moves", "at most 10000 moves"),
        ({"id": 1, "limit": {}}, "limit", "at least one of"),
        ({"id": 1, "limit": 3}, "limit", "at least one of"),
        ({"id": 1, "limit": {"luck": 3}}, "limit.luck", "depth, time (seconds) and nodes only"),
        ({"id": 1, "limit": {"depth": 91}}, "limit.depth", "depth is a whole number from 1 to 90"),
        ({"id": 1, "limit": {"depth": True}}, "limit.depth", "depth is a whole number"),
        ({"id": 1, "limit": {"nodes": 1.5}}, "limit.nodes", "nodes is a whole number"),
        ({"id": 1, "limit": {"time": -1}}, "limit.time", "time is a number of seconds"),
        ('{"id": 1, "limit": {"time": 1e999}}', "limit.time", "time is a number of seconds"),
        ('{"id": 1, "limit": {"time": NaN}}', None, "NaN is not a number"),
        ({"id": 1, "lines": 0}, "lines", "lines is a whole number from 1"),
        ({"id": 1, "stream": "yes"}, "stream", "stream is true or false"),
        ({"cancel": 5}, "cancel", "no request 5 is waiting"),
        ({"cancel": []}, "cancel", "an id is a text"),
        ({"cancel": 5, "id": 5}, "cancel", "a cancellation has no other field"),
    ],
)
def test_errors_name_the_field(
    request_: dict[str, Any] | str | None, field: str | None, about: str
) -> None:
    error, result = answers(request_, {"id": 2, "limit": {"depth": 1}})
    assert list(error) == ["id", "error", "field"]
    assert error["field"] == field
    assert about in error["error"]
    assert error["error"].isprintable()
    assert result["done"]


def test_the_same_question_has_the_same_answer_whatever_came_before() -> None:
    asked = {"moves": "33 44", "limit": {"depth": 5}, "lines": 2}
    other = {"moves": "33 43", "limit": {"depth": 6}}
    found = {result["id"]: result for result in answers(
        asked | {"id": 1}, other | {"id": 2}, asked | {"id": 3}, asked | {"id": 4}, jobs=2,
    )}  # fmt: skip
    assert sorted(found) == [1, 2, 3, 4]
    for result in found.values():
        del result["id"], result["time"]
    assert found[1] == found[3] == found[4]


def test_a_stream_comes_before_its_result() -> None:
    results = answers({"id": 1, "limit": {"depth": 4}, "stream": True, "lines": 2})
    assert [result["done"] for result in results] == [False] * 4 + [True]
    assert [result["depth"] for result in results] == [1, 2, 3, 4, 4]
    assert results[-2]["lines"] == results[-1]["lines"]


def test_requests_are_answered_side_by_side_and_can_be_cancelled() -> None:
    with Program("analyse", "--jobs", "2", "--hash", "1") as program:

        def send(**fields: Any) -> None:
            program.send(json.dumps(fields))

        send(id="long", limit={"time": 3000}, stream=True)
        assert json.loads(program.line())["done"] is False
        send(id="short", limit={"depth": 2})
        while (result := json.loads(program.line()))["id"] == "long":
            assert not result["done"]
        assert (result["id"], result["done"]) == ("short", True)
        send(id="long")
        while (result := json.loads(program.line())).get("done") is False:
            pass
        assert (result["id"], result["field"]) == ("long", "id")
        send(id="second", limit={"time": 3000})
        send(id="waiting", limit={"time": 3000})
        send(cancel="waiting")
        while (result := json.loads(program.line()))["id"] == "long":
            pass
        assert result == {"id": "waiting", "done": True, "cancelled": True}
        send(cancel="long")
        while not (result := json.loads(program.line()))["done"]:
            pass
        assert result["id"] == "long"
        assert result["cancelled"] is True
        assert result["lines"][0]["move"] in Board().legal_moves
        send(cancel="second")
        assert json.loads(program.line())["id"] == "second"
        send(id="last", limit={"depth": 3})
        assert [json.loads(line)["id"] for line in program.leave()] == ["last"]


def test_it_ends_when_nobody_reads_any_more() -> None:
    asked = "".join(f'{{"id": {i}, "limit": {{"time": 3000}}, "stream": true}}\n' for i in range(9))
    reader = "import sys; sys.stdin.readline()"
    command = f"{sys.executable} -m tenchips analyse | {sys.executable} -c '{reader}'"
    done = subprocess.run(
        ["sh", "-c", command],
        input=asked,
        text=True,
        capture_output=True,
        env=ENV,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_mutated_lines_are_answered_each() -> None:
    rng = Random(3)
    seed = json.dumps({"id": 1, "moves": "33 44", "limit": {"depth": 1}, "lines": 2})
    lines: list[str] = []
    server = AnalysisServer(lines.append, hash=1)
    sent = 0
    for _ in range(1500):
        text = list(seed)
        for _ in range(rng.randint(0, 3)):
            text[rng.randrange(len(text))] = rng.choice('0123"{}[],: x\\\x00')
        if (line := "".join(text)).strip():
            server.handle(line)
            sent += 1
    server.finish()
    assert len(lines) == sent
    assert all("id" in json.loads(line) for line in lines)


@pytest.mark.parametrize(
    ("jobs", "hash", "about"), [(0, 1, "jobs are from 1"), (1, 0, "the hash table has from 1")]
)
def test_impossible_settings_are_refused(jobs: int, hash: int, about: str) -> None:
    with pytest.raises(ValueError, match=about):
        serve(jobs=jobs, hash=hash)
