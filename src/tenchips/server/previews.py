"""What other sites show of a link to this one: Open Graph tags in the page that is sent.

A page for a game, an invitation, a position, a player or a tournament is the one page there is,
with a few tags more, made of what the server knows. Everything in them is escaped; what cannot be
found, or cannot be asked for because the database does not answer, gets no tags.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote, urlencode

from starlette.requests import Request

from tenchips.server.api import CARD
from tenchips.server.models import Clock, DaysClock, TimeControl
from tenchips.server.names import skeleton
from tenchips.server.refusals import Refused
from tenchips.server.site import Site
from tenchips.server.state import NAMES, GameState, Sitter
from tenchips.server.store import Unavailable
from tenchips.server.store.tournaments import Tournament
from tenchips.squares import BLACK, WHITE

SITE: Final = "Tenchips"
GAME: Final = "Network, a board game for two with ten chips a side."
PICTURE: Final = "/api/v1/pictures/preview.png"

_HOST: Final = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
_POSITION: Final = re.compile(r"[WBwb0-9/ ]{1,200}")
_MOVES: Final = re.compile(r"[0-7 -]{1,2000}")


class Preview(NamedTuple):
    """What is shown of a link."""

    title: str
    description: str
    picture: str
    """The path of the picture."""


def has_preview(path: str) -> bool:
    """Whether a page may have tags of its own.

    >>> has_preview("/g/abc"), has_preview("/learn")
    (True, False)
    """
    return path == "/board" or path.startswith(("/g/", "/join/", "/player/", "/t/"))


async def preview_of(request: Request, site: Site) -> Preview | None:
    """What is to be shown of a link to this page."""
    first, _, name = request.scope["path"].removeprefix("/").partition("/")
    try:
        if first == "g":
            game = await site.games.get(name)
            return _of_game(game.state) if game else None
        if first == "join":
            return _of_invitation((await site.games.by_invite(name)).state)
        if first == "t":
            return _of_tournament((await site.tournaments.get(name)).tournament)
        if first == "player":
            return await _of_player(name, site)
        return _of_position(request.scope["query_string"].decode("latin-1"))
    except (Refused, Unavailable):
        return None


def tags(preview: Preview, request: Request, site: Site) -> str:
    """The tags for the head of a page."""
    origin = site.settings.origins[0] if site.settings.origins else _own_origin(request)
    width, height = CARD
    facts = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": f"{origin}{preview.picture}",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": "The board",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in facts.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />', ""])


def _own_origin(request: Request) -> str:
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else ""


def _of_game(state: GameState) -> Preview:
    white, black = (_name(state.seats[color]) for color in (WHITE, BLACK))
    return Preview(f"{white} against {black}", f"{_standing(state)} {GAME}", _picture(state))


def _of_invitation(state: GameState) -> Preview:
    hosts = [seat.name for seat in state.seats if seat.kind == "person"]
    if state.status != "waiting":
        return Preview("A game of Network", f"This seat is taken. {GAME}", _picture(state))
    title = f"{hosts[0] if hosts else 'Somebody'} invites you to a game"
    return Preview(title, f"{_pace(state.clock)}. {GAME}", _picture(state))


def _pace(clock: TimeControl | None) -> str:
    match clock:
        case None:
            return "No clock"
        case DaysClock(days=days):
            return "A day for each move" if days == 1 else f"{days} days for each move"
        case _:
            return f"{clock.base / 60:g} minutes and {clock.increment} seconds a move"


def _of_tournament(tournament: Tournament) -> Preview:
    clock = _pace(Clock(base=tournament.base, increment=tournament.increment))
    kind = "A Swiss tournament" if tournament.kind == "swiss" else "A round robin"
    return Preview(tournament.name, f"{kind}. {clock}. {GAME}", PICTURE)


async def _of_player(name: str, site: Site) -> Preview | None:
    account = await site.accounts.by_skeleton(skeleton(name[:40]))
    if account is None:
        return None
    return Preview(account.name, f"A player of {GAME}", PICTURE)


def _of_position(query: str) -> Preview | None:
    words = parse_qs(query)
    given = {
        name: words[name][0]
        for name, pattern in (("position", _POSITION), ("moves", _MOVES))
        if name in words and pattern.fullmatch(words[name][0])
    }
    if not given:
        return None
    return Preview("A position of Network", GAME, f"{PICTURE}?{urlencode(given)}")


def _picture(state: GameState) -> str:
    return f"/api/v1/games/{quote(state.id)}/preview.png?v={state.v}"


def _name(seat: Sitter) -> str:
    if seat.kind == "machine":
        return f"the computer (level {seat.level})"
    known = {"open": "nobody yet", "random": "a random player", "learned": "the learned player"}
    return known.get(seat.kind, seat.name)


def _standing(state: GameState) -> str:
    if state.result == "1/2-1/2":
        return "A draw."
    if state.result in ("1-0", "0-1"):
        winner = WHITE if state.result == "1-0" else BLACK
        return f"{NAMES[winner].capitalize()} has won."
    if state.result is not None:
        return "The game was called off."
    if state.status == "waiting":
        return "The game waits for an opponent."
    return f"{NAMES[state.board.turn].capitalize()} is to move."
