"""All games of a server, as requests and sockets use them: `Games` joins the parts together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress

from tenchips.board import Board
from tenchips.server.background import Background, Service
from tenchips.server.games.attention import Attention, NoteSeen
from tenchips.server.games.clocks import Clocks, FindExcuse
from tenchips.server.games.commands import Commands
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import LiveGame, Subscriber
from tenchips.server.games.machines import Machines
from tenchips.server.games.presence import PresenceTracker
from tenchips.server.games.registry import Follower, Registry
from tenchips.server.games.sayings import Sayings
from tenchips.server.identity import Identity, hashed
from tenchips.server.messages import Ack, AnyCommand, Nack, SayCommand
from tenchips.server.models import NewGame
from tenchips.server.pool import EnginePool
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.state import Beginning
from tenchips.server.store import RESEATED, Listed, Notice, Store, Unavailable
from tenchips.squares import BLACK, WHITE


class Games:
    """All games, of which the busy ones are in memory."""

    def __init__(
        self,
        store: Store,
        pool: EnginePool,
        settings: Settings,
        background: Background,
        check_new_game: Callable[[str], None],
        excuse: FindExcuse,
        seen: NoteSeen,
    ) -> None:
        """`check_new_game` raises `Refused` for an address that makes too many games; `seen` is
        called when a player sees that it is their turn in a correspondence game."""
        self._store, self._background = store, background
        self._registry = registry = Registry(store, settings)
        self._journal = journal = Journal(store, registry)
        self._presence = PresenceTracker(store, registry, journal, background, settings)
        self._sayings = Sayings(store, registry, background)
        self._clocks = clocks = Clocks(store, registry, journal, background, excuse)
        self._machines = Machines(store, registry, journal, pool, background, settings)
        self._commands = Commands(
            store, registry, journal, clocks, background, settings, check_new_game, self._presence
        )
        attention = Attention(background, seen)
        for follower in (self._presence, self._clocks, self._machines, attention):
            registry.add_follower(follower)
        self._services: list[Service] = []

    async def open(self) -> None:
        """Begin to exchange notices with other processes."""
        self._store.subscribe(self._receive, self._resume)
        self._store.on_outage(self._clocks.give_back)
        serve = self._background.serve
        self._services = [
            serve("pulse", self._clocks.pulse),
            serve("watch over the clocks", self._clocks.watch),
        ]
        if self._store.is_shared:
            self._services += [
                serve("heartbeat", self._presence.send_heartbeats),
                serve("watch over other processes", self._presence.watch_processes),
            ]

    async def close(self) -> None:
        """Send everybody away to come back soon, and see the last moves stored."""
        for part in (self._commands, self._presence, self._clocks, self._machines):
            part.is_closing = True
        for game in self._registry:
            self._registry.stop(game)
            for subscriber in tuple(game.subscribers):
                subscriber.close(1012)
        self._store.stop_waiting()
        await asyncio.gather(*(service.stop() for service in self._services))
        await self._background.finish()

    @property
    def in_memory(self) -> int:
        """How many games are in memory."""
        return len(self._registry)

    # Finding

    async def get(self, id: str) -> LiveGame | None:
        """The game with this id."""
        return await self._registry.get(id)

    async def by_invite(self, invite: str) -> LiveGame:
        """The game that an invitation is for; raises `Refused`."""
        id = await self._store.game_of_invite(hashed("invite", invite))
        game = await self.get(id) if id else None
        if game is None:
            raise Refused(404, "no_invite", "this invitation leads nowhere: ask for a new one")
        return game

    async def listed(
        self, status: str, limit: int, before: str | None
    ) -> tuple[list[LiveGame], str | None]:
        """Public games, and where their list goes on."""
        return await self.page(
            lambda most, after: self._store.listed(status, most, after), limit, before
        )

    async def page(
        self,
        find: Callable[[int, Listed | None], Awaitable[list[Listed]]],
        limit: int,
        before: str | None,
    ) -> tuple[list[LiveGame], str | None]:
        """A page of the games that `find` finds after one of them, and where the list goes on."""
        after = None
        if before is not None:
            created, _, id = before.partition("-")
            after = Listed(id, int(created))
        found = await find(limit + 1, after)
        page = found[:limit]
        games = await asyncio.gather(*(self.get(one.id) for one in page))
        following = f"{page[-1].created}-{page[-1].id}" if len(found) > limit else None
        return [game for game in games if game is not None], following

    # Playing

    async def create(
        self, new: NewGame, board: Board, asker: Identity
    ) -> tuple[LiveGame, str | None]:
        """A new game, and its invitation if it has an open seat; raises `Refused`. `board` is the
        one that it begins with."""
        return await self._commands.create(new, board, asker)

    async def start(self, new: Beginning, challenges: Iterable[str]) -> LiveGame:
        """A game between two who met in the lobby, by these challenges; raises `Conflict` if one
        of them is no longer open."""
        return await self._commands.start(new, challenges)

    async def check_rated(self, asker: Identity) -> None:
        """Refuse who may not begin a rated game; raises `Refused`."""
        await self._commands.check_rated(asker)

    async def check_unfinished(self, owner: str) -> None:
        """Refuse a player with too many games that are not finished."""
        await self._commands.check_unfinished(owner)

    async def join(self, invite: str, asker: Identity) -> LiveGame:
        """Give somebody the open seat; raises `Refused`."""
        return await self._commands.join(await self.by_invite(invite), asker)

    async def command(
        self, game: LiveGame, who: str | None, command: AnyCommand, address: str
    ) -> Ack | Nack:
        """Do what a player asks for, and answer. The same command twice has the same ack twice.
        A new game, by a rematch, counts for the address."""
        if isinstance(command, SayCommand):
            return self._sayings.say(game, who, command)
        return await self._commands.command(game, who, command, address)

    async def enter(self, game: LiveGame, subscriber: Subscriber, v: int, address: str) -> LiveGame:
        """A socket is connected from now on, and has seen the events up to `v`. The game as it
        is in memory: it may have been let go since it was found."""
        return await self._presence.enter(game, subscriber, v, address)

    def leave(self, game: LiveGame, subscriber: Subscriber) -> None:
        """A socket is gone."""
        self._presence.leave(game, subscriber)

    def renew_lease(self, game: LiveGame, asker: Identity | None, address: str) -> None:
        """A player without a socket was here."""
        self._presence.renew_lease(game, asker, address)

    async def check_clock(self, id: str) -> None:
        """End a game if the player to move is out of time."""
        if game := await self.get(id):
            game.excused_until = 0
            self._clocks.follow(game)

    async def absent(self, id: str, patience: int) -> str | None:
        """Who is to move in a game, before clocks run, and has not come in so many milliseconds."""
        game = await self.get(id)
        loser = self._clocks.absent(game, patience) if game else None
        return game.state.seats[loser].identity if game and loser is not None else None

    async def end_without(self, id: str, patience: int) -> bool:
        """End a game whose player to move is absent; whether it was so."""
        game = await self.get(id)
        return game is not None and await self._clocks.end_without(game, patience)

    def add_follower(self, follower: Follower) -> None:
        """Call a follower whenever a game comes into memory or changes."""
        self._registry.add_follower(follower)

    # Accounts

    async def reseat(self, ids: Iterable[str]) -> None:
        """Games have other names or identities at the board: read them again."""
        for id in ids:
            game = self._registry.find(id)
            if self._registry.is_loading(id):  # perhaps from before the change
                game = await self.get(id)
            if game is not None:
                await self._registry.reload(game)

    def disconnect(self, identities: Collection[str]) -> None:
        """Have the sockets of these identities open again: they may belong to others now."""
        if identities:
            for game in self._registry:
                for subscriber in tuple(game.subscribers):
                    if subscriber.who in identities:
                        subscriber.close(1012)

    def _seated(self) -> dict[str, tuple[str | None, str | None]]:
        return {
            game.state.id: (game.state.seats[WHITE].identity, game.state.seats[BLACK].identity)
            for game in self._registry
        }

    # Other processes

    async def _receive(self, notice: Notice) -> None:
        """Take note of what another process says."""
        behind = {}
        for event in notice.get("changed", ()):
            id = event[0]
            game = self._registry.find(id)
            if self._registry.is_loading(id):  # perhaps from before the change
                self._background.start(self._look_again(id), id)
            elif game is not None and game.is_idle:
                self._registry.forget(game)
            elif game is not None and not self._journal.take(game, event):
                behind[id] = game
        if behind:
            await self._journal.catch_up(behind.values())
        await self.reseat(notice.get(RESEATED, ()))
        self._presence.receive(notice["from"], notice.get("presence", ()))
        self._sayings.receive(notice.get("said", ()))

    async def _look_again(self, id: str) -> None:
        with suppress(Unavailable):
            if game := await self.get(id):
                await self._journal.catch_up([game])

    async def _resume(self) -> None:
        """Look at every game: a notice may have been missed."""
        for game in self._registry:
            if game.is_idle:
                self._registry.forget(game)
        await self._journal.catch_up(self._registry)
        await self.reseat(await self._store.reseated(self._seated()))
        await self._presence.send_heartbeat(asks=True)
