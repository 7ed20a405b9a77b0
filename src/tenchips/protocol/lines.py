"""Lines in and lines out, for programs that communicate through pipes.

Reading never waits for a search, and whole lines are written at once. When nobody reads the output
any more, the writer writes nothing and the reader ends.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 1 << 16
"""A line with more bytes is not read."""


def read_lines(source: int, until: int) -> Iterator[str | None]:
    """The lines of a file descriptor, None for one that is too long, up to the end of input or
    until there is something to read from the other descriptor."""
    rest, skipping = b"", False
    while data := _more(source, until):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield None if skipping or len(line) > LONGEST else line.decode(errors="replace")
            skipping = False
        if len(rest) > LONGEST:
            rest, skipping = b"", True
    if data is not None and (rest or skipping):
        yield None if skipping else rest.decode(errors="replace")


def _more(source: int, until: int) -> bytes | None:
    """What comes next; nothing at the end of input, None when there is no use in reading on."""
    try:
        ready, _, _ = select.select([source, until], [], [])
        return None if until in ready else os.read(source, LONGEST)
    except OSError:  # the input was closed from the start
        return b""


class LineWriter:
    """Whole lines to a file descriptor, from any thread.

    Once they cannot be written any more, `gone` is a descriptor that has something to read.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._lock = threading.Lock()
        self.gone, self._going = os.pipe()
        self.is_gone = False

    def write(self, *lines: str) -> None:
        """Write the lines together, before anything else is written."""
        data = "".join(f"{line}\n" for line in lines).encode(errors="replace")
        with self._lock:
            while data and not self.is_gone:
                try:
                    data = data[os.write(self._target, data) :]
                except BlockingIOError:
                    select.select([], [self._target], [])
                except OSError:
                    self.is_gone = True
                    os.write(self._going, b"!")

    def __enter__(self) -> LineWriter:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.is_gone = True
            os.close(self._going)
            os.close(self.gone)
