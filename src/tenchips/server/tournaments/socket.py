"""The socket of a tournament: all of it, whenever it changes. It takes no commands, only `p`."""

from __future__ import annotations

from starlette.websockets import WebSocket

from tenchips.server.socket import Gate, accepted, admitted, read_pings


async def tournament_socket(websocket: WebSocket) -> None:
    """The WebSocket endpoint: see a tournament."""
    async with admitted(websocket) as (site, who):
        id: str = websocket.path_params["id"]
        await site.tournaments.get(id)
        async with accepted(websocket, site, who) as outbox:
            site.tournaments.feed.enter(id, outbox)
            try:
                await read_pings(websocket, outbox, Gate(websocket, site, who))
            finally:
                site.tournaments.feed.leave(id, outbox)
