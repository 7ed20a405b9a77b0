"""Run many tasks: in this process, on processes of this machine, or on a Dask cluster.

Every package that spreads work goes through `Workers` or, without any processes, `InProcess`: both
have the same `run`, which yields results as they come. A task whose worker died is run again. This
module does not know what the work is about. Functions, tasks and results must be picklable.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from ctypes import CDLL
from math import inf
from typing import Any, Final, Protocol, TypeVar

from tenchips.errors import TenchipsError, check_type
from tenchips.missing import needs_extra

T = TypeVar("T")
R = TypeVar("R")

MAX_JOBS: Final = 1024

TRIES: Final = 10
"""How often a task may be running while its pool of processes breaks. The pool need not have broken
because of this task."""

CONNECT_TIMEOUT: Final = 10.0
"""Seconds that a cluster has to answer."""


class WorkersError(TenchipsError):
    """Processes or a cluster that cannot be used.

    >>> Workers(0)
    Traceback (most recent call last):
    tenchips.executors.WorkersError: the number of workers is from 1 to 1024, not 0
    """


class Runner(Protocol):
    """Something that runs tasks: `Workers` or `InProcess`.

    >>> runner: Runner = InProcess()
    >>> dict(runner.run(len, ["one", "three"]))
    {'one': 3, 'three': 5}
    """

    def run(
        self, function: Callable[[T], R], tasks: Iterable[T], until: float = inf
    ) -> Generator[tuple[T, R], None, None]:
        """Call the function with each task; yield each task with its result, in the order in which
        they are finished. What the function raises is raised here.

        Tasks are taken from the iterable only when they can be started, and it is asked again
        after each result even if it had no task before, so that results can make new tasks. After
        the time `until`, by `time.monotonic()`, nothing more is started or waited for.
        """
        ...


class InProcess:
    """Runs tasks here, one after the other.

    >>> list(InProcess().run(abs, [-3, 4]))
    [(-3, 3), (4, 4)]
    """

    def run(
        self, function: Callable[[T], R], tasks: Iterable[T], until: float = inf
    ) -> Generator[tuple[T, R], None, None]:
        """See `Runner.run`."""
        for task in tasks:
            if time.monotonic() >= until:
                return
            yield task, function(task)


class Workers:
    """Runs tasks on processes of this machine, or on all workers of a cluster. Use it with `with`;
    leaving ends what is still running.

    >>> with Workers(2) as workers:
    ...     sorted(workers.run(abs, [-3, 4]))
    [(-3, 3), (4, 4)]
    """

    def __init__(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        begin: Callable[[], object] | None = None,
    ) -> None:
        """`jobs` is the number of processes on this machine, each of which first calls `begin`, if
        it is given; with a `cluster`, an address like `tcp://host:8786`, they are not used."""
        check_type("jobs", jobs, int, "an int")
        if not 1 <= jobs <= MAX_JOBS:
            raise WorkersError(f"the number of workers is from 1 to {MAX_JOBS}, not {jobs}")
        if cluster is not None:
            check_type("cluster", cluster, str, "an address like 'tcp://host:8786' or None")
        self._jobs, self._begin = jobs, begin
        # Dask has no types.
        self._client: Any = None if cluster is None else _connect(cluster)
        self._executor: Executor | None = None

    def run(
        self, function: Callable[[T], R], tasks: Iterable[T], until: float = inf
    ) -> Generator[tuple[T, R], None, None]:
        """See `Runner.run`."""
        waiting, retries = iter(tasks), deque[T]()
        running: dict[Future[R], tuple[T, Executor]] = {}
        deaths = Counter[int]()
        try:
            while time.monotonic() < until:
                for task in _next_tasks(retries, waiting, self._capacity() - len(running)):
                    future, executor = self._submit(function, task)
                    running[future] = task, executor
                timeout = None if until == inf else max(0.0, until - time.monotonic())
                done, _ = wait(running, timeout, return_when=FIRST_COMPLETED)
                if not done:
                    return
                for future in done:
                    task, executor = running.pop(future)
                    try:
                        result = future.result()
                    except (BrokenExecutor, CancelledError) as error:
                        self._discard(executor)
                        deaths[id(task)] += 1
                        if deaths[id(task)] == TRIES:
                            raise WorkersError(
                                "worker processes keep dying: is there enough memory?"
                            ) from error
                        retries.append(task)
                    else:
                        yield task, result
        finally:
            for future in running:
                future.cancel()

    def _capacity(self) -> int:
        """How many tasks to have submitted: some more than can run, so that no worker waits."""
        if self._client is None:
            return self._jobs + 1
        cores: dict[str, int] = self._client.ncores()
        return 2 * max(1, sum(cores.values()))

    def _submit(self, function: Callable[[T], R], task: T) -> tuple[Future[R], Executor]:
        executor = self._open()
        try:
            return executor.submit(function, task), executor
        except BrokenExecutor:
            self._discard(executor)
            return self._submit(function, task)

    def _open(self) -> Executor:
        if self._executor is None:
            if self._client is not None:
                self._executor = self._client.get_executor(pure=False)
            else:
                self._executor = ProcessPool(self._jobs, self._begin)
        return self._executor

    def _discard(self, executor: Executor) -> None:
        """Let go of a broken pool; the next task opens another."""
        if self._client is None and self._executor is executor:
            executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._executor, ProcessPool):
            self._executor.kill()
        elif self._executor is not None:
            self._executor.shutdown(wait=False)
        if self._client is not None:
            self._client.close()


def _next_tasks(retries: deque[T], waiting: Iterator[T], count: int) -> Iterator[T]:
    for _ in range(count):
        if retries:
            yield retries.popleft()
            continue
        try:
            yield next(waiting)
        except StopIteration:
            return


class ProcessPool(ProcessPoolExecutor):
    """Processes that ignore Ctrl-C and die with their parent.

    They are spawned, not forked: a fork would copy the locks of whatever threads there are.

    >>> pool = ProcessPool(1)
    >>> pool.submit(abs, -3).result()
    3
    >>> pool.kill()
    """

    def __init__(self, jobs: int, begin: Callable[[], object] | None = None) -> None:
        """So many processes, each of which first calls `begin`, if it is given."""
        super().__init__(
            jobs,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_process,
            initargs=(os.getpid(), begin),
        )

    def kill(self) -> None:
        """End the processes in the middle of whatever they do."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(wait=True, cancel_futures=True)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a function called by one of the processes."""
        with _sigint_blocked():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Hold Ctrl-C back. A process that is started meanwhile inherits that until it ignores it."""
    if sys.platform == "win32":  # where signals cannot be blocked
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_process(parent: int, begin: Callable[[], object] | None) -> None:
    """The first thing a process of ours does: leave Ctrl-C to the parent, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        with suppress(AttributeError, OSError):
            CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
    if begin is not None:
        begin()


def _connect(address: str) -> Any:
    """The client of the Dask cluster at an address."""
    with needs_extra("cluster", "a cluster"):
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    try:  # first: a client that was given no address cannot even be closed
        get_address_host_port(address)
    except ValueError:
        raise WorkersError(
            f"{address[:80]!r} is not the address of a cluster: write one like tcp://host:8786"
        ) from None
    try:
        return Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_TIMEOUT, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise WorkersError(f"there is no cluster at {address[:80]!r}: {error}") from None
