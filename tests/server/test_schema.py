"""schemathesis asks whatever the OpenAPI document allows, and much that it does not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from server.play import HOUR, ME, OPEN, PATIENCE, QUIET, FakePool, Server
from tenchips.server.app import make_app
from tenchips.server.openapi import document

CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": 1,
        "generation": {"with-security-parameters": False},
        "request-timeout": PATIENCE,
    }
)
SCHEMA = schemathesis.openapi.from_dict(document(make_app(QUIET)), config=CONFIG)


class Threaded:
    """A server that runs in a thread, for clients that block, with a game on it."""

    def __init__(self, database: str) -> None:
        most = {"games_per_identity": 10**9, "tournaments_per_identity": 10**9}
        self._settings = replace(QUIET, database=database, **most)
        self._ready, self._stop = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        self.base = self._server.base
        body = {"white": ME, "black": OPEN}
        self.token = self.new_token()
        made = self._post("/games", body, self.token)
        roster = {"name": "Class", "kind": "swiss", "clock": HOUR, "roster": ["Ada", "Ben"]}
        tournament = self._post("/tournaments", roster, self.token)["tournament"]["id"]
        seats = f"{self.base}/api/v1/tournaments/{tournament}/seats"
        found = httpx.get(seats, headers=self.token, timeout=PATIENCE).json()["seats"]
        self._accounts = 0
        self.session = self.new_session()
        self.names = {
            "id": made["game"]["id"],
            "invite": made["invite"],
            "name": "Player 1",
            "tournament": tournament,
            "token": found[0]["token"],
            "number": 1,
        }

    async def _run(self) -> None:
        self._server = Server(self._settings, FakePool())
        await self._server.start()
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        await self._stop.wait()
        await self._server.stop()

    def new_token(self) -> dict[str, str]:
        """The header of another bot."""
        token = self._post("/tokens", {"name": "Robot"})["token"]
        return {"Authorization": f"Bearer {token}"}

    def new_session(self) -> dict[str, str]:
        """The headers of a browser that is signed in to another account."""
        self._accounts += 1
        body = {"name": f"Player {self._accounts}", "password": "correct horse 7"}
        made = httpx.post(
            f"{self.base}/api/v1/account",
            json=body,
            headers={"origin": self.base},
            timeout=PATIENCE,
        )
        session = made.cookies["tenchips_session"]
        return {"origin": self.base, "cookie": f"tenchips_session={session}"}

    def headers(self, case: schemathesis.Case) -> dict[str, str]:
        """Whoever asks: a browser for what is about accounts, else a bot; another one where it
        may not come back."""
        is_delete = case.method == "DELETE"
        if "/account" not in case.path:
            return self.new_token() if is_delete else self.token
        if case.path.endswith("/sign-out") or (is_delete and case.path.endswith("/account")):
            return self.new_session()
        if case.path.endswith(("/sign-in", "/recovery")) or (case.method, case.path[-8:]) == (
            "POST",
            "/account",
        ):
            return {"origin": self.base}
        return self.session

    def _post(self, path: str, body: object, headers: dict[str, str] | None = None) -> Any:
        address = f"{self.base}/api/v1{path}"
        return httpx.post(address, json=body, headers=headers, timeout=PATIENCE).json()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Threaded]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('schema')}/games.db"
    else:
        database = request.getfixturevalue("postgres").new()
    server = Threaded(database)
    yield server
    server.close()


@SCHEMA.parametrize()
@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_nothing_is_found(case: schemathesis.Case, running: Threaded) -> None:
    """All checks but one: that every well-formed body is taken, since the rules of the game and
    the state of the database refuse some."""
    if case.meta is not None and case.meta.generation.mode.is_positive:
        for name in running.names.keys() & case.path_parameters.keys():
            case.path_parameters[name] = running.names[name]  # it is there
    case.call_and_validate(
        base_url=running.base,
        headers=running.headers(case),
        excluded_checks=[positive_data_acceptance],
    )
