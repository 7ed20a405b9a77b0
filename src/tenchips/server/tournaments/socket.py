"""The socket of a tournament: all of it, whenever it changes. It takes no commands, only `p`."""

from __future__ import annotations

from starlette.websockets import WebSocket

from tenchips.server import identity as identities
from tenchips.server import metrics
from tenchips.server.identity import Identity
from tenchips.server.refusals import NO_DATABASE, Refused
from tenchips.server.site import Site, site_of
from tenchips.server.socket import Gate, Outbox, deny, read_pings
from tenchips.server.store import Unavailable


async def tournament_socket(websocket: WebSocket) -> None:
    """The WebSocket endpoint: see a tournament."""
    site = site_of(websocket)
    address = site.address(websocket)
    try:
        site.limits.check_request(address)
        identities.check_origin(websocket, site.settings.origins)
        who = await site.asker(websocket)
        id: str = websocket.path_params["id"]
        await site.tournaments.get(id)
        with site.limits.socket(address, who.id if who else None):
            await websocket.accept()
            await _talk(websocket, site, id, who)
    except Refused as refusal:
        await deny(websocket, refusal)
    except Unavailable:
        await deny(websocket, NO_DATABASE)


async def _talk(websocket: WebSocket, site: Site, id: str, who: Identity | None) -> None:
    outbox = Outbox(websocket.send, site.settings.messages_waiting, who.id if who else None)
    site.tournaments.feed.enter(id, outbox)
    metrics.SOCKETS.inc()
    try:
        await read_pings(websocket, outbox, Gate(websocket, site, who))
    finally:
        metrics.SOCKETS.dec()
        site.tournaments.feed.leave(id, outbox)
    await outbox.sent()
