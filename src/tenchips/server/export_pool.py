"""Exports and imports made by worker processes: the event loop only waits for them.

One process works at a time, at low priority and within a bound of memory, so that games come first.
An address has at most two exports in the queue, so that others are never behind more than those; a
few more of its own wait outside. One whose client leaves is dropped: at once while it waits, and
with its process while it is being made. What was made of a version of a game is cached for a while.
A process that dies or takes too long is replaced.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from starlette.requests import Request

from tenchips.executors import ProcessPool
from tenchips.server.refusals import Refused

T = TypeVar("T")

WAITING: Final = 40
"""Exports of all addresses that may wait, with the one that is being made."""
WAITING_PER_ADDRESS: Final = 10
"""Exports of one address that may wait, with the one that is being made."""
PER_ADDRESS: Final = 2
"""Exports of one address that may be in the queue for all."""
SECONDS: Final = 30.0
"""Seconds that an export may take."""
ENDING: Final = 1.0
"""Seconds in which an export may end by itself after its client has left. A new process takes about
as long to start, so that one who asks and leaves again and again costs no more by it."""
MEMORY: Final = 1 << 30
"""Bytes of address space that the process may use."""
NICENESS: Final = 10
CACHE: Final = 32 << 20
"""Bytes of exports that are kept."""

BUSY: Final = Refused(503, "busy", "the server has too much to draw and to read: try again")
LEFT: Final = Refused(503, "left", "the client has left")
FAILED: Final = Refused(503, "failed", "this took too long or too much memory: try a shorter game")


class ExportPool:
    """Has exports made. Call `close` at the end."""

    def __init__(self) -> None:
        self._pool: ProcessPool | None = None
        # A process has the priority of the thread that starts it from its beginning, which is
        # what takes longest, and ends with that thread.
        self._starter = ThreadPoolExecutor(1, "exports", initializer=_start_thread)
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._cache: OrderedDict[Hashable, bytes | str] = OrderedDict()
        self._size = 0

    async def make(self, request: Request, address: str, work: Callable[..., T], *args: Any) -> T:
        """The result of some work. The work and its arguments go to another process. Raises
        `Refused`, if only because the client has left and nobody reads the answer."""
        if self._waiting.total() >= WAITING:
            raise BUSY
        if self._waiting[address] >= WAITING_PER_ADDRESS:
            raise Refused(429, "too_many", "too many exports at a time: wait for the others")
        self._waiting[address] += 1
        gate = self._gates.setdefault(address, asyncio.Semaphore(PER_ADDRESS))
        making = asyncio.create_task(self._take_turn(gate, work, args))
        leaving = asyncio.create_task(_left(request))
        try:
            await asyncio.wait({making, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not making.done():
                raise LEFT
            return await making
        finally:
            making.cancel()
            leaving.cancel()
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._gates[address]

    def find(self, key: Hashable) -> bytes | str | None:
        """What was made and kept under this name."""
        made = self._cache.get(key)
        if made is not None:
            self._cache.move_to_end(key)
        return made

    def keep(self, key: Hashable, made: bytes | str) -> None:
        """Keep what was made under a name, and let go of what nobody has asked for longest."""
        if key not in self._cache:
            self._cache[key] = made
            self._size += len(made)
            while self._size > CACHE:
                self._size -= len(self._cache.popitem(last=False)[1])

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        await self._end_process()
        self._starter.shutdown()

    async def _take_turn(
        self, gate: asyncio.Semaphore, work: Callable[..., T], args: tuple[Any, ...]
    ) -> T:
        async with gate, self._turn:
            working = asyncio.ensure_future(self._work(work, args))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.wait({working}, timeout=ENDING)
                if not working.done():
                    await self._end_process()
                await asyncio.gather(working, return_exceptions=True)
                raise

    async def _work(self, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        pool = self._pool = self._pool or ProcessPool(1, _start_process)
        loop = asyncio.get_running_loop()
        try:
            result = await loop.run_in_executor(self._starter, partial(pool.submit, work, *args))
            return await asyncio.wait_for(asyncio.wrap_future(result), SECONDS)
        except (BrokenExecutor, TimeoutError, MemoryError) as error:
            await self._end_process()
            raise FAILED from error

    async def _end_process(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.kill)


async def _left(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _start_thread() -> None:
    if sys.platform == "linux":  # elsewhere it would be the priority of the whole server
        os.nice(NICENESS)


def _start_process() -> None:
    if sys.platform != "linux":
        os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
