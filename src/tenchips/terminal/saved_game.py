"""Adding the game at the terminal to a file of games, which may hold others.

Everything that can go wrong with a file comes out as a `FileError`, one sentence that names it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenchips.files import FileError, check_writable, file_errors, resolve_file
from tenchips.record import Record, RecordFile

_WAIT: Final = 10.0
"""Seconds to wait while another program adds a game to the same file."""


def check_savable(path: Path) -> None:
    """Find out before a game whether it can be added to a file afterwards."""
    with file_errors(path):
        target = resolve_file(path)
        _check_games(path, target.read_bytes() if target.exists() else b"")
    check_writable(path)


class SavedGame:
    """Adds one game to files. Saving it to the same file again replaces it there."""

    def __init__(self) -> None:
        self._added: dict[Path, bytes] = {}

    def save(self, path: Path, record: Record) -> None:
        """Add the game, after whatever the file holds."""
        with file_errors(path):
            target = resolve_file(path)
            with RecordFile(target, wait=_WAIT) as file:
                held = file.read()
                _check_games(path, held)
                own = self._added.get(target, b"")
                after = len(held) - len(own) if held.endswith(own) else len(held)
                self._added[target] = file.append(record, after=after)


def _check_games(path: Path, data: bytes) -> None:
    """Refuse a file that holds something else than games."""
    text = data.decode("utf-8-sig")
    if text.strip() and not text.lstrip().startswith(("[", "{", "1.")):
        raise FileError(f"{path} holds something else than games: choose another file")
