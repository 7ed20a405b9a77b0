"""The application: its routes, what surrounds them, and the life of the site behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenchips.server import metrics
from tenchips.server.accounts.api import accounts
from tenchips.server.alerts.api import alerts_api
from tenchips.server.api import api, probes
from tenchips.server.connections import LIMITS
from tenchips.server.correspondence.api import correspondence
from tenchips.server.limits import BAD_REQUEST, BYTES, METRICS, PAGE, REQUEST
from tenchips.server.lobby.api import lobby_api
from tenchips.server.lobby.socket import lobby_socket
from tenchips.server.migrations import check, migrate
from tenchips.server.openapi import document
from tenchips.server.pages import Pages
from tenchips.server.pool import EnginePool
from tenchips.server.previews import has_preview, preview_of, tags
from tenchips.server.ratings.api import ratings_api
from tenchips.server.refusals import NO_DATABASE, Refused, sentence
from tenchips.server.settings import Settings
from tenchips.server.site import Site, site_of
from tenchips.server.socket import socket
from tenchips.server.store import Unavailable, claim
from tenchips.server.tournaments.api import tournaments_api
from tenchips.server.tournaments.socket import tournament_socket

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What our pages may load: what comes from here, WebAssembly too, and no script or style within
the page."""

PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture brings its own style and may do nothing."""

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    # Alone in its process a page may share memory with its workers: the engine stops at once.
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
STRICT_TRANSPORT: Final = "max-age=31536000"

ROUTERS: Final = (
    api,
    lobby_api,
    accounts,
    ratings_api,
    correspondence,
    tournaments_api,
    alerts_api,
    probes,
)

RECORDS: Final = "/api/v1/records"
"""Where records are sent to be read: their bodies may be larger than others."""


def make_app(settings: Settings, pool: EnginePool | None = None) -> FastAPI:
    """The application with these settings; `pool` in place of the engine pool they describe."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        with claim(settings.database) as is_ours:
            await asyncio.to_thread(migrate if is_ours else check, settings.database)
            site = Site(settings, pool)
            await site.open()
            app.state.site = site
            try:
                yield {LIMITS: site.limits}
            finally:
                await site.close()

    app = FastAPI(
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        redirect_slashes=False,
    )
    # Not included: FastAPI would build them all again for each application.
    for router in ROUTERS:
        app.router.routes.extend(router.routes)
    app.router.routes.append(WebSocketRoute("/ws/v1/games/{id}", socket))
    app.router.routes.append(WebSocketRoute("/ws/v1/lobby", lobby_socket))
    app.router.routes.append(WebSocketRoute("/ws/v1/tournaments/{id}", tournament_socket))
    app.router.default = PageOrNothing(Pages(settings.static, settings.guide), app.router.default)
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(SecurityHeaders)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(Unavailable, _unavailable)
    app.openapi = cache(lambda: document(app))  # type: ignore[method-assign]
    return app


class PageOrNothing:
    """Whatever is no route: a page for browsers, else nothing."""

    def __init__(self, pages: Pages, nothing: ASGIApp) -> None:
        self._pages, self._nothing = pages, nothing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        answer: Response | None = None
        is_page = not scope["path"].startswith(("/api/", "/ws/"))
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and is_page:
            request = Request(scope)
            answer = await self._with_preview(request) or self._pages.answer(request)
        await (answer or self._nothing)(scope, receive, send)

    async def _with_preview(self, request: Request) -> Response | None:
        """A page of which other sites can show something, if there is something to show."""
        if not has_preview(request.scope["path"]):
            return None
        site = site_of(request)
        preview = await preview_of(request, site)
        return preview and self._pages.with_tags(tags(preview, request, site))


class RequestLimits:
    """Counts requests by address and reads their bodies, before anything else is done."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request, read its body and pass it on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        site: Site = scope["app"].state.site
        address, path = site.address(HTTPConnection(scope)), scope["path"]
        try:
            site.limits.check_request(address, _cost(path))
        except Refused as refusal:
            return await _answer(refusal)(scope, receive, send)
        if scope["method"] in ("GET", "HEAD"):
            return await self._app(scope, receive, send)
        most = self._settings.record_body if path == RECORDS else self._settings.body
        try:
            body = await _body(scope, receive, most)
        except ClientDisconnect:
            return None
        if body is None:
            too_large = Refused(413, "too_large", f"the body is larger than {most} bytes")
            return await _answer(too_large)(scope, receive, send)
        site.limits.charge(address, len(body) / BYTES)
        is_read = False

        async def receive_whole() -> Message:
            nonlocal is_read
            if is_read:
                return await receive()
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        return await self._app(scope, receive_whole, send)


def _cost(path: str) -> float:
    """What a request costs whatever comes of it; endpoints charge what they need besides."""
    if path.startswith(("/api/", "/healthz")) or has_preview(path):
        return REQUEST
    return METRICS if path == "/metrics" else PAGE


async def _body(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The body of a request, None if it is too large. Raises `ClientDisconnect`."""
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdigit() or int(length[:20]) > most:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return bytes(body)


class SecurityHeaders:
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


_MORE_HEADERS: Final = {
    401: {"www-authenticate": "Bearer"},
    # A client that asks too often has to connect again, which is counted as well.
    429: {"retry-after": "10", "connection": "close"},
}


def _answer(refusal: Refused, headers: dict[str, str] | None = None) -> Response:
    more = headers or _MORE_HEADERS.get(refusal.status)
    return JSONResponse(refusal.body(), refusal.status, more)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if error.status == 422:
        _charge_bad_request(request)
    return _answer(error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    _charge_bad_request(request)
    return _answer(Refused(422, "bad_request", sentence(error.errors())))


def _charge_bad_request(request: Request) -> None:
    site = site_of(request)
    site.limits.charge(site.address(request), BAD_REQUEST)


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
    for route in (one for router in ROUTERS for one in router.routes):
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
            methods |= route.methods or set()
    return ", ".join(sorted(methods))


async def _unavailable(_: Request, error: Exception) -> Response:
    return _answer(NO_DATABASE)
