"""The database of a server: games as events, names, accounts, pulses. The others use `Store`
and `AccountStore`.

| module | what it does |
|---|---|
| `store` | `Store`: appends events, answers questions |
| `alerts` | `AlertStore`: who is told of their turn, where to, and what waits to be sent |
| `accounts` | `AccountStore`: accounts, where they are signed in, their passkeys |
| `tables` | the tables |
| `database` | where the database is, and how it is connected to |
| `writer` | commits what many games wait for together |
| `availability` | whether the database answers, and the wait until it does |
| `correspondence` | `CorrespondenceStore`: whose turn it is until when, and vacations |
| `challenges` | the lobby: what was challenged, and taken once |
| `tournaments` | `TournamentStore`: tournaments, their players and rounds |
| `ratings` | ratings, and what games have made of them |
| `outages` | when no process could accept a move |
| `notices` | messages between processes |
"""

from __future__ import annotations

from tenchips.server.store.accounts import (
    CHANGED,
    RESEATED,
    Account,
    AccountStore,
    Bot,
    Passkey,
    Played,
    Session,
)
from tenchips.server.store.alerts import AlertStore, MailAddress, Subscription, Waiting, Wanted
from tenchips.server.store.challenges import Challenge
from tenchips.server.store.correspondence import CorrespondenceStore, Vacation
from tenchips.server.store.database import claim, database_url, make_durable
from tenchips.server.store.faults import Conflict, Unavailable
from tenchips.server.store.notices import LONGEST_NOTICE, Notice
from tenchips.server.store.outages import Outage
from tenchips.server.store.store import Listed, Store
from tenchips.server.store.tables import METADATA
from tenchips.server.store.tournaments import TournamentStore
from tenchips.server.store.writer import Write

__all__ = [
    "CHANGED",
    "LONGEST_NOTICE",
    "METADATA",
    "RESEATED",
    "Account",
    "AccountStore",
    "AlertStore",
    "Bot",
    "Challenge",
    "Conflict",
    "CorrespondenceStore",
    "Listed",
    "MailAddress",
    "Notice",
    "Outage",
    "Passkey",
    "Played",
    "Session",
    "Store",
    "Subscription",
    "TournamentStore",
    "Unavailable",
    "Vacation",
    "Waiting",
    "Wanted",
    "Write",
    "claim",
    "database_url",
    "make_durable",
]
