"""Make the suite of forced wins: positions in which the side to move wins in 7 to 13 plies.

Games start from random plies and go on with light searches until a deeper search sees a win for the
first time. The position is kept if a search that leaves out nothing proves the win too, in 7 to 13
plies and with enough nodes that running times can be compared, and if the usual search proves it
from scratch too. The nodes are those of the search that leaves out nothing, because no benchmark
runs it: no position is chosen for being slow in a search that is measured. Half the positions have
White to move, half Black, and some stand in the step phase. `tests/engine` has the literal oracle
check a sample of them reply by reply.

    python benchmarks/make_suite.py --seed 1 --add 200 --step 30 > benchmarks/suite.txt

The same seed gives the same suite, however many processes work on it; it takes them about two
hours of CPU time.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from typing import NamedTuple

from tenchips import Board, Color
from tenchips.core import Position
from tenchips.engine.search import SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.notation import Move
from tenchips.solver.openings import random_opening
from tenchips.squares import BLACK, WHITE

NODES = 3_000_000
WORK = range(2_000_000, 20_000_000)  # nodes of the search that leaves out nothing
PLIES = range(7, 14)


class Task(NamedTuple):
    """A game to look for a win in."""

    seed: str
    phase: str


class Win(NamedTuple):
    """A position of the suite."""

    phase: str
    turn: Color
    position: str
    plies: int


def is_quiet(board: Board) -> bool:
    """Whether nobody can win at once."""
    return Position.of(board).winning_action() is None


def deepened(searcher: Searcher, board: Board, nodes: int) -> tuple[int, int, int]:
    """The score, the best move and the best at four plies, of a search until a proof or so many
    nodes."""
    score = best = shallow = 0
    searcher.set(Position.of(board))
    for depth in range(1, 40):
        found = searcher.run(depth, -WIN, WIN, node_limit=nodes)
        if found is None:
            break
        score, best = found, searcher.best
        if depth <= 4:
            shallow = best
        if abs(score) > SURE:
            break
    return score, best, shallow


def first_win(board: Board, rng: random.Random) -> bool:
    """Play on until a win is seen."""
    searcher = Searcher(Table(32), Signal())
    for _ in range(14):
        if board.outcome() is not None:
            return False
        score, best, shallow = deepened(searcher, board, NODES)
        if abs(score) > SURE:
            return score > SURE
        board.push(Move.from_action(shallow if rng.random() < 0.7 else best))
    return False


def found(task: Task) -> Win | None:
    """The win of a game, if it has one for the suite."""
    rng = random.Random(task.seed)
    plies = rng.randint(5, 9) if task.phase == "add" else rng.randint(20, 24)
    board = random_opening(rng, plies, is_quiet)
    if board is None or not first_win(board, rng):
        return None
    searcher = Searcher(Table(64), Signal(), exhaustive=True)
    score, *_ = deepened(searcher, board, WORK.stop)
    if WIN - score not in PLIES or searcher.nodes not in WORK:
        return None
    if deepened(Searcher(Table(64), Signal()), board, WORK.stop)[0] <= SURE:
        return None
    if task.phase != ("add" if board.hand(WHITE) + board.hand(BLACK) else "step"):
        return None
    return Win(task.phase, board.turn, board.position, WIN - score)


def tasks(seed: int, wanted: Mapping[tuple[str, Color], int]) -> Iterator[Task]:
    """Games to look into as long as there are wins to find, in both phases by turns."""
    for number in count():
        for phase in ("add", "step"):
            if wanted[phase, WHITE] or wanted[phase, BLACK]:
                yield Task(f"{seed} {number}", phase)
        if not any(wanted.values()):
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--add", type=int, default=200, help="positions of the add phase")
    parser.add_argument("--step", type=int, default=30, help="positions of the step phase")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    options = parser.parse_args()
    wanted = {
        (phase, color): number // 2
        for phase, number in (("add", options.add), ("step", options.step))
        for color in (WHITE, BLACK)
    }
    seen: set[str] = set()
    games = tasks(options.seed, wanted)
    with ProcessPoolExecutor(options.jobs) as pool:
        ahead = deque(pool.submit(found, task) for task in islice(games, 2 * options.jobs))
        while any(wanted.values()):
            win = ahead.popleft().result()
            if win and wanted[win.phase, win.turn] and win.position not in seen:
                wanted[win.phase, win.turn] -= 1
                seen.add(win.position)
                print(f"{win.position}; {win.plies}", flush=True)
                print(sum(wanted.values()), "to go", file=sys.stderr)
            ahead.extend(pool.submit(found, task) for task in islice(games, 1))
        pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    main()
