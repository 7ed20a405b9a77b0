"""The lobby's socket: its challenges as they come and go. It takes no commands, only `p`."""

from __future__ import annotations

from starlette.websockets import WebSocket

from tenchips.server import identity as identities
from tenchips.server import metrics
from tenchips.server.identity import Identity
from tenchips.server.refusals import NO_DATABASE, Refused
from tenchips.server.site import Site, site_of
from tenchips.server.socket import Gate, Outbox, deny, read_pings
from tenchips.server.store import Unavailable


async def lobby_socket(websocket: WebSocket) -> None:
    """The WebSocket endpoint: see the lobby, and be there."""
    site = site_of(websocket)
    address = site.address(websocket)
    try:
        site.limits.check_request(address)
        identities.check_origin(websocket, site.settings.origins)
        who = await site.asker(websocket)
        with site.limits.socket(address, who.id if who else None):
            await websocket.accept()
            await _talk(websocket, site, who)
    except Refused as refusal:
        await deny(websocket, refusal)
    except Unavailable:
        await deny(websocket, NO_DATABASE)


async def _talk(websocket: WebSocket, site: Site, who: Identity | None) -> None:
    outbox = Outbox(websocket.send, site.settings.messages_waiting, who.id if who else None)
    site.lobby.enter(outbox)
    metrics.SOCKETS.inc()
    try:
        await read_pings(websocket, outbox, Gate(websocket, site, who))
    finally:
        metrics.SOCKETS.dec()
        site.lobby.leave(outbox)
    await outbox.sent()
