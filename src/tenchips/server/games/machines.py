"""The moves of machines, from the engine pool, while somebody is connected to see them."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import Final

from tenchips.engine import TOP
from tenchips.notation import Move
from tenchips.protocol import EngineFault
from tenchips.server import timekeeping
from tenchips.server.background import Background, log_failure
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import MOST_EVENTS, machine_move
from tenchips.server.logs import say
from tenchips.server.pool import Crowded, EnginePool
from tenchips.server.settings import Settings
from tenchips.server.state import GameState
from tenchips.server.store import Store, Unavailable

RETRY: Final = 1.0
"""Seconds until something is tried again that failed, in the database or in the engine pool."""


class Machines:
    """Follows games to have machines move in them."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        journal: Journal,
        pool: EnginePool,
        background: Background,
        settings: Settings,
    ) -> None:
        self._store, self._registry, self._journal = store, registry, journal
        self._pool, self._background, self._settings = pool, background, settings
        self.is_closing = False

    def follow(self, game: LiveGame) -> None:
        """Begin the search that is wanted now, and end one that is wanted no longer."""
        turn = game.state.turn_seq if self._is_ours_to_move(game) else None
        if game.search is not None and game.search[0] != turn:
            self.stop(game)
        if turn is not None and game.search is None:
            work = self._play(game, turn)
            game.search = turn, self._background.start(work, game.state.id)

    def stop(self, game: LiveGame) -> None:
        """End a search."""
        if game.search is not None:
            game.search[1].cancel()
            game.search = game.place = None

    def _is_ours_to_move(self, game: LiveGame) -> bool:
        """Whether a machine is to move, somebody is there, and it is for this process to ask."""
        mover = game.state.mover
        if mover is None or mover.is_person or self.is_closing or game.state.v >= MOST_EVENTS:
            return False
        if game.subscribers:
            return all(self._store.process < other for other in game.elsewhere)
        return not game.elsewhere and time.monotonic() < game.lease

    async def _play(self, game: LiveGame, turn: int) -> None:
        """Find the machine's move and make it; if that fails, try again."""
        try:
            await self._move(game, turn)
        except Exception as error:
            log_failure(error, game=game.state.id)
            game.search = game.place = None
            await asyncio.sleep(RETRY)
            self.follow(game)

    async def _move(self, game: LiveGame, turn: int) -> None:
        state = game.state
        if not state.has_people:
            await _until(state, self._settings.pace)
        mover = state.seats[state.board.turn]
        if mover.kind == "random":
            move = random.choice(list(state.board.legal_moves))
        else:
            move = await self._search(game, mover.level)
        against_person = any(seat.is_person and not seat.bot for seat in state.seats)
        if against_person and mover.level != TOP:
            await _until(state, self._settings.pause)
        game.search = game.place = None  # from here on it is not to be interrupted
        while not self.is_closing:
            try:
                async with self._registry.held(game) as held:
                    await self._store.wait_until_available()
                    if held.state.turn_seq != turn:
                        return
                    verdict = machine_move(held.state, move, timekeeping.milliseconds())
                    await self._journal.record(held, verdict)
            except Unavailable:
                await asyncio.sleep(RETRY)

    async def _search(self, game: LiveGame, level: int | None) -> Move:
        """Ask the engines until they answer, and say to everybody how it stands."""
        since = time.monotonic()  # a search sent away from a full queue keeps its place
        while True:
            try:
                visitor, address = _visitor(game.state), game.address
                search = self._pool.request(visitor, game.state.board, level, address, since)
                search.on_place(lambda place: self._send_place(game, place))
                self._send_place(game, search.place)
                return await search
            except Crowded:
                self._send_place(game, self._pool.waiting + 1)
            except EngineFault as fault:
                say("an engine failed", level=logging.WARNING, reason=str(fault))
            await asyncio.sleep(RETRY)

    def _send_place(self, game: LiveGame, place: int) -> None:
        game.place = place
        if text := game.thinking():
            game.send(text)


async def _until(state: GameState, seconds: float) -> None:
    """Wait until some time has passed since the last event."""
    elapsed = (timekeeping.milliseconds() - state.at) / 1000
    await asyncio.sleep(seconds - elapsed)


def _visitor(state: GameState) -> str:
    """The visitor for whom the machine thinks: its opponent, or the game's owner."""
    persons = [seat.identity for seat in state.seats if seat.identity is not None]
    return persons[0] if persons else state.beginning.owner
