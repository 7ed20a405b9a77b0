"""The lobby: challenges that anybody may take, shown live, and quick games.

A challenge lasts as long as its owner is there, and leads to one game. The database decides who
takes it; everything here can be lost at any moment.

| module | what it does |
|---|---|
| `lobby` | `Lobby`: the challenges in memory, who is connected, how they are taken |
| `pairing` | which quick challenges go together |
| `models` | what requests and sockets carry |
| `api` | the endpoints |
| `socket` | the socket |
"""

from __future__ import annotations

from tenchips.server.lobby.lobby import Lobby

__all__ = ["Lobby"]
