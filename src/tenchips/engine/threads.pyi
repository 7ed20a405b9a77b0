from collections.abc import Iterable
from typing import final

from tenchips.core import Position
from tenchips.engine.table import Table

@final
class Signal:
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

@final
class Searcher:
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
    ) -> None: ...
    def run(
        self,
        depth: int,
        alpha: int = ...,
        beta: int = ...,
        deadline: float = 0.0,
        node_limit: int = 0,
        excluded: Iterable[int] = (),
    ) -> int | None: ...
    def follow(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def line(self) -> list[int]: ...
