"""What must not go wrong however things go: lost connections, two tabs, slow readers, restarts."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import websockets

from server.play import ME, one_move_of_two_is_kept, serving, two_playing, visiting
from tenchips.server.app import make_app
from tenchips.server.settings import Settings
from tenchips.server.socket import Outbox
from tenchips.server.state import GameState
from tenchips.server.store import Unavailable


async def test_the_same_command_has_the_same_ack(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
    ):
        async with white.socket(id) as one, white.socket(id) as tab, black.socket(id) as other:
            ack = await one.ask("move", "first", ply=0, m="33")
            assert await one.ask("move", "first", ply=0, m="33") == ack
            assert await tab.ask("move", "first", ply=0, m="33") == ack
            await other.move(1, "44")
            assert await tab.ask("move", "first", ply=0, m="33") == ack
            assert (await one.ask("resign", "end"))["t"] == "ack"
            assert await tab.ask("move", "first", ply=0, m="33") == ack
        game = await white.ask("GET", f"/games/{id}")
        assert game["moves"] == ["33", "44"]
        secret = white.secret
    async with (
        serving(database) as server,
        visiting(server, secret) as again,
        again.socket(id) as socket,
    ):
        assert await socket.ask("move", "first", ply=0, m="33") == ack


async def test_a_game_is_replayed_outside_of_the_event_loop(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME, moves=["33", "44"])
    threads: list[threading.Thread] = []
    fold = GameState.fold

    def noted(*arguments: Any) -> GameState:
        threads.append(threading.current_thread())
        return fold(*arguments)

    monkeypatch.setattr(GameState, "fold", noted)
    async with serving(database) as server, visiting(server) as ann:
        assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == ["33", "44"]
    assert threads
    assert threading.current_thread() not in threads


async def test_two_tabs_move_at_once_and_one_of_them_is_stale(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as one,
        white.socket(id) as tab,
    ):
        await one_move_of_two_is_kept(white, id, one, tab)


async def test_two_players_may_use_the_same_command_id(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        assert (await one.ask("move", "1", ply=0, m="33"))["v"] == 2
        assert (await other.ask("move", "1", ply=1, m="44"))["v"] == 3


async def test_who_comes_back_is_told_what_they_missed(database: str) -> None:
    async with (
        serving(database, events_kept=3) as server,
        two_playing(server) as (white, black, id),
        black.socket(id) as other,
    ):
        async with white.socket(id) as one:
            await one.move(0, "33")
            seen = one.seen[-1]["v"]
        assert (await other.move(1, "44"))["t"] == "ack"
        await other.ask("offer", what="draw")
        async with white.socket(id, v=seen) as one:
            hello = await one.next()
            assert (hello["t"], hello["v"], hello["role"]) == ("hello", seen + 2, "white")
            assert [(await one.next())["k"] for _ in range(2)] == ["move", "offer"]
        async with white.socket(id, v=seen + 2) as one:
            assert (await one.next())["t"] == "hello"
            assert (await one.next())["t"] == "presence"
        await other.ask("resign")
        for v in (seen - 2, -1, 99):  # too far behind, nothing seen, ahead of the game
            async with white.socket(id, v=v) as one:
                assert (await one.next())["t"] == "hello"
                state = await one.next()
                assert (state["t"], state["game"]["result"]) == ("state", "1-0")


async def test_who_was_away_for_long_is_not_taken_for_slow(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            for _ in range(30):
                await socket.move(0, "33")
                await socket.ask("offer", what="takeback")
        for v in range(0, 60, 7):
            async with ann.socket(game["id"], v=v) as socket:
                assert (await socket.next())["v"] == 60
                if v < 10:
                    state = await socket.next()
                    assert (state["t"], state["v"]) == ("state", 60)
                else:
                    events = [await socket.next() for _ in range(60 - v)]
                    assert [event["v"] for event in events] == [*range(v + 1, 61)]


async def test_missed_events_are_those_that_were_sent(database: str) -> None:
    """Word for word, also by a server that has them from the database."""
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME, clock={"base": 600, "increment": 1})
        async with ann.socket(game["id"]) as socket:
            for ply, move in enumerate(("33", "44", "53")):
                await socket.move(ply, move)
            await socket.ask("offer", what="takeback")
            events = [payload for payload in socket.seen if payload["t"] == "event"]
        secret = ann.secret
    async with (
        serving(database) as server,
        visiting(server, secret) as ann,
        ann.socket(game["id"], v=0) as socket,
    ):
        await socket.next()
        assert [await socket.next() for _ in events] == events


async def test_a_restart_closes_with_1012_and_loses_nothing(database: str) -> None:
    async with serving(database) as server, two_playing(server) as (white, _, id):
        async with white.socket(id) as one:
            await one.move(0, "33")
            stopping = asyncio.create_task(server.stop())
            assert await one.closed() == 1012
            await stopping
        secret = white.secret
    async with serving(database) as server, visiting(server, secret) as again:
        game = await again.ask("GET", f"/games/{id}")
        assert (game["moves"], game["role"]) == (["33"], "white")


async def test_a_move_on_its_way_when_the_server_ends_is_kept(database: str) -> None:
    """It was sent before the end began: it is acknowledged, or kept, or refused, never half."""
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")
            kept = asyncio.Event()
            append = server.site.store.append

            async def slow(write: Any) -> None:
                kept.set()
                await asyncio.sleep(0.3)
                await append(write)

            server.site.store.append = slow  # type: ignore[method-assign]
            await socket.send("move", "x", ply=0, m="33")
            await kept.wait()
            await server.stop()
        secret = ann.secret
    async with serving(database) as server, visiting(server, secret) as ann:
        assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == ["33"]
        async with ann.socket(game["id"]) as socket:
            assert await socket.ask("move", "x", ply=0, m="33") == {"t": "ack", "id": "x", "v": 1}


async def test_a_slow_reader_is_sent_away_and_nobody_waits_for_it() -> None:
    stuck = asyncio.Event()
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        if len(sent) == 2:
            await stuck.wait()
        sent.append(message)

    outbox = Outbox(send, most=5, who=None)
    for number in range(20):
        outbox.send(str(number))
        await asyncio.sleep(0)
    assert len(sent) == 2
    stuck.set()
    await outbox.sent()
    assert [message.get("text") for message in sent[:3]] == ["0", "1", "2"]
    assert sent[3:] == [{"type": "websocket.close", "code": 1013}]


async def test_a_slow_reader_on_a_real_socket(database: str) -> None:
    """It reads nothing while more is said than any buffer holds; the other player goes on."""
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        await other.until("state")
        other.connection.transport.pause_reading()
        game = await server.site.games.get(id)
        assert game is not None
        [slow] = [one for one in game.subscribers if one.role == "black"]
        padding = json.dumps({"t": "padding", "text": "x" * 100_000})
        for _ in range(400):
            slow.send(padding)
            await asyncio.sleep(0)
        assert (await one.move(0, "33"))["t"] == "ack"
        other.connection.transport.resume_reading()
        assert await other.closed() == 1013
        async with black.socket(id, v=1) as again:
            assert (await again.until("event"))["m"] == "33"


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("", None),
        ("nonsense", None),
        ("[]", None),
        ("{}", None),
        ('{"t":"move"}', None),
        ('{"t":"move","id":"x"}', "x"),
        ('{"t":"move","id":"x","ply":"0","m":"33"}', "x"),
        ('{"t":"move","id":"x","ply":0,"m":33}', "x"),
        ('{"t":"move","id":"x","ply":0,"m":"33","cheat":true}', "x"),
        ('{"t":"move","id":"","ply":0,"m":"33"}', ""),
        ('{"t":"move","id":"a b","ply":0,"m":"33"}', "a b"),
        ('{"t":"dance","id":"x"}', "x"),
        ('{"t":"offer","id":"x","what":"money"}', "x"),
        ('{"t":"resign","id":7}', None),
        ("[" * 500, None),
        ('{"t":"move","id":"x","ply":' + "9" * 450 + ',"m":"33"}', "x"),
        ("\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), None),
        (b"\x00\xff", None),
        (b'{"t":"resign","id":"x"}', None),
    ],
)
async def test_nonsense_is_refused_and_the_socket_lives(
    tmp_path: Path, text: str | bytes, id: str | None
) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        two_playing(server) as (white, _, game),
        white.socket(game) as socket,
    ):
        await socket.connection.send(text)
        nack = await socket.until("nack")
        assert (nack["code"], nack["id"], nack["v"]) == ("bad_request", id, 1)
        assert nack["detail"]
        assert (await socket.move(0, "33"))["t"] == "ack"


async def test_a_ping_is_answered(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            await socket.connection.send("p")
            while (answer := await socket.connection.recv()) != "0":
                assert json.loads(answer)["t"] in ("hello", "state", "presence")


async def test_a_database_that_fails_is_answered_with_busy(tmp_path: Path) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db", games_kept=1) as server,
        visiting(server) as ann,
    ):
        forgotten, _ = await ann.create(ME, ME)
        game, _ = await ann.create(ME, ME)
        append = server.site.store.append

        async def fails(_: Any) -> None:
            raise Unavailable

        async with ann.socket(game["id"]) as socket:
            server.site.store.append = fails  # type: ignore[method-assign]
            assert (await socket.ask("move", "x", ply=0, m="33"))["code"] == "busy"
            refusal = await ann.ask("POST", "/games", 503, json={"white": ME, "black": ME})
            assert refusal["error"] == "no_database"
            server.site.store.events = fails  # type: ignore[method-assign, assignment]
            with pytest.raises(websockets.InvalidStatus, match="503"):
                await ann.socket(forgotten["id"]).__aenter__()
            del server.site.store.events
            server.site.store.append = append  # type: ignore[method-assign]
            assert (await socket.ask("move", "x", ply=0, m="33"))["v"] == 1


async def test_a_commit_whose_answer_got_lost_is_not_done_twice(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        append = server.site.store.append

        async def loses_the_answer(write: Any) -> None:
            await append(write)
            raise Unavailable

        async with ann.socket(game["id"]) as socket:
            server.site.store.append = loses_the_answer  # type: ignore[method-assign]
            assert (await socket.ask("move", "x", ply=0, m="33"))["code"] == "busy"
            server.site.store.append = append  # type: ignore[method-assign]
            assert (await socket.ask("move", "x", ply=0, m="33"))["v"] == 1
            assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == ["33"]


async def test_a_backup_of_a_running_server_has_its_games(tmp_path: Path) -> None:
    """By SQLite's own means, as docs/deploy.md says: the file alone may lack the last moves."""
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            assert (await socket.move(0, "33"))["t"] == "ack"
            with (
                closing(sqlite3.connect(tmp_path / "games.db")) as running,
                closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
            ):
                running.backup(copy)
            assert (await socket.move(1, "44"))["t"] == "ack"
        secret = ann.secret
    async with (
        serving(f"sqlite:///{tmp_path}/copy.db") as server,
        visiting(server, secret) as ann,
    ):
        assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == ["33"]


async def test_one_process_holds_a_sqlite_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    app = make_app(Settings(database=database))
    async with serving(database):
        with pytest.raises(OSError, match="another server uses"):
            await app.router.lifespan_context(app).__aenter__()
        link = tmp_path / "link.db"
        link.symlink_to(tmp_path / "games.db")
        app = make_app(Settings(database=f"sqlite:///{link}"))
        with pytest.raises(OSError, match="another server uses"):
            await app.router.lifespan_context(app).__aenter__()
    async with serving(database) as server, visiting(server) as ann:
        assert (await ann.http.get("/healthz")).json()["status"] == "ok"
