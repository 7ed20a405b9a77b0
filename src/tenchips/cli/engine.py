"""`tenchips perft`, `bench`, `ugi` and `analyse`: the core and the engine, for programs."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Annotated

import typer

from tenchips.board import Board
from tenchips.cli.app import named_position, refusing, whole


def perft(
    position: Annotated[str, typer.Argument(help="a position, or start", metavar="POSITION")],
    depth: Annotated[int, typer.Argument(help="how many plies", metavar="DEPTH", parser=whole)],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each move.")] = False,
) -> None:
    """Count the legal move sequences of a length."""
    from tenchips.core import Position
    from tenchips.players.interruptible import run_interruptibly
    from tenchips.terminal.screen import Screen

    with refusing(), Screen().thinking():
        root = Position.of(Board(named_position(position)))
        began = perf_counter()
        counts = run_interruptibly(lambda: root.divide(depth)) if divide else {}
        total = sum(counts.values()) if divide else run_interruptibly(lambda: root.perft(depth))
        seconds = perf_counter() - began
    for move, count in counts.items():
        print(f"{move}: {count}")
    print(f"{'total: ' * divide}{total} in {seconds:.3f} s")


def bench() -> None:
    """Print the engine's signature.

    That is the number of nodes it needs for a few positions.
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
    print(f"{seconds:.3f} s, {int(total / seconds)} nodes a second")


def ugi() -> None:
    """Be an engine for programs that speak UGI.

    On standard input and output.
    """
    from tenchips.protocol.ugi import serve

    if _has_pipes():
        serve()


def analyse(
    jobs: Annotated[
        int, typer.Option(help="Answer so many at a time.", metavar="N", parser=whole)
    ] = 1,
    hash: Annotated[
        int, typer.Option(help="Memory for each, in megabytes.", metavar="MB", parser=whole)
    ] = 16,
) -> None:
    """Answer questions about positions in JSON.

    A line for each, on standard input and output.
    """
    from tenchips.protocol.analysis import serve

    if _has_pipes():
        with refusing():
            serve(jobs=jobs, hash=hash)


def _has_pipes() -> bool:
    """Whether there is somebody to talk with: without input and output it is over at once."""
    return sys.stdin is not None and sys.stdout is not None
