"""The time that games are played by: milliseconds since 1970, by a clock that nobody sets.

Within a process, time is the system's monotonic clock, so a wall clock that is set back or forth
takes no time from anybody. The processes that one server starts count from the same base, which
they inherit in an environment variable. Only where the wall clock runs ahead, because the machine
slept or the clock was set, does `follow_wall_clock` go along, and says by how much, so that the gap
can be given back to the player to move.
"""

from __future__ import annotations

import os
import time
from typing import Final

JUMP: Final = 1_000
"""Milliseconds by which the wall clock must be ahead to be followed."""

_BASE: Final = "TENCHIPS_CLOCK_BASE"


def milliseconds() -> int:
    """The time now."""
    return _base + _monotonic()


def follow_wall_clock() -> int:
    """Go forward to the wall clock if it is well ahead; by how many milliseconds."""
    global _base
    ahead = _wall() - milliseconds()
    if ahead <= JUMP:
        return 0
    _base += ahead
    return ahead


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


_base = max(_wall() - _monotonic(), int(os.environ.get(_BASE, "0")))
os.environ[_BASE] = str(_base)
