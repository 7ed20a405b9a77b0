"""The file of results: one line of JSON a game, only ever added to.

Its first line says what is being played. Whoever finds such a file goes on where it ends: games
that are there are not played again, and a last line that was cut off in the middle is taken away.
Only one program at a time may add to it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tenchips.arena.errors import ArenaError
from tenchips.arena.game import Game
from tenchips.files import AppendFile, FileError, read_file

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
        self._file: AppendFile | None = None
        if path is not None:
            self._path = path
            self._file = AppendFile(path)
            try:
                self._begin(self._file, {"tenchips": VERSION, **json.loads(json.dumps(settings))})
            except BaseException:
                self._file.close()
                raise

    def _begin(self, file: AppendFile, head: dict[str, Any]) -> None:
        data = file.read()
        lines = data.split(b"\n")
        cut = lines.pop()  # empty after a line that was written to its end
        if not lines and not _is_beginning(cut, head):
            raise ArenaError(f"{self._path} holds something else: choose another file")
        if lines:
            self._check(lines[0], head)
            for number, line in enumerate(lines[1:], 2):
                self._read(line, number)
        file.replace_from(len(data) - len(cut), b"" if lines else _line(head))

    def _check(self, line: bytes, head: dict[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "tenchips" not in found:
            raise ArenaError(f"{self._path} holds something else: choose another file")
        if differing := sorted(
            name for name in {*found, *head} if found.get(name) != head.get(name)
        ):
            raise ArenaError(
                f"{self._path} was begun with {_other(differing[0], found)}: go on with the same "
                "one, or choose another file"
            )

    def _read(self, line: bytes, number: int) -> None:
        try:
            data = json.loads(line)
            key = data.pop("key")
            if key in self.games:
                raise ArenaError("a game for the second time")
            self.games[key] = Game.from_json(data)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ArenaError(f"{self._path}, line {number}, is not a game: {error}") from None

    def add(self, key: str, game: Game) -> None:
        """Keep a game, so that it is still there whatever happens next. Whoever is interrupted
        here, or finds the disk full, has not kept it, in the file as little as in memory."""
        if self._file is not None:
            self._file.append(_line({"key": key, **game.as_json()}))
        self.games[key] = game

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def load(path: Path) -> tuple[dict[str, Any], dict[str, Game]]:
    """What was played and the games by their keys, of a file that may still be written to."""
    try:
        *lines, _ = read_file(path).split(b"\n")
        head, *games = (json.loads(line) for line in lines)
        return head, {data.pop("key"): Game.from_json(data) for data in games}
    except FileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ArenaError(f"{path} is not a file of results") from None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _other(name: str, found: dict[str, Any]) -> str:
    """What a file was begun with, where it can be said in a word.

    >>> _other("seed", {"seed": 3}), _other("players", {"players": [{}]})
    ('another seed (3)', 'another players')
    """
    value = found.get(name)
    return f"another {name}" + f" ({value})" * isinstance(value, str | int)


def _is_beginning(cut: bytes, head: dict[str, Any]) -> bool:
    """Whether a file without a whole line was cut off in its first one, or is empty."""
    return _line(head).startswith(cut)
