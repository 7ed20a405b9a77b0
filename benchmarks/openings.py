"""Decide a random sample of the positions of a few chips: how many does White win?

    python benchmarks/openings.py --chips 3 --sample 200 --seed 1

The opening book holds what is natural, and what came up: no fair sample. Here positions are drawn
at random, one of each four mirror images. What the book does not know is searched; with `--journal`
the results are added to a file that `tenchips openings build` takes.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool
from random import Random

from tenchips.book import opening_book
from tenchips.book.certificate import Chips
from tenchips.book.opening_book import turn_of, winner_of
from tenchips.files import AppendFile
from tenchips.solver.finder import Finder
from tenchips.solver.opening_search import search
from tenchips.solver.opening_table import Decision, positions_of

MEMORY = 256


def decide(nodes: int, chips: Chips) -> Decision:
    """Search a position from nothing."""
    return search(Finder(MEMORY), chips, nodes)


def verdict(decision: Decision) -> str:
    """White, Black or open."""
    turn = turn_of(decision.chips)
    return "open" if decision.plies is None else str(turn if decision.plies > 0 else turn.other)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chips", type=int, default=3)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=60_000_000)
    parser.add_argument("--journal", help="add what is searched to this file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    every = positions_of(options.chips)
    sample = Random(options.seed).sample(every, min(options.sample, len(every)))
    entries = opening_book().entries
    winners: Counter[str] = Counter()
    unknown = []
    for chips in sample:
        if (entry := entries.get(chips)) is not None:
            winners[str(winner_of(chips, entry))] += 1
        else:
            unknown.append(chips)
    print(f"{len(sample)} of {len(every)} positions, {len(unknown)} not in the book", flush=True)
    began, seconds = time.monotonic(), 0.0
    with Pool(options.jobs) as pool:
        for decision in pool.imap_unordered(partial(decide, options.nodes), unknown):
            seconds += decision.seconds
            winners[verdict(decision)] += 1
            if options.journal:
                with AppendFile(options.journal) as file:
                    file.append(f"{decision}\n".encode())
    print(*(f"{winner} {count}" for winner, count in sorted(winners.items())), sep=", ")
    print(f"{seconds:.0f} CPU seconds, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
