"""Who is connected to a game, to this process and to others, and how everybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from tenchips.server.background import Background
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import Connected, LiveGame, Subscriber
from tenchips.server.games.registry import Registry
from tenchips.server.identity import Identity
from tenchips.server.store import Store

LEASE: Final = 60.0
"""Seconds for which a player without a socket counts as present after a request."""

DEBOUNCE: Final = 0.2
"""Seconds for which comings and goings are collected before they are announced."""

HEARTBEAT: Final = 15.0
"""Seconds between notices to other processes of who is connected here."""

PresenceNotice = tuple[str, int, int, int, bool]
"""A game, how many are connected to it as White, as Black and to watch, and whether the process
that says so asks the others for the same."""


class PresenceTracker:
    """Keeps account of who is connected, and follows games to announce who sat down."""

    def __init__(
        self, store: Store, registry: Registry, journal: Journal, background: Background
    ) -> None:
        self._store, self._registry = store, registry
        self._journal, self._background = journal, background
        self.is_closing = False

    async def enter(self, game: LiveGame, subscriber: Subscriber, v: int) -> LiveGame:
        """A socket is connected from now on, and has seen the events up to `v`. The game as it
        is in memory: it may have been let go since it was found."""
        if v > game.state.v:  # another process has sent it more than this one knows
            await self._journal.was_behind(game)
        while game not in self._registry:
            game = await self._registry.get(game.state.id) or game
        if self.is_closing:
            subscriber.close(1012)
            return game
        first = not game.subscribers
        game.subscribers.add(subscriber)
        for text in game.greeting(subscriber, v):
            subscriber.send(text)
        self._presence_changed(game, first)
        return game

    def leave(self, game: LiveGame, subscriber: Subscriber) -> None:
        """A socket is gone."""
        game.subscribers.discard(subscriber)
        self._presence_changed(game)

    def renew_lease(self, game: LiveGame, asker: Identity | None) -> None:
        """A player without a socket was here."""
        if asker is not None and game.state.role_of(asker.id) != "watcher":
            game.lease = time.monotonic() + LEASE
            self._registry.follow(game)

    def follow(self, game: LiveGame) -> None:
        """Greet again whoever has another role now: a watcher who sat down can play."""
        changed = [
            subscriber
            for subscriber in game.subscribers
            if game.state.role_of(subscriber.who) != subscriber.role
        ]
        for subscriber in changed:
            for text in game.greeting(subscriber, game.state.v):
                subscriber.send(text)
        if changed:
            self._announce_soon(game)

    def stop(self, game: LiveGame) -> None:
        """Announce nothing more of a game."""
        if game.announcement is not None:
            game.announcement.cancel()

    def _presence_changed(self, game: LiveGame, first: bool = False) -> None:
        """Somebody came or went: the machine goes on or stops, and soon everybody knows."""
        self._registry.follow(game)
        self._announce_soon(game, first)

    def _announce_soon(self, game: LiveGame, first: bool = False) -> None:
        if game.announcement is None and not self.is_closing:
            loop = asyncio.get_running_loop()
            game.announcement = loop.call_later(DEBOUNCE, self._announce, game, first)

    def _announce(self, game: LiveGame, first: bool) -> None:
        game.announcement = None
        game.send(game.presence())
        self._notify(game, asks=first)

    def _notify(self, game: LiveGame, asks: bool) -> None:
        if self._store.is_shared:
            notice = (game.state.id, *game.connected_here(), asks)
            self._background.start(self._store.notify("presence", [notice]), game.state.id)

    # Other processes

    def receive(self, process: str, notices: Iterable[PresenceNotice]) -> None:
        """Another process says who is connected to it."""
        for id, white, black, watchers, asks in notices:
            game = self._registry.find(id)
            if game is None:
                continue
            if white + black + watchers:
                game.elsewhere[process] = Connected(white, black, watchers), time.monotonic()
            else:
                game.elsewhere.pop(process, None)
            game.send(game.presence())
            self._registry.follow(game)
            if asks and game.subscribers:
                self._notify(game, asks=False)

    async def send_heartbeats(self) -> None:
        """Say to the other processes again and again who is connected here, and forget those
        that fell silent."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            busy = [game for game in self._registry if game.subscribers]
            notices = [(game.state.id, *game.connected_here(), False) for game in busy]
            await self._store.notify("presence", notices)
            self._forget_silent()

    def _forget_silent(self) -> None:
        """Whoever was connected to a process that says nothing any more is gone."""
        silent = time.monotonic() - 3 * HEARTBEAT
        for game in self._registry:
            heard = {name: one for name, one in game.elsewhere.items() if one[1] > silent}
            if len(heard) < len(game.elsewhere):
                game.elsewhere = heard
                self._presence_changed(game)
