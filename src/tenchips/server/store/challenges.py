"""The lobby's challenges in the database, which decides who takes one: exactly one player does.

A challenge is open until it has a game. One that has stays for a while, so that an owner whose
connection was lost finds the game. Owners who are connected renew theirs; one that nobody renews
expires.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from tenchips.server import timekeeping
from tenchips.server.store.faults import Conflict
from tenchips.server.store.tables import OPEN_CHALLENGES

FOUND: Final = 60_000
"""Milliseconds for which an owner can find the game that a challenge led to."""

SideChoice: TypeAlias = Literal["white", "black", "random"]


class Challenge(NamedTuple):
    """A challenge as the database keeps it; `color` is what its owner wants to play."""

    owner: str
    id: str
    kind: Literal["visitor", "account", "bot"]
    name: str
    base: int | None
    increment: int | None
    color: SideChoice
    quick: bool
    rated: bool
    rating: int | None
    created: int
    expires: int
    game: str | None = None

    @property
    def clock(self) -> tuple[int | None, int | None]:
        """Its time control."""
        return self.base, self.increment


_OPEN: Final = OPEN_CHALLENGES.c.game.is_(None)
_RENEW: Final = (
    update(OPEN_CHALLENGES)
    .where(OPEN_CHALLENGES.c.id == bindparam("of"), _OPEN)
    .values(expires=bindparam("to"))
)


def put(connection: Connection, challenge: Challenge) -> int:
    """Make a challenge; it replaces another one of its owner."""
    connection.execute(delete(OPEN_CHALLENGES).where(OPEN_CHALLENGES.c.owner == challenge.owner))
    return connection.execute(insert(OPEN_CHALLENGES).values(challenge._asdict())).rowcount


def cancel(connection: Connection, id: str, owner: str) -> int:
    """Remove a challenge that nobody has taken; 0 if there is none of this owner."""
    mine = (OPEN_CHALLENGES.c.id == id, OPEN_CHALLENGES.c.owner == owner, _OPEN)
    return connection.execute(delete(OPEN_CHALLENGES).where(*mine)).rowcount


def take(connection: Connection, games: Iterable[tuple[str, str]]) -> None:
    """Have challenges lead to games, by their ids; raises `Conflict` if one is not open."""
    now = timekeeping.milliseconds()
    for id, game in sorted(games):  # in one order everywhere, or two processes may wait in a ring
        mine = (OPEN_CHALLENGES.c.id == id, _OPEN, OPEN_CHALLENGES.c.expires > now)
        taking = update(OPEN_CHALLENGES).where(*mine).values(game=game, expires=now + FOUND)
        if connection.execute(taking).rowcount != 1:
            raise Conflict


def renew(connection: Connection, until: Mapping[str, int]) -> None:
    """Let challenges, by their ids, expire at another time."""
    rows = [{"of": id, "to": expires} for id, expires in until.items()]
    connection.execute(_RENEW, rows)


def sweep(connection: Connection) -> int:
    """Remove what has expired."""
    expired = OPEN_CHALLENGES.c.expires <= timekeeping.milliseconds()
    return connection.execute(delete(OPEN_CHALLENGES).where(expired)).rowcount


def all_challenges(connection: Connection) -> list[Challenge]:
    """All that have not expired, the oldest first."""
    query = (
        select(OPEN_CHALLENGES)
        .where(OPEN_CHALLENGES.c.expires > timekeeping.milliseconds())
        .order_by(OPEN_CHALLENGES.c.created, OPEN_CHALLENGES.c.id)
    )
    return [Challenge(*row) for row in connection.execute(query)]
