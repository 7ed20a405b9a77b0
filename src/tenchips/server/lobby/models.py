"""What the lobby's requests and its socket carry."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel

from tenchips.server.models import Clock, Strict
from tenchips.server.store.challenges import SideChoice


class NewChallenge(Strict):
    """A challenge to whoever comes. `color`: what its owner plays. A quick one takes a fitting
    challenge that is open already, or waits to be taken."""

    clock: Clock | None = None
    color: SideChoice = "random"
    quick: bool = False
    rated: bool = False
    """For players with an account: from a balanced opening, and whoever takes it picks a side."""


class ChallengeShown(BaseModel):
    """A challenge in the lobby. `color`: what its owner plays."""

    id: str
    name: str
    kind: Literal["visitor", "account", "bot"]
    clock: Clock | None
    color: SideChoice
    rated: bool
    rating: int | None
    created: int
    mine: bool
    """Whether it is the asker's own."""


class ChallengeList(BaseModel):
    """The open challenges, the oldest first."""

    challenges: list[ChallengeShown]


# The socket


class LobbyHello(BaseModel):
    """The first message on a socket: the open challenges."""

    t: Literal["hello"] = "hello"
    challenges: list[ChallengeShown]


class ChallengeAdded(BaseModel):
    """Somebody made a challenge."""

    t: Literal["added"] = "added"
    challenge: ChallengeShown


class ChallengeRemoved(BaseModel):
    """A challenge was taken or cancelled, or has expired."""

    t: Literal["removed"] = "removed"
    id: str


class ChallengeTaken(BaseModel):
    """Your challenge led to a game."""

    t: Literal["taken"] = "taken"
    id: str
    game: str


LobbyMessage: TypeAlias = LobbyHello | ChallengeAdded | ChallengeRemoved | ChallengeTaken
"""What the server sends on the lobby's socket, besides the text `0` that answers `p`."""
