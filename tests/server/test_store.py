"""The store keeps what it says it keeps: batches, conflicts, notices, migrations."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from prometheus_client import REGISTRY
from sqlalchemy import Connection, create_engine

from server.databases import FULL, Cluster, before_statements, failing
from tenchips.server import timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.identity import Identity
from tenchips.server.migrations import OutOfDate, check, migrate
from tenchips.server.store import (
    LONGEST_NOTICE,
    METADATA,
    Conflict,
    Listed,
    Store,
    Unavailable,
    Write,
    database_url,
)
from tenchips.server.store.database import STATEMENT_SECONDS
from tenchips.server.store.notices import packed


@asynccontextmanager
async def opened(database: str, batch: int = 100) -> AsyncIterator[Store]:
    if database.startswith("sqlite"):
        migrate(database)
    store = Store(database, batch=batch)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def event(game: str, seq: int, command: str | None = None) -> StoredEvent:
    return StoredEvent(game, seq, command, json.dumps({"v": seq}))


async def test_what_is_appended_is_read_in_order(database: str) -> None:
    async with opened(database) as store:
        await store.append(Write([event("b", 1), event("b", 0), event("a", 0)]))
        await store.append(Write([event("a", 1)]))
        found = await store.events({"a": -1, "b": 0})
        assert [(one.game_id, one.seq) for one in found] == [("a", 0), ("a", 1), ("b", 1)]
        assert await store.events({}) == []
        assert await store.events({"c": -1}) == []
    async with opened(database) as store:
        assert len(await store.events({"a": -1, "b": -1})) == 4


def _commits() -> float:
    return REGISTRY.get_sample_value("tenchips_commit_seconds_count") or 0.0


async def test_what_waits_is_committed_together(database: str) -> None:
    async with opened(database, batch=64) as store:
        before = _commits()
        writes = [store.append(Write([event(f"g{number}", 0, "x")])) for number in range(300)]
        await asyncio.gather(*writes)
        assert 5 <= _commits() - before <= 10
        assert len(await store.events({f"g{number}": -1 for number in range(300)})) == 300


async def test_a_conflict_is_told_to_who_caused_it_and_to_nobody_else(database: str) -> None:
    async with opened(database) as store:
        await store.append(Write([event("a", 0, "x")]))
        done = await asyncio.gather(
            store.append(Write([event("b", 0)])),
            store.append(Write([event("a", 0)])),  # the place is taken
            store.append(Write([event("c", 0), event("c", 1)])),
            store.append(Write([event("a", 1, "x")])),  # the command is done already
            store.append(Write([event("a", 1, "y")])),
            store.append(Write([event("d", 0), event("d", 0)])),
            return_exceptions=True,
        )
        assert [type(one) for one in done] == [
            type(None), Conflict, type(None), Conflict, type(None), Conflict,
        ]  # fmt: skip
        kept = await store.events(dict.fromkeys("abcd", -1))
        assert [(one.game_id, one.seq) for one in kept] == [
            ("a", 0), ("a", 1), ("b", 0), ("c", 0), ("c", 1),
        ]  # fmt: skip


async def test_commands_without_a_name_never_collide(database: str) -> None:
    async with opened(database) as store:
        await store.append(Write([event("a", seq) for seq in range(5)]))
        assert len(await store.events({"a": -1})) == 5


async def test_closing_commits_what_waits(database: str) -> None:
    async with opened(database) as store:
        writes = [
            asyncio.ensure_future(store.append(Write([event(f"g{number}", 0)])))
            for number in range(50)
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    async with opened(database) as store:
        assert len(await store.events({f"g{number}": -1 for number in range(50)})) == 50


async def test_lists_and_counts(database: str) -> None:
    def game(id: str, created: int, **more: object) -> dict[str, object]:
        row: dict[str, object] = {
            "id": id, "created": created, "creator": "ann", "public": True, "status": "live",
            "invite": None,
        }  # fmt: skip
        return row | more

    async with opened(database) as store:
        rows = [
            game("a", 1_000),
            game("b", 2_000),
            game("c", 2_000),
            game("d", 3_000, public=False, invite="hash"),
            game("e", 4_000, status="waiting"),
            game("f", 5_000, creator="bob"),
        ]
        await store.append(Write([event("a", 0)], rows, {"b": {"status": "ended"}}))
        assert [one.id for one in await store.listed("live", 10, None)] == ["f", "c", "a"]
        assert await store.listed("live", 10, Listed("c", 2_000)) == [Listed("a", 1_000)]
        assert await store.listed("ended", 10, None) == [Listed("b", 2_000)]
        assert await store.game_of_invite("hash") == "d"
        assert await store.game_of_invite("other") is None
        assert await store.unfinished("ann", 5_000) == 4
        assert await store.unfinished("ann", 86_400_000 + 2_500) == 2


async def test_names_and_bots(database: str) -> None:
    ann = Identity("0001" * 8, "visitor")
    async with opened(database) as store:
        assert await store.name_of(ann) == "Guest 1"
        await asyncio.gather(*(store.rename(ann, "Ann") for _ in range(5)))
        assert await store.name_of(ann) == "Ann"
        assert not await store.is_bot(ann.id)
        await store.add_bot("b" * 32, "Robot")
        assert await store.is_bot("b" * 32)
        await store.remove_bot("b" * 32)
        assert not await store.is_bot("b" * 32)
        await store.remove_bot(ann.id)
        assert await store.name_of(ann) == "Ann"


async def test_sqlite_is_asked_to_be_durable(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        found: list[list[object]] = []

        def look(connection: Connection) -> None:
            found.append([_value(connection, f"PRAGMA {name}") for name in DURABLE])

        with before_statements("event", look):
            await store.append(Write([event("a", 0)]))
        assert found == [["wal", 2, 10_000]]


DURABLE = ("journal_mode", "synchronous", "busy_timeout")


def _value(connection: Connection, query: str) -> object:
    """What a query finds, asked on this very connection."""
    cursor = connection.connection.cursor()
    cursor.execute(query)
    [value] = cursor.fetchone() or [None]
    return value


async def test_a_database_that_is_not_there(postgres: Cluster, tmp_path: Path) -> None:
    for database in (postgres.url("nothing"), f"sqlite:///{tmp_path}/no/folder/games.db"):
        store = Store(database)
        with pytest.raises(Unavailable):
            await store.ping()
        with pytest.raises(Unavailable):
            await store.events({"a": -1})
        await store.close()
        with pytest.raises(OSError, match="cannot be opened"):
            migrate(database)


async def test_a_database_that_accepts_and_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = Store(f"postgresql://tenchips@127.0.0.1:{silent.getsockname()[1]}/games")
        with pytest.raises(Unavailable, match="timeout"):
            await store.ping()
        await store.close()


async def test_a_statement_of_postgresql_ends_in_time(shared_database: str) -> None:
    found: list[object] = []

    def look(connection: Connection) -> None:
        found.append(_value(connection, "SHOW statement_timeout"))

    async with opened(shared_database) as store:
        with before_statements("event", look):
            await store.append(Write([event("a", 0)]))
            await store.events({"a": -1})
    assert found == [f"{STATEMENT_SECONDS}s"] * 2


@pytest.mark.parametrize("given", ["", "games.db", "sqlite://", "mysql://a/b", "postgresql:", "::"])
def test_other_databases_are_refused_in_a_sentence(given: str) -> None:
    with pytest.raises(ValueError, match="write one of these"):
        database_url(given)


def test_notices_fit() -> None:
    ids = [f"game{number:012}" for number in range(2_000)]
    notices = [one["notice"] for one in packed("me", "changed", ids)]
    assert max(map(len, notices)) < LONGEST_NOTICE
    announced = [id for notice in notices for id in json.loads(notice)["changed"]]
    assert announced == ids
    assert [json.loads(one["notice"]) for one in packed("me", "alive", [])] == [
        {"from": "me", "alive": []}
    ]


# Being there


@asynccontextmanager
async def killed(database: str) -> AsyncIterator[Store]:
    """A store whose process ends without a word."""
    with ExitStack() as at_end:
        async with opened(database) as store:
            yield store
            at_end.enter_context(failing(FULL, "pulse"))


async def test_an_outage_is_a_time_without_any_process(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "milliseconds", lambda: now)

    now = 1_000
    async with opened(database) as store:
        assert store.outages == []
        now = 7_000
    now = 7_400
    async with killed(database) as store:
        assert store.outages == [(7_000, 7_400)]
        now = 20_000
        await store.pulse()
        now = 21_000
    now = 25_000
    async with killed(database) as store:
        # One of several may only be slow; SQLite has one.
        known = [(7_000, 7_400)] if store.is_shared else [(7_000, 7_400), (20_000, 25_000)]
        assert sorted(store.outages) == known
    now = 40_000
    async with opened(database) as store:
        assert sorted(store.outages) == [*known, (25_000, 40_000)]
        assert store.away(0, 20_000) == 400
        assert store.away(7_100, 7_300) == 200
        assert store.away(30_000, 100_000) == 10_000
        assert store.away(41_000, 42_000) == 0
        now += 86_400_000 - 10_000
    async with opened(database) as store:
        assert store.outages == [(25_000, 40_000)]


async def test_there_is_no_outage_while_one_of_several_is_there(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeping, "milliseconds", lambda: now)
    now = 1_000
    async with opened(shared_database) as stays:
        async with opened(shared_database):
            now = 50_000
            await stays.pulse()
        now = 55_000
        async with opened(shared_database) as store:
            assert store.outages == []
    now = 60_000
    arrived = [Store(shared_database) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in arrived))
    assert {tuple(store.outages) for store in arrived} == {((55_000, 60_000),)}
    for store in arrived:
        await store.close()


# Migrations


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.empty()


def test_migrations_make_the_tables_that_the_store_uses(empty_database: str) -> None:
    with pytest.raises(OutOfDate, match="run tenchips migrate"):
        check(empty_database)
    migrate(empty_database)
    check(empty_database)
    migrate(empty_database)
    engine = create_engine(database_url(empty_database))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        differences = compare_metadata(context, METADATA)
    engine.dispose()
    assert differences == []


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    migrate(database)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(OutOfDate, match="9999"):
        check(database)


def test_a_database_that_takes_no_writes_is_found_before_the_start(tmp_path: Path) -> None:
    """Though its tables are up to date: a full disk is told in a sentence."""
    database = f"sqlite:///{tmp_path}/games.db"
    migrate(database)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON alembic_version "
            "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        )
    connection.close()
    with pytest.raises(OSError, match="cannot be opened: database or disk is full"):
        migrate(database)
