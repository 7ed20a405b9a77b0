"""Measure the engine against a reference program in one run, and one thread against two.

The reference is a C++ program given as a folder with `netengine.cpp`, which is built here with
`g++ -std=c++20 -O3 -march=native`. Without one only the threads are compared.

    python benchmarks/engine.py prove --reference FOLDER     time to prove the wins of suite.txt
    python benchmarks/engine.py match --reference FOLDER     games at equal time
    python benchmarks/engine.py threads                      two threads against one
    python benchmarks/engine.py stop                         how soon a search ends after `stop`
    python benchmarks/engine.py memory --minutes 60          memory during a long analysis

Both engines use one thread and a table of 64 MB. Proofs are timed as CPU seconds of the search;
one that takes longer than the cap counts as the cap for both. Memory is read from /proc.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean, pvariance

from tenchips import BLACK, WHITE, Board, Move
from tenchips.engine import Engine, Limit
from tenchips.engine.limit import UNLIMITED
from tenchips.solver import balanced_openings

SUITE = Path(__file__).with_name("suite.txt")
HASH = 64
FASTEST = 1e-4  # seconds; below it clocks say nothing


@dataclass(frozen=True)
class Proof:
    """How a search for a win went: seconds, and the plies of the win (0: none found in time)."""

    seconds: float
    plies: int


class Reference:
    """The reference program in a process of its own."""

    def __init__(self, program: str) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Reference:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _ask(self, board: Board, milliseconds: int) -> tuple[list[str], str]:
        assert self._process.stdin
        assert self._process.stdout
        chips = [",".join(sorted(board.chips(color))) or "-" for color in (WHITE, BLACK)]
        side = "WB"[board.turn]
        print(f"position white {chips[0]} black {chips[1]} side {side}", file=self._process.stdin)
        print(f"go movetime {milliseconds}", file=self._process.stdin, flush=True)
        infos: list[str] = []
        for line in self._process.stdout:
            if line.startswith("bestmove"):
                return infos, line.split()[1]
            infos.append(line)
        raise SystemExit("the reference program ended without an answer")

    def forget(self) -> None:
        """Start anew."""
        assert self._process.stdin
        print("newgame", file=self._process.stdin, flush=True)

    def move(self, board: Board, seconds: float) -> Move:
        """What it plays."""
        return Move.parse(self._ask(board, round(1000 * seconds))[1])

    def prove(self, board: Board, cap: float) -> Proof:
        """How long it takes to see a win. It begins no ply after 0.6 of its time."""
        self.forget()
        for info in self._ask(board, round(1000 * cap / 0.6))[0]:
            words = info.split()
            fields = dict(zip(words[1::2], words[2::2], strict=False))
            if int(fields["score"]) > 99_000:
                seconds = int(fields["nodes"]) / float(fields["nps"])
                return Proof(min(seconds, cap), 100_000 - int(fields["score"]))
        return Proof(cap, 0)


def prove(board: Board, cap: float, threads: int = 1) -> Proof:
    """How long our engine takes to see a win: CPU seconds with one thread, else wall clock."""
    clock = time.process_time if threads == 1 else time.monotonic
    with Engine(hash=HASH, threads=threads) as engine:
        started = clock()
        score = engine.play(board, Limit(time=cap)).score
        seconds = clock() - started
    plies = score.plies if score.is_proven else None
    return Proof(min(seconds, cap), plies) if plies and plies > 0 else Proof(cap, 0)


def suite() -> list[tuple[Board, int]]:
    """The positions with the plies in which their win was first seen."""
    lines = (line.split(";") for line in SUITE.read_text().splitlines())
    return [(Board(position), int(plies)) for position, plies in lines]


def kind(board: Board) -> str:
    """Phase and colour of a position."""
    phase = "add" if board.hand(WHITE) + board.hand(BLACK) else "step"
    return f"{phase} {board.turn}"


def ratio(first: list[Proof], second: list[Proof]) -> float:
    """The geometric mean of how the times compare."""
    logs = (
        log(max(a.seconds, FASTEST) / max(b.seconds, FASTEST))
        for a, b in zip(first, second, strict=True)
    )
    return exp(fmean(logs))


def compare_proofs(program: str, cap: float, every: int) -> None:
    """The suite, position by position, by both programs in turn."""
    ours: dict[str, list[Proof]] = {}
    theirs: dict[str, list[Proof]] = {}
    with Reference(program) as reference:
        for board, _ in suite()[::every]:
            mine, other = prove(board, cap), reference.prove(board, cap)
            for group in ("all", kind(board)):
                ours.setdefault(group, []).append(mine)
                theirs.setdefault(group, []).append(other)
    print(f"{'positions':<12}{'number':>7}{'ratio':>8}{'unproved':>10}{'reference':>11}")
    for group in sorted(ours):
        missed = [sum(not proof.plies for proof in some[group]) for some in (ours, theirs)]
        figures = f"{len(ours[group]):>7}{ratio(ours[group], theirs[group]):>8.3f}"
        print(f"{group:<12}{figures}{missed[0]:>10}{missed[1]:>11}")


def opening(rng: random.Random, plies: int = 5) -> Board:
    """A game of so many random plies that is not over."""
    while True:
        board = Board()
        for _ in range(plies):
            if board.outcome() is None:
                board.push(rng.choice(list(board.legal_moves)))
        if board.outcome() is None:
            return board


def play_pair(job: tuple[str, Board, float, float]) -> float:
    """Our points in two games from one opening with the colours swapped; the seconds a move are
    ours and the reference's."""
    program, start, seconds, their_seconds = job
    points = 0.0
    with Engine(hash=HASH) as engine, Reference(program) as reference:
        for ours in (WHITE, BLACK):
            board = start.copy()
            engine.clear()
            reference.forget()
            while (outcome := board.outcome()) is None:
                if board.turn is ours:
                    board.push(engine.play(board, Limit(time=seconds)).move)
                else:
                    board.push(reference.move(board, their_seconds))
            points += 0.5 if outcome.winner is None else float(outcome.winner is ours)
    return points


