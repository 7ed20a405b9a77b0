"""`tenchips serve`, `tenchips migrate` and `tenchips vapid-key`: the site."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from tenchips.cli.options import whole
from tenchips.missing import needs_extra

_Database: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://USER@HOST/NAME.  "
        "[default: SQLite in your data folder]",
        metavar="URL",
    ),
]


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 for all.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            help="Port to listen on.  [default: the first free one from 8000]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    database: _Database = None,
    workers: Annotated[
        int, typer.Option(help="Number of server processes.", metavar="N", parser=whole)
    ] = 1,
    engines: Annotated[
        int | None,
        typer.Option(
            help="Engines per process.  [default: by the number of cores]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Public URL of the site, like https://play.example; may be repeated.",
            metavar="URL",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
) -> int:
    """Run the site on this machine.

    It opens in your browser; without one, the address is printed.
    """
    with needs_extra("site", "the site"):
        from tenchips.server.serve import serve

    status = serve(
        host=host,
        port=port,
        database=database,
        workers=workers,
        engines=engines,
        origins=tuple(origin or ()),
        browser=not no_browser,
        announce=lambda address: print(
            f"Tenchips is at {address} (press Ctrl-C to stop it).", flush=True
        ),
    )
    if status == 0:
        print("Stopped.", flush=True)
    return status


def migrate(database: _Database = None) -> None:
    """Bring the site's database up to date.

    `tenchips serve` does this when it starts.
    """
    with needs_extra("site", "the site"):
        from tenchips.server.serve import chosen_database, prepare

    prepare(chosen_database(database))
    print("The database is up to date.")


def vapid_key() -> None:
    """Make a key for web push.

    Put the printed line into the environment of `tenchips serve`, and keep it secret.
    """
    from tenchips.server.alerts.push import new_vapid_key
    from tenchips.server.settings import PREFIX

    print(f"{PREFIX}VAPID_KEY={new_vapid_key()}")
