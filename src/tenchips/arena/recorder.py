"""Adds the games of a match or tournament to a file of records, each as it ends.

A game is added to the results file first. On resuming, the results therefore say which games the
record file must hold: missing ones are added, and an incomplete last one is replaced. Other games
in the file are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from tenchips.arena.game import Game
from tenchips.record import Record, RecordError, RecordFile

_NAMES: Final = ("Event", "Round", "Date", "Time", "White", "Black")
"""The tags that identify a game."""

_GAME: Final = re.compile(r'^(?=\[Game ")', re.MULTILINE)
_TAG: Final = re.compile(rf'^\[({"|".join(_NAMES)}) "(.*)"\]\s*$', re.MULTILINE)


class Recorder:
    """A file of records, open for the games of one match or tournament.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Recorder(Path(folder, "games"), "Class", {}) as file:
    ...     file.add_new({})
    """

    def __init__(self, path: Path, event: str, games: Mapping[str, Game]) -> None:
        """Open the file or create it, and add the games that are missing; `FileError` if that is
        not possible."""
        self._event, self._kept = event, len(games)
        self._file = RecordFile(path)
        try:
            held = self._mend(games)
            for key, game in games.items():
                if self._identity(key, game) not in held:
                    self._append(key, game)
        except BaseException:
            self._file.close()
            raise

    def add_new(self, games: Mapping[str, Game]) -> None:
        """Add the games that are new since the last call."""
        for key, game in islice(games.items(), self._kept, None):
            self._append(key, game)
        self._kept = len(games)

    def _mend(self, games: Mapping[str, Game]) -> set[tuple[str, ...]]:
        """Remove an incomplete last game, and return the identities of the others."""
        data = self._file.read()
        begin = data.rfind(b"\n\n[") + 2 if b"\n\n[" in data else 0
        last = data[begin:]
        if not _is_whole(last) and any(
            self._text(key, games[key]).startswith(last) for key in reversed([*games])
        ):
            data = data[:begin]
            self._file.truncate(begin)
        text = data.decode(errors="replace")
        return {_read_identity(game) for game in _GAME.split(text)}

    def _identity(self, key: str, game: Game) -> tuple[str, ...]:
        values = self._event, key, game.date, game.time, game.white, game.black
        return tuple(" ".join(value.split()) for value in values)

    def _text(self, key: str, game: Game) -> bytes:
        return str(game.record(self._event, key)).encode()

    def _append(self, key: str, game: Game) -> None:
        self._file.append(game.record(self._event, key))

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _is_whole(game: bytes) -> bool:
    try:
        Record.parse(game.decode())
    except (RecordError, UnicodeError):
        return False
    return True


def _read_identity(game: str) -> tuple[str, ...]:
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(game)}
    return tuple(tags.get(name, "") for name in _NAMES)
