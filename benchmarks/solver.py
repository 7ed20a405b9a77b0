"""Measure the solver against a reference program, and the verifier, in one run.

    python benchmarks/solver.py prove --reference FOLDER     CPU time to prove the opening 33
    python benchmarks/solver.py verify                       CPU time to verify the certificate
    python benchmarks/solver.py length                       no first move wins by ply 14
    python benchmarks/solver.py lengths                      by which ply each first move is decided

The reference is a C++ program given as a folder with `prove.cpp`, which is built here with
`g++ -std=c++20 -O3 -march=native -DCPUTIME`. Both prove that White wins after 33 and each reply of
a fixed subset, every reply in a process of its own that begins with an empty table; what counts is
the CPU time of those processes, start-up included.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from multiprocessing import Pool
from pathlib import Path

from tenchips import Board
from tenchips.book import Certificate
from tenchips.book.certificate import chips_of
from tenchips.book.exact import Exact
from tenchips.core import Position
from tenchips.executors import Workers
from tenchips.solver import solve, verify_certificate
from tenchips.solver.finder import Finder, wins_within
from tenchips.squares import WHITE, Color

# A reply to each first move after which White has no win within 11 plies.
HOLDING = (
    ("33", "60"), ("23", "57"), ("22", "13"), ("03", "30"), ("21", "43"), ("32", "43"),
    ("02", "33"), ("31", "40"), ("01", "12"), ("11", "33"), ("12", "34"), ("13", "20"),
)  # fmt: skip
SHORTER = 11
FIRST_MOVES = ("33", "23", "22", "03", "21", "32", "02", "31", "01", "12", "13")
BLACK_WINS = "11 33"
NODES = 1_000_000_000  # for each reply, and number of chips
REPLIES = ("10", "22", "31", "36", "44", "60")
CAP = 600  # CPU seconds for a reply
T0 = 1  # the reference's unit of thinking time, in seconds


def cpu_of_children() -> float:
    """The CPU seconds of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(folder: Path, target: Path) -> str:
    """Compile the reference."""
    source = folder / "prove.cpp"
    if not source.is_file():
        sys.exit(f"{folder} holds no prove.cpp: name the folder of the reference program")
    command = ["g++", "-std=c++20", "-O3", "-march=native", "-DCPUTIME", str(source)]
    subprocess.run([*command, "-o", str(target)], check=True)
    return str(target)


def by_reference(program: str, reply: str) -> tuple[float, bool]:
    """The reference's CPU seconds for a reply, and whether it has proved it."""
    before = cpu_of_children()
    command = [program, str(CAP), str(T0), "33", reply]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return cpu_of_children() - before, "RESULT 1" in output


def by_solver(reply: str) -> tuple[float, bool]:
    """The solver's CPU seconds for a reply, and whether it has proved it."""
    before = cpu_of_children()
    with Workers(1) as workers:
        solution = solve(Board(moves=f"33 {reply}"), workers, attacker=WHITE)
    return cpu_of_children() - before, solution.winner is WHITE


def compare(folder: Path) -> None:
    """Both on the subset, a line a reply."""
    totals = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as name:
        program = build(folder, Path(name) / "reference")
        print("reply  reference  solver   CPU seconds")
        for reply in REPLIES:
            results = by_reference(program, reply), by_solver(reply)
            notes = "".join(
                f"  {who} has not proved it"
                for who, (_, proved) in zip(("the reference", "the solver"), results, strict=True)
                if not proved
            )
            print(f"{reply:5}  {results[0][0]:9.1f}  {results[1][0]:6.1f}{notes}", flush=True)
            totals = [total + seconds for total, (seconds, _) in zip(totals, results, strict=True)]
    print(f"total  {totals[0]:9.1f}  {totals[1]:6.1f}   ratio {totals[1] / totals[0]:.2f}")


def time_verification(jobs: int) -> None:
    """The shipped certificate, whole."""
    began, before = time.monotonic(), cpu_of_children()
    with Workers(jobs) as workers:
        verification = verify_certificate(Certificate.load(), workers)
    cpu, seconds = cpu_of_children() - before, time.monotonic() - began
    print(
        f"{verification.checked} positions on {jobs} cores: {cpu:.0f} CPU seconds, "
        f"{seconds:.0f} s, {len(verification.flaws)} flaws"
    )


def has_short_win(line: tuple[str, str]) -> tuple[list[bool | None], list[float]]:
    """Whether White wins soon after a move and a reply, by both programs, and their CPU seconds."""
    board = Board(moves=" ".join(line))
    began = time.process_time()
    first = Exact(1024).wins(*chips_of(board), SHORTER)
    between = time.process_time()
    second = wins_within(Position.of(board), SHORTER, megabytes=1024)
    return [first, second], [between - began, time.process_time() - between]


def check_length(jobs: int) -> None:
    """That no first move wins by ply 14: by the exact search, and by the engine's."""
    with Pool(jobs) as pool:
        for line, (wins, seconds) in zip(HOLDING, pool.imap(has_short_win, HOLDING), strict=True):
            results = ["wins" if won else f"no win within {SHORTER}" for won in wins]
            print(f"{' '.join(line)}: {results[0]} ({seconds[0]:.0f} s)", end=", ")
            print(f"{results[1]} ({seconds[1]:.0f} s)", flush=True)


def wins_by(task: tuple[str, Color, int]) -> tuple[bool | None, float]:
    """Whether a player wins by the chip of this number, with chips from the hand alone, by the
    engine's search; None if that is open. And the CPU seconds."""
    moves, winner, chips = task
    board, began = Board(moves=moves), time.process_time()
    plies = Finder(256, winner, chips).search(Position.of(board), NODES).plies
    won = None if plies is None else (plies > 0) is (board.turn is winner)
    return won, time.process_time() - began


def measure_lengths(jobs: int) -> None:
    """By which ply the winner can win after each first move, and a reply that holds out as long."""
    with Pool(jobs) as pool:
        for line in (*FIRST_MOVES, BLACK_WINS):
            board = Board(moves=line)
            winner, replies = board.turn.other, [str(move) for move in board.legal_moves]
            holding, seconds = replies, 0.0
            for chips in (8, 9, 10):
                tasks = [(f"{line} {reply}", winner, chips) for reply in holding]
                results = pool.map(wins_by, tasks, chunksize=1)
                seconds += sum(taken for _, taken in results)
                won = [result for result, _ in results]
                holding = [reply for reply, is_won in zip(holding, won, strict=True) if not is_won]
                ply = 2 * chips - (winner is WHITE)
                note = f", {won.count(None)} of them open" if None in won else ""
                exceptions = f" but {' '.join(holding)}{note}" if holding else ""
                print(f"{line}: {winner} wins by ply {ply} after all replies{exceptions}", end="")
                print(f" ({seconds:.0f} CPU seconds so far)", flush=True)
                if not holding:
                    break


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("prove", "verify", "length", "lengths"))
    parser.add_argument("--reference", type=Path, help="folder of the reference program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.what == "verify":
        time_verification(options.jobs)
    elif options.what == "length":
        check_length(options.jobs)
    elif options.what == "lengths":
        measure_lengths(options.jobs)
    elif options.reference is None:
        sys.exit("name the folder of the reference program with --reference")
    else:
        compare(options.reference)


if __name__ == "__main__":
    main()
