"""Tournaments: from the first name to the final standings, on both databases."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import websockets

from server.play import PATIENCE, Message, Server, Socket, Visitor, serving, two_servers, visiting
from tenchips.record import Record, read_records
from tenchips.server import timekeeping
from tenchips.server.tournaments import tournaments as module

CLOCK = {"base": 300, "increment": 5}
SWISS = {"name": "Friday cup", "kind": "swiss", "clock": CLOCK}
LEAGUE = {"name": "League", "kind": "round-robin", "clock": CLOCK}


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at tournaments more often than a server of real people needs to."""
    monkeypatch.setattr(module, "SWEEP", 0.05)


@pytest.fixture
def file(tmp_path: Any) -> str:
    """A database where it does not matter which."""
    return f"sqlite:///{tmp_path}/games.db"


async def create(organiser: Visitor, body: Message = SWISS, **more: object) -> str:
    """The id of a new tournament."""
    made = await organiser.ask("POST", "/tournaments", 201, json=body | more)
    id: str = made["tournament"]["id"]
    return id


@asynccontextmanager
async def players(server: Server, count: int) -> AsyncIterator[list[Visitor]]:
    """Some visitors with names."""
    async with AsyncExitStack() as stack:
        some = [await stack.enter_async_context(visiting(server)) for _ in range(count)]
        for number, one in enumerate(some):
            await one.ask("PUT", "/me", json={"name": f"Player {number}"})
        yield some


async def look(visitor: Visitor, id: str) -> Message:
    """A tournament as somebody sees it."""
    found: Message = await visitor.ask("GET", f"/tournaments/{id}")
    return found


async def join(some: Sequence[Visitor], id: str) -> None:
    """All of these join, one after the other."""
    for one in some:
        await one.ask("POST", f"/tournaments/{id}/players")


async def resign(loser: Visitor, game: str) -> None:
    """Lose a game."""
    command = {"t": "resign", "id": "r"}
    await loser.ask("POST", f"/games/{game}/commands", json=command)


async def play_round(some: Sequence[Visitor], id: str) -> None:
    """Let the player with the smaller number win each game of the round."""
    for pairing in (await look(some[0], id))["tournament"]["pairings"]:
        if pairing["game"] is not None and pairing["result"] is None:
            await resign(some[max(pairing["white"], pairing["black"])], pairing["game"])


async def until_round(visitor: Visitor, id: str, number: int) -> Message:
    """Wait until a round is paired, or the tournament is over after it."""
    while True:
        found = (await look(visitor, id))["tournament"]
        if found["round"] >= number or found["status"] == "ended":
            return found
        await asyncio.sleep(0.02)


async def pairings(visitor: Visitor, id: str) -> list[Message]:
    """All pairings."""
    found: list[Message] = (await visitor.ask("GET", f"/tournaments/{id}/games"))["pairings"]
    return found


@asynccontextmanager
async def watching(visitor: Visitor, id: str) -> AsyncIterator[Socket]:
    """A socket of a tournament."""
    address = f"{visitor.base.replace('http', 'ws')}/ws/v1/tournaments/{id}"
    async with websockets.connect(
        address, additional_headers=visitor.headers(), user_agent_header=None, compression=None,
        open_timeout=PATIENCE, ping_interval=None, max_queue=None,
    ) as connection:  # fmt: skip
        yield Socket(connection)


