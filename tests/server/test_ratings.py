"""Ratings: the numbers against the published example, fair beginnings, and each result once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from server.databases import FULL, before_statements
from server.play import HOUR, FakePool, Server, Socket, Visitor, serving, two_servers
from server.test_accounts import GOOD, signed_up
from server.test_lobby import challenge, in_lobby
from tenchips import Board
from tenchips.server.judge import CHOICE, Rejected, Verdict, begin, flag, flag_time, judge
from tenchips.server.lobby.pairing import partners
from tenchips.server.messages import Command, JudgedCommand
from tenchips.server.models import Clock
from tenchips.server.ratings.fair import fair_board, level_rating
from tenchips.server.ratings.glicko2 import Rating, rate
from tenchips.server.state import Beginning, GameState, Sitter
from tenchips.server.store import Challenge, ratings
from tenchips.squares import BLACK, WHITE

FIVE = {"base": 300, "increment": 5}
MACHINE = {"kind": "machine", "level": 3}
ANN = Sitter("person", "Ann", None, "a" * 32)
BOB = Sitter("person", "Bob", None, "b" * 32)
COMMANDS: TypeAdapter[JudgedCommand] = TypeAdapter(Command)
LEVELS = Path(__file__).parents[2] / "docs" / "levels.md"


# The numbers


def test_the_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system": the numbers of its last page."""
    opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    after = rate(Rating(1500, 200, 0.06), zip(opponents, (1, 0, 0), strict=True))
    assert after.rating == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_a_rating_gets_less_sure() -> None:
    """The example's formula for a period without games: the deviation grows by the volatility."""
    before = Rating(1600, 50, 0.06)
    after = rate(before, [], periods=4)
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx((50**2 + 4 * (0.06 * 173.7178) ** 2) ** 0.5)
    assert rate(before, [], periods=1e9).deviation == 350


@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_equal_players_gain_and_lose_alike(score: float) -> None:
    one, other = rate(Rating(), [(Rating(), score)]), rate(Rating(), [(Rating(), 1 - score)])
    assert one.rating - 1500 == pytest.approx(1500 - other.rating)
    assert (one.rating > 1500) == (score > 0.5)
    assert one.deviation < 350


def test_the_levels_are_worth_what_was_measured() -> None:
    rows = re.findall(r"^\| (\d+) \| [\d.]+% ± .*? \| (\d+) ± ", LEVELS.read_text(), re.M)
    assert len(rows) == 10
    for level, elo in rows:
        assert level_rating(int(level)).rating == int(elo) + 700


def test_rated_games_begin_fairly() -> None:
    """A fair opening is one of those that the solver found, and not always the same."""
    text = (Path(__file__).parents[2] / "src/tenchips/solver/balanced.txt").read_text()
    known = {line for line in text.splitlines() if not line.startswith("#")}
    drawn = {" ".join(map(str, fair_board().moves)) for _ in range(20)}
    assert drawn <= known
    assert len(drawn) > 1


# Picking a side


class Table:
    """A rated game in which Bob, who is Black, picks a side."""

    def __init__(self) -> None:
        assert ANN.identity is not None
        clock = Clock(base=60, increment=0)
        board = Board(moves="71 11 65 42 34")
        new = Beginning(board, ANN, BOB, ANN.identity, clock, True, True, BLACK)
        _, write = begin(new, None, 0)
        self.game = GameState.fold(write.events)

    def say(self, who: Sitter, t: str, **facts: object) -> Verdict:
        command = COMMANDS.validate_python({"t": t, "id": f"{self.game.v}"} | facts)
        verdict = judge(self.game, command, who.identity or "", 1_000)
        self.do(verdict)
        return verdict

    def do(self, verdict: Verdict) -> None:
        for event in verdict.write.events:
            self.game.apply(event)


