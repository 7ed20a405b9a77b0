"""The games that are being played: commands become events, which are sent to everyone connected.

A game is in memory while somebody looks at it. Everything here can be lost at any moment: the
store has all that was acknowledged.

| module | what it does |
|---|---|
| `games` | `Games`, which requests and sockets use; it joins the others together |
| `live_game` | a game in memory, and the messages about it |
| `registry` | which games are in memory; loading and forgetting |
| `journal` | events stored, applied, sent |
| `commands` | what players ask for |
| `presence` | who is connected, here and to other processes |
| `sayings` | what players say to each other |
| `clocks` | flags, and the time without a server |
| `machines` | the moves of machines |
| `attention` | who sees that it is their turn, and need not be told |
"""

from __future__ import annotations

from tenchips.server.games.clocks import Excuse
from tenchips.server.games.commands import nack
from tenchips.server.games.games import Games
from tenchips.server.games.live_game import LiveGame

__all__ = ["Excuse", "Games", "LiveGame", "nack"]
