"""The machine as a player: an `Engine` that chooses moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.players.interruptible import run_interruptibly
from tenchips.players.player import Allowance, PlayerError
from tenchips.squares import Color

if TYPE_CHECKING:
    from tenchips.engine import Engine, Info, Limit

SECONDS: Final = 1.0
"""How long the machine thinks about a move by default."""


class MachineOptions(TypedDict, total=False):
    """How a machine plays: plies and seconds a move, level, threads, megabytes of table."""

    depth: int | None
    time: float | None
    level: int | None
    threads: int | None
    hash: int | None


class Machine:
    """An engine that looks some plies ahead, thinks for some seconds, or does the first of both;
    at a level under the top it plays weaker than it can, and needs no seconds for that. With a
    seed a level errs the same way every time.

    >>> machine = Machine(depth=1)
    >>> machine.choose(Board()) in Board().legal_moves
    True
    >>> machine.close()
    >>> Machine(depth=0)
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: the machine looks at least 1 ply ahead, not 0
    """

    name = "machine"
    refused = ()

    def __init__(self, *, seed: int | None = None, **options: Unpack[MachineOptions]) -> None:
        depth, time = options.pop("depth", None), options.pop("time", None)
        if depth is not None and depth < 1:
            raise PlayerError(f"the machine looks at least 1 ply ahead, not {depth}")
        if time is not None and not 0 < time < float("inf"):
            raise PlayerError(f"the machine thinks for more than 0 seconds, not {time:g}")
        self.depth = depth
        self.time = SECONDS if depth is None and time is None else time
        self.thought: Info | None = None
        self._most, self._seed = time, seed
        self._options = {name: value for name, value in options.items() if value is not None}
        # Options are checked by the engine itself; without any it can wait until it is needed.
        self._engine: Engine | None = self._open() if self._options else None

    def _open(self) -> Engine:
        from tenchips.engine import Engine  # only a machine that plays pays for loading it

        return Engine(book=self.depth is None, seed=self._seed, **self._options)  # type: ignore[arg-type]

    def begin(self, color: Color) -> None:
        """Open the engine, and its book if it has one, and clear its table."""
        if self.depth is None:
            from tenchips.book import certificates

            certificates()
        if self._engine is None:
            self._engine = self._open()
        else:
            self._engine.clear()

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """The engine's move. It thinks about a copy of the board. An engine that was interrupted is
        not used again: it may still be thinking."""
        engine, self._engine = self._engine or self._open(), None
        limit = self._limit(board, allowance)
        self.thought = run_interruptibly(lambda: engine.play(board.copy(), limit))
        self._engine = engine
        return self.thought.move

    def _limit(self, board: Board, allowance: Allowance | None) -> Limit:
        """As long as it wants to think, and may."""
        from tenchips.engine import Limit

        if allowance is None:
            return Limit(depth=self.depth, time=self.time)
        times = [time for time in (self._most, allowance.move) if time is not None]
        return Limit(
            depth=self.depth,
            time=min(times, default=None),
            clock=None if allowance.clocks is None else max(0.0, allowance.clocks[board.turn]),
            increment=allowance.increment,
        )

    def close(self) -> None:
        """Close the engine; the next `choose` opens a fresh one."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
