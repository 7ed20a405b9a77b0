"""`Engine`: ask the machine for a move or for its opinion, and stop it when you like.

The search itself is compiled (`search.py`) and runs without Python's lock; this is the hand that
deepens it ply by ply, keeps the clock, and turns numbers into moves and scores.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from math import exp
from random import Random

from tenchips.board import Board
from tenchips.core import Position
from tenchips.engine.levels import LEVELS, SECONDS, TABLE, TOP, Look, Situation
from tenchips.engine.search import MAX_DEPTH, SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.errors import TenchipsError
from tenchips.notation import Move

MAX_THREADS = 256
MAX_HASH = 1 << 20  # megabytes


class EngineError(TenchipsError):
    """A question the engine cannot answer."""


@dataclass(frozen=True)
class Limit:
    """How long to think; the first limit reached ends it. With none at all it thinks until it
    is stopped or has proved the result.

    `time` is seconds for this move; `clock` and `increment` are the player's own, of which it
    takes a share.

    >>> Limit(depth=6, time=0.5)
    Limit(depth=6, time=0.5, nodes=None, clock=None, increment=0.0)
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.depth is not None and not 1 <= self.depth <= MAX_DEPTH:
            raise EngineError(f"a depth is from 1 to {MAX_DEPTH} plies, not {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise EngineError(f"a number of nodes is at least 1, not {self.nodes}")
        for name in ("time", "clock", "increment"):
            seconds = getattr(self, name)
            if seconds is not None and not 0 <= seconds < float("inf"):
                raise EngineError(f"{name} is a number of seconds, not {seconds}")

    def seconds(self) -> tuple[float | None, float | None]:
        """How long to think at the most, and after how long not to begin another ply."""
        if self.clock is None:
            return self.time, self.time
        share = min(0.8 * self.clock, self.clock / 12 + 0.8 * self.increment)
        most = share if self.time is None else min(share, self.time)
        return most, 0.5 * most


ONE_SECOND = Limit(time=1.0)
UNLIMITED = Limit()


@dataclass(frozen=True, order=True)
class Score:
    """How the side to move stands: points, or a proven result with its distance.

    >>> str(Score(25)), str(Score.win_in(7)), str(Score.win_in(-6))
    ('+0.25', 'win in 7', 'loss in 6')
    """

    points: int

    @classmethod
    def win_in(cls, plies: int) -> Score:
        """A proven win in so many plies; a loss if negative."""
        return cls(WIN - plies if plies > 0 else -WIN - plies)

    @property
    def plies(self) -> int | None:
        """The plies to a proven end: positive for a win, negative for a loss.

        A loss in 0 plies is a player without a move; it counts as -0, so ask `is_proven`.
        """
        if self.points > SURE:
            return WIN - self.points
        return -(WIN + self.points) if self.points < -SURE else None

    @property
    def is_proven(self) -> bool:
        """Whether the result is certain."""
        return abs(self.points) > SURE

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1, as evaluated.

        >>> Score(0).chance
        0.5
        """
        if self.is_proven:
            return 1.0 if self.points > 0 else 0.0
        return 1 / (1 + exp(-self.points / 100))

    def __neg__(self) -> Score:
        return Score(-self.points)

    def __str__(self) -> str:
        if self.plies is None:
            return f"{self.points / 100:+.2f}"
        return f"win in {self.plies}" if self.points > 0 else f"loss in {-self.plies}"


@dataclass(frozen=True)
class Info:
    """What the engine has found so far: one line of play, and how it got there."""

    depth: int
    seldepth: int
    score: Score
    line: tuple[Move, ...]
    nodes: int
    time: float
    hashfull: int
    rank: int = 1

    @property
    def move(self) -> Move:
        """The move it would play."""
        return self.line[0]

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.time, 1e-6))


class Engine:
    """A machine player with a memory. One search at a time; `stop` may come from any thread.

    >>> board = Board(moves="33 43")
    >>> with Engine(hash=1) as engine:
    ...     engine.play(board, Limit(depth=1)).move in board.legal_moves
    True
    """

    def __init__(
        self,
        *,
        hash: int = 64,
        threads: int = 1,
        level: int = TOP,
        seed: int | None = None,
        book: bool = False,
    ) -> None:
        """`hash` is the size of the table in megabytes. With the book it does not search where
        the game is solved, and plays perfectly there. The levels under the top need neither of
        them nor threads, and with a seed they err the same way every time."""
        if not 1 <= threads <= MAX_THREADS:
            raise EngineError(f"threads are from 1 to {MAX_THREADS}, not {threads}")
        if not 1 <= hash <= MAX_HASH:
            raise EngineError(f"the hash table has from 1 to {MAX_HASH} MB, not {hash}")
        if not 1 <= level <= TOP:
            raise EngineError(f"the levels are from 1 to {TOP}, not {level}")
        self._level = level
        self._has_book = book and level == TOP
        self._seed = Random().getrandbits(64) if seed is None else seed
        self._table = Table(hash if level == TOP else TABLE)
        self._signal = Signal()
        self._threads = threads
        self._searchers = self._team()
        self._busy = threading.Lock()

    def _team(self) -> list[Searcher]:
        """The searchers, the leader first."""
        leader = Searcher(self._table, self._signal)
        followers = [Searcher(self._table, self._signal, leader) for _ in range(1, self._threads)]
        return [leader, *followers]

    def play(self, board: Board, limit: Limit = ONE_SECOND) -> Info:
        """The best move found, with its score and line.

        >>> with Engine(hash=1) as engine:
        ...     engine.play(Board(moves="33"), Limit(depth=3)).depth
        3
        """
        return self.analyse(board, limit)[0]

    def analyse(self, board: Board, limit: Limit = ONE_SECOND, lines: int = 1) -> list[Info]:
        """The best lines, the best one first."""
        found: dict[int, Info] = {}
        for info in self.stream(board, limit, lines):
            found[info.rank] = info
        return [found[rank] for rank in sorted(found)]

    def stream(self, board: Board, limit: Limit = UNLIMITED, lines: int = 1) -> Iterator[Info]:
        """The best lines again and again as they get better; close it or call `stop` to end.

        >>> with Engine(hash=1) as engine:
        ...     [info.depth for info in engine.stream(Board(), Limit(depth=3))]
        [1, 2, 3]
        """
        if outcome := board.outcome():
            raise EngineError(f"the game is over: {outcome}")
        if lines < 1:
            raise EngineError(f"the number of lines is at least 1, not {lines}")
        # Cleared here and not when the first line is asked for: a stop in between counts.
        if not self._busy.locked():
            self._signal.clear()
        return self._stream(board, limit, lines)

    def _stream(self, board: Board, limit: Limit, lines: int) -> Iterator[Info]:
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is thinking already: stop it first, or use another one")
        try:
            if self._level < TOP:
                yield from self._look(board, limit, lines)
            elif self._has_book and lines == 1 and (info := _from_book(board)):
                yield info
            else:
                yield from _Search(self._searchers, self._table, self._signal, board, limit, lines)
        finally:
            self._busy.release()

    def _look(self, board: Board, limit: Limit, lines: int) -> Iterator[Info]:
        """What a level under the top thinks; the limit can only make it think less."""
        started = time.monotonic()
        level, (most, _) = LEVELS[self._level], limit.seconds()
        level = replace(
            level,
            depth=min(level.depth, (limit.depth or MAX_DEPTH) - 1),
            nodes=min(level.nodes, limit.nodes or level.nodes),
        )
        deadline = started + (SECONDS if most is None else min(most, SECONDS))
        luck = Random(f"{self._seed} {board.position}")
        self._table.clear()
        searcher = Searcher(self._table, self._signal)
        look = Look(level, _situation(board), luck, searcher, deadline)
        for rank, opinion in enumerate(look.opinions()[:lines], 1):
            yield Info(
                look.depth, look.depth, Score(opinion.points), (Move.from_action(opinion.action),),
                look.nodes, time.monotonic() - started, self._table.permill_full, rank,
            )  # fmt: skip

    def stop(self) -> None:
        """End the search that is going on; it keeps what it has found."""
        self._signal.set()

    def clear(self) -> None:
        """Forget what was learnt from earlier searches."""
        with self._busy:
            self._table.clear()
            self._searchers = self._team()

    def close(self) -> None:
        """Stop. The memory goes with the object."""
        self.stop()

    async def aplay(self, board: Board, limit: Limit = ONE_SECOND) -> Info:
        """`play` for async code: other tasks go on meanwhile, and cancelling stops the search."""
        return (await self.aanalyse(board, limit))[0]

    async def aanalyse(self, board: Board, limit: Limit = ONE_SECOND, lines: int = 1) -> list[Info]:
        """`analyse` for async code."""
        found: dict[int, Info] = {}
        async for info in self.astream(board, limit, lines):
            found[info.rank] = info
        return [found[rank] for rank in sorted(found)]

    async def astream(
        self, board: Board, limit: Limit = UNLIMITED, lines: int = 1
    ) -> AsyncIterator[Info]:
        """`stream` for async code."""
        stream = self.stream(board.copy(), limit, lines)
        pending: asyncio.Future[Info | None] | None = None
        refused = False
        try:
            while True:
                pending = asyncio.ensure_future(asyncio.to_thread(next, stream, None))
                info = await asyncio.shield(pending)
                if info is None:
                    return
                yield info
        except EngineError:
            refused = True
            raise
        finally:
            if not refused:
                self.stop()
            if pending is not None:
                await asyncio.wait([pending])
            stream.close()  # type: ignore[attr-defined]

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _from_book(board: Board) -> Info | None:
    """What the solved game's certificates say: a winning move, or the longest resistance."""
    from tenchips.book import certificates  # read only when asked for

    started = time.monotonic()
    for certificate in certificates():
        if found := certificate.move(board):
            move, score = found[0], Score.win_in(found[1])
        elif found := certificate.resistance(board):
            move, score = found[0], -Score.win_in(found[1])
        else:
            continue
        return Info(0, found[1], score, (move,), 0, time.monotonic() - started, 0)
    return None


class _Search:
    """One search: deepen, all threads together, until a limit or a proof."""

    def __init__(
        self,
        searchers: list[Searcher],
        table: Table,
        signal: Signal,
        board: Board,
        limit: Limit,
        lines: int,
    ) -> None:
        self._main, *self._followers = searchers
        self._table, self._signal, self._limit = table, signal, limit
        self._started = time.monotonic()
        self._lines = min(lines, len(board.legal_moves))
        self._any_move = next(iter(board.legal_moves))
        self._only_one = len(board.legal_moves) == 1
        self._most, self._enough = limit.seconds()
        table.new_search()
        situation = _situation(board)
        for searcher in searchers:
            searcher.set(*situation)

    def __iter__(self) -> Iterator[Info]:
        threads = [
            threading.Thread(target=follower.follow, daemon=True) for follower in self._followers
        ]
        for thread in threads:
            thread.start()
        try:
            yield from self._deepen()
        finally:
            self._signal.set()
            for thread in threads:
                thread.join()

    def _deepen(self) -> Iterator[Info]:
        best: list[Info] = []
        for depth in range(1, (self._limit.depth or MAX_DEPTH) + 1):
            last, best = best, []
            for rank in range(1, self._lines + 1):
                guess = last[rank - 1].score.points if len(last) >= rank else 0
                info = self._one_line(depth, guess, [info.move for info in best], rank)
                if info is None:
                    best = sorted(best, key=lambda info: info.score, reverse=True)
                    yield from self._ranked((best or list(self._ended(depth, last))) + last)
                    return
                best.append(info)
            best.sort(key=lambda info: info.score, reverse=True)
            yield from self._ranked(best)
            if self._is_done(best):
                return

    def _ranked(self, infos: list[Info]) -> Iterator[Info]:
        """The infos with their ranks, the first of each move only."""
        by_move: dict[Move, Info] = {}
        for info in infos:
            by_move.setdefault(info.move, info)
        for rank, info in enumerate(list(by_move.values())[: self._lines], 1):
            yield replace(info, rank=rank)

    def _is_done(self, best: list[Info]) -> bool:
        if all(info.score.is_proven for info in best):
            return True
        if self._limit.time is not None or self._limit.clock is not None:
            return self._only_one or self._elapsed() >= (self._enough or 0)
        return False

    def _ended(self, depth: int, last: list[Info]) -> Iterator[Info]:
        """The search was ended inside a ply: the better move just found, if there is one."""
        if not last:
            # Stopped before the first ply was finished: any legal move will do.
            line = (Move.from_action(self._main.best) if self._main.best else self._any_move,)
            yield replace(self._info(depth, 0, 1), line=line)
        elif self._main.best and Move.from_action(self._main.best) != last[0].move:
            move = Move.from_action(self._main.best)
            yield replace(last[0], line=(move,), nodes=self._nodes(), time=self._elapsed())

    def _one_line(self, depth: int, guess: int, excluded: list[Move], rank: int) -> Info | None:
        """Search a line to a depth, in a narrow window around the guess that opens as needed."""
        low, high, margin = -WIN, WIN, 80
        if depth > 4 and abs(guess) < SURE:
            low, high = guess - margin, guess + margin
        deadline = 0.0 if self._most is None else self._started + self._most
        lost: Info | None = None
        while True:
            score = self._main.run(
                depth,
                low,
                high,
                # The first ply is always finished: there has to be a move.
                deadline if depth > 1 else 0.0,
                (self._limit.nodes or 0) if depth > 1 else 0,
                [move.action for move in excluded],
            )
            if score is None:
                return lost
            if low < score < high or score > SURE:
                return self._info(depth, score, rank)
            if score < -SURE:
                # Lost whatever is played: see what lasts longest.
                lost = self._info(depth, score, rank)
                low, high = -WIN, WIN
                continue
            margin *= 4
            low, high = (score - margin, high) if score <= low else (low, score + margin)
            if margin > 1000:
                low, high = -WIN, WIN

    def _info(self, depth: int, score: int, rank: int) -> Info:
        line = tuple(map(Move.from_action, self._main.line or [self._main.best]))
        return Info(
            depth, self._main.seldepth, Score(score), line, self._nodes(), self._elapsed(),
            self._table.permill_full, rank,
        )  # fmt: skip

    def _nodes(self) -> int:
        return self._main.nodes + sum(follower.nodes for follower in self._followers)

    def _elapsed(self) -> float:
        return time.monotonic() - self._started


def _situation(board: Board) -> Situation:
    """The position with what the game so far and the house rules say about it."""
    position, steps_left = Position.of(board), -1
    if board.rules.step_limit:
        hands = sum(position.hand(color) for color in (board.turn, board.turn.other))
        steps_left = max(0, board.rules.step_limit - board.steps) + hands
    stuck_score = -1 if board.rules.no_move == "loss" else 0
    return Situation(position, _drawn_if_repeated(board), steps_left, stuck_score)


def _drawn_if_repeated(board: Board) -> list[int]:
    """The keys of positions that have occurred so often that once more is a draw."""
    needed = board.rules.repetition - 1
    if needed < 1 or not board.steps:
        return []
    position = Position.of(board.start)
    seen = Counter([position.key])
    for move in board.moves:
        position.push(move.action)
        seen[position.key] += 1
    return sorted(key for key, count in seen.items() if count >= needed)
