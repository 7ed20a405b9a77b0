"""`tenchips openings`: decide openings, and make the opening book of what is decided."""

from __future__ import annotations

import time as clock
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tenchips.cli.app import UsageError
from tenchips.cli.options import Cluster, number, whole
from tenchips.cli.solver import Jobs, jobs_or_cores, status

if TYPE_CHECKING:
    from tenchips.book import OpeningBook
    from tenchips.solver.opening_table import OpeningTable

openings = typer.Typer(rich_markup_mode=None)

_Book: TypeAlias = Annotated[
    Path | None,
    typer.Argument(help="An opening book; default: that of the package.", metavar="BOOK"),
]


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
    from tenchips.solver.opening_search import decide_openings

    until = inf if time is None else clock.monotonic() + time
    with Workers(jobs_or_cores(jobs), cluster) as workers, status() as show:
        table = decide_openings(
            chips,
            journal,
            workers,
            nodes=nodes,
            memory=memory,
            most=most,
            known={
                position: entry.signed_plies for position, entry in opening_book().entries.items()
            },
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
    _say_unread(journal, table)


@openings.command()
def confirm(
    file: _Book = None,
    sample: Annotated[
        int, typer.Option(help="Positions to confirm.", metavar="N", parser=whole)
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
    """Confirm who wins in a random sample of what rests on searches.

    For each position a strategy for its winner is written, as for a certificate, and checked by the
    verifier, which shares nothing with the engine. The exit status is 1 if a position is not
    confirmed.
    """
    from tenchips.book.opening_book import turn_of
    from tenchips.executors import Workers
    from tenchips.notation import PositionText
    from tenchips.solver.opening_check import confirm

    if sample < 1:
        raise UsageError(f"--sample is at least 1 position, not {sample}")
    book = _load(file)
    checked, failed = 0, 0
    with Workers(jobs_or_cores(jobs), cluster) as workers, status() as show:
        for chips, is_confirmed in confirm(book, sample, seed, workers, memory=memory):
            checked += 1
            if not is_confirmed:
                failed += 1
                print(f"not confirmed: {PositionText(*chips, turn_of(chips))}")
            show(f"{checked} positions checked")
    print(f"{checked - failed} of {checked} positions confirmed")
    return 1 if failed else 0


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

    The opening book and the certificates in the package are always taken, too.
    """
    from tenchips import book
    from tenchips.files import read_text_file
    from tenchips.solver.book_maker import make_book
    from tenchips.solver.opening_table import OpeningError, OpeningTable

    paths = [] if certificates is None else sorted(certificates.glob("*.cert"))
    if certificates is not None and not paths:
        raise UsageError(f"there is no file *.cert in {certificates}")
    tables = []
    for path in journals:
        try:
            tables.append(OpeningTable.read(read_text_file(path).splitlines()))
        except OpeningError as error:
            raise OpeningError(f"{path}: {error}") from None
    made = make_book(
        [*book.certificates(), *map(book.Certificate.load, paths)], tables, book.opening_book()
    )
    made.save(output)
    for path, table in zip(journals, tables, strict=True):
        _say_unread(path, table)
    print(f"{output}: {len(made.entries)} positions")
    _print_counts(made)


@openings.command()
def report(
    file: _Book = None,
    most: Annotated[
        int, typer.Option(help="Name at most N positions of a kind.", metavar="N", parser=whole)
    ] = 5,
) -> None:
    """Say what an opening book holds: winners, lengths, first moves and only moves."""
    from tenchips.solver.opening_report import choices, lengths, longest, only_moves, placed
    from tenchips.solver.opening_table import MOST_CHIPS, positions_of
    from tenchips.squares import BLACK, COLORS, NAMES, WHITE, numbers

    if most < 0:
        raise UsageError(f"--most is at least 0 positions, not {most}")
    book = _load(file)
    _print_counts(book)
    print("\nReplies to each first move that lose, that win, and that are open:")
    for chips in positions_of(1):
        found = choices(book, chips)
        name = NAMES[next(numbers(chips[0]))]
        winning = ": " + " ".join(NAMES[each] for each in found.winning) if found.winning else ""
        print(f"{name}: {len(found.losing)} {len(found.winning)} {len(found.open)}{winning}")
    for count in range(2, MOST_CHIPS):
        by_length = lengths(book, count)
        print(f"\n{count} chips, plies within which White or Black wins, and how many positions:")
        for plies in sorted({plies for _, plies in by_length}):
            print(f"{plies}: {by_length[WHITE, plies]} {by_length[BLACK, plies]}")
        for color in COLORS:
            for chips, entry in islice(longest(book, count, color), most):
                print(f"{placed(chips)}: {color} wins, within {entry.plies} plies")
        some = list(only_moves(book, count))
        print(f"{len(some)} positions in which just one move wins")
        for found in some[:most]:
            print(f"{placed(found.chips)}: only {NAMES[found.winning[0]]} wins")


def _say_unread(journal: Path, table: OpeningTable) -> None:
    if table.unread:
        print(f"{journal}: {table.unread} lines could not be read, and were left out")


def _load(file: Path | None) -> OpeningBook:
    from tenchips.book import OpeningBook, opening_book

    return opening_book() if file is None else OpeningBook.load(file)


def _print_counts(book: OpeningBook) -> None:
    from tenchips.solver.opening_report import counts
    from tenchips.solver.opening_table import MOST_CHIPS
    from tenchips.squares import BLACK, WHITE

    for chips in range(1, MOST_CHIPS + 1):
        found = counts(book, chips)
        print(
            f"{chips} chips: {found.known} of {found.positions} known, White wins "
            f"{found.won[WHITE]}, Black {found.won[BLACK]}, {found.certified} by certificate"
        )
