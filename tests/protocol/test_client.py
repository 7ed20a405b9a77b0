"""The client gets a move out of a good engine, and gets rid of a bad one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import tenchips
from tenchips import WHITE, Board
from tenchips.engine import Limit
from tenchips.protocol import (
    BlockingUgiClient,
    Clocks,
    EngineDead,
    EngineFault,
    EngineGarbage,
    EngineIllegalMove,
    EngineSilent,
    UgiClient,
)

BAD = Path(__file__).parent / "bad_engine.py"
ENV = os.environ | {"PYTHONPATH": str(Path(tenchips.__file__).parents[1])}
OURS = [sys.executable, "-m", "tenchips", "ugi"]
PATIENT = 60.0
WON = "01 60 03 65 06 55 71 33 73 35 76"


async def start(*ways: str, timeout: float = PATIENT) -> UgiClient:
    return await UgiClient.start([sys.executable, BAD, *ways], timeout=timeout)


def is_running(pid: int) -> bool:
    """Whether there is such a process, zombies included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_our_engine_from_end_to_end() -> None:
    async def talk() -> None:
        client = await UgiClient.start(
            OURS, env=ENV, timeout=PATIENT, options={"Hash": 1, "mULTIpv": 2, "Nonsense": "x"}
        )
        async with client:
            assert client.name.startswith("Tenchips")
            assert client.author
            assert client.options["Hash"].startswith("type spin default 64")
            assert client.options["OwnBook"] == "type check default false"
            assert await client.query("p1turn") == "true"
            await client.new_game()
            board = Board(moves=WON)
            answer = await client.play(board, Limit(depth=3))
            assert str(answer.move) in ("17", "57")
            assert answer.infos[0].score.plies == 1
            assert answer.infos[0].move == answer.move
            start = Board("8/8/8/3W4/8/8/8/8 b 0 1", moves="44")
            assert await client.query("fen", start) == "8/8/8/3W4/4B3/8/8/8_w_0_2"
            for limit, clocks in (
                (Limit(nodes=2000), None),
                (Limit(time=0.05), None),
                (Limit(clock=0.5, increment=0.1), None),
                (Limit(depth=2), Clocks(1.0, 0.5)),
            ):
                answer = await client.play(start, limit, clocks)
                assert answer.move in start.legal_moves
                assert [info.rank for info in answer.infos] == [1, 2]
            search = await client.go(Board())
            with pytest.raises(ValueError, match="thinking already"):
                await client.go(Board())
            depths = []
            async for info in search:
                depths.append(info.depth)
                if info.depth == 3:
                    search.stop()
                await client.ready()
            assert {1, 2, 3} <= set(depths)
            assert (await search.result()).move in Board().legal_moves
            over = Board(moves=f"{WON} 57")
            assert (await client.play(over)).move is None
            assert await client.query("result", over) == "p2win"
        assert not client.is_alive
        assert not is_running(client.pid)
        with pytest.raises(EngineDead):
            await client.ready()

    asyncio.run(talk())


def test_our_engine_without_async() -> None:
    with BlockingUgiClient(OURS, env=ENV, timeout=PATIENT) as engine:
        engine.set_option("Hash", 1)
        engine.new_game()
        board = Board()
        while board.outcome() is None and len(board.moves) < 8:
            move = engine.play(board, Limit(depth=2)).move
            assert move is not None
            board.push(move)
        assert engine.query("p1turn", board) == str(board.turn is WHITE).lower()
        depths = [info.depth for info in engine.stream(Board(), Limit(depth=4))]
        assert depths == sorted(depths)
        assert depths[-1] == 4
        for info in engine.stream(Board()):
            if info.depth == 2:
                break
        threading.Timer(0.2, engine.stop).start()
        last = list(engine.stream(Board()))[-1]
        assert last.move in Board().legal_moves
        pid = engine.client.pid
    assert not is_running(pid)
    assert engine.close() is None


def test_a_well_behaved_script() -> None:
    async def talk() -> None:
        async with await start("garbage") as client:
            assert (client.name, client.options) == (
                "Scripted 1",
                {"Style": "type combo default wild"},
            )
            assert str((await client.play(Board())).move) == "33"
            assert await client.query("result") == "none"
            assert await client.quit() == 0

    asyncio.run(talk())


def patience(way: str) -> float:
    """Seconds to wait for an engine: few where the fault is that it never answers."""
    few = {"silent": 0.5, "babbles-at-handshake": 0.5, "ignores-stop": 0.5, "never-ready": 4.0}
    return few.get(way, PATIENT)


async def _shake_hands(way: str) -> None:
    await start(way, timeout=patience(way))


async def _play(way: str) -> None:
    async with await start(way) as client:
        client.process.timeout = patience(way)
        await client.play(Board(moves="33 44"), Limit(time=0.0))


async def _stream(way: str) -> None:
    async with await start(way) as client:
        client.process.timeout = patience(way)
        search = await client.go(Board(moves="33 44"), Limit(time=0.0))
        async for _ in search:
            pass
        await search.result()


async def _query(way: str) -> None:
    async with await start(way) as client:
        await client.query("result")


