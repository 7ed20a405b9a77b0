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
    time: SecondsPerMove = 1,
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
    from tenchips.engine.review import Review, review, totals
    from tenchips.files import check_writable
    from tenchips.record import RecordError, save_records

    if output is not None:
        if os.path.realpath(path) == os.path.realpath(output):
            raise UsageError(f"{path} is the file to review: write the result to another file")
        check_writable(output)
    limit = Limit(time=time_control(time).move)
    status, found, games = 0, list[Review](), load_games(path)
    try:
        with Engine(hash=hash, threads=threads) as engine:
            for number, game in enumerate(games, 1):
                if isinstance(game, RecordError):
                    complain(f"{path}, game {number}, {game}")
                    status = 1
                    continue
                with counting(len(game.line) + 1, f"game {number}") as tick:
                    found.append(review(game, engine, limit, certificates(), tick))
                if output is None:
                    print(found[-1].record)
                print(found[-1].summary(number), file=sys.stderr)
    except KeyboardInterrupt:
        status = INTERRUPTED
        print(f"Interrupted after {len(found)} of {len(games)} games.", file=sys.stderr)
    if len(found) > 1:
        print("in all games:", *totals(found), sep="\n  ", file=sys.stderr)
    if output is not None and found:
        save_records(output, [each.record for each in found])
    return status
