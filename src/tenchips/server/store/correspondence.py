"""Correspondence games in the database: whose turn it is, until when, and who is on vacation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, insert, or_, select, update

from tenchips.server.store.store import Store
from tenchips.server.store.tables import GAMES, VACATIONS

_LIVE = and_(GAMES.c.status == "live", GAMES.c.due.is_not(None))


class Vacation(NamedTuple):
    """A time, in milliseconds, in which somebody need not move."""

    began: int
    ended: int


class CorrespondenceStore:
    """What the database knows of correspondence games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def overdue(self, now: int, limit: int = 100) -> list[str]:
        """Games whose player to move is out of time, the longest overdue first."""
        query = select(GAMES.c.id).where(_LIVE, GAMES.c.due < now)
        return [id for (id,) in await self._store.rows(query.order_by(GAMES.c.due).limit(limit))]

    async def turns(self, identity: str, limit: int = 1000) -> list[str]:
        """Games in which it is somebody's turn, the most urgent first."""
        mine = or_(
            and_(GAMES.c.white == identity, GAMES.c.to_move == "white"),
            and_(GAMES.c.black == identity, GAMES.c.to_move == "black"),
        )
        query = select(GAMES.c.id).where(_LIVE, mine).order_by(GAMES.c.due).limit(limit)
        return [id for (id,) in await self._store.rows(query)]

    async def look_again(self, game: str, at: int) -> None:
        """Take a game as overdue from a time on, whatever its clock says."""
        later = update(GAMES).where(GAMES.c.id == game, _LIVE).values(due=at)
        await self._store.transact(lambda connection: connection.execute(later))

    async def vacations(self, identity: str, since: int) -> Sequence[Vacation]:
        """Somebody's vacations that ended after a time, the first one first."""
        query = (
            select(VACATIONS.c.began, VACATIONS.c.ended)
            .where(VACATIONS.c.identity == identity, VACATIONS.c.ended > since)
            .order_by(VACATIONS.c.began)
        )
        return [Vacation(*row) for row in await self._store.rows(query)]

    async def begin_vacation(self, identity: str, vacation: Vacation) -> None:
        """Somebody is away for this time; raises `Conflict`."""
        row = {"identity": identity, **vacation._asdict()}
        await self._store.transact(lambda connection: connection.execute(insert(VACATIONS), row))

    async def end_vacation(self, identity: str, now: int) -> None:
        """Somebody is back."""
        running = and_(VACATIONS.c.identity == identity, VACATIONS.c.ended > now)
        ended = update(VACATIONS).where(running).values(ended=now)
        await self._store.transact(lambda connection: connection.execute(ended))
