"""`Limit`: how long the engine may think about a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tenchips.engine.search import MAX_DEPTH
from tenchips.errors import TenchipsError, check_type


class EngineError(TenchipsError):
    """A question the engine cannot answer.

    >>> Limit(time=-1)
    Traceback (most recent call last):
    tenchips.engine.limit.EngineError: ...
    """


@dataclass(frozen=True)
class Limit:
    """How long to think; the first limit reached ends the search. Without any limit the engine
    thinks until it is stopped or has proved the result.

    `time` is seconds for this move. `clock` and `increment` are the player's remaining time and
    the seconds added for each move; the engine uses a share of them.

    >>> Limit(depth=6, time=0.5)
    Limit(depth=6, time=0.5, nodes=None, clock=None, increment=0.0)
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            if (value := getattr(self, name)) is not None:
                check_type(name, value, int, "an int or None")
        for name in ("time", "clock"):
            if (value := getattr(self, name)) is not None:
                check_type(name, value, (int, float), "a number of seconds or None")
        check_type("increment", self.increment, (int, float), "a number of seconds")
        if self.depth is not None and not 1 <= self.depth <= MAX_DEPTH:
            raise EngineError(f"a depth is from 1 to {MAX_DEPTH} plies, not {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise EngineError(f"a number of nodes is at least 1, not {self.nodes}")
        for name in ("time", "clock", "increment"):
            seconds = getattr(self, name)
            if seconds is not None and not 0 <= seconds < float("inf"):
                raise EngineError(f"{name} is a number of seconds, not {seconds}")

    def seconds(self) -> tuple[float | None, float | None]:
        """The most seconds to think, and the seconds after which not to begin another ply."""
        if self.clock is None:
            return self.time, self.time
        share = min(0.8 * self.clock, self.clock / 12 + 0.8 * self.increment)
        most = share if self.time is None else min(share, self.time)
        return most, 0.5 * most


ONE_SECOND: Final = Limit(time=1.0)
UNLIMITED: Final = Limit()
