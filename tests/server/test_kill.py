"""A server that is killed under load has kept every move it acknowledged, once.

This is a small run of `benchmarks/server.py kill`, and of the comparison on which it stands.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from sqlalchemy import create_engine, text

from server.databases import Cluster
from server.play import is_running


def _load() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "server.py"
    spec = importlib.util.spec_from_file_location("server_benchmark", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


BENCHMARK = _load()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_not_one_acknowledged_move_is_lost_or_doubled(
    kind: str, tmp_path: Path, port: int, request: pytest.FixtureRequest
) -> None:
    database, workers = f"sqlite:///{tmp_path}/games.db", 1
    if kind == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        database, workers = cluster.new(), 2
    with BENCHMARK.started(database, workers, port) as (server, url):
        verdict = asyncio.run(BENCHMARK.kill(server, url, cycles=2, games=6, rate=60))
    assert verdict.faults == []
    assert verdict.acknowledged >= 3 * 6


def test_a_lost_move_and_a_doubled_one_would_be_found(tmp_path: Path) -> None:
    async def play() -> list[object]:
        http = BENCHMARK.Http(server.port)
        (plan,) = BENCHMARK.plans(1, 6, seed=1)
        seen = BENCHMARK.Seen(await BENCHMARK.make_game(http, plan))
        http.close()
        await BENCHMARK.Pair(server, seen).play(lambda: 0.0, asyncio.Event())
        assert len(seen.acknowledged) == 6
        return [seen]

    with BENCHMARK.started(f"sqlite:///{tmp_path}/games.db", 1) as (server, url):
        every = asyncio.run(play())
        server.stop()
    compare = BENCHMARK.compare_with_database
    assert compare(url, every) == []
    engine = create_engine(url)
    last = "(SELECT max(seq) FROM event)"
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO event (game_id, seq, command_id, payload)"
                f" SELECT game_id, seq + 1, 'again', payload FROM event WHERE seq = {last}"
            )
        )
    assert any("doubled" in fault for fault in compare(url, every))
    with engine.begin() as connection:
        connection.execute(text(f"DELETE FROM event WHERE seq >= {last} - 1"))
    engine.dispose()
    assert any("the acknowledged move 5 is lost" in fault for fault in compare(url, every))


def test_engines_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    async def ask_the_machine() -> None:
        http = BENCHMARK.Http(server.port)
        seats = {"white": {"kind": "machine", "level": 1}, "black": {"kind": "me"}}
        cookie = "c" * 43
        made = await http.ask("POST", "/games", cookie, seats)
        moves: list[str] = []
        while not moves:
            moves = (await http.ask("GET", f"/games/{made['game']['id']}", cookie))["moves"]
            await asyncio.sleep(0.05)
        http.close()

    with BENCHMARK.started(f"sqlite:///{tmp_path}/games.db", 1) as (server, _):
        asyncio.run(ask_the_machine())
        first, *engines = server.pids()
        assert engines
        os.kill(first, 9)
        deadline = time.monotonic() + 300
        while any(is_running(pid) for pid in engines):
            assert time.monotonic() < deadline, "an engine outlives its server"
            time.sleep(0.05)
