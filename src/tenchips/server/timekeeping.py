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
from collections.abc import Callable
from typing import Final

JUMP: Final = 1_000
"""Milliseconds by which the wall clock must be ahead to be followed."""

_BASE: Final = "TENCHIPS_CLOCK_BASE"

DAY: Final = int(os.environ.get("TENCHIPS_DAY", "86400000"))
"""Milliseconds of a day in correspondence games; a trial may be made with shorter ones."""


def wall_time() -> int:
    """What the wall clock says, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """A clock that shows the wall clock's time, and never goes back.

    >>> clock = Clock(wall=lambda: 5_000)
    >>> clock.milliseconds() >= 5_000, clock.follow_wall_clock()
    (True, 0)
    """

    def __init__(self, least_base: int = 0, wall: Callable[[], int] = wall_time) -> None:
        """`least_base` is the `base` of a clock that this one may not be behind."""
        self._wall = wall
        self.base = max(wall() - _monotonic(), least_base)
        """The time when the monotonic clock stood at 0."""

    def milliseconds(self) -> int:
        """The time now."""
        return self.base + _monotonic()

    def follow_wall_clock(self) -> int:
        """Go forward to the wall clock if it is well ahead; by how many milliseconds."""
        ahead = self._wall() - self.milliseconds()
        if ahead <= JUMP:
            return 0
        self.base += ahead
        return ahead


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


_clock = Clock(int(os.environ.get(_BASE, "0")))
os.environ[_BASE] = str(_clock.base)
milliseconds = _clock.milliseconds
follow_wall_clock = _clock.follow_wall_clock
