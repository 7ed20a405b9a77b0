"""An engine's process: lines in, lines out, and its end, whatever it does.

This is the one place where other people's programs are started and talked to; the UGI clients,
the players and the compliance checks are layers above it. A program has a process group of its
own. Its lines and its error output are bounded, every question has a time limit, and every way to
fail is an `EngineFault` with a sentence. Nothing here knows what the lines mean.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from tenchips.protocol.descendants import descendants, kill_all
from tenchips.protocol.faults import (
    EngineDead,
    EngineFault,
    EngineGarbage,
    EngineSilent,
)

LONGEST_LINE: Final = 1 << 20
"""A line with more bytes is garbage."""

STDERR_KEPT: Final = 1 << 16
"""How many bytes of the error output are kept, the last ones."""

LAST_LINES: Final = 3
"""How many of the last lines are kept to explain a fault."""

SUPERVISOR: Final = str(Path(__file__).with_name("supervisor.py"))
"""A script, and not imported: not every system has what it needs."""

CLOSING: Final = 0.3
"""Seconds between a program's closing its output and its exit, so that its status is known."""

Log: TypeAlias = Callable[[int, str, str], None]
"""Is called with the process id, `>` (to the program), `<` (from it) or `!` (its error output), and
the line."""


@dataclass
class Expectation:
    """Somebody waits for a line: `take` returns True for the one it was."""

    take: Callable[[str], bool]
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def finish(self) -> None:
        """Wait no longer."""
        if not self.done.done():
            self.done.set_result(None)


