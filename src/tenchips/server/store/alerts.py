"""Alerts in the database: whose turn is to be told, where to, and what waits to be sent.

With several processes each alert is taken by one of them, and each thing in the outbox sent by one:
an update that finds what was read before takes it, and the others find it changed.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, and_, case, delete, func, insert, select, update

from tenchips.server import timekeeping
from tenchips.server.store.store import Store
from tenchips.server.store.tables import (
    GAMES,
    MAIL_ADDRESSES,
    OUTBOX,
    PUSH_SUBSCRIPTIONS,
    VACATIONS,
)

Wanted: TypeAlias = Literal["at_once", "daily", "never"]
Channel: TypeAlias = Literal["confirm", "mail", "push"]

REMINDER: Final = timekeeping.DAY
"""Milliseconds before the end of a turn at which its player is reminded."""

APART: Final[dict[Wanted, int]] = {
    "at_once": timekeeping.DAY // 144,
    "daily": timekeeping.DAY,
    "never": 0,
}
"""Milliseconds between two mails to the same account."""

MOST_WAITING: Final = 20_000
"""Things that may wait in the outbox; no turn is told while there are more."""

MOST_SUBSCRIPTIONS: Final = 20
"""Browsers of one player that get web push; the oldest ones make room."""

_AT_ONCE: Final = 200
"""Turns that one transaction tells."""


class MailAddress(NamedTuple):
    """Where an account wants e-mail."""

    account_id: str
    address: str
    confirmed: int | None
    wanted: Wanted
    stop: str
    token: str | None
    token_made: int | None
    sent: int


class Subscription(NamedTuple):
    """A browser that wants web push."""

    id: str
    identity: str
    session_id: str | None
    endpoint: str
    p256dh: str
    auth: str
    device: str
    created: int


class Waiting(NamedTuple):
    """Something in the outbox; `due` is when it is next tried."""

    id: str
    identity: str
    channel: Channel
    target: str | None
    games: Sequence[str]
    created: int
    tries: int
    due: int


class AlertStore:
    """What the database knows of alerts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Turns

    async def seen(self, game: str, alert: int) -> None:
        """The player to move looks at the game: only a reminder is left to send. `alert` is when
        the turn would have been told."""
        now = timekeeping.milliseconds()
        this = and_(GAMES.c.id == game, GAMES.c.alert == alert)
        later = case((GAMES.c.due - REMINDER > now, GAMES.c.due - REMINDER), else_=None)
        await self._change(update(GAMES).where(this).values(alert=later))

    async def tell_turns(self) -> bool:
        """Put what is to be told by now into the outbox; whether there was room in it."""
        return await self._store.transact(_tell_turns)

    # The outbox

    async def put(self, identity: str, channel: Channel) -> None:
        """Have something sent as soon as possible, in place of the same that waits."""

        def work(connection: Connection) -> None:
            same = and_(OUTBOX.c.identity == identity, OUTBOX.c.channel == channel)
            connection.execute(delete(OUTBOX).where(same))
            _put(connection, identity, channel, (), timekeeping.milliseconds())

        await self._store.transact(work)

    async def take(self, until: int, limit: int) -> list[Waiting]:
        """Things that are due, which nobody else takes until that time."""

        def work(connection: Connection) -> list[Waiting]:
            now = timekeeping.milliseconds()
            query = select(OUTBOX.c.id, OUTBOX.c.due).where(OUTBOX.c.due <= now)
            found = connection.execute(query.order_by(OUTBOX.c.due, OUTBOX.c.id).limit(limit)).all()
            taken = []
            for id, due in found:
                this = and_(OUTBOX.c.id == id, OUTBOX.c.due == due)
                taking = update(OUTBOX).where(this).values(due=until, tries=OUTBOX.c.tries + 1)
                if connection.execute(taking).rowcount:
                    # Read now: more games may have come in since it was found.
                    row = connection.execute(select(OUTBOX).where(OUTBOX.c.id == id)).one()
                    taken.append(_waiting(row))
            return taken

        return await self._store.transact(work)

    async def done(self, id: str) -> None:
        """It is sent, or given up."""
        await self._change(delete(OUTBOX).where(OUTBOX.c.id == id))

    async def try_again(self, id: str, at: int) -> None:
        """It could not be sent, and is tried again then."""
        await self._change(update(OUTBOX).where(OUTBOX.c.id == id).values(due=at))

    # E-mail addresses

    async def address(self, account: str) -> MailAddress | None:
        """Where an account wants e-mail."""
        return await self._address(MAIL_ADDRESSES.c.account_id == account)

    async def set_address(self, address: MailAddress) -> None:
        """Keep an address in place of another one."""

        def work(connection: Connection) -> None:
            mine = MAIL_ADDRESSES.c.account_id == address.account_id
            connection.execute(delete(MAIL_ADDRESSES).where(mine))
            connection.execute(insert(MAIL_ADDRESSES).values(address._asdict()))

        await self._store.transact(work)

    async def change_address(self, account: str, **columns: object) -> bool:
        """Change something of an address; whether there is one."""
        mine = MAIL_ADDRESSES.c.account_id == account
        return bool(await self._change(update(MAIL_ADDRESSES).where(mine).values(columns)))

    async def remove_address(self, account: str) -> None:
        """Forget where an account wanted e-mail."""
        await self._change(delete(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.account_id == account))

    async def confirm(self, token: str, since: int) -> bool:
        """Whether there is an address with the hash of this token, made since then. It is
        confirmed now, and the token is used up."""
        this = and_(MAIL_ADDRESSES.c.token == token, MAIL_ADDRESSES.c.token_made > since)
        values = {"token": None, "token_made": None, "confirmed": timekeeping.milliseconds()}
        return bool(await self._change(update(MAIL_ADDRESSES).where(this).values(values)))

    async def stop(self, secret: str) -> bool:
        """Whether there is an address whose mails end with this secret. They have ended now."""
        this = MAIL_ADDRESSES.c.stop == secret
        return bool(await self._change(update(MAIL_ADDRESSES).where(this).values(wanted="never")))

    async def _address(self, which: Any) -> MailAddress | None:
        rows = await self._store.rows(select(MAIL_ADDRESSES).where(which))
        return MailAddress(*rows[0]) if rows else None

    # Web push

    async def subscribe(self, subscription: Subscription) -> None:
        """Keep a browser that wants web push."""

        def work(connection: Connection) -> None:
            table = PUSH_SUBSCRIPTIONS
            connection.execute(delete(table).where(table.c.id == subscription.id))
            query = select(table.c.id).where(table.c.identity == subscription.identity)
            known = connection.execute(query.order_by(table.c.created.desc())).scalars().all()
            spare = known[MOST_SUBSCRIPTIONS - 1 :]
            connection.execute(delete(table).where(table.c.id.in_(spare)))
            connection.execute(insert(table).values(subscription._asdict()))

        await self._store.transact(work)

    async def subscription(self, id: str) -> Subscription | None:
        """A browser that wants web push."""
        query = select(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.id == id)
        rows = await self._store.rows(query)
        return Subscription(*rows[0]) if rows else None

    async def subscriptions(self, identity: str) -> list[Subscription]:
        """The browsers of a player that want web push, the oldest first."""
        query = select(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.identity == identity)
        rows = await self._store.rows(query.order_by(PUSH_SUBSCRIPTIONS.c.created))
        return [Subscription(*row) for row in rows]

    async def unsubscribe(self, id: str, identity: str | None = None) -> None:
        """Forget a browser; if it must belong to a player, only then."""
        this = [PUSH_SUBSCRIPTIONS.c.id == id]
        if identity is not None:
            this.append(PUSH_SUBSCRIPTIONS.c.identity == identity)
        await self._change(delete(PUSH_SUBSCRIPTIONS).where(*this))

    async def _change(self, statement: Any) -> int:
        return await self._store.transact(lambda one: int(one.execute(statement).rowcount))


