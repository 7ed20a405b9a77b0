"""Matches play every opening from both sides, stop when decided, and go on where they stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import tenchips
from tenchips.arena import results
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant, distinct, prepared
from tenchips.arena.match import Match, MatchScore, run
from tenchips.arena.results import Results
from tenchips.arena.statistics import Sprt
from tenchips.arena.text import match_line, match_summary
from tenchips.executors import Workers

PATIENCE = 300.0
SOURCE = str(Path(tenchips.__file__).parents[1])
STRONG, WEAK = Entrant("Ann", "machine:depth=2,hash=1"), Entrant("Bob", "random")
BOTH = STRONG, WEAK
MATCH = Match(STRONG, WEAK, 6, TimeControl(move=30.0), seed=1)


def test_a_match_and_its_summary(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Workers(2) as workers:
        with Results(path, MATCH.settings()) as file:
            scores = list(run(MATCH, BOTH, workers, file))
        assert [score.games for score in scores] == [0, 1, 2, 3, 4, 5, 6]
        with Results(path, MATCH.settings()) as file:  # nothing is left to play
            assert [score.games for score in run(MATCH, BOTH, workers, file)] == [6]
        longer = replace(MATCH, games=8)
        with Results(path, longer.settings()) as file:
            assert [score.games for score in run(longer, BOTH, workers, file)] == [6, 7, 8]
            games = file.games
    assert Counter(map(str, games)) == Counter(
        f"{pair}{half}" for pair in range(4) for half in "ab"
    )
    for pair in range(4):
        one, other = games[f"{pair}a"], games[f"{pair}b"]
        assert (one.white, one.black, other.white, other.black) == ("Ann", "Bob", "Bob", "Ann")
        assert one.moves[:5] == other.moves[:5]
        assert one.opening == other.opening == 5
    score = MatchScore.of(games)
    assert score.wins + score.draws + score.losses == 8
    assert score.pairs.pairs == 4
    assert score.as_white + score.as_black == score.wins + score.draws / 2
    assert score.wins >= 6
    text = match_summary(longer, score)
    assert text.startswith(
        "Ann against Bob: 8 games\n30 s a move, 0.1 s margin; openings balanced, seed 1\n"
    )
    assert f"won {score.wins}, lost {score.losses}" in text
    assert "Elo" in match_line(longer, score)


def test_a_match_ends_when_it_is_decided() -> None:
    test = Sprt(0, 400, alpha=0.2, beta=0.2)
    match = replace(MATCH, games=400, sprt=test)
    with Workers(2) as workers, Results(None, match.settings()) as file:
        score = list(run(match, BOTH, workers, file))[-1]
        assert list(run(match, BOTH, workers, file)) == [score]
    assert score.games < 100
    assert test.verdict(score.pairs) == "H1"
    assert "Ann is stronger: 400 Elo and not 0" in match_summary(match, score)


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_games_come_in_pairs(games: int) -> None:
    with pytest.raises(ValueError, match="an even number of games"):
        replace(MATCH, games=games)


def test_entries() -> None:
    assert Entrant.parse("Ann Lee=ugi:./engine --x=1") == Entrant("Ann Lee", "ugi:./engine --x=1")
    assert Entrant.parse("ugi:./engine --x=1").name == "ugi:./engine --x=1"
    assert Entrant.parse("java:hand-ins/ann") == Entrant("ann", "java:hand-ins/ann")
    assert Entrant.parse("java:ann.jar#ann.Deep").name == "Deep"
    assert Entrant.parse("python:my/file.py:Deep").name == "Deep"
    assert Entrant.parse("=random") == Entrant("=random", "=random")
    same = [Entrant.parse(text) for text in ("random", "random (2)=machine", "random", "random")]
    names = ["random", "random (2)", "random (3)", "random (4)"]
    assert [entrant.name for entrant in distinct(same)] == names
    for text, sentence in (("human", "people play with"), ("robot", "is not a player")):
        with pytest.raises(ValueError, match=sentence):
            prepared([Entrant.parse(text)])


SCRIPT = """
import sys
from pathlib import Path
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.match import Match, run
from tenchips.arena.results import Results
from tenchips.executors import Workers

if __name__ == "__main__":
    folder, games = Path(sys.argv[1]), int(sys.argv[2])
    one = Entrant("Ann", f"python:{sys.argv[3]}:Careful")
    two = Entrant("Bob", "random")
    match = Match(one, two, games, TimeControl(move=60.0))
    with Workers(2) as workers, Results(folder / "results.jsonl", match.settings()) as results:
        for score in run(match, (one, two), workers, results):
            pass
"""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def descendants(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [pid for child in map(int, children) for pid in (child, *descendants(child))]


def test_a_killed_match_leaves_no_process_and_goes_on_without_a_game_lost(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    players = Path(__file__).parents[1] / "players" / "course_players.py"
    command = [sys.executable, script, tmp_path, "12", players]
    env = os.environ | {"PYTHONPATH": SOURCE}
    path = tmp_path / "results.jsonl"
    deadline = time.monotonic() + PATIENCE
    for _ in range(2):
        process = subprocess.Popen(command, env=env)
        begun = path.stat().st_size if path.exists() else 0
        while (
            not path.exists() or path.stat().st_size <= begun or len(descendants(process.pid)) < 3
        ):
            assert time.monotonic() < deadline
            if process.poll() is not None:
                break  # it was quicker than we look
            time.sleep(0.01)
        family = descendants(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        while any(map(is_running, family)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    before = set(results.load(path)[1])
    assert before
    subprocess.run(command, env=env, check=True, timeout=PATIENCE)
    keys = [json.loads(line)["key"] for line in path.read_text().splitlines()[1:]]
    assert sorted(keys) == sorted(f"{pair}{half}" for pair in range(6) for half in "ab")
    assert before <= set(keys)


def test_a_player_that_is_killed_now_and_then_loses_those_games_and_no_more() -> None:
    players = Path(__file__).parents[1] / "players" / "course_players.py"
    pair = Entrant("Ann", f"python:{players}:Dies"), Entrant("Bob", "random")
    match = Match(*pair, 16, TimeControl(move=60.0), seed=2)
    with Workers(2) as workers, Results(None, match.settings()) as file:
        *_, score = run(match, pair, workers, file)
        games = dict(file.games)
    assert len(games) == score.games == 16
    died = [game for game in games.values() if game.fault is not None]
    assert 0 < len(died) < 16
    for game in died:
        assert game.fault is not None
        assert game.name(game.fault.color) == "Ann"
        assert game.fault.sentence == "Ann was killed by signal 9"
        assert game.fault.kind == "crash"
    assert score.faults == ({"crash": len(died)}, {})
    assert all("course_players" not in command for command in commands(os.getpid()))


def commands(pid: int) -> list[str]:
    """What the processes that descend from one run."""
    found = []
    for child in descendants(pid):
        with suppress(OSError):
            found.append(Path(f"/proc/{child}/cmdline").read_text())
    return found
