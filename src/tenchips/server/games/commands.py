"""What players ask for: new games, seats, moves, offers. Each is judged, stored and answered.

One command of a game is judged at a time; the database decides between processes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from tenchips.board import Board
from tenchips.server import metrics, timekeeping
from tenchips.server.background import Background
from tenchips.server.games.clocks import Clocks
from tenchips.server.games.journal import Journal
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.presence import PresenceTracker
from tenchips.server.games.registry import Registry
from tenchips.server.identity import Identity, hashed, new_secret
from tenchips.server.judge import Rejected, begin, command_key, judge, take_seat
from tenchips.server.messages import Ack, JudgedCommand, Nack
from tenchips.server.models import Clock, DaysClock, NewGame, NewSeat
from tenchips.server.opponents import LEARNED, has_learned
from tenchips.server.ratings.fair import fair_board, level_rating
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.state import Beginning, GameState, Sitter
from tenchips.server.store import Conflict, Store, Unavailable
from tenchips.squares import COLORS, Color

TRIES: Final = 5
"""How often a command is judged again because another process was faster."""


class Commands:
    """Does what players ask for."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        journal: Journal,
        clocks: Clocks,
        background: Background,
        settings: Settings,
        check_new_game: Callable[[str], None],
        presence: PresenceTracker,
    ) -> None:
        self._store, self._registry, self._journal = store, registry, journal
        self._clocks, self._check_new_game = clocks, check_new_game
        self._presence = presence
        self._background, self._settings = background, settings
        self.is_closing = False

    async def create(
        self, new: NewGame, board: Board, asker: Identity
    ) -> tuple[LiveGame, str | None]:
        """A new game, and its invitation if it has an open seat; raises `Refused`. `board` is the
        one that it begins with."""
        if new.rated:
            return await self._create_rated(new, asker), None
        if new.white.kind == new.black.kind == "open":
            raise Refused(422, "two_open", "one seat is open at most: take the other yourself")
        if "learned" in (new.white.kind, new.black.kind) and not has_learned():
            raise Refused(
                422,
                "not_offered",
                "the learned player is not installed on this server: choose a level",
            )
        if isinstance(new.clock, DaysClock) and {new.white.kind, new.black.kind} != {"me", "open"}:
            raise Refused(
                422,
                "not_two_people",
                "days for each move are for two people: take one seat and leave the other open",
            )
        if outcome := board.outcome():
            raise Refused(422, "game_over", f"the game would be over at once: {outcome}")
        await self.check_unfinished(asker.id)
        name = await self._store.name_of(asker)
        white, black = (_seated(seat, asker, name) for seat in (new.white, new.black))
        invite = new_secret() if "open" in (white.kind, black.kind) else None
        beginning = Beginning(board, white, black, asker.id, new.clock, new.public)
        now = timekeeping.milliseconds()
        _, write = begin(beginning, hashed("invite", invite) if invite else None, now)
        with suppress(Conflict):  # no other game has its id: it was stored before an outage
            await self._store.append(write)
        return self._registry.add(write.events, board), invite

    async def _create_rated(self, new: NewGame, asker: Identity) -> LiveGame:
        """A rated game against the machine: from a balanced opening, sides by lot."""
        seats = {seat.kind: seat for seat in (new.white, new.black)}
        if "learned" in seats:
            raise Refused(422, "not_rated", "the learned player has no rating: choose a level")
        if seats.keys() != {"me", "machine"}:
            raise Refused(422, "not_rated", "rated games against people are found in the lobby")
        if new.start or new.moves or new.rules:
            raise Refused(422, "not_rated", "a rated game has a balanced opening and common rules")
        if not isinstance(new.clock, Clock):
            raise Refused(422, "not_rated", "a rated game has a clock: choose one")
        await self.check_rated(asker)
        name = await self._store.name_of(asker)
        me = replace(
            _seated(seats["me"], asker, name), rating=await self._store.rating_of(asker.id)
        )
        machine = _seated(seats["machine"], asker, name)
        machine = replace(machine, rating=round(level_rating(machine.level or 1).rating))
        white, black = (me, machine) if secrets.choice((True, False)) else (machine, me)
        beginning = Beginning(fair_board(), white, black, asker.id, new.clock, new.public, True)
        return await self.start(beginning, ())

    async def check_rated(self, asker: Identity) -> None:
        """Refuse who may not begin a rated game; raises `Refused`."""
        if asker.kind == "visitor":
            raise Refused(401, "no_account", "rated games need an account: sign in first")
        for id in await self._store.rated_games(asker.id):
            game = await self._registry.get(id)  # which lets its flag fall, if it is late
            if game is not None and game.state.status == "live":
                raise Refused(409, "rated_game", f"finish your rated game first: /g/{id}")

    async def start(self, new: Beginning, challenges: Iterable[str]) -> LiveGame:
        """A game between two who met in the lobby, by these challenges; raises `Conflict` if one
        of them is no longer open."""
        id, write = begin(new, None, timekeeping.milliseconds())
        write.taken = dict.fromkeys(challenges, id)
        try:
            await self._store.append(write)
        except Conflict:
            if not await self._store.events({id: -1}):  # else it was stored before an outage
                raise
        return self._registry.add(write.events, new.board)

    async def join(self, found: LiveGame, asker: Identity) -> LiveGame:
        """Give somebody the open seat; raises `Refused`."""
        name = await self._store.name_of(asker)
        async with self._registry.held(found) as game:
            for _ in range(TRIES):
                color = _open_seat(game.state, asker.id)
                if color is None:
                    break
                sitter = Sitter.person(name, asker.id, asker.kind)
                seated = take_seat(game.state, color, sitter, timekeeping.milliseconds())
                if await self._journal.record(game, seated):
                    break
        return game

    async def command(
        self, game: LiveGame, who: str | None, command: JudgedCommand, address: str
    ) -> Ack | Nack:
        """Do what a player asks for, and answer. The same command twice has the same ack twice."""
        async with self._registry.held(game) as held:
            try:
                v = await self._do(held, who, command, address)
            except Rejected as rejected:
                return nack(held.state, command.id, rejected)
        return Ack(t="ack", id=command.id, v=v)

    async def _do(
        self, game: LiveGame, who: str | None, command: JudgedCommand, address: str
    ) -> int:
        """The number of the command's event; raises `Rejected`."""
        state = game.state
        if who is None:
            raise Rejected("no_seat", "you watch this game: only its players can do this")
        key = command_key(who, command.id)
        try:
            for _ in range(TRIES):
                if key in state.commands:
                    return state.commands[key]
                if self.is_closing:
                    break
                await self._store.wait_until_available()
                self._clocks.notice_stall()
                await self._journal.give_back(game)
                await self._clocks.give_days_back(game)
                try:
                    gone = self._presence.gone(game) if command.t == "claim" else None
                    verdict = judge(state, command, who, timekeeping.milliseconds(), gone)
                except Rejected:
                    if await self._journal.was_behind(game):
                        continue
                    raise
                if verdict.write.games:
                    await self._check_rematch(state, address)
                if await self._journal.record(game, verdict):
                    if verdict.instead:
                        raise verdict.instead
                    return state.commands[key]
        except Unavailable:
            self._background.start(self._catch_up(game), state.id)
        raise Rejected("busy", "the server could not keep this: try again")

    async def _check_rematch(self, state: GameState, address: str) -> None:
        """A rematch is a new game, and counts as one."""
        try:
            self._check_new_game(address)
            await self.check_unfinished(state.beginning.owner)
        except Refused as refused:
            raise Rejected("busy", refused.detail) from None

    async def check_unfinished(self, owner: str) -> None:
        """Refuse a player with too many games that are not finished."""
        now = timekeeping.milliseconds()
        if await self._store.unfinished(owner, now) >= self._settings.games_per_identity:
            raise Refused(409, "too_many_games", "finish some of your games before you make more")

    async def _catch_up(self, game: LiveGame) -> None:
        """Find out what an answer that got lost has done."""
        with suppress(Unavailable):
            await self._journal.catch_up([game])


