"""Nobody loses a game to an outage: a server that stands still, a clock that is set, a database
that is restarted, a task that dies."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.databases import FULL, Cluster, cluster, failing
from server.play import (
    ME,
    PATIENCE,
    FakePool,
    Message,
    Server,
    Socket,
    Visitor,
    serving,
    start_clock,
    two_playing,
    two_servers,
    until,
    visiting,
)
from tenchips.server import background, timekeeping
from tenchips.server.events import StoredEvent
from tenchips.server.games import clocks
from tenchips.server.store import Unavailable, Write
from tenchips.server.store.availability import Availability
from tenchips.server.store.writer import Writer
from tenchips.server.timekeeping import Clock, milliseconds, wall_time

TEN_MINUTES = {"base": 600, "increment": 0}
HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that a test may restart without harm to others."""
    with cluster() as started:
        yield started


# The clock


@dataclass
class Shifted:
    """The clock of the games, which goes forward for an hour when the server stands still."""

    ahead: int = 0

    def milliseconds(self) -> int:
        return milliseconds() + self.ahead

    def stand_still(self) -> None:
        self.ahead += HOUR_MS


@pytest.fixture
def shifted(monkeypatch: pytest.MonkeyPatch) -> Shifted:
    clock = Shifted()
    monkeypatch.setattr(timekeeping, "milliseconds", clock.milliseconds)
    return clock


async def test_a_server_that_stands_still_takes_no_time_from_anybody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock={"base": 3, "increment": 0}) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        monkeypatch.setattr(clocks, "STALL", 1_000)
        await one.move(0, "33")
        await other.move(1, "44")
        time.sleep(3.5)  # as a laptop that sleeps: nothing at all goes on
        clock = await one.until("event", v=4)
        assert (clock["k"], clock["running"]) == ("clock", "white")
        assert 0 < clock["left"]["white"] <= 3000
        assert (await one.move(2, "53"))["t"] == "ack"


async def test_a_move_that_came_while_the_server_stood_still_counts(
    database: str, shifted: Shifted
) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=TEN_MINUTES) as (white, black, id),
        white.socket(id) as one,
    ):
        await start_clock(white, black, id)
        await one.until("event", ply=1)
        await one.send("move", "late", ply=2, m="53")
        shifted.stand_still()
        assert (await one.until("ack", id="late"))["v"] == 5
        assert last_move(one)["left"]["white"] > 0


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_wall_clock_that_is_set_flags_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    ahead = 0
    clock = Clock(wall=lambda: wall_time() + ahead)
    monkeypatch.setattr(timekeeping, "milliseconds", clock.milliseconds)
    monkeypatch.setattr(timekeeping, "follow_wall_clock", clock.follow_wall_clock)
    async with (
        serving(database) as server,
        two_playing(server, clock=TEN_MINUTES) as (white, black, id),
        white.socket(id) as one,
    ):
        await start_clock(white, black, id)
        await one.until("event", ply=1)
        ahead = hours * HOUR_MS
        if hours > 0:  # followed, and given back
            hello = await one.until("hello")
            assert hello["now"] - wall_time() > 3_500_000
            assert (await one.until("event", k="clock"))["left"]["white"] > 590_000
        assert (await one.move(2, "53"))["t"] == "ack"
        assert last_move(one)["left"]["white"] > 590_000
        assert (await white.ask("GET", f"/games/{id}"))["result"] is None


async def test_a_stall_is_known_after_a_restart(database: str, shifted: Shifted) -> None:
    """A game that was not in memory gets the time back, too."""
    async with (
        serving(database, games_kept=1) as server,
        two_playing(server, clock=TEN_MINUTES) as (white, black, id),
    ):
        await start_clock(white, black, id)
        await white.create(ME, ME)
        shifted.stand_still()
        await until(lambda: bool(server.site.store.outages))
        [stall] = server.site.store.outages
        assert stall.ended - stall.began >= HOUR_MS
        secret = white.secret
    async with serving(database) as server, visiting(server, secret) as again:
        assert stall in server.site.store.outages
        assert (await again.ask("GET", f"/games/{id}"))["running"] == "white"


# The database


async def keep_moving(socket: Socket, ended: asyncio.Event) -> int:
    """Move and take back until told to stop; how many commands were acknowledged."""
    done = 0
    while not ended.is_set():
        assert (await socket.move(0, "33"))["t"] == "ack"
        assert (await socket.ask("offer", what="takeback"))["t"] == "ack"
        done += 2
    return done


