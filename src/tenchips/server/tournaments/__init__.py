"""Tournaments: Swiss or round robin, open to everybody with the link or for the names of a roster.

The database has all of it; everything here can be lost at any moment.

| module | what it does |
|---|---|
| `tournaments` | `Tournaments`: make, join, start, go on and end tournaments |
| `rounds` | who meets whom next |
| `standings` | points and tie-breaks |
| `feed` | who is connected to see a tournament, and what they are sent |
| `shown` | a tournament as it is shown |
| `exports` | results as a table, games as records |
| `models` | what requests and sockets carry |
| `api` | the endpoints |
| `socket` | the socket |
"""

from __future__ import annotations

from tenchips.server.tournaments.tournaments import Tournaments

__all__ = ["Tournaments"]
