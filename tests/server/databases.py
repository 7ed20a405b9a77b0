"""Databases for tests: a SQLite file each, or one of a PostgreSQL cluster that is started here; and
databases that fail."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from tenchips.server.migrations import migrate


class Cluster:
    """A PostgreSQL of our own, on a socket in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._template = ""

    def stop(self) -> None:
        """End it at once, as a crash does."""
        _run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        _run("pg_ctl", "-D", self.folder / "data", "-w", "-t", "120", "-l", self.folder / "log",
             "start")  # fmt: skip

    def restart(self) -> None:
        """A crash and a new start."""
        self.stop()
        self.start()

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://tenchips@/{name}?host={self.folder}"

    def new(self) -> str:
        """The address of a new database with all tables in it."""
        if not self._template:
            self._template = self._create("template1")
            migrate(self.url(self._template))
        return self.url(self._create(self._template))

    def empty(self) -> str:
        """The address of a new database without tables."""
        return self.url(self._create("template1"))

    def _create(self, template: str) -> str:
        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")  # type: ignore[call-overload]
        return name


@contextmanager
def cluster(*, is_durable: bool = False) -> Iterator[Cluster]:
    """Start a PostgreSQL, and take it away at the end. Unless it is durable, it does not wait for
    the disk."""
    # The name of a socket has at most 107 bytes, so it is not for the environment to choose.
    folder = Path(tempfile.mkdtemp(prefix="tenchips-pg-", dir="/tmp"))
    data = folder / "data"
    try:
        _give_away(folder)
        _run("initdb", "-D", data, "-U", "tenchips", "--auth=trust", "--no-sync", "-E", "UTF8",
             "--no-locale")  # fmt: skip
        with (data / "postgresql.conf").open("a") as config:
            config.write(
                f"listen_addresses = ''\nunix_socket_directories = '{folder}'\n"
                f"fsync = {'on' if is_durable else 'off'}\n"
                "max_connections = 300\nshared_buffers = 16MB\n"
            )
        started = Cluster(folder)
        started.start()
        try:
            yield started
        finally:
            started.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _give_away(folder: Path) -> None:
    """PostgreSQL refuses to run for root: the folder is for the user who may."""
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        folder.chmod(0o755)


def _run(program: str, *arguments: str | Path) -> None:
    command: Sequence[str | Path] = [_path(program), *arguments]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          cwd="/", text=True)  # fmt: skip
    assert done.returncode == 0, f"{program} failed:\n{done.stdout}"


def _path(program: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    found = shutil.which(program, path=os.pathsep.join([*map(str, folders[::-1]), os.defpath]))
    assert found, f"tests need PostgreSQL's {program}: install postgresql"
    return found


FULL: Final = OperationalError("", None, sqlite3.OperationalError("database or disk is full"))
"""What SQLAlchemy raises when the disk is full."""


@contextmanager
def before_statements(words: str, call: Callable[[Connection], object]) -> Iterator[None]:
    """Call this with the connection before each statement that has these words in it, like the
    name of a table, in all databases of this process."""

    def look(connection: Connection, _: object, statement: str, *__: Any) -> None:
        if f" {words} " in f" {' '.join(statement.split())} ":
            call(connection)

    event.listen(Engine, "before_cursor_execute", look)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", look)


@contextmanager
def failing(error: Exception, *tables: str) -> Iterator[None]:
    """Let each statement that names one of these tables fail."""

    def fail(_: Connection) -> None:
        raise error

    with ExitStack() as at_end:
        for table in tables:
            at_end.enter_context(before_statements(table, fail))
        yield
