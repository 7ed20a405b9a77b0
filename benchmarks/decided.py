"""How many positions the engine decides (proves who wins), and how soon, beside another version.

    python benchmarks/decided.py --count 20 --against ../old/.venv/bin/python

The positions are those of `decided.txt` (`make_decided.py` says which); the other version is any
checkout of Tenchips from 0.1.0 on, given by the interpreter of its environment. Both answer every
position in turn, each with an empty table and without a book. The time is CPU time per thread until
the first proof, so that other work on the machine changes little. A position not decided within the
limit counts as the limit. The ratio is the geometric mean over the positions that take the other
version 20 ms or more. With one thread the nodes are the same in every run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from tenchips import Board
from tenchips.engine import Engine, Limit

POSITIONS = Path(__file__).with_name("decided.txt")
HASH = 64
SOON = 1.0  # seconds
LEAST = 0.02  # seconds; what the other version decides sooner is not compared
CHECK_INTERVAL = 0.01  # seconds


class Question(NamedTuple):
    """A position of the file."""

    kind: str
    ply: int
    position: str


class Answer(NamedTuple):
    """The winner seen from the side to move: 1, -1 or, if it is not decided, 0; the CPU seconds
    per thread and the nodes it took."""

    winner: int
    seconds: float
    nodes: int


def decide(position: str, threads: int, limit: float) -> Answer:
    """Search until a proof, or so many CPU seconds per thread."""
    board = Board(position)
    ended = threading.Event()
    with Engine(hash=HASH, threads=threads) as engine:
        started = time.process_time()

        def elapsed() -> float:
            return (time.process_time() - started) / threads

        def stop_at_limit() -> None:
            while not ended.wait(CHECK_INTERVAL):
                if elapsed() >= limit:
                    engine.stop()

        watch = threading.Thread(target=stop_at_limit)
        watch.start()
        winner = nodes = 0
        seconds = limit
        for info in engine.stream(board, Limit()):
            nodes = info.nodes
            if info.score.is_proven:
                winner = 1 if info.score.points > 0 else -1
                seconds = min(elapsed(), limit)
                engine.stop()
                break
        ended.set()
        watch.join()
    return Answer(winner, seconds, nodes)


def serve() -> None:
    """Answer one question a line."""
    for line in sys.stdin:
        print(json.dumps(decide(**json.loads(line))), flush=True)


class Version:
    """A version of Tenchips in a process of its own."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def decide(self, position: str, threads: int, limit: float) -> Answer:
        """What this version says."""
        assert self._process.stdin
        assert self._process.stdout
        question = {"position": position, "threads": threads, "limit": limit}
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return Answer(*json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def questions(kinds: Sequence[str], plies: Sequence[int], count: int) -> list[list[Question]]:
    """So many positions of each kind and ply."""
    groups: dict[tuple[str, int], list[Question]] = {}
    for line in POSITIONS.read_text().splitlines():
        words, position = line.split("; ")
        kind, ply = words.split()
        if kind in kinds and (not plies or int(ply) in plies):
            groups.setdefault((kind, int(ply)), []).append(Question(kind, int(ply), position))
    return [group[:count] for group in groups.values()]


def ratio(pairs: Sequence[tuple[Answer, Answer]], what: str) -> str:
    """How our answers compare with the others' that took long enough."""
    logs = [
        log(max(getattr(ours, what), 1e-6) / getattr(others, what))
        for ours, others in pairs
        if others.seconds >= LEAST
    ]
    return f"{exp(fmean(logs)):.3f} of {len(logs)}" if logs else "-"


def summary(answers: Sequence[Answer]) -> str:
    """How many were decided at once and at all, and what it took."""
    soon = sum(answer.winner != 0 and answer.seconds <= SOON for answer in answers)
    all_in_all = sum(answer.winner != 0 for answer in answers)
    seconds = sum(answer.seconds for answer in answers)
    nodes = sum(answer.nodes for answer in answers) / 1e6
    return f"{soon:5} {all_in_all:5} {seconds:8.2f} s {nodes:7.1f} M"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter of another version")
    parser.add_argument("--count", type=int, default=200, help="positions of each kind and ply")
    parser.add_argument("--plies", type=int, nargs="*", default=[], help="default: all")
    parser.add_argument("--kinds", nargs="*", default=["game", "random"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds per thread")
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    versions = [Version(python) for python in (sys.executable, options.against) if python]
    print(f"decided in {SOON:.0f} s and in {options.limit:.0f} s, CPU seconds, million nodes")
    everything: list[tuple[Answer, ...]] = []
    for group in questions(options.kinds, options.plies, options.count):
        rows: list[tuple[Answer, ...]] = []
        for question in group:
            row = tuple(
                version.decide(question.position, options.threads, options.limit)
                for version in versions
            )
            rows.append(row)
            if len({answer.winner for answer in row if answer.winner}) > 1:
                raise SystemExit(f"the versions contradict each other: {question.position}")
        everything += rows
        report(f"{group[0].kind} {group[0].ply}", rows)
    report("all", everything)
    for version in versions:
        version.close()


def report(name: str, rows: Sequence[tuple[Answer, ...]]) -> None:
    """One line about some positions, for each version."""
    columns = [
        f"{name:10} {len(rows):4}",
        *(summary(answers) for answers in zip(*rows, strict=True)),
    ]
    if len(rows[0]) == 2:
        pairs = [(row[0], row[1]) for row in rows]
        columns += [f"time {ratio(pairs, 'seconds')}", f"nodes {ratio(pairs, 'nodes')}"]
    print(" | ".join(columns), flush=True)


if __name__ == "__main__":
    main()
