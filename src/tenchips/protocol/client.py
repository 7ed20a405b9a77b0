"""A UGI engine as async code sees it: start it, ask it for moves, and get rid of it.

An engine is somebody else's program: it may be silent, slow, dead, babbling or wrong. Every way to
fail is an `EngineFault` with a sentence. After a fault the engine is killed with everything it has
started, except for an illegal move, which it survives. `BlockingUgiClient` is the same for code
that is not async; `process` has what both are built on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tenchips.board import Board
from tenchips.engine import Info, Limit
from tenchips.notation import START, Move, NotationError
from tenchips.protocol.faults import EngineFault, EngineGarbage, EngineIllegalMove
from tenchips.protocol.messages import one_line, read_info
from tenchips.protocol.process import EngineProcess, Log
from tenchips.squares import WHITE

KEPT_INFOS: Final = 1000
"""How many `info` lines wait for a slow reader, the last ones."""

WITHOUT_CLOCK: Final = 3600.0
"""Seconds that a search by depth or nodes may take."""

LATE: Final = 1.0
"""Seconds over its time after which an engine is reminded with `stop`."""


@dataclass(frozen=True)
class Clocks:
    """The seconds that both players have left, and what each move gives back.

    >>> print(Clocks(60, 55.5, white_increment=1))
    p1time 60000 p2time 55500 p1inc 1000 p2inc 0
    """

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0

    def __str__(self) -> str:
        return (
            f"p1time {_milliseconds(self.white)} p2time {_milliseconds(self.black)} "
            f"p1inc {_milliseconds(self.white_increment)} "
            f"p2inc {_milliseconds(self.black_increment)}"
        )


@dataclass(frozen=True)
class PlayResult:
    """An engine's move (None: it has none) and its last `info` about each of its lines.

    >>> PlayResult(Move("33")).infos
    ()
    """

    move: Move | None
    infos: tuple[Info, ...] = ()


class UgiClient:
    """A running UGI engine. Make one with `start`; use it as an async context manager, or call
    `quit` at the end.

    >>> import sys
    >>> async def first_move() -> Move | None:
    ...     command = [sys.executable, "-m", "tenchips.protocol.ugi"]
    ...     async with await UgiClient.start(command, timeout=60) as engine:
    ...         return (await engine.play(Board(), Limit(depth=1))).move
    >>> asyncio.run(first_move()) in Board().legal_moves
    True
    """

    def __init__(self, process: EngineProcess, *, named: bool = False) -> None:
        """Speak UGI with a process that was started; `start` does both. Unless `named`, it gets
        the name by which it calls itself."""
        self.process = process
        """The program itself: its name, process id, error output and time limit."""
        self.author = ""
        self.options: dict[str, str] = {}
        """What can be set: for each name the rest of the engine's line about it."""
        self.search: UgiSearch | None = None
        """The last search, running or over."""
        self._named = named

    @classmethod
    async def start(
        cls,
        command: Sequence[str | Path],
        *,
        timeout: float = 10.0,
        options: Mapping[str, str | int | bool] | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        log: Log | None = None,
    ) -> UgiClient:
        """Start a program and shake hands. `timeout` is the time limit for every answer, in
        seconds; the time a search may take comes on top. `log` sees every line."""
        client = cls(await EngineProcess.start(command, timeout=timeout, cwd=cwd, env=env, log=log))
        try:
            await client.shake_hands(options or {})
        except BaseException:
            await client.kill()
            raise
        return client

    async def shake_hands(self, options: Mapping[str, str | int | bool]) -> None:
        """Have it introduce itself, and set its options."""
        await self.process.ask("ugi", self._take_introduction)
        for name, value in options.items():
            self.set_option(name, value)
        await self.ready()

    @property
    def name(self) -> str:
        """The name it was given, or what it calls itself."""
        return self.process.name

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its group."""
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return self.process.is_alive

    @property
    def stderr(self) -> str:
        """The last of what the engine wrote to its error output."""
        return self.process.stderr

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option; an engine ignores one it does not have."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.process.send(f"setoption name {one_line(name)} value {one_line(text)}")

    async def ready(self) -> None:
        """Wait until it has done everything before."""
        await self.process.ask("isready", lambda line: line.split() == ["readyok"])

    async def new_game(self) -> None:
        """Announce another game."""
        self.process.send("uginewgame")
        await self.ready()

    async def query(self, question: str, board: Board | None = None) -> str:
        """Its response to a query like `result`, about a board or the last one it was sent."""
        if board is not None:
            self.process.send(position_line(board))
        response: list[str] = []

        def take(line: str) -> bool:
            words = line.split()
            if words[:1] == ["response"]:
                response.extend(words[1:])
                return True
            return False

        await self.process.ask(f"query {one_line(question)}", take)
        if len(response) != 1:
            raise await self.process.give_up(
                EngineGarbage(f"{self.name} answered the query {question} in {len(response)} words")
            )
        return response[0]

    async def play(
        self,
        board: Board,
        limit: Limit = Limit(time=1.0),
        clocks: Clocks | None = None,
    ) -> PlayResult:
        """Its move. An engine that thinks for too long is sent `stop`, and killed if it does not
        answer that."""
        search = await self.go(board, limit, clocks)
        return await search.result()

    async def go(
        self,
        board: Board,
        limit: Limit = Limit(),
        clocks: Clocks | None = None,
    ) -> UgiSearch:
        """Begin to search; with no limit at all, until it is stopped. One search at a time."""
        if self.search is not None and not self.search.is_over:
            raise ValueError(f"{self.name} is thinking already: stop it first")
        if clocks is None and limit.clock is not None:
            clocks = Clocks(limit.clock, limit.clock, limit.increment, limit.increment)
        self.search = UgiSearch(self.process, board.copy(), _seconds(board, limit, clocks))
        self.process.send(position_line(board))
        self.process.send(_go_line(limit, clocks))
        return self.search

    async def quit(self) -> int | None:
        """Ask it to end, see that it does, and return its exit status."""
        if self.process.is_alive:
            with suppress(EngineFault):
                self.process.send("quit")
                await self.process.within(self.process.has_exited(), "quit")
        return await self.process.kill()

    async def kill(self) -> int | None:
        """End it and everything it has started, now; its exit status."""
        return await self.process.kill()

    async def __aenter__(self) -> UgiClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    def _take_introduction(self, line: str) -> bool:
        match line.split():
            case ["id", "name", *words] if not self._named:
                self.process.name = one_line(" ".join(words))[:80] or self.name
            case ["id", "author", *words]:
                self.author = one_line(" ".join(words))[:80]
            case ["option", "name", *words] if "type" in words and len(self.options) < 1000:
                middle = words.index("type")
                self.options[" ".join(words[:middle])] = " ".join(words[middle:])
            case ["ugiok"]:
                return True
        return False


class UgiSearch:
    """A search of an engine: read its `info` lines with `async for`, `stop` it, and wait for its
    `result`.

    >>> import sys
    >>> async def depths() -> list[int]:
    ...     command = [sys.executable, "-m", "tenchips.protocol.ugi"]
    ...     async with await UgiClient.start(command, timeout=60) as engine:
    ...         search = await engine.go(Board(), Limit(depth=3))
    ...         return [info.depth async for info in search]
    >>> asyncio.run(depths())
    [1, 2, 3]
    """

    def __init__(self, process: EngineProcess, board: Board, seconds: float | None) -> None:
        """Not for use: `UgiClient.go` begins searches."""
        self._process, self._board = process, board
        self._last: dict[int, Info] = {}
        self._unread: deque[Info] = deque(maxlen=KEPT_INFOS)
        self._news = asyncio.Event()
        self._stopped = asyncio.Event()
        self._best = ""
        self._expectation = process.expect(self._take)
        self._expectation.done.add_done_callback(lambda _: self._news.set())
        self._watch = asyncio.create_task(self._see_to_the_end(seconds))

    @property
    def is_over(self) -> bool:
        """Whether its move has come, or never will."""
        return self._expectation.done.done()

    def stop(self) -> None:
        """Have the engine answer now."""
        if not self.is_over and not self._stopped.is_set():
            self._process.send("stop")
            self._stopped.set()

    async def result(self) -> PlayResult:
        """Wait for the move, and see that it is legal."""
        process = self._process
        await asyncio.shield(self._watch)
        if not self._best:
            assert process.fault is not None
            raise process.fault
        infos = tuple(self._last[rank] for rank in sorted(self._last))
        if self._best == "none":
            if self._board.outcome() is None:
                raise EngineIllegalMove(f"{process.name} plays no move, and the game goes on")
            return PlayResult(None, infos)
        try:
            move = Move.parse(self._best)
        except NotationError as error:
            raise await process.give_up(
                EngineGarbage(f"{process.name} made no sense: {error}")
            ) from None
        if refusal := self._board.why_illegal(move):
            raise EngineIllegalMove(f"{process.name} played {move}: {refusal}")
        return PlayResult(move, infos)

    async def next_info(self) -> Info | None:
        """Its next `info` about a line; None when it has its move, or has failed."""
        while not self._unread:
            if self.is_over:
                return None
            self._news.clear()
            await self._news.wait()
        return self._unread.popleft()

    async def __aiter__(self) -> AsyncIterator[Info]:
        while (info := await self.next_info()) is not None:
            yield info

    def _take(self, line: str) -> bool:
        words = line.split()
        if words[:1] == ["bestmove"]:
            self._best = words[1] if len(words) > 1 else "nothing"
            return True
        info = read_info(line)
        if info is not None and 1 <= info.rank <= KEPT_INFOS:
            self._last[info.rank] = info
            self._unread.append(info)
            self._news.set()
        return False

    async def _see_to_the_end(self, seconds: float | None) -> None:
        """Wait as long as the search may take, stop it, and kill the engine if that does not
        help."""
        done, stopped = self._expectation.done, asyncio.ensure_future(self._stopped.wait())
        either: set[asyncio.Future[Any]] = {done, stopped}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        with suppress(EngineFault):  # which `result` raises
            if not self.is_over:
                self.stop()
                await self._process.within(asyncio.shield(done), "stop")


def position_line(board: Board) -> str:
    """The command that sets an engine's board.

    >>> position_line(Board(moves="33 44"))
    'position startpos moves 33 44'
    """
    start = "startpos" if board.start == START else f"fen {board.start}"
    moves = " ".join(map(str, board.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")


def _go_line(limit: Limit, clocks: Clocks | None) -> str:
    """The command that begins a search.

    >>> _go_line(Limit(time=0.5, depth=3), None)
    'go movetime 500 depth 3'
    """
    words = [] if clocks is None else [str(clocks)]
    if limit.time is not None:
        words.append(f"movetime {_milliseconds(limit.time)}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    return f"go {' '.join(words) or 'infinite'}"


def _seconds(board: Board, limit: Limit, clocks: Clocks | None) -> float | None:
    """How long a search may take before it is stopped; None if only we say when."""
    times = [] if limit.time is None else [limit.time]
    if clocks is not None:
        times.append(clocks.white if board.turn is WHITE else clocks.black)
    if times:
        return min(times) + LATE
    return None if limit.depth is None and limit.nodes is None else WITHOUT_CLOCK


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
