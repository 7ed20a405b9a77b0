"""The engines of the server: a bounded number of processes, and a bounded queue before them.

Thinking never happens in the event loop. An engine is a `tenchips ugi` in a process of its own,
started when it is first needed and kept for the next search. A visitor has one search at a time,
the rest of theirs wait, and everybody who waits is told their place as it changes. Cancelling frees
the engine at once. An engine that dies or falls silent is replaced and the search tried again.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from tenchips.board import Board
from tenchips.engine import Limit
from tenchips.engine.levels import TOP
from tenchips.notation import Move
from tenchips.protocol import EngineFault, UgiClient
from tenchips.rules import Rules
from tenchips.server import metrics

SECONDS: Final = 1.0
"""How long a search may think; the levels under the top need less."""

HASH: Final = 16
"""Megabytes of table for each engine."""

SHARE: Final = 8
"""Searches of one visitor that may wait, so that nobody fills the queue alone."""

TRIES: Final = 3
"""Engines that are tried for a search before it fails."""

PATIENCE: Final = 10.0
"""Seconds an engine may take to answer, before it counts as silent."""

STOPPING: Final = 1.0
"""Seconds an engine has to be quiet after a cancelled search, before it is killed."""


class Crowded(Exception):
    """Too many searches wait already: try again later."""


class Search:
    """A search that was asked for: await it to have its move.

    Cancelling the task that awaits it cancels the search; `cancel` ends the wait for it, too.
    """

    def __init__(self, visitor: str, board: Board, level: int, place: int) -> None:
        """Not for use: `EnginePool.request` makes searches."""
        self.visitor = visitor
        self.board = board
        self.level = level
        self.place = place
        """0 while it is searched, n with n - 1 others before it in the queue."""
        self.asked = time.monotonic()
        self._callbacks: list[Callable[[int], None]] = []
        self._done: asyncio.Future[Move] = asyncio.get_running_loop().create_future()

    def __await__(self) -> Generator[object, None, Move]:
        return self._done.__await__()

    @property
    def is_over(self) -> bool:
        """Whether it has its move, has failed, or was cancelled."""
        return self._done.done()

    def on_place(self, callback: Callable[[int], None]) -> None:
        """Call this with its place whenever that changes."""
        self._callbacks.append(callback)

    def cancel(self) -> None:
        """Nobody wants the move any more: free the engine, or leave the queue."""
        self._done.cancel()

    def _move_to(self, place: int) -> None:
        if place != self.place and not self.is_over:
            self.place = place
            for callback in self._callbacks:
                callback(place)


class EnginePool:
    """Engines for whoever asks; use it as an async context manager, or call `close` at the end.

    async with EnginePool(engines=2, queue=64) as pool:
        move = await pool.request("a visitor", board, level=5)
    """

    def __init__(self, engines: int, queue: int, *, command: Sequence[str] | None = None) -> None:
        """`engines` processes at most, and `queue` searches that wait for them. `command` is the
        engine's, by default our own."""
        if engines < 1 or queue < 0:
            raise ValueError(f"a pool has at least 1 engine, not {engines}")
        self._size, self._queue = engines, queue
        self._command = own_engine() if command is None else command
        self._waiting: list[Search] = []
        self._running: dict[Search, asyncio.Task[None]] = {}
        self._idle: list[UgiClient] = []
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._waiting)

    @property
    def searching(self) -> int:
        """How many engines are at work."""
        return len(self._running)

    def request(self, visitor: str, board: Board, level: int) -> Search:
        """Ask for a move at a level from 1 to 10. Raises `Crowded` when too many wait, or too
        many of this visitor's."""
        if not 1 <= level <= TOP:
            raise ValueError(f"the levels are from 1 to {TOP}, not {level}")
        if outcome := board.outcome():
            raise ValueError(f"the game is over: {outcome}")
        if self._closing:
            raise Crowded("the server is going down: try again in a moment")
        search = Search(visitor, board.copy(), level, len(self._waiting) + 1)
        self._waiting.append(search)
        self._begin()
        if search in self._waiting:
            mine = sum(other.visitor == visitor for other in self._waiting)
            if len(self._waiting) > self._queue or mine > SHARE:
                self._waiting.remove(search)
                raise Crowded(f"{self._queue} others wait for the machine: try again in a moment")
        search._done.add_done_callback(lambda _: self._end(search))
        self._count()
        return search

    async def close(self) -> None:
        """Cancel everything and leave no process behind."""
        self._closing = True
        for search in (*self._waiting, *self._running):
            search.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        engines, self._idle = self._idle, []
        await asyncio.gather(*(engine.quit() for engine in engines))

    async def __aenter__(self) -> EnginePool:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Who is next

    def _begin(self) -> None:
        """Let engines that are free take what waits, and tell the others how they stand."""
        if not self._closing:
            for search in self._waiting[:]:
                busy = {other.visitor for other in self._running}
                if len(self._running) < self._size and search.visitor not in busy:
                    self._waiting.remove(search)
                    self._running[search] = asyncio.create_task(self._run(search))
                    search._move_to(0)
        for place, search in enumerate(self._waiting, 1):
            search._move_to(place)

    def _end(self, search: Search) -> None:
        """A search is over: it does not wait any longer, and an engine at work on it is stopped
        by whoever watches it."""
        if search in self._waiting:
            self._waiting.remove(search)
            self._begin()
            self._count()

    def _count(self) -> None:
        metrics.ENGINE_QUEUE.set(len(self._waiting))
        metrics.ENGINE_SEARCHES.set(len(self._running))

    # The search itself

    async def _run(self, search: Search) -> None:
        """See a search through, on as many engines as it takes."""
        metrics.ENGINE_WAIT.observe(time.monotonic() - search.asked)
        try:
            for tried in range(1, TRIES + 1):
                try:
                    await self._try(search)
                except EngineFault as fault:
                    metrics.ENGINE_FAULTS.inc()
                    if tried == TRIES and not search.is_over:
                        search._done.set_exception(fault)
                if search.is_over:
                    return
        finally:
            del self._running[search]
            self._begin()
            self._count()

    async def _try(self, search: Search) -> None:
        engine = self._idle.pop() if self._idle else await self._start()
        try:
            if not search.is_over:
                engine.set_option("Level", search.level)
                engine.set_option("OwnBook", True)
                thought = await engine.go(known_rules(search.board), Limit(time=SECONDS))
                answer = asyncio.ensure_future(thought.result())
                either: set[asyncio.Future[Any]] = {answer, search._done}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if not answer.done():
                    thought.stop()
                    await asyncio.wait({answer}, timeout=STOPPING)
                    if not answer.done():
                        await engine.kill()
                move = (await answer).move
                if not search.is_over:
                    assert move is not None  # only a game that is over has none
                    search._done.set_result(move)
        except BaseException:
            await engine.kill()
            raise
        self._idle.append(engine)

    async def _start(self) -> UgiClient:
        return await UgiClient.start(self._command, timeout=PATIENCE, options={"Hash": HASH})


def own_engine() -> list[str]:
    """The command of our own engine. It is nice: whoever plays comes before whoever thinks."""
    nice = shutil.which("nice")
    return [*([nice, "-n", "10"] if nice else []), sys.executable, "-m", "tenchips", "ugi"]


def known_rules(board: Board) -> Board:
    """The board as an engine knows it: UGI says nothing of house rules, so where they differ from
    the common ones it is shown without the steps and repetitions that might end its game.

    >>> known_rules(Board(rules=Rules(repetition=0), moves="33 44")).position
    '8/8/8/3W4/4B3/8/8/8 w 0 2'
    """
    if board.rules == Rules():
        return board
    rows, side, steps, number = board.position.split()
    if int(steps):
        steps, number = str(int(side == "b")), "11"
    return Board(f"{rows} {side} {steps} {number}")
