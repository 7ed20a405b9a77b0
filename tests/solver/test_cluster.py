"""On a Dask cluster the result is the same, even if a worker dies in the middle."""

from __future__ import annotations

import os
import signal

import pytest
from distributed import LocalCluster

from tenchips import WHITE, Board
from tenchips.executors import Workers, WorkersError
from tenchips.solver import Progress, solve

BOARD = Board(moves="33 43 73 44 03 62")
BUDGET = 5000


def test_a_worker_killed_in_the_middle_changes_nothing() -> None:
    alone = solve(BOARD, budget=BUDGET, memory=1)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Workers(cluster=cluster.scheduler_address) as workers,
    ):
        victim = victim_of(workers)
        killed = []

        def kill_one(progress: Progress) -> None:
            if progress.judged >= 5 and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        found = solve(BOARD, workers, budget=BUDGET, memory=1, report=kill_one)
    assert killed
    assert found.winner is alone.winner is WHITE


def victim_of(workers: Workers) -> int:
    """The process of one of the workers."""
    [(_, pid)] = workers.run(own_pid, [0])
    return pid


def own_pid(_: int) -> int:
    return os.getpid()


def test_an_address_where_nobody_is() -> None:
    with (
        pytest.raises(WorkersError, match="there is no cluster at"),
        Workers(cluster="tcp://127.0.0.1:9"),
    ):
        pass
