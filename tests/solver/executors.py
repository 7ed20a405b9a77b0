"""An executor that does its tasks on the spot, so that tests of the solver need no processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class OnTheSpot(Executor):
    """Does each task when it is handed in, and counts them."""

    def __init__(self) -> None:
        self.done = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        self.done += 1
        return future
