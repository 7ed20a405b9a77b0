"""The one writer of a process: it commits what many games wait for together.

While the database does not answer, everything waits, and is committed when it is back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from tenchips.server import metrics, timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.logs import say
from tenchips.server.store.availability import Availability
from tenchips.server.store.faults import Conflict, Unavailable
from tenchips.server.store.ratings import RatedResult


@dataclass
class Write:
    """What is committed together or not at all: events, games that begin, the columns of games
    that change, challenges of the lobby that lead to a game (`taken` names both), and the results
    of rated games."""

    events: list[StoredEvent]
    games: list[dict[str, object]] = field(default_factory=list)
    changes: dict[str, dict[str, object]] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    rated: list[RatedResult] = field(default_factory=list)


@dataclass(slots=True)
class _Waiting:
    write: Write
    done: asyncio.Future[None]


class Writer:
    """Commits writes in batches."""

    def __init__(
        self,
        commit: Callable[[Sequence[Write]], Awaitable[None]],
        availability: Availability,
        batch: int,
        patience: float,
    ) -> None:
        """`commit` stores writes in one transaction, or raises `Conflict` or `Unavailable`; a
        write waits for `patience` seconds at most."""
        self._commit, self._availability = commit, availability
        self._batch, self._patience = batch, patience
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()

    async def append(self, write: Write) -> None:
        """Store it; raises `Conflict` or `Unavailable`."""
        waiting = _Waiting(write, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        try:
            async with asyncio.timeout(self._patience):
                await waiting.done
        except TimeoutError:
            raise Unavailable("the database did not answer in time") from None

    def close(self) -> None:
        """Let `run` end when everything that waits is committed."""
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Commit what waits, as much as there is at a time, until `close`."""
        is_open = True
        while is_open:
            batch = [await self._queue.get()]
            while len(batch) < self._batch and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            is_open = None not in batch
            writes = [one for one in batch if one is not None]
            try:
                await self._store(writes)
            except Exception:
                _answer(writes, Unavailable("a fault of the server"))
                raise

    async def _store(self, batch: list[_Waiting]) -> None:
        """Commit a batch, and answer those who wait for it."""
        while batch := [one for one in batch if not one.done.done()]:
            began, started = timekeeping.milliseconds(), time.perf_counter()
            try:
                await self._commit([one.write for one in batch])
            except Unavailable as error:
                self._availability.failed(began, error)
                try:
                    await self._availability.wait(self._patience)
                except Unavailable as still:
                    _answer(batch, still)
            except (Conflict, SQLAlchemyError) as error:
                await self._refuse(batch, error)
            else:
                metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
                metrics.COMMIT_EVENTS.observe(sum(len(one.write.events) for one in batch))
                _answer(batch)

    async def _refuse(self, batch: list[_Waiting], error: Exception) -> None:
        """One write of a batch is at fault: find it by halves, and commit the others."""
        if len(batch) > 1:
            middle = len(batch) // 2
            await self._store(batch[:middle])
            await self._store(batch[middle:])
        elif isinstance(error, Conflict):
            _answer(batch, error)
        else:
            say("the database refused a write", level=logging.ERROR, error=error)
            _answer(batch, Unavailable("the database refused it"))


def _answer(batch: Sequence[_Waiting], error: Exception | None = None) -> None:
    for one in batch:
        if not one.done.done():
            one.done.set_result(None) if error is None else one.done.set_exception(error)
