"""The learned player as an opponent: offered where it is installed, and played by the pool."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from server.play import ME, RANDOM, FakePool, serving, visiting
from tenchips import Board
from tenchips.server.pool import EnginePool

LEARNED = {"kind": "learned"}


async def test_it_is_offered_and_asked_for_its_move(database: str) -> None:
    pool = FakePool()
    async with serving(database, pool) as server, visiting(server) as ann:
        assert await ann.ask("GET", "/opponents") == ["machine", "random", "learned"]
        game, _ = await ann.create(ME, LEARNED)
        seat = {"kind": "learned", "name": "Learned", "level": None}
        assert game["black"] == seat | {"bot": False, "rating": None, "account": False}
        assert game["between_people"] is False
        async with ann.socket(game["id"]) as socket:
            await socket.move(0, "33")
            assert (await socket.until("event", k="move", by="black"))["m"] == "10"
            assert [search.level for search in pool.asked] == [None]
            await socket.send("resign")
            await socket.until("event", k="end")
        record = (await ann.http.get(f"/api/v1/games/{game['id']}/record")).text
        assert '[Black "Learned"]' in record


async def test_it_plays_a_whole_game_from_a_position(tmp_path: Path) -> None:
    """Beside a level of the machine, which needs an engine of another kind."""
    start = "2B5/1W6/4W3/8/8/4B3/8/8 w 0 3"
    async with (
        EnginePool(1, 8) as pool,
        serving(f"sqlite:///{tmp_path}/games.db", pool) as server,
        visiting(server) as ann,
    ):
        for white, black in ((LEARNED, RANDOM), ({"kind": "machine", "level": 1}, LEARNED)):
            game, _ = await ann.create(white, black, start=start)
            async with ann.socket(game["id"]) as socket:
                end = await socket.until("event", k="end")
            moves = [payload["m"] for payload in socket.seen if payload.get("k") == "move"]
            outcome = Board(start, moves=moves).outcome()
            assert outcome is not None
            assert end["result"] == outcome.result == ("1-0" if white == LEARNED else "0-1")


async def test_where_it_is_not_installed_it_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, visiting(server) as ann:
        assert await ann.ask("GET", "/opponents") == ["machine", "random"]
        refused = await ann.ask("POST", "/games", 422, json={"white": ME, "black": LEARNED})
        assert refused == {
            "error": "not_offered",
            "detail": "the learned player is not installed on this server: choose a level",
        }
