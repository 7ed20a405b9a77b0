"""The processes that a process has started, and theirs, so that none is left behind.

A process group can be left; the tree of parents cannot, as long as the parents live. It is read
from `/proc`: where there is none, only the process group ends with the program.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def descendants(pid: int) -> dict[int, str]:
    """A process and all that descend from it, each with the time it was started."""
    parents: dict[int, tuple[int, str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = _fields(path)
            parents[int(path.parent.name)] = int(fields[1]), fields[19]
    family = {pid: parents[pid][1]} if pid in parents else {}
    while more := {
        child: born
        for child, (parent, born) in parents.items()
        if parent in family and child not in family
    }:
        family |= more
    return family


def kill_all(family: Mapping[int, str]) -> None:
    """Kill the processes that are still the same ones: a number may be given to another."""
    for pid, born in family.items():
        with suppress(OSError):
            if _fields(Path(f"/proc/{pid}/stat"))[19] == born:
                os.kill(pid, signal.SIGKILL)


def _fields(path: Path) -> list[str]:
    """What the kernel says about a process after its name: state, parent and so on."""
    return path.read_text().rpartition(")")[2].split()