def nack(state: GameState, id: str | None, rejected: Rejected) -> Nack:
    """The answer to a command that is rejected."""
    metrics.NACKS.labels(rejected.code).inc()
    return Nack(t="nack", id=id, code=rejected.code, detail=rejected.detail, v=state.v)


def _seated(seat: NewSeat, asker: Identity, name: str) -> Sitter:
    match seat.kind:
        case "me":
            return Sitter.person(name, asker.id, asker.kind)
        case "machine":
            return Sitter("machine", f"Machine {seat.level}", seat.level)
        case "random":
            return Sitter("random", "Random")
        case "learned":
            return Sitter("learned", LEARNED)
        case "open":
            return Sitter("open", "")


def _open_seat(state: GameState, who: str) -> Color | None:
    """The seat that somebody may take, None if they have it; raises `Refused`."""
    free = [color for color in COLORS if state.seats[color].kind == "open"]
    mine = state.colors_of(who)
    if free and state.result is not None:
        raise Refused(409, "cancelled", "this game was called off: ask for a new link")
    if free and not mine:
        return free[0]
    if not mine:
        raise Refused(409, "taken", "somebody else has taken this seat: you can watch the game")
    if free:
        raise Refused(409, "own_game", "this is your own invitation: send it to your opponent")
    return None
