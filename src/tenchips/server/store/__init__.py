"""The database of a server: games as events, names, pulses. `Store` is what the others use.

| module | what it does |
|---|---|
| `store` | `Store`: appends events, answers questions |
| `tables` | the tables |
| `database` | where the database is, and how it is connected to |
| `writer` | commits what many games wait for together |
| `availability` | whether the database answers, and the wait until it does |
| `outages` | when no process could accept a move |
| `notices` | messages between processes |
"""

from __future__ import annotations

from tenchips.server.store.database import claim, database_url, make_durable
from tenchips.server.store.faults import Conflict, Unavailable
from tenchips.server.store.notices import LONGEST_NOTICE, Notice
from tenchips.server.store.outages import Outage
from tenchips.server.store.store import Listed, Store
from tenchips.server.store.tables import METADATA
from tenchips.server.store.writer import Write

__all__ = [
    "LONGEST_NOTICE",
    "METADATA",
    "Conflict",
    "Listed",
    "Notice",
    "Outage",
    "Store",
    "Unavailable",
    "Write",
    "claim",
    "database_url",
    "make_durable",
]
