"""`tenchips puzzle`: solve the puzzles of the package, count them, or write them to a file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from tenchips.cli.app import UsageError
from tenchips.cli.options import whole

if TYPE_CHECKING:
    from tenchips.book.puzzles import Puzzle


def puzzle(
    file: Annotated[
        Path | None,
        typer.Argument(help="With --export: the file to write.", metavar="FILE"),
    ] = None,
    id: Annotated[
        str | None, typer.Option("--id", help="The puzzle with this id.", metavar="ID")
    ] = None,
    theme: Annotated[
        str | None, typer.Option(help="A puzzle with this theme.", metavar="THEME")
    ] = None,
    rating: Annotated[
        str | None,
        typer.Option(
            help="A puzzle with a rating in this range, like 800-1200.", metavar="MIN-MAX"
        ),
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="The puzzle of the day, the same for everybody.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seed of the random choice, to get the same puzzle again.",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="Print how many puzzles there are.")
    ] = False,
    export: Annotated[
        bool, typer.Option("--export", help="Write all puzzles as lines of JSON.")
    ] = False,
) -> int:
    """Solve a puzzle in the terminal.

    Find the one move that wins in time, or the one move that does not lose. Without an option the
    puzzle is chosen at random.
    """
    from tenchips.book.puzzles import daily_puzzle, find_puzzle, puzzles

    some = theme is not None or rating is not None or seed is not None
    if sum((id is not None, daily, count, export, some)) > 1:
        raise UsageError(
            "give --id, --daily, --count or --export alone; only --theme, --rating and --seed go "
            "together"
        )
    if file is not None and not export:
        raise UsageError(f"a file is for --export: what is {str(file)[:40]!r} for?")
    if count:
        print(len(puzzles()))
        return 0
    if export:
        return _export(file)

    from tenchips.terminal.puzzle_mode import PuzzleGame
    from tenchips.terminal.screen import Screen

    if id is not None:
        chosen = find_puzzle(id)
    elif daily:
        chosen = daily_puzzle(datetime.now(UTC).date())
    else:
        chosen = _choose(theme, rating, seed)
    return PuzzleGame(Screen(), chosen).run()


def _choose(theme: str | None, rating: str | None, seed: int | None) -> Puzzle:
    from tenchips.book.puzzles import select_puzzles

    lowest = highest = None
    if rating is not None:
        match = re.fullmatch(r"(\d{1,6})-(\d{1,6})", rating)
        if match is None:
            raise UsageError(f"{rating[:40]!r} is not a range of ratings: write one like 800-1200")
        lowest, highest = int(match[1]), int(match[2])
    return Random(seed).choice(select_puzzles(theme, lowest, highest))


def _export(file: Path | None) -> int:
    """Write all puzzles, to the standard output if there is no file."""
    from tenchips.book.puzzles import puzzles
    from tenchips.files import write_atomically

    text = "".join(f"{puzzle.to_json()}\n" for puzzle in puzzles())
    if file is None:
        print(text, end="")
    else:
        write_atomically(file, text)
    return 0
