"""Progress bars, on the error output so that the standard output can be piped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def show_steps(steps: Iterable[tuple[int, int, str]]) -> None:
    """Go through the steps of some work and show a bar meanwhile. A step is a number done, the
    number expected in all, and a line of text."""
    with _progress() as progress:
        bar = progress.add_task("")
        for done, total, line in steps:
            progress.update(bar, completed=done, total=total, description=line)


@contextmanager
def counting(total: int, line: str) -> Iterator[Callable[[], None]]:
    """Show a bar that advances by one each time the yielded function is called."""
    with _progress() as progress:
        bar = progress.add_task(line, total=total)
        yield lambda: progress.advance(bar)


def _progress() -> Progress:
    columns = (
        BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )  # fmt: skip
    return Progress(*columns, console=Console(stderr=True), transient=True)
