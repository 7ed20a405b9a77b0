"""Which games are in memory: found, loaded from the store, locked while they change, removed again.

Followers do what must happen next in a game: clocks, machines, presence. They are called whenever
a game is loaded or changes, and when it is removed.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from tenchips.board import Board
from tenchips.server import metrics, timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.games.live_game import LiveGame
from tenchips.server.judge import restore_clock
from tenchips.server.settings import Settings
from tenchips.server.state import GameState
from tenchips.server.store import Conflict, Store

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")


class Follower(Protocol):
    """Sees to it that what must happen next in a game will."""

    def follow(self, game: LiveGame) -> None:
        """A game came into memory or changed."""

    def stop(self, game: LiveGame) -> None:
        """A game leaves memory."""


class Registry:
    """The games in memory."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._followers: list[Follower] = []

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[LiveGame]:
        return iter(tuple(self._games.values()))

    def __contains__(self, game: LiveGame) -> bool:
        return self._games.get(game.state.id) is game

    def add_follower(self, follower: Follower) -> None:
        """Call a follower for each game from now on."""
        self._followers.append(follower)

    def follow(self, game: LiveGame) -> None:
        """Call all followers: a game changed."""
        for follower in self._followers:
            follower.follow(game)

    def stop(self, game: LiveGame) -> None:
        """Call all followers: nothing more is to happen in a game here."""
        for follower in self._followers:
            follower.stop(game)

    def find(self, id: str) -> LiveGame | None:
        """The game with this id, if it is in memory."""
        return self._games.get(id)

    def is_loading(self, id: str) -> bool:
        """Whether a game is being read from the store at this moment."""
        return id in self._loading

    async def get(self, id: str) -> LiveGame | None:
        """The game with this id, from memory or from the store."""
        game = self._games.get(id)
        if game is not None:
            self._games.move_to_end(id)
            return game
        if not _ID.fullmatch(id):
            return None
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveGame | None:
        try:
            found = await self._store.events({id: -1})
            if not found:
                return None
            # Replaying a long game takes a tenth of a second: other games go on meanwhile.
            state = await asyncio.to_thread(self._fold, found)
            return self._add(await self._after_outages(state))
        finally:
            del self._loading[id]

    def _fold(self, events: Iterable[StoredEvent], board: Board | None = None) -> GameState:
        # A client that has missed more than its outbox holds gets the whole game instead.
        kept = min(self._settings.events_kept, self._settings.messages_waiting // 2)
        return GameState.fold(events, kept, board)

    async def reload(self, game: LiveGame) -> None:
        """Read a game again from its first event, and send it to everybody connected."""
        if game.is_idle:
            self.forget(game)
            return
        async with self.held(game) as held:
            found = await self._store.events({held.state.id: -1})
            held.state = await asyncio.to_thread(self._fold, found)
            held.greet_all(v=-1)
            self.follow(held)

    async def _after_outages(self, state: GameState) -> GameState:
        """The game with the time given back in which there was no server to take a move."""
        now = timekeeping.milliseconds()
        away = self._store.away(state.at, now)
        if state.running is None or not away or state.is_correspondence:
            return state
        write = restore_clock(state, away, now).write
        try:
            await self._store.append(write)
        except Conflict:  # another process has done it
            return self._fold(await self._store.events({state.id: -1}))
        state.apply(write.events[0])
        return state

    def add(self, events: Iterable[StoredEvent], board: Board) -> LiveGame:
        """A new game, from the events that began it and the board that it begins with."""
        return self._add(self._fold(events, board))

    def _add(self, state: GameState) -> LiveGame:
        """Have a game in memory, and let go of one that nobody looks at."""
        game = LiveGame(state)
        self._games[game.state.id] = game
        self.follow(game)
        if len(self._games) > self._settings.games_kept:
            idle = next((old for old in self._games.values() if old.is_idle), game)
            if idle is not game:
                self.forget(idle)
        metrics.LIVE_GAMES.set(len(self._games))
        return game

    def forget(self, game: LiveGame) -> None:
        """Remove a game from memory: the next request loads it from the store."""
        self.stop(game)
        del self._games[game.state.id]

    @asynccontextmanager
    async def held(self, game: LiveGame) -> AsyncIterator[LiveGame]:
        """Hold a game so that nothing else happens in it, as it is in memory now: while one
        waits for it, it may have been let go and come back."""
        while True:
            async with game.lock:
                held = self._games.get(game.state.id)
                if held is game:
                    yield game
                    return
            game = held or await self.get(game.state.id) or game