@pytest.mark.parametrize("servers", [1, 2])
async def test_commands_wait_while_the_database_is_restarted(
    own_cluster: Cluster, servers: int
) -> None:
    database = own_cluster.new()
    async with two_servers(database) as both:
        used: list[Server] = list(both[:servers])
        async with (
            visiting(used[0]) as ann,
            visiting(used[-1]) as bob,
            two_playing(used[0], clock=TEN_MINUTES) as (white, black, id),
            white.socket(id) as one,
        ):
            began = time.monotonic()
            await start_clock(white, black, id)
            await one.until("event", ply=1)
            games = [(await who.create(ME, ME))[0]["id"] for who in (ann, bob)]
            ended = asyncio.Event()
            async with ann.socket(games[0]) as first, bob.socket(games[1]) as second:
                moving = [asyncio.create_task(keep_moving(s, ended)) for s in (first, second)]
                await until(lambda: all(_acks(socket) for socket in (first, second)))
                await asyncio.to_thread(own_cluster.stop)
                await until(lambda: all(server.site.store.problem for server in used))
                down = time.monotonic()
                assert (await ann.http.get("/healthz")).status_code == 503
                await asyncio.sleep(0.5)
                lost = time.monotonic() - down
                await asyncio.to_thread(own_cluster.start)
                clock = await one.until("event", k="clock")
                ended.set()
                counts = await asyncio.gather(*moving)
            used_up = time.monotonic() - began - lost
            assert clock["left"]["white"] >= 600_000 - 1_000 * used_up
            for visitor, game, count in zip((ann, bob), games, counts, strict=True):
                found = await visitor.ask("GET", f"/games/{game}")
                assert (found["v"], found["moves"]) == (count, [])
            assert (await ann.http.get("/healthz")).status_code == 200
            await both[0].site.games.get(id)
            assert (await one.move(2, "53"))["t"] == "ack"


def last_move(socket: Socket) -> Message:
    """The last move that a socket was sent."""
    return [one for one in socket.seen if one.get("k") == "move"][-1]


def _acks(socket: Socket) -> int:
    return sum(message["t"] == "ack" for message in socket.seen)


async def test_a_batch_waits_as_a_whole_and_is_tried_as_a_whole() -> None:
    """However many writes wait for a database that is down, one attempt at a time is made."""
    tried: list[int] = []
    down = True

    async def commit(writes: object) -> None:
        tried.append(len(writes))  # type: ignore[arg-type]
        if down:
            raise Unavailable("it is down")

    async def probe() -> None:
        if down:
            raise Unavailable("it is still down")

    outages: list[tuple[int, int]] = []
    availability = Availability(probe, lambda began, ended: outages.append((began, ended)))
    writer = Writer(commit, availability, batch=50, patience=30)
    services = [asyncio.create_task(writer.run()), asyncio.create_task(availability.recover())]
    writes = [
        asyncio.create_task(writer.append(Write([StoredEvent(f"g{n}", 0, None, "{}")])))
        for n in range(50)
    ]
    await until(lambda: len(tried) == 1)
    await asyncio.sleep(0.2)
    assert tried == [50]
    assert "it is still down" in (availability.problem or "")
    down = False
    await asyncio.gather(*writes)
    assert tried == [50, 50]
    [(began, ended)] = outages
    assert ended - began >= 190
    assert availability.problem is None
    writer.close()
    services[1].cancel()
    await services[0]


async def test_a_server_whose_database_is_down_stops_soon(own_cluster: Cluster) -> None:
    """Even with a machine's move that could not be stored."""
    database, pool = own_cluster.new(), FakePool(answers=False)
    async with serving(database, pool) as server, visiting(server) as ann:
        game, _ = await ann.create({"kind": "machine", "level": 3}, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.until("thinking")
            await asyncio.to_thread(own_cluster.stop)
            try:
                pool.asked[0].answer()
                await until(lambda: server.site.store.problem is not None)
                await asyncio.wait_for(server.stop(), PATIENCE)
            finally:
                await asyncio.to_thread(own_cluster.start)


# Tasks that die


async def test_a_writer_that_dies_is_started_again_and_seen(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "RESTART", 0.01)
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            with failing(ZeroDivisionError(), "event"), caplog.at_level(logging.ERROR):
                assert (await socket.move(0, "33"))["code"] == "busy"
            assert "background task failed" in caplog.text
            assert "ZeroDivisionError" in caplog.text
            health = await ann.http.get("/healthz")
            assert (health.status_code, "writer" in health.text) == (503, True)
            assert (await socket.move(0, "33"))["t"] == "ack"
            monkeypatch.setattr(background, "TRUSTED", 0.0)
            assert (await ann.http.get("/healthz")).status_code == 200


async def test_a_listener_that_dies_is_started_again(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RESTART", 0.01)
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, black, id),
    ):
        await one.site.store.notify("presence", ["nonsense"])
        await until(lambda: bool(other.site.background.problems))
        there = Visitor(other.base)
        async with there.http, there.socket(id) as socket:
            await socket.until("state")
            await start_clock(white, black, id)
            await socket.until("event", ply=1)


async def test_a_full_disk_is_reported_and_commands_wait(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")
            with failing(FULL, "event", "pulse"):
                sent = await socket.send("move", ply=0, m="33")
                await until(lambda: server.site.store.problem is not None)
                health = await ann.http.get("/healthz")
                assert (health.status_code, "disk is full" in health.text) == (503, True)
            assert (await socket.until("ack", id=sent))["v"] == 1
            assert (await ann.http.get("/healthz")).status_code == 200
