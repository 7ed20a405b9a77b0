"""The other end of UGI: start an engine, talk to it, and get rid of it whatever it does.

`UgiClient` is for async code, `BlockingUgiClient` for everyone else. An engine is somebody else's
program: it may be silent, slow, dead, babbling or wrong. Everything it is asked has a time limit,
everything it says is bounded, and every way to fail is an `EngineFault` with a sentence. After a
fault the engine is killed with all it has started, but for an illegal move, which it survives.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from tenchips.board import Board
from tenchips.engine import Info, Limit
from tenchips.notation import START, Move, NotationError
from tenchips.protocol.faults import (
    EngineDead,
    EngineFault,
    EngineGarbage,
    EngineIllegalMove,
    EngineSilent,
)
from tenchips.protocol.words import one_line, read_info
from tenchips.squares import WHITE

T = TypeVar("T")

LONGEST_LINE: Final = 1 << 20
"""A line with more bytes is garbage."""

KEPT: Final = 1 << 16
"""How many bytes of the engine's error output are kept, the last ones."""

KEPT_INFOS: Final = 1000
"""How many lines of thought wait for a reader who is slow, the last ones."""

WITHOUT_CLOCK: Final = 3600.0
"""Seconds that a search by depth or nodes may take."""

LATE: Final = 1.0
"""Seconds over its time after which an engine is reminded with `stop`."""

PARTING: Final = 0.3
"""Seconds between an engine's closing its output and its end, so that its status is known."""


@dataclass(frozen=True)
class Clocks:
    """The seconds that both players have left, and what each move gives back."""

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
class Answer:
    """An engine's move (None: it sees none) and the last it said about each of its lines."""

    move: Move | None
    infos: tuple[Info, ...] = ()


