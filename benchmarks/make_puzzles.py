"""Make the puzzles of the package, and write them as JSON lines.

    python benchmarks/make_puzzles.py --output puzzles.jsonl

Games are searched for puzzles (`tenchips.solver.puzzle_maker`) on all cores: some with much effort,
for the long wins, and then many with little. The first puzzles of each kind are kept, distinct up
to the board's eight symmetries, so many of a kind. The same seed and numbers of games give the same
file, however many processes work on it.

What each game gave is noted in a journal beside the output (`puzzles.jsonl.journal`). Run the same
command again after a stop, and it goes on from there. `--minutes` stops it by itself; the file is
then written from what there is, and the exit status is 3.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from hashlib import sha256
from pathlib import Path

from tenchips.board import Board
from tenchips.book.puzzles import Puzzle
from tenchips.executors import ProcessPool
from tenchips.files import AppendFile, write_atomically
from tenchips.solver.puzzle_maker import EFFORTS, Bucket, find, phase, rating, themes
from tenchips.squares import SYMMETRIES

STEPS = 4  # every fourth game begins in the step phase
STOPPED = 3

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

Game = tuple[str, int, int]
"""An effort, a seed and a number."""

Journal = dict[Game, list[Puzzle]]


def made(game: Game) -> list[Puzzle]:
    """The puzzles of a game, with id, themes and rating."""
    effort, seed, number = game
    drafts = find(f"{seed} {number}", "step" if number % STEPS == 0 else "add", EFFORTS[effort])
    return [
        Puzzle(
            sha256(least_image(draft.board).encode()).hexdigest()[:8], draft.board.position,
            draft.kind, draft.plies, draft.solution, themes(draft), rating(draft),
        )
        for draft in drafts
    ]  # fmt: skip


def least_image(board: Board) -> str:
    """The least text of a position's images under all eight symmetries, without its counters."""
    positions = (board.transform(symmetry).position for symmetry in SYMMETRIES)
    return min(" ".join(position.split()[:2]) for position in positions)


def noted(file: AppendFile) -> Journal:
    """What earlier runs of the same command have found. A line that a stop cut short is dropped."""
    text = file.read()
    whole = text.rpartition(b"\n")[0]
    if len(whole) + 1 < len(text):
        file.replace_from(len(whole) + bool(whole), b"")
    journal: Journal = {}
    for line in whole.splitlines():
        effort, seed, number, puzzles = json.loads(line)
        journal[effort, seed, number] = [Puzzle.from_json(json.dumps(one)) for one in puzzles]
    return journal


def note(file: AppendFile, game: Game, puzzles: list[Puzzle]) -> None:
    """Add the puzzles of a game to the journal."""
    line = json.dumps([*game, [json.loads(one.to_json()) for one in puzzles]])
    file.append(line.encode() + b"\n")


def search(games: list[Game], file: AppendFile, jobs: int, end: float) -> Journal:
    """The puzzles of all games that are done in time, those of earlier runs included."""
    journal = noted(file)
    left = deque(game for game in games if game not in journal)
    running: dict[Future[list[Puzzle]], Game] = {}
    pool = ProcessPool(jobs)
    try:
        while (left or running) and (seconds := end - time.monotonic()) > 0:
            while left and len(running) < 2 * jobs:
                game = left.popleft()
                running[pool.submit(made, game)] = game
            for future in wait(running, seconds, FIRST_COMPLETED).done:
                game = running.pop(future)
                journal[game] = future.result()
                note(file, game, journal[game])
                if len(journal) % 100 == 0:
                    print(f"{len(journal)} games", file=sys.stderr, flush=True)
    finally:
        pool.kill()
    return journal


def chosen(games: list[Game], journal: Journal) -> list[Puzzle]:
    """The first of each kind, in the order of the games, none an image of another."""
    kept: dict[str, Puzzle] = {}
    counts: Counter[Bucket] = Counter()
    for puzzle in (puzzle for game in games for puzzle in journal.get(game, [])):
        bucket = phase(puzzle.board()), puzzle.kind, puzzle.plies
        if puzzle.id not in kept and counts[bucket] < MOST.get(bucket, 0):
            kept[puzzle.id] = puzzle
            counts[bucket] += 1
    for bucket, number in sorted(counts.items()):
        print(*bucket, number)
    return sorted(kept.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--thorough", type=int, default=1200, help="games with much effort")
    parser.add_argument("--quick", type=int, default=4000, help="games with little")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    # Different numbers: the same game would give the same short puzzles.
    numbers = range(options.thorough + options.quick)
    games = [
        ("thorough" if number < options.thorough else "quick", options.seed, number)
        for number in numbers
    ]
    with AppendFile(options.output.with_name(f"{options.output.name}.journal")) as file:
        journal = search(games, file, options.jobs, end)
    puzzles = chosen(games, journal)
    write_atomically(options.output, "".join(one.to_json() + "\n" for one in puzzles))
    done = sum(game in journal for game in games)
    print(f"{done} of {len(games)} games, {len(puzzles)} puzzles")
    return 0 if done == len(games) else STOPPED


if __name__ == "__main__":
    sys.exit(main())