def _waiting(row: Any) -> Waiting:
    found = Waiting(*row)
    return found._replace(games=tuple(json.loads(row.games)))


def _tell_turns(connection: Connection) -> bool:
    count = connection.execute(select(func.count()).select_from(OUTBOX)).scalar_one()
    if count >= MOST_WAITING:
        return False
    now = timekeeping.milliseconds()
    player = case((GAMES.c.to_move == "white", GAMES.c.white), else_=GAMES.c.black)
    query = (
        select(GAMES.c.id, GAMES.c.due, GAMES.c.alert, player.label("player"))
        .where(GAMES.c.status == "live", GAMES.c.alert <= now)
        .order_by(GAMES.c.alert)
        .limit(_AT_ONCE)
    )
    turns: dict[str, list[Any]] = {}
    # In one order everywhere, or two processes may wait for each other.
    for row in sorted(connection.execute(query).all(), key=lambda row: row.id):
        turns.setdefault(row.player or "", []).append(row)
    for identity, some in turns.items():
        _tell(connection, identity, some, now)
    return True


def _tell(connection: Connection, identity: str, turns: Iterable[Any], now: int) -> None:
    """Put the turns of one player into the outbox, unless they are on vacation."""
    on_vacation = and_(
        VACATIONS.c.identity == identity, VACATIONS.c.began <= now, VACATIONS.c.ended > now
    )
    back = connection.execute(select(func.max(VACATIONS.c.ended)).where(on_vacation)).scalar()
    taken = []
    for turn in turns:
        reminder = turn.due - REMINDER if turn.due - REMINDER > now else None
        this = and_(GAMES.c.id == turn.id, GAMES.c.alert == turn.alert)
        taking = update(GAMES).where(this).values(alert=back or reminder)
        if connection.execute(taking).rowcount:
            taken.append(turn)
    if not taken or back:
        return
    games = [turn.id for turn in taken]
    _put_mail(connection, identity, games, now, any(turn.due - now < REMINDER for turn in taken))
    query = select(PUSH_SUBSCRIPTIONS.c.id).where(PUSH_SUBSCRIPTIONS.c.identity == identity)
    for target in connection.execute(query).scalars().all():
        _put(connection, identity, "push", games, now, target)


