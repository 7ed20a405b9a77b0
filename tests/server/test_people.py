"""What happens between two people besides moves: one leaves and the other claims the game, and
what they say to each other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.play import (
    HOUR,
    ME,
    Socket,
    at,
    serving,
    two_playing,
    two_servers,
    visiting,
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


async def claim(socket: Socket, what: str = "win") -> str:
    """Claim the game as soon as the server allows it; what the answer was."""
    while True:
        answer = await socket.ask("claim", what=what)
        if answer["t"] == "ack" or answer["code"] != "too_early":
            return str(answer["t"])
        await asyncio.sleep(0.1)


async def told_of_a_claim(socket: Socket) -> int:
    """In how many milliseconds the game may be claimed, once the server has said so."""
    while True:
        for seen in socket.seen:
            if seen["t"] == "presence" and seen["claim"] is not None:
                return int(seen["claim"])
        await socket.next()


async def test_the_game_of_who_has_left_is_claimed(database: str) -> None:
    async with (
        serving(database, claim_seconds=1.0) as server,
        two_playing(server, clock=HOUR) as (white, black, id),
        white.socket(id) as first,
    ):
        async with black.socket(id) as second:
            await first.until("presence", white=True, black=True)
            await first.move(0, "33")
            await second.until("event", k="move")
            # Black is there: there is nothing to claim, and never by who is to move.
            assert (await first.ask("claim", what="win"))["code"] == "too_early"
            assert (await second.ask("claim", what="win"))["code"] == "too_early"
        away = await first.until("presence", black=False)
        assert 0 < away["claim"] <= 1000
        assert await claim(first) == "ack"
        end = (await white.ask("GET", f"/games/{id}"))["termination"]
        assert end == "left"
        assert '[Result "1-0"]' in (await white.http.get(f"/api/v1/games/{id}/record")).text


async def test_who_comes_back_keeps_the_game(file: str) -> None:
    async with (
        serving(file, claim_seconds=3600) as server,
        two_playing(server, clock=HOUR) as (white, black, id),
        white.socket(id) as first,
    ):
        await first.move(0, "33")
        assert await told_of_a_claim(first) > 3_000_000
        async with black.socket(id):
            assert (await first.until("presence", black=True))["claim"] is None
            assert (await first.ask("claim", what="win"))["code"] == "too_early"


async def test_a_game_is_not_claimed_while_it_is_ones_own_turn(file: str) -> None:
    async with (
        serving(file, claim_seconds=0.0) as server,
        two_playing(server, clock=HOUR) as (white, _, id),
        white.socket(id) as first,
    ):
        assert (await first.until("presence", black=False))["claim"] is None
        assert (await first.ask("claim", what="win"))["code"] == "too_early"
        await first.move(0, "33")
        # Black has left before its turn began: White is told when it does.
        assert await told_of_a_claim(first) == 0
        assert (await first.ask("claim", what="draw"))["t"] == "ack"


async def test_games_without_a_clock_have_more_patience(file: str) -> None:
    async with (
        serving(file, claim_seconds=0.0, claim_seconds_unclocked=3600) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as first,
    ):
        await first.move(0, "33")
        assert (await first.ask("claim", what="win"))["code"] == "too_early"


async def test_a_program_without_a_socket_is_there_while_it_asks(file: str) -> None:
    async with (
        serving(file, claim_seconds=3600) as server,
        two_playing(server, clock=HOUR) as (white, black, id),
        white.socket(id) as first,
    ):
        await first.move(0, "33")
        game = await server.site.games.get(id)
        assert game is not None
        game.last_here = [0, 0]
        game.state.at = 0
        await black.ask("GET", f"/games/{id}")
        assert (await first.ask("claim", what="win"))["code"] == "too_early"
        game.last_here = [0, 0]
        assert (await first.ask("claim", what="win"))["t"] == "ack"


async def test_a_restart_gives_everybody_time_to_come_back(database: str, port: int) -> None:
    async with (
        serving(database, port=port) as server,
        two_playing(server, clock=HOUR) as (white, _, id),
        white.socket(id) as first,
    ):
        await first.move(0, "33")
        secret = white.secret
    async with (
        serving(database, port=port, claim_seconds=2.0) as server,
        visiting(server, secret) as white,
        white.socket(id) as first,
    ):
        assert await told_of_a_claim(first) > 0
        assert await claim(first) == "ack"


async def test_a_player_on_another_process_has_not_left(shared_database: str) -> None:
    async with (
        two_servers(shared_database, claim_seconds=1.0) as (one, other),
        two_playing(one, clock=HOUR) as (white, black, id),
        at(other, black) as black_there,
        white.socket(id) as first,
    ):
        async with black_there.socket(id) as second:
            await first.until("presence", black=True)
            await first.move(0, "33")
            await second.until("event", k="move")
            await asyncio.sleep(1.5)  # longer than a player may be away
            assert (await first.ask("claim", what="win"))["code"] == "too_early"
        await first.until("presence", black=False)
        assert await claim(first) == "ack"


async def test_players_greet_each_other_and_nobody_else_hears(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        visiting(server) as third,
        white.socket(id) as first,
        black.socket(id) as second,
        third.socket(id) as watcher,
    ):
        assert (await first.ask("say", "one", what="hello"))["t"] == "ack"
        assert (await first.ask("say", "one", what="hello"))["t"] == "ack"
        assert (await second.until("said")) == {"t": "said", "by": "white", "what": "hello"}
        assert (await watcher.ask("say", what="hello"))["code"] == "no_seat"
        await first.move(0, "33")
        await watcher.until("event", k="move")
        await second.until("event", k="move")
        assert [it["t"] for it in watcher.seen].count("said") == 0
        assert [it["t"] for it in second.seen].count("said") == 1  # the second time was the same
        assert (await white.ask("GET", f"/games/{id}"))["v"] == 2  # it is no event


async def test_who_talks_too_much_is_stopped(file: str) -> None:
    async with (
        serving(file) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as first,
    ):
        answers = [await first.ask("say", what="oops") for _ in range(6)]
        assert [it["t"] for it in answers[:4]] == ["ack"] * 4
        assert answers[-1]["code"] == "too_early"
        assert (await first.ask("say", what="you are bad"))["code"] == "bad_request"


async def test_players_on_two_processes_hear_each_other(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, black, id),
        at(other, black) as black_there,
        white.socket(id) as first,
        black_there.socket(id) as second,
    ):
        await first.until("presence", white=True, black=True)
        await second.ask("say", what="good_luck")
        assert (await first.until("said"))["by"] == "black"


async def test_one_person_on_both_sides_says_nothing(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        async with ann.socket(game["id"]) as socket:
            assert (await socket.ask("say", what="hello"))["code"] == "no_seat"
