"""The bodies of the HTTP API as types, and the values that they share with events and messages.

The OpenAPI document, and with it the front-end's types, is made from these classes. They say
what a body looks like; what it means for a game is decided in `judge` and `games`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from tenchips.server.names import LONGEST, checked_name

ColorName: TypeAlias = Literal["white", "black"]
Status: TypeAlias = Literal["waiting", "live", "ended"]
Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]
"""How a game ended; `*`: without a result."""
Role: TypeAlias = Literal["white", "black", "both", "owner", "watcher"]
SayingKey: TypeAlias = Literal[
    "hello",
    "good_luck",
    "nice_move",
    "oops",
    "thank_you",
    "well_played",
    "goodbye",
]
"""What players can say to each other; pages have the words."""
What: TypeAlias = Literal["draw", "takeback", "rematch"]
End: TypeAlias = Literal[
    "network",
    "no move",
    "repetition",
    "step limit",
    "resignation",
    "time",
    "agreement",
    "cancelled",
    "left",
]

MOST_MOVES: Final = 1000
"""Moves that a new game may begin with, or a record or picture be made of."""

Text: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
MoveText: TypeAlias = Annotated[str, StringConstraints(min_length=2, max_length=40)]
Moves: TypeAlias = Annotated[list[MoveText], Field(max_length=MOST_MOVES)]

Name: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST), AfterValidator(checked_name)
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
    kind: Literal["visitor", "account", "bot"]


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


ProgramKind: TypeAlias = Literal["machine", "random", "learned"]
"""A program that can take a seat."""


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
    """Anyone with the invitation may take this seat."""

    kind: Literal["open"]


class MachineSeat(Strict):
    """The machine sits here."""

    kind: Literal["machine"]
    level: Annotated[int, Field(ge=1, le=10)]


class RandomSeat(Strict):
    """Chance sits here."""

    kind: Literal["random"]


class LearnedSeat(Strict):
    """The learned player sits here, if `GET /opponents` has it."""

    kind: Literal["learned"]


NewSeat: TypeAlias = Annotated[
    MySeat | OpenSeat | MachineSeat | RandomSeat | LearnedSeat, Field(discriminator="kind")
]


class Seat(BaseModel):
    """Who sits at the board."""

    kind: Literal["person", "open", "machine", "random", "learned"]
    name: str
    level: int | None = None
    bot: bool = False
    """Whether this is a program with a token."""
    rating: int | None = None
    """The rating at the beginning of a rated game."""
    account: bool = False
    """Whether this is somebody with an account, who has a page of that name."""


class Clock(Strict):
    """Seconds for the game, and seconds more for each move."""

    base: Annotated[int, Field(ge=1, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)]


class DaysClock(Strict):
    """Days for each move: a correspondence game."""

    days: Annotated[int, Field(ge=1, le=14)]


TimeControl: TypeAlias = Clock | DaysClock


class NewGame(Strict):
    """A game to be made: who sits where, by which clock and rules, from which position."""

    white: NewSeat
    black: NewSeat
    clock: TimeControl | None = None
    rules: Text = ""
    start: Text | None = None
    moves: Moves = []
    public: bool = False
    rated: bool = False
    """Against the machine: from a balanced opening, with sides by lot and a clock."""


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
    clock: TimeControl | None
    left: Left | None
    running: ColorName | None
    offers: list[Offer]
    result: Result | None
    termination: End | None
    network: list[str] | None
    between_people: bool
    choosing: ColorName | None
    """The player, by the side they have now, who is to pick a side before the first move."""
    rated: bool
    public: bool
    created: str
    rematch: str | None
    tournament: str | None
    """The tournament that it belongs to."""
    role: Role


class GameSummary(BaseModel):
    """A game in a list."""

    id: str
    status: Status
    white: Seat
    black: Seat
    clock: TimeControl | None
    position: str
    plies: int
    result: Result | None
    termination: End | None
    rated: bool
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
    movetext: str
    """The moves with comments and variations, as in the record."""
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
    """A game to be written down. Tags may be any; those that say what the moves say must agree.

    `movetext` is for comments and variations: the same moves again, as a record has them.
    """

    start: Text | None = None
    rules: Text = ""
    moves: Moves = []
    movetext: Annotated[str, Field(max_length=50_000)] = ""
    tags: Annotated[dict[Text, Text], Field(max_length=50)] = {}


class Health(BaseModel):
    """The server answers, and its database does."""

    status: Literal["ok"]
    version: str
