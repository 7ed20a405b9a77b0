"""Files are written whole or not at all, and games are only ever added."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.files import FileError, write_atomically
from tenchips.record import Record, load_records
from tenchips.terminal.saved_game import SavedGame, check_savable


def record(moves: str, white: str = "Ann") -> Record:
    return Record.from_board(Board(moves=moves), white=white)


def games(path: Path) -> list[str]:
    found = list(load_records(path))
    assert all(isinstance(game, Record) for game in found), found
    return [" ".join(str(node.move) for node in game.line) for game in found]


def test_games_are_added_and_the_text_before_them_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for before in ("", "\n", "\r\n\r\n"):
        path.write_bytes(str(record("11")).rstrip().encode() + before.encode())
        old = path.read_bytes()
        SavedGame().save(path, record("33 44"))
        assert path.read_bytes().startswith(old)
        assert games(path) == ["11", "33 44"]


def test_a_saved_game_brings_its_game_up_to_date_and_touches_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    first, second = SavedGame(), SavedGame()
    first.save(path, record("11"))
    second.save(path, record("33"))
    second.save(path, record("33 44"))
    assert games(path) == ["11", "33 44"]
    first.save(path, record("11 22"))
    assert games(path) == ["11", "33 44", "11 22"]


def test_games_added_at_once_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: SavedGame().save(path, record("33")), range(40)))
    assert games(path) == ["33"] * 40


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    SavedGame().save(path, record("11"))
    old = path.read_text()

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(FileError, match="cannot be written: no space left on device"):
        SavedGame().save(path, record("33"))
    assert path.read_text() == old
    assert list(tmp_path.iterdir()) == [path]


def test_the_mode_of_a_file_and_a_link_to_it_survive(tmp_path: Path) -> None:
    path, link = tmp_path / "games.txt", tmp_path / "link"
    path.write_text("")
    path.chmod(0o640)
    link.symlink_to(path)
    SavedGame().save(link, record("33"))
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert games(path) == ["33"]


@pytest.mark.parametrize("content", [b"dear diary\n", b"\xff\xfe\x00", b"#!/bin/sh\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    for attempt in (lambda: check_savable(path), lambda: SavedGame().save(path, record("33"))):
        with pytest.raises(FileError, match="diary"):
            attempt()
    assert path.read_bytes() == content


def test_folders_devices_and_missing_folders_are_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, why in (
        (tmp_path, "it is a folder"),
        (pipe, "it is not a plain file"),
        (Path(os.devnull), "it is not a plain file"),
        (tmp_path / "none" / "games.txt", "no such file or directory"),
        (tmp_path / ("x" * 300), "file name too long"),
    ):
        for attempt in (
            lambda path=path: check_savable(path),
            lambda path=path: SavedGame().save(path, record("33")),
            lambda path=path: write_atomically(path, "text"),
        ):
            with pytest.raises(FileError, match=why):
                attempt()
    assert pipe.is_fifo()


def test_a_name_with_a_zero_character_is_refused() -> None:
    with pytest.raises(FileError, match="is not a file name"):
        check_savable(Path("a\0b"))


def test_checking_makes_no_file(tmp_path: Path) -> None:
    check_savable(tmp_path / "games.txt")
    assert list(tmp_path.iterdir()) == []
