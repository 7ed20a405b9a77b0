"""Exports are made by another process, bounded and in turn; one that fails hurts nobody else."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from starlette.requests import Request

from server.play import ME, serving, until, visiting
from server.raw import connected
from tenchips.server import export_pool
from tenchips.server.export_pool import (
    NICENESS,
    PER_ADDRESS,
    WAITING,
    WAITING_PER_ADDRESS,
    ExportPool,
)
from tenchips.server.exports import MOST_FRAMES, MOST_MOVES_READ
from tenchips.server.refusals import Refused

# To and fro without end, by rules that allow it.
BEGIN = "45 54 51 44 61 24 16 66 21 13 73 36 05 17 63 11 46 60 65 37"
RULES = "repetition=0 step_limit=0"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@asynccontextmanager
async def pool() -> AsyncIterator[ExportPool]:
    made = ExportPool()
    try:
        yield made
    finally:
        await made.close()


class Client:
    """A client that stays until it leaves."""

    def __init__(self) -> None:
        self._left = asyncio.Event()

    def leave(self) -> None:
        self._left.set()

    @property
    def request(self) -> Request:
        async def receive() -> dict[str, Any]:
            await self._left.wait()
            return {"type": "http.disconnect"}

        return Request({"type": "http"}, receive)


async def _answer(work: Any) -> Any:
    """What comes of an export: its result, or the word of the refusal."""
    try:
        return await work
    except Refused as refusal:
        return refusal.error


async def test_another_process_does_the_work_at_low_priority() -> None:
    async with pool() as exports:
        request = Client().request
        assert await exports.make(request, "a", os.getpid) != os.getpid()
        before = os.nice(0)
        assert await exports.make(request, "a", os.nice, 0) == min(19, before + NICENESS)
        assert os.nice(0) == before


async def test_a_process_that_dies_or_takes_too_long_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with pool() as exports:
        request = Client().request
        assert await _answer(exports.make(request, "a", os._exit, 1)) == "failed"
        assert await exports.make(request, "a", abs, -1) == 1
        monkeypatch.setattr(export_pool, "SECONDS", 0.1)
        assert await _answer(exports.make(request, "a", time.sleep, 600)) == "failed"
        monkeypatch.undo()
        assert await exports.make(request, "a", abs, -1) == 1


async def test_too_much_memory_is_refused() -> None:
    async with pool() as exports:
        assert await _answer(exports.make(Client().request, "a", bytes, 2 << 30)) == "failed"


async def test_few_of_an_address_and_not_many_of_all_wait() -> None:
    async with pool() as exports:
        request = Client().request
        of_one = [
            asyncio.create_task(_answer(exports.make(request, "a", abs, n)))
            for n in range(WAITING_PER_ADDRESS + 1)
        ]
        of_all = [
            asyncio.create_task(_answer(exports.make(request, str(n), abs, n)))
            for n in range(WAITING - WAITING_PER_ADDRESS + 1)
        ]
        assert await asyncio.gather(*of_one) == [*range(WAITING_PER_ADDRESS), "too_many"]
        assert (await asyncio.gather(*of_all))[-1] == "busy"


async def test_others_are_never_behind_more_than_two_of_an_address() -> None:
    done: list[str] = []

    async def one(exports: ExportPool, address: str) -> None:
        await exports.make(Client().request, address, abs, 1)
        done.append(address)

    async with pool() as exports, asyncio.TaskGroup() as tasks:
        for address in "aaaaaab":
            tasks.create_task(one(exports, address))
    assert done.index("b") <= PER_ADDRESS


class Pipe:
    """A pipe that an export reads, so that it goes on until the pipe is closed."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pipe"
        os.mkfifo(self.path)
        self._end: int | None = None

    async def is_read(self) -> None:
        """Wait until an export reads it."""
        while self._end is None:
            try:
                self._end = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError as error:
                if error.errno != errno.ENXIO:  # nobody reads it yet
                    raise
                await asyncio.sleep(0.01)

    @property
    def has_reader(self) -> bool:
        assert self._end is not None
        try:
            os.write(self._end, b"x")
        except BrokenPipeError:
            return False
        return True

    def close(self) -> None:
        if self._end is not None:
            os.close(self._end)
            self._end = None


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Pipe]:
    made = Pipe(tmp_path)
    yield made
    made.close()


async def test_what_nobody_waits_for_is_not_begun(pipe: Pipe) -> None:
    async with pool() as exports:
        staying, leaving = Client(), Client()
        first = asyncio.create_task(exports.make(staying.request, "a", Path.read_bytes, pipe.path))
        await pipe.is_read()
        second = asyncio.create_task(_answer(exports.make(leaving.request, "b", time.sleep, 600)))
        leaving.leave()
        assert await second == "left"
        pipe.close()
        await first
        assert await exports.make(staying.request, "c", abs, -1) == 1


