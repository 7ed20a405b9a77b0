"""Finds the turns that players are to be told of, and sends what waits in the outbox."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from email.message import EmailMessage
from typing import Final
from urllib.parse import urlsplit

from tenchips.server import timekeeping
from tenchips.server.alerts.letters import Letters, Turn
from tenchips.server.alerts.mail import Mailer, NeverSent, NotSent
from tenchips.server.alerts.push import Gone, Pusher
from tenchips.server.background import Background, Service, log_failure
from tenchips.server.games import Games
from tenchips.server.identity import hashed, new_secret
from tenchips.server.logs import say
from tenchips.server.settings import Settings, SmtpServer
from tenchips.server.store import AccountStore, AlertStore, Conflict, Unavailable, Waiting

LOOK: Final = max(0.2, 5.0 * timekeeping.DAY / 86_400_000)
"""Seconds between two looks at the database."""

LEASE: Final = 120_000
"""Milliseconds for which what one process sends is left alone by the others."""

TOGETHER: Final = 10
"""Things that are sent at the same time."""

BACKOFF: Final = 60_000
"""Milliseconds until something is tried again that could not be sent; twice as many after each
further try, up to `LONGEST_WAIT`."""

LONGEST_WAIT: Final = 6 * 3_600_000

GIVE_UP: Final = 3 * 86_400_000
"""Milliseconds after which something that could not be sent is given up."""


class Alerts:
    """Tells players that it is their turn."""

    def __init__(
        self,
        store: AlertStore,
        accounts: AccountStore,
        games: Games,
        settings: Settings,
        background: Background,
    ) -> None:
        self.store = store
        self._accounts, self._games, self._background = accounts, games, background
        origin = settings.origins[0] if settings.origins else ""
        self._letters = Letters(origin, settings.mail_from)
        host = urlsplit(origin).hostname
        self._mailer = (
            Mailer(SmtpServer.parse(settings.smtp), host) if settings.smtp and host else None
        )
        self.pusher = Pusher(settings) if settings.vapid_key and origin else None
        self._services: list[Service] = []
        self._problem = ""

    @property
    def can_mail(self) -> bool:
        """Whether this server sends e-mail."""
        return self._mailer is not None

    def open(self) -> None:
        """Begin to look, if there is a way to tell anybody."""
        if self._mailer or self.pusher:
            serve = self._background.serve
            self._services = [serve("alerts", self._watch), serve("outbox", self._send_all)]

    async def close(self) -> None:
        """Look no longer. What was being sent is sent again after the next start."""
        for service in self._services:
            await service.stop()
        if self.pusher:
            self.pusher.close()

    # Turns

    async def _watch(self) -> None:
        was_full = False
        while True:
            with suppress(Unavailable, Conflict):
                has_room = await self.store.tell_turns()
                if not has_room and not was_full:
                    say("the outbox is full: no alerts until it is sent", level=logging.WARNING)
                was_full = not has_room
            await asyncio.sleep(LOOK)

    # Sending

    async def _send_all(self) -> None:
        if self._mailer is not None:
            try:
                await self._mailer.check()
            except NotSent as error:
                self._note_problem(str(error))
        while True:
            taken: list[Waiting] = []
            with suppress(Unavailable, Conflict):
                until = timekeeping.milliseconds() + LEASE
                taken = await self.store.take(until, TOGETHER)
                await asyncio.gather(*map(self._send, taken))
            if len(taken) < TOGETHER:
                await asyncio.sleep(LOOK)

    async def _send(self, waiting: Waiting) -> None:
        """Send something and forget it, or try again later."""
        try:
            if waiting.channel == "push":
                await self._send_push(waiting)
            else:
                await self._send_mail(waiting)
        except NotSent as error:
            now = timekeeping.milliseconds()
            if waiting.channel != "push":
                self._note_problem(str(error))
            if now - waiting.created < GIVE_UP:
                wait = min(LONGEST_WAIT, BACKOFF * 2 ** min(waiting.tries - 1, 20))
                await self.store.try_again(waiting.id, now + wait)
                return
            say("gave up an alert", level=logging.WARNING, channel=waiting.channel)
        except NeverSent as error:
            say("an alert was refused", level=logging.WARNING, channel=waiting.channel,
                reason=str(error))  # fmt: skip
        except (Unavailable, Conflict):
            return  # the database will know of it when it is back
        except Exception as error:  # a fault of ours must not stop what others wait for
            log_failure(error, channel=waiting.channel)
        await self.store.done(waiting.id)

    async def _send_mail(self, waiting: Waiting) -> None:
        to = await self.store.address(waiting.identity)
        account = await self._accounts.get(waiting.identity)
        if self._mailer is None or to is None or account is None:
            return
        message: EmailMessage | None = None
        if waiting.channel == "confirm":
            if to.confirmed is None:
                token, now = new_secret(), timekeeping.milliseconds()
                await self.store.change_address(
                    account.id, token=hashed("mail", token), token_made=now
                )
                message = self._letters.confirmation(waiting.id, to.address, account.name, token)
        elif to.confirmed is not None and to.wanted != "never":
            turns = await self._turns(waiting)
            if turns:
                given = (waiting.id, to.address, account.name, to.stop)
                message = self._letters.turns(*given, turns)
        if message is not None:
            await self._mailer.send(message)
            self._note_problem("")

    async def _send_push(self, waiting: Waiting) -> None:
        subscription = await self.store.subscription(waiting.target or "")
        turns = await self._turns(waiting)
        if self.pusher is None or subscription is None or not turns:
            return
        try:
            await self.pusher.send(subscription, self._letters.push(turns))
        except Gone:
            await self.store.unsubscribe(subscription.id)

    async def _turns(self, waiting: Waiting) -> Sequence[Turn]:
        """The games in which it still is the player's turn, the most urgent first."""
        now, turns = timekeeping.milliseconds(), []
        for id in waiting.games:
            game = await self._games.get(id)
            mover = game.state.mover if game else None
            if game and mover and mover.identity == waiting.identity:
                turns.append(Turn.of(game.state, now))
        return sorted(turns, key=lambda turn: turn.left)

    def _note_problem(self, problem: str) -> None:
        """Log once that the mail server does not work, and once that it does again."""
        if problem and not self._problem:
            say("e-mail cannot be sent: check TENCHIPS_SMTP and the mail server",
                level=logging.WARNING, reason=problem)  # fmt: skip
        elif self._problem and not problem:
            say("e-mail is sent again")
        self._problem = problem
