"""A game as its events make it.

`GameState` is folded from events and from nothing else, so that every process that has read the
same events has the same game. It judges nothing: an event that is stored has happened.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias, assert_never

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.rules import Outcome, Rules, Termination
from tenchips.server import timekeeping
from tenchips.server.events import (
    ClockEvent,
    EndEvent,
    GameEvent,
    JoinEvent,
    MoveEvent,
    NewEvent,
    OfferEvent,
    RematchEvent,
    SideEvent,
    StoredEvent,
    TakebackEvent,
)
from tenchips.server.models import (
    ColorName,
    DaysClock,
    End,
    Game,
    GameSummary,
    Left,
    Offer,
    Result,
    Role,
    Seat,
    Status,
    TimeControl,
    What,
)
from tenchips.squares import BLACK, COLORS, WHITE, Color

AGREEMENT: Final[Literal["agreement"]] = "agreement"
"""How a draw that was offered and accepted ends a game; records have no word for it."""

CANCELLED: Final[Literal["cancelled"]] = "cancelled"
"""How a game ends that was called off before anybody joined; nor for this."""

LEFT: Final[Literal["left"]] = "left"
"""How a game ends whose player to move has left; nor for this."""

SeatKind: TypeAlias = Literal["person", "open", "machine", "random", "learned"]

PEOPLE: Final = ("person", "open")
"""The kinds of seats in which a person sits, or may come to sit."""

NAMES: Final[dict[Color, ColorName]] = {WHITE: "white", BLACK: "black"}
COLOR_OF: Final = {name: color for color, name in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at one side of the board. Only persons have an identity."""

    kind: SeatKind
    name: str
    level: int | None = None
    identity: str | None = None
    bot: bool = False
    rating: int | None = None
    account: bool = False

    @classmethod
    def person(
        cls, name: str, identity: str | None, kind: str, rating: int | None = None
    ) -> Sitter:
        """Somebody with an identity of this kind."""
        return cls("person", name, None, identity, kind == "bot", rating, kind == "account")

    @property
    def is_person(self) -> bool:
        """Whether this is a person, who can wait, make offers and run out of time."""
        return self.kind == "person"

    def shown(self) -> Seat:
        """The seat as others see it."""
        return Seat(
            kind=self.kind,
            name=self.name,
            level=self.level,
            bot=self.bot,
            rating=self.rating,
            account=self.account,
        )


@dataclass(frozen=True, slots=True)
class Beginning:
    """All that a game begins with."""

    board: Board
    white: Sitter
    black: Sitter
    owner: str
    clock: TimeControl | None
    public: bool
    rated: bool = False
    choosing: Color | None = None
    """The side of the player who may pick one before the first move."""
    tournament: str | None = None
    """The tournament that it belongs to."""


