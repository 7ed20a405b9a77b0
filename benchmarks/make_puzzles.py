"""Make the puzzles of the package, and write them as JSON lines.

Each game of a seed is searched for puzzles (`tenchips.solver.puzzle_maker`); of those, the first of
each kind are kept, distinct up to the board's eight symmetries, so many of a kind.

    python benchmarks/make_puzzles.py --games 6000 --output puzzles.jsonl

The same seed and number of games give the same puzzles, however many processes work on them.
`--minutes` ends the run early; the number of games it prints makes the same file again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, deque
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path

from tenchips.book.puzzles import Puzzle
from tenchips.executors import processes
from tenchips.files import write_whole
from tenchips.solver.puzzle_maker import Bucket, find, phase, rating, themes

STEPS = 4  # every fourth game begins in the step phase

MOST: dict[Bucket, int] = {
    ("add", "win", 1): 500,
    ("add", "win", 3): 600,
    ("add", "win", 5): 600,
    ("add", "win", 7): 500,
    ("add", "win", 9): 400,
    ("add", "defend", 2): 150,
    ("add", "defend", 4): 300,
    ("add", "defend", 6): 200,
    ("step", "win", 1): 250,
    ("step", "win", 3): 120,
    ("step", "defend", 2): 80,
}


def made(seed: int, number: int) -> list[tuple[str, Puzzle]]:
    """The puzzles of a game, each with the text of its least image."""
    start = "step" if number % STEPS == 0 else "add"
    found = []
    for draft in find(f"{seed} {number}", start):
        least = str(draft.board.canonical().position)
        id = sha256(least.encode()).hexdigest()[:8]
        puzzle = Puzzle(
            id, draft.board.position, draft.kind, draft.plies, draft.solution, themes(draft),
            rating(draft),
        )  # fmt: skip
        found.append((least, puzzle))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=6000, help="games to search for puzzles")
    parser.add_argument("--minutes", type=float, default=1e9, help="end after so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    kept: dict[str, Puzzle] = {}
    counts: Counter[Bucket] = Counter()
    numbers = iter(range(options.games))
    done = 0
    pool = processes(options.jobs)
    ahead: deque[Future[list[tuple[str, Puzzle]]]] = deque()
    try:
        while time.monotonic() < end:
            while len(ahead) < 20 * options.jobs and (number := next(numbers, None)) is not None:
                ahead.append(pool.submit(made, options.seed, number))
            if not ahead:
                break
            for least, puzzle in ahead.popleft().result():
                bucket = phase(puzzle.board()), puzzle.kind, puzzle.plies
                if least not in kept and counts[bucket] < MOST.get(bucket, 0):
                    kept[least] = puzzle
                    counts[bucket] += 1
            done += 1
            if done % 100 == 0:
                print(f"{done} games, {len(kept)} puzzles", file=sys.stderr, flush=True)
    finally:
        pool.end()
    puzzles = sorted(kept.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))
    write_whole(options.output, "".join(one.to_json() + "\n" for one in puzzles).encode())
    print(f"{done} games, {len(puzzles)} puzzles")
    for bucket, number in sorted(counts.items()):
        print(*bucket, number)


if __name__ == "__main__":
    main()
