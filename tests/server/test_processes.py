"""Several processes on one PostgreSQL stay in step, and the database decides between them.

The processes are several servers in one event loop, which share nothing but the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import psycopg

from server.play import (
    ME,
    OPEN,
    FakePool,
    Server,
    Visitor,
    serving,
    two_playing,
    visiting,
)

MACHINE = {"kind": "machine", "level": 3}


@asynccontextmanager
async def two_servers(database: str, *pools: FakePool) -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that listen to each other."""
    one_pool, other_pool = pools or (FakePool(), FakePool())
    async with serving(database, one_pool) as one, serving(database, other_pool) as other:
        await until(lambda: _listeners(database) == 2)
        yield one, other


def _listeners(database: str) -> int:
    query = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
    )
    with psycopg.connect(database) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


@asynccontextmanager
async def at(server: Server, visitor: Visitor) -> AsyncIterator[Visitor]:
    """The same visitor at another server."""
    async with visiting(server, visitor.secret) as same:
        yield same


async def test_players_on_two_processes_play_a_game(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, black, id),
        at(other, black) as black_there,
        white.socket(id) as first,
        black_there.socket(id) as second,
    ):
        await first.until("presence", white=True, black=True)
        await second.until("presence", white=True, black=True)
        moves = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
        for ply, move in enumerate(moves):
            mover, seer = (first, second) if ply % 2 == 0 else (second, first)
            assert (await mover.move(ply, move))["v"] == ply + 2
            assert (await seer.until("event", k="move", ply=ply))["m"] == move
        for socket in (first, second):
            seen = [said for said in socket.seen if said["t"] == "event"]
            assert [said["v"] for said in seen] == sorted({said["v"] for said in seen})
        assert (await second.until("event", k="end"))["result"] == "1-0"


async def test_the_same_command_on_two_processes_is_one(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, _, id),
        at(other, white) as white_there,
        white.socket(id) as first,
        white_there.socket(id) as second,
    ):
        acks = await asyncio.gather(
            first.ask("move", "x", ply=0, m="33"), second.ask("move", "x", ply=0, m="33")
        )
        assert acks[0] == acks[1] == {"t": "ack", "id": "x", "v": 2}
        assert (await white.ask("GET", f"/games/{id}"))["moves"] == ["33"]


async def test_two_moves_on_two_processes_are_one_and_a_stale(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, _, id),
        at(other, white) as white_there,
        white.socket(id) as first,
        white_there.socket(id) as second,
    ):
        answers = await asyncio.gather(
            first.ask("move", "a", ply=0, m="33"), second.ask("move", "b", ply=0, m="44")
        )
        assert sorted(answer["t"] for answer in answers) == ["ack", "nack"]
        [nack] = [answer for answer in answers if answer["t"] == "nack"]
        assert nack["code"] == "stale"
        assert len((await white.ask("GET", f"/games/{id}"))["moves"]) == 1


async def test_batches_with_conflicts_lose_nothing(shared_database: str) -> None:
    """Twenty games, each moved in on both processes at once: one move of each is kept."""
    async with (
        two_servers(shared_database) as (one, other),
        visiting(one) as ann,
        at(other, ann) as ann_there,
    ):
        ids = [(await ann.create(ME, ME))[0]["id"] for _ in range(20)]

        def move(visitor: Visitor, id: str, m: str) -> asyncio.Task[object]:
            command = {"t": "move", "id": m, "ply": 0, "m": m}
            request = visitor.http.post(f"/api/v1/games/{id}/commands", json=command)
            return asyncio.ensure_future(request)

        await asyncio.gather(*(ann_there.ask("GET", f"/games/{id}") for id in ids))
        answers = await asyncio.gather(
            *(move(who, id, m) for id in ids for who, m in ((ann, "33"), (ann_there, "44")))
        )
        statuses = [answer.status_code for answer in answers]  # type: ignore[attr-defined]
        assert (statuses.count(200), statuses.count(409)) == (20, 20)
        for id in ids:
            games = [await who.ask("GET", f"/games/{id}") for who in (ann, ann_there)]
            assert games[0] == games[1]
            assert len(games[0]["moves"]) == 1


async def test_a_seat_is_taken_once(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        visiting(one) as ann,
        visiting(one) as bob,
        visiting(other) as eve,
    ):
        _, invite = await ann.create(ME, OPEN)
        answers = await asyncio.gather(
            *(who.http.post(f"/api/v1/invites/{invite}") for who in (bob, eve))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_the_machine_moves_once_for_two_processes(shared_database: str) -> None:
    pools = FakePool(answers=False), FakePool(answers=False)
    async with (
        two_servers(shared_database, *pools) as (one, other),
        visiting(one) as ann,
        at(other, ann) as ann_there,
    ):
        game, _ = await ann.create(ME, MACHINE)
        async with ann.socket(game["id"]) as first, ann_there.socket(game["id"]) as second:
            await first.until("hello")
            await until(
                lambda: all(
                    server.site.games._games[game["id"]].elsewhere for server in (one, other)
                )
            )
            assert (await first.move(0, "33"))["t"] == "ack"
            await second.until("event", k="move", ply=0)
            await until(lambda: any(pool.asked for pool in pools))
            asked = [search for pool in pools for search in pool.asked]
            assert len(asked) == 1
            asked[0].answer()
            for socket in (first, second):
                assert (await socket.until("event", k="move", by="black"))["ply"] == 1


async def test_two_machine_moves_at_once_are_one(shared_database: str) -> None:
    """Should two processes ask, whoever is second finds the turn gone."""
    async with two_servers(shared_database) as (one, other), visiting(one) as ann:
        game, _ = await ann.create(ME, MACHINE)
        command = {"t": "move", "id": "x", "ply": 0, "m": "33"}
        async with at(other, ann) as ann_there:
            await ann_there.ask("GET", f"/games/{game['id']}")
            await ann.ask("POST", f"/games/{game['id']}/commands", json=command)
            for _ in range(20):
                await ann_there.ask("GET", f"/games/{game['id']}")
            await until(lambda: len(one.site.games._games[game["id"]].state.board.moves) == 2)
            assert len((await ann.ask("GET", f"/games/{game['id']}"))["moves"]) == 2


async def test_a_lost_listener_comes_back_and_catches_up(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, black, id),
        at(other, black) as black_there,
        white.socket(id) as first,
        black_there.socket(id) as second,
    ):
        await second.until("state")
        with psycopg.connect(shared_database, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
            )
        assert (await first.move(0, "33"))["t"] == "ack"
        assert (await second.until("event", k="move"))["m"] == "33"
        assert (await second.move(1, "44"))["t"] == "ack"
        assert (await first.until("event", k="move", ply=1))["m"] == "44"


async def test_a_database_that_drops_its_connections_is_used_again(shared_database: str) -> None:
    async with serving(shared_database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            assert (await socket.move(0, "33"))["t"] == "ack"
            with psycopg.connect(shared_database, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            while (answer := await socket.ask("move", "x", ply=1, m="44"))["t"] == "nack":
                assert answer["code"] == "busy"
            assert answer["v"] == 2


async def test_presence_of_a_process_that_fell_silent_is_forgotten(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, _),
        two_playing(one) as (white, _, id),
        white.socket(id) as socket,
    ):
        await socket.until("presence", black=False)
        await one.site.games._hear({"from": "gone", "presence": [[id, 0, 1, 0, False]]})
        await socket.until("presence", black=True)
        one.site.games._games[id].elsewhere["gone"] = (0, 1, 0, -1e9)
        one.site.games._forget_silent()
        await socket.until("presence", black=False)
