"""The HTTP API: make, join, see and list games, and turn records and positions into each other.

An endpoint reads a request, asks the games or the library, and answers. Whatever may go wrong is
declared, so that the OpenAPI document is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeAlias

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from tenchips import __version__
from tenchips.server import exports, metrics, timekeeping
from tenchips.server import identity as identities
from tenchips.server.exports import Ended, GameText
from tenchips.server.games import LiveGame
from tenchips.server.identity import Identity
from tenchips.server.levels import LEVELS
from tenchips.server.limits import EXPORT
from tenchips.server.messages import Ack, Command, Nack
from tenchips.server.models import (
    Created,
    Game,
    GameList,
    GameSummary,
    Health,
    LevelShown,
    Me,
    NewGame,
    NewRecord,
    NewToken,
    ProgramKind,
    RecordsRead,
    Rename,
    Token,
)
from tenchips.server.names import checked_account_name
from tenchips.server.opponents import has_learned
from tenchips.server.refusals import Refused, refusals
from tenchips.server.site import Site, site_of

# Only so that the OpenAPI document lists them.
_COOKIE: Final = APIKeyCookie(name=identities.COOKIE, scheme_name="cookie", auto_error=False)
_BEARER: Final = HTTPBearer(scheme_name="bearer", auto_error=False)

GameId: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]
Invite: TypeAlias = Annotated[str, Path(min_length=1, max_length=64)]
Theme: TypeAlias = Annotated[Literal["light", "dark", "auto"], Query()]


async def _here(connection: HTTPConnection) -> Site:
    return site_of(connection)  # what is not async would cost each request a thread


Here: TypeAlias = Annotated[Site, Depends(_here)]


async def _asker(request: Request, here: Here) -> Identity | None:
    return await here.asker(request)


async def _member(
    asker: Annotated[Identity | None, Depends(_asker)],
    _cookie: Annotated[object, Depends(_COOKIE)],
    _bearer: Annotated[object, Depends(_BEARER)],
) -> Identity:
    if asker is None:
        raise Refused(
            401, "no_identity", "call GET /api/v1/me for a cookie, or send a bearer token"
        )
    return asker


Asker: TypeAlias = Annotated[Identity | None, Depends(_asker)]
Member: TypeAlias = Annotated[Identity, Depends(_member)]


async def _given(
    position: Annotated[str | None, Query(max_length=200, pattern=r"^[WBwb0-9/ ]*$")] = None,
    moves: Annotated[str, Query(max_length=6000, pattern=r"^[0-7 -]*$")] = "",
) -> GameText:
    return GameText(position, "", tuple(moves.split()))


Given: TypeAlias = Annotated[GameText, Depends(_given)]

FEW_MOVES: Final = 20
"""Moves that a game may begin with to be set up at once; more are left to another process."""

CARD: Final = (1200, 630)
"""The size of a picture that other sites show of a link, as most of them want it."""


class SvgResponse(Response):
    """A picture. Its style is part of it, and it may do nothing else."""

    media_type = "image/svg+xml"


class PngResponse(Response):
    """A picture as dots, for those who show no SVG."""

    media_type = "image/png"


class GifResponse(Response):
    """A moving picture."""

    media_type = "image/gif"


async def from_our_site(request: Request, here: Here) -> None:
    """Refuse browsers that come from another site."""
    identities.check_origin(request, here.settings.origins)


def new_router(prefix: str = "/api/v1", *statuses: int) -> APIRouter:
    """A router of the interface, with the refusals that all its endpoints may answer with."""
    return APIRouter(
        prefix=prefix,
        dependencies=[Depends(from_our_site)],
        responses=refusals(*statuses, 422, 429, 503),
        generate_unique_id_function=operation_id,
    )


def operation_id(route: APIRoute) -> str:
    """What the OpenAPI document calls an endpoint."""
    return route.name


api = new_router()
probes = APIRouter(generate_unique_id_function=operation_id)


# People and bots


@api.get("/me", responses=refusals(401))
async def me(request: Request, response: Response, here: Here) -> Me:
    """Who am I? A browser that nobody knows gets its cookie."""
    asker = await _asker(request, here) or identities.greet(request, response)
    if asker.kind != "account" and identities.session_of(request) is not None:
        identities.forget_session(response)
    return Me(name=await here.store.name_of(asker), kind=asker.kind)


@api.put("/me", responses=refusals(401, 403, 409, 413))
async def rename(body: Rename, request: Request, asker: Member, here: Here) -> Me:
    """Take a name. Games that have begun keep the old one, unless it is that of an account."""
    if asker.kind == "account":
        name = _account_name(body.name)
        await here.membership.rename(asker.id, name, here.address(request))
    else:
        await here.membership.check_free(body.name)
        await here.store.rename(asker, body.name)
    return Me(name=body.name, kind=asker.kind)


@api.post("/tokens", status_code=201, responses=refusals(401, 403, 409, 413))
async def new_token(body: NewToken, request: Request, asker: Asker, here: Here) -> Token:
    """Make a bot: an identity of its own, known by the token. If an account asks, the bot
    belongs to it."""
    here.limits.check_token(here.address(request))
    owner = asker.id if asker is not None and asker.kind == "account" else None
    if owner is not None:
        await here.membership.check_bots(owner)
    await here.membership.check_free(body.name)
    token = identities.new_secret()
    await here.store.add_bot(identities.bot_id(token), body.name, owner)
    return Token(token=token, name=body.name)


@api.delete("/tokens/current", status_code=204, responses=refusals(401, 403))
async def end_token(asker: Member, here: Here) -> None:
    """Forget the bot that asks: its token opens nothing from now on."""
    if asker.kind != "bot":
        raise Refused(401, "no_token", "only a bot has a token: send it as a bearer token")
    await here.store.remove_bot(asker.id)


@api.get("/levels")
async def levels() -> list[LevelShown]:
    """The levels of the machine, weakest first."""
    return [
        LevelShown(level=level, name=name, elo=elo, description=description)
        for level, name, elo, description in LEVELS
    ]


@api.get("/opponents")
async def opponents() -> list[ProgramKind]:
    """The programs of this server that can take a seat: the machine at its levels, random moves
    and, where it is installed, the learned player."""
    return ["machine", "random", *(("learned",) if has_learned() else ())]


# Games


@api.post("/games", status_code=201, responses=refusals(401, 403, 409, 413))
async def create(body: NewGame, request: Request, asker: Member, here: Here) -> Created:
    """Make a game. With an open seat, the answer holds the invitation, once."""
    here.limits.check_game(here.address(request))
    if len(body.moves) <= FEW_MOVES:
        board = exports.board_of(body.start, body.rules, body.moves)
    else:
        here.limits.check_request(here.address(request), EXPORT)
        given = (body.start, body.rules, body.moves)
        board = await here.exports.make(request, here.address(request), exports.board_of, *given)
    game, invite = await here.games.create(body, board, asker)
    return Created(game=_shown(game, asker), invite=invite)


@api.get("/games")
async def listed(
    here: Here,
    status: Annotated[Literal["live", "ended"], Query()] = "live",
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    before: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9_-]{1,64}$")] = None,
) -> GameList:
    """Public games, the newest first."""
    games, following = await here.games.listed(status, limit, before)
    return GameList(games=[_summary(game) for game in games], next=following)


@api.get("/games/{id}", responses=refusals(401, 404))
async def game(id: GameId, request: Request, asker: Asker, here: Here) -> Game:
    """A game as it stands."""
    found = await _game(here, id)
    here.games.renew_lease(found, asker, here.address(request))
    return _shown(found, asker)


@api.get("/games/{id}/record", response_class=PlainTextResponse, responses=refusals(404))
async def record(id: GameId, request: Request, here: Here) -> Response:
    """The game as a record."""
    state = (await _game(here, id)).state
    game, facts = GameText.of(state.board), Ended.of(state)
    made = await _export(request, here, ("record", id, state.v), exports.record_of, game, facts)
    return PlainTextResponse(made)


@api.get("/games/{id}/board.svg", response_class=SvgResponse, responses=refusals(404))
async def board_svg(
    id: GameId,
    here: Here,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    theme: Theme = "auto",
) -> Response:
    """A picture of the game after `ply` moves, by default after the last."""
    return SvgResponse(exports.svg_of((await _game(here, id)).state.board, theme, ply))


@api.get("/games/{id}/game.gif", response_class=GifResponse, responses=refusals(404))
async def game_gif(id: GameId, request: Request, here: Here, theme: Theme = "light") -> Response:
    """The game as a moving picture."""
    state = (await _game(here, id)).state
    key, game = ("gif", id, state.v, theme), GameText.of(state.board)
    return GifResponse(await _export(request, here, key, exports.gif_of, game, theme))


@api.get("/games/{id}/preview.png", response_class=PngResponse, responses=refusals(404))
async def game_preview(id: GameId, request: Request, here: Here) -> Response:
    """What other sites show of a link to the game."""
    state = (await _game(here, id)).state
    key, game = ("preview", id, state.v), GameText.of(state.board)
    return PngResponse(await _export(request, here, key, exports.card_of, game, *CARD))


@api.post(
    "/games/{id}/commands",
    response_model=Ack,
    responses=refusals(401, 403, 404, 413) | {409: {"model": Nack, "description": "Refused."}},
)
async def command(
    id: GameId, body: Command, request: Request, asker: Member, here: Here
) -> Response:
    """Do what a socket's command does, for bots that have none."""
    found = await _game(here, id)
    address = here.address(request)
    here.games.renew_lease(found, asker, address)
    answer = await here.games.command(found, asker.id, body, address)
    return JSONResponse(answer.model_dump(), 200 if isinstance(answer, Ack) else 409)


