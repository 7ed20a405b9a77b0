from collections.abc import Iterable
from typing import final

from tenchips.core import Position
from tenchips.engine.table import Table

@final
class Signal:
    """A flag that ends searches from another thread, at once."""

    def set(self) -> None:
        """Stop the searches."""
    def clear(self) -> None:
        """Let them run."""
    def is_set(self) -> bool:
        """Whether the searches are to stop."""

@final
class Searcher:
    """One thread's search: a position, its limits, and what was found."""

    def __init__(
        self,
        table: Table,
        signal: Signal,
        leader: Searcher | None = None,
        *,
        exhaustive: bool = False,
    ) -> None: ...
    def set(
        self,
        position: Position,
        drawn: Iterable[int] = (),
        steps_left: int = -1,
        stuck_score: int = -1,
    ) -> None:
        """Take a position; the keys of positions that would be drawn if they came again, of which
        the first 920 count; after how many moves the step limit draws the game (-1: never); and
        what having no move is worth (-1: a loss, 0: a draw)."""
    def attack(self, color: int, chips: int) -> None:
        """After `set`, let this colour (0 or 1) have lost if it does not win by its chip of this
        number: so a win is proved that comes in time and needs no step, or that there is none."""
    def run(
        self,
        depth: int,
        alpha: int = ...,
        beta: int = ...,
        deadline: float = 0.0,
        node_limit: int = 0,
        excluded: Iterable[int] = (),
    ) -> int | None:
        """Search to a depth within a window, together with those that follow; None if the limits
        ended it early. The deadline is a time of `time.monotonic`; 0 stands for no limit."""
    def follow(self) -> None:
        """Search whatever the leader searches, until the signal ends it."""
    @property
    def nodes(self) -> int:
        """Positions looked at since `set`."""
    @property
    def seldepth(self) -> int:
        """How many plies deep the last run has looked."""
    @property
    def best(self) -> int:
        """The best first move of the last run, as far as it came, or 0."""
    @property
    def line(self) -> list[int]:
        """The line the last run expects."""