@dataclass
class _Waiting:
    """Somebody who waits for a line: `take` returns True for the one it was."""

    take: Callable[[str], bool]
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class UgiClient:
    """A running UGI engine. Make one with `start`; use it as an async context manager, or call
    `quit` at the end.

    async with await UgiClient.start(["tenchips", "ugi"]) as engine:
        answer = await engine.play(board, Limit(time=0.5))
    """

    def __init__(self, label: str, timeout: float) -> None:
        """Not for use: `start` makes clients."""
        self.name = label
        """What the engine calls itself, or its program until it has said so."""
        self.author = ""
        self.options: dict[str, str] = {}
        """What can be set: for each name the rest of the engine's line about it."""
        self._timeout = timeout
        self._waiting: list[_Waiting] = []
        self._fault: EngineFault | None = None
        self._search: Search | None = None
        self._rest = b""
        self._errors = bytearray()
        self._transport: asyncio.SubprocessTransport
        self._exited = asyncio.Event()
        self._output_closed = False
        self._closed = asyncio.Event()
        self._killed = False

    @classmethod
    async def start(
        cls,
        command: Sequence[str | Path],
        *,
        timeout: float = 10.0,
        options: Mapping[str, str | int | bool] | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> UgiClient:
        """Start a program and shake hands. `timeout` is the patience for every answer, in
        seconds; the time a search may take comes on top."""
        client = cls(Path(command[0]).name, timeout)
        loop = asyncio.get_running_loop()
        try:
            await loop.subprocess_exec(
                lambda: _Pipes(client),
                *map(str, command),
                cwd=cwd,
                env=env,
                start_new_session=True,  # a process group of its own, to be killed as a whole
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise EngineDead(f"{client.name} cannot be started: {reason}") from None
        try:
            await client._ask("ugi", client._take_introduction)
            for name, value in (options or {}).items():
                client.set_option(name, value)
            await client.ready()
        except BaseException:
            await client.kill()
            raise
        return client

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its group."""
        return self._transport.get_pid()

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return self._fault is None and not self._exited.is_set()

    @property
    def errors(self) -> str:
        """The last of what the engine wrote to its error output."""
        return self._errors.decode(errors="replace")

    # What it can be told

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option; an engine ignores one it does not have."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._send(f"setoption name {one_line(name)} value {one_line(text)}")

    async def ready(self) -> None:
        """Wait until it has done everything it was told."""
        await self._ask("isready", lambda line: line.split() == ["readyok"])

    async def new_game(self) -> None:
        """Tell it that what comes is another game."""
        self._send("uginewgame")
        await self.ready()

    async def query(self, question: str, board: Board | None = None) -> str:
        """Its answer to a question like `result`, about a board or the last one it was given."""
        if board is not None:
            self._send(position_line(board))
        answer: list[str] = []

        def take(line: str) -> bool:
            words = line.split()
            if words[:1] == ["response"]:
                answer.extend(words[1:])
                return True
            return False

        await self._ask(f"query {one_line(question)}", take)
        if len(answer) != 1:
            raise await self._broken(
                EngineGarbage(f"{self.name} answered the query {question} in {len(answer)} words")
            )
        return answer[0]

    async def play(
        self,
        board: Board,
        limit: Limit = Limit(time=1.0),
        clocks: Clocks | None = None,
    ) -> Answer:
        """Its move. An engine that thinks for too long is told to stop, and given up if it
        does not."""
        search = await self.go(board, limit, clocks)
        return await search.result()

    async def go(
        self,
        board: Board,
        limit: Limit = Limit(),
        clocks: Clocks | None = None,
    ) -> Search:
        """Begin to think; with no limit at all, until it is stopped. One search at a time."""
        if self._search is not None and not self._search.is_over:
            raise ValueError(f"{self.name} is thinking already: stop it first")
        if clocks is None and limit.clock is not None:
            clocks = Clocks(limit.clock, limit.clock, limit.increment, limit.increment)
        words = ["go"]
        if clocks is not None:
            words.append(str(clocks))
        if limit.time is not None:
            words.append(f"movetime {_milliseconds(limit.time)}")
        if limit.depth is not None:
            words.append(f"depth {limit.depth}")
        if limit.nodes is not None:
            words.append(f"nodes {limit.nodes}")
        if len(words) == 1:
            words.append("infinite")
        self._search = Search(self, board.copy(), _seconds(board, limit, clocks))
        self._send(position_line(board))
        self._send(" ".join(words))
        return self._search

    async def quit(self) -> int | None:
        """Tell it to end, see that it does, and return its exit status."""
        if not self._exited.is_set():
            with suppress(EngineFault):
                self._send("quit")
                await self._within(self._exited.wait(), "quit")
        return await self.kill()

    async def kill(self) -> int | None:
        """End it and all it has started, now; its exit status."""
        self._fail(EngineDead(f"{self.name} was ended"), killing=True)
        with suppress(TimeoutError):  # only the kernel can be that late
            await asyncio.wait_for(self._exited.wait(), self._timeout)
        status = self._transport.get_returncode()
        self._transport.close()
        with suppress(TimeoutError):  # a child that has left the group may hold a pipe
            await asyncio.wait_for(self._closed.wait(), PARTING)
        return status

    async def __aenter__(self) -> UgiClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    # What it says

    def _take_introduction(self, line: str) -> bool:
        match line.split():
            case ["id", "name", *name]:
                self.name = one_line(" ".join(name))[:80] or self.name
            case ["id", "author", *author]:
                self.author = one_line(" ".join(author))[:80]
            case ["option", "name", *words] if "type" in words and len(self.options) < 1000:
                middle = words.index("type")
                self.options[" ".join(words[:middle])] = " ".join(words[middle:])
            case ["ugiok"]:
                return True
        return False

    def _receive(self, data: bytes) -> None:
        """Bytes from its output, cut into lines and shown to whoever waits."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            text = line.decode(errors="replace")
            for waiting in self._waiting[:]:
                if waiting.take(text):
                    self._settle(waiting)
                    break
        if len(self._rest) > LONGEST_LINE:
            self._rest = b""
            self._fail(
                EngineGarbage(f"{self.name} wrote a line of more than {LONGEST_LINE} bytes"),
                killing=True,
            )

    def _settle(self, waiting: _Waiting) -> None:
        self._waiting.remove(waiting)
        if not waiting.done.done():
            waiting.done.set_result(None)

    def _receive_error(self, data: bytes) -> None:
        self._errors += data
        del self._errors[:-KEPT]

    def _lose_output(self) -> None:
        self._output_closed = True
        if not self._exited.is_set():
            asyncio.get_running_loop().call_later(PARTING, self._bury)
        else:
            self._bury()

    def _exit(self) -> None:
        self._exited.set()
        if self._output_closed:
            self._bury()
        else:  # its last words may still be on the way, or its children hold the pipe
            asyncio.get_running_loop().call_later(PARTING, self._bury)

    def _bury(self) -> None:
        status = self._transport.get_returncode()
        if status is None:
            self._fail(EngineDead(f"{self.name} closed its output"), killing=True)
        elif status < 0:
            self._fail(EngineDead(f"{self.name} was killed by signal {-status}"))
        else:
            self._fail(EngineDead(f"{self.name} ended with exit status {status}"))

    def _fail(self, fault: EngineFault, *, killing: bool = False) -> None:
        """Give up: whoever waits, now or later, hears of the first fault."""
        self._fault = self._fault or fault
        for waiting in self._waiting:
            if not waiting.done.done():
                waiting.done.set_result(None)
        self._waiting.clear()
        if killing and not self._killed:
            self._killed = True  # later the number may be another's
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    # Asking

    def _send(self, line: str) -> None:
        if self._fault is not None:
            raise self._fault
        pipe = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        pipe.write(f"{line}\n".encode())

    async def _ask(self, command: str, take: Callable[[str], bool]) -> None:
        waiting = _Waiting(take)
        self._waiting.append(waiting)
        try:
            self._send(command)
            await self._within(asyncio.shield(waiting.done), command.split()[0])
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
        if self._fault is not None:
            raise self._fault

    async def _within(
        self, answer: Coroutine[Any, Any, Any] | asyncio.Future[None], to: str
    ) -> None:
        try:
            await asyncio.wait_for(answer, self._timeout)
        except TimeoutError:
            raise await self._broken(
                EngineSilent(f"{self.name} did not answer {to} within {self._timeout:g} s")
            ) from None

    async def _broken(self, fault: EngineFault) -> EngineFault:
        """The fault, with the engine killed for it."""
        self._fault = self._fault or fault
        await self.kill()
        return self._fault


class Search:
    """An engine that is thinking: read what it says with `async for`, `stop` it, and have its
    `result`."""

    def __init__(self, client: UgiClient, board: Board, seconds: float | None) -> None:
        """Not for use: `UgiClient.go` begins searches."""
        self._client, self._board = client, board
        self._last: dict[int, Info] = {}
        self._unread: deque[Info] = deque(maxlen=KEPT_INFOS)
        self._news = asyncio.Event()
        self._stopped = asyncio.Event()
        self._best = ""
        self._waiting = _Waiting(self._take)
        self._waiting.done.add_done_callback(lambda _: self._news.set())
        client._waiting.append(self._waiting)
        self._watch = asyncio.create_task(self._see_to_the_end(seconds))

    @property
    def is_over(self) -> bool:
        """Whether its move has come, or never will."""
        return self._waiting.done.done()

    def stop(self) -> None:
        """Tell the engine to answer now."""
        if not self.is_over and not self._stopped.is_set():
            self._client._send("stop")
            self._stopped.set()

    async def result(self) -> Answer:
        """Wait for the move, and see that it is legal."""
        client = self._client
        await asyncio.shield(self._watch)
        if not self._best:
            assert client._fault is not None
            raise client._fault
        infos = tuple(self._last[rank] for rank in sorted(self._last))
        outcome = self._board.outcome()
        if self._best == "none":
            if outcome is None:
                raise EngineIllegalMove(f"{client.name} plays no move, and the game goes on")
            return Answer(None, infos)
        try:
            move = Move.parse(self._best)
        except NotationError as error:
            raise await client._broken(
                EngineGarbage(f"{client.name} made no sense: {error}")
            ) from None
        if refusal := self._board.why_illegal(move):
            raise EngineIllegalMove(f"{client.name} played {move}: {refusal}")
        return Answer(move, infos)

    async def next_info(self) -> Info | None:
        """What it says next about a line; None when it has its move, or has failed."""
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
        """Wait as long as the search may take, tell it to stop, and give it up if it does not."""
        done, stopped = self._waiting.done, asyncio.ensure_future(self._stopped.wait())
        either: set[asyncio.Future[Any]] = {done, stopped}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        with suppress(EngineFault):  # which `result` raises
            if not self.is_over:
                self.stop()
                await self._client._within(asyncio.shield(done), "stop")


class BlockingUgiClient:
    """`UgiClient` for code that is not async: every call waits for its answer.

    with BlockingUgiClient(["tenchips", "ugi"]) as engine:
        move = engine.play(board, Limit(time=0.5)).move
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        timeout: float = 10.0,
        options: Mapping[str, str | int | bool] | None = None,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start a program and shake hands, as `UgiClient.start` does."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._client = self._run(
                UgiClient.start(command, timeout=timeout, options=options, cwd=cwd, env=env)
            )
        except BaseException:
            self._end()
            raise

    @property
    def client(self) -> UgiClient:
        """The client inside, to read its name, options and errors."""
        return self._client

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option, and wait until it is set."""

        async def set_it() -> None:
            self._client.set_option(name, value)
            await self._client.ready()

        self._run(set_it())

    def new_game(self) -> None:
        """Tell it that what comes is another game."""
        self._run(self._client.new_game())

    def query(self, question: str, board: Board | None = None) -> str:
        """Its answer to a question like `result`."""
        return self._run(self._client.query(question, board))

    def play(
        self, board: Board, limit: Limit = Limit(time=1.0), clocks: Clocks | None = None
    ) -> Answer:
        """Its move."""
        return self._run(self._client.play(board, limit, clocks))

    def stream(
        self, board: Board, limit: Limit = Limit(), clocks: Clocks | None = None
    ) -> Iterator[Info]:
        """What it says while it thinks; leave the loop, or call `stop`, to end it."""
        search = self._run(self._client.go(board, limit, clocks))
        try:
            while (info := self._run(search.next_info())) is not None:
                yield info
        finally:
            self.stop()
            self._run(search.result())

    def stop(self) -> None:
        """Tell it to answer now; from any thread."""

        async def stop() -> None:
            if self._client._search is not None:
                with suppress(EngineFault):  # which whoever waits for the answer hears
                    self._client._search.stop()

        self._run(stop())

    def close(self) -> int | None:
        """Tell it to end and see that it does; its exit status."""
        if self._loop.is_closed():
            return None
        try:
            return self._run(self._client.quit())
        finally:
            self._end()

    def __enter__(self) -> BlockingUgiClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class _Pipes(asyncio.SubprocessProtocol):
    """Hands on what comes out of the process."""

    def __init__(self, client: UgiClient) -> None:
        self._client = client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Here and not after the start: a program may end before that is over.
        self._client._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._client._receive(data)
        else:
            self._client._receive_error(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self._client._lose_output()

    def process_exited(self) -> None:
        self._client._exit()

    def connection_lost(self, exc: Exception | None) -> None:
        self._client._closed.set()


def position_line(board: Board) -> str:
    """The command that sets an engine's board.

    >>> position_line(Board(moves="33 44"))
    'position startpos moves 33 44'
    """
    start = "startpos" if board.start == START else f"fen {board.start}"
    moves = " ".join(map(str, board.moves))
    return f"position {start}" + (f" moves {moves}" if moves else "")


def _seconds(board: Board, limit: Limit, clocks: Clocks | None) -> float | None:
    """How long a search may take before it is told to stop; None if only we say when."""
    times = [] if limit.time is None else [limit.time]
    if clocks is not None:
        times.append(clocks.white if board.turn is WHITE else clocks.black)
    if times:
        return min(times) + LATE
    return None if limit.depth is None and limit.nodes is None else WITHOUT_CLOCK


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
