"""The engine's end of UGI, the Universal Game Interface: what `tenchips ugi` runs.

Commands are answered as they come, on the thread that reads them; a search, a perft or a bench
has a thread of its own and obeys `stop` at once. A command that is wrong is answered with one
`info string` that says why, and changes nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tenchips import __version__
from tenchips.board import Board
from tenchips.core import Position
from tenchips.engine import Engine, EngineError, Info, Limit
from tenchips.engine.bench import HASH as BENCH_HASH
from tenchips.engine.bench import bench
from tenchips.engine.options import HASH, LEVEL, THREADS
from tenchips.engine.search import MAX_DEPTH
from tenchips.notation import START, Move
from tenchips.protocol.lines import LONGEST, LineWriter, read_lines
from tenchips.protocol.messages import info_line, one_line
from tenchips.render import text
from tenchips.squares import WHITE

MAX_NODES: Final = 1 << 62
PERFT_STEP: Final = 3
"""Plies that a perft counts without looking whether it was stopped."""


@dataclass(frozen=True)
class Option:
    """An option: a number from 1 up to `most`, or true and false.

    >>> Option("Hash", 64, 1024).declaration, Option("Hash", 64, 1024).read("16")
    ('option name Hash type spin default 64 min 1 max 1024', 16)
    """

    name: str
    default: int
    most: int = 0

    @property
    def declaration(self) -> str:
        """The line that makes it known."""
        if not self.most:
            return f"option name {self.name} type check default false"
        return f"option name {self.name} type spin default {self.default} min 1 max {self.most}"

    def read(self, value: str) -> int:
        """The value of a text, or `ValueError`."""
        if not self.most:
            if value.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {value[:40]!r}")
            return value.lower() == "true"
        number = _whole(self.name, value)
        if not 1 <= number <= self.most:
            raise ValueError(f"{self.name} is from 1 to {self.most}, not {number}")
        return number


OPTIONS: Final = {
    option.name.lower(): option
    for option in (
        Option("Threads", THREADS.default, THREADS.most),
        Option("Hash", HASH.default, HASH.most),
        Option("MultiPV", 1, 500),
        Option("Level", LEVEL.default, LEVEL.most),
        Option("OwnBook", 0),
    )
}

CLOCKS: Final = ("p1time", "p2time", "p1inc", "p2inc")
LIMITS: Final = (*CLOCKS, "movetime", "depth", "nodes")


def serve(source: int = 0, target: int = 1) -> None:
    """Answer what comes on one file descriptor on another, up to `quit` or the end of input."""
    with LineWriter(target) as out:
        server = UgiServer(out.write)
        try:
            for line in read_lines(source, out.gone):
                if line is None:
                    server.say(f"a line has at most {LONGEST} bytes: this one was not read")
                elif not server.handle(line):
                    break
        finally:
            server.close()


class UgiServer:
    """An engine that takes lines of UGI.

    >>> server = UgiServer(print)
    >>> server.handle("query p1turn")
    response true
    True
    >>> server.handle("position startpos moves 33 00")
    info string nobody may use 00: it is a corner
    True
    >>> server.handle("quit")
    False
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._board = Board()
        self._values = {key: option.default for key, option in OPTIONS.items()}
        self._engine: Engine | None = None
        self._built = (0, 0, 0, 0)
        self._forget = False
        self._job: _Job | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "setoption": self._set_option,
            "isready": self._ready,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "query": self._query,
            "stop": lambda _: self._stop(),
            "bench": self._bench,
            "d": self._draw,
        }

    def handle(self, line: str) -> bool:
        """Do what a line says; False if it is `quit`."""
        words = line.split()
        if not words:
            return True
        name, *rest = words
        if name == "quit":
            return False
        command = self._commands.get(name)
        if command is None:
            known = ", ".join(self._commands)
            self.say(f"{name[:40]!r} is not a command: there are {known} and quit")
            return True
        try:
            command(rest)
        except ValueError as error:
            self.say(str(error))
        return True

    def say(self, sentence: str) -> None:
        """Send a remark."""
        self._write(f"info string {one_line(sentence)}")

    def close(self) -> None:
        """Stop the job that runs, and wait until it has ended."""
        self._stop()

    # Who it is and how it is set

    def _introduce(self, words: list[str]) -> None:
        self._write(f"id name Tenchips {__version__}")
        self._write("id author the Tenchips authors")
        for option in OPTIONS.values():
            self._write(option.declaration)
        self._write("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if words[:1] != ["name"] or "value" not in words[1:]:
            raise ValueError("write setoption name NAME value VALUE")
        middle = words.index("value", 1)
        name, value = " ".join(words[1:middle]), " ".join(words[middle + 1 :])
        option = OPTIONS.get(name.lower())
        if option is None:
            raise ValueError(f"there is no option {name[:40]!r}: it is ignored")
        self._values[option.name.lower()] = option.read(value)

    def _ready(self, words: list[str]) -> None:
        if not self._is_busy():
            self._prepare()
        self._write("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._board = Board()
        self._forget = True

    def _prepare(self) -> Engine:
        """The engine as it is set to be, with a table of the size asked for."""
        size, threads, level, book = (
            self._values[key] for key in ("hash", "threads", "level", "ownbook")
        )
        if self._engine is None or (size, threads, level, book) != self._built:
            self._engine = None  # give the old table back before asking for the new one
            try:
                self._engine = Engine(hash=size, threads=threads, level=level, book=bool(book))
            except MemoryError as error:
                size = self._values["hash"] = self._built[0] or OPTIONS["hash"].default
                self.say(f"{error}: it stays at {size} MB")
                self._engine = Engine(hash=size, threads=threads, level=level, book=bool(book))
            self._built = (size, threads, level, book)
        elif self._forget:
            self._engine.clear()
        self._forget = False
        return self._engine

    # The position and what there is to know about it

    def _set_position(self, words: list[str]) -> None:
        self._board = read_position(words)

    def _query(self, words: list[str]) -> None:
        board = self._board
        outcome = board.outcome()
        match words:
            case ["p1turn"]:
                answer = str(board.turn is WHITE).lower()
            case ["gameover"]:
                answer = str(outcome is not None).lower()
            case ["result"]:
                answer = "none"
                if outcome is not None:
                    answer = {"1-0": "p1win", "0-1": "p2win"}.get(outcome.result, "draw")
            case ["fen"]:
                answer = board.position.replace(" ", "_")
            case ["legalmoves"]:
                answer = ",".join(map(str, board.legal_moves)) or "none"
            case ["islegal", move]:
                answer = self._legality(move)
            case ["network"]:
                answer = "-".join(outcome.network) if outcome and outcome.network else "none"
            case _:
                raise ValueError(
                    "query is followed by p1turn, gameover, result, fen, legalmoves, "
                    "islegal MOVE or network"
                )
        self._write(f"response {answer}")

    def _legality(self, move: str) -> str:
        try:
            refusal = self._board.why_illegal(move)
        except ValueError as error:
            self.say(str(error))
            return "false"
        if refusal is None:
            return "true"
        self.say(str(refusal))
        return "false"

    def _draw(self, words: list[str]) -> None:
        for line in text.draw(self._board, ascii=True).splitlines():
            self._write(line)
        outcome = self._board.outcome()
        self._write(f"{self._board.position}" + (f" {outcome}" if outcome else ""))

    # Thinking

    def _go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            self._perft(words[1:])
            return
        limit, infinite = self._read_limit(words)
        self._check_idle()
        if outcome := self._board.outcome():
            self.say(f"the game is over: {outcome}")
            self._write("bestmove none")
            return
        engine, board, lines = self._prepare(), self._board.copy(), self._values["multipv"]

        def think(job: _Job) -> str:
            best = next(iter(board.legal_moves))
            for info in engine.stream(board, limit, lines, resist=not infinite):
                self._write(info_line(info))
                if info.rank == 1:
                    best = info.move
            if infinite:
                job.wait_for_stop()
            return f"bestmove {best}"

        self._start(think, engine)

    def _read_limit(self, words: list[str]) -> tuple[Limit, bool]:
        """The limits of a `go`, and whether to wait for `stop`; unknown words are passed over."""
        values: dict[str, int] = {}
        unknown: list[str] = []
        rest = iter(words)
        for word in rest:
            if word in LIMITS:
                values[word] = _whole(word, next(rest, "nothing"))
            elif word != "infinite":
                unknown.append(word)
        own = "p1" if self._board.turn is WHITE else "p2"
        clock, move_time, nodes = (values.get(name) for name in (f"{own}time", "movetime", "nodes"))
        depth = values.get("depth")
        limit = Limit(
            depth=None if depth is None else min(depth, MAX_DEPTH),
            time=None if move_time is None else max(0, move_time) / 1000,
            nodes=None if nodes is None else min(nodes, MAX_NODES),
            clock=None if clock is None else max(0, clock) / 1000,
            increment=max(0, values.get(f"{own}inc", 0)) / 1000,
        )
        if unknown:
            self.say(f"go does not know {' '.join(unknown)[:60]!r}: passed over")
        return limit, "infinite" in words

    def _perft(self, words: list[str]) -> None:
        if len(words) != 1:
            raise ValueError("write go perft N")
        depth = _whole("perft", words[0])
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"perft counts from 1 to {MAX_DEPTH} plies, not {depth}")
        self._check_idle()
        position = Position.of(self._board)

        def count(job: _Job) -> str:
            began, total = time.monotonic(), 0
            actions = [] if position.winner() is not None else position.legal_actions()
            for action in actions:
                position.push(action)
                nodes = _count(position, depth - 1, job)
                position.pop()
                if job.is_stopped:
                    return f"nodes {total} stopped"
                self._write(f"{Move.from_action(action)}: {nodes}")
                total += nodes
            return f"nodes {total} time {_milliseconds(began)}"

        self._start(count)

    def _bench(self, words: list[str]) -> None:
        self._check_idle()
        engine = Engine(hash=BENCH_HASH)

        def measure(job: _Job) -> str:
            found: list[Info] = []
            for info in bench(engine):
                if job.is_stopped:
                    return f"nodes {sum(info.nodes for info in found)} stopped"
                found.append(info)
                self._write(f"{len(found)}: {info.nodes}")
            nodes = sum(info.nodes for info in found)
            seconds = sum(info.time for info in found)
            return f"nodes {nodes} time {int(seconds * 1000)} nps {int(nodes / seconds)}"

        self._start(measure, engine)

    def _is_busy(self) -> bool:
        return self._job is not None and not self._job.is_over

    def _check_idle(self) -> None:
        if self._is_busy():
            raise EngineError("the engine is busy: send stop first")

    def _start(self, work: Callable[[_Job], str], engine: Engine | None = None) -> None:
        self._stop()  # the last one is over; its last line may still be on the way
        self._job = _Job(work, engine, self._write)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self._job = None


def read_position(words: list[str]) -> Board:
    """The board that the words after `position` describe.

    >>> read_position("startpos moves 33 44".split()).position
    '8/8/8/3W4/4B3/8/8/8 w 0 2'
    """
    how, *rest = words or [""]
    split = rest.index("moves") if "moves" in rest else len(rest)
    fields, moves = rest[:split], rest[split + 1 :]
    if how == "startpos" and not fields:
        start = START
    elif how == "fen" and fields:
        start = " ".join(fields).replace("_", " ")  # as `query fen` writes it
    else:
        raise ValueError("write position startpos or position fen F, then moves and the moves")
    return Board(start, moves=moves)


class _Job:
    """A search, perft or bench on a thread of its own; it ends with a last line."""

    def __init__(
        self,
        work: Callable[[_Job], str],
        engine: Engine | None,
        write: Callable[[str], None],
    ) -> None:
        self._work, self._engine, self._write = work, engine, write
        self._stopped = threading.Event()
        self.is_over = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            last = self._work(self)
        except Exception as error:  # a bug: say so and be ready for the next command
            last = f"info string internal error: {one_line(repr(error))}"
        # A reader of the last line may ask for the next search at once.
        self.is_over = True
        self._write(last)

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def wait_for_stop(self) -> None:
        self._stopped.wait()

    def stop(self) -> None:
        """End it soon, and wait until it has ended."""
        self._stopped.set()
        while self._thread.is_alive():  # again and again: the search may only be about to begin
            if self._engine is not None:
                self._engine.stop()
            self._thread.join(0.005)


def _count(position: Position, depth: int, job: _Job) -> int:
    """The perft of a position; too little once the job is stopped."""
    if depth <= PERFT_STEP or position.winner() is not None:
        return 0 if job.is_stopped else position.perft(depth)
    total = 0
    for action in position.legal_actions():
        position.push(action)
        total += _count(position, depth - 1, job)
        position.pop()
        if job.is_stopped:
            break
    return total


def _whole(name: str, text: str) -> int:
    """A number of at most 18 digits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise ValueError(f"{name} is a whole number, not {text[:40]!r}")
    return int(text)


def _milliseconds(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


if __name__ == "__main__":
    serve()
