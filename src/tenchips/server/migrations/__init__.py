"""The history of the database's tables, and the way from any of them to the newest.

`migrate` brings a database up to date, `check` refuses one that is not. Both databases take the
same way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from tenchips.server.store import database_url

_LOCK: Final = 0x7E4C41B5
"""The number under which PostgreSQL lets one process at a time bring the tables up to date."""


class OutOfDate(Exception):
    """The database has other tables than this version needs."""


def migrate(database: str) -> None:
    """Bring a database up to date, making its tables if there are none."""
    url = database_url(database)
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if url.drivername.startswith("postgresql"):  # others may have the same in mind
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            # A disk that is full is found here, even where there is nothing to upgrade.
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    except DBAPIError as error:
        raise OSError(_sentence(url, error)) from error
    except CommandError as error:
        raise OutOfDate(f"the database belongs to another version: {error}") from error
    finally:
        engine.dispose()


def check(database: str) -> None:
    """Raise `OutOfDate` if a database needs `migrate`."""
    url = database_url(database)
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except DBAPIError as error:
        raise OSError(_sentence(url, error)) from error
    finally:
        engine.dispose()
    wanted = ScriptDirectory.from_config(_config()).get_current_head()
    if found != wanted:
        raise OutOfDate(
            f"the database is at revision {found}, and this version needs {wanted}: "
            "run tenchips migrate"
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


def _sentence(url: URL, error: DBAPIError) -> str:
    shown = url.render_as_string(hide_password=True)
    return f"the database {shown} cannot be opened: {str(error.orig).strip()}"
