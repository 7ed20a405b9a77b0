"""What the requests and the socket of a tournament carry."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from tenchips.server.models import Clock, GameSummary, Name, Result, Strict
from tenchips.server.names import checked_visible
from tenchips.server.store.tournaments import Kind, PlayerStatus, Status

LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 200
MOST_ROUND_ROBIN: Final = 30
"""Players in a round robin: it has as many rounds."""
MOST_ROUNDS: Final = 15

TournamentName: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_NAME),
    AfterValidator(lambda name: checked_visible(name, LONGEST_NAME)),
]


class NewTournament(Strict):
    """A tournament to be made. Every game begins with a balanced opening."""

    name: TournamentName
    kind: Kind
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    """Of a Swiss tournament; without them, as many as find a winner."""
    clock: Clock
    starts: Annotated[int, Field(ge=0, le=10**14)] | None = None
    """Milliseconds since 1970; without them, the organiser starts it."""
    rated: bool = False
    """For players with an account."""
    roster: Annotated[list[Name], Field(min_length=2, max_length=MOST_PLAYERS)] | None = None
    """The names of those who play, each with a personal link; without it, anybody may join."""
    paused: bool = False
    """Whether the organiser starts each round."""


class Pause(Strict):
    """Whether the next round waits until the organiser starts it."""

    paused: bool


class TournamentSummary(BaseModel):
    """A tournament in a list."""

    id: str
    name: str
    organiser: str
    kind: Kind
    rounds: int | None
    round: int
    clock: Clock
    rated: bool
    by_roster: bool
    starts: int | None
    status: Status
    players: int
    created: int


class TournamentList(BaseModel):
    """Tournaments that the asker organises or plays in, and those that everybody may see: not
    started, going on, and ended; the newest first."""

    mine: list[TournamentSummary]
    open: list[TournamentSummary]
    live: list[TournamentSummary]
    ended: list[TournamentSummary]


class Standing(BaseModel):
    """A player, and what they have reached. Players with the same `place` are level."""

    number: int
    name: str
    kind: Literal["visitor", "account", "bot"]
    rating: int | None
    status: PlayerStatus
    joined: bool
    """Whether they are there: a name from a roster may not have come yet."""
    place: int
    points: float
    wins: int
    games: int
    buchholz: float
    """The points of all opponents."""
    sonneborn: float
    """The points of the opponents who were beaten, and half of those of a draw."""


class PairingShown(BaseModel):
    """Two players of a round, by their numbers; without Black, White sits out. A pairing without
    a game was won because the opponent was not there."""

    round: int
    white: int
    black: int | None
    game: str | None
    result: Result | None


class MyPart(BaseModel):
    """What the asker is in a tournament. `game`: the one to play now."""

    number: int | None
    status: PlayerStatus | None
    is_organiser: bool
    game: str | None


class TournamentShown(TournamentSummary):
    """A tournament: its players in the order of the standings, and the pairings of the last
    round. `v` counts its changes, and `now` is the time of the server."""

    v: int
    paused: bool
    ended: int | None
    now: int
    is_round_over: bool
    """Whether all games of the last round are over."""
    standings: list[Standing]
    pairings: list[PairingShown]


class TournamentState(BaseModel):
    """A tournament, and the asker's part in it."""

    tournament: TournamentShown
    me: MyPart


class TournamentGames(BaseModel):
    """The pairings of all rounds, in order."""

    pairings: list[PairingShown]


class Boards(BaseModel):
    """The games of the last round as they stand."""

    boards: list[GameSummary]


class SeatLink(BaseModel):
    """The personal link of a name from a roster: `/seat/` and the token."""

    number: int
    name: str
    token: str
    joined: bool


class SeatLinks(BaseModel):
    """The personal links of a roster."""

    seats: list[SeatLink]


class SeatShown(BaseModel):
    """Whom a personal link is for, and where."""

    tournament: str
    title: str
    organiser: str
    name: str
    is_me: bool
    """Whether this browser has taken it already."""


# The socket


class TournamentMessage(TournamentState):
    """The tournament as it is now: `hello` is the first message on a socket, and `state` comes
    whenever something has changed."""

    t: Literal["hello", "state"]