@pytest.mark.parametrize(("color", "white"), [("white", BOB), ("black", ANN)])
def test_the_second_player_picks_a_side(color: str, white: Sitter) -> None:
    table = Table()
    with pytest.raises(Rejected, match="picks a side first"):
        table.say(BOB, "move", ply=5, m="22")
    with pytest.raises(Rejected, match="no side for you"):
        table.say(ANN, "side", color="white")
    verdict = table.say(BOB, "side", color=color)
    assert table.game.seats[WHITE].name == white.name
    assert table.game.choosing is None
    swapped = verdict.write.changes.get(table.game.id, {})
    assert swapped.get("white") == (BOB.identity if color == "white" else None)
    with pytest.raises(Rejected, match="no side for you"):
        table.say(BOB, "side", color=color)
    table.say(table.game.seats[BLACK], "move", ply=5, m="22")


def test_who_does_not_pick_keeps_their_side() -> None:
    table = Table()
    assert flag_time(table.game) == CHOICE
    table.do(flag(table.game))
    assert (table.game.choosing, table.game.seats[BLACK].name) == (None, "Bob")
    assert flag_time(table.game) is None


def test_only_games_that_were_played_are_rated() -> None:
    table = Table()
    table.say(BOB, "side", color="black")
    assert table.say(BOB, "resign").write.rated == []
    table = Table()
    table.say(BOB, "side", color="white")
    for mover, ply, m in (ANN, 5, "22"), (BOB, 6, "46"):
        table.say(mover, "move", ply=ply, m=m)
    with pytest.raises(Rejected, match="not taken back"):
        table.say(ANN, "offer", what="takeback")
    [rated] = table.say(ANN, "resign").write.rated
    assert (rated.white.identity, rated.black.identity, rated.score, rated.pool) == (
        BOB.identity, ANN.identity, 1.0, "people",
    )  # fmt: skip


# On the server


@asynccontextmanager
async def rated_pair(
    one: Server, other: Server
) -> AsyncIterator[tuple[Visitor, Visitor, str, Socket, Socket]]:
    """Ann and Bob in a rated game with their sockets, after a side was picked and a move each."""
    async with signed_up(one, "Annette") as ann, signed_up(other, "Bobby") as bob:
        async with in_lobby(ann) as anns, in_lobby(bob) as bobs:
            await challenge(ann, clock=FIVE, quick=True, rated=True)
            await challenge(bob, clock=FIVE, quick=True, rated=True)
            id: str = (await anns.until("taken"))["game"]
            await bobs.until("taken")
        async with ann.socket(id) as first, bob.socket(id) as second:
            await play_in(first, second)
            yield ann, bob, id, first, second


async def play_in(first: Socket, second: Socket) -> None:
    """The player who may picks White, and both make a move."""
    game = (await first.until("state"))["game"]
    assert (game["rated"], len(game["moves"])) == (True, 5)
    role = (await second.until("state"))["game"]["role"]
    chooser = second if game["choosing"] == role else first
    assert (await chooser.ask("side", color="white"))["t"] == "ack"
    other = first if chooser is second else second
    for socket in (first, second):
        if not any(it["t"] == "event" and it["k"] == "side" for it in socket.seen):
            await socket.until("event", k="side")
    board = Board(moves=" ".join(game["moves"]))
    for socket in (other, chooser):  # Black is to move after five plies
        move = str(next(iter(board.legal_moves)))
        assert (await socket.move(len(board.moves), move))["t"] == "ack"
        board.push(move)


async def rating(visitor: Visitor, name: str) -> Any:
    return await visitor.ask("GET", f"/players/{name}/rating")


