"""Correspondence games over HTTP: where it is the asker's turn, and vacations."""

from __future__ import annotations

from typing import Final

from tenchips.server.api import Here, Member, new_router
from tenchips.server.correspondence.models import NewVacation, Turn, Turns, VacationShown
from tenchips.server.judge import flag_time
from tenchips.server.refusals import refusals
from tenchips.server.site import Site
from tenchips.server.state import NAMES, iso

MOST_TURNS: Final = 100

correspondence = new_router("/api/v1/me", 401)


@correspondence.get("/turns")
async def turns(asker: Member, here: Here) -> Turns:
    """The correspondence games in which it is your turn, the most urgent first."""
    found = []
    for id in await here.correspondence.turns(asker.id, MOST_TURNS):
        game = await here.games.get(id)
        due = flag_time(game.state) if game else None
        if game is not None and due is not None:
            color = NAMES[game.state.board.turn]
            found.append(Turn(game=game.state.summary(), color=color, due=iso(due)))
    return Turns(turns=found)


@correspondence.get("/vacation")
async def vacation(asker: Member, here: Here) -> VacationShown:
    """Whether you are on vacation."""
    return await _shown(asker.id, here)


@correspondence.put("/vacation", responses=refusals(403, 409, 413))
async def begin_vacation(body: NewVacation, asker: Member, here: Here) -> VacationShown:
    """Be away: the clocks of your correspondence games stand still."""
    await here.vacations.begin(asker.id, body.days)
    return await _shown(asker.id, here)


@correspondence.delete("/vacation", responses=refusals(403))
async def end_vacation(asker: Member, here: Here) -> VacationShown:
    """Be back: your clocks run again."""
    await here.vacations.end(asker.id)
    return await _shown(asker.id, here)


async def _shown(identity: str, here: Site) -> VacationShown:
    until, left = await here.vacations.current(identity)
    return VacationShown(until=None if until is None else iso(until), days_left=left)
