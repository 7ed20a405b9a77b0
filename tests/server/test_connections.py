"""Connections that ask for more than anybody needs are closed before they cost anything."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.play import OPEN, PATIENCE, RANDOM, client, serving, two_playing, until, visiting
from server.raw import CONTINUATION, PING, TEXT, connected, frame
from tenchips.server import connections
from tenchips.server.connections import CHUNKS, FRAMES_AT_ONCE, HEAD, HEADERS

HOST = b"Host: a\r\n"
HALF_A_BODY = b"POST /api/v1/tokens HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\n{"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


# Requests


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\n" + b"A: " + b"x" * HEAD, 431),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * (HEADERS + 1) + b"\r\n", 431),
        (b"GET /" + b"x" * 2 * HEAD, 414),
        (b"\r\n" * HEAD, 431),
        (b"nonsense\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n", 413),
    ],
)
async def test_large_requests_are_refused_before_they_are_whole(
    file: str, request_: bytes, status: int
) -> None:
    async with serving(file) as server, connected(server) as raw:
        await raw.send(request_)
        if status == 413:
            await raw.send(b"x" * 2_000_000)
        assert await raw.status() == status


async def test_the_longest_request_that_is_needed_is_answered(file: str) -> None:
    async with serving(file) as server, connected(server) as raw:
        request = b"GET /?" + b"x" * 10_000 + b" HTTP/1.1\r\n" + HOST
        more = b"A: b\r\n" * (HEADERS - 2) + b"Connection: close\r\n\r\n"
        await raw.send(request + more)
        assert await raw.status() == 200


async def test_bodies_in_a_thousand_pieces_are_refused(file: str) -> None:
    head = b"POST /api/v1/records HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    async with serving(file) as server, connected(server) as raw:
        await raw.send(head + b"1\r\nx\r\n" * (CHUNKS + 1) + b"0\r\n\r\n")
        assert await raw.status() == 413


async def test_endless_trailers_are_refused(file: str) -> None:
    head = b"POST /api/v1/records HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    async with serving(file) as server, connected(server) as raw:
        await raw.send(head + b"1\r\nx\r\n0\r\nA: " + b"x" * 1_000_000)
        assert await raw.status() == 413


async def test_of_pipelined_requests_the_first_is_answered(file: str) -> None:
    async with serving(file) as server, connected(server) as raw:
        await raw.send((b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n") * 2000)
        answers = await raw.rest()
        assert answers.count(b"HTTP/1.1 ") == 1
        assert b"connection: close" in answers
        assert b'"status":"ok"' in answers


async def test_one_request_after_the_other_is_answered(file: str) -> None:
    async with serving(file) as server, connected(server) as raw:
        for _ in range(3):
            await raw.send(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
            answer = await raw.reader.readuntil(b"}")
            assert answer.startswith(b"HTTP/1.1 200")


# Time


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nA: b", b"\r\n", HALF_A_BODY])
async def test_half_sent_requests_are_ended(
    file: str, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)  # how often it is looked at, too
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    async with serving(file) as server, connected(server) as raw:
        await raw.send(begun)
        assert await raw.status() == 408


async def test_a_connection_that_says_nothing_is_ended(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    async with serving(file) as server, connected(server) as raw:
        assert await raw.rest() == b""


@pytest.mark.parametrize("header", [b"Connection: close\r\n", b""])
async def test_an_answer_that_nobody_reads_is_dropped(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.2)
    static = tmp_path / "static"
    static.mkdir()
    (static / "large.bin").write_bytes(bytes(30_000_000))
    async with serving(file, static=static) as server:
        server.config.timeout_keep_alive = 0
        async with connected(server) as raw:
            await raw.send(b"GET /large.bin HTTP/1.1\r\n" + HOST + header + b"\r\n")
            await raw.reader.readexactly(1)  # the answer has begun; nobody reads on
            await until(lambda: server.site.limits.connections == 0)


async def test_half_a_body_does_not_keep_the_server_from_ending(file: str) -> None:
    async with AsyncExitStack() as at_end:
        server = await at_end.enter_async_context(serving(file))
        raw = await at_end.enter_async_context(connected(server))
        await raw.send(HALF_A_BODY)
        async with client(server.base) as http:  # by now it was read
            await http.get("/healthz")
        ending = asyncio.create_task(server.stop())
        assert await raw.status() == 503
        await ending


# Addresses


async def test_connections_are_counted_by_address_but_for_trusted_proxies(file: str) -> None:
    async with (
        serving(file, connections_per_address=2) as server,
        connected(server) as first,
        connected(server) as second,
        AsyncExitStack() as others,
    ):
        third = await others.enter_async_context(connected(server))
        assert await third.rest() == b""
        for address in ("127.0.0.3", "127.0.0.1", "127.0.0.1", "127.0.0.1"):
            other = await others.enter_async_context(connected(server, address))
            await other.send(b"nonsense\r\n\r\n")
            assert await other.status() == 400
        for one in (first, second):
            await one.send(b"nonsense\r\n\r\n")
            assert await one.status() == 400


async def test_new_connections_are_counted_by_time(file: str) -> None:
    async with serving(file, connections_per_address=3, connection_rate=0.001) as server:
        for expected in (b"HTTP", b"HTTP", b"HTTP", b""):
            async with connected(server) as raw:
                await raw.send(b"nonsense\r\n\r\n")
                assert (await raw.rest())[:4] == expected


async def test_a_socket_counts_as_one_connection(file: str) -> None:
    async with (
        serving(file, connections_per_address=2) as server,
        two_playing(server) as (_, _, id),
    ):
        for _ in range(2):
            async with connected(server) as one, connected(server) as two:
                await one.upgrade(id)
                await two.upgrade(id)
                async with connected(server) as third:
                    assert await third.rest() == b""
            while server.site.limits.connections:
                await asyncio.sleep(0.01)


# Frames


@pytest.mark.parametrize(
    "frames",
    [
        frame(PING, b"x") * 2000,
        frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 2000,
        frame(TEXT, b"p") * (FRAMES_AT_ONCE + 1),
    ],
    ids=["pings", "fragments", "messages at once"],
)
async def test_too_many_frames_end_a_socket_with_1008(file: str, frames: bytes) -> None:
    async with (
        serving(file) as server,
        two_playing(server) as (_, _, id),
        connected(server) as raw,
    ):
        await raw.upgrade(id)
        await raw.send(frames)
        assert await raw.close_code() == 1008


async def test_frames_after_the_end_are_not_read_for_long(file: str) -> None:
    async with (
        serving(file, message_rate=0.001, message_burst=1) as server,
        two_playing(server) as (_, _, id),
        connected(server) as raw,
    ):
        await raw.upgrade(id)
        sent = 0
        while not raw.is_closed:  # the second is one too many, and its sender does not care
            await raw.send(frame(TEXT, b"p"))
            await asyncio.sleep(0)
            sent += 1
            assert sent < 2000


async def test_a_silent_peer_is_noticed(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(RANDOM, OPEN)
        server.config.ws_ping_interval = server.config.ws_ping_timeout = 0.2
        async with connected(server) as silent:
            await silent.upgrade(game["id"])
            assert await silent.close_code() == 1011
        server.config.ws_ping_interval = server.config.ws_ping_timeout = PATIENCE
        async with ann.socket(game["id"]) as socket:
            presence = await socket.until("presence")
            assert presence["watchers"] + presence["white"] + presence["black"] == 1