def _put_mail(
    connection: Connection, identity: str, games: list[str], now: int, urgent: bool
) -> None:
    """Have a mail sent if one is wanted: with the games of one that waits, if there is one."""
    query = select(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.account_id == identity)
    row = connection.execute(query).first()
    if row is None or row.confirmed is None or row.wanted == "never":
        return
    at = now if urgent else max(now, row.sent + APART[row.wanted])
    waiting = and_(OUTBOX.c.identity == identity, OUTBOX.c.channel == "mail", OUTBOX.c.tries == 0)
    for found in connection.execute(select(OUTBOX).where(waiting)).all():
        both = json.dumps(list(dict.fromkeys((*json.loads(found.games), *games))))
        unchanged = and_(waiting, OUTBOX.c.id == found.id, OUTBOX.c.games == found.games)
        added = update(OUTBOX).where(unchanged).values(games=both, due=min(at, found.due))
        if connection.execute(added).rowcount:
            return
    _put(connection, identity, "mail", games, at)
    mine = MAIL_ADDRESSES.c.account_id == identity
    connection.execute(update(MAIL_ADDRESSES).where(mine).values(sent=at))


def _put(
    connection: Connection,
    identity: str,
    channel: Channel,
    games: Sequence[str],
    at: int,
    target: str | None = None,
) -> None:
    row = Waiting(
        secrets.token_hex(16), identity, channel, target, games, timekeeping.milliseconds(), 0, at
    )
    connection.execute(insert(OUTBOX).values(row._asdict() | {"games": json.dumps(list(games))}))
