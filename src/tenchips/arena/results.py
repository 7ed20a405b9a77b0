"""The results file: one line of JSON per game, added as the game ends.

Its first line says what is played. A match or tournament resumes from such a file: games in it are
not played again, and an incomplete last line is removed. Only one program at a time may add to it.
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
        """Open the file or create it; `ArenaError` if it belongs to another match or tournament."""
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
        cut = lines.pop()  # empty if the last line is complete
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
                f"{self._path} was begun with other settings ({_shown(differing[0], found)}): "
                "use the same ones, or choose another file"
            )

    def _read(self, line: bytes, number: int) -> None:
        try:
            data = json.loads(line)
            key = data.pop("key")
            if key in self.games:
                raise ArenaError("its key is there twice")
            self.games[key] = Game.from_json(data)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ArenaError(f"{self._path}, line {number}, is not a game: {error}") from None

    def add(self, key: str, game: Game) -> None:
        """Add a game, and flush it to disk. If that fails or is interrupted, the game is neither in
        the file nor in memory."""
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
    """The first line of a results file, and the games by key; it may still be written to.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "results.jsonl")
    ...     with Results(path, {"seed": 3}):
    ...         pass
    ...     load(path)
    ({'tenchips': 1, 'seed': 3}, {})
    """
    try:
        *lines, _ = read_file(path).split(b"\n")
        head, *games = (json.loads(line) for line in lines)
        return head, {data.pop("key"): Game.from_json(data) for data in games}
    except FileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ArenaError(f"{path} is not a results file") from None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _shown(name: str, settings: dict[str, Any]) -> str:
    """A setting, with its value if that is short.

    >>> _shown("seed", {"seed": 3}), _shown("players", {"players": [{}]})
    ('seed 3', 'players')
    """
    value = settings.get(name)
    return f"{name} {value}" if isinstance(value, str | int) else name


def _is_beginning(cut: bytes, head: dict[str, Any]) -> bool:
    """Whether a file without a complete line is empty, or an incomplete first line of ours."""
    return _line(head).startswith(cut)
