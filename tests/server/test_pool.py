"""The engine pool with real engines, and with engines that misbehave."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import tenchips
from server.play import until
from tenchips import BLACK, WHITE, Board, Rules
from tenchips.engine import Limit
from tenchips.protocol import EngineFault, UgiClient
from tenchips.server import pool as pools
from tenchips.server.pool import SHARE, Crowded, EnginePool, Search, known_rules

PATIENCE = 200.0
SOURCE = str(Path(tenchips.__file__).parents[1])
BAD = str(Path(__file__).parents[1] / "protocol" / "bad_engine.py")
SLOW = [sys.executable, BAD, "slow"]
"""Thinks until it is stopped."""

MATE_IN_ONE = "01 60 03 65 06 55 71 33 73 35 76"


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of this checkout, which may start slowly."""
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    monkeypatch.setattr(pools, "PATIENCE", PATIENCE)


def within(work: Callable[[], Awaitable[None]]) -> None:
    async def timed() -> None:
        await asyncio.wait_for(work(), PATIENCE)

    asyncio.run(timed())


def children() -> set[int]:
    """The processes that this one has started and that still run."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(os.getpid())], capture_output=True, text=True
    ).stdout.splitlines()
    return {
        int(pid)
        for pid, state in map(str.split, listed)
        if not state.startswith("Z") and _is_engine(int(pid))
    }


def _is_engine(pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"ugi" in words or any(word.endswith(b"engine.py") for word in words)


def scripted(tmp_path: Path, *lives: str) -> list[str]:
    """An engine that misbehaves differently each time it is started, and at last is ours."""
    ways = tmp_path / "ways"
    ways.write_text("\n".join(lives))
    program = tmp_path / "engine.py"
    program.write_text(
        "import os, sys\n"
        f"ways = open({str(ways)!r}).read().split(chr(10))\n"
        f"open({str(ways)!r}, 'w').write(chr(10).join(ways[1:]))\n"
        f"bad = [{BAD!r}, *ways[0].split()]\n"
        "own = ['-m', 'tenchips', 'ugi']\n"
        "os.execv(sys.executable, [sys.executable, *(bad if ways[0] else own)])\n"
    )
    return [sys.executable, str(program)]


def test_every_level_answers_with_a_legal_move_and_no_process_is_left() -> None:
    async def work() -> None:
        board = Board(moves="33 44")
        async with EnginePool(engines=2, queue=20) as pool:
            searches = [pool.request(f"visitor {n}", board, n) for n in range(1, 11)]
            for search in searches:
                assert await search in board.legal_moves
            assert 1 <= len(children() - before) <= 2
            assert (pool.waiting, pool.searching) == (0, 0)

    before = children()
    within(work)
    assert not children() - before


def test_the_top_level_wins_at_once_where_it_can() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=0) as pool:
            assert str(await pool.request("ann", Board(moves=MATE_IN_ONE), 10)) in ("17", "57")

    within(work)


def test_engines_are_started_only_when_needed() -> None:
    async def work() -> None:
        async with EnginePool(engines=3, queue=1) as pool:
            assert not children() - before
            for _ in range(3):
                await pool.request("ann", Board(), 1)
            assert len(children() - before) == 1

    before = children()
    within(work)


def test_a_place_in_the_queue_is_told_as_it_changes() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=3, command=SLOW) as pool:
            first, *others = [pool.request(name, Board(), 1) for name in "abcd"]
            places: dict[str, list[int]] = {name: [] for name in "bcd"}
            for search in others:
                search.on_place(places[search.visitor].append)
            assert [search.place for search in (first, *others)] == [0, 1, 2, 3]
            others[1].cancel()
            await until(lambda: pool.waiting == 2)
            first.cancel()
            await until(lambda: others[0].place == 0)
            assert places == {"b": [0], "c": [], "d": [2, 1]}
            assert others[1].is_over

    within(work)


def test_a_full_queue_refuses_and_recovers() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1, command=SLOW) as pool:
            running, waiting = pool.request("a", Board(), 1), pool.request("b", Board(), 1)
            with pytest.raises(Crowded, match="waiting for the engine"):
                pool.request("c", Board(), 1)
            assert (running.place, waiting.place, pool.waiting) == (0, 1, 1)
            waiting.cancel()
            await until(lambda: pool.waiting == 0)
            assert pool.request("c", Board(), 1).place == 1

    within(work)


def test_a_visitor_has_one_search_at_a_time_and_others_pass() -> None:
    async def work() -> None:
        async with EnginePool(engines=2, queue=50, command=SLOW) as pool:
            mine = [pool.request("ann", Board(), 1) for _ in range(SHARE + 1)]
            assert [search.place for search in mine] == list(range(SHARE + 1))
            with pytest.raises(Crowded):
                pool.request("ann", Board(), 1)
            assert pool.request("bob", Board(), 1).place == 0
            mine[0].cancel()
            await until(lambda: mine[1].place == 0)
            assert pool.searching == 2

    within(work)


def test_addresses_are_served_in_turn_however_many_visitors_they_have() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=50, command=SLOW) as pool:
            crowd = [pool.request(f"cookie {n}", Board(), 1, "far") for n in range(20)]
            ann, bob = (pool.request(name, Board(), 1, "near") for name in ("ann", "bob"))
            assert (ann.place, crowd[1].place, bob.place, crowd[2].place) == (1, 3, 2, 4)
            crowd[0].cancel()
            await until(lambda: ann.place == 0)
            eve = pool.request("eve", Board(), 1, "elsewhere")
            assert (eve.place, crowd[1].place, crowd[2].place, bob.place) == (1, 2, 3, 4)

    within(work)


def test_a_full_queue_makes_room_for_another_address_and_keeps_places() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=3, command=SLOW) as pool:
            crowd = [pool.request(f"cookie {n}", Board(), 1, "far") for n in range(4)]
            assert pool.request("ann", Board(), 1, "near").place == 1
            with pytest.raises(Crowded):
                await crowd[3]
            with pytest.raises(Crowded):
                pool.request("late", Board(), 1, "far")
            for left, search in ((2, crowd[2]), (1, crowd[1])):
                search.cancel()
                await until(lambda left=left: pool.waiting == left)
            late = pool.request("late", Board(), 1, "far")
            again = pool.request("cookie 3", Board(), 1, "far", since=crowd[3].since)
            assert (again.place, late.place) == (2, 3)

    within(work)


def test_a_search_that_fails_by_our_own_fault_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(*_: object) -> None:
        raise AssertionError("this cannot be")

    async def work() -> None:
        async with EnginePool(engines=1, queue=1) as pool:
            with pytest.raises(EngineFault, match="this cannot be"):
                await pool.request("ann", Board(), 1)
            assert pool.searching == 0

    monkeypatch.setattr(UgiClient, "go", go)
    within(work)


@pytest.mark.parametrize("how", ["the search", "the task that awaits it"])
def test_cancelling_frees_the_engine_at_once_and_keeps_it(how: str) -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1, command=SLOW) as pool:
            search = pool.request("ann", Board(), 10)
            awaiting = asyncio.ensure_future(wait_for(search))
            await until(lambda: len(children() - before) == 1)
            engines = children() - before
            following = pool.request("bob", Board(), 10)
            (search if how == "the search" else awaiting).cancel()
            with pytest.raises(asyncio.CancelledError):
                await awaiting
            await until(lambda: following.place == 0)
            assert children() - before == engines

    async def wait_for(search: Search) -> None:
        await search

    before = children()
    within(work)


def test_an_engine_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        command = [sys.executable, BAD, "ignores-stop"]
        async with EnginePool(engines=1, queue=1, command=command) as pool:
            search = pool.request("ann", Board(), 10)
            await until(lambda: bool(thinking))
            engines = children() - before
            assert len(engines) == 1
            search.cancel()
            await until(lambda: pool.searching == 0)
            assert not children() & engines

    async def go(engine: UgiClient, board: Board, limit: Limit) -> object:
        thinking.append(engine)
        return await begin(engine, board, limit)

    thinking: list[UgiClient] = []
    begin = UgiClient.go
    monkeypatch.setattr(UgiClient, "go", go)
    monkeypatch.setattr(pools, "STOPPING", 0.1)
    before = children()
    within(work)


@pytest.mark.parametrize(
    "lives",
    [("dead-at-once", "dies"), ("crashes", "illegal"), ("closes", "nonsense"), ("no-move", "bare")],
)
def test_an_engine_that_fails_is_replaced_and_the_search_tried_again(
    tmp_path: Path, lives: tuple[str, str]
) -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1, command=scripted(tmp_path, *lives, "")) as pool:
            board = Board(moves=MATE_IN_ONE)
            assert str(await pool.request("ann", board, 10)) in ("17", "57")

    within(work)


def test_a_silent_engine_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        command = scripted(tmp_path, "never-ready", "")
        async with EnginePool(engines=1, queue=1, command=command) as pool:
            search = pool.request("ann", Board(), 1)
            await until(lambda: "never-ready" not in (tmp_path / "ways").read_text())
            monkeypatch.setattr(pools, "PATIENCE", PATIENCE)  # for the engine that is ours
            assert await search in Board().legal_moves

    monkeypatch.setattr(pools, "PATIENCE", 1.0)
    monkeypatch.setattr(pools, "TRIES", 1000)  # it may be given up before it has begun
    within(work)


def test_an_engine_killed_between_two_searches_is_replaced() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1) as pool:
            await pool.request("ann", Board(), 1)
            (engine,) = children() - before
            os.kill(engine, 9)
            await until(lambda: engine not in children())
            assert await pool.request("ann", Board(), 1) in Board().legal_moves

    before = children()
    within(work)


def test_a_search_fails_when_no_engine_works() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1, command=[sys.executable, BAD, "dies"]) as pool:
            with pytest.raises(EngineFault, match="exit status 4"):
                await pool.request("ann", Board(), 1)
            assert pool.searching == 0

    within(work)


def test_closing_cancels_what_runs_and_what_waits() -> None:
    async def work() -> None:
        pool = EnginePool(engines=1, queue=5, command=SLOW)
        searches = [pool.request(name, Board(), 1) for name in "abc"]
        await until(lambda: len(children() - before) == 1)
        await pool.close()
        assert all(search.is_over for search in searches)
        with pytest.raises(Crowded, match="going down"):
            pool.request("d", Board(), 1)

    before = children()
    within(work)
    assert not children() - before


def test_requests_that_make_no_sense_are_refused() -> None:
    async def work() -> None:
        async with EnginePool(engines=1, queue=1) as pool:
            with pytest.raises(ValueError, match="levels are from 1 to 10, not 11"):
                pool.request("ann", Board(), 11)
            with pytest.raises(ValueError, match="the game is over"):
                pool.request("ann", Board(moves=f"{MATE_IN_ONE} 57"), 1)

    within(work)
    with pytest.raises(ValueError, match="at least 1 engine"):
        EnginePool(engines=0, queue=1)


def test_house_rules_that_ugi_does_not_know_end_no_game() -> None:
    rules = Rules(repetition=0, step_limit=0)
    there, back = ("03-51", "25-10"), ("51-03", "10-25")
    board = Board("3BB1B1/1WW1W3/5B2/WW1WB3/6B1/1WB1W3/1W3WB1/2B1B3 w 0 11", rules)
    for move in 5 * (*there, *back):
        board.push(move)
    assert board.repetitions() > 3

    async def work() -> None:
        async with EnginePool(engines=1, queue=1) as pool:
            for move in there:
                shown = known_rules(board)
                assert (shown.turn, shown.outcome()) == (board.turn, None)
                assert all(shown.chips(color) == board.chips(color) for color in (WHITE, BLACK))
                assert await pool.request("ann", board, 3) in board.legal_moves
                board.push(move)

    within(work)
