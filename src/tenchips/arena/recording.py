"""The file of game records that a run adds to, each game as it ends.

A game is in the file of results before it is in this one. Whoever goes on from the results
therefore knows which games this file must hold: those that are missing are added, and a last one
that was cut off in the middle is written again. Games that others put into the file are left
alone. Only one program at a time may add to it.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from tenchips.arena.game import Game
from tenchips.arena.results import whole_file
from tenchips.files import real_file, told
from tenchips.record import Record, RecordError

_NAMES: Final = ("Event", "Round", "Date", "Time", "White", "Black")
"""The tags that tell one game from all others."""

_GAME: Final = re.compile(r'^(?=\[Game ")', re.MULTILINE)
_TAG: Final = re.compile(rf'^\[({"|".join(_NAMES)}) "(.*)"\]\s*$', re.MULTILINE)


class Recording:
    """A file of records, open for the games of one match or tournament.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Recording(Path(folder, "games"), "Class", {}) as file:
    ...     file.keep({})
    """

    def __init__(self, path: Path, event: str, games: Mapping[str, Game]) -> None:
        """Open the file, or begin it, and add the games that it should hold and does not;
        `ValueError` if that is not possible."""
        self._path, self._event, self._kept = path, event, len(games)
        with told(path):
            self._file = os.open(real_file(path), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise ValueError(f"{path} is being written to by another program") from None
        try:
            held = self._mend(games)
            for key, game in games.items():
                if self._identity(key, game) not in held:
                    self._append(self._text(key, game))
        except BaseException:
            os.close(self._file)
            raise

    def keep(self, games: Mapping[str, Game]) -> None:
        """Add the games that have come to those known before."""
        for key, game in islice(games.items(), self._kept, None):
            self._append(self._text(key, game))
        self._kept = len(games)

    def _mend(self, games: Mapping[str, Game]) -> set[tuple[str, ...]]:
        """Take away a last game that was cut off, and say which are there."""
        data = whole_file(self._file)
        begin = data.rfind(b"\n\n[") + 2 if b"\n\n[" in data else 0
        last = data[begin:]
        if not _is_whole(last) and any(
            self._text(key, games[key]).startswith(last) for key in reversed([*games])
        ):
            data = data[:begin]
            os.ftruncate(self._file, begin)
        text = data.decode(errors="replace")
        return {_read_identity(game) for game in _GAME.split(text)}

    def _identity(self, key: str, game: Game) -> tuple[str, ...]:
        values = self._event, key, game.date, game.time, game.white, game.black
        return tuple(" ".join(value.split()) for value in values)

    def _text(self, key: str, game: Game) -> bytes:
        return str(game.record(self._event, key)).encode()

    def _append(self, text: bytes) -> None:
        """Add a game after an empty line: all of it, or nothing."""
        end = os.lseek(self._file, 0, os.SEEK_END)
        if end:
            last = os.pread(self._file, 2, max(0, end - 2))
            breaks = len(last) - len(last.rstrip(b"\n"))
            text = b"\n" * (2 - breaks) + text
        with told(self._path):
            try:
                while text:
                    text = text[os.write(self._file, text) :]
                os.fsync(self._file)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._file, end)
                raise

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


def _is_whole(game: bytes) -> bool:
    try:
        Record.parse(game.decode())
    except (RecordError, UnicodeError):
        return False
    return True


def _read_identity(game: str) -> tuple[str, ...]:
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(game)}
    return tuple(tags.get(name, "") for name in _NAMES)
