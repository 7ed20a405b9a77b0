"""The application: its routes, what surrounds them, and the life of the site behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenchips.server import metrics
from tenchips.server.api import api, probes
from tenchips.server.migrations import check, migrate
from tenchips.server.openapi import document
from tenchips.server.pages import Pages
from tenchips.server.pool import EnginePool
from tenchips.server.refusals import NO_DATABASE, Refused, sentence
from tenchips.server.settings import Settings
from tenchips.server.site import Site
from tenchips.server.socket import socket
from tenchips.server.store import Unavailable, claim

POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""What our pages may load: what comes from here, and no script or style within the page."""

PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture brings its own style and may do nothing."""

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
STRICT_TRANSPORT: Final = "max-age=31536000"


def make_app(settings: Settings, pool: EnginePool | None = None) -> FastAPI:
    """The application with these settings; `pool` in place of the engine pool they describe."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with claim(settings.database) as is_ours:
            await asyncio.to_thread(migrate if is_ours else check, settings.database)
            site = Site(settings, pool)
            await site.open()
            app.state.site = site
            try:
                yield
            finally:
                await site.close()

    app = FastAPI(
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
    )
    app.include_router(api)
    app.include_router(probes)
    app.router.routes.append(WebSocketRoute("/ws/v1/games/{id}", socket))
    app.router.default = Elsewhere(Pages(settings.static), app.router.default)
    app.add_middleware(Bounded, settings=settings)
    app.add_middleware(Guarded)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(Unavailable, _unavailable)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


class Elsewhere:
    """Whatever is no route: a page for browsers, else nothing."""

    def __init__(self, pages: Pages, nothing: ASGIApp) -> None:
        self._pages, self._nothing = pages, nothing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        answer: Response | None = None
        is_ours = not scope["path"].startswith(("/api/", "/ws/"))
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and is_ours:
            answer = self._pages.answer(Request(scope))
        await (answer or self._nothing)(scope, receive, send)


class Bounded:
    """Bodies of a bounded size: they are read before anything else is done with them."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body of a request and pass it on."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            return await self._app(scope, receive, send)
        is_record = scope["path"] == "/api/v1/records"
        most = self._settings.record_body if is_record else self._settings.body
        body = await _body(scope, receive, most)
        if body is None:
            refusal = Refused(413, "too_large", f"the body is larger than {most} bytes")
            return await JSONResponse(refusal.body(), 413)(scope, receive, send)

        told = False

        async def again() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        return await self._app(scope, again, send)


async def _body(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The body of a request, None if it is too large."""
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdigit() or int(length[:20]) > most:
        return None
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return body


class Guarded:
    """The headers that every answer carries, and the count of answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with headers."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _guard(MutableHeaders(raw=message["headers"]), scope)
                route = getattr(scope.get("route"), "path", "page")
                metrics.REQUESTS.labels(scope["method"], route, message["status"]).inc()
            await send(message)

        return await self._app(scope, receive, guarded)


def _guard(headers: MutableHeaders, scope: Scope) -> None:
    is_picture = headers.get("content-type", "").startswith("image/")
    headers["content-security-policy"] = PICTURE_POLICY if is_picture else POLICY
    headers.update(HEADERS)
    headers.setdefault("cache-control", "no-store")
    if scope["scheme"] == "https":
        headers["strict-transport-security"] = STRICT_TRANSPORT


def _answer(refusal: Refused, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse(refusal.body(), refusal.status, headers)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    headers = {429: {"retry-after": "10"}, 401: {"www-authenticate": "Bearer"}}
    return _answer(error, headers.get(error.status))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _answer(Refused(422, "bad_request", sentence(error.errors())))


async def _failed(request: Request, error: Exception) -> Response:
    """What the framework refuses by itself."""
    assert isinstance(error, HTTPException)
    headers = {"allow": _allowed(request)} if error.status_code == 405 else None
    refusal = {
        400: Refused(422, "bad_request", "the body cannot be read: send JSON"),
        404: Refused(404, "not_found", "there is nothing at this address"),
        405: Refused(405, "bad_method", "this address does not answer to that method"),
    }.get(error.status_code, Refused(error.status_code, "failed", str(error.detail)))
    return _answer(refusal, headers)


def _allowed(request: Request) -> str:
    """The methods that an address answers to; the framework knows those of one route only."""
    methods: set[str] = set()
    for route in (*api.routes, *probes.routes):
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
            methods |= route.methods or set()
    return ", ".join(sorted(methods))


async def _unavailable(_: Request, error: Exception) -> Response:
    return _answer(NO_DATABASE)
