"""Games as players play them: by socket and by HTTP, alone, with each other and with machines."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from server.databases import FULL, failing
from server.play import (
    HOUR,
    ME,
    OPEN,
    RANDOM,
    Socket,
    serving,
    start_clock,
    two_playing,
    visiting,
)
from tenchips import Board, Rules
from tenchips.server import timekeeping
from tenchips.server.games import clocks
from tenchips.server.timekeeping import milliseconds

# White wins with its last move.
WON = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]


async def test_two_people_play_a_game_to_its_end(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        assert (await one.until("state"))["game"]["role"] == "white"
        assert (await other.until("state"))["game"]["role"] == "black"
        for ply, move in enumerate(WON):
            mover, watcher = (one, other) if ply % 2 == 0 else (other, one)
            ack = await mover.move(ply, move)
            assert ack == {"t": "ack", "id": ack["id"], "v": ply + 2}
            seen = await watcher.until("event", k="move", ply=ply)
            assert (seen["m"], seen["by"]) == (move, ("white", "black")[ply % 2])
        end = await other.until("event", k="end")
        assert (end["result"], end["termination"]) == ("1-0", "network")
        assert "-".join(end["network"]) == "02-32-65-62-26-46-73"
        game = await white.ask("GET", f"/games/{id}")
        assert (game["status"], game["result"], game["moves"]) == ("ended", "1-0", WON)
        assert game["between_people"] is True
        record = await white.http.get(f"/api/v1/games/{id}/record")
        assert '[Result "1-0"]' in record.text
        assert "7. 73 {network" in record.text


async def test_events_come_before_the_answer(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as socket,
    ):
        ack = await socket.move(0, "33")
        kinds = [payload["t"] for payload in socket.seen if payload["t"] in ("event", "ack")]
        assert (kinds, ack["v"]) == (["event", "ack"], 2)


async def test_one_person_plays_both_sides(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        game, invite = await ann.create(ME, ME)
        assert (game["role"], game["status"], invite) == ("both", "live", None)
        async with ann.socket(game["id"]) as socket:
            for ply, move in enumerate(WON):
                assert (await socket.move(ply, move))["t"] == "ack"
            assert (await ann.ask("GET", f"/games/{game['id']}"))["result"] == "1-0"


async def test_a_game_against_chance_by_http_alone(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        game, _ = await ann.create(RANDOM, ME, rules="step_limit=2")
        id = game["id"]
        while game["result"] is None:
            board = Board(rules=Rules.parse(game["rules"]), moves=game["moves"])
            if game["turn"] == "black":
                move = str(next(iter(board.legal_moves)))
                ply = len(game["moves"])
                command = {"t": "move", "id": f"m{ply}", "ply": ply, "m": move}
                ack = await ann.ask("POST", f"/games/{id}/commands", json=command)
                assert ack["t"] == "ack"
            game = await ann.ask("GET", f"/games/{id}")
        board = Board(rules=Rules(step_limit=2), moves=game["moves"])
        outcome = board.outcome()
        assert outcome is not None
        assert (game["result"], game["termination"]) == (outcome.result, outcome.termination.value)


async def test_a_refused_command_by_http_says_why(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
    ):
        command = {"t": "move", "id": "x", "ply": 0, "m": "33"}
        nack = await black.ask("POST", f"/games/{id}/commands", 409, json=command)
        assert (nack["t"], nack["id"], nack["code"], nack["v"]) == ("nack", "x", "not_your_turn", 1)
        assert (await white.ask("POST", f"/games/{id}/commands", json=command))["v"] == 2


async def test_offers_by_socket(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock={"base": 300, "increment": 2}) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        for ply, move in enumerate(("33", "44", "53")):
            await (one, other)[ply % 2].move(ply, move)
        await one.ask("offer", what="takeback")
        await other.until("event", k="offer", what="takeback", by="white")
        assert (await other.ask("accept", what="takeback"))["t"] == "ack"
        back = await one.until("event", k="takeback")
        assert (back["ply"], back["running"]) == (2, "white")
        assert (await one.move(2, "55"))["t"] == "ack"
        await one.ask("offer", what="draw")
        await other.until("event", k="offer", what="draw")
        await other.ask("decline", what="draw")
        await one.until("event", k="decline", what="draw", by="black")
        await other.ask("resign")
        end = await one.until("event", k="end")
        assert (end["result"], end["termination"], end["by"]) == ("1-0", "resignation", "black")
        await other.ask("offer", what="rematch")
        assert (await one.ask("accept", what="rematch"))["t"] == "ack"
        following = (await other.until("event", k="rematch"))["game"]
        game = await white.ask("GET", f"/games/{following}")
        assert (game["role"], game["clock"]) == ("black", {"base": 300, "increment": 2})
        assert (await black.ask("GET", f"/games/{following}"))["role"] == "white"
        assert (await black.ask("GET", f"/games/{id}"))["rematch"] == following
        async with black.socket(following) as socket:
            assert (await socket.move(0, "33"))["t"] == "ack"


async def test_the_server_calls_the_flag(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock={"base": 1, "increment": 0}) as (white, black, id),
        white.socket(id) as one,
        black.socket(id) as other,
    ):
        await one.move(0, "33")
        await other.move(1, "44")
        end = await other.until("event", k="end")
        assert (end["result"], end["termination"], end["by"]) == ("0-1", "time", "white")
        assert end["left"] == {"white": 0, "black": 1000}
        assert (await one.move(2, "53"))["code"] == "over"


async def test_a_flag_that_fell_while_nobody_looked(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(database, games_kept=1) as server,
        two_playing(server, clock=HOUR) as (white, black, id),
    ):
        seen = await start_clock(white, black, id)
        await white.create(ME, ME)  # for which the other leaves memory
        assert server.site.games.in_memory == 1
        monkeypatch.setattr(clocks, "STALL", 10**9)  # the server is there all the time
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: milliseconds() + 2 * 3_600_000)
        async with white.socket(id, v=seen) as socket:
            end = await socket.until("event", k="end")
            assert (end["v"], end["result"], end["termination"]) == (seen + 1, "0-1", "time")


@pytest.mark.parametrize("kill", [False, True])
async def test_no_time_passes_while_there_is_no_server(
    database: str, monkeypatch: pytest.MonkeyPatch, kill: bool
) -> None:
    with ExitStack() as at_end:
        async with (
            serving(database) as server,
            two_playing(server, clock=HOUR) as (white, black, id),
        ):
            seen = await start_clock(white, black, id)
            secret = white.secret
            if kill:  # it cannot say that it ends
                at_end.enter_context(failing(FULL, "pulse"))
    most = 3_600_000
    for later in (2, 4):  # hours, of which each is given back once
        monkeypatch.undo()
        monkeypatch.setattr(
            timekeeping, "milliseconds", lambda gone=later * 3_600_000: milliseconds() + gone
        )
        async with (
            serving(database) as server,
            visiting(server, secret) as again,
            again.socket(id, v=seen) as socket,
        ):
            clock = await socket.until("event")
            assert (clock["v"], clock["k"], clock["running"]) == (seen + 1, "clock", "white")
            assert clock["left"]["black"] == 3_600_000
            assert 3_000_000 < clock["left"]["white"] <= most
            seen, most = clock["v"], clock["left"]["white"]
            assert (await again.ask("GET", f"/games/{id}"))["v"] == seen


async def test_everybody_hears_who_is_there(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        visiting(server) as watcher,
        white.socket(id) as one,
    ):
        await one.until("presence", white=True, black=False, watchers=0)
        async with black.socket(id), watcher.socket(id) as third:
            await one.until("presence", white=True, black=True, watchers=1)
            await third.until("presence", white=True, black=True, watchers=1)
        await one.until("presence", white=True, black=False, watchers=0)


async def test_a_watcher_who_sits_down_can_play(database: str) -> None:
    async with (
        serving(database) as server,
        visiting(server) as ann,
        visiting(server) as bob,
    ):
        game, invite = await ann.create(OPEN, ME)
        assert (game["status"], game["role"], game["white"]["kind"]) == ("waiting", "black", "open")
        async with bob.socket(game["id"]) as socket, ann.socket(game["id"]) as other:
            assert (await socket.until("hello"))["role"] == "watcher"
            assert (await socket.move(0, "33"))["code"] == "no_seat"
            joined = await bob.ask("POST", f"/invites/{invite}")
            assert (joined["role"], joined["status"]) == ("white", "live")
            assert (await other.until("event", k="join"))["color"] == "white"
            assert (await socket.until("hello"))["role"] == "white"
            assert (await socket.move(0, "33"))["t"] == "ack"


async def test_a_game_from_a_position_and_moves(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        start = Board(moves="33 44").position
        game, _ = await ann.create(ME, ME, start=start, moves=["53"], rules="repetition=2")
        assert (game["start"], game["moves"], game["turn"]) == (start, ["53"], "black")
        assert game["rules"] == "no_move=loss repetition=2 step_limit=200"
        async with ann.socket(game["id"]) as socket:
            assert (await socket.move(1, "55"))["t"] == "ack"


async def test_games_that_cannot_begin_are_refused(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        for body, word in (
            ({"white": OPEN, "black": OPEN}, "one seat"),
            ({"white": ME, "black": ME, "start": "nonsense"}, "not a position"),
            ({"white": ME, "black": ME, "moves": ["33", "33"]}, "already holds"),
            ({"white": ME, "black": ME, "moves": WON}, "over at once"),
            ({"white": ME, "black": ME, "rules": "chips=11"}, "not a rule"),
            ({"white": ME, "black": {"kind": "machine", "level": 11}}, "less than"),
            ({"white": ME, "black": ME, "clock": {"base": 0, "increment": 0}}, "greater than"),
            ({"white": ME, "black": ME, "size": 9}, "size"),
        ):
            refusal = await ann.ask("POST", "/games", 422, json=body)
            assert word in refusal["detail"]


async def test_public_games_are_listed_page_by_page(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        made = [(await ann.create(ME, ME, public=True))[0]["id"] for _ in range(5)]
        await ann.create(ME, ME)
        over = made.pop(2)
        async with ann.socket(over) as socket:
            await socket.ask("resign")
        pages, before = [], None
        while True:
            query = {"limit": 2} | ({"before": before} if before else {})
            page = await ann.ask("GET", "/games", params=query)
            pages.append([game["id"] for game in page["games"]])
            before = page["next"]
            if before is None:
                break
        assert [len(page) for page in pages] == [2, 2]
        assert {id for page in pages for id in page} == set(made)
        ended = await ann.ask("GET", "/games", params={"status": "ended"})
        assert [(game["id"], game["result"]) for game in ended["games"]] == [(over, "0-1")]
    async with serving(database) as server, visiting(server) as ann:
        page = await ann.ask("GET", "/games")
        assert {game["id"] for game in page["games"]} == set(made)


async def test_games_come_back_into_memory_when_asked_for(database: str) -> None:
    async with serving(database, games_kept=2) as server, visiting(server) as ann:
        ids = [(await ann.create(ME, ME))[0]["id"] for _ in range(6)]
        for id in ids:
            async with ann.socket(id) as socket:
                assert (await socket.move(0, "33"))["t"] == "ack"
        assert server.site.games.in_memory <= 3
        for id in ids:
            assert (await ann.ask("GET", f"/games/{id}"))["moves"] == ["33"]


async def test_many_games_at_once(database: str) -> None:
    """Every move of twenty games is seen by both players, in order."""

    async def follow(socket: Socket) -> list[str]:
        moves = []
        while len(moves) < len(WON):
            moves.append((await socket.until("event", k="move"))["m"])
        return moves

    async with (
        serving(database, sockets_per_identity=200) as server,
        two_playing(server) as (white, black, _),
    ):
        games = []
        for _ in range(20):
            game, invite = await white.create(ME, OPEN)
            await black.ask("POST", f"/invites/{invite}")
            games.append(game["id"])

        async def play(id: str) -> None:
            async with (
                white.socket(id) as one,
                black.socket(id) as other,
                black.socket(id) as seen,
            ):
                for ply, move in enumerate(WON):
                    ack = await (one, other)[ply % 2].move(ply, move)
                    assert (ack["t"], ack["v"]) == ("ack", ply + 2)
                assert await follow(seen) == WON

        await asyncio.gather(*map(play, games))


async def test_a_link_that_is_called_off_leads_nowhere(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann, visiting(server) as bob:
        game, invite = await ann.create(ME, OPEN)
        command = {"t": "cancel", "id": "c"}
        await ann.ask("POST", f"/games/{game['id']}/commands", json=command)
        assert (await bob.ask("POST", f"/invites/{invite}", 409))["error"] == "cancelled"
        assert (await ann.ask("GET", f"/games/{game['id']}"))["status"] == "ended"
        record = await ann.http.get(f"/api/v1/games/{game['id']}/record")
        assert '[Result "*"]' in record.text
