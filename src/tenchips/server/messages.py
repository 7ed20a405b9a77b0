"""The messages of a game's socket: commands from a player, and what the server sends.

Events are the larger part of what it sends; they are in `events`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints

from tenchips.server.events import SentEvent
from tenchips.server.models import ColorName, Game, MoveText, Role, SayingKey, Strict, What

NackCode: TypeAlias = Literal[
    "stale",
    "illegal",
    "not_your_turn",
    "over",
    "no_seat",
    "no_offer",
    "bad_request",
    "busy",
    "too_early",
]
CommandId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]


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


class CancelCommand(Strict):
    """Call off a game that still waits for an opponent."""

    t: Literal["cancel"]
    id: CommandId


class ClaimCommand(Strict):
    """End the game because the opponent, who is to move, has left: as a win or as a draw."""

    t: Literal["claim"]
    id: CommandId
    what: Literal["win", "draw"]


class SideCommand(Strict):
    """Pick the side to play, where one has the choice."""

    t: Literal["side"]
    id: CommandId
    color: ColorName


class SayCommand(Strict):
    """Say something to the opponent; it is not kept."""

    t: Literal["say"]
    id: CommandId
    what: SayingKey


JudgedCommand: TypeAlias = (
    MoveCommand | OfferCommand | ResignCommand | CancelCommand | ClaimCommand | SideCommand
)
"""The commands that change a game."""

AnyCommand: TypeAlias = JudgedCommand | SayCommand
Command: TypeAlias = Annotated[AnyCommand, Field(discriminator="t")]


# Answers: from the server to the connected clients


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


class Thinking(BaseModel):
    """The machine is to move: 0, it searches; n, it waits behind n others."""

    t: Literal["thinking"]
    color: ColorName
    place: int


class Presence(BaseModel):
    """Who is connected."""

    t: Literal["presence"]
    white: bool
    black: bool
    watchers: int
    claim: int | None
    """If the player to move has left: milliseconds until the other may claim the game."""


class Said(BaseModel):
    """A player says something to the other."""

    t: Literal["said"]
    by: ColorName
    what: SayingKey


SocketMessage: TypeAlias = Hello | State | SentEvent | Ack | Nack | Thinking | Presence | Said
"""What the server sends on a socket, besides the text `0` that answers `p`."""
