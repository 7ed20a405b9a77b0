"""Who is asking: a browser by its cookie, an account by its session's cookie, a bot by its token.

All are long random secrets. The identity of a browser or a bot is a hash of its secret, and the
database holds only hashes. A visitor costs the server nothing until they take a name or a seat.
Bots and sessions are written down when they are made, so that they can end.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tenchips.server.refusals import Refused

COOKIE: Final = "tenchips"
SESSION_COOKIE: Final = "tenchips_session"
LASTING: Final = 400 * 24 * 3600
"""Seconds that a cookie is kept: as long as browsers do."""

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Identity:
    """A visitor, an account or a bot. The id of a visitor or a bot is a hash of the secret that
    only they know, and their name is in the store; an account has both from its session."""

    id: str
    kind: Literal["visitor", "account", "bot"]
    name: str | None = None

    @property
    def nickname(self) -> str:
        """What it is called until it takes a name.

        >>> Identity("ab12", "visitor").nickname
        'Guest 43794'
        """
        return f"Guest {int(self.id[:4], 16)}"


def new_secret() -> str:
    """A secret that nobody guesses: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(kind: str, secret: str) -> str:
    """The only form in which a secret is kept. Equal secrets of two kinds differ in it."""
    return hashlib.sha256(f"{kind}:{secret}".encode()).hexdigest()[:32]


def bot_id(token: str) -> str:
    """The identity of a bot's token."""
    return hashed("bot", token)


def visitor_of(connection: HTTPConnection) -> Identity | None:
    """The visitor whose cookie came with a request or a socket."""
    secret = connection.cookies.get(COOKIE, "")
    return Identity(hashed("visitor", secret), "visitor") if _SECRET.fullmatch(secret) else None


def session_of(connection: HTTPConnection) -> str | None:
    """The id of the session whose cookie came with a request or a socket."""
    secret = connection.cookies.get(SESSION_COOKIE, "")
    return hashed("session", secret) if _SECRET.fullmatch(secret) else None


def greet(request: Request, response: Response) -> Identity:
    """Give a browser its cookie."""
    secret = new_secret()
    set_cookie(request, response, COOKIE, secret)
    return Identity(hashed("visitor", secret), "visitor")


def set_cookie(request: Request, response: Response, name: str, secret: str) -> None:
    """Give a browser a cookie that no script reads and no other site makes it send."""
    response.set_cookie(
        name,
        secret,
        max_age=LASTING,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def forget_session(response: Response) -> None:
    """Take the cookie of a session that has ended from a browser."""
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="lax")


async def asker(
    connection: HTTPConnection,
    is_bot: Callable[[str], Awaitable[bool]],
    account_of: Callable[[str], Awaitable[Identity | None]],
) -> Identity | None:
    """Who is behind a request or a socket; None for a stranger. `is_bot` knows the bots,
    `account_of` whom a session plays for."""
    header = connection.headers.get("authorization")
    if header is None:
        session = session_of(connection)
        account = await account_of(session) if session is not None else None
        return account or visitor_of(connection)
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer" and _SECRET.fullmatch(token):
        identity = Identity(bot_id(token), "bot")
        if await is_bot(identity.id):
            return identity
    raise Refused(401, "bad_token", "this token opens nothing: ask for one at POST /api/v1/tokens")


def check_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse what another site makes a browser send: browsers name the site they are on.

    Only requests that carry a cookie must come with an origin; bots need none.
    """
    if connection.scope["type"] == "http" and connection.scope["method"] in _SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is None:
        is_browser = not {COOKIE, SESSION_COOKIE}.isdisjoint(connection.cookies)
        if not is_browser or "authorization" in connection.headers:
            return
        raise Refused(403, "no_origin", "a request with a cookie must say its Origin")
    if origin not in (origins or (_own_origin(connection),)):
        raise Refused(403, "other_origin", "this page belongs to another site: open ours")


def _own_origin(connection: HTTPConnection) -> str:
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.headers.get('host', '')}"
