"""Where much work is done: on processes of this machine, or on a Dask cluster by its address.

`Workers` is the one seam: it hands tasks to a `concurrent.futures.Executor`, gives the results as
they come, and hands a task out again when whoever worked on it died. It knows nothing of games
or proofs. What it is given to do is a function and tasks that can be pickled.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
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
from typing import Any, Final, TypeVar

from tenchips.errors import TenchipsError

T = TypeVar("T")
R = TypeVar("R")

TRIES: Final = 10
"""How often a task may see its pool die. It need not be the one that killed it."""

CONNECTING: Final = 10.0
"""Seconds that a cluster has to answer."""


class WorkersError(TenchipsError):
    """Processes or a cluster that cannot be used."""


class Workers:
    """Those who work: so many processes here, or all of a cluster. Use it with `with`; leaving
    ends what is still going on.

    >>> with Workers(2) as workers:
    ...     sorted(workers.run(abs, [-3, 4]))
    [(-3, 3), (4, 4)]
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        """`cluster` is an address like `tcp://host:8786`; `jobs` is for this machine."""
        if jobs < 1:
            raise WorkersError(f"at least 1 job is done at a time, not {jobs}")
        self._jobs = jobs
        # Dask has no types.
        self._client: Any = None if cluster is None else connected(cluster)
        self._executor: Executor | None = None

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Each task with its result, in the order in which they are done. Tasks are asked for
        when there is room, and asked for again after each result even when there was none left,
        so that a result can change what comes next. What the work raises is raised here."""
        coming, again = iter(tasks), deque[T]()
        doing: dict[Future[R], tuple[T, Executor]] = {}
        deaths = Counter[int]()
        try:
            while True:
                for task in self._next(again, coming, self._room() - len(doing)):
                    future, executor = self._submit(work, task)
                    doing[future] = task, executor
                if not doing:
                    return
                done, _ = wait(doing, return_when=FIRST_COMPLETED)
                for future in done:
                    task, executor = doing.pop(future)
                    try:
                        result = future.result()
                    except (BrokenExecutor, CancelledError) as error:
                        self._bury(executor)
                        deaths[id(task)] += 1
                        if deaths[id(task)] == TRIES:
                            raise WorkersError(
                                "worker processes keep dying: is there enough memory?"
                            ) from error
                        again.append(task)
                    else:
                        yield task, result
        finally:
            for future in doing:
                future.cancel()

    def _next(self, again: deque[T], coming: Iterator[T], room: int) -> Iterator[T]:
        for _ in range(room):
            if again:
                yield again.popleft()
                continue
            try:
                yield next(coming)
            except StopIteration:
                return

    def _room(self) -> int:
        """How many tasks to have out: one more than are worked on, so that nobody waits."""
        if self._client is None:
            return self._jobs + 1
        cores: dict[str, int] = self._client.ncores()
        return 2 * max(1, sum(cores.values()))

    def _submit(self, work: Callable[[T], R], task: T) -> tuple[Future[R], Executor]:
        executor = self._open()
        try:
            return executor.submit(work, task), executor
        except BrokenExecutor:
            self._bury(executor)
            return self._submit(work, task)

    def _open(self) -> Executor:
        if self._executor is None:
            if self._client is not None:
                self._executor = self._client.get_executor(pure=False)
            else:
                self._executor = processes(self._jobs)
        return self._executor

    def _bury(self, executor: Executor) -> None:
        """Let go of a broken pool; the next task opens another."""
        if self._client is None and self._executor is executor:
            executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if isinstance(self._executor, Processes):
            self._executor.end()
        elif self._executor is not None:
            self._executor.shutdown(wait=False)
        if self._client is not None:
            self._client.close()


def processes(jobs: int, begin: Callable[..., object] | None = None, *args: object) -> Processes:
    """So many processes of this machine, which leave Ctrl-C to us and die with us. Each begins
    with a call, if one is given. They are not forked: a fork would copy the locks of whatever
    threads there are."""
    return Processes(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_settle,
        initargs=(os.getpid(), begin, args),
    )


class Processes(ProcessPoolExecutor):
    """A pool whose processes, which start when there is work, do not hear Ctrl-C meanwhile."""

    def end(self) -> None:
        """End the processes in the middle of whatever they do."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(wait=True, cancel_futures=True)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        with _held_back():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold Ctrl-C back. A process that is started meanwhile does not hear it before it has settled,
    and has nothing to say about it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle(parent: int, begin: Callable[..., object] | None, args: tuple[object, ...]) -> None:
    """What a process of ours does first: leave Ctrl-C to the parent, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with suppress(AttributeError, OSError):
        CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    if begin is not None:
        begin(*args)


def connected(address: str) -> Any:
    """The client of the Dask cluster at an address; `WorkersError` if there is none."""
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise WorkersError("a cluster needs Dask: pip install 'tenchips[cluster]'") from None
    try:  # first: a client that was given no address cannot even be closed
        get_address_host_port(address)
    except ValueError:
        raise WorkersError(
            f"{address[:80]!r} is not the address of a cluster: write one like tcp://host:8786"
        ) from None
    try:
        return Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECTING, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise WorkersError(f"there is no cluster at {address[:80]!r}: {error}") from None
