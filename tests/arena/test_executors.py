"""Work is done once, whoever dies over it, on processes and on a cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tenchips
from tenchips.executors import InProcess, Workers, WorkersError

SOURCE = str(Path(tenchips.__file__).parents[1])


def square(number: int) -> int:
    return number * number


def die_once(path: str) -> str:
    """Kill whoever does this for the first time."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise KeyError(number)


def test_everything_is_done_once() -> None:
    with Workers(2) as workers:
        assert sorted(workers.run(square, range(20))) == [(n, n * n) for n in range(20)]
        assert list(workers.run(square, [])) == []


def test_the_same_without_processes() -> None:
    assert list(InProcess().run(square, range(20))) == [(n, n * n) for n in range(20)]


def test_nothing_is_started_when_the_time_is_up() -> None:
    with Workers(1) as workers:
        for runner in (InProcess(), workers):
            assert list(runner.run(square, range(3), until=time.monotonic())) == []


def test_what_takes_too_long_is_not_waited_for() -> None:
    with Workers(1) as workers:
        began = time.monotonic()
        assert list(workers.run(time.sleep, [600], until=began + 0.1)) == []


class Chain:
    """Tasks that depend on results: there is none while one is running."""

    def __init__(self, length: int) -> None:
        self.length, self.given, self.done = length, 0, 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self.given > self.done or self.given == self.length:
            raise StopIteration
        self.given += 1
        return self.given


def test_results_can_make_tasks() -> None:
    with Workers(2) as workers:
        for runner in (InProcess(), workers):
            chain, found = Chain(5), []
            for task, result in runner.run(square, chain):
                found.append((task, result))
                chain.done += 1
            assert found == [(n, n * n) for n in range(1, 6)]


def test_tasks_are_asked_for_when_there_is_room() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with Workers(1) as workers:
        for _ in workers.run(square, tasks()):
            break
    assert len(taken) <= 3


def test_a_worker_that_dies_costs_nothing(tmp_path: Path) -> None:
    tasks = [str(tmp_path / str(number)) for number in range(2)]
    with Workers(2) as workers:
        assert sorted(workers.run(die_once, tasks)) == [(task, "done") for task in tasks]


def test_work_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenchips.executors.TRIES", 2)
    with Workers(1) as workers, pytest.raises(WorkersError, match="keep dying"):
        list(workers.run(die, [1]))


def test_what_the_work_raises_is_raised() -> None:
    with Workers(1) as workers, pytest.raises(KeyError):
        list(workers.run(fail, [1]))


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ValueError, match="number of workers is from 1 to 1024"):
        Workers(0)


CLUSTER = """
import os, signal, sys, time
from pathlib import Path
from distributed import LocalCluster
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.match import Match, run
from tenchips.arena.results import Results
from tenchips.executors import Workers

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        ann = Entrant("Ann", "machine:depth=2,hash=1")
        bob = Entrant("Bob", "random")
        match = Match(ann, bob, 12, TimeControl(move=60.0))
        path = Path(sys.argv[1])
        with Workers(cluster=cluster.scheduler_address) as workers:
            with Results(path, match.settings()) as results:
                for standing in run(match, (ann, bob), workers, results):
                    if standing.games == 4:
                        os.kill(pids[0], signal.SIGKILL)
    print(standing.games, standing.wins)
"""


def test_games_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    script, path = tmp_path / "script.py", tmp_path / "results.jsonl"
    script.write_text(CLUSTER)
    done = subprocess.run(
        [sys.executable, script, path],
        capture_output=True,
        text=True,
        timeout=240,
        env=os.environ | {"PYTHONPATH": SOURCE},
    )
    assert done.returncode == 0, done.stderr
    games, wins = map(int, done.stdout.split())
    assert games == 12
    assert wins >= 8
    assert len(path.read_text().splitlines()) == 13


ELSEWHERE = """
import os, shutil, sys
from pathlib import Path
from distributed import LocalCluster
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant, prepared
from tenchips.arena.match import Match, run
from tenchips.arena.results import Results
from tenchips.executors import Workers

if __name__ == "__main__":
    players, folder = sys.argv[1:]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        os.chdir(players)  # which the workers do not
        ann = Entrant("Ann", "java:java#students.Careful")
        bob = Entrant("Bob", "python:course_players.py:Careful")
        pair = ann, bob
        ready = prepared(pair, elsewhere=True)
        shutil.rmtree(folder)  # what was compiled here is not there
        match = Match(*pair, 4, TimeControl(move=60.0))
        with Workers(cluster=cluster.scheduler_address) as workers:
            with Results(None, match.settings()) as results:
                *_, standing = run(match, ready, workers, results)
    print(standing.games, *[game.fault for game in results.games.values() if game.fault])
"""


def test_players_of_a_cluster_are_compiled_where_they_play(tmp_path: Path) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "classes"
    script.write_text(ELSEWHERE)
    done = subprocess.run(
        [sys.executable, script, Path(__file__).parents[1] / "players", folder],
        capture_output=True,
        text=True,
        timeout=240,
        env=os.environ | {"PYTHONPATH": SOURCE, "XDG_CACHE_HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "4\n"


@pytest.mark.parametrize("address", ["", "nowhere", "x:y", "tcp://host", "post://host:1"])
def test_what_is_no_address_is_a_sentence(address: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a cluster: write one like tcp:"):
        Workers(cluster=address)


def test_a_cluster_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"a cluster needs more packages: .*\[cluster\]"):
        Workers(cluster="tcp://127.0.0.1:1")
