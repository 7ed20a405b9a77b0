"""Accounts in the database: who has one, where they are signed in, and which games are theirs.

Every function is one transaction. Names, passwords and passkeys are judged in `server.accounts`;
nothing here knows a secret, only hashes. A transaction that changes what an account is, or where it
is signed in, announces that to the other processes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)

from tenchips.server import timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.store import tournaments
from tenchips.server.store.store import Listed, Store
from tenchips.server.store.tables import (
    ACCOUNTS,
    CHALLENGES,
    EVENTS,
    GAMES,
    IDENTITIES,
    MAIL_ADDRESSES,
    OUTBOX,
    PASSKEYS,
    PUSH_SUBSCRIPTIONS,
    RATING_CHANGES,
    RATINGS,
    SESSIONS,
    VACATIONS,
)

CHANGED: Final = "accounts"
"""The notice that something of an account changed, or where it is signed in."""

RESEATED: Final = "reseated"
"""The notice that games have other names or identities at the board."""

_AT_ONCE: Final = 500
"""Games whose events are read by one query."""


class Account(NamedTuple):
    """Somebody with an account. `password` and `recovery` are hashes."""

    id: str
    name: str
    skeleton: str
    password: str | None
    recovery: str
    created: int


class Session(NamedTuple):
    """A browser that is signed in. `confirmed`: when it last gave a password or a passkey."""

    id: str
    account_id: str
    device: str
    created: int
    seen: int
    confirmed: int


class Passkey(NamedTuple):
    """A passkey of an account."""

    id: str
    account_id: str
    label: str
    public_key: bytes
    sign_count: int
    created: int
    used: int


class Bot(NamedTuple):
    """A bot of an account."""

    id: str
    name: str
    created: int


@dataclass(frozen=True, slots=True)
class Played:
    """Which games of somebody are wanted: all that everybody may see, unless more is said. The
    times are milliseconds."""

    is_public: bool = True
    opponent: str | None = None
    result: Literal["won", "lost", "drawn", "unfinished"] | None = None
    level: int | None = None
    since: int | None = None
    until: int | None = None


class Challenge(NamedTuple):
    """What a passkey was asked to sign: for which account, if it is for one."""

    account_id: str | None


class AccountStore:
    """The accounts of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Finding

    async def get(self, id: str) -> Account | None:
        """The account with this id: an identity that is none has no account."""
        rows = await self._store.rows(select(ACCOUNTS).where(ACCOUNTS.c.id == id))
        return Account(*rows[0]) if rows else None

    async def by_skeleton(self, skeleton: str) -> Account | None:
        """The account whose name looks like this."""
        rows = await self._store.rows(select(ACCOUNTS).where(ACCOUNTS.c.skeleton == skeleton))
        return Account(*rows[0]) if rows else None

    async def names(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of those of these identities that are accounts."""
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(list(ids)))
        return dict([tuple(row) for row in await self._store.rows(query)])

    # Accounts

    async def add(
        self, account: Account, session: Session, passkey: Passkey | None, adopted: str | None
    ) -> list[str]:
        """Keep a new account that is signed in, with the games of the identity that it adopts:
        the games. Raises `Conflict` if the name is taken."""

        def work(connection: Connection) -> list[str]:
            connection.execute(insert(ACCOUNTS).values(account._asdict()))
            connection.execute(insert(SESSIONS).values(session._asdict()))
            if passkey is not None:
                connection.execute(insert(PASSKEYS).values(passkey._asdict()))
            return self._adopt(connection, account, session, adopted)

        return await self._store.transact(work)

    async def rename(self, account: Account, name: str, skeleton: str) -> list[str]:
        """Give an account another name, in its games too: the games. Raises `Conflict`."""

        def work(connection: Connection) -> list[str]:
            self._change(connection, account.id, name=name, skeleton=skeleton)
            return self._reseat(connection, account.id, account.id, name)

        return await self._store.transact(work)

    async def change(self, id: str, **columns: object) -> None:
        """Set columns of an account: its password or its recovery code."""
        await self._store.transact(lambda one: self._change(one, id, **columns))

    async def remove(self, id: str, name: str) -> list[str]:
        """Remove an account and all that is kept of it. Its games stay, with this name at the
        board and nobody behind it: the games."""

        def work(connection: Connection) -> list[str]:
            for column in (
                SESSIONS.c.account_id,
                PASSKEYS.c.account_id,
                CHALLENGES.c.account_id,
                RATINGS.c.identity,
                RATING_CHANGES.c.identity,
                IDENTITIES.c.owner,
                MAIL_ADDRESSES.c.account_id,
                PUSH_SUBSCRIPTIONS.c.identity,
                OUTBOX.c.identity,
                VACATIONS.c.identity,
            ):
                connection.execute(delete(column.table).where(column == id))
            connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == id))
            self._store.announce(connection, CHANGED, [id])
            return self._reseat(connection, id, None, name)

        return await self._store.transact(work)

    def _change(self, connection: Connection, id: str, **columns: object) -> None:
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == id).values(columns))
        self._store.announce(connection, CHANGED, [id])

    # Sessions

    async def sign_in(self, account: Account, session: Session, adopted: str | None) -> list[str]:
        """Keep a browser that signs in, with the games of the identity that is adopted."""

        def work(connection: Connection) -> list[str]:
            connection.execute(insert(SESSIONS).values(session._asdict()))
            return self._adopt(connection, account, session, adopted)

        return await self._store.transact(work)

    async def session(self, id: str, since: int) -> tuple[Session, Account] | None:
        """A session that was seen since then, and its account. It is seen now."""
        query = (
            select(SESSIONS, ACCOUNTS)
            .join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account_id)
            .where(SESSIONS.c.id == id, SESSIONS.c.seen > since)
        )
        rows = await self._store.rows(query)
        if not rows:
            return None
        width = len(Session._fields)
        return Session(*rows[0][:width]), Account(*rows[0][width:])

    async def see(self, id: str) -> None:
        """A session is in use."""
        seen = timekeeping.milliseconds()
        await self._store.transact(
            lambda one: one.execute(update(SESSIONS).where(SESSIONS.c.id == id).values(seen=seen))
        )

    async def confirm(self, id: str) -> None:
        """The browser of a session has given a password or a passkey again."""
        now = timekeeping.milliseconds()
        confirmed = update(SESSIONS).where(SESSIONS.c.id == id).values(confirmed=now)
        await self._store.transact(lambda one: one.execute(confirmed))

    async def sessions(self, account: str) -> list[Session]:
        """Where an account is signed in, the last used first."""
        query = select(SESSIONS).where(SESSIONS.c.account_id == account)
        rows = await self._store.rows(query.order_by(SESSIONS.c.seen.desc(), SESSIONS.c.id))
        return [Session(*row) for row in rows]

    async def still_signed_in(self, ids: Sequence[str]) -> set[str]:
        """Those of these sessions that have not been ended."""
        found: set[str] = set()
        for first in range(0, len(ids), _AT_ONCE):
            some = SESSIONS.c.id.in_(ids[first : first + _AT_ONCE])
            found |= {id for (id,) in await self._store.rows(select(SESSIONS.c.id).where(some))}
        return found

    async def end_session(self, account: str, id: str) -> None:
        """Sign a browser out."""
        await self._end_sessions(account, SESSIONS.c.id == id)

    async def end_other_sessions(self, account: str, kept: str | None) -> None:
        """Sign all browsers of an account out but one."""
        await self._end_sessions(account, SESSIONS.c.id != (kept or ""))

    async def _end_sessions(self, account: str, which: Any) -> None:
        def work(connection: Connection) -> None:
            mine = SESSIONS.c.account_id == account
            ended = PUSH_SUBSCRIPTIONS.c.session_id.in_(select(SESSIONS.c.id).where(mine, which))
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(ended))
            connection.execute(delete(SESSIONS).where(mine, which))
            self._store.announce(connection, CHANGED, [account])

        await self._store.transact(work)

    # Passkeys

    async def add_passkey(self, passkey: Passkey) -> None:
        """Keep a passkey; raises `Conflict` if it is known already."""
        added = insert(PASSKEYS).values(passkey._asdict())
        await self._store.transact(lambda one: one.execute(added))

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey with this credential id."""
        rows = await self._store.rows(select(PASSKEYS).where(PASSKEYS.c.id == id))
        return Passkey(*rows[0]) if rows else None

    async def passkeys(self, account: str) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""
        query = select(PASSKEYS).where(PASSKEYS.c.account_id == account)
        rows = await self._store.rows(query.order_by(PASSKEYS.c.created, PASSKEYS.c.id))
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, id: str, sign_count: int) -> None:
        """A passkey was used, and says how often."""
        values = {"sign_count": sign_count, "used": timekeeping.milliseconds()}
        used = update(PASSKEYS).where(PASSKEYS.c.id == id).values(values)
        await self._store.transact(lambda one: one.execute(used))

    async def remove_passkey(self, account: str, id: str) -> None:
        """Take a passkey from an account: it opens nothing from now on."""
        mine = and_(PASSKEYS.c.id == id, PASSKEYS.c.account_id == account)
        await self._store.transact(lambda one: one.execute(delete(PASSKEYS).where(mine)))

    # Bots

    async def bots(self, account: str) -> list[Bot]:
        """The bots of an account, the oldest first."""
        query = select(IDENTITIES.c.id, IDENTITIES.c.name, IDENTITIES.c.created)
        mine = query.where(IDENTITIES.c.owner == account)
        rows = await self._store.rows(mine.order_by(IDENTITIES.c.created, IDENTITIES.c.id))
        return [Bot(*row) for row in rows]

    async def remove_bot(self, account: str, id: str) -> bool:
        """Whether the account had this bot, whose token opens nothing from now on."""
        mine = and_(IDENTITIES.c.id == id, IDENTITIES.c.owner == account)
        removed = delete(IDENTITIES).where(mine)
        return bool(await self._store.transact(lambda one: one.execute(removed).rowcount))

    # Challenges

    async def add_challenge(self, id: str, purpose: str, account: str | None, oldest: int) -> None:
        """Keep a challenge, and forget those that are older than that."""
        now = timekeeping.milliseconds()
        row = {"id": id, "purpose": purpose, "account_id": account, "created": now}

        def work(connection: Connection) -> None:
            connection.execute(delete(CHALLENGES).where(CHALLENGES.c.created < oldest))
            connection.execute(insert(CHALLENGES).values(row))

        await self._store.transact(work)

    async def take_challenge(self, id: str, purpose: str, oldest: int) -> Challenge | None:
        """The challenge, if it was made for that and is not too old. It is taken only once."""
        this = and_(
            CHALLENGES.c.id == id,
            CHALLENGES.c.purpose == purpose,
            CHALLENGES.c.created >= oldest,
        )
        taken = delete(CHALLENGES).where(this).returning(CHALLENGES.c.account_id)
        row = await self._store.transact(lambda one: one.execute(taken).first())
        return Challenge(*row) if row is not None else None

    # Games

    async def played(
        self, identity: str, which: Played, limit: int, before: Listed | None
    ) -> list[Listed]:
        """Games of somebody, the newest first."""
        sides = [
            _played_as(identity, which, GAMES.c.white, "black", "1-0", "0-1"),
            _played_as(identity, which, GAMES.c.black, "white", "0-1", "1-0"),
        ]
        query = (
            select(GAMES.c.id, GAMES.c.created)
            .where(or_(*sides))
            .order_by(GAMES.c.created.desc(), GAMES.c.id.desc())
            .limit(limit)
        )
        if which.is_public:
            query = query.where(GAMES.c.public.is_(True))
        if before is not None:
            query = query.where(
                tuple_(GAMES.c.created, GAMES.c.id) < tuple_(before.created, before.id)
            )
        return [Listed(*row) for row in await self._store.rows(query)]

    async def game_ids(self, identity: str) -> list[str]:
        """All games of somebody, the oldest first."""
        mine = or_(GAMES.c.white == identity, GAMES.c.black == identity)
        query = select(GAMES.c.id).where(mine).order_by(GAMES.c.created, GAMES.c.id)
        return [id for (id,) in await self._store.rows(query)]

    async def events_of(self, games: Sequence[str]) -> dict[str, list[StoredEvent]]:
        """The events of games, each in order."""
        found: dict[str, list[StoredEvent]] = {}
        for event in await self._store.events(dict.fromkeys(games, -1)):
            found.setdefault(event.game_id, []).append(event)
        return found

    # Seats

    def _adopt(
        self, connection: Connection, account: Account, session: Session, identity: str | None
    ) -> list[str]:
        """Give an account the games of a browser without one, its vacations and its web push."""
        if identity is None:
            return []
        connection.execute(delete(IDENTITIES).where(IDENTITIES.c.id == identity))
        pushed = PUSH_SUBSCRIPTIONS.c.identity == identity
        values = {"identity": account.id, "session_id": session.id}
        connection.execute(update(PUSH_SUBSCRIPTIONS).where(pushed).values(values))
        away = VACATIONS.c.identity == identity
        connection.execute(update(VACATIONS).where(away).values(identity=account.id))
        return self._reseat(connection, identity, account.id, account.name)

    def _reseat(self, connection: Connection, old: str, new: str | None, name: str) -> list[str]:
        """Put another identity and name at the board wherever this identity sat: the games."""
        theirs = or_(GAMES.c.white == old, GAMES.c.black == old, GAMES.c.creator == old)
        games = [id for (id,) in connection.execute(select(GAMES.c.id).where(theirs))]
        for first in range(0, len(games), _AT_ONCE):
            some = EVENTS.c.game_id.in_(games[first : first + _AT_ONCE])
            seated = select(EVENTS).where(some, EVENTS.c.seats.is_not(None))
            for event in connection.execute(seated).all():
                payload, seats = _reseated(event.payload, event.seats, old, new, name)
                this = and_(EVENTS.c.game_id == event.game_id, EVENTS.c.seq == event.seq)
                values = {"payload": payload, "seats": seats}
                connection.execute(update(EVENTS).where(this).values(values))
            if new != old:
                _rename_commands(connection, some, old, new)
        for color in ("white", "black"):
            moved = {color: new, f"{color}_name": name}
            connection.execute(update(GAMES).where(GAMES.c[color] == old).values(moved))
        tournaments.reseat(connection, old, new, name)
        owner = {"creator": new or NOBODY}
        if new is None:  # nobody is left to play with
            mine = and_(GAMES.c.creator == old, GAMES.c.status == "waiting")
            connection.execute(update(GAMES).where(mine).values(invite=None))
        connection.execute(update(GAMES).where(GAMES.c.creator == old).values(owner))
        self._store.announce(connection, RESEATED, games)
        self._store.announce(connection, CHANGED, [old])
        return games


