"""Game records from a file, for the commands that take one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tenchips.cli.app import UsageError

if TYPE_CHECKING:
    from tenchips.record import Record, RecordError


def load_games(path: Path) -> list[Record | RecordError]:
    """All games of a file, with an error in place of each game that cannot be read."""
    from tenchips.record import load_records

    games = list(load_records(path))
    if not games:
        raise UsageError(f"{path} holds no game")
    return games
