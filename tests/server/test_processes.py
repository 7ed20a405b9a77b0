"""Several processes on one PostgreSQL stay in step, and the database decides between them.

The processes are several servers in one event loop, which share nothing but the database.
"""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from server.databases import FULL, before_statements
from server.play import (
    HOUR,
    ME,
    OPEN,
    FakePool,
    Visitor,
    at,
    one_move_of_two_is_kept,
    players_at_two_servers,
    serving,
    start_clock,
    two_playing,
    two_servers,
    until,
    visiting,
    white_at_two_servers,
)
from tenchips.server import timekeeping
from tenchips.server.games import presence
from tenchips.server.store import Store
from tenchips.server.timekeeping import milliseconds

MACHINE = {"kind": "machine", "level": 3}


async def test_players_on_two_processes_play_a_game(shared_database: str) -> None:
    async with players_at_two_servers(shared_database) as (first, second):
        await first.until("presence", white=True, black=True)
        await second.until("presence", white=True, black=True)
        moves = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
        for ply, move in enumerate(moves):
            mover, seer = (first, second) if ply % 2 == 0 else (second, first)
            assert (await mover.move(ply, move))["v"] == ply + 2
            assert (await seer.until("event", k="move", ply=ply))["m"] == move
        for socket in (first, second):
            seen = [payload for payload in socket.seen if payload["t"] == "event"]
            assert [payload["v"] for payload in seen] == sorted({payload["v"] for payload in seen})
        assert (await second.until("event", k="end"))["result"] == "1-0"


async def test_the_same_command_on_two_processes_is_one(shared_database: str) -> None:
    async with white_at_two_servers(shared_database) as (white, id, first, second):
        acks = await asyncio.gather(
            first.ask("move", "x", ply=0, m="33"), second.ask("move", "x", ply=0, m="33")
        )
        assert acks[0] == acks[1] == {"t": "ack", "id": "x", "v": 2}
        assert (await white.ask("GET", f"/games/{id}"))["moves"] == ["33"]


async def test_two_moves_on_two_processes_are_one_and_a_stale(shared_database: str) -> None:
    async with white_at_two_servers(shared_database) as (white, id, first, second):
        await one_move_of_two_is_kept(white, id, first, second)


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
            held = [await server.site.games.get(game["id"]) for server in (one, other)]
            await until(lambda: all(one is not None and one.elsewhere for one in held))
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
            for visitor in (ann_there, ann):
                moves = [""]
                while len(moves) < 2:
                    moves = (await visitor.ask("GET", f"/games/{game['id']}"))["moves"]
                assert len(moves) == 2


async def test_the_time_without_any_process_is_given_back_once(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(shared_database) as server,
        two_playing(server, clock=HOUR) as (white, black, id),
    ):
        seen = await start_clock(white, black, id)
    monkeypatch.setattr(timekeeping, "milliseconds", lambda: milliseconds() + 2 * 3_600_000)
    async with (
        two_servers(shared_database) as (one, other),
        at(one, white) as white,
        at(other, black) as black,
    ):
        games = await asyncio.gather(*(who.ask("GET", f"/games/{id}") for who in (white, black)))
        for game in games:
            assert (game["v"], game["running"]) == (seen + 1, "white")
            assert 3_000_000 < game["left"]["white"] <= 3_600_000


async def test_a_lost_listener_comes_back_and_catches_up(shared_database: str) -> None:
    async with players_at_two_servers(shared_database) as (first, second):
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


async def test_moves_on_another_process_need_not_be_read(shared_database: str) -> None:
    """Notices carry them whole."""
    reads = 0

    def count(_: object) -> None:
        nonlocal reads
        reads += 1

    async with players_at_two_servers(shared_database) as (first, second):
        await first.until("state")
        await second.until("state")
        with before_statements("FROM event", count):
            for ply, move in enumerate(("33", "44", "35", "53")):
                mover, other = (first, second) if ply % 2 == 0 else (second, first)
                assert (await mover.move(ply, move))["t"] == "ack"
                assert (await other.until("event", k="move", ply=ply))["m"] == move
        assert reads == 0


async def test_a_process_that_cannot_read_what_it_missed_rejects_nothing(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other player has moved on another process, whose notice gets lost, and the database fails
    for a moment."""

    async def lose(*_: object) -> None:
        pass

    monkeypatch.setattr(Store, "_receive", lose)
    failed = 0

    def fail(_: object) -> None:
        nonlocal failed
        failed += 1
        if failed <= 6:  # a command is tried five times, and reads twice each time
            raise FULL

    async with players_at_two_servers(shared_database) as (first, second):
        await first.until("state")
        await second.until("state")
        with before_statements("FROM event", fail):
            assert (await first.move(0, "33"))["t"] == "ack"
            assert (await second.move(1, "44"))["t"] == "ack"
        assert failed == 7


async def test_presence_of_a_process_that_fell_silent_is_forgotten(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "HEARTBEAT", 0.2)
    async with (
        two_servers(shared_database) as (one, _),
        two_playing(one) as (white, _, id),
        white.socket(id) as socket,
    ):
        await socket.until("presence", black=False)
        gone = Store(shared_database)
        await gone.notify("presence", [(id, 0, 1, 0, False)])
        await gone.close()
        await socket.until("presence", black=True)
        await socket.until("presence", black=False)


async def test_a_machine_moves_soon_after_another_process_died(shared_database: str) -> None:
    """The process that was to ask for the move is gone without a word."""
    pool = FakePool(answers=False)
    async with serving(shared_database, pool) as server, visiting(server) as ann:
        other = Store(shared_database)
        other.process = "00000000"  # which comes before all others
        listening = asyncio.Event()

        async def receive(_: object) -> None:
            pass

        async def resume() -> None:
            listening.set()

        other.subscribe(receive, resume)
        await listening.wait()
        game, _ = await ann.create(ME, MACHINE)
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")
            await other.notify("presence", [(game["id"], 1, 0, 0, False)])
            held = await server.site.games.get(game["id"])
            assert held is not None
            await until(lambda: "00000000" in held.elsewhere)
            await socket.move(0, "33")
            assert pool.asked == []
            await other.close()
            await asyncio.wait_for(until(lambda: bool(pool.asked)), 30)
