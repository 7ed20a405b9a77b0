"""The games that are being played: commands become events, and events reach everybody.

`Games` keeps in memory what is looked at, asks the store to keep what happens, and tells sockets
only then. One command of a game is judged at a time; the database decides between processes. It
runs the clocks, and asks the engine pool when a machine is to move and somebody is there to see it.
Everything here can be lost at any moment: the store has all that was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from tenchips.notation import Move
from tenchips.protocol import EngineFault
from tenchips.server import metrics
from tenchips.server.identity import Identity, hashed, new_secret
from tenchips.server.judge import (
    AnyCommand,
    Nope,
    Verdict,
    begin,
    command_key,
    flag,
    flag_time,
    judge,
    machine_move,
    set_anew,
    sit_down,
)
from tenchips.server.logs import say
from tenchips.server.models import NewGame, NewSeat, Role
from tenchips.server.paper import board_of
from tenchips.server.pool import Crowded, EnginePool
from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings
from tenchips.server.state import NAMES, Beginning, GameState, Sitter
from tenchips.server.store import Conflict, Event, Listed, Notice, Store, Unavailable, milliseconds
from tenchips.squares import COLORS, Color

TRIES: Final = 5
"""How often a command is judged anew because another process was faster."""

AGAIN: Final = 1.0
"""Seconds until a crowded or broken engine pool is asked again."""

LEASE: Final = 60.0
"""Seconds for which a player without a socket counts as present after a request."""

HUSH: Final = 0.2
"""Seconds for which comings and goings are collected before others are told."""

HEARTBEAT: Final = 15.0
"""Seconds between notices to other processes of who is connected here."""

PULSE: Final = 2.0
"""Seconds between notes in the database that this process is there."""

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")

Answer = dict[str, Any]


class Subscriber(Protocol):
    """A socket, as games see it."""

    who: str | None
    role: Role

    def send(self, text: str) -> None:
        """Send a text when the socket can take it."""

    def close(self, code: int) -> None:
        """End the connection."""


class LiveGame:
    """A game in memory, and who is connected to it."""

    __slots__ = ("alarm", "elsewhere", "hush", "lease", "lock", "place", "search", "state",
                 "subscribers")  # fmt: skip

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.hush: asyncio.TimerHandle | None = None
        self.search: tuple[int, asyncio.Task[None]] | None = None
        self.place: int | None = None
        self.lease = 0.0
        self.elsewhere: dict[str, tuple[int, int, int, float]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it."""
        return not self.subscribers and self.search is None and not self.lock.locked()

    def tell(self, text: str) -> None:
        """Send a text to everybody."""
        for subscriber in tuple(self.subscribers):
            subscriber.send(text)

    def greeting(self, subscriber: Subscriber, v: int) -> Iterator[str]:
        """What a socket is told first: its role, and all that it has missed."""
        state, now = self.state, milliseconds()
        subscriber.role = state.role_of(subscriber.who)
        yield compact({"t": "hello", "v": state.v, "role": subscriber.role, "now": now})
        missed = state.v - v
        if v < 0 or not 0 <= missed <= len(state.recent):
            game = state.shown(subscriber.who, now)
            yield compact({"t": "state", "v": state.v, "game": game})
        elif missed:
            yield from list(state.recent)[-missed:]
        if text := self.thinking():
            yield text

    def here(self) -> tuple[int, int, int]:
        """How many are connected to this process: as White, as Black, to watch."""
        roles = [subscriber.role for subscriber in self.subscribers]
        both = roles.count("both")
        white, black = roles.count("white") + both, roles.count("black") + both
        return white, black, len(roles) - white - black + both

    def presence(self) -> str:
        """Who is connected, here and elsewhere."""
        white, black, watchers = map(
            sum, zip(self.here(), *(there[:3] for there in self.elsewhere.values()), strict=True)
        )
        said = {"t": "presence", "white": white > 0, "black": black > 0, "watchers": watchers}
        return compact(said)

    def thinking(self) -> str | None:
        """What the machine is doing, if it is asked."""
        if self.search is None or self.place is None:
            return None
        color = NAMES[self.state.board.turn]
        return f'{{"t":"thinking","color":"{color}","place":{self.place}}}'


