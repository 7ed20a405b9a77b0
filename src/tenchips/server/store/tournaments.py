"""Tournaments in the database, which decides between processes.

A change of a tournament begins with a write to its row, which no other transaction passes: what it
reads after that holds until it is committed. So a round is paired once, however many processes find
that it is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from tenchips.server import timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.models import Result
from tenchips.server.store.store import Store
from tenchips.server.store.tables import (
    EVENTS,
    GAMES,
    IDENTITIES,
    TOURNAMENT_PAIRINGS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from tenchips.server.store.writer import Write

CHANGED: Final = "tournaments"
"""The notice that tournaments have changed, by their ids."""

Kind: TypeAlias = Literal["swiss", "round-robin"]
Status: TypeAlias = Literal["open", "live", "ended"]
PlayerStatus: TypeAlias = Literal["in", "withdrawn", "removed"]

T = TypeVar("T")


class Tournament(NamedTuple):
    """A tournament, without its players. Without `rounds`, their number is found at the start."""

    id: str
    v: int
    owner: str
    organiser: str
    name: str
    kind: Kind
    rounds: int | None
    base: int
    increment: int
    rated: bool
    by_roster: bool
    starts: int | None
    paused: bool
    status: Status
    round: int
    created: int
    ended: int | None


class Player(NamedTuple):
    """Somebody in a tournament. `joined`: since when; None for a name from a roster whose owner
    has not come yet."""

    number: int
    identity: str | None
    kind: Literal["visitor", "account", "bot"]
    name: str
    rating: int | None
    status: PlayerStatus
    joined: int | None
    seat: str | None = None

    @property
    def is_playing(self) -> bool:
        """Whether to be paired in the next round."""
        return self.status == "in" and self.joined is not None


class Pairing(NamedTuple):
    """Two players of a round, by their numbers; without Black, White sits out. No result: their
    game is not over."""

    round: int
    white: int
    black: int | None
    game: str | None
    result: Result | None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come of it."""
        return self.black is None or self.result is not None


class Whole(NamedTuple):
    """A tournament with all that belongs to it."""

    tournament: Tournament
    players: list[Player]
    pairings: list[Pairing]

    def player_of(self, identity: str | None) -> Player | None:
        """Somebody's entry."""
        mine = (it for it in self.players if it.identity == identity)
        return next(mine, None) if identity is not None else None

    @property
    def current(self) -> list[Pairing]:
        """The pairings of the last round."""
        return [it for it in self.pairings if it.round == self.tournament.round]


class Listed(NamedTuple):
    """A tournament in a list."""

    tournament: Tournament
    players: int


class Kept(NamedTuple):
    """What is kept of somebody about a tournament; without `plays_as`, they only organise it."""

    id: str
    name: str
    created: int
    is_organiser: bool
    plays_as: str | None


class Round(NamedTuple):
    """What to do in a live tournament: the games of its round that are not over."""

    id: str
    paused: bool
    games: tuple[str, ...]


_T, _PLAYER, _PAIRING = TOURNAMENTS.c, TOURNAMENT_PLAYERS.c, TOURNAMENT_PAIRINGS.c


