"""The tournaments of a server: made, joined, paired round by round, ended.

Whatever changes one is decided in a transaction that holds it, on what is stored: so it does not
matter which process finds that a round is over, nor how many do. A game ends by its clock, or by a
player who does not come, so that no tournament waits for ever.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final, TypeVar

from sqlalchemy import Connection

from tenchips.server import timekeeping
from tenchips.server.background import Background, Service
from tenchips.server.games import Games, LiveGame
from tenchips.server.identity import Identity, hashed, new_secret
from tenchips.server.judge import begin
from tenchips.server.messages import ResignCommand
from tenchips.server.models import Clock
from tenchips.server.names import skeleton
from tenchips.server.ratings.fair import fair_board
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.state import Beginning, Sitter
from tenchips.server.store import Conflict, Notice, Store, TournamentStore, Unavailable, Write
from tenchips.server.store import tournaments as tables
from tenchips.server.store.tournaments import (
    CHANGED,
    Pairing,
    Player,
    PlayerStatus,
    Tournament,
    Whole,
)
from tenchips.server.tournaments.feed import Feed
from tenchips.server.tournaments.models import (
    MOST_PLAYERS,
    MOST_ROUND_ROBIN,
    NewTournament,
)
from tenchips.server.tournaments.rounds import next_round, number_of_rounds

SWEEP: Final = 2.0
"""Seconds between two looks at which tournaments are to go on."""

LOOK_AGAIN: Final = 10.0
"""Seconds between two looks at a game whose players may have left."""

DAYS_AHEAD: Final = 365
DAYS_KEPT_OPEN: Final = 30
"""Days after which a tournament that nobody brings to an end has ended."""

REMEMBERED: Final = 10_000
"""Games of which is remembered that their end was noticed."""

NO_TOURNAMENT: Final = Refused(
    404, "no_tournament", "there is no tournament with this id: check the link"
)
NO_SEAT: Final = Refused(404, "no_seat", "this link leads nowhere: ask your teacher for a new one")
_ENDED: Final = Refused(409, "ended", "this tournament has ended")

T = TypeVar("T")
Change = Callable[[Connection, Whole], T]


class Tournaments:
    """All tournaments."""

    def __init__(
        self, store: Store, games: Games, settings: Settings, background: Background
    ) -> None:
        self.store = TournamentStore(store)
        self.feed = Feed(self.store, background)
        self._all, self._games = store, games
        self._settings, self._background = settings, background
        self._noticed: dict[str, None] = {}
        self._looked: dict[str, float] = {}
        self._service: Service | None = None
        self._is_closing = False

    async def open(self) -> None:
        """Follow games and other processes, and go on where tournaments were left."""
        self._all.subscribe(self._receive, self._resume)
        self._games.add_follower(self)
        self._service = self._background.serve("tournaments", self._watch)

    async def close(self) -> None:
        """Send everybody away to come back soon."""
        self._is_closing = True
        self.feed.close()
        if self._service is not None:
            await self._service.stop()

    def disconnect(self, identities: Collection[str]) -> None:
        """Have the sockets of these open again: who they are may have changed."""
        self.feed.disconnect(identities)

    # Making and finding

    async def create(self, new: NewTournament, asker: Identity) -> Whole:
        """Make a tournament; raises `Refused`."""
        now = timekeeping.milliseconds()
        _check(new, now)
        if await self.store.unfinished(asker.id) >= self._settings.tournaments_per_identity:
            raise Refused(
                409, "too_many_tournaments", "end one of your tournaments before you make another"
            )
        tournament = Tournament(
            id=secrets.token_urlsafe(12),
            v=0,
            owner=asker.id,
            organiser=await self._all.name_of(asker),
            name=new.name,
            kind=new.kind,
            rounds=new.rounds,
            base=new.clock.base,
            increment=new.clock.increment,
            rated=new.rated,
            by_roster=new.roster is not None,
            starts=new.starts,
            paused=new.paused,
            status="open",
            round=0,
            created=now,
            ended=None,
        )
        players = [_from_roster(number, name) for number, name in enumerate(new.roster or ())]
        await self.store.add(tournament, players)
        return Whole(tournament, players, [])

    async def get(self, id: str) -> Whole:
        """A tournament; raises `Refused`."""
        whole = await self.store.get(id)
        if whole is None:
            raise NO_TOURNAMENT
        return whole

    async def organised(self, id: str, asker: Identity) -> Whole:
        """A tournament of the asker; raises `Refused`."""
        whole = await self.get(id)
        _check_organiser(whole, asker)
        return whole

    # Players

    async def join(self, id: str, asker: Identity) -> Whole:
        """Enter a tournament, or come back to it; raises `Refused`."""
        rated = (await self.get(id)).tournament.rated
        if rated and asker.kind != "account":
            raise Refused(401, "no_account", "rated games need an account: sign in first")
        name = await self._all.name_of(asker)
        rating = await self._all.rating_of(asker.id) if rated else None
        now = timekeeping.milliseconds()

        def work(connection: Connection, whole: Whole) -> None:
            mine = whole.player_of(asker.id)
            _check_entry(whole, mine)
            if mine is not None:
                tables.set_player(connection, id, mine.number, status="in", joined=now)
                return
            number = max((it.number for it in whole.players), default=-1) + 1
            player = Player(number, asker.id, asker.kind, name, rating, "in", now)
            tables.add_player(connection, id, player)

        try:
            return await self._change(id, work)
        except Conflict:
            raise Refused(409, "two_at_once", "you join in another tab: try again") from None

    async def withdraw(self, id: str, asker: Identity, address: str) -> Whole:
        """Leave a tournament, and the game that one plays there; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> Player:
            mine = whole.player_of(asker.id)
            if mine is None:
                raise Refused(404, "not_in", "you are not in this tournament")
            self._leave(connection, whole, mine, "withdrawn")
            return mine

        return await self._end_part(id, await self._do(id, work), address)

    async def remove(self, id: str, number: int, asker: Identity, address: str) -> Whole:
        """Have a player leave a tournament of one's own; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> Player:
            _check_organiser(whole, asker)
            found = next((it for it in whole.players if it.number == number), None)
            if found is None:
                raise Refused(404, "no_player", "there is no player with this number")
            self._leave(connection, whole, found, "removed")
            return found

        return await self._end_part(id, await self._do(id, work), address)

    def _leave(self, connection: Connection, whole: Whole, player: Player, status: str) -> None:
        id = whole.tournament.id
        if whole.tournament.status == "ended":
            raise _ENDED
        if whole.tournament.status == "live":
            tables.set_player(connection, id, player.number, status=status)
        elif player.seat is not None and status == "withdrawn":
            tables.set_player(connection, id, player.number, joined=None)
        else:
            tables.remove_player(connection, id, player.number)

    async def _end_part(self, id: str, player: Player, address: str) -> Whole:
        """Resign the game of a player who has left, so that nobody waits."""
        whole = await self.get(id)
        for pairing in whole.current:
            if pairing.is_over or player.number not in (pairing.white, pairing.black):
                continue
            game = await self._games.get(pairing.game) if pairing.game else None
            if game is not None and player.identity is not None:
                resign = ResignCommand(t="resign", id="left-tournament")
                await self._games.command(game, player.identity, resign, address)
        return await self.get(id)

    async def take_seat(self, token: str, asker: Identity | None) -> str:
        """Be the player that a personal link is for: the tournament; raises `Refused`."""
        found = await self.store.of_seat(token)
        if found is None:
            raise NO_SEAT
        id, player = found
        if asker is not None and asker.kind != "visitor":
            raise Refused(
                409, "signed_in", "this link is for a browser without an account: sign out first"
            )

        def work(connection: Connection, whole: Whole) -> None:
            if asker is not None and asker.id == whole.tournament.owner:
                raise Refused(
                    409, "own_class", "this is a student's link: open it in the student's browser"
                )
            if whole.tournament.status == "ended":
                raise _ENDED
            now = timekeeping.milliseconds()
            tables.set_player(connection, id, player.number, status="in", joined=now)

        if player.status == "removed":
            raise NO_SEAT
        await self._do(id, work)
        return id

    # What the organiser does

    async def start(self, id: str, asker: Identity) -> Whole:
        """Pair the first round; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> None:
            _check_organiser(whole, asker)
            if whole.tournament.status != "open":
                raise Refused(409, "started", "this tournament has started already")
            if sum(player.is_playing for player in whole.players) < 2:
                raise Refused(409, "too_few", "a tournament needs two players: wait for another")
            self._pair(connection, whole)

        return await self._change(id, work)

    async def next_round(self, id: str, asker: Identity) -> Whole:
        """Pair the next round; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> None:
            _check_organiser(whole, asker)
            _check_live(whole)
            if not all(pairing.is_over for pairing in whole.current):
                raise Refused(409, "round_going", "some games of this round are not over yet")
            self._pair(connection, whole)

        return await self._change(id, work)

    async def pause(self, id: str, paused: bool, asker: Identity) -> Whole:
        """Let the next round wait for the organiser, or come by itself; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> None:
            _check_organiser(whole, asker)
            if whole.tournament.status == "ended":
                raise _ENDED
            tables.set_columns(connection, id, paused=paused)

        await self._change(id, work)
        await self._go_on(id)
        return await self.get(id)

    async def end(self, id: str, asker: Identity) -> Whole:
        """End a tournament; raises `Refused`."""

        def work(connection: Connection, whole: Whole) -> None:
            _check_organiser(whole, asker)
            if whole.tournament.status == "ended":
                raise _ENDED
            tables.end(connection, whole)

        return await self._change(id, work)

    async def _do(self, id: str, work: Change[T]) -> T:
        """Change a tournament, and send it to everybody who looks at it; raises `Refused`."""

        def found(connection: Connection, whole: Whole) -> tuple[T]:
            return (work(connection, whole),)

        done = await self.store.change(id, found)
        if done is None:
            raise NO_TOURNAMENT
        self.feed.changed(id)
        return done[0]

    async def _change(self, id: str, work: Change[None]) -> Whole:
        await self._do(id, work)
        return await self.get(id)

    # Rounds

    async def _go_on(self, id: str) -> bool:
        """Pair the round of a tournament that is due; whether one was."""
        whole = await self.store.get(id)
        if whole is None or not _is_due(whole):
            return False

        def work(connection: Connection, whole: Whole) -> bool:
            is_due = _is_due(whole)
            if is_due:
                self._pair(connection, whole)
            return is_due

        return await self._do(id, work)

    def _pair(self, connection: Connection, whole: Whole) -> None:
        """Begin the next round, or end the tournament after its last one."""
        tournament = whole.tournament
        id, number = tournament.id, tournament.round + 1
        rounds = number_of_rounds(whole) if tournament.status == "open" else tournament.rounds
        if number > (rounds or 0):
            tables.end(connection, whole)
            return
        meetings = next_round(whole)
        if not meetings and tournament.by_roster:  # the class may come back
            tables.set_columns(connection, id, paused=True)
            return
        if not meetings:
            tables.end(connection, whole)
            return
        players = {player.number: player for player in whole.players}
        pairings, games, now = list[Pairing](), list[Write](), timekeeping.milliseconds()
        for white, black, result in meetings:
            game = None
            if black is not None and result is None:
                new = _beginning(tournament, players[white], players[black])
                game, write = begin(new, None, now)
                games.append(write)
            pairings.append(Pairing(number, white, black, game, result))
        tables.set_columns(connection, id, status="live", round=number, rounds=rounds)
        tables.add_round(connection, id, pairings, games)

    # Following games, other processes and the time

    def follow(self, game: LiveGame) -> None:
        """A game came into memory or changed: if it has ended, a round may be over."""
        state = game.state
        id = state.beginning.tournament
        if id is None or state.status != "ended" or self._is_closing or state.id in self._noticed:
            return
        if len(self._noticed) > REMEMBERED:
            self._noticed.clear()
        self._noticed[state.id] = None
        self._background.start(self._game_ended(id), state.id)

    def stop(self, game: LiveGame) -> None:
        """A game leaves memory."""

    async def _game_ended(self, id: str) -> None:
        with suppress(Unavailable):  # the next sweep finds it
            if not await self._go_on(id):
                self.feed.changed(id)
                await self.store.announce(id)

    async def _receive(self, notice: Notice) -> None:
        """Another process has changed tournaments."""
        for id in notice.get(CHANGED, ()):
            self.feed.changed(id)

    async def _resume(self) -> None:
        for id in self.feed.followed:
            self.feed.changed(id)

    async def _watch(self) -> None:
        while True:
            with suppress(Unavailable):
                await self._sweep()
            await asyncio.sleep(SWEEP)

    async def _sweep(self) -> None:
        now = timekeeping.milliseconds()
        for id in await self.store.starting(now):
            await self._go_on(id)
        rounds = await self.store.rounds()
        for one in rounds:
            if not one.games and not one.paused:
                await self._go_on(one.id)
            for game in one.games:
                await self._look_at(one.id, game)
        going = {game for one in rounds for game in one.games}
        self._looked = {game: at for game, at in self._looked.items() if game in going}
        for id in await self.store.forgotten(now - DAYS_KEPT_OPEN * 24 * 3600 * 1000):
            await self._do(id, tables.end)

    async def _look_at(self, id: str, game: str) -> None:
        """Let the clock of a game run that nobody looks at, and end it if a player never came."""
        seconds = self._settings.no_show_seconds
        if time.monotonic() - self._looked.get(game, -LOOK_AGAIN) < min(LOOK_AGAIN, seconds / 4):
            return
        self._looked[game] = time.monotonic()
        await self._games.check_clock(game)
        patience = round(1000 * seconds)
        absent = await self._games.absent(game, patience)
        if absent is not None:
            # Not after it: with the end of the game the next round may be paired at once.
            await self._set_status(id, absent, "withdrawn")
            if not await self._games.end_without(game, patience):
                await self._set_status(id, absent, "in")

    async def _set_status(self, id: str, identity: str, status: PlayerStatus) -> None:
        def work(connection: Connection, whole: Whole) -> None:
            player = whole.player_of(identity)
            if player is not None and player.status != "removed":
                tables.set_player(connection, id, player.number, status=status)

        await self._do(id, work)


