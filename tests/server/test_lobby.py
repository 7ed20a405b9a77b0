"""The lobby: challenges come and go live, each leads to one game, and quick ones are paired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets

from server.play import PATIENCE, Server, Socket, Visitor, serving, two_servers, visiting
from tenchips.server.lobby import lobby as lobbies
from tenchips.server.store.challenges import all_challenges

FIVE = {"base": 300, "increment": 5}


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@asynccontextmanager
async def in_lobby(visitor: Visitor) -> AsyncIterator[Socket]:
    """A visitor's socket of the lobby."""
    address = f"{visitor.base.replace('http', 'ws')}/ws/v1/lobby"
    async with websockets.connect(
        address, additional_headers=visitor.headers(), open_timeout=PATIENCE, ping_interval=None
    ) as connection:
        yield Socket(connection)


async def challenge(visitor: Visitor, **facts: object) -> Any:
    return await visitor.ask("POST", "/lobby", 201, json=facts)


async def listed(visitor: Visitor) -> list[str]:
    """The ids of the open challenges."""
    return [it["id"] for it in (await visitor.ask("GET", "/lobby"))["challenges"]]


async def test_a_challenge_is_seen_taken_and_gone(database: str) -> None:
    async with (
        serving(database) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        in_lobby(ann) as anns,
        in_lobby(bob) as bobs,
    ):
        await ann.ask("PUT", "/me", json={"name": "Ann"})
        made = await challenge(ann, clock=FIVE, color="black")
        seen = (await bobs.until("added"))["challenge"]
        assert (seen["name"], seen["clock"], seen["color"], seen["mine"]) == (
            "Ann", FIVE, "black", False,
        )  # fmt: skip
        assert (await anns.until("added"))["challenge"]["mine"]
        game = await bob.ask("POST", f"/lobby/{made['id']}")
        assert (game["role"], game["black"]["name"], game["clock"]) == ("white", "Ann", FIVE)
        assert (await anns.until("taken", id=made["id"]))["game"] == game["id"]
        assert await bobs.until("removed", id=made["id"])
        assert (await ann.ask("GET", f"/games/{game['id']}"))["role"] == "black"
        assert await listed(bob) == []
        # Whoever comes too late, or comes back, is told.
        assert (await bob.ask("POST", f"/lobby/{made['id']}", 404))["error"] == "gone"
        async with in_lobby(ann) as again:
            assert (await again.until("taken"))["game"] == game["id"]


