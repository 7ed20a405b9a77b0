"""Correspondence games: days for each move, over weeks that pass when the test says so."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any

import pytest

from server.play import ME, OPEN, RANDOM, Visitor, serving, two_playing, visiting
from server.weeks import DAY, Calendar, move
from tenchips.server.correspondence import overdue

THREE_DAYS = {"days": 3}


async def ended(visitor: Visitor, id: str) -> Any:
    """The game, once it has ended."""
    while (game := await visitor.ask("GET", f"/games/{id}"))["status"] != "ended":
        await asyncio.sleep(0.05)
    return game


async def turns(visitor: Visitor) -> list[tuple[str, str]]:
    """The games in which it is somebody's turn, and their colour there."""
    found = (await visitor.ask("GET", "/me/turns"))["turns"]
    return [(turn["game"]["id"], turn["color"]) for turn in found]


async def test_a_week_of_moves(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        assert await turns(white) == [(id, "white")]
        assert await turns(black) == []
        for ply, m in enumerate(("33", "44", "22", "55")):
            mover, other = (white, black) if ply % 2 == 0 else (black, white)
            calendar.days_pass(2.5)
            assert await turns(mover) == [(id, "white" if mover is white else "black")]
            await move(mover, id, ply, m)
            assert await turns(mover) == []
            # The next player has three whole days, and so has this one when it is their turn.
            game = await other.ask("GET", f"/games/{id}")
            assert game["left"]["white"] > 2.9 * DAY
            assert game["left"]["black"] > 2.9 * DAY
        calendar.days_pass(3.1)
        game = await ended(black, id)
        assert (game["result"], game["termination"]) == ("0-1", "time")
        assert await turns(white) == []


async def test_time_runs_out_though_nobody_looks(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
    # A server that was restarted knows nothing of the game until somebody looks.
    async with serving(database) as server, visiting(server, black.secret) as black:
        calendar.days_pass(3.1)
        while server.site.games.in_memory == 0:
            await asyncio.sleep(0.05)
        game = await ended(black, id)
        assert (game["result"], game["termination"]) == ("0-1", "time")


async def test_a_game_that_was_never_begun_is_called_off(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, _, id),
    ):
        await move(white, id, 0, "33")  # Black never moves
        calendar.days_pass(3.1)
        game = await ended(white, id)
        assert (game["result"], game["termination"]) == ("*", "cancelled")


async def test_a_game_waits_for_its_opponent_for_as_long_as_it_takes(
    database: str, calendar: Calendar
) -> None:
    async with serving(database) as server, visiting(server) as one, visiting(server) as other:
        game, invite = await one.create(OPEN, ME, clock=THREE_DAYS)
        calendar.days_pass(10)
        await other.ask("POST", f"/invites/{invite}")
        assert await turns(other) == [(game["id"], "white")]
        due = (await other.ask("GET", "/me/turns"))["turns"][0]["due"]
        left = datetime.fromisoformat(due).timestamp() * 1000 - calendar.milliseconds()
        assert 2.9 * DAY < left < 3.1 * DAY


async def test_clocks_stand_still_on_vacation(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
        calendar.days_pass(1)
        away = await white.ask("PUT", "/me/vacation", json={"days": 10})
        assert away["days_left"] == 20
        refused = await white.ask("PUT", "/me/vacation", 409, json={"days": 1})
        assert refused["error"] == "on_vacation"
        calendar.days_pass(9.5)
        await asyncio.sleep(0.3)
        assert (await white.ask("GET", f"/games/{id}"))["status"] == "live"
        # One day was used before, and two are left after the vacation.
        assert (await white.ask("GET", f"/games/{id}"))["v"] == 3
        calendar.days_pass(2.4)
        await asyncio.sleep(0.3)
        assert (await white.ask("GET", f"/games/{id}"))["status"] == "live"
        calendar.days_pass(0.2)
        assert (await ended(white, id))["termination"] == "time"
        assert (await white.ask("GET", "/me/vacation")) == {"until": None, "days_left": 20}
        refused = await white.ask("PUT", "/me/vacation", 409, json={"days": 21})
        assert refused["error"] == "no_vacation"


async def test_a_move_counts_on_vacation(
    database: str, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even before anybody has noticed that the time would be up."""
    monkeypatch.setattr(overdue, "SWEEP", 3600.0)
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
        await white.ask("PUT", "/me/vacation", json={"days": 10})
        calendar.days_pass(5)
        await move(white, id, 2, "22")
        calendar.days_pass(4)
        assert (await move(black, id, 3, "55", 409))["code"] == "over"
        assert (await white.ask("GET", f"/games/{id}"))["result"] == "1-0"


async def test_a_restart_takes_no_vacation_away(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
        await white.ask("PUT", "/me/vacation", json={"days": 10})
        calendar.days_pass(5)
        await white.ask("GET", f"/games/{id}")
    async with serving(database) as server, visiting(server, white.secret) as white:
        await white.ask("DELETE", "/me/vacation")
        await asyncio.sleep(0.3)
        assert (await white.ask("GET", f"/games/{id}"))["status"] == "live"
        await move(white, id, 2, "22")


async def test_who_comes_back_early_saves_vacation(database: str, calendar: Calendar) -> None:
    async with serving(database) as server, visiting(server) as visitor:
        await visitor.ask("PUT", "/me/vacation", json={"days": 14})
        calendar.days_pass(3.5)
        assert await visitor.ask("DELETE", "/me/vacation") == {"until": None, "days_left": 26}
        await visitor.ask("PUT", "/me/vacation", json={"days": 26})


async def test_who_comes_back_early_has_no_more_time_than_before(
    database: str, calendar: Calendar
) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
        calendar.days_pass(2)
        await white.ask("PUT", "/me/vacation", json={"days": 14})
        calendar.days_pass(4)
        await asyncio.sleep(0.3)
        assert (await white.ask("GET", f"/games/{id}"))["status"] == "live"
        await white.ask("DELETE", "/me/vacation")
        calendar.days_pass(0.9)
        await asyncio.sleep(0.3)
        assert (await white.ask("GET", f"/games/{id}"))["status"] == "live"
        calendar.days_pass(0.2)
        assert (await ended(white, id))["termination"] == "time"


async def test_a_vacation_follows_into_an_account(database: str, calendar: Calendar) -> None:
    """With the games whose clocks it stops."""
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await move(black, id, 1, "44")
        await white.ask("PUT", "/me/vacation", json={"days": 10})
        account = {"name": "Ann", "password": "correct horse 7"}
        await white.ask("POST", "/account", 201, json=account)
        assert (await white.ask("GET", "/me/vacation"))["days_left"] == 20
        calendar.days_pass(5)
        await move(white, id, 2, "22")


async def test_only_people_have_days_for_a_move(database: str) -> None:
    async with serving(database) as server, visiting(server) as visitor:
        for white, black in ((ME, RANDOM), (ME, ME), ({"kind": "machine", "level": 1}, OPEN)):
            body = {"white": white, "black": black, "clock": THREE_DAYS}
            refused = await visitor.ask("POST", "/games", 422, json=body)
            assert refused["error"] == "not_two_people"
        rated = {"white": ME, "black": {"kind": "machine", "level": 1}, "clock": THREE_DAYS}
        refused = await visitor.ask("POST", "/games", 422, json=rated | {"rated": True})
        assert refused["error"] == "not_rated"
        for clock in ({"days": 0}, {"days": 15}, {"days": 3, "base": 60, "increment": 0}):
            await visitor.ask(
                "POST", "/games", 422, json={"white": ME, "black": OPEN, "clock": clock}
            )


async def test_a_rematch_has_days_from_its_start(database: str, calendar: Calendar) -> None:
    async with (
        serving(database) as server,
        two_playing(server, clock=THREE_DAYS) as (white, black, id),
    ):
        await move(white, id, 0, "33")
        await black.ask("POST", f"/games/{id}/commands", json={"t": "resign", "id": "r"})
        offer = {"t": "offer", "id": "o", "what": "rematch"}
        await white.ask("POST", f"/games/{id}/commands", json=offer)
        accept = {"t": "accept", "id": "a", "what": "rematch"}
        await black.ask("POST", f"/games/{id}/commands", json=accept)
        [(rematch, color)] = await turns(black)
        assert (rematch != id, color) == (True, "white")
        calendar.days_pass(3.1)
        assert (await ended(black, rematch))["termination"] == "cancelled"