def _played_as(
    identity: str,
    which: Played,
    seat: Column[Any],
    other: Literal["white", "black"],
    won: str,
    lost: str,
) -> ColumnElement[bool]:
    """The games that somebody played on one side, as far as they are wanted."""
    wanted: list[ColumnElement[bool]] = [seat == identity]
    if which.opponent:
        name = func.lower(GAMES.c[f"{other}_name"])
        wanted.append(name.contains(which.opponent.lower(), autoescape=True))
    if which.level is not None:
        wanted.append(GAMES.c[f"{other}_level"] == which.level)
    if which.result == "unfinished":
        wanted.append(GAMES.c.result.is_(None))
    elif which.result is not None:
        wanted.append(
            GAMES.c.result == {"won": won, "lost": lost, "drawn": "1/2-1/2"}[which.result]
        )
    if which.since is not None:
        wanted.append(GAMES.c.created >= which.since)
    if which.until is not None:
        wanted.append(GAMES.c.created < which.until)
    return and_(*wanted)


def _rename_commands(
    connection: Connection, some: ColumnElement[bool], old: str, new: str | None
) -> None:
    """Commands carry the identity of their player: whoever sends one again in another name is
    answered as before, and nobody finds the name of one who is gone."""
    theirs = EVENTS.c.command_id.startswith(f"{old}:")
    rest = func.substr(EVENTS.c.command_id, len(old) + 1)
    name = literal(new).concat(rest) if new is not None else None
    connection.execute(update(EVENTS).where(some, theirs).values(command_id=name))


NOBODY: Final = "-"
"""The owner of a game whose owner is gone: no identity is called like this."""


def _reseated(payload: str, seats: str, old: str, new: str | None, name: str) -> tuple[str, str]:
    """An event and its private seats with another identity and name in place of an old one."""
    event, identities = json.loads(payload), json.loads(seats)
    for place, identity in identities.items():
        if identity == old:
            identities[place] = new if place != "owner" else new or NOBODY
            seat = event["seat"] if event["k"] == "join" else event.get(place)
            if seat is not None:
                seat |= {"name": name, "account": new is not None}
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False), json.dumps(identities)
