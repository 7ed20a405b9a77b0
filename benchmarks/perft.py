"""How fast are the compiled core and the pure `Board`? Measured against others in the same run.

    python benchmarks/perft.py --reference FOLDER --repeat 5

The core counts move sequences: 5 plies from the start, 4 from step-phase positions. With
`--reference` a C++ program does the same in turns with it, built here from `netengine.cpp` in that
folder with the flags of the local build. The program reads lines, `position white 01,33 black 10
side W` (`-` for no chips) and `perft N`, and answers the latter with `perft N leaves COUNT ...`.
It makes and judges every last move. So does `Position.tally`; `Position.perft` only counts those.

`Board` lists legal moves beside python-chess. Figures are medians, the core's of processor time as
Linux counts it; a ratio of times below 1 and a ratio of speeds above 1 speak for Tenchips.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from os import getpid
from pathlib import Path
from statistics import median
from time import clock_gettime, perf_counter
from typing import Any

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

    @property
    def process(self) -> int:
        """The number of its process."""
        return self._process.pid

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


def cpu_seconds(process: int) -> float:
    """The processor time a process has used: other work on the machine does not count."""
    return clock_gettime(~process << 3 | 2)  # how Linux names the clock of a process


def timed(work: Callable[[], int], expected: int, process: int) -> float:
    """Seconds a process takes for a count, which must come out right."""
    began = cpu_seconds(process)
    count = work()
    seconds = cpu_seconds(process) - began
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
    print(f"{'seconds':16}   tally   perft", end="")
    print("   reference   tally/ref   perft/ref" if reference else "")
    worst = (0.0, 0.0)
    for index, case in enumerate(cases()):
        text, depth, count = case
        name = "start" if text == START else f"step phase {index}"
        tally, perft, other = medians(text, depth, count, reference, repeat)
        print(f"{name:14}{depth:2} {tally:7.3f} {perft:7.3f}", end="")
        if other:
            worst = max(worst[0], tally / other), max(worst[1], perft / other)
            print(f"   {other:9.3f}   {tally / other:9.3f}   {perft / other:9.3f}", end="")
        print(flush=True)
    if reference:
        print(f"{'worst':44}   {worst[0]:9.3f}   {worst[1]:9.3f}")


def medians(
    text: str, depth: int, count: int, reference: Reference | None, repeat: int
) -> tuple[float, float, float]:
    """Seconds for the tally, the perft and the reference's count, taken in turns."""
    board = Board(text)
    position = Position.of(board)
    if reference:
        reference.set(board)
    tallies, perfts, others = [], [], []
    for _ in range(repeat):
        tallies.append(timed(lambda: position.tally(depth).moves, count, getpid()))
        if reference:
            others.append(timed(lambda: reference.count(depth), count, reference.process))
        perfts.append(timed(lambda: position.perft(depth), count, getpid()))
    return median(tallies), median(perfts), median(others) if others else 0.0


def listing(board: Board | chess.Board) -> int:
    """List the legal moves a hundred times; how many that were."""
    return sum(len(list(board.legal_moves)) for _ in range(100))


def walking(board: Any) -> int:
    """List the legal moves after each legal move; how many that were."""
    push = board.push_unchecked if isinstance(board, Board) else board.push
    listed = 0
    for move in list(board.legal_moves):
        push(move)
        listed += len(list(board.legal_moves))
        board.pop()
    return listed


def speed(list_moves: Callable[[Any], int], board: Board | chess.Board) -> float:
    """Moves listed a second."""
    listed, began = 0, perf_counter()
    while (spent := perf_counter() - began) < 0.3:
        listed += list_moves(board)
    return listed / spent


def measure_board(repeat: int) -> None:
    """Print how many legal moves a second `Board` and python-chess list."""
    print(f"\n{'moves a second':27}      Board   python-chess   ratio")
    starts = Board(), chess.Board()
    middles = Board(moves=MIDDLE_GAME), chess.Board(CHESS_MIDDLE_GAME)
    for name, list_moves, (ours, theirs) in (
        ("start", listing, starts),
        ("middle game", listing, middles),
        ("after each move of the start", walking, starts),
        ("after each of a middle game", walking, middles),
    ):
        rounds = [(speed(list_moves, ours), speed(list_moves, theirs)) for _ in range(repeat)]
        here, there = map(median, zip(*rounds, strict=True))
        print(f"{name:28}{here:10,.0f}   {there:12,.0f}   {here / there:5.2f}", flush=True)


def main() -> None:
    """Measure, and print as it goes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reference", type=Path, metavar="FOLDER", help="holds netengine.cpp")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="rounds of each (3)")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("measure at least once")
    with tempfile.TemporaryDirectory() as folder:
        reference = None
        if options.reference:
            reference = Reference(options.reference / "netengine.cpp", Path(folder) / "netengine")
        measure_core(reference, options.repeat)
        if reference:
            reference.close()
    measure_board(options.repeat)


if __name__ == "__main__":
    main()
