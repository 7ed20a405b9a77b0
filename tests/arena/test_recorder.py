"""The file of records holds every game of the results once, whatever interrupts a run."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.arena import referee, results
from tenchips.arena.clock import TimeControl
from tenchips.arena.game import Game
from tenchips.arena.recorder import Recorder
from tenchips.players import RandomPlayer
from tenchips.record import Record, load_records
from terminal.command import command, environment

PATIENCE = 300.0
EVENT = 'Class "of" 2025'


def game(seed: int) -> Game:
    players = RandomPlayer(seed), RandomPlayer(-seed)
    played = referee.play(*players, Board(), TimeControl(move=60.0))
    return replace(played, white="Ann  Lee", black="a\\b", time=f"10:00:0{seed}")


GAMES = {f"{seed}a": game(seed) for seed in range(4)}
SAME = {key: replace(GAMES["0a"]) for key in ("0a", "0b", "1a")}
"""Games of players that always do the same."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


def keep(path: Path, games: dict[str, Game]) -> None:
    with Recorder(path, EVENT, {}) as file:
        file.add_new(games)


def held(path: Path) -> list[str]:
    """The keys of the games in a file, all of which can be read."""
    records = list(load_records(path))
    assert all(isinstance(record, Record) for record in records), records
    return [dict(record.more_tags)["Round"] for record in records if isinstance(record, Record)]


@pytest.mark.parametrize("games", [GAMES, SAME])
def test_each_game_is_added_once(path: Path, games: dict[str, Game]) -> None:
    growing: dict[str, Game] = {}
    with Recorder(path, EVENT, growing) as file:
        for number, (key, played) in enumerate(games.items(), 1):
            growing[key] = played
            file.add_new(growing)
            assert held(path) == list(games)[:number]
            file.add_new(growing)
    before = path.read_bytes()
    with Recorder(path, EVENT, games) as file:
        file.add_new(games)
    assert path.read_bytes() == before


def test_a_file_cut_anywhere_is_mended(path: Path) -> None:
    keep(path, GAMES)
    data = path.read_bytes()
    begins = [i for i in range(len(data)) if data.startswith(b'[Game "', i)]
    for cut in sorted(
        {*range(0, len(data), 41), *begins, *(b + n for b in begins for n in (1, 9))}
    ):
        path.write_bytes(data[:cut])
        with Recorder(path, EVENT, GAMES):
            pass
        assert path.read_bytes() == data, cut


def test_a_game_that_only_the_results_have_is_added(path: Path) -> None:
    keep(path, {key: GAMES[key] for key in ("0a", "2a")})
    with Recorder(path, EVENT, GAMES):
        assert sorted(held(path)) == sorted(GAMES)


@pytest.mark.parametrize(
    "others",
    [b"1. 33 44 *", b'[White "x"]\n\n1. 33\n*', b"my diary\n", b"\xff\xfe\n\n[", b"\n\n"],
)
def test_what_others_wrote_stays(path: Path, others: bytes) -> None:
    path.write_bytes(others)
    keep(path, GAMES)
    data = path.read_bytes()
    assert data.startswith(others)
    with Recorder(path, EVENT, GAMES):
        pass
    assert path.read_bytes() == data
    assert data.count(b'\n\n[Game "Network"]') == len(GAMES)


def test_two_matches_share_a_file(path: Path) -> None:
    keep(path, GAMES)
    with Recorder(path, "Another", GAMES):
        pass
    assert held(path) == [*GAMES, *GAMES]


def test_two_programs_do_not_write_at_a_time(path: Path) -> None:
    busy = pytest.raises(ValueError, match="is being written to by another program")
    with Recorder(path, EVENT, {}), busy:
        Recorder(path, EVENT, {})


def test_a_full_disk_leaves_whole_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(path, {"0a": GAMES["0a"]})
    before = path.read_bytes()
    write = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        return write(file, data[: len(data) // 2])

    full = pytest.raises(ValueError, match=r"games.txt cannot be written: no space left on device")
    with Recorder(path, EVENT, {"0a": GAMES["0a"]}) as file, full:
        monkeypatch.setattr(os, "write", half)
        file.add_new(GAMES)
    assert path.read_bytes() == before


def test_a_killed_match_has_its_games_recorded_and_goes_on(tmp_path: Path) -> None:
    """Killed at once after a result was written, whether its record was or not."""
    kept, games = tmp_path / "results.jsonl", tmp_path / "games.txt"
    words = ["match", "machine:depth=1,hash=1", "random", "--games", "16", "--time", "60"]
    words += ["--concurrency", "2", "--results", str(kept), "--record", str(games)]
    deadline = time.monotonic() + PATIENCE
    for least in (3, 6):
        process = subprocess.Popen(
            command(*words), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while not kept.exists() or kept.read_bytes().count(b"\n") <= least:
            assert time.monotonic() < deadline
            assert process.poll() is None or process.returncode == 0
            if process.poll() is not None:
                break  # it was quicker than we look
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        # All but the one that was being written at that moment.
        assert games.read_bytes().count(b'[Game "Network"]') >= len(results.load(kept)[1]) - 1
    subprocess.run(command(*words), env=environment(), check=True, timeout=PATIENCE)
    everything = Counter(f"{pair}{half}" for pair in range(8) for half in "ab")
    assert Counter(results.load(kept)[1].keys()) == everything
    assert Counter(held(games)) == everything