class Games:
    """All games, of which the busy ones are in memory."""

    def __init__(self, store: Store, pool: EnginePool, settings: Settings) -> None:
        self._store, self._pool, self._settings = store, pool, settings
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._hearts: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self) -> None:
        """Begin to listen to other processes, and to be heard."""
        self._store.listen(self._hear, self._hear_again)
        self._hearts.append(self._go(self._pulse()))
        if self._store.is_shared:
            self._hearts.append(self._go(self._beat()))

    async def close(self) -> None:
        """Send everybody away to come back soon, and see the last moves kept."""
        self._closing = True
        for game in self._games.values():
            self._stop(game)
            for subscriber in tuple(game.subscribers):
                subscriber.close(1012)
        for heart in self._hearts:
            heart.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Finding

    async def get(self, id: str) -> LiveGame | None:
        """The game with this id."""
        game = self._games.get(id)
        if game is not None:
            self._games.move_to_end(id)
            return game
        if not _ID.fullmatch(id):
            return None
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveGame | None:
        try:
            found = await self._store.events({id: -1})
            return self._keep(await self._after_outages(self._fold(found))) if found else None
        finally:
            del self._loading[id]

    def _fold(self, events: list[Event]) -> GameState:
        # Whoever has missed more than their outbox holds is better off with the whole game.
        kept = min(self._settings.events_kept, self._settings.messages_waiting // 2)
        return GameState.fold(events, kept)

    async def _after_outages(self, state: GameState) -> GameState:
        """The game with the time given back in which there was no server to take a move."""
        now = milliseconds()
        away = self._store.away(state.at, now)
        if state.running is None or not away:
            return state
        write = set_anew(state, away, now).write
        try:
            await self._store.append(write)
        except Conflict:  # another process has done it
            return self._fold(await self._store.events({state.id: -1}))
        state.apply(write.events[0])
        return state

    def _keep(self, state: GameState) -> LiveGame:
        """Have a game in memory, and let go of one that nobody looks at."""
        game = LiveGame(state)
        self._games[game.state.id] = game
        self._follow(game)
        if len(self._games) > self._settings.games_kept:
            idle = next((old for old in self._games.values() if old.is_idle), game)
            if idle is not game:
                self._forget(idle)
        metrics.LIVE_GAMES.set(len(self._games))
        return game

    def _forget(self, game: LiveGame) -> None:
        self._stop(game)
        del self._games[game.state.id]

    async def by_invite(self, invite: str) -> LiveGame:
        """The game that an invitation is for; raises `Refused`."""
        id = await self._store.game_of_invite(hashed("invite", invite))
        game = await self.get(id) if id else None
        if game is None:
            raise Refused(404, "no_invite", "this invitation leads nowhere: ask for a new one")
        return game

    async def listed(
        self, status: str, limit: int, before: str | None
    ) -> tuple[list[LiveGame], str | None]:
        """Public games, and where their list goes on."""
        after = None
        if before is not None:
            created, _, id = before.partition("-")
            after = Listed(id, int(created))
        found = await self._store.listed(status, limit + 1, after)
        page = found[:limit]
        games = await asyncio.gather(*(self.get(one.id) for one in page))
        following = f"{page[-1].created}-{page[-1].id}" if len(found) > limit else None
        return [game for game in games if game is not None], following

    # Making and joining

    async def create(self, new: NewGame, asker: Identity) -> tuple[LiveGame, str | None]:
        """A new game, and its invitation if it has an open seat; raises `Refused`."""
        if new.white.kind == new.black.kind == "open":
            raise Refused(422, "two_open", "one seat is open at most: take the other yourself")
        board = board_of(new.start, new.rules, new.moves)
        if outcome := board.outcome():
            raise Refused(422, "game_over", f"the game would be over at once: {outcome}")
        now = milliseconds()
        if await self._store.unfinished(asker.id, now) >= self._settings.games_per_identity:
            raise Refused(409, "too_many_games", "finish some of your games before you make more")
        name = await self._store.name_of(asker)
        white, black = (_seated(seat, asker.id, name) for seat in (new.white, new.black))
        clock = new.clock.model_dump() if new.clock else None
        invite = new_secret() if "open" in (white.kind, black.kind) else None
        beginning = Beginning(board, white, black, asker.id, clock, new.public)
        _, write = begin(beginning, hashed("invite", invite) if invite else None, now)
        await self._store.append(write)
        return self._keep(self._fold(write.events)), invite

    async def join(self, invite: str, asker: Identity) -> LiveGame:
        """Give somebody the open seat; raises `Refused`."""
        found = await self.by_invite(invite)
        name = await self._store.name_of(asker)
        async with self._held(found) as game:
            for _ in range(TRIES):
                color = _open_seat(game.state, asker.id)
                if color is None:
                    break
                sitter = Sitter("person", name, None, asker.id)
                if await self._settle(game, sit_down(game.state, color, sitter)):
                    break
        return game

    # Commands

    async def command(self, game: LiveGame, who: str | None, command: AnyCommand) -> Answer:
        """Do what somebody asks for: the ack or nack of it. The same command twice has the
        same ack twice."""
        async with self._held(game) as held:
            try:
                v = await self._obey(held, who, command)
            except Nope as nope:
                return nack(held.state, command.id, nope)
        return {"t": "ack", "id": command.id, "v": v}

    @asynccontextmanager
    async def _held(self, game: LiveGame) -> AsyncIterator[LiveGame]:
        """Hold a game so that nothing else happens in it, as it is in memory now: while one
        waits for it, it may have been let go and come back."""
        while True:
            async with game.lock:
                held = self._games.get(game.state.id)
                if held is game:
                    yield game
                    return
            game = held or await self.get(game.state.id) or game

    async def _obey(self, game: LiveGame, who: str | None, command: AnyCommand) -> int:
        """The number of the command's event; raises `Nope`."""
        state = game.state
        if who is None:
            raise Nope("no_seat", "you watch this game: only its players can do this")
        key = command_key(who, command.id)
        for _ in range(TRIES):
            if key in state.commands:
                return state.commands[key]
            if self._closing:
                break
            try:
                verdict = judge(state, command, who, milliseconds())
            except Nope:
                if await self._was_behind(game):
                    continue
                raise
            try:
                kept = await self._settle(game, verdict)
            except Unavailable:
                self._go(self._catch_up([game]))
                break
            if kept and verdict.instead:
                raise verdict.instead
        raise Nope("busy", "the server could not keep this: try again")

    async def _was_behind(self, game: LiveGame) -> bool:
        """Whether another process had written what this one has not heard of yet."""
        v = game.state.v
        if self._store.is_shared:
            await self._catch_up([game])
        return game.state.v > v

    async def _settle(self, game: LiveGame, verdict: Verdict) -> bool:
        """Keep what was judged and go on; False if somebody else was first."""
        write = verdict.write
        try:
            await self._store.append(write)
        except Conflict:
            await self._catch_up([game])
            return False
        if verdict.board is not None:
            metrics.MOVES.inc()
        self._apply(game, [one for one in write.events if one.game_id == game.state.id], verdict)
        return True

    async def _settle_or_wait(self, game: LiveGame, verdict: Verdict) -> None:
        """Keep what nobody asked for; if the database fails, give it time."""
        try:
            await self._settle(game, verdict)
        except Unavailable:
            await asyncio.sleep(AGAIN)
            await self._catch_up([game])

    def _apply(
        self, game: LiveGame, events: Iterable[Event], verdict: Verdict | None = None
    ) -> None:
        """Go on by events that are kept, and tell everybody."""
        board = verdict.board if verdict else None
        changed = False
        for event in events:
            if event.seq == game.state.v + 1:
                game.state.apply(event, board)
                game.tell(event.payload)
                board, changed = None, True
                if event.seats is not None:
                    self._tell_roles(game)
        if changed:
            self._follow(game)

    def _tell_roles(self, game: LiveGame) -> None:
        """Somebody sat down: sockets of theirs that only watched can play now."""
        for subscriber in tuple(game.subscribers):
            if game.state.role_of(subscriber.who) != subscriber.role:
                for text in game.greeting(subscriber, game.state.v):
                    subscriber.send(text)
        self._stir(game)

    async def _catch_up(self, games: Iterable[LiveGame]) -> None:
        """Read what others have written."""
        behind = {game.state.id: game for game in games}
        try:
            events = await self._store.events({id: game.state.v for id, game in behind.items()})
        except Unavailable:
            return
        news: dict[str, list[Event]] = {}
        for event in events:
            news.setdefault(event.game_id, []).append(event)
        for id, told in news.items():
            self._apply(behind[id], told)

    # Coming and going

    async def enter(self, game: LiveGame, subscriber: Subscriber, v: int) -> LiveGame:
        """A socket is connected from now on, and has seen the events up to `v`. The game as it
        is in memory: it may have been let go since it was found."""
        if v > game.state.v:  # another process has told it more than this one knows
            await self._was_behind(game)
        while self._games.get(game.state.id) is not game:
            game = await self.get(game.state.id) or game
        if self._closing:
            subscriber.close(1012)
            return game
        first = not game.subscribers
        game.subscribers.add(subscriber)
        for text in game.greeting(subscriber, v):
            subscriber.send(text)
        self._stir(game, first)
        return game

    def leave(self, game: LiveGame, subscriber: Subscriber) -> None:
        """A socket is gone."""
        game.subscribers.discard(subscriber)
        self._stir(game)

    def touch(self, game: LiveGame, asker: Identity | None) -> None:
        """A player without a socket was here."""
        if asker is not None and game.state.role_of(asker.id) != "watcher":
            game.lease = time.monotonic() + LEASE
            self._follow(game)

    def _stir(self, game: LiveGame, first: bool = False) -> None:
        """Somebody came or went: think on or stop, and soon tell everybody."""
        self._follow(game)
        if game.hush is None and not self._closing:
            loop = asyncio.get_running_loop()
            game.hush = loop.call_later(HUSH, self._tell_presence, game, first)

    def _tell_presence(self, game: LiveGame, first: bool) -> None:
        game.hush = None
        game.tell(game.presence())
        if self._store.is_shared:
            self._go(self._store.tell("presence", [(game.state.id, *game.here(), first)]))

    # Other processes

    async def _hear(self, notice: Notice) -> None:
        """Take note of what another process says."""
        changed = []
        for id in notice.get("changed", ()):
            game = self._games.get(id)
            if id in self._loading:  # perhaps from before the change
                self._go(self._look_again(id))
            elif game is not None and game.is_idle:
                self._forget(game)
            elif game is not None:
                changed.append(game)
        if changed:
            await self._catch_up(changed)
        for id, white, black, watchers, asks in notice.get("presence", ()):
            game = self._games.get(id)
            if game is not None:
                game.elsewhere[notice["from"]] = (white, black, watchers, time.monotonic())
                if not white + black + watchers:
                    del game.elsewhere[notice["from"]]
                game.tell(game.presence())
                self._follow(game)
                if asks and game.subscribers:
                    self._go(self._store.tell("presence", [(id, *game.here(), False)]))

    async def _look_again(self, id: str) -> None:
        if game := await self.get(id):
            await self._catch_up([game])

    async def _hear_again(self) -> None:
        """Look at every game: something may have been missed."""
        for game in [game for game in self._games.values() if game.is_idle]:
            self._forget(game)
        await self._catch_up(tuple(self._games.values()))

    async def _pulse(self) -> None:
        """Note again and again that this process is there, if it may ever matter: a disk without
        work is left to sleep."""
        while not self._closing:
            await asyncio.sleep(PULSE)
            games = self._games.values()
            if self._store.is_shared or any(game.state.running is not None for game in games):
                await self._store.beat()

    async def _beat(self) -> None:
        """Tell the others again and again who is here, and forget processes that fell silent."""
        while not self._closing:
            await asyncio.sleep(HEARTBEAT)
            busy = [game for game in self._games.values() if game.subscribers]
            await self._store.tell("presence", [(g.state.id, *g.here(), False) for g in busy])
            self._forget_silent()

    def _forget_silent(self) -> None:
        """Whoever was connected to a process that says nothing any more is gone."""
        silent = time.monotonic() - 3 * HEARTBEAT
        for game in self._games.values():
            heard = {name: one for name, one in game.elsewhere.items() if one[3] > silent}
            if len(heard) < len(game.elsewhere):
                game.elsewhere = heard
                self._stir(game)

    # Clocks and machines

    def _follow(self, game: LiveGame) -> None:
        """See to it that what must happen next in a game will: a flag's fall, a machine's move."""
        self._set_alarm(game)
        turn = game.state.turn_seq if self._is_machines(game) else None
        if game.search is not None and game.search[0] != turn:
            game.search[1].cancel()
            game.search = game.place = None
        if turn is not None and game.search is None:
            game.search = turn, self._go(self._think(game, turn))

    def _stop(self, game: LiveGame) -> None:
        for handle in (game.alarm, game.hush):
            if handle is not None:
                handle.cancel()
        if game.search is not None:
            game.search[1].cancel()
            game.search = game.place = None

    def _set_alarm(self, game: LiveGame) -> None:
        if game.alarm is not None:
            game.alarm.cancel()
            game.alarm = None
        due = flag_time(game.state)
        if due is not None and not self._closing:
            wait = max(0, due - milliseconds()) / 1000
            loop = asyncio.get_running_loop()
            game.alarm = loop.call_later(wait, lambda: self._go(self._flag(game)))

    async def _flag(self, game: LiveGame) -> None:
        async with self._held(game) as held:
            due = flag_time(held.state)
            if due is not None and due <= milliseconds():
                await self._settle_or_wait(held, flag(held.state))
        self._set_alarm(held)

    def _is_machines(self, game: LiveGame) -> bool:
        """Whether a machine is to move, somebody is there, and it is for this process to ask."""
        mover = game.state.mover
        if mover is None or mover.is_person or self._closing:
            return False
        if game.subscribers:
            return all(self._store.process < other for other in game.elsewhere)
        return not game.elsewhere and time.monotonic() < game.lease

    async def _think(self, game: LiveGame, turn: int) -> None:
        """Find the machine's move and make it."""
        state = game.state
        if not state.has_people:
            await asyncio.sleep(self._settings.pace - (milliseconds() - state.at) / 1000)
        mover = state.seats[state.board.turn]
        if mover.level is None:
            move = random.choice(list(state.board.legal_moves))
        else:
            move = await self._ask(game, mover.level)
        game.search = game.place = None  # from here on it is not to be interrupted
        while True:
            async with self._held(game) as held:
                if held.state.turn_seq != turn:
                    return
                verdict = machine_move(held.state, move, milliseconds())
                await self._settle_or_wait(held, verdict)

    async def _ask(self, game: LiveGame, level: int) -> Move:
        """Ask the engines until they answer, and tell everybody how it stands."""
        while True:
            try:
                search = self._pool.request(_visitor(game.state), game.state.board, level)
                search.on_place(lambda place: self._tell_place(game, place))
                self._tell_place(game, search.place)
                return await search
            except Crowded:
                self._tell_place(game, self._pool.waiting + 1)
            except EngineFault as fault:
                say("an engine failed", level=logging.WARNING, reason=str(fault))
            await asyncio.sleep(AGAIN)

    def _tell_place(self, game: LiveGame, place: int) -> None:
        game.place = place
        if text := game.thinking():
            game.tell(text)

    def _go(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the rest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            say("something failed beside a game", level=logging.ERROR, reason=repr(error)[:300])


def compact(message: Answer) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":"))