class TournamentStore:
    """The tournaments of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading

    async def get(self, id: str) -> Whole | None:
        """A tournament with its players and pairings."""
        return await self._store.transact(lambda one: read(one, id))

    async def of_seat(self, seat: str) -> tuple[str, Player] | None:
        """The tournament and the player that a personal link is for."""
        query = select(TOURNAMENT_PLAYERS).where(_PLAYER.seat == seat)
        rows = await self._store.rows(query)
        return (rows[0].tournament_id, _player(rows[0])) if rows else None

    async def listed(self, statuses: Sequence[Status], limit: int) -> list[Listed]:
        """Tournaments that everybody may join or look at, the newest first."""
        return await self._listed(and_(_T.status.in_(statuses), _T.by_roster.is_(False)), limit)

    async def listed_of(self, identity: str, limit: int) -> list[Listed]:
        """Tournaments that somebody organises or plays in, the newest first."""
        mine = select(_PLAYER.tournament_id).where(_PLAYER.identity == identity)
        return await self._listed(or_(_T.owner == identity, _T.id.in_(mine)), limit)

    async def _listed(self, which: ColumnElement[bool], limit: int) -> list[Listed]:
        count = (
            select(func.count())
            .where(_PLAYER.tournament_id == _T.id, _PLAYER.status == "in")
            .scalar_subquery()
        )
        query = select(TOURNAMENTS, count).where(which).order_by(_T.created.desc(), _T.id)
        rows = await self._store.rows(query.limit(limit))
        return [Listed(Tournament(*row[:-1]), row[-1]) for row in rows]

    async def unfinished(self, owner: str) -> int:
        """How many tournaments of somebody have not ended."""
        query = select(func.count()).where(_T.owner == owner, _T.status != "ended")
        return int(await self._store.one(query))

    async def kept_of(self, identity: str) -> list[Kept]:
        """What is kept about somebody's tournaments, the oldest first."""
        seat = and_(_PLAYER.tournament_id == _T.id, _PLAYER.identity == identity)
        query = (
            select(_T.id, _T.name, _T.created, _T.owner == identity, _PLAYER.name)
            .select_from(TOURNAMENTS.outerjoin(TOURNAMENT_PLAYERS, seat))
            .where(or_(_T.owner == identity, _PLAYER.identity == identity))
            .order_by(_T.created, _T.id)
        )
        rows = await self._store.rows(query)
        return [Kept(id, name, created, bool(own), it) for id, name, created, own, it in rows]

    async def starting(self, now: int) -> list[str]:
        """Tournaments whose time to start has come."""
        query = select(_T.id).where(_T.status == "open", _T.starts <= now)
        return [id for (id,) in await self._store.rows(query)]

    async def forgotten(self, before: int) -> list[str]:
        """Tournaments that should have ended long ago."""
        began = func.coalesce(_T.starts, _T.created)
        query = select(_T.id).where(_T.status != "ended", began < before).limit(100)
        return [id for (id,) in await self._store.rows(query)]

    async def rounds(self) -> list[Round]:
        """The rounds that are being played."""
        paired = and_(_PAIRING.tournament_id == _T.id, _PAIRING.round == _T.round)
        going = and_(
            GAMES.c.id == _PAIRING.game, _PAIRING.result.is_(None), GAMES.c.status != "ended"
        )
        query = (
            select(_T.id, _T.paused, GAMES.c.id)
            .select_from(TOURNAMENTS.outerjoin(TOURNAMENT_PAIRINGS, paired).outerjoin(GAMES, going))
            .where(_T.status == "live")
        )
        found: dict[str, tuple[bool, list[str]]] = {}
        for id, paused, game in await self._store.rows(query):
            games = found.setdefault(id, (paused, []))[1]
            games += [game] if game is not None else []
        return [Round(id, paused, tuple(games)) for id, (paused, games) in found.items()]

    # Changing

    async def add(self, tournament: Tournament, players: Iterable[Player]) -> None:
        """Keep a new tournament; players with a seat get the name that they have there."""
        given = list(players)

        def work(connection: Connection) -> None:
            connection.execute(insert(TOURNAMENTS).values(tournament._asdict()))
            for player in given:
                add_player(connection, tournament.id, player)
            names = [
                {"id": it.identity, "kind": it.kind, "name": it.name, "created": tournament.created}
                for it in given
            ]
            if names:
                connection.execute(insert(IDENTITIES), names)

        await self._store.transact(work)

    async def change(self, id: str, work: Callable[[Connection, Whole], T]) -> T | None:
        """Do something in a tournament while nobody else does; None if there is no such
        tournament. What `work` raises takes everything back."""

        def change(connection: Connection) -> T | None:
            touched = update(TOURNAMENTS).where(_T.id == id).values(v=_T.v + 1)
            if not connection.execute(touched).rowcount:
                return None
            whole = read(connection, id)
            assert whole is not None
            done = work(connection, whole)
            self._store.announce(connection, CHANGED, [id])
            return done

        return await self._store.transact(change)

    async def announce(self, id: str) -> None:
        """Tell other processes of a change that is stored elsewhere: a game has ended."""
        await self._store.notify(CHANGED, [id])


