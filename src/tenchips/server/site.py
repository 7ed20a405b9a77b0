"""A running server: its settings, store, games, engines and limits, held together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar, cast

from starlette.requests import HTTPConnection

from tenchips.server.games import Games
from tenchips.server.limits import Limits, counted_address
from tenchips.server.pool import EnginePool
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.store import Store

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING: Final = 20
"""Long computations that may wait for one another; they share the processor with the games."""


class Site:
    """Everything that a request may need."""

    def __init__(self, settings: Settings, pool: EnginePool | None = None) -> None:
        """A server with these settings; `pool` in place of the engine pool that they describe."""
        self.settings = settings
        self.limits = Limits(settings)
        self.store = Store(settings.database, batch=settings.batch)
        self.pool = pool or EnginePool(settings.engines, settings.queue)
        self.games = Games(self.store, self.pool, settings)
        self._threads = asyncio.Semaphore(1)
        self._waiting = 0

    async def open(self) -> None:
        """Begin to work."""
        await self.store.open()
        await self.games.open()

    async def close(self) -> None:
        """End: sockets first, then searches, then what waits to be written."""
        await self.games.close()
        await self.pool.close()
        await self.store.close()

    async def run_in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something long in a thread, one thing at a time."""
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "busy", "the server has too much to draw and to read: try again")
        self._waiting += 1
        try:
            async with self._threads:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._waiting -= 1

    def address(self, connection: HTTPConnection) -> str:
        """The address that a request is counted under."""
        return counted_address(connection.client.host) if connection.client else "?"


def site_of(connection: HTTPConnection) -> Site:
    """The site that a request has come to."""
    return cast(Site, connection.app.state.site)
