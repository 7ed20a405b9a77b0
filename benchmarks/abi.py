"""What the limited API (ABI3) costs: one wheel for all versions of Python, or one for each?

    python benchmarks/abi.py --rounds 7

Both builds are made here, without tuning for this machine, and take turns in processes of their
own, so that both are measured under the same load. Figures are processor seconds, the best round
of each; a ratio above 1 speaks against the limited API.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILDS: Final = {"usual": "", "limited": "-DPy_LIMITED_API=0x030B0000"}

MEASURE: Final = """
import json
from time import process_time
began = process_time()
from tenchips import Board, Move
from tenchips.core import Position
from tenchips.engine import Engine, Limit
seconds = {"import engine": process_time() - began}

def timed(name, work):
    began = process_time()
    work()
    seconds[name] = process_time() - began

position = Position()
middle = Board(moves="62 27 02 67 32 16 65 56 46 34")

def tree(position, depth):
    for action in position.legal_actions():
        position.push(action)
        if depth > 1 and position.winner() is None:
            tree(position, depth - 1)
        position.pop()

def search():
    with Engine(hash=16) as engine:
        engine.play(Board(moves="33 44"), Limit(nodes=400_000))

def new_positions():
    for _ in range(5_000):
        Position.of(middle).key

timed("perft(5), inside one call", lambda: position.perft(5))
timed("search, inside one call", search)
timed("push and pop from Python", lambda: [tree(position, 3) for _ in range(20)])
timed("Position.of(board)", new_positions)
print(json.dumps(seconds))
"""


def build(folder: Path, macros: str) -> Path:
    """The package in a folder of its own, compiled with macros."""
    environment = {name: value for name, value in os.environ.items() if name != "TENCHIPS_MARCH"}
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, ROOT],
        env=environment | {"CFLAGS": macros},
        check=True,
    )
    return folder


def measure(folder: Path) -> dict[str, float]:
    """The seconds of each measurement, with the package in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
    )
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7, help="of each build (default: 7)")
    rounds = parser.parse_args().rounds

    best: dict[str, dict[str, float]] = {name: {} for name in BUILDS}
    with tempfile.TemporaryDirectory() as temporary:
        folders = {name: build(Path(temporary) / name, flag) for name, flag in BUILDS.items()}
        for _ in range(rounds):
            for name, folder in folders.items():
                for what, seconds in measure(folder).items():
                    best[name][what] = min(seconds, best[name].get(what, seconds))
    for what, usual in best["usual"].items():
        limited = best["limited"][what]
        print(f"{what:32} {usual:7.3f} s  {limited:7.3f} s  ratio {limited / usual:.2f}")


if __name__ == "__main__":
    main()
