"""What the server keeps: games as the events that made them, and the names of players.

The database is the arbiter. An event has its place in its game, and a command its name, only once:
the second writer gets a `Conflict` and has to look again. `Store.append` returns when its events
are committed and not before. On PostgreSQL every commit is announced to the other processes.
Waiting is done in threads, never in the event loop. Nothing here knows the rules.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tenchips.server import timekeeping
from tenchips.server.background import Background, Service
from tenchips.server.events import StoredEvent
from tenchips.server.identity import Identity
from tenchips.server.ratings.glicko2 import CENTER
from tenchips.server.store import challenges, outages, ratings
from tenchips.server.store.availability import Availability
from tenchips.server.store.database import database_url, make_engine
from tenchips.server.store.faults import Conflict, Unavailable
from tenchips.server.store.notices import (
    LISTENERS,
    NOTIFY,
    Notice,
    announced,
    listen,
    packed,
    process_of,
)
from tenchips.server.store.outages import DAY, Outage
from tenchips.server.store.tables import EVENTS, GAMES, IDENTITIES
from tenchips.server.store.writer import Write, Writer

READERS: Final = 4
"""Threads that ask the database."""

READ_PATIENCE: Final = 5.0
"""Seconds that a question waits for a database that does not answer."""

PING: Final = 2.0
"""Seconds for which a ping that could write need not write again."""

T = TypeVar("T")


class Listed(NamedTuple):
    """A game in a list, and where the list goes on after it."""

    id: str
    created: int


class Store:
    """The database of a server.

    `open` it before and `close` it after use; closing commits what still waits.
    """

    def __init__(
        self,
        database: str,
        *,
        batch: int = 100,
        patience: float = 30.0,
        background: Background | None = None,
    ) -> None:
        """`patience`: seconds that a write waits for a database that does not answer."""
        self.url = database_url(database)
        self.is_shared = self.url.drivername.startswith("postgresql")
        """Whether other processes may write to it, too."""
        self.process = secrets.token_hex(4)
        """The name of this process in notices."""
        self.outages: list[Outage] = []
        """Those of the last day, in the order in which they ended."""
        self._patience = patience
        self._background = background or Background()
        self._engine = make_engine(self.url, READERS + 1)
        # A thread that waits for a whole transaction costs a third less than a driver that comes
        # back to the event loop for each of its statements.
        self._writers = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._availability = Availability(self._write_pulse, self.add_outage)
        self._writer = Writer(self._commit, self._availability, batch, patience)
        self._services: list[Service] = []
        self._writing: Service | None = None
        self._connection: Connection | None = None
        self._pinged = 0.0
        self._on_outage: Callable[[], None] = lambda: None
        self._subscribers: list[
            tuple[Callable[[Notice], Awaitable[None]], Callable[[], Awaitable[None]]]
        ] = []

    async def open(self) -> None:
        """Begin to write."""
        self.outages = await self.transact(
            lambda connection: outages.arrive(connection, self.process, self.is_shared)
        )
        self._writing = self._background.serve("database writer", self._writer.run)
        recovery = self._background.serve("database recovery", self._availability.recover)
        self._services.append(recovery)

    def stop_waiting(self) -> None:
        """Wait no longer for a database that does not answer: the server is going down."""
        self._availability.close()

    async def close(self) -> None:
        """Commit what waits and let the database go."""
        self.stop_waiting()
        if self._writing is not None:
            self._writer.close()
            await self._writing.ended()
        for service in self._services:
            await service.stop()
        if self._writing is not None:
            with suppress(Unavailable, Conflict):
                await self._write_pulse(ended=True)
        self._drop_connection()
        self._writers.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    # Health

    @property
    def problem(self) -> str | None:
        """A sentence if the database takes no writes."""
        return self._availability.problem

    async def wait_until_available(self) -> None:
        """Wait while the database takes no writes; raises `Unavailable` after some time."""
        await self._availability.wait(self._patience)

    async def ping(self) -> None:
        """Raise `Unavailable` if the database does not answer, or takes no writes."""
        if self.problem is not None:
            raise Unavailable(self.problem)
        if self._writing is None or time.monotonic() - self._pinged < PING:
            await self.transact(lambda connection: connection.execute(text("SELECT 1")))
        else:
            await self.pulse()
            if self.problem is not None:
                raise Unavailable(self.problem)
            self._pinged = time.monotonic()

    # Writing

    async def append(self, write: Write) -> None:
        """Store it; raises `Conflict` or `Unavailable`."""
        await self._writer.append(write)

    async def _commit(self, writes: Sequence[Write]) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._writers, self._commit_and_wait, writes)
        except (SQLAlchemyError, OSError) as error:
            fault = _fault(error)
            if isinstance(fault, Unavailable):
                await loop.run_in_executor(self._writers, self._drop_connection)
            raise fault from error

    def _commit_and_wait(self, writes: Sequence[Write]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            if taken := [one for write in writes for one in write.taken.items()]:
                challenges.take(connection, taken)
                self.announce(connection, "lobby", ["taken"])
            if games := [game for write in writes for game in write.games]:
                connection.execute(insert(GAMES), games)
            events = [one for write in writes for one in write.events]
            connection.execute(insert(EVENTS), [one._asdict() for one in events])
            for game, columns in (it for write in writes for it in write.changes.items()):
                connection.execute(update(GAMES).where(GAMES.c.id == game).values(columns))
            if rated := [result for write in writes for result in write.rated]:
                ratings.apply(connection, rated)
            self.announce(connection, "changed", map(announced, events))

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
                await self._execute(NOTIFY, packed(self.process, kind, what))

    def subscribe(
        self, receive: Callable[[Notice], Awaitable[None]], resume: Callable[[], Awaitable[None]]
    ) -> None:
        """Call `receive` with the notices of other processes, and `resume` when some may have
        been missed."""
        self._subscribers.append((receive, resume))
        if self.is_shared and len(self._subscribers) == 1:
            service = self._background.serve(
                "listener to other processes",
                lambda: listen(self.url, self.process, self._receive, self._resume),
            )
            self._services.append(service)

    async def _receive(self, notice: Notice) -> None:
        for receive, _ in self._subscribers:
            await receive(notice)

    async def _resume(self) -> None:
        for _, resume in self._subscribers:
            await resume()

    def announce(self, connection: Connection, kind: str, what: Iterable[Any]) -> None:
        """Send a notice to other processes when this transaction is committed."""
        if self.is_shared:
            connection.execute(NOTIFY, packed(self.process, kind, what))

    async def processes(self) -> set[str]:
        """The processes that are connected to the database, this one among them."""
        return {process_of(name) for (name,) in await self.rows(LISTENERS)}

    # Pulses and outages

    async def pulse(self) -> None:
        """Write down that this process is still running."""
        began = timekeeping.milliseconds()
        try:
            await self._write_pulse()
        except Unavailable as error:
            self._failed(began, error)
        except Conflict:
            pass

    async def _write_pulse(self, ended: bool = False) -> None:
        await self.transact(lambda one: outages.write_pulse(one, self.process, ended))

    def on_outage(self, call: Callable[[], None]) -> None:
        """Call this after each outage that is noticed while this process runs."""
        self._on_outage = call

    def add_outage(self, began: int, ended: int) -> None:
        """In this time, this process could take no move."""
        outage = Outage(began, ended)
        self.outages = [*(one for one in self.outages if one.ended > ended - DAY), outage]
        self._background.start(self._save_outage(outage))
        self._on_outage()

    async def _save_outage(self, outage: Outage) -> None:
        def save(connection: Connection) -> None:
            if not outages.is_anothers(connection, self.process, outage):
                outages.save(connection, outage)

        with suppress(Unavailable, Conflict):
            await self.transact(save)

    def away(self, since: int, until: int) -> int:
        """For how many of these milliseconds no process could take a move."""
        return outages.away(self.outages, since, until)

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
            found += [StoredEvent(*row) for row in await self.rows(query)]
        return found

    async def reseated(self, seats: Mapping[str, tuple[str | None, str | None]]) -> list[str]:
        """Those of these games that have other identities at the board than given."""
        ids, found = list(seats), list[str]()
        for first in range(0, len(ids), 500):
            some = GAMES.c.id.in_(ids[first : first + 500])
            query = select(GAMES.c.id, GAMES.c.white, GAMES.c.black).where(some)
            found += [id for id, *now in await self.rows(query) if tuple(now) != seats[id]]
        return found

    async def game_of_invite(self, invite: str) -> str | None:
        """The game whose invitation has this hash."""
        id: str | None = await self.one(select(GAMES.c.id).where(GAMES.c.invite == invite))
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
        return [Listed(*row) for row in await self.rows(query)]

    async def rated_games(self, player: str) -> list[str]:
        """The rated games of somebody that are not finished."""
        mine = or_(GAMES.c.white == player, GAMES.c.black == player)
        query = select(GAMES.c.id).where(mine, GAMES.c.rated.is_(True), GAMES.c.status == "live")
        return [id for (id,) in await self.rows(query)]

    async def rating_of(self, player: str) -> int:
        """Somebody's rating, that of a newcomer before the first rated game."""
        found = await self.transact(lambda one: ratings.standing(one, player))
        return round(found.rating if found else CENTER)

    async def unfinished(self, creator: str, now: int) -> int:
        """How many games somebody made in the last day that are not finished."""
        query = select(func.count()).where(
            GAMES.c.creator == creator,
            GAMES.c.created > now - DAY,
            GAMES.c.status != "ended",
        )
        return int(await self.one(query))

    async def rows(self, query: Any) -> Sequence[Any]:
        """The rows that a query finds; it waits a little for a database that does not answer."""
        try:
            return (await self._execute(query))[0]
        except Unavailable as error:
            self._failed(timekeeping.milliseconds(), error)
            if self._writing is None:
                raise
        await self._availability.wait(READ_PATIENCE)
        return (await self._execute(query))[0]

    async def one(self, query: Any) -> Any:
        """The first value that a query finds, or None."""
        rows = await self.rows(query)
        return rows[0][0] if rows else None

    async def _execute(self, statement: Any, values: Any = None) -> tuple[Sequence[Any], int]:
        """The rows that a statement finds, and how many it changes; a transaction by itself."""

        def execute(connection: Connection) -> tuple[Sequence[Any], int]:
            result = connection.execute(statement, values)
            return result.all() if result.returns_rows else (), result.rowcount

        return await self.transact(execute)

    async def change_lobby(self, change: Callable[[Connection], int]) -> int:
        """How many challenges were changed; if any, the other processes are notified."""

        def work(connection: Connection) -> int:
            changed = change(connection)
            if changed:
                self.announce(connection, "lobby", ["changed"])
            return changed

        return await self.transact(work)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction, while a thread waits for it; raises `Conflict` or
        `Unavailable`."""

        def transact() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, transact)
        except (SQLAlchemyError, OSError) as error:
            raise _fault(error) from error

    def _failed(self, began: int, error: Unavailable) -> None:
        if self._writing is not None:
            self._availability.failed(began, error)

    # Names

    async def name_of(self, who: Identity) -> str:
        """What somebody is called."""
        if who.name is not None:
            return who.name
        name = await self.one(select(IDENTITIES.c.name).where(IDENTITIES.c.id == who.id))
        return name or who.nickname

    async def rename(self, who: Identity, name: str) -> None:
        """Call somebody by a name from now on."""
        renamed = update(IDENTITIES).where(IDENTITIES.c.id == who.id).values(name=name)
        if not (await self._execute(renamed))[1]:
            with suppress(Conflict):
                await self._execute(insert(IDENTITIES).values(_identity(who.id, who.kind, name)))

    async def add_bot(self, id: str, name: str, owner: str | None = None) -> None:
        """Write a bot down; `owner` is the account that it belongs to."""
        row = _identity(id, "bot", name) | {"owner": owner}
        await self._execute(insert(IDENTITIES).values(row))

    async def remove_bot(self, id: str) -> None:
        """Forget a bot."""
        await self._execute(delete(IDENTITIES).where(_BOT, IDENTITIES.c.id == id))

    async def is_bot(self, id: str) -> bool:
        """Whether a bot of this identity is written down."""
        return bool(await self.one(select(IDENTITIES.c.id).where(_BOT, IDENTITIES.c.id == id)))


_BOT: Final[ColumnElement[bool]] = IDENTITIES.c.kind == "bot"


def _identity(id: str, kind: str, name: str) -> dict[str, object]:
    return {"id": id, "kind": kind, "name": name, "created": timekeeping.milliseconds()}


def _fault(error: SQLAlchemyError | OSError) -> Exception:
    """The store's error for an error of the database; the same error if it is a bug of ours."""
    if isinstance(error, IntegrityError):
        return Conflict()
    is_outage = isinstance(
        error, (OperationalError, InterfaceError, InternalError, PoolTimeout, OSError)
    )
    if is_outage or getattr(error, "connection_invalidated", False):
        cause = error.orig if isinstance(error, DBAPIError) else error
        return Unavailable(" ".join(str(cause).split())[:200])
    return error