def nack(state: GameState, id: str | None, nope: Nope) -> Answer:
    """A refusal, as it is sent."""
    metrics.NACKS.labels(nope.code).inc()
    return {"t": "nack", "id": id, "code": nope.code, "detail": nope.detail, "v": state.v}


def _seated(seat: NewSeat, asker: str, name: str) -> Sitter:
    if seat.kind == "me":
        return Sitter("person", name, None, asker)
    if seat.kind == "machine":
        return Sitter("machine", f"Machine {seat.level}", seat.level)
    return Sitter(seat.kind, {"open": "", "random": "Random"}[seat.kind])


def _open_seat(state: GameState, who: str) -> Color | None:
    """The seat that somebody may take, None if they have it; raises `Refused`."""
    free = [color for color in COLORS if state.seats[color].kind == "open"]
    mine = state.colors_of(who)
    if free and not mine:
        return free[0]
    if not mine:
        raise Refused(409, "taken", "somebody else has taken this seat: you can watch the game")
    if free:
        raise Refused(409, "own_game", "this is your own invitation: send it to your opponent")
    return None


def _visitor(state: GameState) -> str:
    """For whom the machine thinks: the person it plays, or whoever set it up."""
    persons = [seat.identity for seat in state.seats if seat.identity is not None]
    return persons[0] if persons else state.beginning.owner