def read(connection: Connection, id: str) -> Whole | None:
    """A tournament as it is now."""
    row = connection.execute(select(TOURNAMENTS).where(_T.id == id)).first()
    if row is None:
        return None
    mine = select(TOURNAMENT_PLAYERS).where(_PLAYER.tournament_id == id)
    players = [_player(it) for it in connection.execute(mine.order_by(_PLAYER.number))]
    result = func.coalesce(_PAIRING.result, GAMES.c.result)
    paired = (
        select(_PAIRING.round, _PAIRING.white, _PAIRING.black, _PAIRING.game, result)
        .select_from(TOURNAMENT_PAIRINGS.outerjoin(GAMES, GAMES.c.id == _PAIRING.game))
        .where(_PAIRING.tournament_id == id)
        .order_by(_PAIRING.round, _PAIRING.white)
    )
    return Whole(Tournament(*row), players, [Pairing(*it) for it in connection.execute(paired)])


def _player(row: Any) -> Player:
    return Player(*row[1:])


def set_columns(connection: Connection, id: str, **columns: object) -> None:
    """Change columns of a tournament."""
    connection.execute(update(TOURNAMENTS).where(_T.id == id).values(columns))


def add_player(connection: Connection, id: str, player: Player) -> None:
    """Add a player."""
    row = {"tournament_id": id, **player._asdict()}
    connection.execute(insert(TOURNAMENT_PLAYERS).values(row))


def set_player(connection: Connection, id: str, number: int, **columns: object) -> None:
    """Change columns of a player."""
    this = and_(_PLAYER.tournament_id == id, _PLAYER.number == number)
    connection.execute(update(TOURNAMENT_PLAYERS).where(this).values(columns))


def remove_player(connection: Connection, id: str, number: int) -> None:
    """Remove a player who has met nobody."""
    this = and_(_PLAYER.tournament_id == id, _PLAYER.number == number)
    connection.execute(delete(TOURNAMENT_PLAYERS).where(this))


def add_round(
    connection: Connection, id: str, pairings: Iterable[Pairing], games: Iterable[Write]
) -> None:
    """Add a round with its games."""
    rows = [{"tournament_id": id, **it._asdict()} for it in pairings]
    if rows:
        connection.execute(insert(TOURNAMENT_PAIRINGS), rows)
    begun = list(games)
    if begun:
        connection.execute(insert(GAMES), [row for it in begun for row in it.games])
        events: list[StoredEvent] = [event for it in begun for event in it.events]
        connection.execute(insert(EVENTS), [event._asdict() for event in events])


def end(connection: Connection, whole: Whole) -> None:
    """End a tournament; games that are not over no longer count."""
    id, now = whole.tournament.id, timekeeping.milliseconds()
    set_columns(connection, id, status="ended", ended=now)
    for pairing in whole.current:
        if not pairing.is_over:
            this = and_(_PAIRING.tournament_id == id, _PAIRING.game == pairing.game)
            connection.execute(update(TOURNAMENT_PAIRINGS).where(this).values(result="*"))


def reseat(connection: Connection, old: str, new: str | None, name: str) -> None:
    """Put another identity in the place of an old one, as in games; None: somebody is gone. The
    seats of a roster belong to their links, and stay."""
    mine = and_(_PLAYER.identity == old, _PLAYER.seat.is_(None))
    if new is None:
        gone = {"identity": None, "name": name, "status": "withdrawn"}
        connection.execute(update(TOURNAMENT_PLAYERS).where(mine).values(gone))
        theirs = _T.owner == old
        never = and_(theirs, _T.status == "open", _T.starts.is_(None))
        connection.execute(update(TOURNAMENTS).where(never).values(status="ended"))
        orphan = {"owner": "-", "organiser": name, "paused": False}
        connection.execute(update(TOURNAMENTS).where(theirs).values(orphan))
        return
    # Somebody may be in the same tournament twice, before and after signing in.
    there = select(_PLAYER.tournament_id).where(_PLAYER.identity == new)
    moved = mine if new == old else and_(mine, _PLAYER.tournament_id.not_in(there))
    connection.execute(
        update(TOURNAMENT_PLAYERS).where(moved).values(identity=new, name=name, kind="account")
    )
    owned = update(TOURNAMENTS).where(_T.owner == old).values(owner=new, organiser=name)
    connection.execute(owned)
