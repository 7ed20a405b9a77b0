"""Make the suite of forced wins: positions in which the side to move wins in 7 to 13 plies.

Games start from random plies and go on with light searches until a deeper search sees a win at
that distance for the first time; the position is kept. Half the positions have White to move,
half Black, and some stand in the step phase. The search's win scores are proofs, and
`tests/engine` has the literal oracle check a sample of them reply by reply.

    python benchmarks/make_suite.py --seed 1 --add 200 --step 40 > benchmarks/suite.txt
"""

from __future__ import annotations

import argparse
import random
import sys

from tenchips import Board, Color
from tenchips.core import Position
from tenchips.engine.search import Searcher, Signal, Table
from tenchips.notation import Move
from tenchips.squares import BLACK, WHITE

NODES = {"add": 3_000_000, "step": 3_000_000}
WIN = 30_000


def opening(rng: random.Random, plies: int) -> Board | None:
    """A random start in which nobody has won or can win at once."""
    board = Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        rng.shuffle(moves)
        for move in moves:
            board.push_unchecked(move)
            if board.outcome() is None and Position.of(board).winning_action() is None:
                break
            board.pop()
        else:
            return None
    return board


def first_win(board: Board, rng: random.Random, nodes: int) -> tuple[str, int] | None:
    """Play on until a win in 7 to 13 plies is seen; the position and the distance."""
    table = Table(32)
    searcher = Searcher(table, Signal())
    for _ in range(14):
        if board.outcome() is not None:
            return None
        searcher.set(Position.of(board), [])
        shallow = best = score = 0
        for depth in range(1, 40):
            found = searcher.run(depth, -WIN, WIN, node_limit=nodes)
            if found is None:
                break
            score, best = found, searcher.best
            if depth <= 4:
                shallow = best
            if abs(score) > WIN - 1000:
                break
        if score > WIN - 1000:
            return (board.position, WIN - score) if 7 <= WIN - score <= 13 else None
        if score < 1000 - WIN:
            return None
        board.push(Move.from_action(shallow if rng.random() < 0.7 else best))
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--add", type=int, default=200, help="positions of the add phase")
    parser.add_argument("--step", type=int, default=40, help="positions of the step phase")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    wanted: dict[tuple[str, Color], int] = {}
    for phase, count in (("add", options.add), ("step", options.step)):
        wanted |= {(phase, color): count // 2 for color in (WHITE, BLACK)}
    seen: set[str] = set()
    while any(wanted.values()):
        phase = rng.choice([phase for (phase, _), count in wanted.items() if count])
        board = opening(rng, rng.randint(5, 9) if phase == "add" else rng.randint(20, 24))
        won = first_win(board, rng, NODES[phase]) if board else None
        if not won:
            continue
        position, distance = won
        end = Board(position)
        place = ("step" if not end.hand(WHITE) + end.hand(BLACK) else "add", end.turn)
        if wanted.get(place) and position not in seen:
            wanted[place] -= 1
            seen.add(position)
            print(f"{position}; {distance}", flush=True)
            print(sum(wanted.values()), "to go", file=sys.stderr)


if __name__ == "__main__":
    main()
