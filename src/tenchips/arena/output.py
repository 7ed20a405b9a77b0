"""The files that a match or tournament writes: results, game records, the report page, the log.

They are checked before the first game, written as games end, and left whole when the run is
interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tenchips.arena import page
from tenchips.arena.errors import ArenaError
from tenchips.arena.game import Game
from tenchips.arena.recorder import Recorder
from tenchips.arena.report import Report
from tenchips.files import check_writable, write_atomically
from tenchips.protocol.traffic import check_log


@dataclass(frozen=True)
class OutputFiles:
    """Where to write: results to resume from, games as records, the report page, and every line to
    and from programs.

    >>> OutputFiles(results=Path("games"), record=Path("games")).check()
    Traceback (most recent call last):
    tenchips.arena.errors.ArenaError: results, records, the page and the log need a file each: ...
    """

    results: Path | None = None
    record: Path | None = None
    report: Path | None = None
    log: Path | None = None

    def check(self) -> None:
        """Find out now, not after a night of games, whether all of them can be written."""
        named = (self.results, self.record, self.report, self.log)
        real = [os.path.realpath(path) for path in named if path]
        if len(set(real)) < len(real):
            raise ArenaError(
                "results, records, the page and the log need a file each: name different ones"
            )
        if self.log is not None:
            check_log(self.log)
        for path in (self.record, self.report):
            if path is not None:
                check_writable(path)

    @contextmanager
    def recording(self, event: str, games: Mapping[str, Game]) -> Iterator[Callable[[], None]]:
        """A function to call after each game: it adds the new games to the record file."""
        if self.record is None:
            yield lambda: None
            return
        with Recorder(self.record, event, games) as file:
            yield lambda: file.add_new(games)

    def finish(self, report: Report) -> None:
        """Write the page, and add records that are missing because the run was interrupted."""
        with self.recording(report.title, report.games):
            pass
        if self.report is not None:
            write_atomically(self.report, page.draw(report))
