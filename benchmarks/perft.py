"""How fast are the compiled core and the pure `Board`? Measured against others in the same run.

    python benchmarks/perft.py --reference FOLDER --repeat 5

The core counts move sequences: 5 plies from the start, 4 from step-phase positions. With
`--reference` a C++ program does the same in turns with it, built here from `netengine.cpp` in that
folder with the flags of the local build. The program reads lines, `position white 01,33 black 10
side W` (`-` for no chips) and `perft N`, and answers the latter with `perft N leaves COUNT ...`.
It makes and judges every last move. So does `Position.tally`; `Position.perft` only counts those.

`Board` lists legal moves beside python-chess. Times are medians; a ratio of times below 1 and a
ratio of speeds above 1 speak for Tenchips.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import chess

from tenchips import BLACK, START, WHITE, Board
from tenchips.core import Position

VECTORS = Path(__file__).parents[1] / "tests" / "vectors" / "perft.json"
FLAGS = ("-std=c++20", "-O3", "-march=native")
MIDDLE_GAME = "62 27 02 67 32 16 65 56 46 34"
CHESS_MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


class Reference:
    """The program to measure against, built and waiting for lines."""

    def __init__(self, source: Path, program: Path) -> None:
        compiler = shutil.which("g++")
        if compiler is None:
            sys.exit("the reference needs a C++ compiler (Debian, Ubuntu: apt-get install g++)")
        if not source.exists():
            sys.exit(f"there is no {source}: name the folder that holds netengine.cpp")
        subprocess.run([compiler, *FLAGS, source, "-o", program], check=True)
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def set(self, board: Board) -> None:
        """Set up a position."""
        white, black = (",".join(sorted(board.chips(c))) or "-" for c in (WHITE, BLACK))
        self._say(f"position white {white} black {black} side {'WB'[board.turn]}")

    def count(self, depth: int) -> int:
        """How many last moves there are."""
        self._say(f"perft {depth}")
        assert self._process.stdout is not None
        return int(self._process.stdout.readline().split()[3])

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def close(self) -> None:
        """End the program."""
        self._say("quit")
        self._process.wait()


def timed(work: Callable[[], int], expected: int) -> float:
    """Seconds for a count, which must come out right."""
    began = perf_counter()
    count = work()
    seconds = perf_counter() - began
    if count != expected:
        sys.exit(f"a count is wrong: {count} instead of {expected}")
    return seconds


def cases() -> list[tuple[str, int, int]]:
    """The start 5 plies deep and the step-phase positions 4: position, depth, count."""
    chosen = []
    for vector in json.loads(VECTORS.read_text())["positions"]:
        board = Board(vector["position"])
        depth = "5" if vector["position"] == START else "4"
        stepping = not board.hand(WHITE) + board.hand(BLACK)
        if (vector["position"] == START or stepping) and depth in vector["perft"]:
            chosen.append((vector["position"], int(depth), vector["perft"][depth]))
    return chosen


def measure_core(reference: Reference | None, repeat: int) -> None:
    """Print the times of the core and of the reference, position by position."""
    print("seconds             tally   perft" + "   reference   tally/ref   perft/ref" * bool(reference))
    ratios = []
    for text, depth, count in cases():
        board = Board(text)
        position = Position.of(board)
        tallies, perfts, others = [], [], []
        if reference:
            reference.set(board)
        for _ in range(repeat):
            tallies.append(timed(lambda: position.tally(depth).moves, count))
            if reference:
                others.append(timed(lambda: reference.count(depth), count))
            perfts.append(timed(lambda: position.perft(depth), count))
        tally, perft = median(tallies), median(perfts)
        name = "start" if text == START else f"step phase {len(ratios) or ''}"
        line = f"{name:13}{depth:2} {tally:9.3f} {perft:7.3f}"
        if reference:
            other = median(others)
            ratios.append((tally / other, perft / other))
            line += f" {other:11.3f} {tally / other:11.3f} {perft / other:11.3f}"
        print(line, flush=True)
    if ratios:
        print(f"worst {max(t for t, _ in ratios):47.3f} {max(p for _, p in ratios):11.3f}")


def speed(moves: Callable[[], list[object]], seconds: float = 0.3) -> float:
    """Listed moves a second."""
    listed, began = 0, perf_counter()
    while (spent := perf_counter() - began) < seconds:
        for _ in range(100):
            listed += len(moves())
    return listed / spent


def walk(board: Board | chess.Board) -> list[object]:
    """The legal moves after each legal move."""
    ...


