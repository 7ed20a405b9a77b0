"""Work that nobody waits for: one owner knows all of it, logs what fails, and ends it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from tenchips.server.logs import say


class Background:
    """The background tasks of a server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._services: list[asyncio.Task[None]] = []

    def start(self, work: Coroutine[Any, Any, None], game: str | None = None) -> asyncio.Task[None]:
        """Begin something that ends by itself; `game` is the game it is for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._done(task, game))
        return task

    def serve(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that goes on until `close`."""
        self._services.append(self.start(work))

    async def close(self) -> None:
        """End what goes on for ever, and wait for the rest."""
        for service in self._services:
            service.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[None], game: str | None) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            facts = {"game": game} if game else {}
            say("background task failed", level=logging.ERROR, error=error, **facts)