@pytest.mark.parametrize(
    ("how", "way", "fault", "sentence"),
    [
        (_shake_hands, "silent", EngineSilent, "did not answer ugi within 0.5 s"),
        (_shake_hands, "never-ready", EngineSilent, "Scripted 1 did not answer isready"),
        (_shake_hands, "babbles-at-handshake", EngineSilent, "did not answer ugi"),
        (_shake_hands, "endless-line", EngineGarbage, "a line of more than 1048576 bytes"),
        (_shake_hands, "dead-at-once", EngineDead, "ended with exit status 3"),
        (_play, "dies", EngineDead, "Scripted 1 ended with exit status 4"),
        (_stream, "dies", EngineDead, "Scripted 1 ended with exit status 4"),
        (_play, "crashes", EngineDead, "Scripted 1 was killed by signal 6"),
        (_play, "closes", EngineDead, "Scripted 1 closed its output"),
        (_play, "ignores-stop", EngineSilent, "Scripted 1 did not answer stop within 0.5 s"),
        (_stream, "ignores-stop", EngineSilent, "Scripted 1 did not answer stop within 0.5 s"),
        (_play, "illegal", EngineIllegalMove, "played 00: nobody may use 00: it is a corner"),
        (_play, "slow", EngineIllegalMove, "played 33: 33 already holds a chip"),
        (_play, "no-move", EngineIllegalMove, "plays no move, and the game goes on"),
        (_play, "nonsense", EngineGarbage, "'e2e4' is not a move"),
        (_play, "bare", EngineGarbage, "'nothing' is not a move"),
        (_query, "wordy", EngineGarbage, "answered the query result in 2 words"),
    ],
)
def test_faults(
    how: Callable[..., Awaitable[None]],
    way: str,
    fault: type[EngineFault],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tenchips.protocol.client.LATE", 0.1)

    async def fail() -> None:
        with pytest.raises(fault) as caught:
            await how(way)
        assert sentence in str(caught.value)
        assert "\n" not in str(caught.value)

    asyncio.run(fail())


def test_an_engine_that_babbles_still_plays_and_fills_no_memory() -> None:
    async def talk() -> None:
        async with await start("babbles") as client:
            search = await client.go(Board(), Limit(time=30.0))
            answer = await search.result()
            assert str(answer.move) == "33"
            assert len(search._unread) <= 1000
            assert len(answer.infos) <= 1000

    asyncio.run(talk())


def test_an_illegal_move_is_survived() -> None:
    async def talk() -> None:
        async with await start("illegal") as client:
            for _ in range(2):
                with pytest.raises(EngineIllegalMove):
                    await client.play(Board())
            assert client.is_alive

    asyncio.run(talk())


def test_error_output_is_kept_apart_and_bounded() -> None:
    async def talk() -> None:
        async with await start("errors") as client:
            while not client.stderr.endswith("the end"):
                await asyncio.sleep(0.01)
            assert len(client.stderr) == 1 << 16

    asyncio.run(asyncio.wait_for(talk(), PATIENT))


def test_one_that_never_quits_is_killed_with_its_children() -> None:
    async def talk() -> None:
        client = await start("never-quits", "with-a-child")
        while "child" not in client.stderr:
            await asyncio.sleep(0.01)
        child = int(client.stderr.split()[1])
        assert is_running(child)
        client.process.timeout = 0.3
        assert await client.quit() == -9
        assert not is_running(client.pid)
        deadline = time.monotonic() + PATIENT
        while is_running(child) and _state(child) != "Z":  # whoever adopts it will bury it
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)

    asyncio.run(talk())


def test_one_that_is_gone_is_not_killed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number may be another process's by then."""
    killed: list[int] = []

    async def talk() -> None:
        client = await start("dies")
        with pytest.raises(EngineDead):
            await client.play(Board(), Limit(time=0.1))
        while is_running(client.pid):
            await asyncio.sleep(0.01)
        monkeypatch.setattr(os, "killpg", lambda pid, _: killed.append(pid))
        monkeypatch.setattr("tenchips.protocol.process.kill_all", killed.extend)
        await client.kill()

    asyncio.run(talk())
    assert killed == []


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


@pytest.mark.parametrize("command", [["no-such-program-here"], [str(Path(__file__).parent)]])
def test_one_that_cannot_be_started(command: list[str]) -> None:
    with pytest.raises(EngineDead, match="cannot be started: "):
        BlockingUgiClient(command)


@pytest.mark.parametrize("command", ["one string", b"bytes", 7, ["ugi", 7]])
def test_a_command_is_a_sequence_of_words(command: object) -> None:
    with pytest.raises(TypeError, match="command must be a sequence of words like"):
        BlockingUgiClient(command)  # type: ignore[arg-type]


def test_a_cancelled_start_leaves_nothing_behind() -> None:
    async def talk() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(start("silent"), 1.0)
        assert _children() <= before

    before = _children()  # other tests may have left one that serves this whole process
    asyncio.run(talk())


def _children() -> set[str]:
    """The processes this one has started and that still run."""
    stats = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            stats.append(path.read_text())
    fields = [(stat.split()[0], *stat.rpartition(")")[2].split()[:2]) for stat in stats]
    return {pid for pid, state, parent in fields if state != "Z" and int(parent) == os.getpid()}
