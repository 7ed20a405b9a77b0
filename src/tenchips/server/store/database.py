"""Where the database is, who may use it, and how it is connected to."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

CONNECT_SECONDS: Final = 3
"""Seconds that PostgreSQL has to accept a connection."""

STATEMENT_SECONDS: Final = 10
"""Seconds that a statement may take, and that a network may be silent, on PostgreSQL."""


def database_url(given: str) -> URL:
    """The address of a database as its driver wants it.

    >>> database_url("sqlite:///games.db").drivername
    'sqlite'
    """
    try:
        url = make_url(given)
    except SQLAlchemyError:
        raise ValueError(_UNKNOWN_DATABASE) from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    name = url.drivername.partition("+")[0]
    if name not in drivers or (name == "sqlite" and url.database in (None, "", ":memory:")):
        raise ValueError(_UNKNOWN_DATABASE)
    return url.set(drivername=drivers[name])


_UNKNOWN_DATABASE: Final = (
    "a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME: write one of these"
)


@contextmanager
def claim(database: str) -> Iterator[bool]:
    """Hold a SQLite file for this process alone, and say whether that was to be done; raises
    `OSError` if another process has it. PostgreSQL is for sharing."""
    url = database_url(database)
    if not url.drivername.startswith("sqlite"):
        yield False
        return
    # A link to the file is another name for the same games.
    with open(f"{os.path.realpath(str(url.database))}.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(
                f"another server uses {url.database}: stop it, or use PostgreSQL for several"
            ) from None
        yield True


def connect_options() -> dict[str, Any]:
    """How PostgreSQL is connected to: a server that does not answer is given up soon."""
    milliseconds = 1000 * STATEMENT_SECONDS
    return {
        "connect_timeout": CONNECT_SECONDS,
        "options": f"-c statement_timeout={milliseconds}",
        "tcp_user_timeout": milliseconds,
        "keepalives_idle": STATEMENT_SECONDS,
        "keepalives_interval": 2,
        "keepalives_count": 3,
    }


def make_engine(url: URL, connections: int) -> Engine:
    """The connections to a database."""
    if url.drivername == "sqlite":
        engine = create_engine(url, pool_size=connections)
        event.listen(engine, "connect", make_durable)
        return engine
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of every conflict
    # A connection from before the database was restarted is replaced when it is next needed.
    return create_engine(
        url, pool_size=connections, pool_pre_ping=True, connect_args=connect_options()
    )


def make_durable(connection: Any, _: object = None) -> None:
    """Have SQLite write to the disk before it calls a transaction committed."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
