"""Games kept without being asked: each game in a file of its own, written after every move.

The file is replaced as a whole, so a computer that stops at any moment leaves the game as it was
after one of its moves.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from tenchips.files import FileError, file_errors, write_atomically
from tenchips.record import Record, RecordError, load_records


def games_folder() -> Path:
    """Where games are kept."""
    return user_data_path("tenchips", appauthor=False) / "games"


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept, and its file."""

    path: Path
    record: Record

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be resumed."""
        return self.record.result == "*" and self.record.outcome is None

    def __str__(self) -> str:
        record = self.record
        made = len(record.line)
        how = "unfinished" if self.is_unfinished else record.result
        return f"{how} after {made} move{'s' * (made != 1)}: {record.white} - {record.black}"


class Autosave:
    """Keeps one game."""

    def __init__(self, path: Path | None = None) -> None:
        """`path` is the file of a game that is resumed; by default a new one is made with the
        first move."""
        self.path = path
        self.error = ""

    def save(self, record: Record) -> None:
        """Keep the game as it is now. If that fails, `error` says why: the game goes on."""
        if self.path is None and not record.line.nodes:
            return
        try:
            if self.path is None:
                folder = games_folder()
                with file_errors(folder):
                    folder.mkdir(parents=True, exist_ok=True)
                self.path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}-{os.getpid()}.txt"
            write_atomically(self.path, str(record))
        except FileError as error:
            self.error = f"The game is not kept: {error}."
        else:
            self.error = ""


def kept_games() -> Iterator[KeptGame]:
    """The games that were kept, the latest first. What cannot be read is left out."""
    try:
        paths = sorted(games_folder().glob("*.txt"), key=os.path.getmtime, reverse=True)
    except OSError:
        return
    for path in paths:
        try:
            games = list(load_records(path))
        except (FileError, RecordError):
            continue
        if len(games) == 1 and isinstance(games[0], Record):
            yield KeptGame(path, games[0])


def last_unfinished() -> KeptGame | None:
    """The unfinished game that was played last."""
    return next((game for game in kept_games() if game.is_unfinished), None)
