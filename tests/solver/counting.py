"""A runner that counts its tasks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from math import inf
from typing import Any

from tenchips.executors import InProcess


class Counting(InProcess):
    """Runs tasks in this process, and counts those it has done."""

    def __init__(self) -> None:
        self.done = 0

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], until: float = inf
    ) -> Generator[tuple[Any, Any], None, None]:
        for task, result in super().run(function, tasks, until):
            self.done += 1
            yield task, result
