"""The machine at the board: an engine that is asked for a move and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.players.waiting import interruptible

if TYPE_CHECKING:
    from tenchips.engine import Engine

SECONDS: Final = 1.0
"""How long the machine thinks about a move unless told otherwise."""


class Machine:
    """An engine that looks some plies ahead, thinks for some seconds, or does the first of both.

    >>> machine = Machine(depth=1)
    >>> machine.choose(Board()) in Board().legal_moves
    True
    >>> machine.close()
    >>> Machine(depth=0)
    Traceback (most recent call last):
    ValueError: the machine looks at least 1 ply ahead, not 0
    """

    name = "machine"

    def __init__(self, *, depth: int | None = None, time: float | None = None) -> None:
        if depth is not None and depth < 1:
            raise ValueError(f"the machine looks at least 1 ply ahead, not {depth}")
        if time is not None and not 0 < time < float("inf"):
            raise ValueError(f"the machine thinks for more than 0 seconds, not {time:g}")
        self.depth = depth
        self.time = SECONDS if depth is None and time is None else time
        self._engine: Engine | None = None

    def choose(self, board: Board) -> Move:
        """The engine's move. It thinks about a copy, and an interrupted one is not asked again:
        it may still be thinking."""
        from tenchips.engine import Engine, Limit  # only a machine that plays pays for loading it

        engine, self._engine = self._engine or Engine(), None
        limit = Limit(depth=self.depth, time=self.time)
        result = interruptible(lambda: engine.play(board.copy(), limit))
        self._engine = engine
        return result.move

    def close(self) -> None:
        """Close the engine; the next `choose` opens a fresh one."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
