"""Search for draws: positions that both players can hold for ever, and mutual zugzwang.

    python benchmarks/draws.py --count 50000 --seed 1

Positions with all chips on the board come from random adds; nobody could win at once meanwhile.

- Where a move is needed, because the opponent threatens to win, the engine searches. Where it
  expects a repetition (a score of exactly 0), a proof is looked for that both players can hold the
  position for ever (`tenchips solve POSITION --draw`), and printed.
- Where neither player threatens anything, the engine searches with either side to move. A position
  that both would lose is printed.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from random import Random

from tenchips import BLACK, WHITE
from tenchips.core import Position
from tenchips.solver import prove_draw
from tenchips.solver.finder import Finder, SearchResult
from tenchips.squares import COLORS

ADDS = 20


def filled(luck: Random) -> Position | None:
    """A position with all chips on the board, or None if somebody could have won before."""
    position = Position()
    for _ in range(ADDS):
        actions = position.legal_actions()
        if not actions or position.winning_action() is not None:
            return None
        position.push(luck.choice(actions))
    return position


def outlook(found: SearchResult) -> str:
    """What a search says of the side to move."""
    if found.plies is None:
        return "open"
    return "won" if found.plies > 0 else "lost"


def findings(nodes: int, seed: int) -> Iterator[tuple[str, str]]:
    """What was found in a position, each with the position or nothing."""
    position = filled(Random(seed))
    if position is None:
        return
    chips = position.chips(WHITE), position.chips(BLACK)
    sides = [Position(*chips, color) for color in COLORS]
    threats = [side.winning_action() is not None for side in sides]
    finder = Finder(megabytes=4)
    if not any(threats):
        one, other = sorted(outlook(finder.search(side, nodes)) for side in sides)
        text = sides[0].board().position if one == other == "lost" else ""
        yield f"no threat; for the side to move {one} and {other}", text
    for side, threatens, is_threatened in zip(sides, threats, reversed(threats), strict=True):
        if is_threatened and not threatens:
            found = finder.search(side, nodes)
            if found.plies is None and found.points == 0:
                board = side.board()
                is_draw = prove_draw(board) is not None
                yield (
                    f"threatened; repetition, {'a draw' if is_draw else 'no draw'}",
                    (board.position if is_draw else ""),
                )
            else:
                yield f"threatened; {outlook(found)}", ""


def listed(nodes: int, seed: int) -> list[tuple[str, str]]:
    """The same as a list, for another process."""
    return list(findings(nodes, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description="search for draws in random positions")
    parser.add_argument("--count", type=int, default=10_000, help="random positions")
    parser.add_argument("--nodes", type=int, default=60_000, help="for each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    options = parser.parse_args()
    seen: Counter[str] = Counter()
    seeds = range(options.seed * 10_000_000, options.seed * 10_000_000 + options.count)
    with Pool(options.jobs) as pool:
        for some in pool.imap(partial(listed, options.nodes), seeds, chunksize=100):
            for what, position in some:
                seen[what] += 1
                if position:
                    print(f"{what}: {position}", flush=True)
    for what, count in sorted(seen.items()):
        print(f"{count:7} {what}")


if __name__ == "__main__":
    main()
