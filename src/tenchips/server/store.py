"""What the server keeps: games as the events that made them, and the names of players.

The database is the arbiter. An event has its place in its game, and a command its name, only once:
whoever comes second is told that there is a `Conflict` and has to look again. `Store.append`
returns when its events are committed and not before; a writer commits what many games wait for
together. On PostgreSQL every commit is announced to the other processes. Waiting is done in
threads, never in the event loop. Nothing here knows the rules.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tenchips.server import metrics, timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.identity import Identity
from tenchips.server.logs import say

METADATA: Final = MetaData()

EVENTS: Final = Table(
    "event",
    METADATA,
    Column("game_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(120)),
    Column("payload", Text, nullable=False),
    Column("seats", Text),
    UniqueConstraint("game_id", "command_id", name="event_command"),
    sqlite_with_rowid=False,
)
"""All that happened. `seats` says in private who sat down with an event."""

GAMES: Final = Table(
    "game",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("creator", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("invite", String(32), unique=True),
    Index("game_listed", "public", "status", "created", "id"),
    Index("game_creator", "creator", "created"),
)
"""What games are found by. `invite` is a hash."""

IDENTITIES: Final = Table(
    "identity",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Bots, and visitors who took a name."""

PULSES: Final = Table(
    "pulse",
    METADATA,
    Column("process", String(8), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("ended", Boolean, nullable=False),
)
"""When each process was last there, and whether it ended in order."""

OUTAGES: Final = Table(
    "outage",
    METADATA,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""When no process was there."""

CHANNEL: Final = "tenchips"
LONGEST_NOTICE: Final = 7_900
"""PostgreSQL carries less than 8,000 bytes in a notice."""

READERS: Final = 4
"""Threads that ask the database."""

DAY: Final = 24 * 3600 * 1000

SILENCE: Final = 6_000
"""Milliseconds after which one of several processes that says nothing is gone."""

T = TypeVar("T")


class Conflict(Exception):
    """Somebody else wrote first: read what they wrote and judge again."""


class Unavailable(Exception):
    """The database did not take it: whether it was kept shows when it is read again."""


@dataclass
class Write:
    """What is committed together or not at all: events, games that begin, states that change."""

    events: list[StoredEvent]
    games: list[dict[str, object]] = field(default_factory=list)
    statuses: dict[str, str] = field(default_factory=dict)


class Listed(NamedTuple):
    """A game in a list, and where the list goes on after it."""

    id: str
    created: int


class Outage(NamedTuple):
    """A time in which no process was there."""

    began: int
    ended: int


Notice = dict[str, Any]


def database_url(given: str) -> URL:
    """The address of a database as its driver wants it.

    >>> database_url("sqlite:///games.db").drivername
    'sqlite'
    """
    try:
        url = make_url(given)
    except SQLAlchemyError:
        raise ValueError(_UNKNOWN_DATABASE) from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    name = url.drivername.partition("+")[0]
    if name not in drivers or (name == "sqlite" and url.database in (None, "", ":memory:")):
        raise ValueError(_UNKNOWN_DATABASE)
    return url.set(drivername=drivers[name])


_UNKNOWN_DATABASE: Final = (
    "a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME: write one of these"
)


@contextmanager
def claim(database: str) -> Iterator[bool]:
    """Hold a SQLite file for this process alone, and say whether that was to be done; raises
    `OSError` if another process has it. PostgreSQL is for sharing."""
    url = database_url(database)
    if not url.drivername.startswith("sqlite"):
        yield False
        return
    with open(f"{url.database}.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(
                f"another server uses {url.database}: stop it, or use PostgreSQL for several"
            ) from None
        yield True


class Store:
    """The database of a server.

    `open` it before and `close` it after use; closing commits what still waits.
    """

    def __init__(self, database: str, *, batch: int = 100) -> None:
        self.url = database_url(database)
        self.is_shared = self.url.drivername.startswith("postgresql")
        """Whether other processes may write to it, too."""
        self.process = secrets.token_hex(4)
        """The name of this process in notices."""
        self.outages: list[Outage] = []
        """Those of the last day; while this process is there, there are no others."""
        self._batch = batch
        self._engine = _engine(self.url)
        # A thread that waits for a whole transaction costs a third less than a driver that comes
        # back to the event loop for each of its statements.
        self._writers = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._waiting: asyncio.Queue[tuple[Write, asyncio.Future[None]] | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Begin to write."""
        self.outages = await self._transact(self._arrive)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Commit what waits and let the database go."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._writer is not None:
            self._waiting.put_nowait(None)
            await self._writer
            await self._write_pulse(ended=True)
        self._drop_connection()
        self._writers.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    async def ping(self) -> None:
        """Raise `Unavailable` if the database does not answer."""
        await self._rows(text("SELECT 1"))

    # Writing

    async def append(self, write: Write) -> None:
        """Keep it; raises `Conflict` or `Unavailable`."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((write, done))
        await done

    async def _write(self) -> None:
        """Commit what waits, as much as there is at a time."""
        is_open = True
        while is_open:
            batch = [await self._waiting.get()]
            while len(batch) < self._batch and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            is_open = None not in batch
            await self._commit_batch([one for one in batch if one is not None])

    async def _commit_batch(self, batch: list[tuple[Write, asyncio.Future[None]]]) -> None:
        """Commit a batch, or else each of its parts by itself, and answer those who wait."""
        if not batch:
            return
        error = await self._try([write for write, _ in batch])
        if error is not None and len(batch) > 1:
            for one in batch:
                await self._commit_batch([one])
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None) if error is None else done.set_exception(error)

    async def _try(self, writes: Sequence[Write]) -> Exception | None:
        began = time.perf_counter()
        try:
            await self._commit(writes)
        except IntegrityError:
            return Conflict()
        except (SQLAlchemyError, OSError) as error:
            say("the database failed", level=logging.ERROR, reason=str(error)[:200])
            self._drop_connection()
            return Unavailable()
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        metrics.COMMIT_EVENTS.observe(sum(len(write.events) for write in writes))
        return None

    async def _commit(self, writes: Sequence[Write]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writers, self._commit_and_wait, writes)

    def _commit_and_wait(self, writes: Sequence[Write]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            if games := [game for write in writes for game in write.games]:
                connection.execute(insert(GAMES), games)
            rows = [one._asdict() for write in writes for one in write.events]
            connection.execute(insert(EVENTS), rows)
            if statuses := [
                {"of": game, "to": status}
                for write in writes
                for game, status in write.statuses.items()
            ]:
                connection.execute(_SET_STATUS, statuses)
            if self.is_shared:
                changed = dict.fromkeys(row["game_id"] for row in rows)
                connection.execute(_NOTIFY, self._notices("changed", changed))

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                connection.invalidate()
            with suppress(SQLAlchemyError, OSError):
                connection.close()

    # Notices to and from other processes

    async def notify(self, kind: str, what: Iterable[Any]) -> None:
        """Send a notice that may get lost."""
        if self.is_shared:
            with suppress(Unavailable):
                await self._execute(_NOTIFY, self._notices(kind, what))

    def _notices(self, kind: str, what: Iterable[Any]) -> list[dict[str, str]]:
        """Notices of a kind, each with as much of `what` as it can carry."""
        parts: list[list[str]] = [[]]
        size = 0
        for one in map(json.dumps, what):
            size += len(one) + 2
            if parts[-1] and size > LONGEST_NOTICE - 100:
                parts.append([])
                size = len(one) + 2
            parts[-1].append(one)
        return [
            {"notice": f'{{"from":"{self.process}","{kind}":[{",".join(part)}]}}'} for part in parts
        ]

    def subscribe(
        self, receive: Callable[[Notice], Awaitable[None]], resume: Callable[[], Awaitable[None]]
    ) -> None:
        """Call `receive` with the notices of other processes, and `resume` when some may have
        been missed."""
        if self.is_shared:
            self._listener = asyncio.create_task(self._listen(receive, resume))

    async def _listen(
        self, receive: Callable[[Notice], Awaitable[None]], resume: Callable[[], Awaitable[None]]
    ) -> None:
        import psycopg  # only where there is PostgreSQL

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        pause = 0.1
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    pause = 0.1
                    await resume()
                    async for notification in connection.notifies():
                        notice = json.loads(notification.payload)
                        if notice["from"] != self.process:
                            await receive(notice)
            except (psycopg.Error, OSError, Unavailable) as error:
                say("listening again", level=logging.WARNING, reason=str(error)[:200])
            await asyncio.sleep(pause)
            pause = min(5.0, 2 * pause)

    # Pulses and outages

    def _arrive(self, connection: Connection) -> list[Outage]:
        """Write down that this process is running, and since when none was."""
        if self.is_shared:  # others may arrive, too
            connection.execute(text("LOCK TABLE pulse IN EXCLUSIVE MODE"))
        now = timekeeping.milliseconds()
        others = connection.execute(select(PULSES)).all()
        last = max((other.seen for other in others), default=now)
        is_alone = not self.is_shared or all(other.ended for other in others)
        if now - last > (0 if is_alone else SILENCE):
            connection.execute(insert(OUTAGES).values(began=last, ended=now))
        connection.execute(delete(OUTAGES).where(OUTAGES.c.ended < now - DAY))
        gone = or_(PULSES.c.ended.is_(True), PULSES.c.seen < now - SILENCE)
        connection.execute(delete(PULSES).where(gone))
        connection.execute(insert(PULSES).values(process=self.process, seen=now, ended=False))
        return [Outage(*row) for row in connection.execute(select(OUTAGES))]

    async def pulse(self) -> None:
        """Write down that this process is still running."""
        await self._write_pulse(ended=False)

    async def _write_pulse(self, ended: bool) -> None:
        pulse = {"process": self.process, "seen": timekeeping.milliseconds(), "ended": ended}
        # A pulse that comes late does not make an ended process live.
        mine = and_(PULSES.c.process == self.process, PULSES.c.ended.is_(False))
        with suppress(Unavailable, Conflict):
            if not (await self._execute(update(PULSES).where(mine).values(pulse)))[1]:
                await self._execute(insert(PULSES).values(pulse))

    def away(self, since: int, until: int) -> int:
        """For how many of these milliseconds no process was there."""
        return sum(
            max(0, min(until, outage.ended) - max(since, outage.began)) for outage in self.outages
        )

    # Reading

    async def events(self, after: Mapping[str, int]) -> list[StoredEvent]:
        """The events of games that come after those given, in order."""
        wanted = [and_(EVENTS.c.game_id == game, EVENTS.c.seq > seq) for game, seq in after.items()]
        found: list[StoredEvent] = []
        for first in range(0, len(wanted), 100):
            query = (
                select(EVENTS)
                .where(or_(*wanted[first : first + 100]))
                .order_by(EVENTS.c.game_id, EVENTS.c.seq)
            )
            found += [StoredEvent(*row) for row in await self._rows(query)]
        return found

    async def game_of_invite(self, invite: str) -> str | None:
        """The game whose invitation has this hash."""
        id: str | None = await self._one(select(GAMES.c.id).where(GAMES.c.invite == invite))
        return id

    async def listed(self, status: str, limit: int, before: Listed | None) -> list[Listed]:
        """Public games in a state, the newest first."""
        query = (
            select(GAMES.c.id, GAMES.c.created)
            .where(GAMES.c.public.is_(True), GAMES.c.status == status)
            .order_by(GAMES.c.created.desc(), GAMES.c.id.desc())
            .limit(limit)
        )
        if before is not None:
            query = query.where(
                tuple_(GAMES.c.created, GAMES.c.id) < tuple_(before.created, before.id)
            )
        return [Listed(*row) for row in await self._rows(query)]

    async def unfinished(self, creator: str, now: int) -> int:
        """How many games of the last day somebody made and nobody finished."""
        query = select(func.count()).where(
            GAMES.c.creator == creator,
            GAMES.c.created > now - DAY,
            GAMES.c.status != "ended",
        )
        return int(await self._one(query))

    async def _rows(self, query: Any) -> Sequence[Any]:
        return (await self._execute(query))[0]

    async def _one(self, query: Any) -> Any:
        rows = await self._rows(query)
        return rows[0][0] if rows else None

    async def _execute(self, statement: Any, values: Any = None) -> tuple[Sequence[Any], int]:
        """The rows that a statement finds, and how many it touches; a transaction by itself."""

        def execute(connection: Connection) -> tuple[Sequence[Any], int]:
            result = connection.execute(statement, values)
            return result.all() if result.returns_rows else (), result.rowcount

        return await self._transact(execute)

    async def _transact(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction, while a thread waits for it."""

        def transact() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, transact)
        except IntegrityError as error:
            raise Conflict from error
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable("the database does not answer") from error

    # Names

    async def name_of(self, who: Identity) -> str:
        """What somebody is called."""
        name = await self._one(select(IDENTITIES.c.name).where(IDENTITIES.c.id == who.id))
        return name or who.nickname

    async def rename(self, who: Identity, name: str) -> None:
        """Call somebody by a name from now on."""
        renamed = update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(name=name)
        if not (await self._execute(renamed))[1]:
            with suppress(Conflict):
                await self._execute(insert(IDENTITIES).values(_identity(who.id, who.kind, name)))

    async def add_bot(self, id: str, name: str) -> None:
        """Write a bot down."""
        await self._execute(insert(IDENTITIES).values(_identity(id, "bot", name)))

    async def remove_bot(self, id: str) -> None:
        """Forget a bot."""
        await self._execute(delete(IDENTITIES).where(_BOT, IDENTITIES.c.id == id))

    async def is_bot(self, id: str) -> bool:
        """Whether a bot of this identity is written down."""
        return bool(await self._one(select(IDENTITIES.c.id).where(_BOT, IDENTITIES.c.id == id)))


_BOT: Final[ColumnElement[bool]] = IDENTITIES.c.kind == "bot"
_NOTIFY: Final = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
_SET_STATUS: Final = (
    update(GAMES).where(GAMES.c.id == bindparam("of")).values(status=bindparam("to"))
)


def _identity(id: str, kind: str, name: str) -> dict[str, object]:
    return {"id": id, "kind": kind, "name": name, "created": timekeeping.milliseconds()}


def _engine(url: URL) -> Engine:
    engine = create_engine(url, pool_size=READERS + 1)
    if url.drivername == "sqlite":
        event.listen(engine, "connect", make_durable)
    else:
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of every conflict
    return engine


def make_durable(connection: Any, _: object = None) -> None:
    """Have SQLite write to the disk before it calls a transaction committed."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
