"""What is happening in the games that are being played, for somebody who watches.

The processes of `Workers` report the start of a game, every move and the end through one pipe.
Reports are short, so that each is written at once or not at all: a process that is killed leaves
nothing locked. Nothing here decides anything, and games do not need to be watched.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, TypeAlias

from tenchips.arena.clock import Clock
from tenchips.board import Board
from tenchips.squares import Color

MoveHook: TypeAlias = Callable[[Board, Clock], None]
"""Called before the first move of a game and after every move."""

_NAME: Final = 50
"""How much of a name is reported: a system must write 512 bytes at once, and may write more."""

_pipe: Connection | None = None
"""Where this process reports its games to, if anybody watches."""


@dataclass(frozen=True)
class GameProgress:
    """A game that is being played.

    >>> game = GameProgress("0a", "Ann", "Bob", 3, "44", Color.BLACK, (2.0, 1.0), None, since=100.0)
    >>> game.times(now=100.5), game.thinking(now=100.5)
    ((2.0, 1.5), 0.5)
    """

    key: str
    white: str
    black: str
    moves: int
    last: str
    """The last move, or an empty string."""
    turn: Color
    spent: tuple[float, float]
    """The seconds that each colour has used for the moves that it has made."""
    left: tuple[float, float] | None
    """The seconds that each colour has left, if there is a time per game."""
    since: float
    """When it became this colour's turn, by `time.time()`."""

    def thinking(self, now: float) -> float:
        """The seconds since the last move."""
        return max(0.0, now - self.since)

    def times(self, now: float) -> tuple[float, float]:
        """What the clocks show: the time left, or where there is none, the time used."""
        thinking = self.thinking(now)
        if self.left is None:
            shown, change = list(self.spent), thinking
        else:
            shown, change = list(self.left), -thinking
        shown[self.turn] = max(0.0, shown[self.turn] + change)
        return shown[0], shown[1]


class RunningGames:
    """The games that are being played now, by key, in the order in which they were started. Use it
    with `with`, and have every worker process call `begin` first.

    >>> with RunningGames() as running:
    ...     list(running.games)
    []
    """

    def __init__(self) -> None:
        self.games: dict[str, GameProgress] = {}

    @property
    def begin(self) -> Callable[[], None]:
        """What a process calls to have its games reported here."""
        return partial(_report_to, self._writer)

    def __enter__(self) -> RunningGames:
        self._reader, self._writer = multiprocessing.Pipe(duplex=False)
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop reading, once the processes have ended."""
        self._writer.close()
        self._thread.join()
        self._reader.close()

    def _read(self) -> None:
        while True:
            try:
                report = self._reader.recv()
            except EOFError:
                return
            if isinstance(report, GameProgress):
                self.games[report.key] = report
            else:
                self.games.pop(report, None)


@contextmanager
def reported(key: str, white: str, black: str) -> Iterator[MoveHook | None]:
    """Report a game: that it starts, what the yielded hook is called with, and that it has ended.

    >>> with reported("0a", "Ann", "Bob") as hook:
    ...     print(hook)  # nobody watches
    None
    """
    pipe = _pipe
    if pipe is None:
        yield None
        return

    def hook(board: Board, clock: Clock) -> None:
        moves = board.moves
        last = str(moves[-1]) if moves else ""
        game = GameProgress(
            key, white[:_NAME], black[:_NAME], len(moves), last, board.turn,
            clock.spent, clock.left, time.time(),
        )  # fmt: skip
        pipe.send(game)

    try:
        yield hook
    finally:
        pipe.send(key)


def _report_to(pipe: Connection) -> None:
    global _pipe
    _pipe = pipe
