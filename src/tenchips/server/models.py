"""What goes over the wire, as types: the bodies of the HTTP API and the messages of the socket.

The OpenAPI document, and with it the front-end's types, is made from these classes. They say
what a message looks like; what it means for a game is decided in `live`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

ColorName: TypeAlias = Literal["white", "black"]
Status: TypeAlias = Literal["waiting", "live", "ended"]
Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2"]
Role: TypeAlias = Literal["white", "black", "both", "owner", "watcher"]
What: TypeAlias = Literal["draw", "takeback", "rematch"]
NackCode: TypeAlias = Literal[
    "stale",
    "illegal",
    "not_your_turn",
    "over",
    "no_seat",
    "no_offer",
    "bad_request",
    "busy",
]
End: TypeAlias = Literal[
    "network",
    "no move",
    "repetition",
    "step limit",
    "resignation",
    "time",
    "agreement",
]

MOST_MOVES: Final = 1000
"""Moves that a new game may begin with, or a record or picture be made of."""

Text: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
MoveText: TypeAlias = Annotated[str, StringConstraints(min_length=2, max_length=40)]
Moves: TypeAlias = Annotated[list[MoveText], Field(max_length=MOST_MOVES)]
CommandId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]

# No control characters, and none that are invisible or turn the text around.
_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
Name: TypeAlias = Annotated[
    str,
    StringConstraints(
        min_length=1,
        max_length=40,
        pattern=rf"^[^\s{_UNSEEN}]([^{_UNSEEN}]*[^\s{_UNSEEN}])?$",
    ),
]


class Strict(BaseModel):
    """A body from outside: what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(BaseModel):
    """Why a request was refused: a word for programs, a sentence for people."""

    error: str
    detail: str


# People and bots


class Me(BaseModel):
    """Who is asking."""

    name: str
    kind: Literal["visitor", "bot"]


class Rename(Strict):
    """A name to be known by."""

    name: Name


class NewToken(Strict):
    """The name of a bot that wants a token."""

    name: Name


class Token(BaseModel):
    """A bearer token; it is shown once and is the bot's identity."""

    token: str
    name: str


class LevelShown(BaseModel):
    """A level of the machine. Elo: measured against each other, the random mover at 0."""

    level: int
    name: str
    elo: int
    description: str


# Games


class MySeat(Strict):
    """The asker sits here."""

    kind: Literal["me"]


class OpenSeat(Strict):
    """Whoever has the invitation sits here."""

    kind: Literal["open"]


class MachineSeat(Strict):
    """The machine sits here."""

    kind: Literal["machine"]
    level: Annotated[int, Field(ge=1, le=10)]


class RandomSeat(Strict):
    """Chance sits here."""

    kind: Literal["random"]


NewSeat: TypeAlias = Annotated[
    MySeat | OpenSeat | MachineSeat | RandomSeat, Field(discriminator="kind")
]


class Seat(BaseModel):
    """Who sits at the board."""

    kind: Literal["person", "open", "machine", "random"]
    name: str
    level: int | None = None


class Clock(Strict):
    """Seconds for the game, and seconds more for each move."""

    base: Annotated[int, Field(ge=1, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)]


class NewGame(Strict):
    """A game to be made: who sits where, by which clock and rules, from which position."""

    white: NewSeat
    black: NewSeat
    clock: Clock | None = None
    rules: Text = ""
    start: Text | None = None
    moves: Moves = []
    public: bool = False


class Left(BaseModel):
    """Milliseconds left to each player."""

    white: int
    black: int


class Offer(BaseModel):
    """An offer that stands."""

    what: What
    by: ColorName


class Game(BaseModel):
    """A game as it stands. `v` is the number of its last event, `role` what the asker may do."""

    id: str
    v: int
    status: Status
    start: str
    rules: str
    moves: list[str]
    turn: ColorName
    white: Seat
    black: Seat
    clock: Clock | None
    left: Left | None
    running: ColorName | None
    offers: list[Offer]
    result: Result | None
    termination: End | None
    network: list[str] | None
    between_people: bool
    public: bool
    created: str
    rematch: str | None
    role: Role


class GameSummary(BaseModel):
    """A game in a list."""

    id: str
    status: Status
    white: Seat
    black: Seat
    clock: Clock | None
    position: str
    plies: int
    result: Result | None
    termination: End | None
    public: bool
    created: str


class GameList(BaseModel):
    """Public games, the newest first; `next` is the `before` of the page that follows."""

    games: list[GameSummary]
    next: str | None


