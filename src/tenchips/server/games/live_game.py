"""A game in memory: its state, who is connected to it, and what they are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tenchips.server import timekeeping
from tenchips.server.limits import Bucket
from tenchips.server.messages import Hello, Presence, State, Thinking
from tenchips.server.models import Role
from tenchips.server.state import NAMES, GameState
from tenchips.squares import BLACK, WHITE, Color


class Subscriber(Protocol):
    """A socket, as games see it."""

    who: str | None
    role: Role

    def send(self, text: str) -> None:
        """Send a text when the socket can take it."""

    def close(self, code: int) -> None:
        """End the connection."""


class Connected(NamedTuple):
    """How many are connected to a process: as White, as Black, to watch."""

    white: int
    black: int
    watchers: int


class LiveGame:
    """A game in memory, and who is connected to it.

    `elsewhere` holds for each other process who is connected there, and when it last said so.
    `address` is where the last player came from: the machine's searches count for it.
    `is_here` says which sides are connected, here or elsewhere, and `last_here` when those that
    are not last were. `claim_turn` is the last turn of which was said whether it can be claimed.
    `excused_until` is the end of the vacation that the player to move is on.
    `seen_turn` is the last turn of a correspondence game that its player has seen begin.
    `sayings` limits what players say, and `said` names what they said last.
    `search` is the machine's search, with the turn it is for, and `place` its place in the queue.
    """

    __slots__ = (
        "address", "alarm", "announcement", "claim_turn", "elsewhere", "excused_until", "is_here",
        "last_here", "lease", "lock", "place", "said", "sayings", "search", "seen_turn", "state",
        "subscribers",
    )  # fmt: skip

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.announcement: asyncio.TimerHandle | None = None
        self.search: tuple[int, asyncio.Task[None]] | None = None
        self.place: int | None = None
        self.lease = 0.0
        self.address = ""
        self.elsewhere: dict[str, tuple[Connected, float]] = {}
        self.excused_until = 0
        self.claim_turn = -1
        self.seen_turn = -1
        self.is_here = [False, False]
        self.last_here = [timekeeping.milliseconds()] * 2
        self.sayings: dict[Color, Bucket] = {}
        self.said: deque[str] = deque(maxlen=20)

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it."""
        return not self.subscribers and self.search is None and not self.lock.locked()

    def send(self, text: str) -> None:
        """Send a text to everybody who is connected here."""
        for subscriber in tuple(self.subscribers):
            subscriber.send(text)

    def greeting(self, subscriber: Subscriber, v: int) -> Iterator[str]:
        """The first messages of a socket: its role, and all that it has missed since event `v`."""
        state, now = self.state, timekeeping.milliseconds()
        subscriber.role = state.role_of(subscriber.who)
        yield Hello(t="hello", v=state.v, role=subscriber.role, now=now).model_dump_json()
        missed = state.v - v
        if v < 0 or not 0 <= missed <= len(state.recent):
            game = state.shown(subscriber.who, now)
            yield State(t="state", v=state.v, game=game).model_dump_json()
        elif missed:
            yield from list(state.recent)[-missed:]
        if text := self.thinking():
            yield text

    def greet_all(self, v: int | None = None) -> None:
        """Send everybody who is connected here the server's time and their role again, and what
        came after event `v`."""
        for subscriber in tuple(self.subscribers):
            for text in self.greeting(subscriber, self.state.v if v is None else v):
                subscriber.send(text)

    def connected_here(self) -> Connected:
        """Who is connected to this process."""
        roles = [subscriber.role for subscriber in self.subscribers]
        both = roles.count("both")
        white, black = roles.count("white") + both, roles.count("black") + both
        return Connected(white, black, len(roles) - white - black + both)

    def connected(self) -> Connected:
        """Who is connected, here and elsewhere."""
        everywhere = (self.connected_here(), *(there for there, _ in self.elsewhere.values()))
        return Connected(*map(sum, zip(*everywhere, strict=True)))

    def note_presence(self) -> None:
        """Remember who is connected, and when somebody no longer is."""
        white, black, _ = self.connected()
        for color, is_here in (WHITE, white > 0), (BLACK, black > 0):
            if self.is_here[color] and not is_here:
                self.last_here[color] = timekeeping.milliseconds()
            self.is_here[color] = is_here

    def away_since(self) -> int | None:
        """Since when the player to move could have moved and was not connected, in a game between
        people; None if they are, or nobody is to move, or there are days for each move."""
        state = self.state
        mover = state.board.turn
        if state.status != "live" or self.is_here[mover] or not state.between_people:
            return None
        if state.choosing is not None or state.is_correspondence:
            return None
        return max(self.last_here[mover], state.at)

    def presence(self, claim: int | None) -> str:
        """The message that says who is connected, here and elsewhere; `claim` as in the message."""
        white, black, watchers = self.connected()
        return Presence(
            t="presence", white=white > 0, black=black > 0, watchers=watchers, claim=claim
        ).model_dump_json()

    def thinking(self) -> str | None:
        """The message that says what the machine is doing, if it has been asked for a move."""
        if self.search is None or self.place is None:
            return None
        color = NAMES[self.state.board.turn]
        return Thinking(t="thinking", color=color, place=self.place).model_dump_json()
