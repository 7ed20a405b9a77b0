"""When no process could accept a move: that time is given back to the players.

Each process records every few seconds that it runs. One that starts can tell from that how long
none did. A process also knows of gaps of its own: when it stood still, and when the database
did not answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, delete, insert, or_, select, text, update

from tenchips.server import timekeeping
from tenchips.server.store.tables import OUTAGES, PULSES

DAY: Final = 24 * 3600 * 1000

SILENCE: Final = 6_000
"""Milliseconds after which one of several processes that says nothing is gone."""


class Outage(NamedTuple):
    """A time in which no process could take a move."""

    began: int
    ended: int


def arrive(connection: Connection, process: str, is_shared: bool) -> list[Outage]:
    """Write down that a process runs from now on; the outages of the last day."""
    if is_shared:  # others may arrive, too
        connection.execute(text("LOCK TABLE pulse IN EXCLUSIVE MODE"))
    now = timekeeping.milliseconds()
    others = connection.execute(select(PULSES)).all()
    last = max((other.seen for other in others), default=now)
    is_alone = not is_shared or all(other.ended for other in others)
    if now - last > (0 if is_alone else SILENCE):
        save(connection, Outage(last, now))
    connection.execute(delete(OUTAGES).where(OUTAGES.c.ended < now - DAY))
    gone = or_(PULSES.c.ended.is_(True), PULSES.c.seen < now - SILENCE)
    connection.execute(delete(PULSES).where(gone))
    connection.execute(insert(PULSES).values(process=process, seen=now, ended=False))
    return [Outage(*row) for row in connection.execute(select(OUTAGES).order_by(OUTAGES.c.ended))]


def write_pulse(connection: Connection, process: str, ended: bool = False) -> None:
    """Write down that a process still runs, or has ended in order."""
    pulse = {"process": process, "seen": timekeeping.milliseconds(), "ended": ended}
    # A pulse that comes late does not make an ended process live.
    mine = and_(PULSES.c.process == process, PULSES.c.ended.is_(False))
    if not connection.execute(update(PULSES).where(mine).values(pulse)).rowcount:
        connection.execute(insert(PULSES).values(pulse))


def is_anothers(connection: Connection, process: str, outage: Outage) -> bool:
    """Whether another process ran in that time, so that it was an outage for this one only."""
    other = and_(PULSES.c.process != process, PULSES.c.seen > outage.began + SILENCE // 2)
    return connection.execute(select(PULSES.c.process).where(other)).first() is not None


def save(connection: Connection, outage: Outage) -> None:
    """Write down an outage."""
    known = select(OUTAGES.c.began).where(OUTAGES.c.began == outage.began)
    if connection.execute(known).first() is None:
        connection.execute(insert(OUTAGES).values(outage._asdict()))


def away(outages: list[Outage], since: int, until: int) -> int:
    """For how many of these milliseconds no process could take a move. The outages come in the
    order in which they ended, and may overlap: several processes write them down.

    >>> away([Outage(0, 10), Outage(5, 20), Outage(50, 60)], 8, 55)
    17
    """
    total = 0
    for outage in reversed(outages):
        if outage.ended <= since:
            break
        began, ended = max(since, outage.began), min(until, outage.ended)
        if ended > began:
            total += ended - began
            until = began
    return total
