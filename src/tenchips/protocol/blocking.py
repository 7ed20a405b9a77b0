"""`UgiClient` for code that is not async: every call waits for its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tenchips.board import Board
from tenchips.engine import Info, Limit
from tenchips.protocol.client import Clocks, PlayResult, UgiClient
from tenchips.protocol.faults import EngineFault
from tenchips.protocol.loop_thread import LoopThread


class BlockingUgiClient:
    """A running UGI engine; use it as a context manager, or call `close` at the end.

    >>> import sys
    >>> board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    >>> command = [sys.executable, "-m", "tenchips.protocol.ugi"]
    >>> with BlockingUgiClient(command, timeout=60) as engine:
    ...     engine.play(board, Limit(depth=1)).move in board.winning_moves()
    True
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
        self._thread = LoopThread()
        try:
            self._client = self._thread.run(
                UgiClient.start(command, timeout=timeout, options=options, cwd=cwd, env=env)
            )
        except BaseException:
            self._thread.close()
            raise

    @property
    def client(self) -> UgiClient:
        """The client inside, to read its name, options and error output."""
        return self._client

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option, and wait until it is set."""

        async def set_it() -> None:
            self._client.set_option(name, value)
            await self._client.ready()

        self._thread.run(set_it())

    def new_game(self) -> None:
        """Announce another game."""
        self._thread.run(self._client.new_game())

    def query(self, question: str, board: Board | None = None) -> str:
        """Its response to a query like `result`."""
        return self._thread.run(self._client.query(question, board))

    def play(
        self, board: Board, limit: Limit = Limit(time=1.0), clocks: Clocks | None = None
    ) -> PlayResult:
        """Its move."""
        return self._thread.run(self._client.play(board, limit, clocks))

    def stream(
        self, board: Board, limit: Limit = Limit(), clocks: Clocks | None = None
    ) -> Iterator[Info]:
        """What it finds while it searches; leave the loop, or call `stop`, to end it."""
        search = self._thread.run(self._client.go(board, limit, clocks))
        try:
            while (info := self._thread.run(search.next_info())) is not None:
                yield info
        finally:
            self.stop()
            self._thread.run(search.result())

    def stop(self) -> None:
        """Have it answer now; from any thread."""

        async def stop() -> None:
            if self._client.search is not None:
                with suppress(EngineFault):  # raised to the caller who waits for the result
                    self._client.search.stop()

        self._thread.run(stop())

    def close(self) -> int | None:
        """Ask it to end and see that it does; its exit status."""
        if self._thread.is_closed:
            return None
        try:
            return self._thread.run(self._client.quit())
        finally:
            self._thread.close()

    def __enter__(self) -> BlockingUgiClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
