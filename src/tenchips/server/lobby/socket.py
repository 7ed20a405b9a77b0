"""The lobby's socket: its challenges as they come and go. It takes no commands, only `p`."""

from __future__ import annotations

from starlette.websockets import WebSocket

from tenchips.server.socket import Gate, accepted, admitted, read_pings


async def lobby_socket(websocket: WebSocket) -> None:
    """The WebSocket endpoint: see the lobby, and be there."""
    async with (
        admitted(websocket) as (site, who),
        accepted(websocket, site, who) as outbox,
    ):
        site.lobby.enter(outbox)
        try:
            await read_pings(websocket, outbox, Gate(websocket, site, who))
        finally:
            site.lobby.leave(outbox)
