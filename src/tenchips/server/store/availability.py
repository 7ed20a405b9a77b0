"""Whether the database answers: noticed when a call fails, and probed until it does again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from tenchips.server import timekeeping
from tenchips.server.logs import say
from tenchips.server.store.faults import Unavailable

PROBES: Final = (0.05, 0.5)
"""Seconds between two probes of a database that does not answer: the first, and at most."""


class Availability:
    """Whether the database takes writes, since when it does not, and why."""

    def __init__(
        self, probe: Callable[[], Awaitable[None]], on_outage: Callable[[int, int], None]
    ) -> None:
        """`probe` writes something, or raises `Unavailable`; `on_outage` is called with begin
        and end when the database is back."""
        self._probe, self._on_outage = probe, on_outage
        self._down = asyncio.Event()
        self._woken = asyncio.Event()  # it is back, or nobody is to wait any longer
        self._since = 0
        self._reason = ""
        self.is_closing = False

    @property
    def problem(self) -> str | None:
        """A sentence if the database does not take writes."""
        return f"the database takes no writes: {self._reason}" if self._down.is_set() else None

    def failed(self, began: int, error: BaseException) -> None:
        """Something that began at this time has failed."""
        self._reason = " ".join(str(error).split())[:200] or type(error).__name__
        if not self._down.is_set():
            say("the database failed", level=logging.ERROR, reason=self._reason)
            self._since = began
            self._down.set()
            if not self.is_closing:
                self._woken.clear()

    async def wait(self, seconds: float) -> None:
        """Wait until the database takes writes; raises `Unavailable` after some time, and at
        once when the server is going down."""
        if self._down.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), seconds)
        if self._down.is_set():
            raise Unavailable(self._reason)

    def close(self) -> None:
        """Wait no longer for a database that does not answer."""
        self.is_closing = True
        self._woken.set()

    async def recover(self) -> None:
        """Probe a database that does not answer until it does, again and again."""
        while True:
            await self._down.wait()
            pause, longest = PROBES
            while True:
                await asyncio.sleep(pause)
                try:
                    await self._probe()
                    break
                except Unavailable as error:
                    self._reason = str(error)
                pause = min(longest, 2 * pause)
            self._down.clear()
            self._woken.set()
            now = timekeeping.milliseconds()
            say("the database is back", seconds=round((now - self._since) / 1000, 1))
            self._on_outage(self._since, now)
