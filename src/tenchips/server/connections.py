"""What one connection may cost before the application sees anything of it.

uvicorn parses HTTP and WebSocket without most of the bounds that a server on the open internet
needs. The two protocols here add them: bytes and seconds for a request, no pipelining, connections
an address, and WebSocket frames of every kind. A connection that goes beyond a bound is closed,
so that nothing of it waits in memory. What a request or a command may cost is counted elsewhere,
in `limits`; a proxy that is trusted with forwarded addresses is not counted as an address itself.
"""

from __future__ import annotations

import json
import logging
from asyncio import TimerHandle, Transport
from http import HTTPStatus
from math import inf
from typing import Any, Final

import httptools
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.server import ServerProtocol

from tenchips.server import metrics
from tenchips.server.limits import Bucket, Limits, counted_address

HEAD: Final = 16_384
"""Bytes in the first line and the headers of a request."""
HEADERS: Final = 64
"""Headers in a request."""
CHUNKS: Final = 1_000
"""Chunks in a body of chunked encoding."""
PART: Final = 16_384
"""Bytes that are parsed before the bounds are looked at again."""

HEAD_SECONDS: Final = 10.0
"""Seconds for the headers of a request to arrive."""
BODY_SECONDS: Final = 20.0
"""Seconds for the body of a request to arrive."""
ANSWER_SECONDS: Final = 60.0
"""Seconds for a response to be made and read."""
LINGER: Final = 5.0
"""Seconds for the other end to read the last of what it is sent, before the connection is cut."""

FRAMES_AT_ONCE: Final = 100
"""WebSocket frames in one read."""
CONTROL_RATE: Final = 2.0
"""Frames a second, for long, that are no whole message: pings, pongs, fragments."""
CONTROL_BURST: Final = 40
"""Such frames at once."""

LIMITS: Final = "limits"
"""The name under which the application's lifespan state holds its `Limits`."""


