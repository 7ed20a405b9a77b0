"""Iterative deepening: search a position to depth 1, 2, 3 and so on, until a limit or a proof.

`Deepening` looks for the best lines. `Comparison` looks for the best move and scores a given one
beside it, to the same depth, so that the two scores can be compared. Both drive the compiled
searchers; neither knows about levels or the book.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from tenchips.engine.info import Info, Score
from tenchips.engine.levels import Situation
from tenchips.engine.limit import Limit
from tenchips.engine.search import MAX_DEPTH, SURE
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.engine.window import TO_PROVE, Window
from tenchips.notation import Move


class _Thinking:
    """What both kinds of search share: searchers set up for a position, and one depth of it."""

    def __init__(
        self,
        searchers: Sequence[Searcher],
        table: Table,
        signal: Signal,
        situation: Situation,
        limit: Limit,
        margin: int = TO_PROVE,
    ) -> None:
        """The first searcher leads; the others follow it in threads of their own. The margin is
        half the window around the score of the depth before."""
        self._main, *self._followers = searchers
        self._table, self._signal, self._limit, self._margin = table, signal, limit, margin
        self._started = time.monotonic()
        self._most, self._enough = limit.seconds()
        self.was_stopped = False
        """Whether the signal ended it."""
        table.new_search()
        for searcher in searchers:
            searcher.set(*situation)

    @contextmanager
    def _threads(self) -> Iterator[None]:
        """Let the followers search too."""
        threads = [
            threading.Thread(target=follower.follow, daemon=True) for follower in self._followers
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.was_stopped = self._signal.is_set()
            self._signal.set()
            for thread in threads:
                thread.join()

    def _depths(self) -> range:
        return range(1, (self._limit.depth or MAX_DEPTH) + 1)

    def _one_line(
        self, depth: int, guess: int, excluded: Sequence[Move], rank: int = 1
    ) -> Info | None:
        """Search a line to a depth; where it is lost, the one that lasts longest. None if a limit
        ended it."""
        found = [info for info, _ in self._line(depth, guess, excluded, rank)]
        return found[-1] if found else None

    def _line(
        self, depth: int, guess: int, excluded: Sequence[Move], rank: int
    ) -> Iterator[tuple[Info, bool]]:
        """Search a line to a depth, in a window around the guess that is widened as needed: what
        is found, and whether that is all. After a loss the line that lasts longest is yet to come;
        nothing comes if a limit ended the search."""
        window = Window(depth, guess, self._margin)
        deadline = 0.0 if self._most is None else self._started + self._most
        while True:
            score = self._main.run(
                depth,
                window.low,
                window.high,
                # The first ply is always finished: there has to be a move.
                deadline if depth > 1 else 0.0,
                (self._limit.nodes or 0) if depth > 1 else 0,
                [move.action for move in excluded],
            )
            if score is None:
                return
            if window.holds(score) or score > SURE:
                yield self._info(depth, score, rank), True
                return
            if score < -SURE:
                # Lost whatever is played: see what lasts longest.
                yield self._info(depth, score, rank), False
                window.open()
            else:
                window.widen(score)

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


class Deepening(_Thinking):
    """The best lines of a position, deeper and deeper."""

    def run(self, legal_moves: Sequence[Move], lines: int) -> Iterator[Info]:
        """What is found of so many lines at each depth, the best line first."""
        lines = min(lines, len(legal_moves))
        with self._threads():
            yield from self._deepen(legal_moves, lines)

    def _deepen(self, legal_moves: Sequence[Move], lines: int) -> Iterator[Info]:
        best: list[Info] = []
        for depth in self._depths():
            last, best = best, []
            for rank in range(1, lines + 1):
                guess = last[rank - 1].score.points if len(last) >= rank else 0
                info: Info | None = None
                for info, is_all in self._line(depth, guess, [other.move for other in best], rank):
                    if lines == 1 and not is_all:
                        # Who wins is said at once.
                        yield info
                if info is None:
                    best.sort(key=lambda info: info.score, reverse=True)
                    if not best:
                        best.extend(self._ended(depth, last, legal_moves[0]))
                    yield from _ranked(best + last, lines)
                    return
                best.append(info)
            best.sort(key=lambda info: info.score, reverse=True)
            yield from _ranked(best, lines)
            if self._is_done(best, only_one=len(legal_moves) == 1):
                return

    def _is_done(self, best: list[Info], only_one: bool) -> bool:
        if all(info.score.is_proven for info in best):
            return True
        if self._limit.time is not None or self._limit.clock is not None:
            return only_one or self._elapsed() >= (self._enough or 0)
        return False

    def _ended(self, depth: int, last: list[Info], any_move: Move) -> Iterator[Info]:
        """The search was ended inside a ply: the better move just found, if there is one."""
        if not last:
            # Stopped before the first ply was finished: any legal move will do.
            line = (Move.from_action(self._main.best) if self._main.best else any_move,)
            yield replace(self._info(depth, 0, 1), line=line)
        elif self._main.best and Move.from_action(self._main.best) != last[0].move:
            move = Move.from_action(self._main.best)
            yield replace(last[0], line=(move,), nodes=self._nodes(), time=self._elapsed())


def _ranked(infos: Sequence[Info], lines: int) -> Iterator[Info]:
    """The infos with their ranks, the first of each move only."""
    by_move: dict[Move, Info] = {}
    for info in infos:
        by_move.setdefault(info.move, info)
    for rank, info in enumerate(list(by_move.values())[:lines], 1):
        yield replace(info, rank=rank)


class Comparison(_Thinking):
    """The best move and a given one, scored by one search at one depth.

    At each depth all moves are searched, and then the given move alone. A score that is proven
    is final, whatever its depth, and not searched again. The search ends when the given move
    is proven to win, when both scores are proven, or when a limit is reached; what was not
    finished for both moves then counts only if it is a proof.
    """

    def run(self, move: Move, legal_moves: Sequence[Move]) -> tuple[Info, Info]:
        """The best move's info, and the given move's."""
        others = [other for other in legal_moves if other != move]
        with self._threads():
            return self._deepen(move, others)

    def _deepen(self, move: Move, others: Sequence[Move]) -> tuple[Info, Info]:
        best = given = Info.unsearched(move, Score(0))
        for depth in self._depths():
            found = best
            if not best.score.is_proven:
                deeper = self._one_line(depth, best.score.points, ())
                if deeper is None:
                    break
                found = deeper
            same = given
            if not given.score.is_proven:
                deeper = (
                    found
                    if found.move == move
                    else self._one_line(depth, given.score.points, others)
                )
                if deeper is None:
                    best = found if found.score.is_proven else best
                    break
                same = deeper
            best, given = found, same
            if given.score.is_win or (best.score.is_proven and given.score.is_proven):
                break
        # The given move may turn out better when it is searched alone.
        return max(best, given, key=lambda info: info.score), given