@api.get("/invites/{invite}", responses=refusals(404))
async def invitation(invite: Invite, here: Here) -> GameSummary:
    """The game that an invitation is for."""
    return _summary(await here.games.by_invite(invite))


@api.post("/invites/{invite}", responses=refusals(401, 403, 404, 409))
async def join(invite: Invite, asker: Member, here: Here) -> Game:
    """Take the open seat."""
    return _shown(await here.games.join(invite, asker), asker)


# Records and pictures, for games that no server has seen


@api.get("/pictures/board.svg", response_class=SvgResponse)
async def picture(request: Request, here: Here, game: Given, theme: Theme = "auto") -> Response:
    """A picture of a position after moves."""
    if not game.moves:
        return SvgResponse(exports.picture_of(game, theme))
    return SvgResponse(await _export(request, here, None, exports.picture_of, game, theme))


@api.get("/pictures/preview.png", response_class=PngResponse)
async def position_preview(request: Request, here: Here, game: Given) -> Response:
    """What other sites show of a link to a position."""
    key = ("preview", game)
    return PngResponse(await _export(request, here, key, exports.card_of, game, *CARD))


@api.get("/pictures/game.gif", response_class=GifResponse)
async def moving_picture(
    request: Request, here: Here, game: Given, theme: Theme = "light"
) -> Response:
    """A moving picture of moves from a position."""
    return GifResponse(await _export(request, here, None, exports.gif_of, game, theme))