class EngineProcess:
    """A running program. Make one with `start`, and `kill` it at the end."""

    def __init__(self, name: str, timeout: float, log: Log | None) -> None:
        """Not for use: `start` makes processes."""
        self.name = name
        """What sentences call it."""
        self.timeout = timeout
        """Seconds that every answer may take."""
        self.fault: EngineFault | None = None
        """The first thing that went wrong. After it, the program cannot be asked any more."""
        self.last_lines: deque[str] = deque(maxlen=LAST_LINES)
        """The last lines it wrote, to either output."""
        self._log = log
        self._expectations: list[Expectation] = []
        self._output = b""
        self._error_line = b""
        self._stderr = bytearray()
        self._transport: asyncio.SubprocessTransport
        self._exited = asyncio.Event()
        self._output_closed = False
        self._pipes_closed = asyncio.Event()
        self._killed = False

    @classmethod
    async def start(
        cls,
        command: Sequence[str | Path],
        *,
        name: str = "",
        timeout: float = 10.0,
        memory: int | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        log: Log | None = None,
    ) -> EngineProcess:
        """Start a program. With `memory`, in megabytes, it cannot use more, and it dies with the
        thread that started it; on Windows there is no such limit."""
        words = _checked(command)
        process = cls(name or Path(words[0]).name, timeout, log)
        if memory is not None and sys.platform != "win32":
            limits = str(os.getpid()), str(memory)
            words = [sys.executable, "-I", "-S", SUPERVISOR, *limits, *words]
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: _Pipes(process),
                *words,
                cwd=cwd,
                env=env,
                start_new_session=True,  # a process group of its own, to be killed as a whole
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise EngineDead(f"{process.name} cannot be started: {reason}") from None
        return process

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its group."""
        return self._transport.get_pid()

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return self.fault is None and not self._exited.is_set()

    @property
    def stderr(self) -> str:
        """The last of what it wrote to its error output."""
        return self._stderr.decode(errors="replace")

    # Talking to it

    def send(self, line: str) -> None:
        """Write a line to it."""
        if self.fault is not None:
            raise self.fault
        if self._log is not None:
            self._log(self.pid, ">", line)
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        pipe.write(f"{line}\n".encode())

    def expect(self, take: Callable[[str], bool]) -> Expectation:
        """Show every line from now on to `take`, until that returns True or the program fails."""
        expectation = Expectation(take)
        self._expectations.append(expectation)
        return expectation

    async def ask(self, line: str, take: Callable[[str], bool]) -> None:
        """Write a line, and wait until `take` has returned True for an answer."""
        expectation = self.expect(take)
        try:
            self.send(line)
            await self.within(asyncio.shield(expectation.done), line.split()[0])
        finally:
            if expectation in self._expectations:
                self._expectations.remove(expectation)
        if self.fault is not None:
            raise self.fault

    async def within(self, answer: Awaitable[Any], to: str) -> None:
        """Wait for something as long as an answer may take, and kill the program otherwise."""
        try:
            await asyncio.wait_for(answer, self.timeout)
        except TimeoutError:
            raise await self.give_up(
                EngineSilent(f"{self.name} did not answer {to} within {self.timeout:g} s")
            ) from None

    async def give_up(self, fault: EngineFault) -> EngineFault:
        """Kill the program for a fault, unless it has failed already; the first fault."""
        self.fault = self.fault or fault
        await self.kill()
        return self.fault

    # Its end

    async def has_exited(self) -> None:
        """Wait for its exit."""
        await self._exited.wait()

    def close_input(self) -> None:
        """Let it see the end of its input."""
        if (pipe := self._transport.get_pipe_transport(0)) is not None:
            pipe.close()

    async def kill(self) -> int | None:
        """End it and everything it has started, now; its exit status."""
        self._fail(EngineDead(f"{self.name} was ended"), kill=True)
        with suppress(TimeoutError):  # only the kernel can be that late
            await asyncio.wait_for(self._exited.wait(), self.timeout)
        status = self._transport.get_returncode()
        self._transport.close()
        with suppress(TimeoutError):  # a child that has left the group may hold a pipe
            await asyncio.wait_for(self._pipes_closed.wait(), CLOSING)
        return status

    # What comes from it

    def _receive(self, data: bytes) -> None:
        """Bytes from its output, cut into lines and passed to what waits for them."""
        *lines, self._output = (self._output + data).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace")
            self._note("<", text)
            for expectation in self._expectations[:]:
                if expectation.take(text):
                    self._expectations.remove(expectation)
                    expectation.finish()
                    break
        if len(self._output) > LONGEST_LINE:
            self._output = b""
            self._fail(
                EngineGarbage(f"{self.name} wrote a line of more than {LONGEST_LINE} bytes"),
                kill=True,
            )

    def _receive_error(self, data: bytes) -> None:
        self._stderr += data
        del self._stderr[:-STDERR_KEPT]
        *lines, self._error_line = (self._error_line + data).split(b"\n")
        for line in lines:
            self._note("!", line.decode(errors="replace"))
        self._error_line = self._error_line[-STDERR_KEPT:]

    def _note(self, direction: str, line: str) -> None:
        if line.strip():
            self.last_lines.append(line.strip()[:200])
        if self._log is not None:
            self._log(self.pid, direction, line)

    def _lose_stderr(self) -> None:
        if self._error_line:  # a last line without an end
            self._receive_error(b"\n")

    def _lose_output(self) -> None:
        self._output_closed = True
        if not self._exited.is_set():
            asyncio.get_running_loop().call_later(CLOSING, self._fail_by_exit)
        else:
            self._fail_by_exit()

    def _exit(self) -> None:
        self._exited.set()
        self._kill_family()
        if self._output_closed:
            self._fail_by_exit()
        else:  # its last lines may still be on the way, or its children hold the pipe
            asyncio.get_running_loop().call_later(CLOSING, self._fail_by_exit)

    def _fail_by_exit(self) -> None:
        status = self._transport.get_returncode()
        if status is None:
            self._fail(EngineDead(f"{self.name} closed its output"), kill=True)
        elif status < 0:
            self._fail(EngineDead(f"{self.name} was killed by signal {-status}"))
        else:
            self._fail(EngineDead(f"{self.name} ended with exit status {status}"))

    def _fail(self, fault: EngineFault, *, kill: bool = False) -> None:
        """Remember the first fault, and let everybody who waits find it."""
        self.fault = self.fault or fault
        for expectation in self._expectations:
            expectation.finish()
        self._expectations.clear()
        if kill:
            self._kill_family()

    def _kill_family(self) -> None:
        """Kill it and all that it has started: once, and at the latest when it has exited, since
        later its number may be another process's."""
        if not self._killed:
            self._killed = True
            family = descendants(self.pid) if self._transport.get_returncode() is None else {}
            with suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":
                    self._transport.kill()
                else:
                    os.killpg(self.pid, signal.SIGKILL)
            kill_all(family)


class _Pipes(asyncio.SubprocessProtocol):
    """Passes on what the process writes."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Here and not after the start: a program may end before that is over.
        self._process._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._process._receive(data)
        else:
            self._process._receive_error(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self._process._lose_output()
        else:
            self._process._lose_stderr()

    def process_exited(self) -> None:
        self._process._exit()

    def connection_lost(self, exc: Exception | None) -> None:
        self._process._pipes_closed.set()


def _checked(command: Sequence[str | Path]) -> list[str]:
    """The words of a command. A text is a sequence of characters to Python, and a likely mistake.

    >>> _checked("tenchips ugi")
    Traceback (most recent call last):
    TypeError: command must be a sequence of words like ['tenchips', 'ugi'], not 'tenchips ugi'
    """
    is_words = isinstance(command, Sequence) and not isinstance(command, str | bytes)
    if not is_words or not all(isinstance(word, str | Path) for word in command):
        raise TypeError(
            f"command must be a sequence of words like ['tenchips', 'ugi'], not {command!r:.80}"
        )
    if not command:
        raise ValueError("a command has at least one word, the program")
    return [str(word) for word in command]
