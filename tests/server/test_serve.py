"""`tenchips serve` as people start it: where it listens, what it says, how it ends."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from server.databases import Cluster
from server.play import held_port, is_running
from tenchips.server import serve as serving
from tenchips.server.serve import PORT, PORTS_TRIED, CannotServe, has_browser, serve
from terminal.command import Terminal, command, environment, run

PATIENCE = 300


class Running:
    """The command, serving."""

    def __init__(self, *args: str | Path, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command(*args),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            preexec_fn=_hear_ctrl_c,
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", self.line)
        if found is None:
            self.process.kill()
            raise AssertionError(self.line + self.process.communicate()[1])
        self.address = urlsplit(found[0])

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(
            self.address.hostname or "", self.address.port, timeout=PATIENCE
        )
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """Exit status, what it still said, and its errors."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in err, err
        return self.process.returncode, out, err


def _hear_ctrl_c() -> None:
    """Tests may run in the background, where Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment with a folder for data and a site of one page."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>Tenchips</title>")
    data = tmp_path / "data"
    return environment(XDG_DATA_HOME=str(data), TENCHIPS_STATIC=str(pages), HOME=str(tmp_path))


@pytest.fixture
def start(env: dict[str, str]) -> Iterator[list[Running]]:
    """Servers that are ended with the test."""
    running: list[Running] = []
    yield running
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def test_it_serves_and_ends_in_one_line(
    env: dict[str, str], tmp_path: Path, start: list[Running]
) -> None:
    database = tmp_path / "games.db"
    server = Running("serve", "--port", "0", "--database", f"sqlite:///{database}", env=env)
    start.append(server)
    assert server.address.hostname == "127.0.0.1"
    assert server.get("/healthz")[0] == 200
    status, page = server.get("/")
    assert (status, "<title>Tenchips</title>" in page) == (200, True)
    assert database.exists()
    assert server.end() == (0, "Stopped.\n", "")


def test_the_bare_command_serves_from_the_user_s_data(
    env: dict[str, str], tmp_path: Path, start: list[Running]
) -> None:
    start.append(Running(env=env))
    assert start[0].get("/healthz")[0] == 200
    assert (tmp_path / "data" / "tenchips" / "tenchips.db").exists()
    status, out, _ = start[0].end(signal.SIGTERM)
    assert (status, out) == (0, "Stopped.\n")


def test_without_a_wish_the_next_free_port_is_taken(
    env: dict[str, str], tmp_path: Path, start: list[Running]
) -> None:
    for name in "ab":
        database = f"sqlite:///{tmp_path}/{name}.db"
        start.append(Running("serve", "--no-browser", "--database", database, env=env))
    first, second = (server.address.port for server in start)
    assert first != second
    assert {first, second} <= {*range(PORT, PORT + PORTS_TRIED)}


def test_the_next_free_port_is_the_first_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as at_end:
        first = hold_in_a_row(3, at_end)
        monkeypatch.setattr(serving, "PORT", first)
        monkeypatch.setattr(serving, "PORTS_TRIED", 3)
        for number in range(first, first + 3):
            listener = at_end.enter_context(serving.listen("127.0.0.1", None))
            assert listener.getsockname()[1] == number
        with pytest.raises(CannotServe, match=f"the ports {first} to {first + 2} are taken"):
            serving.listen("127.0.0.1", None)


def hold_in_a_row(count: int, at_end: ExitStack) -> int:
    """The first of some ports in a row that nobody else is given."""
    while True:
        with ExitStack() as held, suppress(OSError, OverflowError):
            first = held.enter_context(held_port())
            for number in range(first + 1, first + count):
                held.enter_context(held_port(number))
            at_end.enter_context(held.pop_all())
            return first


def test_a_port_that_was_asked_for_is_not_exchanged(env: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port), env=env)
    assert done.returncode == 2
    assert done.stderr == f"tenchips: port {port} is taken: choose another with --port\n"


def test_a_file_is_one_server_s(env: dict[str, str], tmp_path: Path, start: list[Running]) -> None:
    args = ("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db")
    start.append(Running(*args, env=env))
    done = run(*args, env=env)
    assert done.returncode == 2
    assert f"another server uses {tmp_path}/games.db: stop it" in done.stderr
    assert done.stderr.count("\n") == 1
    assert start[0].get("/healthz")[0] == 200


def test_a_terminal_shows_one_line_for_ctrl_c(env: dict[str, str]) -> None:
    with Terminal("serve", "--port", "0", "--no-browser", env=env) as terminal:
        terminal.expect("(press Ctrl-C to stop it).")
        terminal.press("C")
        assert terminal.leave() == 0
        assert terminal.seen.count("\n") == 2
        assert terminal.seen.rstrip().endswith("Stopped.")


MAIL = {
    "TENCHIPS_SMTP": "smtp://ann:hush@mail.example",
    "TENCHIPS_MAIL_FROM": "Tenchips <play@play.example>",
}
OTHER = "a database is sqlite:///FILE or postgresql://"


@pytest.mark.parametrize(
    ("wish", "variables", "sentence"),
    [
        ({"database": "mysql://x/y"}, {}, OTHER),
        ({"database": "nonsense"}, {}, OTHER),
        ({"database": "sqlite:///:memory:"}, {}, OTHER),
        ({"database": "sqlite:////nowhere/games.db"}, {}, "cannot be opened: no such file or"),
        ({"database": "postgresql://x:hush@127.0.0.1:1/x"}, {}, "cannot be opened"),
        ({"workers": 2}, {}, "SQLite serves one worker: several need a postgresql://"),
        ({"workers": 0}, {}, "at least 1 worker, not 0"),
        ({"engines": 0}, {}, "at least 1 engine, not 0"),
        ({"port": 70000}, {}, "ports are from 0 to 65535, not 70000"),
        ({"host": "no.such.name.invalid"}, {}, "is no address"),
        ({"host": "192.0.2.1", "port": 0}, {}, "cannot be used"),
        ({}, {"TENCHIPS_STATIC": "/nowhere"}, "the pages of the site are not built"),
        ({}, {"TENCHIPS_QUEUE": "long"}, "TENCHIPS_QUEUE is a number, not 'long'"),
        ({}, {"XDG_DATA_HOME": os.devnull}, "name a database with --database"),
        ({}, {"TENCHIPS_SMTP": "mail:hush@x"}, "TENCHIPS_SMTP is written like smtp://"),
        ({}, MAIL | {"TENCHIPS_MAIL_FROM": ""}, "needs TENCHIPS_MAIL_FROM"),
        ({}, MAIL, "need the public URL of the site: add --origin"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    env: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    wish: dict[str, Any],
    variables: dict[str, str],
    sentence: str,
) -> None:
    for name, value in (env | variables).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CannotServe) as refused:
        serve(**{"port": 0} | wish)
    message = str(refused.value)
    assert sentence in message
    assert "\n" not in message
    assert "hush" not in message


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--workers", "two"], "'two' is not a whole number"),
        (["--workers", "2"], "SQLite serves one worker"),
    ],
)
def test_the_command_refuses_with_status_2(
    env: dict[str, str], args: list[str], sentence: str
) -> None:
    done = run("serve", *args, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tenchips: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_postgresql_without_its_driver_says_what_to_install(
    env: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "psycopg.py").write_text("raise ModuleNotFoundError('psycopg')")
    path = f"{tmp_path}{os.pathsep}{env['PYTHONPATH']}"
    for name in ("serve", "migrate"):
        done = run(name, "--database", "postgresql://x/y", env=env | {"PYTHONPATH": path})
        assert done.returncode == 2
        assert done.stderr == (
            "tenchips: PostgreSQL needs more packages: run pip install 'tenchips[postgres]'\n"
        )


def test_a_database_is_brought_up_to_date_by_itself_or_on_its_own(
    env: dict[str, str], tmp_path: Path
) -> None:
    database = tmp_path / "games.db"
    for _ in range(2):
        done = run("migrate", "--database", f"sqlite:///{database}", env=env)
        assert (done.returncode, done.stdout) == (0, "The database is up to date.\n")
    assert database.exists()


def test_a_database_of_something_else_is_left_alone(env: dict[str, str], tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.write_text("no database at all, and too long to be one that is just being made" * 99)
    done = run("migrate", "--database", f"sqlite:///{notes}", env=env)
    assert done.returncode == 2
    assert "file is not a database" in done.stderr
    later = tmp_path / "later.db"
    with closing(sqlite3.connect(later)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    done = run("serve", "--database", f"sqlite:///{later}", env=env)
    assert done.returncode == 2
    assert "the database belongs to another version" in done.stderr
    assert done.stderr.count("\n") == 1


def test_several_may_bring_a_database_up_to_date_at_once(
    env: dict[str, str], postgres: Cluster
) -> None:
    args = command("migrate", "--database", postgres.empty())
    running = [
        subprocess.Popen(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(4)
    ]
    for process in running:
        assert process.communicate(timeout=PATIENCE)[0] == "The database is up to date.\n"


# Several workers


def workers_of(server: Running) -> list[int]:
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(server.process.pid)],
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if "spawn_main" in line]


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def serving_by_two(
    database: str, env: dict[str, str], start: list[Running]
) -> tuple[Running, list[int]]:
    """A server of two workers, and who they are."""
    server = Running("serve", "--port", "0", "--workers", "2", "--database", database, env=env)
    start.append(server)
    workers = workers_of(server)
    assert len(workers) == 2
    return server, workers


def test_workers_share_a_port_and_one_that_dies_is_replaced(
    env: dict[str, str], shared_database: str, start: list[Running]
) -> None:
    server, first = serving_by_two(shared_database, env, start)
    asked = 12
    for _ in range(asked):
        assert server.get("/healthz")[0] == 200
    counted = 'tenchips_http_requests_total{method="GET",route="/healthz",status="200"}'
    assert f"{counted} {asked:.1f}" in server.get("/metrics")[1]
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len({*workers_of(server)} - {*first}) == 1 and first[0] not in workers_of(server))
    assert server.get("/healthz")[0] == 200
    status, out, _ = server.end()
    assert (status, out) == (0, "Stopped.\n")


def test_workers_end_with_the_process_that_started_them(
    env: dict[str, str], shared_database: str, start: list[Running]
) -> None:
    server, workers = serving_by_two(shared_database, env, start)
    server.process.kill()
    server.process.communicate()
    until(lambda: not any(is_running(pid) for pid in workers))


# The browser


@pytest.mark.parametrize(
    ("variables", "opened"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
        ({"DISPLAY": ":0", "CI": "true"}, False),
        ({"DISPLAY": ""}, False),
        ({}, False),
    ],
)
def test_a_browser_is_opened_where_somebody_sees_it(
    variables: dict[str, str], opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert has_browser(variables) == opened


@pytest.mark.parametrize("args", [[], ["--no-browser"]])
def test_the_browser_gets_the_address(
    env: dict[str, str], tmp_path: Path, start: list[Running], args: list[str]
) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{seen}.part"\nmv "{seen}.part" "{seen}"\n')
    browser.chmod(0o755)
    shown = {"DISPLAY": ":0", "BROWSER": str(browser)}
    server = Running("serve", "--port", "0", *args, env=env | shown)
    start.append(server)
    deadline = time.monotonic() + (PATIENCE if not args else 1)
    while not seen.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert seen.exists() == (not args)
    if seen.exists():
        assert seen.read_text() == f"{server.address.geturl()}\n"


def test_nothing_secret_is_shown_when_a_page_is_missing(
    env: dict[str, str], start: list[Running]
) -> None:
    server = Running("serve", "--port", "0", env=env)
    start.append(server)
    server.get("/api/v1/invites/a-secret-invitation")
    _, out, err = server.end()
    assert "a-secret-invitation" not in out + err
