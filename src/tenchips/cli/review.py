"""`tenchips review`: the engine marks the mistakes in recorded games."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tenchips.cli.app import INTERRUPTED, UsageError, complain, interrupt_on_termination
from tenchips.cli.games import load_games
from tenchips.cli.options import HashMegabytes, SecondsPerMove, Threads


def review(
    file: Annotated[Path, typer.Argument(help="A file of games.", metavar="FILE")],
    time: SecondsPerMove = 1.0,
    threads: Threads = 1,
    hash: HashMegabytes = 64,
    output: Annotated[
        Path | None,
        typer.Option(help="Write the annotated games to this file.", metavar="FILE"),
    ] = None,
) -> int:
    """Mark the mistakes in recorded games and show better moves.

    Without --output the annotated games are printed.
    """
    interrupt_on_termination()
    return review_games(file, time=time, hash=hash, threads=threads, output=output)


def review_games(
    path: Path,
    *,
    time: float = 1.0,
    hash: int = 64,
    threads: int = 1,
    output: Path | None = None,
) -> int:
    """Review the games of a file, and print the annotated games or write them to a file. Returns
    1 if one of them could not be read. When interrupted, what was reviewed so far is written."""
    from tenchips.arena.clock import time_control
    from tenchips.book import certificates
    from tenchips.cli.progress import counting
    from tenchips.engine import Engine, Limit
    from tenchips.engine.review import review
    from tenchips.files import check_writable
    from tenchips.record import Record, RecordError, save_records

    if output is not None:
        if os.path.realpath(path) == os.path.realpath(output):
            raise UsageError(f"{path} is the file to review: write the result to another file")
        check_writable(output)
    limit = Limit(time=time_control(time).move)
    status, reviewed, games = 0, list[Record](), load_games(path)
    try:
        with Engine(hash=hash, threads=threads) as engine:
            for number, game in enumerate(games, 1):
                if isinstance(game, RecordError):
                    complain(f"{path}, game {number}, {game}")
                    status = 1
                    continue
                with counting(len(game.line) + 1, f"game {number}") as tick:
                    found = review(game, engine, limit, certificates(), tick)
                reviewed.append(found.record)
                if output is None:
                    print(found.record)
                print(found.summary(number), file=sys.stderr)
    except KeyboardInterrupt:
        status = INTERRUPTED
        print(f"Interrupted after {len(reviewed)} of {len(games)} games.", file=sys.stderr)
    if output is not None and reviewed:
        save_records(output, reviewed)
    return status