@api.post(
    "/records",
    responses=refusals(403, 413),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def read(request: Request, here: Here) -> RecordsRead:
    """Read the games of a record."""
    body = await request.body()
    here.limits.check_request(here.address(request), EXPORT)
    return await here.exports.make(request, here.address(request), exports.read, body)


@api.post("/record", response_class=PlainTextResponse, responses=refusals(403, 413))
async def write(body: NewRecord, request: Request, here: Here) -> Response:
    """Write a game down as a record."""
    return PlainTextResponse(await _export(request, here, None, exports.write, body))


# For those who watch over the server


@probes.get("/healthz", responses=refusals(429, 503))
async def health(here: Here) -> Health:
    """Whether the server works: its database takes writes, and its background tasks run."""
    if problems := await here.problems():
        raise Refused(503, "unhealthy", "; ".join(problems))
    return Health(status="ok", version=__version__)


@probes.get("/metrics", include_in_schema=False)
async def counts() -> Response:
    """What the server has counted."""
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


async def _export(
    request: Request,
    here: Site,
    key: tuple[object, ...] | None,
    work: Callable[..., str | bytes],
    *args: object,
) -> str | bytes:
    """What was made before under this key, or is made now by another process."""
    if key is not None and (found := here.exports.find(key)) is not None:
        return found
    here.limits.check_request(here.address(request), EXPORT)
    made = await here.exports.make(request, here.address(request), work, *args)
    if key is not None:
        here.exports.keep(key, made)
    return made


async def _game(here: Site, id: str) -> LiveGame:
    found = await here.games.get(id)
    if found is None:
        raise Refused(404, "no_game", "there is no game with this id: check the link")
    return found


def _account_name(name: str) -> str:
    try:
        return checked_account_name(name)
    except ValueError as error:
        raise Refused(422, "bad_name", str(error)) from None


def _shown(game: LiveGame, asker: Identity | None) -> Game:
    return game.state.shown(asker.id if asker else None, timekeeping.milliseconds())


def _summary(game: LiveGame) -> GameSummary:
    return game.state.summary()