async def test_a_challenge_is_taken_once(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        takers = [Visitor(server.base) for _ in range(8)]
        await asyncio.gather(*(taker.ask("GET", "/me") for taker in takers))
        made = await challenge(ann)
        path = f"/api/v1/lobby/{made['id']}"
        answers = await asyncio.gather(*(taker.http.post(path) for taker in takers))
        assert sorted(it.status_code for it in answers) == [200] + [404] * 7
        for taker in takers:
            await taker.http.aclose()


async def test_a_challenge_is_cancelled_by_its_owner_only(file: str) -> None:
    async with (
        serving(file) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        in_lobby(bob) as bobs,
    ):
        first = await challenge(ann)
        assert (await ann.ask("POST", f"/lobby/{first['id']}", 409))["error"] == "own_challenge"
        await bob.ask("DELETE", f"/lobby/{first['id']}", 404)
        second = await challenge(ann, clock=FIVE)
        assert await listed(bob) == [second["id"]]  # it replaces the first
        await ann.ask("DELETE", f"/lobby/{second['id']}", 204)
        assert await bobs.until("removed", id=second["id"])
        await bob.ask("POST", f"/lobby/{second['id']}", 404)
        await ann.ask("DELETE", f"/lobby/{second['id']}", 404)


async def test_quick_games_pair_by_clock(database: str) -> None:
    async with (
        serving(database) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        visiting(server) as cat,
        in_lobby(ann) as anns,
        in_lobby(bob) as bobs,
        in_lobby(cat) as cats,
    ):
        await challenge(ann, clock=FIVE, quick=True)
        await challenge(cat, quick=True)
        await challenge(bob, clock=FIVE, quick=True)
        games = {(await one.until("taken"))["game"] for one in (anns, bobs)}
        assert len(games) == 1
        game = await ann.ask("GET", f"/games/{games.pop()}")
        assert game["clock"] == FIVE
        assert [it["clock"] for it in (await cat.ask("GET", "/lobby"))["challenges"]] == [None]
        # A quick game takes a challenge of the list, too.
        await challenge(bob, color="white")
        taken = await cats.until("taken")
        assert (await cat.ask("GET", f"/games/{taken['game']}"))["role"] == "black"


async def test_whoever_takes_a_challenge_gives_up_their_own(file: str) -> None:
    async with (
        serving(file) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        in_lobby(bob) as bobs,
    ):
        theirs, own = await challenge(ann), await challenge(bob)
        game = await bob.ask("POST", f"/lobby/{theirs['id']}")
        assert (await bobs.until("taken", id=own["id"]))["game"] == game["id"]
        assert await listed(ann) == []


async def test_a_challenge_ends_when_its_owner_leaves(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "GRACE", 0)
    monkeypatch.setattr(lobbies, "RENEWAL", 0.05)
    async with serving(file) as server, visiting(server) as ann, visiting(server) as bob:
        async with in_lobby(bob) as bobs:
            async with in_lobby(ann):
                made = await challenge(ann)
                await bobs.until("added")
            assert await bobs.until("removed", id=made["id"])
        assert await listed(bob) == []


async def test_an_owner_who_is_there_keeps_a_challenge_for_half_an_hour(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "RENEWAL", 0.05)
    async with (
        serving(file) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        in_lobby(ann) as anns,
    ):
        kept = await challenge(ann)
        first = await expiry(server)
        while await expiry(server) == first:
            await asyncio.sleep(0.05)
        monkeypatch.setattr(lobbies, "LEASE", 1)
        lost = await challenge(bob)
        await asyncio.sleep(0.01)
        await bob.ask("DELETE", f"/lobby/{kept['id']}", 404)
        await ann.ask("POST", f"/lobby/{lost['id']}", 404)
        monkeypatch.setattr(lobbies, "LONGEST", 0)
        assert await anns.until("removed", id=kept["id"])


async def expiry(server: Server) -> int:
    """When the only challenge expires."""
    [found] = await server.site.store.transact(all_challenges)
    return found.expires


async def test_a_challenge_outlives_the_server(database: str, port: int) -> None:
    async with serving(database, port=port) as server, visiting(server) as ann:
        made, secret = await challenge(ann), ann.secret
    async with (
        serving(database, port=port) as server,
        visiting(server, secret) as ann,
        visiting(server) as bob,
        in_lobby(ann) as anns,
    ):
        assert [it["mine"] for it in (await anns.next())["challenges"]] == [True]
        game = await bob.ask("POST", f"/lobby/{made['id']}")
        assert (await anns.until("taken"))["game"] == game["id"]


async def test_two_processes_share_a_lobby(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        visiting(one) as ann,
        visiting(other) as bob,
        in_lobby(ann) as anns,
        in_lobby(bob) as bobs,
    ):
        made = await challenge(ann)
        assert await bobs.until("added")
        game = await bob.ask("POST", f"/lobby/{made['id']}")
        assert (await anns.until("taken", id=made["id"]))["game"] == game["id"]
        await challenge(ann, quick=True)
        await bobs.until("added")
        await challenge(bob, quick=True)
        assert (await anns.until("taken"))["game"] == (await bobs.until("taken"))["game"]


async def test_of_takers_on_two_processes_one_plays(shared_database: str) -> None:
    async with two_servers(shared_database) as (one, other), visiting(one) as ann:
        for _ in range(5):
            async with visiting(one) as bob, visiting(other) as cat:
                made = await challenge(ann)
                path = f"/api/v1/lobby/{made['id']}"
                answers = await asyncio.gather(bob.http.post(path), cat.http.post(path))
                assert sorted(it.status_code for it in answers) == [200, 404]


async def test_many_quick_players_on_two_processes_all_play_once(shared_database: str) -> None:
    async with two_servers(shared_database) as servers:
        players = [Visitor(servers[i % 2].base) for i in range(12)]
        games = await asyncio.gather(*(_quick(player) for player in players))
        assert sorted(map(games.count, games)) == [2] * 12


async def _quick(player: Visitor) -> str:
    async with player.http:
        await player.ask("GET", "/me")
        async with in_lobby(player) as socket:
            await challenge(player, quick=True)
            game: str = (await socket.until("taken"))["game"]
            return game


async def test_challenges_are_counted(file: str) -> None:
    settings = {"open_challenges_per_address": 2, "challenges_per_address": 4}
    async with (
        serving(file, **settings) as server,
        visiting(server) as ann,
        visiting(server) as bob,
        visiting(server) as cat,
    ):
        await challenge(ann)
        await challenge(bob)
        await challenge(ann)  # in place of the first
        await cat.ask("POST", "/lobby", 429, json={})
        await ann.ask("POST", "/lobby", 429, json={})  # the fifth within an hour


async def test_a_lobby_can_be_full(file: str) -> None:
    async with (
        serving(file, challenges=1) as server,
        visiting(server) as ann,
        visiting(server) as bob,
    ):
        await challenge(ann)
        assert (await bob.ask("POST", "/lobby", 503, json={}))["error"] == "full"


async def test_the_socket_takes_no_commands(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        async with in_lobby(ann) as socket:
            await socket.connection.send("p")
            await socket.next()
            assert await asyncio.wait_for(socket.connection.recv(), PATIENCE) == "0"
            await socket.send("move")
            assert await socket.closed() == 1008
        async with in_lobby(ann) as socket:
            await socket.connection.send("p" * 600)
            assert await socket.closed() == 1009


async def test_nobody_is_shown_who_a_challenger_is(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann, visiting(server) as bob:
        await challenge(ann)
        [shown] = (await bob.ask("GET", "/lobby"))["challenges"]
        public = {"id", "name", "kind", "clock", "color", "rated", "rating", "created", "mine"}
        assert shown.keys() == public
        stranger = Visitor(server.base)
        async with stranger.http, in_lobby(stranger) as socket:
            assert not (await socket.next())["challenges"][0]["mine"]


async def test_other_sites_cannot_challenge(file: str) -> None:
    async with serving(file) as server, visiting(server) as ann:
        ann.http.headers["origin"] = "https://evil.example"
        await ann.ask("POST", "/lobby", 403, json={})
        with pytest.raises(websockets.InvalidStatus):
            async with in_lobby(ann):
                pass
