"""Which reply of Black to a first move that wins is hardest to refute for players who err?

    python benchmarks/replies.py 03 33 --games 10 --best 4

For each first move every reply is tried in a few games against level 9, and the best ones in more
against levels 7 to 9. The engine thinks a different number of nodes in every game, so that one
game is not played again and again. What it found is in `tenchips.book.first_moves`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean

from tenchips import BLACK, Board
from tenchips.engine import Engine, Limit

FEWEST_NODES, MOST_NODES = 40_000, 400_000


def points(moves: str, level: int, seed: int) -> float:
    """What Black scores in one game that begins with these moves."""
    limit = Limit(nodes=Random(seed).randint(FEWEST_NODES, MOST_NODES))
    board = Board(moves=moves)
    with Engine(hash=16) as engine, Engine(level=level, seed=seed) as opponent:
        while (outcome := board.outcome()) is None:
            info = engine.play(board, limit) if board.turn is BLACK else opponent.play(board)
            board.push(info.move)
    return 0.5 if outcome.winner is None else float(outcome.winner is BLACK)


def share(moves: str, levels: Sequence[int], games: int, seed: int) -> list[float]:
    """The share of the points that Black gets against each level."""
    return [
        fmean(points(moves, level, seed + 1000 * level + game) for game in range(games))
        for level in levels
    ]


def main() -> None:
    """Print the best replies to each first move, the best one first."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("first", nargs="+", help="first moves of White")
    parser.add_argument("--games", type=int, default=10, help="games with every reply")
    parser.add_argument("--best", type=int, default=4, help="replies that play more games")
    parser.add_argument("--more", type=int, default=30, help="games of these against each level")
    parser.add_argument("--replies", nargs="*", help="try these only")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for first in options.first:
        replies = options.replies or list(map(str, Board(moves=first).legal_moves))
        tried = {
            reply: fmean(share(f"{first} {reply}", [9], options.games, 10**6 * options.seed))
            for reply in replies
        }
        best = sorted(tried, key=lambda reply: -tried[reply])[: options.best]
        found = {
            reply: share(f"{first} {reply}", [7, 8, 9], options.more, 10**6 * options.seed + 500)
            for reply in best
        }
        for reply in sorted(found, key=lambda reply: -fmean(found[reply])):
            levels = " ".join(f"{100 * part:3.0f}" for part in found[reply])
            print(f"{first} {reply}: {levels}, mean {100 * fmean(found[reply]):.0f} %", flush=True)


if __name__ == "__main__":
    main()
