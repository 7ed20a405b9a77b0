"""What strangers cannot do: read secrets, take seats, ask from other sites, or ask too much."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from server.play import ME, OPEN, Server, Visitor, client, serving, two_playing, visiting
from tenchips.server import socket as sockets


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


async def test_the_cookie_is_random_and_out_of_reach(file: str) -> None:
    async with serving(file) as server:
        secrets = set()
        for _ in range(3):
            async with client(server.base) as http:
                answer = await http.get("/api/v1/me")
                cookie = answer.headers["set-cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=lax" in cookie
                assert "Secure" not in cookie  # this server speaks http
                secrets.add(answer.cookies["tenchips"])
                again = await http.get("/api/v1/me")
                assert "set-cookie" not in again.headers
                assert again.json() == answer.json()
        assert len(secrets) == 3
        assert all(len(secret) == 43 for secret in secrets)


async def test_the_cookie_is_secure_behind_https(file: str) -> None:
    async with serving(file) as server, client(server.base) as http:
        answer = await http.get("/api/v1/me", headers={"x-forwarded-proto": "https"})
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"].startswith("max-age=")


async def test_no_secret_is_stored_or_shown(file: str) -> None:
    async with serving(file) as server, two_playing(server) as (white, black, id):
        _, invite = await white.create(ME, OPEN)
        token = (await white.ask("POST", "/tokens", 201, json={"name": "Robot"}))["token"]
        await white.ask("PUT", "/me", json={"name": "Ann"})
        shown = [
            (await black.http.get(f"/api/v1/games/{id}")).text,
            (await black.http.get(f"/api/v1/games/{id}/record")).text,
        ]
        async with black.socket(id) as socket:
            await socket.until("presence")
            shown.append(str(socket.seen))
        connection = sqlite3.connect(file.removeprefix("sqlite:///"))
        stored = "\n".join(connection.iterdump())
        connection.close()
        game = await server.site.games.get(id)
        assert game is not None
        identity = game.state.seats[0].identity
        assert identity is not None
        for secret in (white.secret, black.secret, invite, token):
            assert secret not in stored
            assert all(secret not in text for text in shown)
        assert identity in stored
        assert all(identity not in text for text in shown)


async def test_a_seat_belongs_to_who_took_it(file: str) -> None:
    async with (
        serving(file) as server,
        two_playing(server) as (_, black, id),
        visiting(server) as eve,
    ):
        async with eve.socket(id) as socket:
            assert (await socket.until("state"))["game"]["role"] == "watcher"
            for t, facts in (
                ("move", {"ply": 0, "m": "33"}),
                ("resign", {}),
                ("offer", {"what": "draw"}),
                ("accept", {"what": "takeback"}),
                ("decline", {"what": "rematch"}),
            ):
                assert (await socket.ask(t, **facts))["code"] == "no_seat"
        command = {"t": "resign", "id": "x"}
        assert (await eve.ask("POST", f"/games/{id}/commands", 409, json=command))["v"] == 1
        stranger = Visitor(server.base)
        async with stranger.http, stranger.socket(id) as socket:
            assert (await socket.move(0, "33"))["code"] == "no_seat"
            await stranger.ask("POST", f"/games/{id}/commands", 401, json=command)
        assert (await black.ask("GET", f"/games/{id}"))["moves"] == []


async def test_an_invitation_is_for_one(file: str) -> None:
    async with (
        serving(file) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        visiting(server) as eve,
    ):
        game, invite = await ann.create(ME, OPEN)
        assert game["id"] != invite
        assert len(invite) >= 40
        assert (await eve.ask("GET", f"/invites/{invite}"))["id"] == game["id"]
        assert (await ann.ask("POST", f"/invites/{invite}", 409))["error"] == "own_game"
        joined = await bob.ask("POST", f"/invites/{invite}")
        assert await bob.ask("POST", f"/invites/{invite}") == joined
        assert (await eve.ask("POST", f"/invites/{invite}", 409))["error"] == "taken"
        assert (await eve.ask("POST", f"/invites/{game['id']}", 404))["error"] == "no_invite"
        assert (await eve.ask("GET", "/invites/nonsense", 404))["error"] == "no_invite"
        assert (await bob.ask("GET", f"/games/{game['id']}"))["role"] == "black"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://127.0.0.1:{port}.evil.example",
        "http://localhost:{port}",
        "HTTP://127.0.0.1:{port}/",
        None,
    ],
)
async def test_other_sites_cannot_act_for_a_visitor(file: str, origin: str | None) -> None:
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        port = server.base.rpartition(":")[2]
        if origin is None:
            del ann.http.headers["origin"]
        else:
            ann.http.headers["origin"] = origin.format(port=port)
        for method, path, body in (
            ("POST", "/games", {"white": ME, "black": ME}),
            ("PUT", "/me", {"name": "Eve"}),
            ("POST", f"/games/{game['id']}/commands", {"t": "resign", "id": "x"}),
            ("POST", "/invites/x", None),
        ):
            await ann.ask(method, path, 403, json=body)
        assert (await _refused(ann, game["id"])) == 403
        assert (await ann.ask("GET", f"/games/{game['id']}"))["result"] is None


async def _refused(visitor: Visitor, id: str) -> int:
    """The status with which a socket is refused."""
    status = await _socket_status(visitor, id)
    assert status != 101, "the socket was accepted"
    return status


async def _socket_status(visitor: Visitor, id: str) -> int:
    """The status with which a socket is accepted (101) or refused."""
    try:
        async with visitor.socket(id):
            return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


async def test_the_origins_of_the_settings_are_the_only_ones(file: str) -> None:
    async with (
        serving(file, origins=("https://play.example",)) as server,
        visiting(server) as ann,
    ):
        await ann.ask("POST", "/games", 403, json={"white": ME, "black": ME})
        ann.http.headers["origin"] = "https://play.example"
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")


async def test_unknown_games_are_refused_before_the_handshake(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        for id in ("nothing", "x" * 500, "%00", "a%20b"):
            assert await _refused(ann, id) == 404


# Bots


async def test_a_bot_plays_by_its_token_until_it_ends(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        made = await ann.ask("POST", "/tokens", 201, json={"name": "Robot 1"})
        bot = Visitor(server.base, {"authorization": f"Bearer {made['token']}"})
        async with bot.http:
            assert await bot.ask("GET", "/me") == {"name": "Robot 1", "kind": "bot"}
            game, invite = await ann.create(ME, OPEN)
            joined = await bot.ask("POST", f"/invites/{invite}")
            assert (joined["role"], joined["black"]["name"]) == ("black", "Robot 1")
            async with bot.socket(game["id"]) as socket, ann.socket(game["id"]) as other:
                await other.move(0, "33")
                assert (await socket.move(1, "44"))["t"] == "ack"
            await bot.ask("DELETE", "/tokens/current", 204)
            await bot.ask("GET", "/me", 401)
            await bot.ask("POST", "/games", 401, json={"white": ME, "black": ME})
            assert await _refused(bot, game["id"]) == 401
        await ann.ask("DELETE", "/tokens/current", 401)


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer x", "Basic YTpi", f"Bearer {'x' * 43}", f"Bearer {'é' * 43}"],
)
async def test_bad_tokens_open_nothing(file: str, header: str) -> None:
    async with serving(file) as server, client(server.base) as http:
        answer = await http.get("/api/v1/me", headers={"authorization": header.encode("latin-1")})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in answer.headers


async def test_a_cookie_does_not_help_a_bad_token(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        ann.http.headers["authorization"] = f"Bearer {'x' * 43}"
        await ann.ask("POST", "/games", 401, json={"white": ME, "black": ME})


async def test_a_made_up_cookie_is_nobody(file: str) -> None:
    async with serving(file) as server, visiting(server, "made-up") as eve:
        await eve.ask("POST", "/games", 401, json={"white": ME, "black": ME})


async def test_names_are_kept_and_shown(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        for name in ("Ann", "Ann the Great", "Åse 안나"):
            assert (await ann.ask("PUT", "/me", json={"name": name}))["name"] == name
            assert (await ann.ask("GET", "/me"))["name"] == name
        game, _ = await ann.create(ME, ME)
        person = {"kind": "person", "name": "Åse 안나", "level": None}
        assert game["white"] == person | {"bot": False, "rating": None, "account": False}
        for name in ("\u3164", "\u2060", "A\u2060n", "Machine 10"):
            refusal = await ann.ask("PUT", "/me", 422, json={"name": name})
            assert refusal["detail"].startswith(("body.name: a name", "body.name: this name"))
            await ann.ask("POST", "/tokens", 422, json={"name": name})
        for name in ("", " ", "x" * 41, "a\nb", "a\x00b", "\u202eAnn", " Ann", "Ann ", 7, None):
            await ann.ask("PUT", "/me", 422, json={"name": name})
        assert (await ann.ask("GET", "/me"))["name"] == "Åse 안나"


# Too much


async def test_too_many_messages_end_a_socket_with_1008(file: str) -> None:
    async with (
        serving(file, message_rate=0.001, message_burst=5) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as socket,
    ):
        with suppress(websockets.ConnectionClosed):  # before the last of them is sent
            for _ in range(10):
                await socket.send("decline", what="draw")
        assert await socket.closed() == 1008
        assert [payload["t"] for payload in socket.seen].count("nack") == 5


@pytest.mark.parametrize("text", ["x" * 513, "é" * 257, b"x" * 513])
async def test_too_large_messages_end_a_socket_with_1009(file: str, text: str | bytes) -> None:
    async with (
        serving(file) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as socket,
    ):
        await socket.until("state")
        await socket.connection.send(text)
        assert await socket.closed() == 1009


async def test_the_size_of_messages_does_not_depend_on_the_web_server(file: str) -> None:
    async with serving(file) as server, two_playing(server) as (white, _, id):
        server.config.ws_max_size = 10**6
        async with white.socket(id) as socket:
            await socket.connection.send("x" * 512)
            assert (await socket.until("nack"))["code"] == "bad_request"
            await socket.connection.send("x" * 513)
            assert await socket.closed() == 1009


async def test_sockets_are_counted_by_player_and_by_address(file: str) -> None:
    async with (
        serving(file, sockets_per_identity=2, sockets_per_address=3) as server,
        two_playing(server) as (white, black, id),
        white.socket(id),
    ):
        async with white.socket(id):
            assert await _refused(white, id) == 429
            async with black.socket(id):
                assert await _refused(black, id) == 429
        # The server learns a moment later than the clients that sockets were closed.
        while (status := await _socket_status(white, id)) == 429:
            await asyncio.sleep(0.01)
        assert status == 101


async def test_unfinished_games_are_counted(file: str) -> None:
    async with serving(file, games_per_identity=2) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        await ann.create(ME, ME)
        refusal = await ann.ask("POST", "/games", 409, json={"white": ME, "black": ME})
        assert refusal["error"] == "too_many_games"
        await ann.ask("POST", f"/games/{game['id']}/commands", json={"t": "resign", "id": "x"})
        await ann.create(ME, ME)


async def test_addresses_are_counted(file: str) -> None:
    async with (
        serving(file, games_per_address=1, tokens_per_address=1) as server,
        visiting(server) as ann,
        visiting(server) as bob,
    ):
        await ann.create(ME, ME)
        await bob.ask("POST", "/games", 429, json={"white": ME, "black": ME})
        await ann.ask("POST", "/tokens", 201, json={"name": "Robot"})
        await bob.ask("POST", "/tokens", 429, json={"name": "Robot"})


async def test_rematches_are_counted(file: str) -> None:
    async with serving(file, games_per_address=2) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        id: str = game["id"]
        for body in ({"t": "resign", "id": "x"}, {"t": "offer", "id": "y", "what": "rematch"}):
            await ann.ask("POST", f"/games/{id}/commands", json=body)
        following = (await ann.ask("GET", f"/games/{id}"))["rematch"]
        async with ann.socket(following) as socket:
            assert (await socket.ask("resign"))["t"] == "ack"
            nack = await socket.ask("offer", what="rematch")
            assert (nack["code"], "too many new games" in nack["detail"]) == ("busy", True)


async def test_requests_are_counted(file: str) -> None:
    async with (
        serving(file, request_rate=0.001, request_burst=3) as server,
        client(server.base) as http,
    ):
        statuses = [(await http.get("/api/v1/levels")).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        for path in ("/api/v1/levels", "/healthz", "/", "/metrics"):
            refusal = await http.get(path)
            assert refusal.status_code == 429
            assert refusal.headers["retry-after"]
            assert refusal.headers["connection"] == "close"
            assert refusal.json()["error"] == "too_many"


async def test_requests_cost_what_they_are_worth(file: str) -> None:
    """A page costs less than a request to the API, a bad request and an export more."""
    async with serving(file, request_rate=0.001, request_burst=10) as server:
        pages = [await _status(server, "/") for _ in range(52)]
        assert pages == [200] * 50 + [429] * 2
    async with serving(file, request_rate=0.001, request_burst=10) as server:
        bad = [await _status(server, "/api/v1/pictures/board.svg?ply=x&moves=x") for _ in range(3)]
        assert bad == [422, 422, 429]
    async with serving(file, request_rate=0.001, request_burst=13) as server:
        paths = ["/api/v1/pictures/board.svg?moves=33", *["/api/v1/levels"] * 3]
        assert [await _status(server, path) for path in paths] == [200, 200, 200, 429]


async def _status(server: Server, path: str) -> int:
    async with client(server.base) as http:
        return (await http.get(path)).status_code


async def test_messages_are_counted_by_address(file: str) -> None:
    async with (
        serving(file, message_rate_address=0.001, message_burst_address=6) as server,
        two_playing(server) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        for _ in range(3):
            assert (await one.ask("decline", what="draw"))["code"] == "no_offer"
            assert (await other.ask("decline", what="draw"))["code"] == "no_offer"
        await one.send("decline", what="draw")
        assert await one.closed() == 1008
        await other.send("decline", what="draw")
        assert await other.closed() == 1008


async def test_bad_messages_cost_more(file: str) -> None:
    async with (
        serving(file, message_rate=0.001, message_burst=10) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as socket,
    ):
        for _ in range(3):
            await socket.send("dance")
        assert await socket.closed() == 1008
        assert [payload["t"] for payload in socket.seen].count("nack") == 2


async def test_the_socket_of_a_revoked_token_is_closed(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "TOKEN_CHECK", 0.0)
    async with serving(file) as server, visiting(server) as ann:
        made = await ann.ask("POST", "/tokens", 201, json={"name": "Robot 1"})
        bot = Visitor(server.base, {"authorization": f"Bearer {made['token']}"})
        async with bot.http:
            game, invite = await ann.create(OPEN, ME)
            await bot.ask("POST", f"/invites/{invite}")
            async with bot.socket(game["id"]) as socket:
                await socket.until("state")
                await bot.ask("DELETE", "/tokens/current", 204)
                await socket.send("move", ply=0, m="33")
                assert await socket.closed() == 1008
        assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == []


@pytest.mark.parametrize(("path", "most"), [("/games", 65_536), ("/records", 262_144)])
async def test_large_bodies_are_refused(file: str, path: str, most: int) -> None:
    async def drops() -> Any:
        for _ in range(most // 1000 + 2):
            yield b"x" * 1000

    async with serving(file) as server, visiting(server) as ann:
        kind = {"content-type": "text/plain"}
        await ann.ask("POST", path, 413, content=b" " * (most + 1), headers=kind)
        await ann.ask("POST", path, 413, content=drops(), headers=kind)
        status = 200 if path == "/records" else 422
        await ann.ask("POST", path, status, content=b" " * most, headers=kind)


# Headers


async def _headers(server: Server, path: str) -> httpx.Headers:
    async with client(server.base) as http:
        return (await http.get(path)).headers


async def test_every_answer_is_guarded(file: str) -> None:
    async with serving(file) as server:
        for path in (
            "/", "/api/v1/me", "/api/v1/nothing", "/nothing.js", "/healthz", "/learn", "/guide/",
        ):  # fmt: skip
            headers = await _headers(server, path)
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "script-src 'self' 'wasm-unsafe-eval';" in policy
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["x-frame-options"] == "DENY"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert headers["cross-origin-embedder-policy"] == "require-corp"
        picture = await _headers(server, "/api/v1/pictures/board.svg")
        assert picture["content-type"] == "image/svg+xml"
        assert picture["content-security-policy"].startswith("default-src 'none'")
        assert "sandbox" in picture["content-security-policy"]