async def test_a_rated_pair(database: str) -> None:
    async with (
        serving(database) as server,
        rated_pair(server, server) as (ann, bob, id, first, _),
    ):
        assert (await ann.ask("GET", f"/games/{id}/ratings"))["white"] is None
        assert (await first.ask("resign"))["t"] == "ack"
        lost, won = await rating(bob, "Annette"), await rating(bob, "Bobby")
        # What the published formulas give for a first game of two newcomers.
        assert (lost["rating"], won["rating"]) == (1338, 1662)
        assert [it["change"] for it in won["history"]] == [162]
        assert (won["games"], won["is_sure"]) == (1, False)
        exported = await bob.ask("GET", "/account/export")
        assert exported["ratings"] == won["history"]
        changes = await ann.ask("GET", f"/games/{id}/ratings")
        assert {changes["white"]["rating"], changes["black"]["rating"]} == {1338, 1662}
        assert (await ann.ask("GET", "/leaderboard"))["players"] == []  # not sure yet
        games = await bob.ask("GET", f"/games/{id}")
        assert {games["white"]["rating"], games["black"]["rating"]} == {1500}
        # The next one begins anew, from another opening; colours change, and somebody picks.
        await ann.ask("GET", f"/games/{id}")


async def test_a_result_that_could_not_be_stored_is_rated_once(database: str) -> None:
    """The database fails after the end of the game was written and before it was committed."""
    failed = 0

    def fail(_: object) -> None:
        nonlocal failed
        failed += 1
        if failed == 1:
            raise FULL

    async with (
        serving(database) as server,
        rated_pair(server, server) as (ann, _, __, first, ___),
    ):
        with before_statements("INTO rating_change", fail):
            assert (await first.ask("resign"))["t"] == "ack"
        assert failed > 1
        for name in ("Annette", "Bobby"):
            found = await rating(ann, name)
            assert (found["games"], len(found["history"])) == (1, 1)


async def test_both_resign_on_two_processes_and_one_result_counts(shared_database: str) -> None:
    async with (
        two_servers(shared_database) as (one, other),
        rated_pair(one, other) as (ann, _, __, first, second),
    ):
        answers = await asyncio.gather(first.ask("resign"), second.ask("resign"))
        assert sorted(it["t"] for it in answers) == ["ack", "nack"]
        found = [await rating(ann, name) for name in ("Annette", "Bobby")]
        assert sorted(it["rating"] for it in found) == [1338, 1662]


async def test_a_rated_game_against_the_machine(database: str) -> None:
    async with serving(database, FakePool()) as server, signed_up(server, "Annette") as ann:
        body = {"white": {"kind": "me"}, "black": MACHINE, "clock": HOUR, "rated": True}
        made = (await ann.ask("POST", "/games", 201, json=body))["game"]
        assert len(made["moves"]) == 5
        assert {made["white"]["rating"], made["black"]["rating"]} == {1500, 1193}
        # One at a time: who is losing does not begin another one instead.
        assert (await ann.ask("POST", "/games", 409, json=body))["error"] == "rated_game"
        async with ann.socket(made["id"]) as socket:
            await play_machine(socket)
            assert (await socket.ask("resign"))["t"] == "ack"
        found = await rating(ann, "Annette")
        assert found["rating"] < 1500
        expected = rate(Rating(), [(level_rating(3), 0)], 0)
        assert found["rating"] == round(expected.rating)
        await ann.ask("POST", "/games", 201, json=body)


async def play_machine(socket: Socket) -> None:
    """Make a move in a game against a machine that moves at once, and see its move."""
    game = (await socket.until("state"))["game"]
    board = Board(moves=" ".join(game["moves"]))
    if game["turn"] != game["role"]:
        board.push((await socket.until("event", k="move"))["m"])
    move = str(next(iter(board.legal_moves)))
    ply = len(board.moves)
    assert (await socket.move(ply, move))["t"] == "ack"
    if not any(it.get("ply") == ply + 1 for it in socket.seen):
        await socket.until("event", k="move", ply=ply + 1)


@pytest.mark.parametrize(
    "body",
    [
        {"white": {"kind": "me"}, "black": MACHINE},
        {"white": {"kind": "me"}, "black": {"kind": "open"}, "clock": HOUR},
        {"white": {"kind": "me"}, "black": {"kind": "me"}, "clock": HOUR},
        {"white": {"kind": "me"}, "black": {"kind": "learned"}, "clock": HOUR},
        {"white": {"kind": "me"}, "black": MACHINE, "clock": HOUR, "moves": ["33"]},
    ],
)
async def test_what_is_not_fair_is_not_rated(tmp_path: Path, body: Any) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        signed_up(server, "Annette") as ann,
    ):
        refused = await ann.ask("POST", "/games", 422, json=body | {"rated": True})
        assert refused["error"] == "not_rated"


