"""The socket of a game: commands in, events out.

A socket reads one command at a time, and sends the answer after the events that the command caused.
It never waits for its client: what cannot be sent yet is queued, and a client that falls too far
behind is disconnected (1013) and may reconnect to catch up. Too many messages end it with 1008, too
large ones with 1009, a server that goes down with 1012, and a revoked token with 1008.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError
from starlette.responses import JSONResponse
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from tenchips.server import identity as identities
from tenchips.server import metrics
from tenchips.server.games import LiveGame, nack
from tenchips.server.identity import Identity
from tenchips.server.judge import Rejected
from tenchips.server.limits import BAD_REQUEST
from tenchips.server.messages import Ack, AnyCommand, Command, Nack
from tenchips.server.models import Role
from tenchips.server.refusals import NO_DATABASE, Refused, sentence
from tenchips.server.site import Site, site_of
from tenchips.server.store import Unavailable

POLICY: Final = 1008
SIZE: Final = 1009
SLOW: Final = 1013

TOKEN_CHECK: Final = 1.0
"""Seconds for which a bot's token is believed before it is looked up again."""

_COMMAND: Final[TypeAdapter[AnyCommand]] = TypeAdapter(Command)


class Outbox:
    """What is to be sent on a socket, in order, without anybody waiting for it."""

    __slots__ = ("_code", "_most", "_send", "_sending", "_texts", "role", "who")

    def __init__(
        self, send: Callable[[dict[str, Any]], Awaitable[None]], most: int, who: str | None
    ) -> None:
        self.who = who
        self.role: Role = "watcher"
        self._send, self._most = send, most
        self._texts: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._code: int | None = None

    def send(self, text: str) -> None:
        """Send a text when the socket can take it; one too many ends the connection."""
        if self._code is not None:
            return
        if len(self._texts) >= self._most:
            self._texts.clear()
            self.close(SLOW)
            return
        self._texts.append(text)
        self._begin()

    def close(self, code: int) -> None:
        """End the connection after what is still to be sent."""
        if self._code is None:
            self._code = code
            self._begin()

    async def sent(self) -> None:
        """Wait until everything is on its way."""
        if self._sending is not None:
            await self._sending

    def _begin(self) -> None:
        if self._sending is None:
            self._sending = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._texts:
                await self._send({"type": "websocket.send", "text": self._texts.popleft()})
            if self._code is not None:
                await self._send({"type": "websocket.close", "code": self._code})
        except (WebSocketDisconnect, RuntimeError):  # the other end is gone
            self._code = self._code or 1006
        finally:
            self._sending = None


@asynccontextmanager
async def admitted(websocket: WebSocket) -> AsyncIterator[tuple[Site, Identity | None]]:
    """The site and who asks, for an endpoint that opens a socket; what is refused is answered."""
    site = site_of(websocket)
    try:
        site.limits.check_request(site.address(websocket))
        identities.check_origin(websocket, site.settings.origins)
        yield site, await site.asker(websocket)
    except Refused as refusal:
        await _deny(websocket, refusal)
    except Unavailable:
        await _deny(websocket, NO_DATABASE)


@asynccontextmanager
async def accepted(websocket: WebSocket, site: Site, who: Identity | None) -> AsyncIterator[Outbox]:
    """An open socket, counted; what still waits in its outbox at the end is sent."""
    identity = who.id if who else None
    with site.limits.socket(site.address(websocket), identity):
        await websocket.accept()
        outbox = Outbox(websocket.send, site.settings.messages_waiting, identity)
        metrics.SOCKETS.inc()
        try:
            yield outbox
        finally:
            metrics.SOCKETS.dec()
        await outbox.sent()


async def socket(websocket: WebSocket) -> None:
    """The WebSocket endpoint: play or watch a game."""
    async with admitted(websocket) as (site, who):
        found = await site.games.get(websocket.path_params["id"])
        if found is None:
            raise Refused(404, "no_game", "there is no game with this id: check the link")
        async with accepted(websocket, site, who) as outbox:
            address = site.address(websocket)
            game = await site.games.enter(found, outbox, _version(websocket), address)
            try:
                await _Reader(websocket, site, game, outbox, who).run()
            finally:
                site.games.leave(game, outbox)


async def _deny(websocket: WebSocket, refusal: Refused) -> None:
    """Answer a socket that may not open."""
    await websocket.send_denial_response(JSONResponse(refusal.body(), refusal.status))


def _version(websocket: WebSocket) -> int:
    """The last event that the other end has seen; -1 if it has seen nothing."""
    text = websocket.query_params.get("v", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class Gate:
    """Counts the messages of a socket, and says when they are too many or too large."""

    def __init__(self, websocket: WebSocket, site: Site, who: Identity | None) -> None:
        self.address = site.address(websocket)
        self._site = site
        self._bucket = site.limits.bucket()
        self._bot = who.id if who is not None and who.kind == "bot" else None
        self._checked = time.monotonic()

    async def why_close(self, message: Message) -> int | None:
        """The code to close the socket with instead of reading a message; None to read it."""
        text, data = message.get("text"), message.get("bytes")
        if len(text.encode() if text else data or b"") > self._site.settings.frame:
            return SIZE
        now = time.monotonic()
        if not self._bucket.take(now) or not self._site.limits.take_message(self.address):
            return POLICY
        if self._bot is not None and now - self._checked > TOKEN_CHECK:
            self._checked = now
            with suppress(Unavailable):
                if not await self._site.store.is_bot(self._bot):
                    return POLICY
        return None

    def charge(self, cost: float) -> None:
        """Count what a message turned out to cost."""
        self._bucket.charge(cost)
        self._site.limits.charge_message(self.address, cost)


async def read_pings(websocket: WebSocket, outbox: Outbox, gate: Gate) -> None:
    """Answer each `p` until the other end is gone, or sends something else or too much."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        code = await gate.why_close(message)
        if code is None and message.get("text") != "p":
            code = POLICY
        if code is not None:
            outbox.close(code)
            return
        outbox.send("0")


class _Reader:
    """Reads commands from a socket and has them done, as far as its limits allow."""

    def __init__(
        self, websocket: WebSocket, site: Site, game: LiveGame, outbox: Outbox, who: Identity | None
    ) -> None:
        self._websocket, self._site, self._game, self._outbox = websocket, site, game, outbox
        self._gate = Gate(websocket, site, who)

    async def run(self) -> None:
        """Do what the other end asks for until it is gone, or asks for too much."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            code = await self._gate.why_close(message)
            if code is not None:
                self._outbox.close(code)
                return
            text = message.get("text")
            if text == "p":
                self._outbox.send("0")
            else:
                answer = await self._answer(text or "")
                self._outbox.send(answer.model_dump_json())

    async def _answer(self, text: str) -> Ack | Nack:
        try:
            command = _COMMAND.validate_json(text)
        except ValidationError as error:
            self._gate.charge(BAD_REQUEST)
            why = sentence(error.errors(include_url=False, include_context=False)[:1])
            return nack(self._game.state, _id_of(text), Rejected("bad_request", why))
        games, who = self._site.games, self._outbox.who
        return await games.command(self._game, who, command, self._gate.address)


def _id_of(text: str) -> str | None:
    """The id of a command that makes no sense, so that its sender knows which one it was."""
    try:
        command = json.loads(text)
    except (ValueError, RecursionError):
        return None
    id = command.get("id") if isinstance(command, dict) else None
    return id[:64] if isinstance(id, str) else None
