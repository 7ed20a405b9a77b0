"""The log of the lines to and from programs, each as it comes.

    2026-05-01 12:00:00.123 4711 > Ann: go movetime 1000
    2026-05-01 12:00:01.087 4711 < Ann: bestmove 33
    2026-05-01 12:00:01.088 4711 ! Ann: out of ideas

The number is the process id; `>` is what the program is sent, `<` what it answers, `!` its error
output. Any number of processes may write to one file at once: each line is appended by itself. A
line is cut after 4,000 characters, and no process gets more than 64 MB of log.
"""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

from tenchips.files import file_errors

LONGEST: Final = 4000
"""Characters of a line that are written."""

MOST: Final = 64 << 20
"""Bytes that the log of one process may have."""


class TrafficLog:
    """The log of one process of one player, to be called as a `process.Log`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     TrafficLog(Path(folder, "log"), "Ann")(4711, ">", "go movetime 1000")
    ...     Path(folder, "log").read_text()[24:]
    '4711 > Ann: go movetime 1000\\n'
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, _printable(name)
        self._left = MOST

    def __call__(self, pid: int, direction: str, line: str) -> None:
        """Append a line. A log that cannot be written any more stops no game."""
        if self._left <= 0:
            return
        shown = _printable(line[:LONGEST].rstrip("\r"))
        if len(line) > LONGEST:
            shown += f"... ({len(line)} characters)"
        text = f"{_now()} {pid} {direction} {self._name}: {shown}\n"
        data = text.encode(errors="replace")
        self._left -= len(data)
        if self._left <= 0:
            data += f"{_now()} {pid} (no more of this process: its log is full)\n".encode()
        try:
            append(self._path, data)
        except OSError as error:
            self._left = 0
            print(f"tenchips: the log {self._path} ends here: {error.strerror}", file=sys.stderr)


def append(path: Path, data: bytes) -> None:
    """Add data to a file in one step, so that what others add is not mixed with it."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        os.write(file, data)
    finally:
        os.close(file)


def check_log(path: Path) -> None:
    """See before the first game that a log can be written; `FileError` otherwise."""
    with file_errors(path):
        append(path, b"")


def _now() -> str:
    return datetime.now().isoformat(" ", "milliseconds")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\t" else "?" for c in text)
