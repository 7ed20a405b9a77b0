"""Tests of the server are coroutines, and run on both databases."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.databases import Cluster, cluster
from server.play import held_port
from server.weeks import Calendar
from tenchips.server import timekeeping
from tenchips.server.correspondence import overdue
from tenchips.server.games import clocks

LONGEST = 240.0
"""Seconds after which a test hangs."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted})
    asyncio.run(asyncio.wait_for(test, LONGEST))
    return True


@pytest.fixture(scope="session", autouse=True)
def _no_proxy() -> Iterator[None]:
    """Servers on this machine are asked directly, whatever the environment has for others."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("no_proxy", "127.0.0.1")
        yield


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests is no outage."""
    monkeypatch.setattr(clocks, "STALL", 60_000)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for all tests of a process."""
    with cluster() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    started: Cluster = request.getfixturevalue("postgres")
    return started.new()


@pytest.fixture
def port() -> Iterator[int]:
    """A port for a server that is started again."""
    with held_port() as port:
        yield port


@pytest.fixture
def shared_database(postgres: Cluster) -> str:
    """A database that several processes may use."""
    return postgres.new()


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """The server's clock, to be set forward."""
    calendar = Calendar()
    monkeypatch.setattr(timekeeping, "milliseconds", calendar.milliseconds)
    monkeypatch.setattr(clocks, "STALL", 10**12)  # days that pass are no outage
    monkeypatch.setattr(overdue, "SWEEP", 0.05)
    return calendar