def elo(score: float) -> float:
    """The rating difference that a score stands for."""
    return 400 * log10(score / (1 - score))


def compare_games(program: str, options: argparse.Namespace) -> None:
    """A match of paired games, from random openings or all the balanced ones."""
    seconds = options.time
    their_seconds = options.reference_time or seconds
    if options.balanced:
        openings = [Board(moves=moves) for moves in balanced_openings()]
    else:
        seeds = range(1000 * options.seed, 1000 * options.seed + options.games // 2)
        openings = [opening(random.Random(seed)) for seed in seeds]
    work = [(program, start, seconds, their_seconds) for start in openings]
    with Pool(options.jobs) as pool:
        points = pool.map(play_pair, work, chunksize=1)
    score = fmean(points) / 2
    error = 1.96 * sqrt(pvariance([p / 2 for p in points]) / len(points))
    pairs = " ".join(f"{count} x {point}" for point, count in sorted(Counter(points).items()))
    times = f"{1000 * seconds:.0f} ms a move against {1000 * their_seconds:.0f}"
    print(f"{2 * len(points)} games at {times}, points a pair: {pairs}")
    print(f"score {score:.1%} ± {error:.1%}, Elo {elo(score):+.0f}")


def compare_threads(cap: float, every: int) -> None:
    """Two threads against one on the suite, wall clock."""
    one, two = [], []
    for board, _ in suite()[::every]:
        with Engine(hash=HASH) as engine:
            started = time.monotonic()
            engine.play(board, Limit(time=cap))
            one.append(Proof(time.monotonic() - started, 1))
        two.append(prove(board, cap, threads=2))
    print(f"two threads prove the suite {1 / ratio(two, one):.2f} times as fast as one", end="")
    total = sum(p.seconds for p in one) / sum(p.seconds for p in two)
    print(f" (geometric mean; {total:.2f} times in total time)")


def measure_stops(seed: int, count: int) -> None:
    """The time from `stop` to the end of the search, at random moments."""
    rng = random.Random(seed)
    delays = []
    with Engine(hash=HASH, threads=2) as engine:
        for _ in range(count):
            board = opening(rng, rng.randrange(22))
            stopped: list[float] = []

            def stop(stopped: list[float] = stopped) -> None:
                stopped.append(time.monotonic())
                engine.stop()

            timer = threading.Timer(rng.uniform(0.001, 0.1), stop)
            timer.start()
            engine.analyse(board, UNLIMITED, lines=rng.choice((1, 3)))
            ended = time.monotonic()
            timer.cancel()
            timer.join()
            if stopped:
                delays.append(1000 * (ended - stopped[0]))
    delays.sort()
    shares = ", ".join(f"{share:.0%} in {quantile(delays, share):.1f} ms" for share in (0.5, 0.99))
    print(f"{len(delays)} searches stopped: {shares}, all in {delays[-1]:.1f} ms")


def quantile(ordered: list[float], share: float) -> float:
    """The value under which a share of them lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def watch_memory(minutes: int, seed: int) -> None:
    """Analyse positions of both phases, and print the memory in use every minute."""
    rng = random.Random(seed)
    started, searches, nodes = time.monotonic(), 0, 0
    with Engine(hash=HASH, threads=2) as engine:
        for minute in range(minutes + 1):
            print(f"{minute:3} min {resident():8.1f} MB {searches:7} searches {nodes:14,} nodes")
            sys.stdout.flush()
            while minute < minutes and time.monotonic() < started + 60 * (minute + 1):
                lines = rng.choice((1, 1, 3))
                board = opening(rng, rng.randrange(30))
                nodes += engine.analyse(board, Limit(time=rng.choice((0.1, 1, 5))), lines)[0].nodes
                searches += 1


def resident() -> float:
    """Megabytes of memory this process has in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def build(folder: Path, target: Path) -> str:
    """Compile the reference."""
    source = folder / "netengine.cpp"
    if not source.is_file():
        sys.exit(f"{folder} holds no netengine.cpp: name the folder of the reference program")
    command = ["g++", "-std=c++20", "-O3", "-march=native", str(source), "-o", str(target)]
    subprocess.run(command, check=True)
    return str(target)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("prove", "match", "threads", "stop", "memory"))
    parser.add_argument("--reference", type=Path, help="folder of the reference program")
    parser.add_argument("--cap", type=float, default=30, help="seconds for a proof")
    parser.add_argument("--every", type=int, default=1, help="take every n-th position")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--balanced", action="store_true", help="play all balanced openings")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--reference-time", type=float, help="the reference's, if not the same")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--count", type=int, default=1000, help="searches to stop")
    parser.add_argument("--minutes", type=int, default=60, help="to analyse")
    options = parser.parse_args()
    alone: dict[str, Callable[[], None]] = {
        "threads": lambda: compare_threads(options.cap, options.every),
        "stop": lambda: measure_stops(options.seed, options.count),
        "memory": lambda: watch_memory(options.minutes, options.seed),
    }
    if measure := alone.get(options.what):
        measure()
        return
    if options.reference is None:
        sys.exit("name the folder of the reference program with --reference")
    with tempfile.TemporaryDirectory() as folder:
        program = build(options.reference, Path(folder) / "reference")
        if options.what == "prove":
            compare_proofs(program, options.cap, options.every)
        else:
            compare_games(program, options)


if __name__ == "__main__":
    main()
