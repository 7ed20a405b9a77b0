"""Compiled work that Ctrl-C can interrupt.

Python handles signals between its own steps only, and a search may be one long step.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T]) -> T:
    """Do the work on a thread of its own and wait for it. An interrupt ends the waiting at once;
    the work goes on by itself and ends with the program at the latest.

    >>> run_interruptibly(lambda: 6 * 7)
    42
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return done[0]
