"""Files that people keep: written whole or not at all, and games only ever added.

Everything that can go wrong with a file comes out as a `FileError`, one sentence that names it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tenchips import files
from tenchips.files import FileError, told
from tenchips.record import Record


def write_whole(path: Path, content: str | bytes) -> None:
    """Put something into a file: all of it, or on any failure none and the old file as it was."""
    with told(path, "written"):
        files.write_whole(path, content.encode() if isinstance(content, str) else content)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say in a sentence why a file cannot be read."""
    with told(path, "read"):
        files.real_file(path)
        yield


def check_keeping(path: Path) -> None:
    """Find out before a game whether it can be added to a file afterwards."""
    with told(path, "written"):
        _games(path)
    check_writing(path)


def check_writing(path: Path) -> None:
    """Find out before long work whether a file can be written afterwards."""
    with told(path, "written"):
        target = files.real_file(path)
        if not os.access(target.parent, os.W_OK | os.X_OK):
            os.stat(target.parent)  # says so if it is the folder that is missing
            raise PermissionError(None, "its folder may not be written to")


class Keeper:
    """Adds one game to files. Where this game ends a file already, it is brought up to date."""

    def __init__(self) -> None:
        self._added: dict[Path, str] = {}

    def keep(self, path: Path, record: Record) -> None:
        """Add the game, after whatever the file holds."""
        with told(path, "written"):
            target = files.real_file(path)
            with _locked(target.parent):
                before = _games(path).removesuffix(self._added.get(target, ""))
                gap = "\n" * (2 - min(2, len(before) - len(before.rstrip("\n")))) if before else ""
                added = f"{gap}{str(record).rstrip()}\n"
                write_whole(target, before + added)
                self._added[target] = added


def _games(path: Path) -> str:
    """The text of a file of games, empty if there is no file yet."""
    target = files.real_file(path)
    if not target.exists():
        return ""
    with open(target, encoding="utf-8", newline="") as file:
        text = file.read()
    if text.strip() and not text.lstrip("\ufeff \t\r\n").startswith(("[", "{", "1.")):
        raise FileError(f"{path} holds something else than games: choose another file")
    return text


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let no other game be added in this folder meanwhile, where the system can promise that."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
