"""Work that nobody waits for: one owner knows all of it, restarts what must go on, and ends it.

A *task* ends by itself. A *service* goes on until it is stopped: one that fails is logged and
started again, and `problems` names it until it has run for a while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from tenchips.server.logs import say

RESTART: Final = 0.5
"""Seconds until a service that failed is started again."""

TRUSTED: Final = 10.0
"""Seconds after which a service that was started again counts as healthy."""


class Service:
    """Something that goes on until it is stopped."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Not for use: `Background.serve` makes services."""
        self.name = name
        self._work = work
        self._failed: float | None = None
        self._task = asyncio.create_task(self._run())

    @property
    def is_healthy(self) -> bool:
        """Whether it runs, and has not failed a moment ago."""
        return self._failed is None or time.monotonic() - self._failed > TRUSTED

    async def stop(self) -> None:
        """End it."""
        self._task.cancel()
        await self.ended()

    async def ended(self) -> None:
        """Wait until it has ended."""
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                return await self._work()
            except Exception as error:
                self._failed = time.monotonic()
                log_failure(error, service=self.name)
            await asyncio.sleep(RESTART)


class Background:
    """The background work of a server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._services: list[Service] = []

    @property
    def problems(self) -> list[str]:
        """A sentence for each service that does not run as it should."""
        ill = [service.name for service in self._services if not service.is_healthy]
        return [f"the {name} has failed and was started again" for name in ill]

    def start(self, work: Coroutine[Any, Any, None], game: str | None = None) -> asyncio.Task[None]:
        """Begin something that ends by itself; `game` is the game it is for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._done(task, game))
        return task

    def serve(self, name: str, work: Callable[[], Awaitable[None]]) -> Service:
        """Begin something that goes on until it is stopped, by its owner or by `close`."""
        service = Service(name, work)
        self._services.append(service)
        return service

    async def finish(self) -> None:
        """Wait for all tasks."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """End all services, and wait for all tasks."""
        await asyncio.gather(*(service.stop() for service in self._services))
        await self.finish()

    def _done(self, task: asyncio.Task[None], game: str | None) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_failure(error, **({"game": game} if game else {}))


def log_failure(error: BaseException, **facts: object) -> None:
    """Log an error that nobody waits for, with its traceback."""
    say("background task failed", level=logging.ERROR, error=error, **facts)
