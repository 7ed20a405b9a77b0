"""Play Black from the start, where every move but after one first move loses, against levels.

The same games twice: with the moves that are played in earnest (`Engine.play`), and with the
longest defences (`Engine.analyse`). Nodes limit the engine, so that nothing depends on the machine
unless a level takes longer than its 0.9 seconds; how many differs by up to a half between games,
because level 9 hardly errs and would play the same few games again and again.

    python benchmarks/lost.py --games 400 --nodes 300000 --seed 5
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from tenchips import BLACK, Board
from tenchips.engine import Engine, Limit


def points(engine: Engine, level: int, seed: int, nodes: int, *, resist: bool) -> float:
    """What Black scores in one game."""
    board, limit = Board(), Limit(nodes=Random(seed).randint(nodes // 2, nodes + nodes // 2))
    engine.clear()
    with Engine(level=level, seed=seed) as opponent:
        while (outcome := board.outcome()) is None:
            if board.turn is not BLACK:
                board.push(opponent.play(board).move)
            elif resist:
                board.push(engine.play(board, limit).move)
            else:
                board.push(engine.analyse(board, limit)[0].move)
    return 0.5 if outcome.winner is None else float(outcome.winner is BLACK)


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100, help="games against each level")
    parser.add_argument("--levels", type=int, nargs="+", default=[7, 8, 9])
    parser.add_argument("--nodes", type=int, default=300_000, help="positions a move, in the mean")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    engine = Engine(hash=16, book=True)
    print("| level | games | longest defence | hardest to refute | difference a game |")
    print("|---|---|---|---|---|")
    for level in options.levels:
        longest, hardest = (
            [
                points(engine, level, 1000 * options.seed + game, options.nodes, resist=resist)
                for game in range(options.games)
            ]
            for resist in (False, True)
        )
        gains = [one - other for one, other in zip(hardest, longest, strict=True)]
        error = 1.96 * pstdev(gains) / sqrt(len(gains))
        print(
            f"| {level} | {len(gains)} | {sum(longest):g} | {sum(hardest):g} "
            f"| {fmean(gains):+.3f} ± {error:.3f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