def _check(new: NewTournament, now: int) -> None:
    """Refuse a tournament that makes no sense."""
    if new.kind == "round-robin" and new.rounds is not None:
        raise Refused(
            422, "bad_rounds", "a round robin has a round for each opponent: leave rounds out"
        )
    if new.starts is not None and not now < new.starts < now + DAYS_AHEAD * 24 * 3600 * 1000:
        raise Refused(422, "bad_start", "a tournament starts within the next year: choose a time")
    roster = new.roster or []
    if new.rated and roster:
        raise Refused(422, "not_rated", "names of a list have no account: make it not rated")
    if new.kind == "round-robin" and len(roster) > MOST_ROUND_ROBIN:
        raise Refused(
            422, "too_many", f"a round robin has {MOST_ROUND_ROBIN} players at most: make it Swiss"
        )
    if len({skeleton(name) or name for name in roster}) < len(roster):
        raise Refused(422, "same_name", "two names of the list look the same: add a letter to one")


def _check_organiser(whole: Whole, asker: Identity) -> None:
    if whole.tournament.owner != asker.id:
        raise Refused(403, "not_organiser", "only the organiser of a tournament can do this")


def _check_live(whole: Whole) -> None:
    if whole.tournament.status == "ended":
        raise _ENDED
    if whole.tournament.status == "open":
        raise Refused(409, "not_started", "this tournament has not started yet: start it first")


