"""The clocks of games: flags fall on time, and the time without any server is known."""

from __future__ import annotations

import asyncio
from typing import Final

from tenchips.server import timekeeping
from tenchips.server.background import Background
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import flag, flag_time
from tenchips.server.store import Store

PULSE: Final = 2.0
"""Seconds between notes in the database that this process is running."""


class Clocks:
    """Follows games to end those whose player to move has run out of time."""

    def __init__(
        self, store: Store, registry: Registry, journal: Journal, background: Background
    ) -> None:
        self._store, self._registry = store, registry
        self._journal, self._background = journal, background
        self.is_closing = False

    def follow(self, game: LiveGame) -> None:
        """Set the alarm for the moment when the flag falls."""
        if game.alarm is not None:
            game.alarm.cancel()
            game.alarm = None
        due = flag_time(game.state)
        if due is not None and not self.is_closing:
            wait = max(0, due - timekeeping.milliseconds()) / 1000
            loop = asyncio.get_running_loop()
            game.alarm = loop.call_later(wait, self._ring, game)

    def stop(self, game: LiveGame) -> None:
        """Let no flag fall any more."""
        if game.alarm is not None:
            game.alarm.cancel()

    def _ring(self, game: LiveGame) -> None:
        self._background.start(self._flag(game), game.state.id)

    async def _flag(self, game: LiveGame) -> None:
        async with self._registry.held(game) as held:
            due = flag_time(held.state)
            if due is not None and due <= timekeeping.milliseconds():
                await self._journal.record_or_wait(held, flag(held.state))
        self.follow(held)

    async def pulse(self) -> None:
        """Write down again and again that this process is running, if it may ever matter: a disk
        without work is left to sleep."""
        while True:
            await asyncio.sleep(PULSE)
            if self._store.is_shared or any(g.state.running is not None for g in self._registry):
                await self._store.pulse()
