"""How a game goes on: events are stored first, then applied and sent to everybody.

Another process may be faster: then its events are read and applied instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from tenchips.server import metrics
from tenchips.server.events import StoredEvent
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import Verdict
from tenchips.server.store import Conflict, Store, Unavailable

RETRY: Final = 1.0
"""Seconds until something is tried again that failed in the database or in the engine pool."""


class Journal:
    """Stores, applies and sends what happens in games."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store, self._registry = store, registry

    async def record(self, game: LiveGame, verdict: Verdict) -> bool:
        """Store what was judged and go on; False if somebody else was first."""
        write = verdict.write
        try:
            await self._store.append(write)
        except Conflict:
            await self.catch_up([game])
            return False
        if verdict.board is not None:
            metrics.MOVES.inc()
        self._apply(game, [one for one in write.events if one.game_id == game.state.id], verdict)
        return True

    async def record_or_wait(self, game: LiveGame, verdict: Verdict) -> None:
        """Store what nobody asked for; if the database fails, give it time."""
        try:
            await self.record(game, verdict)
        except Unavailable:
            await asyncio.sleep(RETRY)
            await self.catch_up([game])

    async def catch_up(self, games: Iterable[LiveGame]) -> None:
        """Read what other processes have written."""
        behind = {game.state.id: game for game in games}
        try:
            events = await self._store.events({id: game.state.v for id, game in behind.items()})
        except Unavailable:
            return
        news: dict[str, list[StoredEvent]] = {}
        for event in events:
            news.setdefault(event.game_id, []).append(event)
        for id, missed in news.items():
            self._apply(behind[id], missed)

    async def was_behind(self, game: LiveGame) -> bool:
        """Whether another process had written what this one did not know yet."""
        v = game.state.v
        if self._store.is_shared:
            await self.catch_up([game])
        return game.state.v > v

    def _apply(
        self, game: LiveGame, events: Iterable[StoredEvent], verdict: Verdict | None = None
    ) -> None:
        """Go on by events that are stored, and send them to everybody."""
        board = verdict.board if verdict else None
        changed = False
        for event in events:
            if event.seq == game.state.v + 1:
                game.state.apply(event, board)
                game.send(event.payload)
                board, changed = None, True
        if changed:
            self._registry.follow(game)
