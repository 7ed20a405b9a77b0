"""The engine at work in the background: the best lines in a position, as they get better.

What the book knows of the position comes first, until the search has proved as much.
It has a thread of its own. A new question stops the search for the one before; what comes late is
never reported.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from tenchips.board import Board
from tenchips.book import certified_result, opening_book
from tenchips.engine import Engine, Info, Limit, Score

LINES: Final = 3
SECONDS: Final = 20.0
"""After so much thinking about a position the processor gets a rest."""
MEGABYTES: Final = 32


class Analyst:
    """Answers `ask` with reports of the best lines so far, the best first.

    Reports come on another thread: pass them on to where they are shown."""

    def __init__(
        self,
        report: Callable[[Board, list[Info]], None],
        *,
        limit: Limit = Limit(time=SECONDS),
        lines: int = LINES,
    ) -> None:
        self._report, self._limit, self._lines = report, limit, lines
        self._engine: Engine | None = None
        self._changed = threading.Condition()
        self._question: Board | None = None
        self._asked = 0
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def ask(self, board: Board | None) -> None:
        """Think about another position; None is a rest."""
        with self._changed:
            is_open = board is not None and board.outcome() is None
            self._question = board.copy() if board is not None and is_open else None
            self._asked += 1
            if self._engine is not None:
                self._engine.stop()
            if self._thread is None and self._question is not None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Stop for good."""
        with self._changed:
            self._is_closed = True
        self.ask(None)

    def _run(self) -> None:
        answered = -1
        while True:
            with self._changed:
                while not self._is_closed and (self._question is None or self._asked == answered):
                    self._changed.wait()
                if self._is_closed or self._question is None:
                    return
                board, answered = self._question, self._asked
                self._engine = self._engine or Engine(hash=MEGABYTES)
                # Started under the lock: a question that comes now stops this search.
                stream = self._engine.stream(board, self._limit, self._lines)
            best: dict[int, Info] = {}
            known = from_book(board)
            if known is not None and self._asked == answered:
                self._report(board, [known])
            for info in stream:
                if self._asked != answered:
                    break
                best[info.rank] = info
                found = [best[rank] for rank in sorted(best)]
                self._report(board, with_book(known, found)[: self._lines])
            stream.close()  # type: ignore[attr-defined]


def from_book(board: Board) -> Info | None:
    """What certificates or the opening book know of a position.

    >>> info = from_book(Board(moves="33 22"))
    >>> str(info.score), info.depth
    ('win in 13', 0)
    """
    found = certified_result(board) or opening_book().look_up(board)
    if found is None:
        return None
    plies = found.plies if found.winner is board.turn else -found.plies
    return Info.unsearched(found.move, Score.win_in(plies))


def with_book(known: Info | None, found: list[Info]) -> list[Info]:
    """The lines of a search with the book's move before them, unless the search has proved as
    much.

    >>> from tenchips.notation import Move
    >>> known, longer, shorter = (
    ...     Info.unsearched(Move(to), Score.win_in(plies))
    ...     for to, plies in (("33", 13), ("44", 19), ("55", 11))
    ... )
    >>> with_book(known, [longer])[0].move, with_book(known, [shorter, longer])[0].move
    (Move.parse('33'), Move.parse('55'))
    """
    if known is None:
        return found
    proved, bound = found[0].score.plies, known.score.plies
    if proved is not None and bound is not None and abs(proved) <= abs(bound):
        return found
    return [known, *(info for info in found if info.move != known.move)]
