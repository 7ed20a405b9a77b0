"""The file of results: one line of JSON a game, only ever added to.

Its first line says what is being played. Whoever finds such a file goes on where it ends: games
that are there are not played again, and a last line that was cut off in the middle is taken away.
Only one program at a time may add to it.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any, Final

from tenchips.arena.game import Game

VERSION: Final = 1


class Results:
    """The games of a match or tournament by their keys, in a file or, without one, in memory.

    >>> with Results(None, {"players": ["a", "b"]}) as results:
    ...     len(results.games)
    0
    """

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        """Open the file, or begin it; `ValueError` if it is about something else."""
        self.games: dict[str, Game] = {}
        self._file: int | None = None
        if path is not None:
            self._path = path
            try:
                self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise ValueError(f"{path} cannot be written: {reason}") from None
            try:
                self._begin({"tenchips": VERSION, **json.loads(json.dumps(settings))})
            except BaseException:
                os.close(self._file)
                raise

    def _begin(self, head: dict[str, Any]) -> None:
        assert self._file is not None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{self._path} is being played into by another program") from None
        data = whole_file(self._file)
        lines = data.split(b"\n")
        cut = lines.pop()  # empty after a line that was written to its end
        if not lines and not _is_beginning(cut, head):
            raise ValueError(f"{self._path} holds something else: choose another file")
        if lines:
            self._check(lines[0], head)
            for number, line in enumerate(lines[1:], 2):
                self._read(line, number)
        os.ftruncate(self._file, len(data) - len(cut))
        os.lseek(self._file, 0, os.SEEK_END)
        if not lines:
            self._write(head)

    def _check(self, line: bytes, head: dict[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "tenchips" not in found:
            raise ValueError(f"{self._path} holds something else: choose another file")
        if differing := sorted(
            name for name in {*found, *head} if found.get(name) != head.get(name)
        ):
            raise ValueError(
                f"{self._path} was begun with {_other(differing[0], found)}: go on with the same "
                "one, or choose another file"
            )

    def _read(self, line: bytes, number: int) -> None:
        try:
            data = json.loads(line)
            key = data.pop("key")
            if key in self.games:
                raise ValueError("a game for the second time")
            self.games[key] = Game.from_json(data)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"{self._path}, line {number}, is not a game: {error}") from None

    def add(self, key: str, game: Game) -> None:
        """Keep a game, so that it is still there whatever happens next. Whoever is interrupted
        here, or finds the disk full, has not kept it, in the file as little as in memory."""
        if self._file is not None:
            end = os.lseek(self._file, 0, os.SEEK_END)
            try:
                self._write({"key": key, **game.as_json()})
            except BaseException:
                os.ftruncate(self._file, end)
                raise
        self.games[key] = game

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def load(path: Path) -> tuple[dict[str, Any], dict[str, Game]]:
    """What was played and the games by their keys, of a file that may still be written to."""
    try:
        *lines, _ = path.read_bytes().split(b"\n")
        head, *games = (json.loads(line) for line in lines)
        return head, {data.pop("key"): Game.from_json(data) for data in games}
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{path} is not a file of results") from None


def whole_file(file: int) -> bytes:
    """All that is in an open file."""
    data = b""
    os.lseek(file, 0, os.SEEK_SET)
    while more := os.read(file, 1 << 20):
        data += more
    return data


def _other(name: str, found: dict[str, Any]) -> str:
    """What a file was begun with, where it can be said in a word.

    >>> _other("seed", {"seed": 3}), _other("players", {"players": [{}]})
    ('another seed (3)', 'another players')
    """
    value = found.get(name)
    return f"another {name}" + f" ({value})" * isinstance(value, str | int)


def _is_beginning(cut: bytes, head: dict[str, Any]) -> bool:
    """Whether a file without a whole line was cut off in its first one, or is empty."""
    return json.dumps(head, separators=(",", ":")).encode().startswith(cut)
