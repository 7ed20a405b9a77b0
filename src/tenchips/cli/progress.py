"""Progress bars, on the error output so that the standard output can be piped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Step: TypeAlias = tuple[int, int, str]
"""A step of some work: a number done, the number expected in all, and a line of text."""


def show_steps(steps: Iterable[Step]) -> None:
    """Go through the steps of some work and show a bar meanwhile."""
    with progress_bar() as progress:
        bar = progress.add_task("")
        for done, total, line in steps:
            progress.update(bar, completed=done, total=total, description=line)


@contextmanager
def counting(total: int, line: str) -> Iterator[Callable[[], None]]:
    """Show a bar that advances by one each time the yielded function is called."""
    with progress_bar() as progress:
        bar = progress.add_task(line, total=total)
        yield lambda: progress.advance(bar)


def progress_bar(console: Console | None = None) -> Progress:
    """A bar for one task: how much is done, its text, and how long it will take."""
    columns = (
        BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )  # fmt: skip
    return Progress(*columns, console=console or Console(stderr=True), transient=True)
