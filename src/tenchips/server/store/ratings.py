"""Ratings in the database. A result is applied in the transaction that ends its game, and the end
of a game is stored once: so is its rating.

A side is an identity, or a level of the machine, whose rating never changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, insert, select, update

from tenchips.server import timekeeping
from tenchips.server.ratings.fair import SURE, level_rating
from tenchips.server.ratings.glicko2 import Rating, rate
from tenchips.server.store.tables import ACCOUNTS, IDENTITIES, RATING_CHANGES, RATINGS

PoolName: TypeAlias = Literal["people", "bots"]

DAY: Final = 24 * 3600 * 1000
"""Milliseconds of a rating period."""

LISTED: Final = 100
"""Players in the list of the best."""

HISTORY: Final = 1000
"""Changes of a rating that are shown at most."""


class Side(NamedTuple):
    """Who played: an identity, or a level of the machine."""

    identity: str | None
    level: int | None


class RatedResult(NamedTuple):
    """The result of a rated game; `score` is White's, from 0 to 1."""

    game: str
    pool: PoolName
    white: Side
    black: Side
    score: float


class Standing(NamedTuple):
    """Somebody's rating now."""

    name: str
    rating: float
    deviation: float
    games: int

    @property
    def is_sure(self) -> bool:
        """Whether it rests on enough games."""
        return self.deviation <= SURE


class Change(NamedTuple):
    """What a game has made of a rating."""

    game: str
    at: int
    rating: float
    change: float
    deviation: float


def apply(connection: Connection, results: Iterable[RatedResult]) -> None:
    """Change the ratings by results, one after the other."""
    given = sorted(results)
    people = {side.identity for it in given for side in (it.white, it.black) if side.identity}
    # All at once and in one order everywhere, or two processes may wait in a ring.
    mine = RATINGS.c.identity.in_(people)
    connection.execute(select(RATINGS).where(mine).order_by(RATINGS.c.identity).with_for_update())
    now = timekeeping.milliseconds()
    for result in given:
        white, black = (_rating(connection, side) for side in (result.white, result.black))
        _change(connection, result, result.white, white, black[0], result.score, now)
        _change(connection, result, result.black, black, white[0], 1 - result.score, now)


def _rating(connection: Connection, side: Side) -> tuple[Rating, int | None, int]:
    """A side's rating, when it was last changed, and by how many games."""
    if side.level is not None:
        return level_rating(side.level), None, 0
    row = connection.execute(select(RATINGS).where(RATINGS.c.identity == side.identity)).first()
    if row is None:
        return Rating(), None, 0
    return Rating(row.rating, row.deviation, row.volatility), row.updated, row.games


def _change(
    connection: Connection,
    result: RatedResult,
    side: Side,
    before: tuple[Rating, int | None, int],
    opponent: Rating,
    score: float,
    now: int,
) -> None:
    if side.identity is None:
        return
    old, updated, games = before
    new = rate(old, [(opponent, score)], max(0, now - (updated or now)) / DAY)
    values = {
        "pool": result.pool,
        "rating": new.rating,
        "deviation": new.deviation,
        "volatility": new.volatility,
        "games": games + 1,
        "updated": now,
    }
    mine = RATINGS.c.identity == side.identity
    if games:
        connection.execute(update(RATINGS).where(mine).values(values))
    else:
        connection.execute(insert(RATINGS).values(identity=side.identity, **values))
    change = {
        "game_id": result.game,
        "identity": side.identity,
        "at": now,
        "rating": new.rating,
        "change": new.rating - old.rating,
        "deviation": new.deviation,
    }
    connection.execute(insert(RATING_CHANGES).values(change))


def standing(connection: Connection, identity: str) -> Standing | None:
    """Somebody's rating; None before the first rated game."""
    mine = RATINGS.c.identity == identity
    columns = (RATINGS.c.rating, RATINGS.c.deviation, RATINGS.c.games)
    row = connection.execute(select(*columns).where(mine)).first()
    return Standing("", *row) if row else None


def best(connection: Connection, pool: PoolName) -> list[Standing]:
    """The best of a pool whose ratings are sure, the best first."""
    names = ACCOUNTS if pool == "people" else IDENTITIES
    query = (
        select(names.c.name, RATINGS.c.rating, RATINGS.c.deviation, RATINGS.c.games)
        .join(names, names.c.id == RATINGS.c.identity)
        .where(RATINGS.c.pool == pool, RATINGS.c.deviation <= SURE)
        .order_by(RATINGS.c.rating.desc(), names.c.name)
        .limit(LISTED)
    )
    return [Standing(*row) for row in connection.execute(query)]


def history(connection: Connection, identity: str) -> list[Change]:
    """What games have made of somebody's rating, the oldest first."""
    columns = ("game_id", "at", "rating", "change", "deviation")
    query = (
        select(*(RATING_CHANGES.c[name] for name in columns))
        .where(RATING_CHANGES.c.identity == identity)
        .order_by(RATING_CHANGES.c.at.desc(), RATING_CHANGES.c.game_id)
        .limit(HISTORY)
    )
    return [Change(*row) for row in connection.execute(query)][::-1]


def changes_of(connection: Connection, game: str) -> dict[str, Change]:
    """What a game has made of the ratings of its players, by identity."""
    found = connection.execute(select(RATING_CHANGES).where(RATING_CHANGES.c.game_id == game))
    return {
        row.identity: Change(row.game_id, row.at, row.rating, row.change, row.deviation)
        for row in found
    }
