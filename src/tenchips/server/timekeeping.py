"""The time that games are played by: milliseconds since 1970."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """The time now."""
    return time.time_ns() // 1_000_000
