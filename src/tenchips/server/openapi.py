"""The OpenAPI document of the server, from which the front-end's types are made.

    python -m tenchips.server.openapi > openapi.json

It holds the messages of the socket, too, which OpenAPI has no place for but types need.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from tenchips import __version__
from tenchips.server.lobby.models import LobbyMessage
from tenchips.server.messages import Command, SocketMessage
from tenchips.server.models import Error
from tenchips.server.tournaments.models import TournamentMessage

_REFERENCE: Final = "#/components/schemas/{model}"


def document(app: FastAPI) -> dict[str, Any]:
    """The document of an application."""
    result = get_openapi(
        title="Tenchips",
        version=__version__,
        description="Network, Sid Sackson's game of ten chips a side: play it by HTTP and socket.",
        routes=app.routes,
    )
    schemas: dict[str, Any] = result["components"]["schemas"]
    adapters: dict[str, TypeAdapter[Any]] = {
        "Error": TypeAdapter(Error),
        "Command": TypeAdapter(Command),
        "SocketMessage": TypeAdapter(SocketMessage),
        "LobbyMessage": TypeAdapter(LobbyMessage),
        "TournamentMessage": TypeAdapter(TournamentMessage),
    }
    for name, adapter in adapters.items():
        mode: Literal["validation", "serialization"] = (
            "serialization" if name.endswith("Message") else "validation"
        )
        schema = adapter.json_schema(ref_template=_REFERENCE, mode=mode)
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    return result


if __name__ == "__main__":
    from tenchips.server.app import make_app
    from tenchips.server.settings import Settings

    print(json.dumps(document(make_app(Settings())), indent=2))
