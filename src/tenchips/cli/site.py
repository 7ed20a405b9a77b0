"""`tenchips serve` and `tenchips migrate`: the site."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from tenchips.cli.app import refusing, whole

_Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; else a file among your data.",
        metavar="URL",
    ),
]


def serve(
    host: Annotated[
        str, typer.Option(help="Listen on this address; 0.0.0.0 is all.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="Listen on this port, not on the first free one from 8000 on.",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    database: _Database = None,
    workers: Annotated[
        int, typer.Option(help="Serve from N processes.", metavar="N", parser=whole)
    ] = 1,
    engines: Annotated[
        int | None,
        typer.Option(help="Let each process run N engines at once.", metavar="N", parser=whole),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Be the site that browsers know as URL; may be repeated.", metavar="URL"),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> int:
    """Serve the site on this machine.

    The browser opens it, if there is one; else the address is printed.
    """
    from tenchips.server.serve import serve

    with refusing():
        return serve(
            host=host,
            port=port,
            database=database,
            workers=workers,
            engines=engines,
            origins=tuple(origin or ()),
            browser=not no_browser,
        )


def migrate(database: _Database = None) -> None:
    """Bring the database of the site up to date.

    `serve` does that when it starts, too.
    """
    from tenchips.server.serve import chosen_database, prepare

    with refusing():
        prepare(chosen_database(database))
    print("The database is up to date.")
