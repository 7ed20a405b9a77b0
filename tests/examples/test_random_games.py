"""The example runs, counts every game and draws a won one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "random_games.py"


def run(*arguments: object) -> str:
    command = [sys.executable, EXAMPLE, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_every_game_is_counted_and_the_shortest_win_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "shortest.svg"
    lines = run(60, "--seed", 1, "--svg", picture).splitlines()
    assert sum(int(line.split()[0]) for line in lines[:-1]) == 60
    assert lines[-1].endswith("moves a game")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_seed_plays_the_same_games_again() -> None:
    assert run(10, "--seed", 2) == run(10, "--seed", 2)
