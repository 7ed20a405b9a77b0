"""Who is connected to a game, to this process and to others, and how everyone is notified."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from tenchips.server import timekeeping
from tenchips.server.background import Background
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import Connected, LiveGame, Subscriber
from tenchips.server.games.registry import Registry
from tenchips.server.identity import Identity
from tenchips.server.models import Role
from tenchips.server.settings import Settings
from tenchips.server.store import Store, Unavailable
from tenchips.squares import Color

LEASE: Final = 60.0
"""Seconds for which a player without a socket counts as present after a request."""

DEBOUNCE: Final = 0.2
"""Seconds for which comings and goings are collected before they are announced."""

HEARTBEAT: Final = 15.0
"""Seconds between notices to other processes of who is connected here."""

WATCH: Final = 1.0
"""Seconds between two looks which processes are gone."""

PresenceNotice = tuple[str, int, int, int, bool]
"""A game, how many are connected to it as White, as Black and to watch, and whether the process
that says so asks the others for the same."""


class PresenceTracker:
    """Keeps account of who is connected, and follows games to announce who sat down."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        journal: Journal,
        background: Background,
        settings: Settings,
    ) -> None:
        self._store, self._registry, self._settings = store, registry, settings
        self._journal, self._background = journal, background
        self.is_closing = False

    async def enter(self, game: LiveGame, subscriber: Subscriber, v: int, address: str) -> LiveGame:
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
        _count_for(game, subscriber.role, address)
        self._presence_changed(game, first)
        return game

    def leave(self, game: LiveGame, subscriber: Subscriber) -> None:
        """A socket is gone."""
        game.subscribers.discard(subscriber)
        self._presence_changed(game)

    def renew_lease(self, game: LiveGame, asker: Identity | None, address: str) -> None:
        """A player without a socket was here."""
        role = game.state.role_of(asker.id if asker else None)
        if role != "watcher":
            game.lease = time.monotonic() + LEASE
            for color in game.state.colors_of(asker.id if asker else None):
                game.last_here[color] = timekeeping.milliseconds()
            _count_for(game, role, address)
            self._registry.follow(game)

    def follow(self, game: LiveGame) -> None:
        """Greet those again whose role has changed: a watcher who sat down can play."""
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
        elif game.claim_turn != game.state.turn_seq and game.subscribers:
            game.claim_turn = game.state.turn_seq
            if game.away_since() is not None:  # it is the turn of somebody who is not there
                self._send(game)

    def gone(self, game: LiveGame) -> Color | None:
        """The side to move, if its player has been away for so long that the other may claim the
        game."""
        claim = self._claim_in(game)
        return game.state.board.turn if claim is not None and claim <= 0 else None

    def _claim_in(self, game: LiveGame) -> int | None:
        """In how many milliseconds the game may be claimed, if the player to move has left."""
        since = game.away_since()
        if since is None:
            return None
        settings = self._settings
        patience = settings.claim_seconds if game.state.clock else settings.claim_seconds_unclocked
        return since + round(1000 * patience) - timekeeping.milliseconds()

    def _send(self, game: LiveGame) -> None:
        claim = self._claim_in(game)
        game.send(game.presence(None if claim is None else max(0, claim)))

    def stop(self, game: LiveGame) -> None:
        """Announce nothing more of a game."""
        if game.announcement is not None:
            game.announcement.cancel()

    def _presence_changed(self, game: LiveGame, first: bool = False) -> None:
        """Somebody came or went: the machine continues or stops, and soon everybody is notified."""
        game.note_presence()
        self._registry.follow(game)
        self._announce_soon(game, first)

    def _announce_soon(self, game: LiveGame, first: bool = False) -> None:
        if game.announcement is None and not self.is_closing:
            loop = asyncio.get_running_loop()
            game.announcement = loop.call_later(DEBOUNCE, self._announce, game, first)

    def _announce(self, game: LiveGame, first: bool) -> None:
        game.announcement = None
        self._send(game)
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
            game.note_presence()
            self._send(game)
            self._registry.follow(game)
            if asks and game.subscribers:
                self._notify(game, asks=False)

    async def send_heartbeats(self) -> None:
        """Say to the other processes again and again who is connected here, and forget those
        that fell silent."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self.send_heartbeat()
            self._forget_silent(time.monotonic() - 3 * HEARTBEAT)

    async def send_heartbeat(self, asks: bool = False) -> None:
        """Say to the other processes who is connected here, and ask them for the same."""
        busy = [game for game in self._registry if game.subscribers]
        notices = [(game.state.id, *game.connected_here(), asks) for game in busy]
        await self._store.notify("presence", notices)

    async def watch_processes(self) -> None:
        """Look again and again which processes are gone: the database knows at once when one
        dies, since its connection ends with it."""
        while True:
            await asyncio.sleep(WATCH)
            if any(game.elsewhere for game in self._registry):
                with suppress(Unavailable):
                    self._forget_all_but(await self._store.processes())

    def _forget_silent(self, since: float) -> None:
        """Forget visitors connected to a process that has sent nothing since then."""
        for game in self._registry:
            self._forget(game, [name for name, (_, seen) in game.elsewhere.items() if seen < since])

    def _forget_all_but(self, running: set[str]) -> None:
        """Forget visitors connected to a process that is no longer running."""
        for game in self._registry:
            self._forget(game, [name for name in game.elsewhere if name not in running])

    def _forget(self, game: LiveGame, processes: list[str]) -> None:
        for process in processes:
            del game.elsewhere[process]
        if processes:
            self._presence_changed(game)


def _count_for(game: LiveGame, role: Role, address: str) -> None:
    """Count the machine's searches for an address; for a watcher's only if there is no other."""
    if role != "watcher" or not game.address:
        game.address = address
