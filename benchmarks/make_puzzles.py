"""Make the puzzles of the package, and write them as JSON lines.

Each game of a seed is searched for puzzles (`tenchips.solver.puzzle_maker`); of those, the first of
each kind are kept, distinct up to the board's eight symmetries, so many of a kind.

    python benchmarks/make_puzzles.py --games 6000 --output puzzles.jsonl

The same seed, games and effort give the same puzzles, however many processes work on them.
`--minutes` ends the run early; the number of games it prints makes the same file again. `--also`
takes in the puzzles of an earlier run, or of one on another machine: they are rated anew.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future
from hashlib import sha256
from itertools import chain
from pathlib import Path

from tenchips.board import Board
from tenchips.book.puzzles import Puzzle
from tenchips.executors import ProcessPool
from tenchips.files import write_atomically
from tenchips.solver.puzzle_maker import (
    EFFORTS,
    Bucket,
    Draft,
    find,
    is_asked,
    phase,
    rating,
    themes,
)
from tenchips.squares import SYMMETRIES

STEPS = 4  # every fourth game begins in the step phase

MOST: dict[Bucket, int] = {
    ("add", "win", 1): 650,
    ("add", "win", 3): 650,
    ("add", "win", 5): 600,
    ("add", "win", 7): 500,
    ("add", "win", 9): 400,
    ("add", "defend", 2): 200,
    ("add", "defend", 4): 300,
    ("add", "defend", 6): 200,
    ("step", "win", 1): 300,
    ("step", "win", 3): 100,
    ("step", "defend", 2): 80,
}


Task = tuple[int, int, str] | Draft
"""The seed and number of a game with the effort, or a puzzle that was found before."""


def made(task: Task) -> list[tuple[str, Puzzle]]:
    """The puzzles of a game, or the one that was found before, each with the text of its least
    image."""
    if isinstance(task, Draft):
        drafts = [task]
    else:
        seed, number, effort = task
        start = "step" if number % STEPS == 0 else "add"
        drafts = find(f"{seed} {number}", start, EFFORTS[effort])
    return [finished(draft) for draft in drafts]


def finished(draft: Draft) -> tuple[str, Puzzle]:
    """A puzzle with id, themes and rating, and the text of its least image."""
    least = least_image(draft.board)
    id = sha256(least.encode()).hexdigest()[:8]
    return least, Puzzle(
        id, draft.board.position, draft.kind, draft.plies, draft.solution, themes(draft),
        rating(draft),
    )  # fmt: skip


def least_image(board: Board) -> str:
    """The least text of a position's images under all eight symmetries, without its counters."""
    positions = (board.transform(symmetry).position for symmetry in SYMMETRIES)
    return min(" ".join(position.split()[:2]) for position in positions)


def earlier(files: list[Path]) -> Iterator[Draft]:
    """The puzzles of earlier runs."""
    for file in files:
        for line in file.read_text().splitlines():
            puzzle = Puzzle.from_json(line)
            if is_asked(puzzle.board(), puzzle.kind, puzzle.plies):
                yield Draft(puzzle.board(), puzzle.kind, puzzle.plies, puzzle.solution)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=6000, help="games to search for puzzles")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--effort", choices=EFFORTS, default="usual", help="how hard to look")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="files of earlier runs")
    parser.add_argument("--minutes", type=float, default=1e9, help="end after so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    games = range(options.first, options.first + options.games)
    tasks: Iterator[Task] = chain(
        earlier(options.also), ((options.seed, game, options.effort) for game in games)
    )
    kept: dict[str, Puzzle] = {}
    counts: Counter[Bucket] = Counter()
    done = 0
    pool = ProcessPool(options.jobs)
    ahead: deque[Future[list[tuple[str, Puzzle]]]] = deque()
    try:
        while time.monotonic() < end:
            while len(ahead) < 20 * options.jobs and (task := next(tasks, None)) is not None:
                ahead.append(pool.submit(made, task))
            if not ahead:
                break
            for least, puzzle in ahead.popleft().result():
                bucket = phase(puzzle.board()), puzzle.kind, puzzle.plies
                if least not in kept and counts[bucket] < MOST.get(bucket, 0):
                    kept[least] = puzzle
                    counts[bucket] += 1
            done += 1
            if done % 100 == 0:
                print(f"{done} tasks, {len(kept)} puzzles", file=sys.stderr, flush=True)
    finally:
        pool.kill()
    puzzles = sorted(kept.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))
    write_atomically(options.output, "".join(one.to_json() + "\n" for one in puzzles))
    print(f"{done} games and earlier puzzles, {len(puzzles)} puzzles")
    for bucket, number in sorted(counts.items()):
        print(*bucket, number)


if __name__ == "__main__":
    main()
