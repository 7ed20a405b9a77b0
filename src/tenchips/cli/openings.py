"""`tenchips openings`: decide openings, and make the opening book of what is decided."""

from __future__ import annotations

import time as clock
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from tenchips.cli.app import UsageError
from tenchips.cli.options import Cluster, number, whole
from tenchips.cli.solver import Jobs, jobs_or_cores, status

openings = typer.Typer(rich_markup_mode=None)


@openings.callback(invoke_without_command=True)
def _openings(context: typer.Context) -> None:
    """Decide who wins openings, and make the opening book."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@openings.command()
def decide(
    journal: Annotated[
        Path, typer.Argument(help="Add the results to this file.", metavar="JOURNAL")
    ],
    chips: Annotated[
        int, typer.Option(help="Chips on the board: 1 to 4.", metavar="N", parser=whole)
    ] = 3,
    nodes: Annotated[
        int, typer.Option(help="Nodes to search for each position.", metavar="N", parser=whole)
    ] = 60_000_000,
    most: Annotated[
        int | None,
        typer.Option(help="Decide at most N positions.", metavar="N", parser=whole),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(help="Stop after this time.", metavar="SECONDS", parser=number),
    ] = None,
    memory: Annotated[
        int, typer.Option(help="Megabytes of memory per process.", metavar="MB", parser=whole)
    ] = 256,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Decide who wins every position of a few chips.

    Of mirror images one is decided; those with chips in the middle come first. Run it again to
    resume: what the journal or the opening book has is not searched again.
    """
    from tenchips.book.opening_book import opening_book
    from tenchips.executors import Workers
    from tenchips.solver.opening_table import decide_openings

    until = inf if time is None else clock.monotonic() + time
    with Workers(jobs_or_cores(jobs), cluster) as workers, status() as show:
        table = decide_openings(
            chips,
            journal,
            workers,
            nodes=nodes,
            memory=memory,
            most=most,
            known=opening_book().entries,
            until=until,
            report=lambda now, todo: show(
                f"{len(now.decisions)} positions in the journal, {todo} to do"
            ),
        )
    decided = [found for found in table.decisions.values() if found.plies is not None]
    wins = sum((found.plies or 0) > 0 for found in decided)
    print(f"{journal}: {len(table.decisions)} positions, {len(decided)} decided")
    print(f"the side to move wins {wins} and loses {len(decided) - wins} of them")
    print(f"{table.seconds / 3600:.2f} CPU hours")
    if table.unread:
        print(f"{table.unread} lines of the journal could not be read, and were left out")


@openings.command()
def confirm(
    journal: Annotated[Path, typer.Argument(help="A journal of openings.", metavar="JOURNAL")],
    sample: Annotated[
        int, typer.Option(help="Positions to decide again.", metavar="N", parser=whole)
    ] = 20,
    seed: Annotated[
        int, typer.Option(help="Seed of the random sample.", metavar="N", parser=whole)
    ] = 0,
    memory: Annotated[
        int, typer.Option(help="Megabytes of memory per process.", metavar="MB", parser=whole)
    ] = 64,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> int:
    """Decide a random sample of a journal again.

    It uses a table of another size. The exit status is 1 if a position has another winner, or is
    open now.
    """
    from tenchips.executors import Workers
    from tenchips.files import read_text_file
    from tenchips.solver.opening_table import OpeningTable, confirm

    if sample < 1:
        raise UsageError(f"--sample is at least 1 position, not {sample}")
    table = OpeningTable.read(read_text_file(journal).splitlines())
    checked, other = 0, 0
    with Workers(jobs_or_cores(jobs), cluster) as workers:
        for before, again in confirm(table, sample, seed, workers, memory=memory):
            checked += 1
            if again.plies is None or (again.plies > 0) != ((before.plies or 0) > 0):
                other += 1
                print(f"not confirmed: {before}, now {again}")
    print(f"{checked - other} of {checked} positions confirmed")
    return 1 if other else 0


@openings.command()
def build(
    journals: Annotated[
        list[Path], typer.Argument(help="Journals of openings.", metavar="JOURNAL")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Write the book here.", metavar="FILE")
    ],
    certificates: Annotated[
        Path | None,
        typer.Option(help="Also take all certificates in this folder.", metavar="FOLDER"),
    ] = None,
) -> None:
    """Make an opening book of certificates and journals.

    The certificates in the package are always taken.
    """
    from tenchips import book
    from tenchips.files import read_text_file
    from tenchips.solver.book_maker import counts, make_book
    from tenchips.solver.opening_table import MOST_CHIPS, OpeningTable

    paths = [] if certificates is None else sorted(certificates.glob("*.cert"))
    if certificates is not None and not paths:
        raise UsageError(f"there is no file *.cert in {certificates}")
    made = make_book(
        [*book.certificates(), *map(book.Certificate.load, paths)],
        [OpeningTable.read(read_text_file(path).splitlines()) for path in journals],
    )
    made.save(output)
    print(f"{output}: {len(made.entries)} positions")
    for chips in range(1, MOST_CHIPS + 1):
        found = counts(made, chips)
        print(
            f"{chips} chips: {found.won + found.lost} of {found.positions} known, "
            f"the side to move wins {found.won} and loses {found.lost}, "
            f"{found.certified} by certificate"
        )