class Created(BaseModel):
    """A new game, and the secret that takes its open seat if it has one."""

    game: Game
    invite: str | None


# Records and pictures


class RecordGame(BaseModel):
    """A game that was read from a record."""

    tags: dict[str, str]
    start: str
    rules: str
    moves: list[str]
    result: str
    termination: str | None


class RecordFault(BaseModel):
    """What is wrong with a record, and on which line of the text."""

    line: int | None
    detail: str


class RecordsRead(BaseModel):
    """The games of a text, and what could not be read."""

    games: list[RecordGame]
    errors: list[RecordFault]


class NewRecord(Strict):
    """A game to be written down. Tags may be any; those that say what the moves say must agree."""

    start: Text | None = None
    rules: Text = ""
    moves: Moves = []
    tags: Annotated[dict[Text, Text], Field(max_length=50)] = {}


class Health(BaseModel):
    """The server answers, and its database does."""

    status: Literal["ok"]
    version: str


# Commands: from a player to the server


class MoveCommand(Strict):
    """Make a move, the `ply`-th of the game counted from 0. `lag`: measured milliseconds that
    the message spent on its way."""

    t: Literal["move"]
    id: CommandId
    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    m: MoveText
    lag: Annotated[int, Field(ge=0, le=60_000)] = 0


class OfferCommand(Strict):
    """Offer a draw, a takeback or another game, or answer such an offer."""

    t: Literal["offer", "accept", "decline"]
    id: CommandId
    what: What


class ResignCommand(Strict):
    """Give the game up."""

    t: Literal["resign"]
    id: CommandId


Command: TypeAlias = Annotated[MoveCommand | OfferCommand | ResignCommand, Field(discriminator="t")]


# Answers: from the server to whoever is connected


class Ack(BaseModel):
    """The command is done and kept; its event has the number `v`."""

    t: Literal["ack"]
    id: str
    v: int


class Nack(BaseModel):
    """The command was refused, and nothing changed. `v` is the game's last event."""

    t: Literal["nack"]
    id: str | None
    code: NackCode
    detail: str
    v: int


class Hello(BaseModel):
    """The first message on a socket. `now`: the server's time in milliseconds, as in `at`."""

    t: Literal["hello"]
    v: int
    role: Role
    now: int


class State(BaseModel):
    """The whole game, for those who have not seen its events."""

    t: Literal["state"]
    v: int
    game: Game


class _Event(BaseModel):
    t: Literal["event"]
    v: int


class JoinEvent(_Event):
    """Somebody took the open seat."""

    k: Literal["join"]
    color: ColorName
    seat: Seat


class MoveEvent(_Event):
    """A move was made; all offers lapse. `left` and `running` hold from `at` on."""

    k: Literal["move"]
    ply: int
    m: str
    by: ColorName
    left: Left | None
    running: ColorName | None
    at: int


class OfferEvent(_Event):
    """An offer was made or declined."""

    k: Literal["offer", "decline"]
    what: What
    by: ColorName


class TakebackEvent(_Event):
    """Moves were taken back: `ply` are left. All offers lapse."""

    k: Literal["takeback"]
    ply: int
    left: Left | None
    running: ColorName | None
    at: int


class ClockEvent(_Event):
    """The clocks were set anew: no time passes while no server is there."""

    k: Literal["clock"]
    left: Left
    running: ColorName
    at: int


class EndEvent(_Event):
    """The game is over; all offers lapse. `by`: who resigned or ran out of time."""

    k: Literal["end"]
    result: Result
    termination: End
    network: list[str] | None
    by: ColorName | None
    left: Left | None


class RematchEvent(_Event):
    """Another game was made, with colours exchanged."""

    k: Literal["rematch"]
    game: str


class Thinking(BaseModel):
    """The machine is asked for a move: 0, it searches; n, it waits behind n others."""

    t: Literal["thinking"]
    color: ColorName
    place: int


class Presence(BaseModel):
    """Who is connected."""

    t: Literal["presence"]
    white: bool
    black: bool
    watchers: int


SocketMessage: TypeAlias = (
    Hello
    | State
    | JoinEvent
    | MoveEvent
    | OfferEvent
    | TakebackEvent
    | ClockEvent
    | EndEvent
    | RematchEvent
    | Ack
    | Nack
    | Thinking
    | Presence
)
"""What the server sends on a socket, besides the text `0` that answers `p`."""
