"""`tenchips dataset`: make the data set of proven positions, resumably."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tenchips.cli.app import INTERRUPTED, interrupt_on_termination
from tenchips.cli.options import Cluster, whole


def dataset(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE")],
    games: Annotated[
        int, typer.Option(help="Number of games, a multiple of 8.", metavar="N", parser=whole)
    ] = 40_000,
    seed: Annotated[int, typer.Option(help="Seed of the games.", metavar="N", parser=whole)] = 1,
    nodes: Annotated[
        int, typer.Option(help="Nodes of each search.", metavar="N", parser=whole)
    ] = 30_000,
    concurrency: Annotated[
        int | None,
        typer.Option(
            help="Games decided at the same time.  [default: one per core]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    cluster: Cluster = None,
) -> int:
    """Make a data set of positions with proven results.

    It also holds all moves that keep the result. What is decided so far is in FILE.journal:
    the same command resumes from it. The same seed, games and nodes give the same checksum.
    """
    interrupt_on_termination()
    return make_dataset(file, games, seed, nodes, concurrency, cluster)


def make_dataset(
    file: Path,
    games: int,
    seed: int,
    nodes: int,
    jobs: int | None = None,
    cluster: str | None = None,
) -> int:
    """Make a data set and print what is in it."""
    from tenchips.cli.progress import show_steps
    from tenchips.executors import Workers
    from tenchips.files import check_writable
    from tenchips.learning.dataset import SPLITS
    from tenchips.learning.dataset_build import Journal, assemble, check_games, decide

    check_games(games)
    check_writable(file)
    journal_path = file.with_name(f"{file.name}.journal")
    with Journal(journal_path, seed, nodes) as journal:
        try:
            with Workers(jobs or os.cpu_count() or 1, cluster) as workers:
                done = decide(journal, games, seed, nodes, workers)
                show_steps((number, games, "games") for number in done)
        except KeyboardInterrupt:
            print(f"Interrupted: the same command resumes from {journal_path}.", file=sys.stderr)
            return INTERRUPTED
        made = assemble(journal, games, seed, nodes)
    made.save(file)
    print(*(f"{split}: {len(made.rows[split])} positions" for split in SPLITS), sep="\n")
    print(f"sha256: {made.checksum}")
    return 0
