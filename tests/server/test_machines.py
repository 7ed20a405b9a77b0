"""Machines at the board: they move while somebody is connected, and never twice."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from server.play import ME, RANDOM, FakePool, Visitor, serving, two_playing, until, visiting
from tenchips import Board
from tenchips.protocol import EngineDead
from tenchips.server.pool import Crowded, EnginePool

MACHINE = {"kind": "machine", "level": 3}


async def test_the_machine_answers(database: str) -> None:
    pool = FakePool()
    async with serving(database, pool) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, MACHINE)
        machine = {"kind": "machine", "name": "Machine 3", "level": 3}
        assert game["black"] == machine | {"bot": False, "rating": None, "account": False}
        assert game["between_people"] is False
        async with ann.socket(game["id"]) as socket:
            await socket.move(0, "33")
            reply = await socket.until("event", k="move", by="black")
            assert (reply["ply"], reply["m"]) == (1, "10")
            [search] = pool.asked
            assert (search.level, search.board.position) == (3, Board(moves="33").position)


async def test_a_machine_takes_a_moment_against_a_person(tmp_path: Path) -> None:
    """But neither the highest level, which thinks, nor against programs."""
    database = f"sqlite:///{tmp_path}/games.db"
    async with serving(database, pause=0.3) as server, visiting(server) as ann:
        for machine in (MACHINE, RANDOM):
            game, _ = await ann.create(ME, machine)
            async with ann.socket(game["id"]) as socket:
                await socket.send("move", ply=0, m="33")
                own = await socket.until("event", k="move", ply=0)
                reply = await socket.until("event", k="move", ply=1)
                assert reply["at"] - own["at"] >= 290
    async with serving(database, pause=3600.0) as server, visiting(server) as ann:
        token = (await ann.ask("POST", "/tokens", 201, json={"name": "Robot"}))["token"]
        robot = Visitor(server.base, {"authorization": f"Bearer {token}"})
        async with robot.http:
            for player, level in ((ann, 10), (robot, 3)):
                game, _ = await player.create(ME, MACHINE | {"level": level})
                async with player.socket(game["id"]) as socket:
                    await socket.move(0, "33")
                    await socket.until("event", k="move", ply=1)


async def test_the_real_pool_plays_a_whole_game(tmp_path: Path) -> None:
    async with (
        EnginePool(1, 8) as pool,
        serving(f"sqlite:///{tmp_path}/games.db", pool) as server,
        visiting(server) as ann,
    ):
        game, _ = await ann.create(MACHINE, RANDOM)
        async with ann.socket(game["id"]) as socket:
            end = await socket.until("event", k="end")
        moves = [payload["m"] for payload in socket.seen if payload.get("k") == "move"]
        outcome = Board(moves=moves).outcome()
        assert outcome is not None
        assert end["result"] == outcome.result


async def test_the_place_in_the_queue_is_told(tmp_path: Path) -> None:
    pool = FakePool(answers=False)
    pool.free = False
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        async with ann.socket(game["id"]) as socket:
            assert (await socket.until("thinking"))["place"] == 1
            pool.asked[0].move_to(0)
            assert (await socket.until("thinking")) == {
                "t": "thinking", "color": "white", "place": 0,
            }  # fmt: skip
            async with ann.socket(game["id"]) as tab:
                assert (await tab.until("thinking"))["place"] == 0
            pool.asked[0].answer()
            assert (await socket.until("event", k="move"))["by"] == "white"
        assert len(pool.asked) == 1


async def test_who_leaves_frees_the_search_and_who_returns_has_it_again(tmp_path: Path) -> None:
    pool = FakePool(answers=False)
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        assert pool.asked == []
        async with ann.socket(game["id"]) as socket, ann.socket(game["id"]) as tab:
            await socket.until("thinking")
            await tab.until("thinking")
            await tab.connection.close()
            held = await server.site.games.get(game["id"])
            assert held is not None
            await until(lambda: len(held.subscribers) == 1)
            assert not pool.asked[0].moved.cancelled()
        await until(lambda: pool.asked[0].moved.cancelled())
        async with ann.socket(game["id"]) as socket:
            await until(lambda: len(pool.asked) == 2)
            pool.asked[1].answer()
            assert (await socket.until("event", k="move"))["ply"] == 0


async def test_the_machine_is_asked_again_after_a_restart(database: str) -> None:
    pool = FakePool(answers=False)
    async with serving(database, pool) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, MACHINE)
        async with ann.socket(game["id"]) as socket:
            await socket.move(0, "33")
        secret = ann.secret
    async with (
        serving(database) as server,
        visiting(server, secret) as ann,
        ann.socket(game["id"], v=1) as socket,
    ):
        assert (await socket.until("event", k="move"))["ply"] == 1


async def test_a_player_without_a_socket_is_answered(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        game, _ = await ann.create(ME, MACHINE)
        command = {"t": "move", "id": "x", "ply": 0, "m": "33"}
        await ann.ask("POST", f"/games/{game['id']}/commands", json=command)
        while len((await ann.ask("GET", f"/games/{game['id']}"))["moves"]) < 2:
            await asyncio.sleep(0.01)


async def test_a_crowd_is_waited_for(tmp_path: Path) -> None:
    pool = FakePool()
    pool.refusal, pool.waiting = Crowded("64 others wait"), 64
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        async with ann.socket(game["id"]) as socket:
            assert (await socket.until("thinking"))["place"] == 65
            pool.refusal = None
            assert (await socket.until("event", k="move"))["ply"] == 0


@pytest.mark.parametrize("error", [EngineDead("it died"), AssertionError("this cannot be")])
async def test_a_search_that_fails_in_any_way_is_tried_again(
    tmp_path: Path, error: Exception
) -> None:
    pool = FakePool(answers=False)
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        async with ann.socket(game["id"]) as socket:
            await until(lambda: len(pool.asked) == 1)
            pool.asked[0].moved.set_exception(error)
            await until(lambda: len(pool.asked) == 2)
            pool.asked[1].answer()
            assert (await socket.until("event", k="move"))["ply"] == 0


async def test_a_takeback_stops_the_search(tmp_path: Path) -> None:
    pool = FakePool(answers=False)
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, MACHINE)
        async with ann.socket(game["id"]) as socket:
            await socket.move(0, "33")
            await until(lambda: len(pool.asked) == 1)
            assert (await socket.ask("offer", what="takeback"))["t"] == "ack"
            assert "takeback" in [payload.get("k") for payload in socket.seen]
            await until(lambda: pool.asked[0].moved.cancelled())
            await socket.move(0, "44")
            await until(lambda: len(pool.asked) == 2)
            assert pool.asked[1].board == Board(moves="44")


async def test_machines_play_each_other_at_a_pace_to_watch(tmp_path: Path) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db", pace=0.2) as server,
        visiting(server) as ann,
    ):
        game, _ = await ann.create(MACHINE, RANDOM)
        assert game["role"] == "owner"
        async with ann.socket(game["id"]) as socket:
            times = [(await socket.until("event", k="move"))["at"] for _ in range(4)]
        assert all(later - earlier >= 190 for earlier, later in pairwise(times))


async def test_nobody_is_told_what_a_machine_thinks_between_people(tmp_path: Path) -> None:
    pool = FakePool()
    async with (
        serving(f"sqlite:///{tmp_path}/games.db", pool) as server,
        two_playing(server) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        for ply, move in enumerate(("33", "44", "53", "55")):
            await (one, other)[ply % 2].move(ply, move)
        await one.ask("resign")
        await other.until("event", k="end")
        assert pool.asked == []
        kinds = {payload["t"] for payload in one.seen + other.seen}
        assert kinds <= {"hello", "state", "event", "ack", "presence"}


async def test_a_searching_server_stops_at_once(tmp_path: Path) -> None:
    pool = FakePool(answers=False)
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        async with ann.socket(game["id"]) as socket:
            await until(lambda: len(pool.asked) == 1)
            await server.stop()
            assert await socket.closed() == 1012
        assert pool.asked[0].moved.cancelled()


async def test_searches_count_for_the_player_s_address(tmp_path: Path) -> None:
    pool = FakePool(answers=False)
    async with serving(f"sqlite:///{tmp_path}/games.db", pool) as server, visiting(server) as ann:
        game, _ = await ann.create(MACHINE, ME)
        async with ann.socket(game["id"]):
            await until(lambda: len(pool.asked) == 1)
            assert pool.asked[0].address == "127.0.0.1"
