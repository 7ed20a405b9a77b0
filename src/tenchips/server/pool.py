"""The engines of the server: a bounded number of processes, and a bounded queue before them.

Thinking never happens in the event loop. An engine is a `tenchips ugi` in a process of its own,
or the learned player in one, started when it is first needed and kept for the next search. A
visitor has one search at a time, the rest of theirs wait, and everybody who waits hears their place
as it changes. Addresses are served in turn, however many visitors come from each: cookies are free,
addresses are not. Cancelling frees the engine at once. An engine that dies or falls silent is
replaced and the search tried again.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from tenchips.board import Board
from tenchips.engine import Limit
from tenchips.engine.levels import TOP
from tenchips.notation import Move
from tenchips.protocol import EngineFault, UgiClient
from tenchips.rules import Rules
from tenchips.server import metrics
from tenchips.server.background import log_failure
from tenchips.server.opponents import SIMULATIONS

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

    def __init__(
        self, visitor: str, board: Board, level: int | None, address: str, since: float, place: int
    ) -> None:
        """Not for use: `EnginePool.request` makes searches."""
        self.visitor = visitor
        self.board = board
        self.level = level
        """None for the learned player."""
        self.address = address
        self.since = since
        self.place = place
        """0 while it is searched, n with n - 1 others before it in the queue."""
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
    """Engines for all visitors; use it as an async context manager, or call `close` at the end.

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
        self._learned = learned_player()
        self._waiting: list[Search] = []
        self._running: dict[Search, asyncio.Task[None]] = {}
        self._idle: list[UgiClient] = []
        self._idle_learned: list[UgiClient] = []
        self._served: dict[str, None] = {}  # addresses, that served last at the end
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._waiting)

    @property
    def searching(self) -> int:
        """How many engines are at work."""
        return len(self._running)

    def request(
        self,
        visitor: str,
        board: Board,
        level: int | None,
        address: str = "",
        since: float | None = None,
    ) -> Search:
        """Ask for a move at a level from 1 to 10, or with None of the learned player, for a visitor
        at an address who has waited `since` this time of `time.monotonic`. Raises `Crowded` when
        too many wait, or too many of this visitor's; so does a search that has to make room for one
        of another address."""
        if level is not None and not 1 <= level <= TOP:
            raise ValueError(f"the levels are from 1 to {TOP}, not {level}")
        if outcome := board.outcome():
            raise ValueError(f"the game is over: {outcome}")
        if self._closing:
            raise Crowded("the server is going down: try again in a moment")
        since = time.monotonic() if since is None else since
        search = Search(visitor, board.copy(), level, address, since, len(self._waiting) + 1)
        self._waiting.append(search)
        self._begin()
        if search in self._waiting:
            mine = sum(other.visitor == visitor for other in self._waiting)
            if mine > SHARE:
                self._waiting.remove(search)
            elif len(self._waiting) > self._queue:
                self._send_away(self._waiting[-1])
            if search not in self._waiting:
                raise _crowded(self._queue)
        search._done.add_done_callback(lambda _: self._end(search))
        self._count()
        return search

    def _send_away(self, search: Search) -> None:
        """Make room in the queue: the last in it has to ask again."""
        self._waiting.remove(search)
        if not search.is_over:
            search._done.set_exception(_crowded(self._queue))
            search._done.exception()  # it is not for the event loop to log

    async def close(self) -> None:
        """Cancel everything and leave no process behind."""
        self._closing = True
        for search in (*self._waiting, *self._running):
            search.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        engines = [*self._idle, *self._idle_learned]
        self._idle, self._idle_learned = [], []
        await asyncio.gather(*(engine.quit() for engine in engines))

    async def __aenter__(self) -> EnginePool:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Who is next

    def _begin(self) -> None:
        """Let engines that are free take what waits, and say to the others how they stand."""
        self._put_in_order()
        while not self._closing and len(self._running) < self._size:
            busy = {other.visitor for other in self._running}
            search = next((one for one in self._waiting if one.visitor not in busy), None)
            if search is None:
                break
            self._waiting.remove(search)
            self._served.pop(search.address, None)
            self._served[search.address] = None
            self._running[search] = asyncio.create_task(self._run(search))
            search._move_to(0)
            self._put_in_order()
        for place, search in enumerate(self._waiting, 1):
            search._move_to(place)

    def _put_in_order(self) -> None:
        """Addresses take turns, those first that were served longest ago; the searches of an
        address come in the order in which they were asked for."""
        if not self._waiting and not self._running:
            self._served.clear()
        served = {address: turn for turn, address in enumerate(self._served, 1)}
        rounds = Counter(search.address for search in self._running)
        turns: dict[Search, tuple[int, int, float]] = {}
        for search in sorted(self._waiting, key=lambda one: one.since):
            turns[search] = rounds[search.address], served.get(search.address, 0), search.since
            rounds[search.address] += 1
        self._waiting = sorted(turns, key=lambda one: turns[one])

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
        """See a search through, on as many engines as it takes; it never stays without an end."""
        metrics.ENGINE_WAIT.observe(time.monotonic() - search.since)
        try:
            for _ in range(TRIES):
                fault = await self._try_or_fail(search)
                if search.is_over:
                    return
            search._done.set_exception(fault or EngineFault("the engine gave no move"))
        finally:
            search.cancel()  # if it has no end yet, nobody works on it any more
            del self._running[search]
            self._begin()
            self._count()

    async def _try_or_fail(self, search: Search) -> EngineFault | None:
        try:
            await self._try(search)
        except EngineFault as fault:
            metrics.ENGINE_FAULTS.inc()
            return fault
        except Exception as error:  # a fault of ours: another engine may do better
            log_failure(error)
            return EngineFault(f"the search failed: {error!r}")
        return None

    async def _try(self, search: Search) -> None:
        idle = self._idle_learned if search.level is None else self._idle
        engine = idle.pop() if idle else await self._start(search.level)
        try:
            if not search.is_over:
                if search.level is not None:
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
                    if move is None:
                        raise EngineFault("the engine has no move, and the game is not over")
                    search._done.set_result(move)
        except BaseException:
            await engine.kill()
            raise
        idle.append(engine)

    async def _start(self, level: int | None) -> UgiClient:
        if level is None:
            return await UgiClient.start(self._learned, timeout=PATIENCE)
        return await UgiClient.start(self._command, timeout=PATIENCE, options={"Hash": HASH})


def _crowded(queue: int) -> Crowded:
    return Crowded(f"{queue} others are waiting for the engine: try again in a moment")


def own_engine() -> list[str]:
    """The command of our own engine."""
    return _in_background("tenchips", "ugi")


def learned_player() -> list[str]:
    """The command of the learned player."""
    return _in_background("tenchips.players.net_engine", str(SIMULATIONS))


def _in_background(module: str, *arguments: str) -> list[str]:
    """A command whose low priority lets the server itself come first."""
    nice = shutil.which("nice")
    return [*([nice, "-n", "10"] if nice else []), sys.executable, "-m", module, *arguments]


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
