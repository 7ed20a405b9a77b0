"""Tournaments over HTTP: make, find, join and run them, and take their results away."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, TypeAlias

from fastapi import Path, Request, Response
from fastapi.responses import PlainTextResponse

from tenchips.server import identity as identities
from tenchips.server import timekeeping
from tenchips.server.api import Asker, Here, Member, new_router
from tenchips.server.identity import Identity
from tenchips.server.limits import EXPORT
from tenchips.server.refusals import refusals
from tenchips.server.store.tournaments import Listed, Whole
from tenchips.server.tournaments import exports
from tenchips.server.tournaments.models import (
    Boards,
    NewTournament,
    Pause,
    SeatLink,
    SeatLinks,
    SeatShown,
    TournamentGames,
    TournamentList,
    TournamentState,
    TournamentSummary,
)
from tenchips.server.tournaments.shown import pairing_shown, state_of, summary_of
from tenchips.server.tournaments.tournaments import NO_SEAT

LISTED: Final = 30
"""Tournaments of each kind in the list."""

AT_ONCE: Final = 200
"""Games that are read at once to be written as records."""

TournamentId: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]
Token: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Path(ge=0, le=100_000)]


class CsvResponse(Response):
    """A table."""

    media_type = "text/csv"


tournaments_api = new_router()

_CHANGES: Final = refusals(401, 403, 404, 409)


@tournaments_api.get("/tournaments", responses=refusals(401))
async def tournaments(asker: Asker, here: Here) -> TournamentList:
    """Tournaments: the asker's own, and those that are for everybody."""
    store = here.tournaments.store

    def shown(found: list[Listed]) -> list[TournamentSummary]:
        return [summary_of(one) for one in found]

    return TournamentList(
        mine=shown(await store.listed_of(asker.id, LISTED) if asker else []),
        open=shown(await store.listed(("open",), LISTED)),
        live=shown(await store.listed(("live",), LISTED)),
        ended=shown(await store.listed(("ended",), LISTED)),
    )


@tournaments_api.post("/tournaments", status_code=201, responses=refusals(401, 403, 409, 413))
async def create_tournament(
    body: NewTournament, request: Request, asker: Member, here: Here
) -> TournamentState:
    """Make a tournament. With a roster, each name gets a personal link."""
    here.limits.check_tournament(here.address(request))
    return _state(await here.tournaments.create(body, asker), asker)


@tournaments_api.get("/tournaments/{tournament}", responses=refusals(401, 404))
async def tournament(tournament: TournamentId, asker: Asker, here: Here) -> TournamentState:
    """A tournament as it stands, with the pairings of its last round."""
    return _state(await here.tournaments.get(tournament), asker)


@tournaments_api.get("/tournaments/{tournament}/games", responses=refusals(404))
async def tournament_games(tournament: TournamentId, here: Here) -> TournamentGames:
    """The pairings of all rounds."""
    whole = await here.tournaments.get(tournament)
    return TournamentGames(pairings=[pairing_shown(it) for it in whole.pairings])


@tournaments_api.get("/tournaments/{tournament}/boards", responses=refusals(404))
async def tournament_boards(tournament: TournamentId, here: Here) -> Boards:
    """The games of the last round as they stand."""
    whole = await here.tournaments.get(tournament)
    games = [await here.games.get(it.game) for it in whole.current if it.game is not None]
    return Boards(boards=[game.state.summary() for game in games if game is not None])


@tournaments_api.get(
    "/tournaments/{tournament}/results.csv", response_class=CsvResponse, responses=refusals(404)
)
async def tournament_results(tournament: TournamentId, here: Here) -> Response:
    """The standings as a table."""
    return CsvResponse(exports.results(await here.tournaments.get(tournament)))


@tournaments_api.get(
    "/tournaments/{tournament}/records", response_class=PlainTextResponse, responses=refusals(404)
)
async def tournament_records(tournament: TournamentId, request: Request, here: Here) -> Response:
    """All games as records, round by round."""
    whole = await here.tournaments.get(tournament)
    here.limits.check_request(here.address(request), EXPORT)
    ids = [it.game for it in whole.pairings if it.game is not None]
    texts = []
    for first in range(0, len(ids), AT_ONCE):
        some = ids[first : first + AT_ONCE]
        events = await here.store.events(dict.fromkeys(some, -1))
        texts.append(await asyncio.to_thread(exports.records, some, events, whole.tournament.name))
    return PlainTextResponse("\n".join(texts))


