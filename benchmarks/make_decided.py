"""Make the positions that `decided.py` asks about: 200 of games and 100 random ones at each ply.

    python benchmarks/make_decided.py > benchmarks/decided.txt

- Of games: level 7 plays itself after three random plies. Such games rarely come to the step phase
  and never far into it, so for plies 26 and 40 all moves but the last six are random.
- Random: every move is. At ply 3 that is the same, so there are none.

No random move lets the opponent win at once, and a game gives at most one position of a ply. The
same seed gives the same positions; it takes about seven minutes of CPU time.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import count

from tenchips import Board
from tenchips.core import Position
from tenchips.engine import Engine
from tenchips.engine.limit import UNLIMITED
from tenchips.solver.openings import random_opening

PLIES = (3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 40)
RANDOM_PLIES = 3
LAST_PLAYED = 20  # the last ply that games after three random plies are asked for
PLAYED = 6  # the plies that level 7 plays before a later one


def is_quiet(board: Board) -> bool:
    """Whether the side to move cannot win at once."""
    return Position.of(board).winning_action() is None


def play_on(board: Board, luck: random.Random, last: int) -> Iterator[Board]:
    """The positions of a game of level 7, from this one to that of the last ply."""
    engine = Engine(level=7, seed=luck.getrandbits(32))
    while board.outcome() is None and len(board.moves) <= last:
        yield board
        board.push(engine.play(board, UNLIMITED).move)


def of_games(seed: int, wanted: int) -> dict[int, set[str]]:
    """Positions of games, by ply."""
    found: dict[int, set[str]] = {ply: set() for ply in PLIES}
    for number in count():
        if all(len(found[ply]) == wanted for ply in PLIES if ply <= LAST_PLAYED):
            break
        luck = random.Random(f"{seed} game {number}")
        opening = random_opening(luck, RANDOM_PLIES, is_quiet)
        assert opening is not None, "three plies cannot end a game"
        for board in play_on(opening, luck, LAST_PLAYED):
            ply = len(board.moves)
            if ply in found and len(found[ply]) < wanted:
                found[ply].add(board.position)
    for ply in (ply for ply in PLIES if ply > LAST_PLAYED):
        for number in count():
            if len(found[ply]) == wanted:
                break
            luck = random.Random(f"{seed} late {ply} {number}")
            start = random_opening(luck, ply - PLAYED, is_quiet)
            if start is None:
                continue
            for board in play_on(start, luck, ply):
                if len(board.moves) == ply:
                    found[ply].add(board.position)
        print(f"ply {ply}: {number} games", file=sys.stderr)
    return found


def of_chance(seed: int, wanted: int) -> dict[int, set[str]]:
    """Random positions, by ply."""
    found: dict[int, set[str]] = {ply: set() for ply in PLIES if ply > RANDOM_PLIES}
    for ply, positions in found.items():
        for number in count():
            if len(positions) == wanted:
                break
            board = random_opening(random.Random(f"{seed} random {ply} {number}"), ply, is_quiet)
            if board is not None:
                positions.add(board.position)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="positions of games at each ply")
    parser.add_argument("--random", type=int, default=100, help="random positions at each ply")
    options = parser.parse_args()
    kinds = {
        "game": of_games(options.seed, options.games),
        "random": of_chance(options.seed, options.random),
    }
    for kind, by_ply in kinds.items():
        for ply, positions in by_ply.items():
            # In an order that has nothing to do with the positions, so that the first are a sample.
            for position in random.Random(options.seed).sample(sorted(positions), len(positions)):
                print(f"{kind} {ply}; {position}")


if __name__ == "__main__":
    main()
