"""A running server: its settings, store, games, engines and limits, held together."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from starlette.requests import HTTPConnection

from tenchips.server import identity as identities
from tenchips.server.accounts import Membership, Sessions
from tenchips.server.alerts import Alerts
from tenchips.server.background import Background
from tenchips.server.correspondence import Overdue, Vacations
from tenchips.server.export_pool import ExportPool
from tenchips.server.games import Games
from tenchips.server.identity import Identity
from tenchips.server.limits import Limits, counted_address
from tenchips.server.lobby import Lobby
from tenchips.server.pool import EnginePool
from tenchips.server.settings import Settings
from tenchips.server.store import (
    CHANGED,
    AccountStore,
    AlertStore,
    CorrespondenceStore,
    Notice,
    Store,
    Unavailable,
)
from tenchips.server.tournaments import Tournaments


class Site:
    """Everything that a request may need."""

    def __init__(self, settings: Settings, pool: EnginePool | None = None) -> None:
        """A server with these settings; `pool` in place of the engine pool that they describe."""
        self.settings = settings
        self.limits = Limits(settings)
        self.background = Background()
        self.store = Store(
            settings.database,
            batch=settings.batch,
            patience=settings.patience,
            background=self.background,
        )
        self.pool = pool or EnginePool(settings.engines, settings.queue)
        self.correspondence = CorrespondenceStore(self.store)
        self.vacations = Vacations(self.correspondence)
        alert_store = AlertStore(self.store)
        self.games = Games(
            self.store,
            self.pool,
            settings,
            self.background,
            self.limits.check_game,
            self.vacations.excuse,
            alert_store.seen,
        )
        self.overdue = Overdue(self.correspondence, self.games, self.background)
        self.lobby = Lobby(self.store, self.games, settings, self.background)
        self.tournaments = Tournaments(self.store, self.games, settings, self.background)
        self.exports = ExportPool()
        self.accounts = AccountStore(self.store)
        self.alerts = Alerts(alert_store, self.accounts, self.games, settings, self.background)
        self.sessions = Sessions(self.accounts)
        self.membership = Membership(
            self.accounts,
            self.games,
            self.limits,
            settings.password_threads,
            self.accounts_changed,
        )

    async def open(self) -> None:
        """Begin to work."""
        await self.store.open()
        await self.games.open()
        self.store.subscribe(self._receive, self._resume)
        await self.lobby.open()
        self.overdue.open()
        await self.tournaments.open()
        self.alerts.open()

    async def close(self) -> None:
        """End: sockets first, then searches, then what waits to be written."""
        await self.alerts.close()
        await self.tournaments.close()
        await self.overdue.close()
        await self.lobby.close()
        await self.games.close()
        await self.exports.close()
        self.membership.close()
        await self.pool.close()
        await self.store.close()
        await self.background.close()

    async def problems(self) -> list[str]:
        """A sentence for each thing that is wrong with this server; none if it is healthy."""
        problems = self.background.problems
        try:
            await self.store.ping()
        except Unavailable as error:
            problems.append(str(error) or "the database does not answer")
        return problems

    async def asker(self, connection: HTTPConnection) -> Identity | None:
        """Who is behind a request or a socket; None for a stranger."""
        return await identities.asker(connection, self.store.is_bot, self.sessions.identity_of)

    def accounts_changed(self, identities: Collection[str]) -> None:
        """Something of these accounts has changed, or where they are signed in: look again, and
        have their sockets open again."""
        self.sessions.forget(identities)
        self.games.disconnect(identities)
        self.lobby.disconnect(identities)
        self.tournaments.disconnect(identities)

    async def _receive(self, notice: Notice) -> None:
        if changed := notice.get(CHANGED):
            self.accounts_changed(changed)

    async def _resume(self) -> None:
        self.accounts_changed(await self.sessions.ended())

    def address(self, connection: HTTPConnection) -> str:
        """The address that a request is counted under."""
        return counted_address(connection.client.host) if connection.client else "?"


def site_of(connection: HTTPConnection) -> Site:
    """The site that a request has come to."""
    return cast(Site, connection.app.state.site)
