"""`tenchips perft`, `bench`, `ugi` and `analyse`: the core and the engine, for programs."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Annotated, Final

import typer

from tenchips.board import Board
from tenchips.cli.app import UsageError
from tenchips.cli.options import Position, named_position, whole

MAX_DEPTH: Final = 60
"""More plies than anyone can wait for."""


def perft(
    position: Position,
    depth: Annotated[int, typer.Argument(help="Number of plies.", metavar="DEPTH", parser=whole)],
    divide: Annotated[bool, typer.Option("--divide", help="Print a count for each move.")] = False,
) -> None:
    """Count the legal sequences of moves of a given length."""
    from tenchips import core
    from tenchips.players.interruptible import run_interruptibly
    from tenchips.terminal.screen import Screen

    if not 0 <= depth <= MAX_DEPTH:
        raise UsageError(f"a depth is a number of plies from 0 to {MAX_DEPTH}, not {depth}")
    if divide and not depth:
        raise UsageError("--divide needs a depth of at least 1")
    with Screen().thinking():
        root = core.Position.of(Board(named_position(position)))
        began = perf_counter()
        counts = run_interruptibly(lambda: root.divide(depth)) if divide else {}
        total = sum(counts.values()) if divide else run_interruptibly(lambda: root.perft(depth))
        seconds = perf_counter() - began
    for move, count in counts.items():
        print(f"{move}: {count}")
    print(f"{'total: ' * divide}{total} in {seconds:.3f} s")


def bench() -> None:
    """Measure the engine's speed, and print its signature.

    The signature is the number of nodes it searches in a few positions: it changes when the search
    does.
    """
    from tenchips.engine import bench as benches
    from tenchips.players.interruptible import run_interruptibly

    total, seconds = 0, 0.0
    searches = benches.bench()
    for number in range(1, len(benches.SEARCHES) + 1):
        info = run_interruptibly(lambda: next(searches))
        total, seconds = total + info.nodes, seconds + info.time
        print(f"{number:2}: {info.nodes}", flush=True)
    print(f"signature: {total}")
    print(f"{seconds:.3f} s, {int(total / seconds)} nodes per second")


def ugi() -> None:
    """Run as a UGI engine, on standard input and output."""
    from tenchips.protocol.ugi import serve

    if _has_pipes():
        serve()


def analyse(
    jobs: Annotated[
        int, typer.Option(help="Requests answered at the same time.", metavar="N", parser=whole)
    ] = 1,
    hash: Annotated[
        int,
        typer.Option(help="Size of each engine's table in megabytes.", metavar="MB", parser=whole),
    ] = 16,
) -> None:
    """Analyse positions for other programs.

    Requests and answers are lines of JSON, on standard input and output.
    """
    from tenchips.protocol.analysis import serve

    if _has_pipes():
        serve(jobs=jobs, hash=hash)


def _has_pipes() -> bool:
    """Whether there is standard input and output: without them there is nothing to do."""
    return sys.stdin is not None and sys.stdout is not None
