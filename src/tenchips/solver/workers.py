"""Where the solver's work is done: on the cores of this machine, or on a Dask cluster.

Both come as an `Executor` of `concurrent.futures`, so that nothing else has to know which it is.
Dask gives the tasks of a worker that died to another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager

from tenchips.executors import WorkersError, connected, processes


@contextmanager
def workers(count: int = 1, cluster: str | None = None) -> Iterator[tuple[Executor, int]]:
    """An executor, and how many tasks it can do at a time: processes of this machine, or the
    Dask cluster at an address."""
    if cluster is not None:
        with connected(cluster) as client:
            yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
        return
    if not 1 <= count <= 1024:
        raise WorkersError(f"the number of workers is from 1 to 1024, not {count}")
    executor = processes(count)
    try:
        yield executor, count
    except BrokenExecutor:
        raise WorkersError("a worker was ended from outside: run this again") from None
    finally:
        executor.end()
