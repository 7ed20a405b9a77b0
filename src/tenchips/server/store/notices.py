"""Messages between the processes of a server, over PostgreSQL's LISTEN and NOTIFY.

A notice may get lost: senders do not depend on delivery, and listeners are notified when some may
have been missed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.engine import URL

from tenchips.server.events import StoredEvent
from tenchips.server.logs import say
from tenchips.server.store.database import connect_options
from tenchips.server.store.faults import Unavailable

CHANNEL: Final = "tenchips"
LONGEST_NOTICE: Final = 7_900
"""PostgreSQL carries less than 8,000 bytes in a notice."""

LONGEST_EVENT: Final = 1_000
"""Longer events are announced without what they say: a character may need six bytes."""

RECONNECT: Final = (0.1, 1.0)
"""Seconds until a lost connection is opened again: the first time, and at most."""

Notice = dict[str, Any]
NOTIFY: Final = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
LISTENERS: Final = text(
    "SELECT application_name FROM pg_stat_activity "
    f"WHERE datname = current_database() AND application_name LIKE '{CHANNEL}:%'"
)


def packed(process: str, kind: str, what: Iterable[Any]) -> list[dict[str, str]]:
    """Notices of a kind from a process, each with as much of `what` as it can carry."""
    parts: list[list[str]] = [[]]
    size = 0
    for one in map(json.dumps, what):
        size += len(one) + 2
        if parts[-1] and size > LONGEST_NOTICE - 100:
            parts.append([])
            size = len(one) + 2
        parts[-1].append(one)
    return [{"notice": f'{{"from":"{process}","{kind}":[{",".join(part)}]}}'} for part in parts]


def announced(event: StoredEvent) -> list[Any]:
    """An event in a notice: whole, so that nobody has to read it from the database, or only its
    game and its place there if it is long."""
    return list(event if len(event.payload) <= LONGEST_EVENT else event[:2])


def process_of(listener: str) -> str:
    """The process that a connection listens for, by the connection's name."""
    return listener.removeprefix(f"{CHANNEL}:")


async def listen(
    url: URL,
    process: str,
    receive: Callable[[Notice], Awaitable[None]],
    resume: Callable[[], Awaitable[None]],
) -> None:
    """Call `receive` with the notices of other processes, and `resume` when some may have been
    missed, for ever."""
    import psycopg  # only where there is PostgreSQL

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    pause, longest = RECONNECT
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                address,
                autocommit=True,
                **connect_options() | {"application_name": f"{CHANNEL}:{process}"},
            )
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await resume()
                pause = RECONNECT[0]
                async for notification in connection.notifies():
                    notice = json.loads(notification.payload)
                    if notice["from"] != process:
                        await receive(notice)
        except (psycopg.Error, OSError, Unavailable) as error:
            say("lost the notices of other processes", level=logging.WARNING,
                reason=str(error)[:200])  # fmt: skip
        await asyncio.sleep(pause)
        pause = min(longest, 2 * pause)