class GameState:
    """A game, folded from its events."""

    __slots__ = (
        "at", "beginning", "board", "choosing", "commands", "created", "declined", "id", "left",
        "lefts", "network", "offers", "recent", "rematch", "result", "running", "seats",
        "termination", "turn_seq", "v",
    )  # fmt: skip

    def __init__(self, first: StoredEvent, kept: int, board: Board | None = None) -> None:
        """A new game, from its first event. `kept` events are remembered as they were sent.
        `board`: the board that it begins with, where that is known."""
        new, seats = first.event, json.loads(first.seats or "{}")
        if not isinstance(new, NewEvent):
            raise ValueError(f"game {first.game_id} does not begin with its first event")
        self.id = first.game_id
        self.v = first.seq
        self.seats = [_sitter(new.white, seats["white"]), _sitter(new.black, seats["black"])]
        self.board = board or Board(new.start, Rules.parse(new.rules), new.moves)
        white, black = self.seats
        self.beginning = Beginning(
            self.board.copy(), white, black, seats["owner"], new.clock, new.public, new.rated,
            tournament=new.tournament,
        )  # fmt: skip
        self.choosing = COLOR_OF[new.choosing] if new.choosing else None
        self.created = new.at
        self.at = new.at
        base = full_time(new.clock)
        self.left = [base, base]
        self.lefts = [(base, base)] * (len(self.board.moves) + 1)
        self.running: Color | None = None
        self.offers: dict[What, Color] = {}
        self.declined: set[tuple[What, Color]] = set()
        self.result: Result | None = None
        self.termination: End | None = None
        self.network: list[str] | None = None
        self.rematch: str | None = None
        self.turn_seq = 0
        self.commands: dict[str, int] = {}
        self.recent: deque[str] = deque(maxlen=kept)
        if self.is_correspondence and self.status == "live":  # else it waits for somebody to join
            self.running = self.board.turn

    @classmethod
    def fold(
        cls, events: Iterable[StoredEvent], kept: int = 50, board: Board | None = None
    ) -> GameState:
        """The game that these events make, from its first. `board`: the board that it begins
        with, where that is known."""
        ordered = iter(events)
        state = cls(next(ordered), kept, board)
        for event in ordered:
            state.apply(event)
        return state

    # Folding

    def apply(self, stored: StoredEvent, board: Board | None = None) -> None:
        """Go on by one event. `board`: the board after its move, where that is known."""
        self._apply(stored.event, stored, board)
        self.v = stored.seq
        self.recent.append(stored.payload)
        if stored.command_id is not None:
            self.commands[stored.command_id] = stored.seq

    def _apply(self, event: GameEvent, stored: StoredEvent, board: Board | None) -> None:
        match event:
            case MoveEvent():
                self._move(event, board)
            case JoinEvent():
                identity = json.loads(stored.seats or "{}").get(event.color)
                self.seats[COLOR_OF[event.color]] = _sitter(event.seat, identity)
                self.turn_seq = event.v
                if event.at is not None:
                    self.running = COLOR_OF[event.running] if event.running else None
                    self.at = event.at
            case SideEvent():
                self.choosing = None
                self.at = event.at
                if event.swapped:
                    self.seats.reverse()
                self._new_turn(event)
            case OfferEvent(k="offer"):
                self.offers[event.what] = COLOR_OF[event.by]
            case OfferEvent():
                if (by := self.offers.pop(event.what, None)) is not None:
                    self.declined.add((event.what, by))
            case TakebackEvent():
                self._take_back(event)
            case ClockEvent():
                self._set_clock(event)
            case EndEvent():
                self._end(event)
            case RematchEvent():
                self.rematch = event.game
                self.offers.clear()
            case NewEvent():
                raise ValueError(f"game {self.id} begins a second time")
            case _:
                assert_never(event)

    def _move(self, event: MoveEvent, board: Board | None) -> None:
        if board is None:
            self.board.push_unchecked(Move.parse(event.m))
        else:
            self.board = board
        self._set_clock(event)
        self.lefts.append((self.left[WHITE], self.left[BLACK]))
        self._new_turn(event)

    def _take_back(self, event: TakebackEvent) -> None:
        while len(self.board.moves) > event.ply:
            self.board.pop()
            self.lefts.pop()
        self._set_clock(event)
        self._new_turn(event)

    def _end(self, event: EndEvent) -> None:
        self.result, self.termination = event.result, event.termination
        self.network = event.network
        self._set_left(event.left)
        self.running = None
        self._new_turn(event)

    def _set_clock(self, event: MoveEvent | TakebackEvent | ClockEvent) -> None:
        self._set_left(event.left)
        self.running = COLOR_OF[event.running] if event.running else None
        self.at = event.at

    def _set_left(self, left: Left | None) -> None:
        if left is not None:
            self.left = [left.white, left.black]

    def _new_turn(self, event: GameEvent) -> None:
        self.offers.clear()
        self.declined.clear()
        self.turn_seq = event.v

    # Asking

    @property
    def status(self) -> Status:
        """Whether it waits for somebody, is played or has ended."""
        if self.result is not None:
            return "ended"
        return "waiting" if any(seat.kind == "open" for seat in self.seats) else "live"

    @property
    def clock(self) -> TimeControl | None:
        """Its time control."""
        return self.beginning.clock

    @property
    def is_correspondence(self) -> bool:
        """Whether players have days for each move."""
        return isinstance(self.clock, DaysClock)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as far as records have a word for it."""
        if self.result is None or self.termination in (AGREEMENT, CANCELLED, LEFT):
            return None
        winner = {"1-0": WHITE, "0-1": BLACK}.get(self.result)
        return Outcome(winner, Termination(self.termination), tuple(self.network or ()))

    @property
    def mover(self) -> Sitter | None:
        """Who is to move, while the game is played."""
        return self.seats[self.board.turn] if self.status == "live" else None

    @property
    def has_people(self) -> bool:
        """Whether a person plays, or may come to play."""
        return any(seat.kind in PEOPLE for seat in self.seats)

    @property
    def is_hotseat(self) -> bool:
        """Whether one person plays both sides."""
        one, other = self.seats
        return one.identity is not None and one.identity == other.identity

    @property
    def between_people(self) -> bool:
        """Whether two different persons play, so that nobody may be helped."""
        return not self.is_hotseat and all(seat.kind in PEOPLE for seat in self.seats)

    def colors_of(self, who: str | None) -> tuple[Color, ...]:
        """The sides that somebody plays."""
        if who is None:
            return ()
        return tuple(color for color in COLORS if self.seats[color].identity == who)

    def role_of(self, who: str | None) -> Role:
        """What somebody is in this game."""
        colors = self.colors_of(who)
        if colors:
            return "both" if len(colors) == 2 else NAMES[colors[0]]
        return "owner" if who is not None and who == self.beginning.owner else "watcher"

    def left_at(self, now: int) -> Left | None:
        """What the clocks show."""
        if self.clock is None:
            return None
        white, black = self.left
        gone = max(0, now - self.at)
        if self.running is WHITE:
            white = max(0, white - gone)
        elif self.running is BLACK:
            black = max(0, black - gone)
        return Left(white=white, black=black)

    def shown(self, who: str | None, now: int) -> Game:
        """The game as somebody sees it."""
        return Game(
            id=self.id,
            v=self.v,
            status=self.status,
            start=self.board.start,
            rules=str(self.board.rules),
            moves=[str(move) for move in self.board.moves],
            turn=NAMES[self.board.turn],
            white=self.seats[WHITE].shown(),
            black=self.seats[BLACK].shown(),
            clock=self.clock,
            left=self.left_at(now),
            running=NAMES[self.running] if self.running is not None else None,
            offers=[Offer(what=what, by=NAMES[by]) for what, by in self.offers.items()],
            result=self.result,
            termination=self.termination,
            network=self.network,
            between_people=self.between_people,
            choosing=None if self.choosing is None else NAMES[self.choosing],
            rated=self.beginning.rated,
            public=self.beginning.public,
            created=iso(self.created),
            rematch=self.rematch,
            tournament=self.beginning.tournament,
            role=self.role_of(who),
        )

    def summary(self) -> GameSummary:
        """The game in a list."""
        return GameSummary(
            id=self.id,
            status=self.status,
            white=self.seats[WHITE].shown(),
            black=self.seats[BLACK].shown(),
            clock=self.clock,
            position=self.board.position,
            plies=len(self.board.moves),
            result=self.result,
            termination=self.termination,
            rated=self.beginning.rated,
            public=self.beginning.public,
            created=iso(self.created),
        )


def full_time(clock: TimeControl | None) -> int:
    """Milliseconds that a player has at first; in a correspondence game, for each move."""
    match clock:
        case None:
            return 0
        case DaysClock(days=days):
            return days * timekeeping.DAY
        case _:
            return 1000 * clock.base


def _sitter(seat: Seat, identity: str | None) -> Sitter:
    return Sitter(seat.kind, seat.name, seat.level, identity, seat.bot, seat.rating, seat.account)


def iso(milliseconds: int) -> str:
    """A time as JSON has it."""
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
