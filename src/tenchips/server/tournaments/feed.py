"""Who is connected to see a tournament, and what they are sent: all of it, whenever it changes.

Many games may end at once: what is sent waits a little, the longer the more players there are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Final, Protocol

from tenchips.server import timekeeping
from tenchips.server.background import Background
from tenchips.server.store.tournaments import TournamentStore, Whole
from tenchips.server.tournaments.shown import part_of, shown

PLAYERS_A_SECOND: Final = 100
"""Between two messages passes a second for each so many players."""


class TournamentSubscriber(Protocol):
    """A socket, as tournaments see it."""

    who: str | None

    def send(self, text: str) -> None:
        """Send a text when the socket can take it."""

    def close(self, code: int) -> None:
        """End the connection."""


class Feed:
    """The sockets of tournaments."""

    def __init__(self, store: TournamentStore, background: Background) -> None:
        self._store, self._background = store, background
        self._subscribers: dict[str, set[TournamentSubscriber]] = {}
        self._next: dict[str, float] = {}
        """When a tournament may be sent again."""
        self._waiting: set[str] = set()
        self._is_closing = False

    @property
    def followed(self) -> tuple[str, ...]:
        """The tournaments that somebody looks at."""
        return tuple(self._subscribers)

    def close(self) -> None:
        """Send everybody away to come back soon."""
        self._is_closing = True
        for some in self._subscribers.values():
            for subscriber in tuple(some):
                subscriber.close(1012)

    def enter(self, id: str, subscriber: TournamentSubscriber) -> None:
        """A socket is connected from now on."""
        if self._is_closing:
            subscriber.close(1012)
            return
        self._subscribers.setdefault(id, set()).add(subscriber)
        self._background.start(self._greet(id, subscriber))

    def leave(self, id: str, subscriber: TournamentSubscriber) -> None:
        """A socket is gone."""
        some = self._subscribers.get(id, set())
        some.discard(subscriber)
        if not some:
            self._subscribers.pop(id, None)
            self._next.pop(id, None)

    def disconnect(self, identities: Collection[str]) -> None:
        """Have the sockets of these open again: who they are may have changed."""
        for some in self._subscribers.values():
            for subscriber in tuple(some):
                if subscriber.who in identities:
                    subscriber.close(1012)

    def changed(self, id: str) -> None:
        """Send a tournament to everybody who looks at it, soon."""
        if id in self._subscribers and id not in self._waiting and not self._is_closing:
            self._waiting.add(id)
            self._background.start(self._send(id))

    async def _send(self, id: str) -> None:
        try:
            await asyncio.sleep(max(0.0, self._next.get(id, 0.0) - time.monotonic()))
        finally:
            self._waiting.discard(id)  # a change from now on is sent again
        whole = await self._store.get(id)
        if whole is not None and id in self._subscribers:
            self._next[id] = time.monotonic() + len(whole.players) / PLAYERS_A_SECOND
            self._send_to("state", whole, tuple(self._subscribers[id]))

    async def _greet(self, id: str, subscriber: TournamentSubscriber) -> None:
        if (whole := await self._store.get(id)) is not None:
            self._send_to("hello", whole, (subscriber,))

    def _send_to(self, t: str, whole: Whole, some: Collection[TournamentSubscriber]) -> None:
        common = shown(whole, timekeeping.milliseconds()).model_dump_json()
        for subscriber in some:
            mine = part_of(whole, subscriber.who).model_dump_json()
            subscriber.send(f'{{"t":"{t}","tournament":{common},"me":{mine}}}')
