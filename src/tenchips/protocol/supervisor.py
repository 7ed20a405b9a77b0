"""Run somebody else's program under limits: `supervisor.py PARENT MEGABYTES COMMAND...`

A program started through this one has a limit on its memory, and dies with the process that started
it, however that ends. The supervisor stays beside it in its process group, does nothing but wait,
and ends as the program does. It is started as a script of its own, so it imports nothing of
Tenchips.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

PR_SET_PDEATHSIG: Final = 1
MEGABYTE: Final = 1 << 20


def main() -> NoReturn:
    """Start the program, wait for its end, and end alike."""
    parent, megabytes, *command = sys.argv[1:]
    signal.signal(signal.SIGTERM, _end_all)
    _die_with_parent(int(parent), signal.SIGTERM)
    supervisor = os.getpid()
    child = os.fork()
    if child == 0:
        _become(command, supervisor, int(megabytes) * MEGABYTE)
    for pipe in (0, 1, 2):  # the program's alone, so that readers see when they end
        os.close(pipe)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):  # SIGKILL has no handler
            signal.signal(number, signal.SIG_DFL)
        os.kill(supervisor, number)
    os._exit(os.waitstatus_to_exitcode(status))


def _die_with_parent(parent: int, number: signal.Signals) -> None:
    """Ask for a signal when the parent ends, where the system has that; too late is now."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(number))
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def _end_all(number: int, frame: FrameType | None) -> None:
    os.killpg(0, signal.SIGKILL)


def _become(command: list[str], supervisor: int, memory: int) -> NoReturn:
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _die_with_parent(supervisor, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Data and not address space: runtimes reserve much more than they ever use.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"{command[0]} cannot be started: {error}\n".encode())
    os._exit(127)


if __name__ == "__main__":
    main()