async def test_a_swiss_tournament_of_five(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann, players(server, 5) as some:
        id = await create(ann, rounds=3)
        await join(some, id)
        for one in some:
            assert (await look(one, id))["me"]["game"] is None
        await some[0].ask("POST", f"/tournaments/{id}/start", 403)
        state = await ann.ask("POST", f"/tournaments/{id}/start")
        assert state["me"] == {"number": None, "status": None, "is_organiser": True, "game": None}
        for number in (1, 2, 3):
            found = await until_round(ann, id, number)
            assert (found["round"], len(found["pairings"])) == (number, 3)
            await play_round(some, id)
        found = await until_round(ann, id, 4)
        assert (found["status"], found["round"]) == ("ended", 3)
        everything = await pairings(ann, id)
        met = Counter(
            frozenset((it["white"], it["black"])) for it in everything if it["black"] is not None
        )
        assert set(met.values()) == {1}
        assert len(met) == 6
        byes = [it["white"] for it in everything if it["black"] is None]
        assert len(set(byes)) == 3
        # Whoever always wins has won; a bye is worth a point.
        table = found["standings"]
        assert (table[0]["name"], table[0]["points"], table[0]["place"]) == ("Player 0", 3, 1)
        assert sum(row["points"] for row in table) == 6 + 3
        points = {row["number"]: row["points"] for row in table}
        for row in table:
            opponents = [
                other for pair in met if row["number"] in pair for other in pair - {row["number"]}
            ]
            assert row["buchholz"] == sum(points[other] for other in opponents)
            beaten = [other for other in opponents if other > row["number"]]
            assert row["sonneborn"] == sum(points[other] for other in beaten)
        # Every game began with a balanced opening, and was between two people for all to watch.
        game = await ann.ask("GET", f"/games/{everything[0]['game'] or everything[1]['game']}")
        assert (len(game["moves"]), game["tournament"], game["public"]) == (5, id, True)
        await some[0].ask("POST", f"/tournaments/{id}/players", 409)
        await ann.ask("POST", f"/tournaments/{id}/end", 409)


async def test_in_a_round_robin_everybody_meets_everybody(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann, players(server, 4) as some:
        id = await create(ann, LEAGUE)
        await join(some, id)
        await ann.ask("POST", f"/tournaments/{id}/start")
        for number in (1, 2, 3):
            await until_round(ann, id, number)
            await play_round(some, id)
        found = await until_round(ann, id, 4)
        assert [(row["name"], row["points"]) for row in found["standings"]] == [
            ("Player 0", 3), ("Player 1", 2), ("Player 2", 1), ("Player 3", 0)
        ]  # fmt: skip
        met = Counter(frozenset((it["white"], it["black"])) for it in await pairings(ann, id))
        assert len(met) == 6
        assert set(met.values()) == {1}
        # Results and games can be taken away.
        answer = await ann.http.get(f"/api/v1/tournaments/{id}/results.csv")
        table = list(csv.DictReader(io.StringIO(answer.text)))
        assert [row["name"] for row in table] == [f"Player {number}" for number in range(4)]
        assert {row["round_1"][-1] for row in table} == {"0", "1"}
        answer = await ann.http.get(f"/api/v1/tournaments/{id}/records")
        games = [it for it in read_records(answer.text) if isinstance(it, Record)]
        assert len(games) == 6
        assert {game.event for game in games} == {"League"}


async def test_players_see_at_once_that_their_game_is_ready(database: str) -> None:
    async with (
        serving(database) as server,
        visiting(server) as ann,
        players(server, 2) as some,
    ):
        id = await create(ann, rounds=1)
        await join(some, id)
        async with watching(some[0], id) as socket:
            assert (await socket.next())["me"]["game"] is None
            await ann.ask("POST", f"/tournaments/{id}/start")
            while (ready := (await socket.next()))["me"]["game"] is None:
                pass
            assert ready["tournament"]["status"] == "live"
            await resign(some[1], ready["me"]["game"])
            while (last := (await socket.next()))["tournament"]["status"] != "ended":
                pass
            assert last["tournament"]["standings"][0]["name"] == "Player 0"


async def test_a_tournament_starts_by_itself(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, players(server, 2) as some:
        id = await create(ann, starts=timekeeping.milliseconds() + 1500)
        await join(some, id)
        assert (await until_round(ann, id, 1))["status"] == "live"
        listed = await some[0].ask("GET", "/tournaments")
        assert [it["id"] for it in listed["mine"]] == [it["id"] for it in listed["live"]] == [id]


async def test_a_restart_in_the_middle_of_a_round_changes_nothing(database: str, port: int) -> None:
    async with (
        serving(database, port=port) as server,
        visiting(server) as ann,
        players(server, 4) as some,
    ):
        id = await create(ann, rounds=2)
        await join(some, id)
        before = (await ann.ask("POST", f"/tournaments/{id}/start"))["tournament"]
        first = before["pairings"][0]
        await resign(some[first["black"]], first["game"])
        secrets = [one.secret for one in (ann, *some)]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(database, port=port))
        ann, *some = [
            await stack.enter_async_context(visiting(server, secret)) for secret in secrets
        ]
        after = (await look(ann, id))["tournament"]
        assert [it["game"] for it in after["pairings"]] == [it["game"] for it in before["pairings"]]
        await play_round(some, id)
        found = await until_round(ann, id, 2)
        assert found["round"] == 2
        assert len(await pairings(ann, id)) == 4


async def test_of_two_processes_one_pairs_a_round(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        visiting(one) as ann,
        players(one, 6) as some,
    ):
        id = await create(ann, rounds=5)
        await join(some, id)
        sites = one.site.tournaments, other.site.tournaments
        await ann.ask("POST", f"/tournaments/{id}/start")
        async with AsyncExitStack() as stack:
            there = [
                await stack.enter_async_context(visiting(other, player.secret)) for player in some
            ]
            socket = await stack.enter_async_context(watching(there[0], id))
            for number in range(1, 6):
                await until_round(ann, id, number)
                # Each process hears of the last result, and sweeps besides.
                await play_round([*some[:3], *there[3:]], id)
                await asyncio.gather(*(site._go_on(id) for site in sites for _ in range(3)))
            await until_round(ann, id, 6)
            while (await socket.next())["tournament"]["status"] != "ended":
                pass
        everything = await pairings(ann, id)
        assert Counter(it["round"] for it in everything) == dict.fromkeys(range(1, 6), 3)
        assert len({frozenset((it["white"], it["black"])) for it in everything}) == 15


async def test_of_many_who_start_a_round_at_once_one_does(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        visiting(one) as ann,
        visiting(other, ann.secret) as ann_there,
        players(one, 4) as some,
    ):
        id = await create(ann, rounds=3, paused=True)
        await join(some, id)
        for what in ("start", "next-round", "next-round"):
            path = f"/api/v1/tournaments/{id}/{what}"
            answers = await asyncio.gather(
                *(it.http.post(path) for it in (ann, ann_there) for _ in range(3))
            )
            assert sorted(it.status_code for it in answers) == [200, 409, 409, 409, 409, 409]
            await play_round(some, id)
        assert Counter(it["round"] for it in await pairings(ann, id)) == {1: 2, 2: 2, 3: 2}


async def test_who_does_not_come_loses_and_is_out(file: str) -> None:
    """Nobody has to be there for it: not even the winner."""
    async with (
        serving(file, no_show_seconds=0.2) as server,
        visiting(server) as ann,
        players(server, 2) as some,
    ):
        id = await create(ann, rounds=1)
        await join(some, id)
        await ann.ask("POST", f"/tournaments/{id}/start")
        found = await until_round(ann, id, 2)
        assert found["status"] == "ended"
        [pairing] = found["pairings"]
        assert pairing["result"] == "1-0"  # after an opening of five moves Black is to move
        statuses = {row["number"]: row["status"] for row in found["standings"]}
        assert statuses == {pairing["black"]: "withdrawn", pairing["white"]: "in"}
        game = await ann.ask("GET", f"/games/{pairing['game']}")
        assert game["termination"] == "left"


async def test_players_leave_and_come_back(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, players(server, 4) as some:
        id = await create(ann, rounds=3)
        await join(some, id)
        await some[3].ask("DELETE", f"/tournaments/{id}/players/me")
        await some[3].ask("DELETE", f"/tournaments/{id}/players/me", 404)
        await ann.ask("POST", f"/tournaments/{id}/start")
        await until_round(ann, id, 1)
        # One more comes late, and whoever leaves loses the game.
        await some[3].ask("POST", f"/tournaments/{id}/players")
        mine = [await look(one, id) for one in some[:3]]
        playing = [n for n, it in enumerate(mine) if it["me"]["game"] is not None]
        assert len(playing) == 2
        left = await some[playing[0]].ask("DELETE", f"/tournaments/{id}/players/me")
        assert left["me"]["status"] == "withdrawn"
        found = await until_round(ann, id, 2)
        paired = {n for it in found["pairings"] for n in (it["white"], it["black"])} - {None}
        assert playing[0] not in paired
        assert len(paired) == 3
        await some[playing[0]].ask("POST", f"/tournaments/{id}/players")
        # The organiser removes somebody for good.
        other = playing[1]
        await some[2].ask("DELETE", f"/tournaments/{id}/players/{other}", 403)
        await ann.ask("DELETE", f"/tournaments/{id}/players/{other}")
        await some[other].ask("POST", f"/tournaments/{id}/players", 409)
        ended = (await ann.ask("POST", f"/tournaments/{id}/end"))["tournament"]
        assert ended["status"] == "ended"
        # What was not played counts for nobody.
        last = [it for it in await pairings(ann, id) if it["round"] == found["round"]]
        assert {it["result"] for it in last if it["black"] is not None} <= {"*", "1-0", "0-1"}
        games = Counter[int]()
        for it in await pairings(ann, id):
            if it["black"] is not None and it["result"] != "*":
                games.update((it["white"], it["black"]))
        assert {row["number"]: row["games"] for row in ended["standings"]} == {
            row["number"]: games[row["number"]] for row in ended["standings"]
        }


async def test_a_class_with_personal_links(database: str, port: int) -> None:
    roster = ["Ada", "Ben", "Cleo"]
    async with serving(database, port=port) as server, visiting(server) as teacher:
        id = await create(teacher, LEAGUE, roster=roster, paused=True)
        links = (await teacher.ask("GET", f"/tournaments/{id}/seats"))["seats"]
        assert [it["name"] for it in links] == roster
        tokens = [it["token"] for it in links]
        await teacher.ask("POST", f"/seats/{tokens[0]}", 409)
        async with visiting(server) as stranger:
            await stranger.ask("GET", f"/tournaments/{id}/seats", 403)
            await stranger.ask("POST", f"/tournaments/{id}/players", 409)
            assert id not in str(await stranger.ask("GET", "/tournaments"))
            await stranger.ask("POST", f"/seats/{tokens[0]}x", 404)
            # Opening the link makes the browser Ada's.
            assert not (await stranger.ask("GET", f"/seats/{tokens[0]}"))["is_me"]
            await stranger.ask("POST", f"/seats/{tokens[0]}")
            assert (await stranger.ask("GET", f"/seats/{tokens[0]}"))["is_me"]
            assert (await stranger.ask("GET", "/me"))["name"] == "Ada"
            assert (await look(stranger, id))["me"]["number"] == 0
        async with visiting(server) as ben:
            await ben.ask("POST", f"/seats/{tokens[1]}")
            shown = (await teacher.ask("POST", f"/tournaments/{id}/start"))["tournament"]
            assert shown["rounds"] == 3
        secret = teacher.secret
    # The next day, on other computers: the link is all it takes.
    async with (
        serving(database, port=port) as server,
        visiting(server, secret) as teacher,
        visiting(server) as ada,
        visiting(server) as ben,
    ):
        await ada.ask("POST", f"/seats/{tokens[0]}")
        await ben.ask("POST", f"/seats/{tokens[1]}")
        for number in (1, 2, 3):
            found = await until_round(teacher, id, number)
            for pairing in found["pairings"]:
                both = {pairing["white"], pairing["black"]}
                if 2 in both:  # who never came loses without a game
                    assert (pairing["game"], pairing["result"]) == (
                        None, "0-1" if pairing["white"] == 2 else "1-0"
                    )  # fmt: skip
                else:
                    await resign(ben, (await look(ada, id))["me"]["game"])
            # The round waits for the teacher.
            found = (await look(teacher, id))["tournament"]
            assert (found["round"], found["is_round_over"]) == (number, True)
            await teacher.ask("POST", f"/tournaments/{id}/next-round")
        found = (await look(teacher, id))["tournament"]
        assert found["status"] == "ended"
        assert [(row["name"], row["points"]) for row in found["standings"]] == [
            ("Ada", 2), ("Ben", 1), ("Cleo", 0)
        ]  # fmt: skip


async def test_a_pause_holds_the_next_round(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, players(server, 2) as some:
        id = await create(ann, LEAGUE)
        await join(some, id)
        await ann.ask("POST", f"/tournaments/{id}/next-round", 409)
        await ann.ask("POST", f"/tournaments/{id}/start")
        await ann.ask("POST", f"/tournaments/{id}/next-round", 409)
        await ann.ask("PUT", f"/tournaments/{id}/paused", json={"paused": True})
        await play_round(some, id)
        boards = (await ann.ask("GET", f"/tournaments/{id}/boards"))["boards"]
        assert [board["status"] for board in boards] == ["ended"]
        assert (await look(ann, id))["tournament"]["status"] == "live"
        after = await ann.ask("PUT", f"/tournaments/{id}/paused", json={"paused": False})
        assert after["tournament"]["status"] == "ended"


async def test_a_rated_tournament_needs_accounts_and_changes_ratings(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, players(server, 2) as some:
        id = await create(ann, rated=True, rounds=1)
        await some[0].ask("POST", f"/tournaments/{id}/players", 401)
        for number, one in enumerate(some):
            body = {"name": f"Rated {number}", "password": "correct horse 7"}
            await one.ask("POST", "/account", 201, json=body)
        await join(some, id)
        await ann.ask("POST", f"/tournaments/{id}/start")
        [pairing] = (await until_round(ann, id, 1))["pairings"]
        game = await ann.ask("GET", f"/games/{pairing['game']}")
        assert (game["rated"], game["choosing"], game["white"]["rating"]) == (True, None, 1500)
        # Removing an account takes its name and its tournaments with it.
        kept = await some[0].ask("GET", "/account/export")
        assert [it["plays_as"] for it in kept["tournaments"]] == ["Rated 0"]
        await some[0].ask("DELETE", "/account", 204)
        found = await until_round(ann, id, 2)
        assert {row["name"] for row in found["standings"]} == {"Deleted player", "Rated 1"}
        assert found["standings"][0]["name"] == "Rated 1"


async def test_whoever_signs_in_keeps_their_tournaments(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann, visiting(server) as bob:
        id = await create(ann)
        await join([ann, bob], id)
        body = {"name": "Ann Smith", "password": "correct horse 7"}
        await ann.ask("POST", "/account", 201, json=body)
        found = await look(ann, id)
        assert found["me"]["is_organiser"]
        assert found["me"]["number"] == 0
        assert found["tournament"]["organiser"] == "Ann Smith"
        assert found["tournament"]["standings"][0]["name"] == "Ann Smith"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (LEAGUE | {"rounds": 3}, "bad_rounds"),
        (SWISS | {"starts": 1}, "bad_start"),
        (SWISS | {"rated": True, "roster": ["Ada", "Ben"]}, "not_rated"),
        (SWISS | {"roster": ["Ada", "Áda"]}, "same_name"),
        (LEAGUE | {"roster": [f"Child {n}" for n in range(31)]}, "too_many"),
        (SWISS | {"roster": [f"Child {n}" for n in range(201)]}, "bad_request"),
        (SWISS | {"name": " "}, "bad_request"),
        (SWISS | {"clock": None}, "bad_request"),
    ],
)
async def test_what_makes_no_sense_is_refused(file: str, body: Message, error: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        assert (await ann.ask("POST", "/tournaments", 422, json=body))["error"] == error


async def test_tournaments_are_counted(file: str) -> None:
    limits = {"tournaments_per_identity": 2, "tournaments_per_address": 4}
    async with serving(file, **limits) as server, visiting(server) as ann, visiting(server) as bob:
        first = await create(ann)
        await create(ann)
        assert (await ann.ask("POST", "/tournaments", 409, json=SWISS))["error"] == (
            "too_many_tournaments"
        )
        await ann.ask("POST", f"/tournaments/{first}/end")
        await create(ann)
        await bob.ask("POST", "/tournaments", 429, json=SWISS)


async def test_nobody_is_shown_who_a_player_is(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, players(server, 2) as some:
        id = await create(ann)
        await join(some, id)
        text = str(await look(ann, id))
        for one in (ann, *some):
            assert (await look(one, id))["me"]["is_organiser"] == (one is ann)
            player = server.site.tournaments.store
            found = await player.get(id)
            assert found is not None
            assert not any(it.identity and it.identity in text for it in found.players)
            assert found.tournament.owner not in text
