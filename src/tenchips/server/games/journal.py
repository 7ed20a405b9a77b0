"""Events of a game: stored first, then applied and sent to everyone connected.

Another process may be faster: then its events are read and applied instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tenchips.server import metrics, timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import Verdict, restore_clock
from tenchips.server.store import Conflict, Store, Unavailable


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

    def take(self, game: LiveGame, announced: Sequence[Any]) -> bool:
        """Go on by an event that another process has announced; False if it has to be read, or
        one before it."""
        seq = announced[1]
        if seq == game.state.v + 1 and len(announced) > 2:
            self._apply(game, [StoredEvent(*announced)])
        return bool(seq <= game.state.v)

    async def catch_up(self, games: Iterable[LiveGame]) -> None:
        """Read what other processes have written; raises `Unavailable`."""
        behind = {game.state.id: game for game in games}
        events = await self._store.events({id: game.state.v for id, game in behind.items()})
        news: dict[str, list[StoredEvent]] = {}
        for event in events:
            news.setdefault(event.game_id, []).append(event)
        for id, missed in news.items():
            self._apply(behind[id], missed)

    async def was_behind(self, game: LiveGame) -> bool:
        """Whether another process had written what this one did not know yet, or may have: while
        the database does not answer, nobody can tell."""
        if not self._store.is_shared:
            return False
        v = game.state.v
        try:
            await self.catch_up([game])
        except Unavailable:
            return True
        return game.state.v > v

    async def give_back(self, game: LiveGame) -> None:
        """Set the clock of the player to move as if no time had passed in outages. The game must
        be held; raises `Unavailable`. In correspondence games that is done when the time is up."""
        while game.state.running is not None and not game.state.is_correspondence:
            now = timekeeping.milliseconds()
            away = self._store.away(game.state.at, now)
            if not away or await self.record(game, restore_clock(game.state, away, now)):
                return

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
