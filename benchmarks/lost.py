"""Play Black from the start, where every move but after one first move loses, against levels.

    python benchmarks/lost.py --games 200 --seed 5
    OLD/.venv/bin/python benchmarks/lost.py --games 200 --seed 5

The second command plays the same games with another version, from 0.1.0 on. Nodes limit the engine,
so that nothing depends on the machine unless a level takes longer than its 0.9 seconds; how many
differs by up to a half between games, because level 9 hardly errs and would play the same few games
again and again. With `--time` seconds limit the engine, as in a match.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import pstdev

from tenchips import BLACK, Board
from tenchips.engine import Engine, Limit

DEFENDED = 4  # plies of White and Black that are printed of each game


def points(level: int, nodes: int, time: float | None, seed: int) -> tuple[float, str]:
    """What Black scores in one game, and how the game began."""
    board, limit = Board(), Limit(nodes=Random(seed).randint(nodes // 2, nodes + nodes // 2))
    if time is not None:
        limit = Limit(time=time)
    with Engine(level=level, seed=seed) as white, Engine(hash=16, book=True) as black:
        while (outcome := board.outcome()) is None:
            engine = black if board.turn is BLACK else white
            board.push(engine.play(board, limit if engine is black else Limit(time=1)).move)
    begun = " ".join(str(move) for move in board.moves[:DEFENDED])
    return (0.5 if outcome.winner is None else float(outcome.winner is BLACK)), begun


def error(results: Sequence[float]) -> float:
    """Half the 95 % interval of their sum."""
    return 1.96 * pstdev(results) * sqrt(len(results))


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100, help="games against each level")
    parser.add_argument("--levels", type=int, nargs="+", default=[7, 8, 9])
    parser.add_argument("--nodes", type=int, default=300_000, help="positions a move, in the mean")
    parser.add_argument("--time", type=float, help="seconds a move instead")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    options = parser.parse_args()
    print("| level | games | Black's points | different beginnings |\n|---|---|---|---|")
    total: list[float] = []
    for level in options.levels:
        play = partial(points, level, options.nodes, options.time)
        seeds = range(1000 * options.seed, 1000 * options.seed + options.games)
        with Pool(options.jobs) as pool:
            played = pool.map(play, seeds, chunksize=1)
        scores = [score for score, _ in played]
        total += scores
        begun = len({beginning for _, beginning in played})
        print(
            f"| {level} | {len(scores)} | {sum(scores):g} ± {error(scores):.0f} | {begun} |",
            flush=True,
        )
    print(f"| all | {len(total)} | {sum(total):g} ± {error(total):.0f} | |")


if __name__ == "__main__":
    main()
