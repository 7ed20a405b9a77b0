"""The challenges of the lobby in memory, and who is connected to see them.

Every process reads the same table again whenever it hears of a change, compares it with what it
knew, and sends the difference. Owners who are connected have their challenges renewed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from pydantic import BaseModel

from tenchips.board import Board
from tenchips.server import timekeeping
from tenchips.server.background import Background, Service
from tenchips.server.games import Games, LiveGame
from tenchips.server.identity import Identity
from tenchips.server.lobby.models import (
    ChallengeAdded,
    ChallengeRemoved,
    ChallengeShown,
    ChallengeTaken,
    LobbyHello,
    NewChallenge,
)
from tenchips.server.lobby.pairing import partners
from tenchips.server.models import Clock
from tenchips.server.ratings.fair import fair_board
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.state import Beginning, Sitter
from tenchips.server.store import Challenge, Conflict, Notice, Store, Unavailable, challenges
from tenchips.squares import BLACK, WHITE

LEASE: Final = 20_000
"""Milliseconds for which a challenge lasts that nobody renews."""

GRACE: Final = 5_000
"""Milliseconds that an owner whose last connection is gone has to come back."""

LONGEST: Final = 30 * 60_000
"""Milliseconds after which a challenge ends in any case."""

RENEWAL: Final = 2.0
"""Seconds between two renewals of the challenges whose owners are connected here."""

GONE: Final = Refused(404, "gone", "this challenge is no longer open: choose another one")


class LobbySubscriber(Protocol):
    """A socket, as the lobby sees it."""

    who: str | None

    def send(self, text: str) -> None:
        """Send a text when the socket can take it."""

    def close(self, code: int) -> None:
        """End the connection."""


class Lobby:
    """The lobby of a server."""

    def __init__(
        self, store: Store, games: Games, settings: Settings, background: Background
    ) -> None:
        self._store, self._games = store, games
        self._settings, self._background = settings, background
        self._open: dict[str, Challenge] = {}
        self._taken: dict[str, Challenge] = {}
        self._subscribers: set[LobbySubscriber] = set()
        self._addresses: dict[str, str] = {}
        """Where the owners of challenges that were made here came from."""
        self._reading = asyncio.Lock()
        self._changed = asyncio.Event()
        self._services: list[Service] = []
        self._is_closing = False

    async def open(self) -> None:
        """Read the challenges, and follow their changes from now on."""
        self._store.subscribe(self._receive, self.refresh)
        with suppress(Unavailable):
            await self.refresh()
        self._services = [self._background.serve("lobby", self._keep)]

    async def close(self) -> None:
        """Send everybody away to come back soon."""
        self._is_closing = True
        for subscriber in tuple(self._subscribers):
            subscriber.close(1012)
        await asyncio.gather(*(service.stop() for service in self._services))

    # Who is here

    def enter(self, subscriber: LobbySubscriber) -> None:
        """A socket is connected from now on."""
        if self._is_closing:
            subscriber.close(1012)
            return
        self._subscribers.add(subscriber)
        subscriber.send(_text(LobbyHello(challenges=self.shown(subscriber.who))))
        for challenge in self._taken.values():
            if challenge.owner == subscriber.who:
                subscriber.send(_taken(challenge))

    def leave(self, subscriber: LobbySubscriber) -> None:
        """A socket is gone; with the owner's last one here, a challenge has little time left."""
        self._subscribers.discard(subscriber)
        if subscriber.who in self._owners_here() or self._is_closing:
            return
        left = [it.id for it in self._open.values() if it.owner == subscriber.who]
        if left:
            until = timekeeping.milliseconds() + GRACE
            self._background.start(self._renew(dict.fromkeys(left, until)))

    def disconnect(self, identities: Collection[str]) -> None:
        """Have the sockets of these open again: who they are may have changed."""
        for subscriber in tuple(self._subscribers):
            if subscriber.who in identities:
                subscriber.close(1012)

    def shown(self, who: str | None) -> list[ChallengeShown]:
        """The open challenges as somebody sees them."""
        return [_shown(challenge, who) for challenge in self._open.values()]

    # Making and taking

    async def create(self, new: NewChallenge, asker: Identity, address: str) -> ChallengeShown:
        """Make a challenge, in place of one that the asker has; raises `Refused`."""
        self._check_open(asker.id, address)
        await self._games.check_unfinished(asker.id)
        if new.rated:
            await self._check_rated(new, asker)
        now = timekeeping.milliseconds()
        challenge = Challenge(
            owner=asker.id,
            id=secrets.token_urlsafe(12),
            kind=asker.kind,
            name=await self._store.name_of(asker),
            base=new.clock.base if new.clock else None,
            increment=new.clock.increment if new.clock else None,
            color=new.color,
            quick=new.quick,
            rated=new.rated,
            rating=await self._store.rating_of(asker.id) if new.rated else None,
            created=now,
            expires=now + LEASE,
        )
        try:
            await self._store.change_lobby(lambda one: challenges.put(one, challenge))
        except Conflict:
            raise Refused(409, "two_at_once", "you make another challenge: try again") from None
        self._addresses[asker.id] = address
        await self.refresh()
        return _shown(challenge, asker.id)

    async def _check_rated(self, new: NewChallenge, asker: Identity) -> None:
        if new.clock is None:
            raise Refused(422, "not_rated", "a rated game has a clock: choose one")
        if new.color != "random":
            raise Refused(422, "not_rated", "in a rated game, whoever comes second picks a side")
        await self._games.check_rated(asker)

    def _check_open(self, owner: str, address: str) -> None:
        others = [it.owner for it in self._open.values() if it.owner != owner]
        if len(others) >= self._settings.challenges:
            raise Refused(503, "full", "the lobby is full: take one of the challenges")
        here = Counter(self._addresses.get(one) for one in others)
        if here[address] >= self._settings.open_challenges_per_address:
            raise Refused(429, "too_many", "too many challenges from your address: cancel one")

    async def cancel(self, id: str, asker: Identity) -> None:
        """Take a challenge back; raises `Refused` if it is not open, or another's."""
        if not await self._store.change_lobby(lambda one: challenges.cancel(one, id, asker.id)):
            raise GONE
        await self.refresh()

    async def take(self, id: str, asker: Identity) -> LiveGame:
        """Play the owner of a challenge; raises `Refused`."""
        challenge = self._open.get(id)
        if challenge is None:
            await self.refresh()
            challenge = self._open.get(id)
        if challenge is None:
            raise GONE
        if challenge.owner == asker.id:
            raise Refused(409, "own_challenge", "this is your own challenge: wait for an opponent")
        rating = None
        if challenge.rated:
            await self._games.check_rated(asker)
            if (asker.kind == "bot") != (challenge.kind == "bot"):
                raise Refused(409, "bots_apart", "people and bots do not play rated games together")
            rating = await self._store.rating_of(asker.id)
        taker = Sitter.person(await self._store.name_of(asker), asker.id, asker.kind, rating)
        own = [it.id for it in self._open.values() if it.owner == asker.id]
        try:
            return await self._start(challenge, taker, "random", [id, *own])
        except Conflict:
            raise GONE from None
        finally:
            await self.refresh()

    async def _start(
        self, challenge: Challenge, taker: Sitter, color: str, taken: list[str]
    ) -> LiveGame:
        """Begin the game of a challenge; `color` is what the taker wants to play."""
        owner = _sitter(challenge)
        if challenge.color == color == "random":
            is_white = secrets.choice((True, False))
        else:
            is_white = challenge.color == "white" or color == "black"
        white, black = (owner, taker) if is_white else (taker, owner)
        clock = _clock(challenge)
        beginning = Beginning(Board(), white, black, challenge.owner, clock, public=True)
        if challenge.rated:
            second = BLACK if is_white else WHITE
            beginning = replace(beginning, board=fair_board(), rated=True, choosing=second)
        return await self._games.start(beginning, taken)

    async def _pair(self) -> None:
        """Let each quick challenge whose owner is here take another one, if there is one."""
        here = self._owners_here() | self._addresses.keys()
        for id in [it.id for it in self._open.values() if it.quick and it.owner in here]:
            if mine := self._open.get(id):
                await self._take_partner(mine)

    async def _take_partner(self, mine: Challenge) -> None:
        taker, now = _sitter(mine), timekeeping.milliseconds()
        for other in partners(mine, tuple(self._open.values()), now):
            try:
                await self._start(other, taker, mine.color, [other.id, mine.id])
                return
            except Conflict:  # somebody else was first, perhaps with both
                pass
            finally:
                await self.refresh()
            if mine.id not in self._open:
                return

    # Following the table

    async def refresh(self) -> None:
        """Read the challenges again, and send the difference; raises `Unavailable`."""
        async with self._reading:
            found = await self._store.transact(challenges.all_challenges)
            before, self._open = self._open, {it.id: it for it in found if it.game is None}
            known, self._taken = self._taken, {it.id: it for it in found if it.game is not None}
            self._addresses = {
                owner: address
                for owner, address in self._addresses.items()
                if any(it.owner == owner for it in self._open.values())
            }
        for id in before.keys() - self._open.keys():
            self._send_all(_text(ChallengeRemoved(id=id)))
        for id in self._open.keys() - before.keys():
            self._send_added(self._open[id])
        for id in self._taken.keys() - known.keys():
            self._send_taken(self._taken[id])
        self._changed.set()

    def _send_all(self, text: str) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber.send(text)

    def _send_added(self, challenge: Challenge) -> None:
        others, owners = (
            _text(ChallengeAdded(challenge=_shown(challenge, who)))
            for who in (None, challenge.owner)
        )
        for subscriber in tuple(self._subscribers):
            subscriber.send(owners if subscriber.who == challenge.owner else others)

    def _send_taken(self, challenge: Challenge) -> None:
        for subscriber in tuple(self._subscribers):
            if subscriber.who == challenge.owner:
                subscriber.send(_taken(challenge))

    def _owners_here(self) -> set[str]:
        return {it.who for it in self._subscribers if it.who is not None}

    async def _receive(self, notice: Notice) -> None:
        """Another process has changed something."""
        if "lobby" in notice:
            await self.refresh()

    async def _keep(self) -> None:
        """Pair whenever something has changed; renew and sweep again and again."""
        renewed = 0.0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), RENEWAL)
            self._changed.clear()
            with suppress(Unavailable):
                if asyncio.get_running_loop().time() - renewed >= RENEWAL:
                    renewed = asyncio.get_running_loop().time()
                    await self._renew_all()
                await self._pair()

    async def _renew_all(self) -> None:
        here = self._owners_here()
        now = timekeeping.milliseconds()
        until = {
            it.id: min(now + LEASE, it.created + LONGEST)
            for it in self._open.values()
            if it.owner in here
        }
        if until:
            await self._renew(until)
        known = self._open.keys() | self._taken.keys()
        if known and await self._store.change_lobby(challenges.sweep):
            await self.refresh()

    async def _renew(self, until: dict[str, int]) -> None:
        with suppress(Unavailable):
            await self._store.transact(lambda one: challenges.renew(one, until))


def _sitter(challenge: Challenge) -> Sitter:
    return Sitter.person(challenge.name, challenge.owner, challenge.kind, challenge.rating)


def _clock(challenge: Challenge) -> Clock | None:
    if challenge.base is None:
        return None
    return Clock(base=challenge.base, increment=challenge.increment or 0)


def _shown(challenge: Challenge, who: str | None) -> ChallengeShown:
    return ChallengeShown(
        id=challenge.id,
        name=challenge.name,
        kind=challenge.kind,
        clock=_clock(challenge),
        color=challenge.color,
        rated=challenge.rated,
        rating=challenge.rating,
        created=challenge.created,
        mine=challenge.owner == who,
    )


def _taken(challenge: Challenge) -> str:
    return _text(ChallengeTaken(id=challenge.id, game=challenge.game or ""))


def _text(message: BaseModel) -> str:
    return message.model_dump_json()