class _Refused(Exception):
    """A request goes beyond a bound: the status it is answered with."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Pipelined(Exception):
    """Another request came before the first one was answered."""


class HttpConnection(HttpToolsProtocol):
    """HTTP with bounds. A second request before the first one is answered is not read: the
    connection ends with the first answer, which clients that pipeline must be prepared for."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(config, server_state, app_state, **more)
        self._limits: Limits = app_state[LIMITS]
        self._address: str | None = None
        self._watch: TimerHandle | None = None
        self._due = inf
        """The time at which the connection is late with what it does now."""
        self._received = 0
        """Bytes of the request so far."""
        self._chunks = 0
        self._has_head = False
        self._is_ignored = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        self.transport = transport
        client = get_remote_addr(transport)
        if client is not None and client[0] not in trusted_proxies(self.config):
            address = counted_address(client[0])
            if not self._limits.connect(address):
                metrics.REFUSED_CONNECTIONS.labels("too many").inc()
                self._is_ignored = True
                transport.abort()
                return
            self._address = address
        super().connection_made(transport)
        self._due = self.loop.time() + HEAD_SECONDS
        self._check_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        if self._address is not None:
            self._limits.disconnect(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_ignored:
            return
        self._unset_keepalive_if_required()
        if self._due == inf:
            self._due = self.loop.time() + HEAD_SECONDS
        try:
            for begin in range(0, len(data), PART):
                part = data[begin : begin + PART] if len(data) > PART else data
                self._received += len(part)
                self.parser.feed_data(part)
                if self._received > (self._limits.body + HEAD if self._has_head else HEAD):
                    raise _Refused(413 if self._has_head else 431)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserCallbackError as error:
            self._stop_reading(error.__context__)
        except (_Refused, httptools.HttpParserError) as error:
            self._stop_reading(error)

    def handle_websocket_upgrade(self) -> None:
        self._stop_watching()
        self._address = None  # the socket's connection counts in its place
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """End now, unless a whole request is being answered."""
        cycle = self.cycle
        if cycle is not None and cycle.more_body and not cycle.response_complete:
            self._refuse(503)
        else:
            super().shutdown()

    # What the parser finds

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            raise _Pipelined
        super().on_message_begin()
        self._chunks = 0

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > HEAD:
            raise _Refused(414)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= HEADERS:
            raise _Refused(431)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._has_head = True
        self._due = self.loop.time() + BODY_SECONDS
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        self._chunks += 1
        if self._chunks > CHUNKS:
            raise _Refused(413)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._received = 0
        self._has_head = False
        is_answered = self.cycle is None or self.cycle.response_complete
        self._due = inf if is_answered else self.loop.time() + ANSWER_SECONDS

    def on_response_complete(self) -> None:
        if self.transport.is_closing():
            self._due = self.loop.time() + ANSWER_SECONDS
        elif not self._has_head:
            self._due = inf  # until there is another request; uvicorn ends idle connections
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        self._due = self.loop.time() + ANSWER_SECONDS
        super().timeout_keep_alive_handler()

    # Ending

    def _check_time(self) -> None:
        wait = self._due - self.loop.time()
        if wait > 0:
            self._watch = self.loop.call_later(min(wait, HEAD_SECONDS), self._check_time)
            return
        metrics.REFUSED_CONNECTIONS.labels("too slow").inc()
        if (self._received or self._has_head) and not self.transport.is_closing():
            self._refuse(408)
        else:
            self.transport.abort()

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _stop_reading(self, error: BaseException | None) -> None:
        if isinstance(error, _Pipelined):
            self._is_ignored = True
            self.cycle.keep_alive = False
            self.flow.pause_reading()
        else:
            metrics.REFUSED_CONNECTIONS.labels("bad request").inc()
            self._refuse(error.status if isinstance(error, _Refused) else 400)

    def _refuse(self, status: int) -> None:
        """Answer, if nothing was answered yet, and close the connection."""
        self._is_ignored = True
        cycle = self.cycle
        is_answering = cycle is not None and not cycle.response_complete
        if is_answering:
            cycle.disconnected = True
            cycle.message_event.set()
        if not (is_answering and cycle.response_started):
            self.transport.write(_answer(HTTPStatus(status)))
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing: strangers do not write our log."""


def _answer(status: HTTPStatus) -> bytes:
    error = status.phrase.lower().replace(" ", "_")
    body = json.dumps({"error": error, "detail": status.description or status.phrase})
    return (
        f"HTTP/1.1 {status} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}"
    ).encode()


class SocketConnection(WebSocketsSansIOProtocol):
    """WebSocket with bounds on frames, and without patience for an end that does not answer."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._limits: Limits = self.app_state[LIMITS]
        self.conn = _Frames(self.loop.time, self.config.ws_max_size)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.client is not None and self.client[0] not in trusted_proxies(self.config):
            self._limits.disconnect(counted_address(self.client[0]))
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        metrics.REFUSED_CONNECTIONS.labels("silent").inc()
        super().keepalive_timeout()
        self._cut_off_after(LINGER)

    def handle_parser_exception(self) -> None:
        metrics.REFUSED_CONNECTIONS.labels("bad frames").inc()
        super().handle_parser_exception()
        self._cut_off_after(LINGER)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_off_after(self.close_timeout + LINGER)

    def _cut_off_after(self, seconds: float) -> None:
        """Closing waits until what was sent is read, which may be never."""
        self.loop.call_later(seconds, self.transport.abort)


class _Frames(ServerProtocol):
    """A WebSocket that counts its frames. Whole messages are counted by whoever reads them, one
    by one; here, how many come in one read."""

    def __init__(self, time: Any, most_bytes: int) -> None:
        super().__init__(max_size=most_bytes, logger=logging.getLogger("uvicorn.error"))
        self._time = time
        self._control = Bucket(CONTROL_RATE, CONTROL_BURST, time())

    def recv_frame(self, frame: Frame) -> None:
        is_message = frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        is_counted = not is_message or self.close_sent is not None
        if len(self.events) >= FRAMES_AT_ONCE or (
            is_counted and not self._control.take(self._time())
        ):
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.parser_exc = ProtocolError("too many frames")
        else:
            super().recv_frame(frame)


_PROXIES: dict[str, Any] = {}


def trusted_proxies(config: Config) -> Any:
    """The addresses that may speak for others, as uvicorn understands them."""
    given = config.forwarded_allow_ips
    key = str(given)
    if key not in _PROXIES:
        _PROXIES[key] = ProxyHeadersMiddleware(_nothing, given).trusted_hosts
    return _PROXIES[key]


async def _nothing(*_: Any) -> None:
    """An application that does nothing."""