async def test_what_is_being_made_is_dropped_when_its_client_leaves(
    monkeypatch: pytest.MonkeyPatch, pipe: Pipe
) -> None:
    monkeypatch.setattr(export_pool, "SECONDS", 1e6)
    async with pool() as exports:
        staying, leaving = Client(), Client()
        long = asyncio.create_task(
            _answer(exports.make(leaving.request, "a", Path.read_bytes, pipe.path))
        )
        await pipe.is_read()
        others = [
            asyncio.create_task(exports.make(staying.request, address, abs, -1))
            for address in "abc"
        ]
        await asyncio.sleep(0)
        assert pipe.has_reader
        leaving.leave()
        assert await long == "left"
        assert await asyncio.gather(*others) == [1, 1, 1]
        assert not pipe.has_reader


async def test_who_leaves_at_the_end_costs_no_process(
    monkeypatch: pytest.MonkeyPatch, pipe: Pipe
) -> None:
    monkeypatch.setattr(export_pool, "ENDING", 1e6)
    async with pool() as exports:
        staying, leaving = Client(), Client()
        process = await exports.make(staying.request, "a", os.getpid)
        short = asyncio.create_task(
            _answer(exports.make(leaving.request, "a", Path.read_bytes, pipe.path))
        )
        await pipe.is_read()
        leaving.leave()
        assert await short == "left"
        pipe.close()
        assert await exports.make(staying.request, "a", os.getpid) == process


def test_what_was_asked_for_longest_ago_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(export_pool, "CACHE", 10)
        exports = ExportPool()
        for key in "abc":
            exports.keep(key, "1234")
            exports.find("a")
        assert [exports.find(key) for key in "abc"] == ["1234", None, "1234"]

    asyncio.run(test())


# Over HTTP


async def test_a_version_of_a_game_is_drawn_once(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME)
        path = f"/api/v1/games/{game['id']}/record"
        first = await ann.http.get(path)

        async def fail(*_: object) -> None:
            raise Refused(503, "busy", "this is not to be made again")

        with monkeypatch.context() as patch:
            patch.setattr(server.site.exports, "make", fail)
            assert (await ann.http.get(path)).text == first.text
            command = {"t": "move", "id": "m", "ply": 0, "m": "33"}
            await ann.ask("POST", f"/games/{game['id']}/commands", json=command)
            assert (await ann.http.get(path)).status_code == 503
        assert " 33" in (await ann.http.get(path)).text.replace("\n", " ")


async def test_a_connection_that_ends_is_a_client_that_leaves(file: str, pipe: Pipe) -> None:
    path = "/api/v1/pictures/board.svg"

    def left() -> float:
        labels = {"method": "GET", "route": path, "status": "503"}
        return REGISTRY.get_sample_value("tenchips_http_requests_total", labels) or 0.0

    async with serving(file) as server:
        before = left()
        working = server.site.exports.make(Client().request, "a", Path.read_bytes, pipe.path)
        first = asyncio.create_task(working)
        await pipe.is_read()
        async with connected(server) as raw:
            await raw.send(f"GET {path}?moves=33 HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        await until(lambda: left() == before + 1)
        pipe.close()
        assert await first == b""


async def test_long_games_are_set_up_by_another_process_and_not_filmed(file: str) -> None:
    moves = [*BEGIN.split(), *["05-04", "60-42", "04-05", "42-60"] * 60]
    async with serving(file) as server, visiting(server) as ann:
        game, _ = await ann.create(ME, ME, moves=moves, rules=RULES)
        assert game["moves"] == moves
        assert (await ann.ask("GET", f"/games/{game['id']}"))["moves"] == moves
        assert len(moves) > MOST_FRAMES
        refusal = await ann.ask("GET", f"/games/{game['id']}/game.gif", 422)
        assert refusal["error"] == "too_long"
        bad = {"white": ME, "black": ME, "moves": [*moves, "00"], "rules": RULES}
        assert (await ann.ask("POST", "/games", 422, json=bad))["error"] == "bad_game"


async def test_records_with_too_many_moves_are_refused(file: str) -> None:
    text = "33 44 " * (MOST_MOVES_READ // 2 + 1)
    async with serving(file) as server, visiting(server) as ann:
        headers = {"content-type": "text/plain"}
        refusal = await ann.ask("POST", "/records", 422, content=text, headers=headers)
        assert refusal["error"] == "too_long"