async def test_rated_games_need_an_account_and_bots_play_apart(tmp_path: Path) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        signed_up(server, "Annette") as ann,
    ):
        guest = Visitor(server.base)
        async with guest.http:
            await guest.ask("GET", "/me")
            wanted = {"clock": FIVE, "rated": True}
            assert (await guest.ask("POST", "/lobby", 401, json=wanted))["error"] == "no_account"
            made = await challenge(ann, **wanted)
            await guest.ask("POST", f"/lobby/{made['id']}", 401)
            token = (await guest.ask("POST", "/tokens", 201, json={"name": "Robot"}))["token"]
        bot = Visitor(server.base, {"authorization": f"Bearer {token}"})
        async with bot.http:
            refused = await bot.ask("POST", f"/lobby/{made['id']}", 409)
            assert refused["error"] == "bots_apart"
            body = {"white": {"kind": "me"}, "black": MACHINE, "clock": HOUR, "rated": True}
            game = (await bot.ask("POST", "/games", 201, json=body))["game"]
            seat = game[game["role"]]
            assert (seat["name"], seat["bot"]) == ("Robot", True)
        for more in ({"clock": None}, {"color": "white"}):
            await ann.ask("POST", "/lobby", 422, json=wanted | more)


async def test_the_best_are_listed_among_the_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "SURE", 300)
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        signed_up(server, "Annette") as ann,
        signed_up(server, "Bobby") as bob,
    ):
        for _ in range(3):
            body = {"white": {"kind": "me"}, "black": MACHINE, "clock": HOUR, "rated": True}
            made = (await ann.ask("POST", "/games", 201, json=body))["game"]
            async with ann.socket(made["id"]) as socket:
                await play_machine(socket)
                await socket.ask("resign")
        found = await bob.ask("GET", "/leaderboard")
        [best] = found["players"]
        assert (best["name"], best["games"]) == ("Annette", 3)
        assert best["rating"] < 1193
        assert [it["rating"] for it in found["levels"]][:3] == [868, 1030, 1193]
        assert (await bob.ask("GET", "/leaderboard?pool=bots"))["players"] == []
        none = await rating(bob, "Bobby")
        assert (none["rating"], none["games"], none["history"]) == (None, 0, [])
        await bob.ask("GET", "/players/Nobody/rating", 404)
        # Her data goes with the account.
        await ann.ask("POST", "/account/confirm", 204, json={"password": GOOD})
        await ann.ask("DELETE", "/account", 204)
        assert (await bob.ask("GET", "/leaderboard"))["players"] == []


# Pairing


def waiting(owner: str, rating: int, created: int = 0, **more: Any) -> Challenge:
    facts: dict[str, Any] = {
        "owner": owner, "id": owner, "kind": "account", "name": owner, "base": 300,
        "increment": 5, "color": "random", "quick": True, "rated": True, "rating": rating,
        "created": created, "expires": 10**12,
    }  # fmt: skip
    return Challenge(**facts | more)


def test_rated_players_meet_their_equals_and_after_a_while_anybody() -> None:
    me = waiting("me", 1500, created=10)
    others = [waiting("a", 1700), waiting("b", 1420), waiting("c", 1560), waiting("d", 2500)]
    assert [it.owner for it in partners(me, others, 10)] == ["c", "b"]
    assert [it.owner for it in partners(me, others, 5_000)] == ["c", "b", "a"]
    assert [it.owner for it in partners(me, others, 60_000)] == ["c", "b", "a", "d"]
    bot = waiting("e", 1500, kind="bot")
    unrated = waiting("f", 1500, rated=False)
    younger = waiting("g", 1500, created=11)
    assert partners(me, [me, bot, unrated, younger], 10) == []
