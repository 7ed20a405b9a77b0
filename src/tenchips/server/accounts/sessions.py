"""Who is signed in: sessions of the database, remembered for a while by this process.

A socket asks once, when it opens. When an account changes or signs out somewhere, also in another
process, what is remembered of it is forgotten, and its sockets have to open again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tenchips.server import timekeeping
from tenchips.server.identity import Identity
from tenchips.server.store import Account, AccountStore, Session

DAY: Final = 24 * 3600 * 1000

IDLE_DAYS: Final = 180
"""Days after which a browser that was not used is signed out."""

REMEMBERED: Final = 600.0
"""Seconds for which a session is not looked up again."""

MOST: Final = 20_000
"""Sessions that are remembered at once."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session and its account, and when they were read."""

    session: Session
    account: Account
    read: float

    @property
    def identity(self) -> Identity:
        """Whom the browser plays for."""
        return Identity(self.account.id, "account", self.account.name)


class Sessions:
    """The sessions that this process has seen."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._known: OrderedDict[str, SignedIn] = OrderedDict()
        self._forgotten = 0

    async def find(self, id: str) -> SignedIn | None:
        """The session with this id, None if there is none any more."""
        known = self._known.get(id)
        if known is not None and time.monotonic() - known.read < REMEMBERED:
            self._known.move_to_end(id)
            return known
        forgotten = self._forgotten
        now = timekeeping.milliseconds()
        found = await self._store.session(id, now - IDLE_DAYS * DAY)
        if found is None:
            self._known.pop(id, None)
            return None
        session, account = found
        if now - session.seen > DAY:
            await self._store.see(id)
        signed_in = SignedIn(session, account, time.monotonic())
        if forgotten == self._forgotten:  # else it may be from before the change
            self._known[id] = signed_in
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        return signed_in

    async def find_fresh(self, id: str) -> SignedIn | None:
        """The session as the database has it at this moment."""
        self._known.pop(id, None)
        return await self.find(id)

    async def identity_of(self, id: str) -> Identity | None:
        """Whom the browser with this session plays for."""
        found = await self.find(id)
        return found.identity if found else None

    def forget(self, accounts: Iterable[str]) -> None:
        """Something of these accounts has changed: look again."""
        self._forgotten += 1
        changed = set(accounts)
        for id, known in tuple(self._known.items()):
            if known.account.id in changed:
                del self._known[id]

    async def ended(self) -> set[str]:
        """Accounts with a session that is remembered here and has been ended elsewhere; all
        sessions are looked up again from now on."""
        known, self._known = self._known, OrderedDict()
        self._forgotten += 1
        still = await self._store.still_signed_in(list(known))
        return {one.account.id for id, one in known.items() if id not in still}
