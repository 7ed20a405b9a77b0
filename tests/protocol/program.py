"""A command of ours at the other end of two pipes."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

import tenchips

PATIENCE = 60
ENV = os.environ | {"PYTHONPATH": str(Path(tenchips.__file__).parents[1])}


class Program:
    """`tenchips WORDS`, to be talked to line by line."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tenchips", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=ENV,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        assert self.process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()

    def _read(self, stdout: IO[bytes]) -> None:
        for line in stdout:
            self._lines.put(line.decode().rstrip("\n"))

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str:
        return self._lines.get(timeout=PATIENCE)

    def until(self, word: str) -> list[str]:
        """The lines up to and with the first that begins with a word."""
        lines = [self.line()]
        while lines[-1].split()[:1] != [word]:
            lines.append(self.line())
        return lines

    def ask(self, line: str, word: str) -> str:
        self.send(line)
        return self.until(word)[-1]

    def leave(self) -> list[str]:
        """End its input and see it end well; what it still said."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr.read() == b""
        self._reader.join()
        return list(self._lines.queue)

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