# Players


@tournaments_api.post("/tournaments/{tournament}/players", responses=_CHANGES)
async def join_tournament(tournament: TournamentId, asker: Member, here: Here) -> TournamentState:
    """Join a tournament, or come back to it."""
    return _state(await here.tournaments.join(tournament, asker), asker)


@tournaments_api.delete("/tournaments/{tournament}/players/me", responses=_CHANGES)
async def withdraw(
    tournament: TournamentId, request: Request, asker: Member, here: Here
) -> TournamentState:
    """Leave a tournament; the game that you play there is lost."""
    address = here.address(request)
    return _state(await here.tournaments.withdraw(tournament, asker, address), asker)


@tournaments_api.delete("/tournaments/{tournament}/players/{number}", responses=_CHANGES)
async def remove_player(
    tournament: TournamentId, number: Number, request: Request, asker: Member, here: Here
) -> TournamentState:
    """Remove a player from your tournament; the game that they play there is lost."""
    address = here.address(request)
    return _state(await here.tournaments.remove(tournament, number, asker, address), asker)


# The organiser


@tournaments_api.post("/tournaments/{tournament}/start", responses=_CHANGES)
async def start_tournament(tournament: TournamentId, asker: Member, here: Here) -> TournamentState:
    """Start your tournament now."""
    return _state(await here.tournaments.start(tournament, asker), asker)


@tournaments_api.post("/tournaments/{tournament}/next-round", responses=_CHANGES)
async def next_round(tournament: TournamentId, asker: Member, here: Here) -> TournamentState:
    """Start the next round of your tournament, when the last is over."""
    return _state(await here.tournaments.next_round(tournament, asker), asker)


@tournaments_api.put("/tournaments/{tournament}/paused", responses=_CHANGES | refusals(413))
async def pause_tournament(
    tournament: TournamentId, body: Pause, asker: Member, here: Here
) -> TournamentState:
    """Have the next round of your tournament wait for you, or come by itself."""
    return _state(await here.tournaments.pause(tournament, body.paused, asker), asker)


@tournaments_api.post("/tournaments/{tournament}/end", responses=_CHANGES)
async def end_tournament(tournament: TournamentId, asker: Member, here: Here) -> TournamentState:
    """End your tournament: games that are not over no longer count."""
    return _state(await here.tournaments.end(tournament, asker), asker)


@tournaments_api.get("/tournaments/{tournament}/seats", responses=refusals(401, 403, 404))
async def seats(tournament: TournamentId, asker: Member, here: Here) -> SeatLinks:
    """The personal links of your roster."""
    whole = await here.tournaments.organised(tournament, asker)
    return SeatLinks(
        seats=[
            SeatLink(number=it.number, name=it.name, token=it.seat, joined=it.joined is not None)
            for it in whole.players
            if it.seat is not None
        ]
    )


# Personal links


@tournaments_api.get("/seats/{token}", responses=refusals(401, 404))
async def seat(token: Token, asker: Asker, here: Here) -> SeatShown:
    """Whom a personal link is for."""
    found = await here.tournaments.store.of_seat(token)
    if found is None or found[1].status == "removed":
        raise NO_SEAT
    id, player = found
    whole = await here.tournaments.get(id)
    return SeatShown(
        tournament=id,
        title=whole.tournament.name,
        organiser=whole.tournament.organiser,
        name=player.name,
        is_me=asker is not None and asker.id == player.identity and player.joined is not None,
    )


@tournaments_api.post("/seats/{token}", responses=_CHANGES)
async def take_seat(
    token: Token, request: Request, response: Response, asker: Asker, here: Here
) -> SeatShown:
    """Be the player of a personal link: this browser plays for them from now on."""
    await here.tournaments.take_seat(token, asker)
    identities.set_cookie(request, response, identities.COOKIE, token)
    return (await seat(token, asker, here)).model_copy(update={"is_me": True})


def _state(whole: Whole, asker: Identity | None) -> TournamentState:
    return state_of(whole, asker.id if asker else None, timekeeping.milliseconds())
