"""The examples do what they say: each is run, and what it makes is judged by `Board`."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tenchips import BLACK, WHITE, Board, Move
from tenchips.core import Position

EXAMPLES = Path(__file__).parents[2] / "examples"
WINS_FOR_BLACK = "01 60 03 65 06 55 71 33 73 35 76"  # with 17 or 57
ONE_THREAT = "01 60 03 65 06 55 71 33 26 35"  # White must stop Black's 57


def load(name: str) -> dict[str, Any]:
    """The names that an example defines."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def run(name: str, *arguments: object, folder: Path | None = None) -> str:
    """What an example prints."""
    command = [sys.executable, EXAMPLES / f"{name}.py", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def after(board: Board, move: Move) -> Board:
    there = board.copy()
    there.push(move)
    return there


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_says_how_to_run_it_and_is_listed(path: Path) -> None:
    assert f"python examples/{path.name}" in path.read_text("utf-8")
    listed = (EXAMPLES.parent / "docs" / "examples.md").read_text("utf-8")
    assert f"](../examples/{path.name})" in listed


def test_self_play_writes_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    said = run("self_play", 3, file, "--nodes", 200, "--jobs", 2)
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert said == f"{len(rows)} positions of 3 games in {file}\n"
    games = defaultdict(list)
    for row in rows:
        games[row["game"]].append(row)
    assert sorted(games) == [0, 1, 2]
    for game in games.values():
        board = Board(game[0]["position"])
        assert board.position != Board().position
        for row in game:
            assert board.position == row["position"]
            board.push(row["move"])
        outcome = board.outcome()
        assert outcome is not None
        assert {row["result"] for row in game} == {
            {WHITE: 1, BLACK: -1, None: 0}[outcome.winner]
        }  # fmt: skip
    assert load("self_play")["play"](0, nodes=200) == games[0]


def test_mcts_wins_blocks_and_beats_chance() -> None:
    choose, rng = load("mcts")["choose"], Random(1)
    won = Board(moves=WINS_FOR_BLACK)
    assert after(won, choose(won, 300, rng)).is_game_over()
    threatened = Board(moves=ONE_THREAT)
    stopped = after(threatened, choose(threatened, 2000, rng))
    assert not stopped.winning_moves()
    board = Board()
    while not board.is_game_over():
        is_mine = board.turn is WHITE
        board.push(choose(board, 200, rng) if is_mine else rng.choice(board.legal_moves))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE


def test_mcts_is_as_short_as_it_says() -> None:
    lines = (EXAMPLES / "mcts.py").read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 60


def test_the_text_bot_plays_a_whole_game_with_each_user() -> None:
    bot = load("text_bot")["TextBot"](seed=1)
    assert bot.reply("Ann", "board").startswith("new [LEVEL]")
    assert bot.reply("Ann", "new 11").startswith("new [LEVEL]")
    for user in ("Ann", "Ben"):
        assert "against level 1." in bot.reply(user, "new 1")
    assert bot.reply("Ann", "00") == "That does not work: nobody may use 00: it is a corner."
    table = bot._tables["Ben"]
    rng, said = Random(2), ""
    while "Write new for another game." not in said:
        assert table.board.turn is table.color
        said = bot.reply("Ben", str(rng.choice(table.board.legal_moves)))
    assert f"{table.board.outcome()}. Write new" in said
    assert str(table.board) in said
    assert bot.reply("Ben", "board").startswith("new [LEVEL]")
    assert bot.reply("Ann", "board").count("\n") == 10
    assert bot.reply("Ann", "resign").startswith("You resign.")


def test_the_tournament_is_reported_and_can_be_resumed(tmp_path: Path) -> None:
    arguments = ("Chance=random", "machine:level=1", "--time", 60)
    said = run("tournament_report", *arguments, folder=tmp_path)
    games = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()[1:]
    assert len(games) == 2
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Chance" in page
    assert " wins with " in said.splitlines()[-1]
    again = run("tournament_report", *arguments, folder=tmp_path)
    assert again.splitlines()[-5:] == said.splitlines()[-5:]
    assert (tmp_path / "results.jsonl").read_text("utf-8").splitlines()[1:] == games


def test_the_search_wins_blocks_and_asks_the_evaluation() -> None:
    names = load("custom_evaluation")
    choose, evaluate = names["choose"], names["evaluate"]
    won = Board(moves=WINS_FOR_BLACK)
    assert after(won, choose(won, 1, evaluate)).is_game_over()
    threatened = Board(moves=ONE_THREAT)
    assert not after(threatened, choose(threatened, 2, evaluate)).winning_moves()
    for wanted in ("02", "33"):
        assert str(choose(Board(), 1, wants(wanted))) == wanted
    assert run("custom_evaluation", "--depth", 2, "--level", 1).count("wins") == 2


def wants(square: str) -> Callable[[Position], int]:
    """An evaluation by which Black, to move, stands worse if White has a chip on a square."""
    return lambda position: -int(square in position.board().chips(WHITE))
