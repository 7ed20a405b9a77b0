"""The command as people start it: from a pipe, or from a terminal of a given size."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import tenchips

NETWORK_GAME = "01 60 03 65 06 55 71 33 73 35 76 57"
"""Black wins with diagram A's network 60-65-55-33-35-57; White's chips stay in White's goals."""

PATIENCE = 120
SOURCE = str(Path(tenchips.__file__).parents[1])


def environment(**changes: str | None) -> dict[str, str]:
    """An environment without anything that changes how terminals look, but for the changes."""
    plain = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    plain |= {"PYTHONPATH": SOURCE, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    return {name: value for name, value in (plain | changes).items() if value is not None}


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "tenchips", *map(str, args)]


def run(
    *args: str | Path, typed: str | bytes = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command with its input piped in, and refuse a traceback whatever the case."""
    done = subprocess.run(
        command(*args),
        input=typed if isinstance(typed, bytes) else typed.encode(),
        capture_output=True,
        env=env or environment(),
        timeout=PATIENCE,
    )
    out, err = (text.decode(errors="backslashreplace") for text in (done.stdout, done.stderr))
    assert "Traceback" not in err + out, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def _take_the_terminal() -> None:
    """Be what a shell starts in a terminal, also where the tests run in the background and
    ignore Ctrl-C, or under `nohup` and ignore a closed terminal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """The command in a terminal of its own, with somebody who types and reads."""

    def __init__(
        self, *args: str | Path, columns: int = 80, env: dict[str, str] | None = None
    ) -> None:
        self._end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        self._process = subprocess.Popen(
            command(*args),
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=env or environment(),
            start_new_session=True,
            preexec_fn=_take_the_terminal,
        )
        os.close(inner)
        self.seen = ""
        self._read = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self.hang_up()

    def expect(self, text: str) -> str:
        """Wait until a text appears after what was expected before."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.seen.find(text, self._read)) < 0:
            assert time.monotonic() < deadline, f"{text!r} did not come: {self.seen!r}"
            assert self._more(deadline), f"ended without {text!r}: {self.seen!r}"
        before, self._read = self.seen[self._read : found], found + len(text)
        return before

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def press(self, key: str) -> None:
        """Press a key together with Ctrl."""
        self.type(chr(ord(key) - 64))

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def hang_up(self) -> None:
        if self._end >= 0:
            os.close(self._end)
            self._end = -1

    def leave(self) -> int:
        """Read to the end; the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._end >= 0 and self._more(deadline):
            pass
        status = self._process.wait(timeout=PATIENCE)
        assert "Traceback" not in self.seen, self.seen
        return status

    def wait_for_more(self) -> None:
        """Read what comes next, whatever it is."""
        assert self._more(time.monotonic() + PATIENCE), f"ended: {self.seen!r}"

    def _more(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._end], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"nothing more came: {self.seen!r}"
        try:
            data = os.read(self._end, 65536)
        except OSError:  # what Linux answers once the other side is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)


def without_colors(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
