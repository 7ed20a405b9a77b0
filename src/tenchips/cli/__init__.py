"""The command `tenchips`.

Each command reads its arguments, calls the package that does the work, prints what comes of it and
returns an exit status. All printing is done here. Packages are imported when a command needs them,
so that `tenchips --version` takes no time.
"""

from __future__ import annotations

from typing import Annotated

import typer

from tenchips import __version__
from tenchips.cli import (
    arena,
    compliance,
    dataset,
    debug,
    engine,
    evaluate,
    grade,
    new_engine,
    openings,
    playing,
    puzzle,
    review,
    site,
    solver,
)
from tenchips.cli.app import app, main

__all__ = ["app", "main"]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tenchips {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def tenchips(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> int:
    """Network, Sid Sackson's game of ten chips a side.

    \b
    tenchips                         play in the browser
    tenchips play                    play in the terminal, from a menu
    tenchips play human machine      play the machine there
    tenchips play -q random machine  watch a game
    tenchips show games.txt          step through the games in a file
    """
    return site.serve() if context.invoked_subcommand is None else 0


for command in (
    site.serve,
    site.migrate,
    site.vapid_key,
    playing.play,
    playing.show,
    puzzle.puzzle,
    arena.match,
    arena.tournament,
    compliance.compliance,
    debug.debug,
    new_engine.new_engine,
    grade.grade,
    review.review,
    solver.solve,
    solver.verify,
    dataset.dataset,
    evaluate.evaluate,
    engine.perft,
    engine.bench,
    engine.ugi,
    engine.analyse,
):
    app.command()(command)
app.add_typer(solver.certificate, name="certificate")
app.add_typer(openings.openings, name="openings")
