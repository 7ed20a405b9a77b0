"""The file of results holds every game once, whatever interrupts it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.arena import referee, results
from tenchips.arena.clock import TimeControl
from tenchips.arena.game import Game
from tenchips.arena.results import Results
from tenchips.players import RandomPlayer

SETTINGS = {"kind": "match", "players": ["a", "b"], "seed": 1}


def game(seed: int) -> Game:
    players = RandomPlayer(seed), RandomPlayer(-seed)
    return referee.play(*players, Board(), TimeControl(move=60.0))


GAMES = {f"{seed}a": game(seed) for seed in range(4)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with four games."""
    path = tmp_path / "results.jsonl"
    with Results(path, SETTINGS) as file:
        for key, played in GAMES.items():
            file.add(key, played)
    return path


def test_games_come_back_as_they_were(path: Path) -> None:
    with Results(path, SETTINGS) as file:
        assert file.games == GAMES
    head, games = results.load(path)
    assert games == GAMES
    assert head["players"] == ["a", "b"]
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()[1:]] == list(GAMES)


def test_a_file_cut_anywhere_loses_only_the_game_it_was_cut_in(path: Path) -> None:
    data = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
    for cut in sorted({*range(0, len(data), 37), *ends, *(end - 1 for end in ends), *range(9)}):
        path.write_bytes(data[:cut])
        whole = max(0, sum(end <= cut for end in ends) - 1)
        with Results(path, SETTINGS) as file:
            assert file.games == dict(list(GAMES.items())[:whole])
            for key, played in GAMES.items():
                if key not in file.games:
                    file.add(key, played)
        assert path.read_bytes() == data


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_a_game_that_was_not_quite_kept_is_not_kept(
    path: Path, error: type[BaseException] | BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()

    def sync(file: int) -> None:
        raise error

    with Results(path, SETTINGS) as file:
        monkeypatch.setattr(os, "fsync", sync)
        with pytest.raises((KeyboardInterrupt, OSError)):
            file.add("9a", GAMES["0a"])
        assert file.games == GAMES
    assert path.read_bytes() == before


def test_two_programs_do_not_play_into_one_file(path: Path) -> None:
    busy = pytest.raises(ValueError, match="being written to by another program")
    with Results(path, SETTINGS), busy:
        Results(path, SETTINGS)
    with Results(path, SETTINGS):
        pass


def test_another_match_is_not_gone_on_with(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"was begun with other settings \(seed 1\): use the same"):
        Results(path, SETTINGS | {"seed": 2})
    assert path.read_bytes() == before


def _twice(data: bytes) -> bytes:
    return data + data.splitlines(keepends=True)[-1]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: b"my diary\n", "holds something else"),
        (lambda data: b"my diary", "holds something else"),
        (lambda data: b"\x00\xff\n", "holds something else"),
        (lambda data: b"[1]\n", "holds something else"),
        (lambda data: data + b"{}\n", "line 6, is not a game"),
        (lambda data: data + b"[]\n", "line 6, is not a game"),
        (lambda data: data.replace(b'"result":"', b'"result":"x'), "line 2, is not a game"),
        (_twice, "line 6, is not a game: its key is there twice"),
    ],
)
def test_other_files_are_left_alone(
    path: Path, spoil: Callable[[bytes], bytes], sentence: str
) -> None:
    spoilt = spoil(path.read_bytes())
    path.write_bytes(spoilt)
    with pytest.raises(ValueError, match=sentence):
        Results(path, SETTINGS)
    assert path.read_bytes() == spoilt


def test_files_that_cannot_be_written_or_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        Results(tmp_path / "no" / "folder", SETTINGS)
    with pytest.raises(ValueError, match="cannot be written"):
        Results(tmp_path, SETTINGS)
    with pytest.raises(ValueError, match="cannot be read"):
        results.load(tmp_path / "none")
    (tmp_path / "diary").write_text("my diary\n")
    with pytest.raises(ValueError, match="is not a results file"):
        results.load(tmp_path / "diary")
