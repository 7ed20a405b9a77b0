"""Alerts: players who are not there are told that it is their turn, by e-mail and by web push.

What is to be sent waits in the database, so nothing is lost by a restart, and of several processes
one sends it. A mail server or a push service that does not answer never holds up a game.

| module | what it does |
|---|---|
| `alerts` | `Alerts`: finds the turns to tell, and sends what waits in the outbox |
| `letters` | what is written in mails and pushes |
| `mail` | hands mails over to the operator's mail server |
| `push` | encrypts and signs web push, and where it may go |
| `models` | what requests carry |
| `api` | the endpoints |
"""

from __future__ import annotations

from tenchips.server.alerts.alerts import Alerts

__all__ = ["Alerts"]
