"""The lobby over HTTP: see, make, cancel and take challenges."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Path, Request

from tenchips.server import timekeeping
from tenchips.server.api import Asker, Here, Member, new_router
from tenchips.server.lobby.models import ChallengeList, ChallengeShown, NewChallenge
from tenchips.server.models import Game
from tenchips.server.refusals import refusals

ChallengeId: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]

lobby_api = new_router("/api/v1/lobby")


@lobby_api.get("", responses=refusals(401))
async def open_challenges(asker: Asker, here: Here) -> ChallengeList:
    """The open challenges, the oldest first."""
    return ChallengeList(challenges=here.lobby.shown(asker.id if asker else None))


@lobby_api.post("", status_code=201, responses=refusals(401, 403, 409, 413))
async def challenge(
    body: NewChallenge, request: Request, asker: Member, here: Here
) -> ChallengeShown:
    """Challenge whoever comes, in place of a challenge of yours that is open. It lasts for twenty
    seconds, or half an hour while you are connected to the lobby's socket."""
    address = here.address(request)
    here.limits.check_challenge(address)
    return await here.lobby.create(body, asker, address)


@lobby_api.delete("/{challenge}", status_code=204, responses=refusals(401, 403, 404))
async def cancel_challenge(challenge: ChallengeId, asker: Member, here: Here) -> None:
    """Take a challenge of yours back."""
    await here.lobby.cancel(challenge, asker)


@lobby_api.post("/{challenge}", responses=refusals(401, 403, 404, 409))
async def take_challenge(
    challenge: ChallengeId, request: Request, asker: Member, here: Here
) -> Game:
    """Play the owner of a challenge: the game that begins."""
    here.limits.check_game(here.address(request))
    game = await here.lobby.take(challenge, asker)
    return game.state.shown(asker.id, timekeeping.milliseconds())
