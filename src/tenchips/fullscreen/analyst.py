"""The engine at work in the background: the best lines in a position, as they get better.

It has a thread of its own. A new question stops the search for the one before; what comes late is
never reported.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from tenchips.board import Board
from tenchips.engine import Engine, Info, Limit

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
            for info in stream:
                if self._asked != answered:
                    break
                best[info.rank] = info
                self._report(board, [best[rank] for rank in sorted(best)])
            stream.close()  # type: ignore[attr-defined]
