"""Ends correspondence games whose time is up, though nobody looks at them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from tenchips.server import timekeeping
from tenchips.server.background import Background, Service
from tenchips.server.games import Games
from tenchips.server.store import CorrespondenceStore, Unavailable

SWEEP: Final = max(0.2, 30.0 * timekeeping.DAY / 86_400_000)
"""Seconds between two looks at the database."""


class Overdue:
    """Looks for games that are overdue, and has their clocks looked at."""

    def __init__(self, store: CorrespondenceStore, games: Games, background: Background) -> None:
        self._store, self._games, self._background = store, games, background
        self._service: Service | None = None

    def open(self) -> None:
        """Begin to look."""
        self._service = self._background.serve("overdue correspondence games", self._watch)

    async def close(self) -> None:
        """Look no longer."""
        if self._service is not None:
            await self._service.stop()

    async def _watch(self) -> None:
        while True:
            with suppress(Unavailable):
                for id in await self._store.overdue(timekeeping.milliseconds()):
                    await self._games.check_clock(id)
            await asyncio.sleep(SWEEP)
