"""The clocks of games: flags fall on time, and nobody loses the time of an outage.

An outage is a time in which the server could take no move: it was down, it stood still (a laptop
that slept), its clock was set, or its database did not answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from tenchips.server import timekeeping
from tenchips.server.background import Background
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import flag, flag_time, no_show, no_show_time, restore_clock
from tenchips.server.logs import say
from tenchips.server.store import Store, Unavailable
from tenchips.squares import Color

PULSE: Final = 2.0
"""Seconds between notes in the database that this process is running."""

TICK: Final = 0.25
"""Seconds between two looks whether this process stood still."""

STALL: Final = 1_000
"""Milliseconds between two ticks that make an outage."""


class Excuse(NamedTuple):
    """Why somebody need not have moved: milliseconds on vacation, and the end of the vacation
    that is going on."""

    away: int
    until: int | None


FindExcuse: TypeAlias = Callable[[str, str | None, int, int], Awaitable[Excuse]]
"""What excuses somebody for not having moved in a game since a time, now."""


class Clocks:
    """Follows games to end those whose player to move has run out of time."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        journal: Journal,
        background: Background,
        excuse: FindExcuse,
    ) -> None:
        self._store, self._registry = store, registry
        self._journal, self._background = journal, background
        self._excuse = excuse
        self._tick = timekeeping.milliseconds()
        self.is_closing = False

    def follow(self, game: LiveGame) -> None:
        """Set the alarm for the moment when the flag falls."""
        if game.alarm is not None:
            game.alarm.cancel()
            game.alarm = None
        due = flag_time(game.state)
        if due is not None and not self.is_closing:
            wait = max(0, max(due, game.excused_until) - timekeeping.milliseconds()) / 1000
            loop = asyncio.get_running_loop()
            game.alarm = loop.call_later(wait, self._ring, game)

    def stop(self, game: LiveGame) -> None:
        """Let no flag fall any more."""
        if game.alarm is not None:
            game.alarm.cancel()

    def _ring(self, game: LiveGame) -> None:
        self._background.start(self._flag(game), game.state.id)

    async def _flag(self, game: LiveGame) -> None:
        self.notice_stall()
        async with self._registry.held(game) as held:
            try:
                await self._store.wait_until_available()
                await self._journal.give_back(held)
                await self.give_days_back(held, only_if_over=True)
                due, now = flag_time(held.state), timekeeping.milliseconds()
                if due is not None and max(due, held.excused_until) <= now:
                    await self._journal.record(held, flag(held.state))
            except Unavailable:
                pass  # the next alarm rings when the database is back
        if self._store.problem is None:
            self.follow(held)

    def absent(self, game: LiveGame, patience: int) -> Color | None:
        """The side to move if its player has not come in so many milliseconds, before clocks
        run."""
        state, now = game.state, timekeeping.milliseconds()
        due = no_show_time(state, patience)
        if due is None or due + self._store.away(state.at, now) > now:
            return None
        return state.board.turn

    async def end_without(self, game: LiveGame, patience: int) -> bool:
        """End a game whose player to move is absent; whether it was so. Raises `Unavailable`."""
        async with self._registry.held(game) as held:
            if self.absent(held, patience) is None:
                return False
            return await self._journal.record(held, no_show(held.state))

    async def give_days_back(self, game: LiveGame, only_if_over: bool = False) -> None:
        """If the player to move is out of time in a correspondence game, set the clock as if no
        time had passed in outages, nor while they were on vacation. The game must be held; raises
        `Unavailable`. `only_if_over`: leave it until the end of a vacation that is going on."""
        state, now = game.state, timekeeping.milliseconds()
        due = flag_time(state)
        if not state.is_correspondence or state.running is None or due is None or due > now:
            return
        mover = state.seats[state.running].identity
        away, until = await self._excuse(state.id, mover, state.at, now)
        away += self._store.away(state.at, now)
        game.excused_until = until or 0
        if away and not (until and only_if_over):
            await self._journal.record(game, restore_clock(state, away, now))

    # Outages

    async def watch(self) -> None:
        """Look again and again whether this process stood still, or the clock was set."""
        while True:
            await asyncio.sleep(TICK)
            self.notice_stall()

    def notice_stall(self) -> None:
        """Count it as an outage if too much time has passed since this was last called."""
        jump = timekeeping.follow_wall_clock()
        now = timekeeping.milliseconds()
        before, self._tick = self._tick, now
        if now - before > STALL:
            say("the server stood still", level=logging.WARNING, seconds=(now - before) / 1000)
            self._store.add_outage(before, now)
        if jump:
            for game in self._registry:
                game.greet_all()

    def give_back(self) -> None:
        """Give every player to move the time of an outage back."""
        for game in self._registry:
            if game.state.running is not None and not self.is_closing:
                self._background.start(self._give_back(game), game.state.id)

    async def _give_back(self, game: LiveGame) -> None:
        with suppress(Unavailable):  # then it is given back after the outage that goes on
            async with self._registry.held(game) as held:
                await self._journal.give_back(held)
                self.follow(held)

    async def pulse(self) -> None:
        """Write down again and again that this process is running, if it may ever matter: a disk
        without work is left to sleep."""
        while True:
            await asyncio.sleep(PULSE)
            if self._store.is_shared or any(g.state.running is not None for g in self._registry):
                await self._store.pulse()
