"""The running games of a match or tournament, in a table that is redrawn in place.

It is on the error output, so that the standard output can be piped, and gone at the end. Where the
error output is no terminal, a line of text now and then says how far it is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tenchips.arena.game import game_name
from tenchips.arena.progress import GameProgress
from tenchips.cli.progress import Step, progress_bar

LINE_INTERVAL: Final = 10.0
"""Seconds between two lines of text where there is no terminal."""

_OTHER_LINES: Final = 5
"""Lines of the display that are not games: the table's head, bar, score, faults, and a margin."""


def is_watched() -> bool:
    """Whether the error output is a terminal that can be redrawn."""
    console = Console(stderr=True)
    return console.is_terminal and not console.is_dumb_terminal


def show_games(
    steps: Iterable[Step], games: Mapping[str, GameProgress], faults: Callable[[], str]
) -> None:
    """Go through the steps of a match or tournament. Meanwhile show the running games, how many
    have been played, the line of the last step, and the faults."""
    if not is_watched():
        _print_lines(steps, faults)
        return
    console = Console(stderr=True)
    bar = progress_bar(console)
    task = bar.add_task("")
    score = Text(no_wrap=True, overflow="ellipsis")
    rows = 0

    def draw() -> RenderableType:
        nonlocal rows
        running = [*games.values()]
        table = games_table(running, time.time(), console.height - _OTHER_LINES)
        rows = max(rows, table.row_count)
        for _ in range(rows - table.row_count):  # so that nothing jumps where games are short
            table.add_row()
        counts = faults()
        told = Text(f"faults: {counts}" * bool(counts), "red", no_wrap=True, overflow="ellipsis")
        return Group(table, bar.get_renderable(), score, told)

    with Live(get_renderable=draw, console=console, transient=True):
        for done, total, line in steps:
            bar.update(task, completed=done, total=total)
            score.plain = line


def _print_lines(steps: Iterable[Step], faults: Callable[[], str]) -> None:
    due = time.monotonic() + LINE_INTERVAL
    for done, total, line in steps:
        if time.monotonic() >= due:
            counts = faults()
            told = f"{done}/{total} {line}" + (f"  faults: {counts}" if counts else "")
            print(told, file=sys.stderr, flush=True)
            due = time.monotonic() + LINE_INTERVAL


def games_table(games: Sequence[GameProgress], now: float, room: int) -> Table:
    """The games as a table of at most so many rows: who plays whom, how many plies were played,
    the last move, and both clocks, of which one is running."""
    shown = games if len(games) <= room else games[: max(1, room - 1)]
    keys = [game_name(game.key) for game in shown]
    if len(shown) < len(games):
        keys.append(f"and {len(games) - len(shown)} more")
    clock = "has" if any(game.left for game in games) else "used"
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(
        "running", min_width=max(map(len, keys), default=0)
    )  # names of players are cut first
    table.add_column("White", no_wrap=True, max_width=20)
    table.add_column("Black", no_wrap=True, max_width=20)
    table.add_column("ply", justify="right", no_wrap=True)
    table.add_column("move", no_wrap=True, min_width=5)  # as wide as a step
    table.add_column(f"White {clock}", justify="right", no_wrap=True)
    table.add_column(f"Black {clock}", justify="right", no_wrap=True)
    for key, game in zip(keys, shown, strict=False):
        clocks = [Text(_clock_text(seconds)) for seconds in game.times(now)]
        clocks[game.turn] = Text(f"▸ {clocks[game.turn]}", "bold")
        names = Text(game.white), Text(game.black)
        table.add_row(key, *names, str(game.moves), game.last, *clocks)
    if len(keys) > len(shown):
        table.add_row(keys[-1])
    return table


def _clock_text(seconds: float) -> str:
    """Minutes and seconds, with a tenth below a minute, where it matters."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
