"""The overhead of the arena, and its behaviour when engines are killed.

    python benchmarks/arena.py overhead --games 400 --time 0.01 --jobs 2
    python benchmarks/arena.py killed --games 200 --jobs 2

`overhead` plays the machine against itself with very little time per move, and prints the share of
the wall clock, over all workers, that was spent inside the players: the rest is starting,
refereeing, saving results and records. `killed` plays an engine against a random player while it
kills the engine's process at random moments, and counts games and processes afterwards.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.match import Match, run
from tenchips.arena.recorder import Recorder
from tenchips.arena.results import Results, load
from tenchips.executors import Workers


def overhead(options: argparse.Namespace) -> None:
    """Play fast games and compare the players' time with the wall clock."""
    pair = [Entrant(name, f"machine:hash={options.hash}") for name in ("one", "other")]
    match = Match(pair[0], pair[1], options.games, TimeControl(move=options.time, margin=1.0))
    with (
        TemporaryDirectory() as folder,
        Workers(options.jobs) as workers,
        Results(Path(folder) / "results.jsonl", match.settings()) as results,
        Recorder(Path(folder) / "games.txt", match.title, {}) as recorder,
    ):
        steps = run(match, pair, workers, results)
        for score in steps:  # until every worker has started
            if score.games >= 4 * options.jobs:
                break
        known, began = set(results.games), time.perf_counter()
        for _ in steps:
            recorder.add_new(results.games)
        wall = time.perf_counter() - began
        games = [game for key, game in results.games.items() if key not in known]
    inside = sum(sum(game.seconds) for game in games)
    moves = sum(len(game.seconds) for game in games)
    used = moves * options.time
    print(
        f"{len(games)} games, {moves} moves of {options.time * 1000:g} ms, {options.jobs} workers"
    )
    print(f"wall clock {wall:.2f} s, inside the players {inside / wall / options.jobs:.1%} of it")
    print(
        f"{inside / moves * 1000:.2f} ms per move; asked for {used / wall / options.jobs:.1%} of it"
    )


def descendants() -> list[tuple[int, str]]:
    """The processes that descend from this one, and what they run."""
    parents: dict[int, list[tuple[int, str]]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if state != "Z":
                parents.setdefault(int(parent), []).append((int(folder.name), command))
    found, left = [], [os.getpid()]
    while left:
        children = parents.get(left.pop(), [])
        found += children
        left += [pid for pid, _ in children]
    return found


def killed(options: argparse.Namespace) -> None:
    """Kill engines while they play."""
    source = str(Path(__file__).resolve().parents[1] / "src")
    os.environ["PYTHONPATH"] = source
    engine = Entrant("engine", f"ugi:{sys.executable} -m tenchips ugi")
    pair = [engine, Entrant("random", "random")]
    match = Match(pair[0], pair[1], options.games, TimeControl(move=0.02, margin=5.0))
    luck, over, kills = random.Random(options.seed), threading.Event(), 0

    def kill() -> None:
        nonlocal kills
        while not over.wait(luck.uniform(0.05, 1.0)):
            engines = [pid for pid, words in descendants() if words.endswith("-m tenchips ugi ")]
            if engines:
                with suppress(ProcessLookupError):
                    os.kill(luck.choice(engines), signal.SIGKILL)
                    kills += 1

    killer = threading.Thread(target=kill)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        with Workers(options.jobs) as workers, Results(path, match.settings()) as results:
            killer.start()
            for _ in run(match, pair, workers, results):
                pass
        over.set()
        killer.join()
        games = load(path)[1]
    time.sleep(1)
    left = [words for _, words in descendants() if "resource_tracker" not in words]
    faults = Counter(game.fault.kind if game.fault else "none" for game in games.values())
    expected = {f"{pair}{half}" for pair in range(options.games // 2) for half in "ab"}
    print(f"{kills} kills, {len(games)} games, all accounted for: {set(games) == expected}")
    print(f"faults: {dict(faults)}")
    print(f"processes left: {len(left)}", *left)


def main() -> None:
    """Run the chosen measurement."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    first = commands.add_parser("overhead")
    first.add_argument("--games", type=int, default=400)
    first.add_argument("--time", type=float, default=0.01, help="seconds per move")
    first.add_argument("--hash", type=int, default=16, help="megabytes of table for each")
    first.set_defaults(work=overhead)
    second = commands.add_parser("killed")
    second.add_argument("--games", type=int, default=200)
    second.add_argument("--seed", type=int, default=1)
    second.set_defaults(work=killed)
    for command in (first, second):
        command.add_argument("--jobs", type=int, default=2, help="games played at the same time")
    options = parser.parse_args()
    options.work(options)


if __name__ == "__main__":
    main()
