"""What `tenchips serve` runs: the server in one process or in several, from start to end.

Everything that can be wrong is found before the first request, and reported as a `CannotServe`
with one sentence. Settings travel to the processes as environment variables; each of them makes its
own application, engines included. A worker ends with the process that started it.
"""

from __future__ import annotations

import errno
import gc
import os
import resource
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Final

import uvicorn
from fastapi import FastAPI
from platformdirs import user_data_path
from sqlalchemy.engine import URL
from uvicorn.supervisors import Multiprocess

from tenchips.errors import TenchipsError
from tenchips.missing import needs_extra
from tenchips.server import logs, metrics
from tenchips.server.app import make_app
from tenchips.server.connections import HttpConnection, SocketConnection
from tenchips.server.migrations import OutOfDate, migrate
from tenchips.server.settings import PREFIX, Settings
from tenchips.server.store import claim, database_url

PORT: Final = 8000
PORTS_TRIED: Final = 20
"""Ports from the default on that are tried if nobody has asked for one."""

BACKLOG: Final = 4096
"""Connections that may wait to be accepted."""

STARTING: Final = 60.0
"""Seconds that a worker may take to start."""

PARTING: Final = 5
"""Seconds that connections have to end when the server does."""


class CannotServe(TenchipsError):
    """Why the server cannot be started, in one sentence."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    workers: int = 1,
    engines: int | None = None,
    origins: tuple[str, ...] = (),
    browser: bool = True,
    announce: Callable[[str], None] = lambda address: None,
) -> int:
    """Serve the site until it is stopped; returns 0, or 1 if it did not start. `announce` is called
    with the address once it can be opened. Raises `CannotServe`."""
    settings = _settings(database, workers, engines, origins)
    with ExitStack() as at_end:
        listener = at_end.enter_context(listen(host, port))
        prepare(settings.database)
        if workers > 1:
            os.environ[metrics.FOLDER] = at_end.enter_context(TemporaryDirectory())
        os.environ.update(settings.environment())
        address = _address(listener)

        def on_start() -> None:
            announce(address)
            if browser and has_browser():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        return _run(_config(settings, workers), listener, on_start)


def prepare(database: str) -> None:
    """Make the database if there is none, and bring it up to date. Raises `CannotServe`."""
    try:
        url = database_url(database)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    if url.drivername.startswith("postgresql"):
        with needs_extra("postgres", "PostgreSQL"):
            import psycopg  # noqa: F401
    try:
        with claim(database):
            migrate(database)
    except (OSError, OutOfDate) as error:
        sentence = " ".join(str(error).split())
        if why := getattr(error, "strerror", None):
            sentence = f"the database {url.database} cannot be opened: {why.lower()}"
        raise CannotServe(sentence) from None


def chosen_database(database: str | None) -> str:
    """The database asked for, here or by the environment, or else SQLite in the folder where the
    system keeps the user's data."""
    if chosen := database or os.environ.get(f"{PREFIX}DATABASE"):
        return chosen
    try:
        folder = user_data_path("tenchips", appauthor=False, ensure_exists=True)
    except OSError as error:
        raise CannotServe(
            f"the folder {error.filename} cannot be made: name a database with --database"
        ) from None
    return URL.create("sqlite", database=str(folder / "tenchips.db")).render_as_string()


def has_browser(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a person can see a browser on this machine.

    >>> has_browser({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 5022 192.0.2.2 22"})
    False
    """
    if any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    shown = (environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return sys.platform == "darwin" or any(shown)


def application() -> FastAPI:
    """The application of this process, as its environment sets it; what uvicorn loads."""
    logs.set_up()
    if os.environ.get(_PARENT) not in (None, str(os.getpid())):
        threading.Thread(target=_end_with_parent, daemon=True).start()
    made = make_app(Settings.from_environment())
    # Looking for garbage stops every game, with 2,000 sockets for a quarter of a second: spare it
    # what is loaded for good, and look seldom at what has lived long.
    gc.freeze()
    gc.set_threshold(5_000, 10, 100)
    return made


_PARENT: Final = f"{PREFIX}PARENT"


def _end_with_parent() -> None:
    while os.environ[_PARENT] == str(os.getppid()):
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


# Before the start


def _settings(
    database: str | None, workers: int, engines: int | None, origins: tuple[str, ...]
) -> Settings:
    try:
        settings = Settings.from_environment()
    except ValueError as error:
        raise CannotServe(str(error)) from None
    if workers < 1:
        raise CannotServe(f"there is at least 1 worker, not {workers}")
    if engines is None and f"{PREFIX}ENGINES" not in os.environ:
        engines = max(1, ((os.cpu_count() or 2) - 1) // workers)
    settings = replace(
        settings,
        database=chosen_database(database),
        engines=settings.engines if engines is None else engines,
        origins=origins or settings.origins,
    )
    if settings.engines < 1:
        raise CannotServe(f"there is at least 1 engine, not {settings.engines}")
    if workers > 1 and settings.database.startswith("sqlite"):
        raise CannotServe("SQLite serves one worker: several need a postgresql:// database")
    if (settings.smtp or settings.vapid_key) and not settings.origins:
        raise CannotServe(
            "e-mail and web push need the public URL of the site: add --origin https://play.example"
        )
    if not (settings.static / "index.html").exists():
        raise CannotServe("the pages of the site are not built: run make play in the checkout")
    return settings


def _raise_file_limit() -> None:
    """Allow as many sockets as the system does."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # systems that promise more than they keep
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one from the default on."""
    if port is not None and not 0 <= port <= 65535:
        raise CannotServe(f"ports are from 0 to 65535, not {port}")
    tried = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in tried:
        try:
            family, _, _, _, address = socket.getaddrinfo(
                host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            return socket.create_server(address, family=family, backlog=BACKLOG)
        except (socket.gaierror, UnicodeError):
            raise CannotServe(
                f"{host!r} is no address: use 127.0.0.1, or 0.0.0.0 for all"
            ) from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = (error.strerror or str(error)).lower()
                raise CannotServe(f"{host} port {number} cannot be used: {why}") from None
    last = tried[-1]
    taken = f"port {last} is taken" if port else f"the ports {PORT} to {last} are taken"
    raise CannotServe(f"{taken}: choose another with --port")


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


# From start to end


def _config(settings: Settings, workers: int) -> uvicorn.Config:
    return uvicorn.Config(
        f"{__name__}:{application.__name__}",
        factory=True,
        workers=workers,
        backlog=BACKLOG,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=settings.frame,
        ws_per_message_deflate=False,  # messages are short, and it takes memory for each socket
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PARTING,
    )


def _run(config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]) -> int:
    server: _Server | _Workers
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _raise_file_limit()
    try:
        if config.workers == 1:
            server = _Server(config, announce)
            server.run([listener])
        else:
            os.environ[_PARENT] = str(os.getpid())
            server = _Workers(config, [listener], announce)
            server.run()
    except KeyboardInterrupt:  # which uvicorn passes on when everything has ended
        pass
    return 0 if server.has_begun else 1


class _Server(uvicorn.Server):
    """One process that says when it is ready."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    @property
    def has_begun(self) -> bool:
        return self.started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()


class _Workers(Multiprocess):
    """Several processes on one socket; one that dies is replaced."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], announce: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._announce = announce
        self.has_begun = False

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(STARTING) for process in self.processes):
            self.has_begun = True
            self._announce()