def _check_entry(whole: Whole, mine: Player | None) -> None:
    """Refuse who may not enter; `mine` is the entry that they had."""
    it = whole.tournament
    if it.status == "ended":
        raise _ENDED
    if mine is not None and mine.status == "removed":
        raise Refused(409, "removed", "the organiser has removed you from this tournament")
    if mine is not None:
        return
    if it.by_roster:
        raise Refused(409, "by_roster", "this tournament is for a list: open your personal link")
    if it.status == "live" and it.kind == "round-robin":
        raise Refused(409, "started", "a round robin cannot be joined once it has started")
    if it.status == "live" and it.round >= (it.rounds or 0):
        raise Refused(409, "started", "the last round has begun: you are too late for this one")
    most = MOST_PLAYERS if it.kind == "swiss" else MOST_ROUND_ROBIN
    if len(whole.players) >= most:
        raise Refused(409, "full", f"this tournament is full: it has {most} players")


def _from_roster(number: int, name: str) -> Player:
    """A name of a roster: whoever has the secret is this visitor, on any device."""
    seat = new_secret()
    return Player(number, hashed("visitor", seat), "visitor", name, None, "in", None, seat)


def _beginning(tournament: Tournament, white: Player, black: Player) -> Beginning:
    clock = Clock(base=tournament.base, increment=tournament.increment)
    return Beginning(
        fair_board(),
        _sitter(white),
        _sitter(black),
        white.identity or "",
        clock,
        public=not tournament.by_roster,
        rated=tournament.rated,
        tournament=tournament.id,
    )


def _sitter(player: Player) -> Sitter:
    return Sitter.person(player.name, player.identity, player.kind, player.rating)


def _is_due(whole: Whole) -> bool:
    """Whether the next round is to begin, or the tournament to end."""
    it = whole.tournament
    if it.status == "open":
        enough = sum(player.is_playing for player in whole.players) >= 2
        return enough and it.starts is not None and it.starts <= timekeeping.milliseconds()
    is_over = all(pairing.is_over for pairing in whole.current)
    return it.status == "live" and not it.paused and is_over
