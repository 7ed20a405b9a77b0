"""How fast `Board` is beside 0.1.0, and how long `import tenchips` takes.

A loop that tries moves makes one, asks for the outcome and takes it back. That is timed for every
legal move after each move of random games, with this version and with the commit of 0.1.0, in
processes that take turns, so that both are measured under the same load. The best round counts.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

ROOT: Final = Path(__file__).parents[1]
RELEASE: Final = "c3239f8"
"""The commit of 0.1.0."""

TRY_MOVES: Final = """
import random, time
from tenchips import Board
luck, total, count = random.Random(1), 0.0, 0
for game in range(20):
    board = Board()
    while board.outcome() is None and len(board.moves) < 24:
        moves = list(board.legal_moves)
        began = time.perf_counter()
        for move in moves:
            board.push(move)
            board.outcome()
            board.pop()
        total += time.perf_counter() - began
        count += len(moves)
        board.push(luck.choice(moves))
print(total / count)
"""
IMPORT: Final = """
import time
began = time.process_time()
import tenchips
print(time.process_time() - began)
"""


def seconds(code: str, source: Path) -> float:
    """What a new process prints that imports Tenchips from a folder."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(source)!r})\n{code}"],
        capture_output=True,
        check=True,
        text=True,
    )
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", RELEASE, "src"], cwd=ROOT, capture_output=True, check=True
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as source:
            source.extractall(folder, filter="data")
        before, now = Path(folder) / "src", ROOT / "src"
        times = [(seconds(TRY_MOVES, before), seconds(TRY_MOVES, now)) for _ in range(rounds)]
    old, new = (min(each) for each in zip(*times, strict=True))
    print(
        f"push, outcome, pop: {new * 1e6:.1f} µs, 0.1.0 {old * 1e6:.1f} µs: {new / old:.2f} of it"
    )
    imports = [seconds(IMPORT, now) for _ in range(4 * rounds)]
    print(f"import tenchips: {median(imports) * 1e3:.0f} ms of processor time (median)")


if __name__ == "__main__":
    main()
