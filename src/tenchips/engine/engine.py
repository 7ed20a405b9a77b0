"""`Engine`: ask the machine for a move, an analysis or a comparison, and stop it at any time.

The search itself is compiled (`search.py`) and runs without Python's lock, `deepening.py` takes it
deeper ply by ply, and `levels.py` makes weaker players of it. Here is what users call: it checks
the arguments, allows one search at a time, and looks into the book first if there is one.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from tenchips.board import Board
from tenchips.core import Position
from tenchips.engine.deepening import Comparison, Deepening
from tenchips.engine.info import Info, Score
from tenchips.engine.levels import LEVELS, SECONDS, TABLE, TOP, LevelSearch, Situation
from tenchips.engine.limit import ONE_SECOND, UNLIMITED, EngineError, Limit
from tenchips.engine.options import HASH, LEVEL, THREADS
from tenchips.engine.resistance import Resistance
from tenchips.engine.search import MAX_DEPTH
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.engine.window import TO_PLAY, TO_PROVE
from tenchips.errors import check_type
from tenchips.notation import Move
from tenchips.rules import IllegalMove


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
        hash: int = HASH.default,
        threads: int = THREADS.default,
        level: int = LEVEL.default,
        seed: int | None = None,
        book: bool = False,
    ) -> None:
        """`hash` is the size of the table in megabytes. With the book it does not search where
        the game is solved, and plays perfectly there. The levels under the top need neither of
        them nor threads, and with a seed they err the same way every time."""
        for option, value in ((HASH, hash), (THREADS, threads), (LEVEL, level)):
            option.check(value)
        if seed is not None:
            check_type("seed", seed, int, "an int or None")
        check_type("book", book, bool, "True or False")
        self._level = level
        self._has_book = book and level == TOP
        self._seed = Random().getrandbits(64) if seed is None else seed
        self._table = Table(hash if level == TOP else TABLE)
        self._signal = Signal()
        # Set by `stop` alone: the end of a search with several threads sets the other one too.
        self._stopped = Signal()
        self._threads = threads
        self._searchers = self._team()
        self._busy = threading.Lock()

    def _team(self) -> list[Searcher]:
        """The searchers, the leader first."""
        leader = Searcher(self._table, self._signal)
        followers = [Searcher(self._table, self._signal, leader) for _ in range(1, self._threads)]
        return [leader, *followers]

    def play(self, board: Board, limit: Limit = ONE_SECOND) -> Info:
        """The move to play, with its score and line: the best one found. In a lost position the
        time that is left goes into the choice of the move, as `stream` says.

        >>> with Engine(hash=1) as engine:
        ...     engine.play(Board(moves="33"), Limit(depth=3)).depth
        3
        """
        *_, info = self.stream(board, limit, resist=True)
        return info

    def analyse(self, board: Board, limit: Limit = ONE_SECOND, lines: int = 1) -> list[Info]:
        """The best lines, the best one first; of lost ones, the one that lasts longest."""
        found: dict[int, Info] = {}
        for info in self.stream(board, limit, lines):
            found[info.rank] = info
        return [found[rank] for rank in sorted(found)]

    def stream(
        self, board: Board, limit: Limit = UNLIMITED, lines: int = 1, *, resist: bool = False
    ) -> Iterator[Info]:
        """The best lines again and again as they get better; close it or call `stop` to end.

        With `resist`, if the only line asked for is proven to lose and there are seconds or nodes
        left, the last one begins with the move that an imperfect opponent most likely gets wrong.
        Its score is that of the longest defence still. That is how the engine plays; without it,
        what it looks for first is a proof.

        >>> with Engine(hash=1) as engine:
        ...     [info.depth for info in engine.stream(Board(), Limit(depth=3))]
        [1, 2, 3]
        """
        _check_question(board, limit)
        check_type("lines", lines, int, "an int")
        if lines < 1:
            raise EngineError(f"the number of lines is at least 1, not {lines}")
        # Cleared here and not when the first line is asked for: a stop in between counts.
        if not self._busy.locked():
            self._signal.clear()
            self._stopped.clear()
        return self._stream(board, limit, lines, resist and lines == 1)

    def _stream(self, board: Board, limit: Limit, lines: int, resist: bool) -> Iterator[Info]:
        with self._alone():
            if self._level < TOP:
                yield from self._search_as_level(board, limit, lines)
                return
            started, info = time.monotonic(), None
            if self._has_book and resist and (info := _prepared(board)):
                yield info
                return
            if self._has_book and lines == 1 and (info := _from_book(board)):
                yield info
            else:
                deepening = Deepening(
                    self._searchers, self._table, self._signal, _situation(board), limit,
                    TO_PLAY if resist else TO_PROVE,
                )  # fmt: skip
                for info in deepening.run(tuple(board.legal_moves), lines):
                    yield info
                if deepening.was_stopped:
                    return
            if resist and info is not None and info.score.is_loss:
                yield from self._resist(board, limit, info, started)

    def _resist(self, board: Board, limit: Limit, lost: Info, started: float) -> Iterator[Info]:
        """In a lost position, a move that is harder to refute than the longest defence, if there is
        one and something of the limit is left to find it."""
        seconds = limit.seconds()[1]
        nodes = None if limit.nodes is None else max(0, limit.nodes - lost.nodes)
        if (seconds is None and nodes is None) or nodes == 0 or len(board.legal_moves) == 1:
            return
        deadline = None if seconds is None else started + seconds
        resistance = Resistance(
            _situation(board), self._table, self._stopped, nodes=nodes, deadline=deadline
        )
        move = Move.from_action(resistance.choose(lost.move.action))
        if move != lost.move:
            yield replace(
                lost,
                line=(move,),
                nodes=lost.nodes + resistance.nodes,
                time=time.monotonic() - started,
            )

    def compare(self, board: Board, move: Move, limit: Limit = ONE_SECOND) -> tuple[Info, Info]:
        """The best move and a given legal one, scored by one search at one depth; a score that
        is proven may come from a lower depth. For the top level only, and without the book.

        >>> board = Board(moves="33 43 73 44 03 62")
        >>> with Engine(hash=1) as engine:
        ...     best, given = engine.compare(board, Move("11"), Limit(depth=4))
        >>> given.move, best.depth == given.depth, best.score > given.score
        (Move.parse('11'), True, True)
        """
        if self._level < TOP:
            raise EngineError(f"only level {TOP} compares moves: make an Engine without a level")
        _check_question(board, limit)
        check_type("move", move, Move, "a Move")
        if refusal := board.why_illegal(move):
            raise IllegalMove(refusal)
        with self._alone():
            self._signal.clear()
            comparison = Comparison(
                self._searchers, self._table, self._signal, _situation(board), limit
            )
            return comparison.run(move, tuple(board.legal_moves))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One search at a time."""
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is thinking already: stop it first, or use another one")
        try:
            yield
        finally:
            self._busy.release()

    def _search_as_level(self, board: Board, limit: Limit, lines: int) -> Iterator[Info]:
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
        search = LevelSearch(level, _situation(board), luck, searcher, deadline)
        for rank, move in enumerate(search.rated_moves()[:lines], 1):
            yield Info(
                search.depth, search.depth, Score(move.points), (Move.from_action(move.action),),
                search.nodes, time.monotonic() - started, self._table.permill_full, rank,
            )  # fmt: skip

    def stop(self) -> None:
        """End the search that is going on; it keeps what it has found."""
        self._stopped.set()
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
        found = [info async for info in self.astream(board, limit, resist=True)]
        return found[-1]

    async def aanalyse(self, board: Board, limit: Limit = ONE_SECOND, lines: int = 1) -> list[Info]:
        """`analyse` for async code."""
        found: dict[int, Info] = {}
        async for info in self.astream(board, limit, lines):
            found[info.rank] = info
        return [found[rank] for rank in sorted(found)]

    async def astream(
        self, board: Board, limit: Limit = UNLIMITED, lines: int = 1, *, resist: bool = False
    ) -> AsyncIterator[Info]:
        """`stream` for async code."""
        check_type("board", board, Board, "a Board")
        stream = self.stream(board.copy(), limit, lines, resist=resist)
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


def _check_question(board: Board, limit: Limit) -> None:
    """Refuse what cannot be searched."""
    check_type("board", board, Board, "a Board")
    check_type("limit", limit, Limit, "a Limit, like Limit(time=0.1)")
    if outcome := board.outcome():
        raise EngineError(f"the game is over: {outcome}")


def _from_book(board: Board) -> Info | None:
    """What certificates say, a winning move or the longest resistance; or how the opening book
    wins. Where that one only knows that all is lost, a search finds better chances."""
    from tenchips.book import certified_result, opening_book  # read only when asked for

    started = time.monotonic()
    known = certified_result(board)
    if known is None:
        known = opening_book().look_up(board)
        if known is None or known.winner is not board.turn:
            return None
    score = Score.win_in(known.plies if known.winner is board.turn else -known.plies)
    return Info.unsearched(known.move, score, time.monotonic() - started)


def _prepared(board: Board) -> Info | None:
    """The defence that is prepared for a position that is proven to be lost."""
    from tenchips.book.defences import prepared_defence  # read only when asked for

    if (found := prepared_defence(board)) is None:
        return None
    move, plies = found
    return Info.unsearched(move, Score.win_in(-plies))


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
