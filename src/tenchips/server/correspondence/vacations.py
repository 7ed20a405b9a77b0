"""Vacations: while a player is on one, the clocks of their correspondence games stand still."""

from __future__ import annotations

from typing import Final

from tenchips.server import timekeeping
from tenchips.server.games import Excuse
from tenchips.server.refusals import Refused
from tenchips.server.store import Conflict, CorrespondenceStore, Vacation

YEARLY: Final = 30
"""Days of vacation that a player has within a year."""

YEAR: Final = 365


class Vacations:
    """The vacations of players."""

    def __init__(self, store: CorrespondenceStore) -> None:
        self._store = store

    async def excuse(self, game: str, identity: str | None, since: int, now: int) -> Excuse:
        """What excuses somebody for not having moved in a game. If they are on vacation, the game
        is not looked at again before its end."""
        some = await self._store.vacations(identity, since) if identity else ()
        until = next((one.ended for one in some if one.began <= now < one.ended), None)
        if until is not None:
            await self._store.look_again(game, until)
        return Excuse(sum(_overlap(one, since, now) for one in some), until)

    async def current(self, identity: str) -> tuple[int | None, int]:
        """When somebody's vacation ends, None if they are not on one, and the days they have
        left this year."""
        now = timekeeping.milliseconds()
        some = await self._store.vacations(identity, now - YEAR * timekeeping.DAY)
        until = next((one.ended for one in some if one.ended > now), None)
        spent = sum(one.ended - one.began for one in some)
        return until, max(0, YEARLY - -(-spent // timekeeping.DAY))

    async def begin(self, identity: str, days: int) -> None:
        """Somebody is away from now on; raises `Refused`."""
        until, left = await self.current(identity)
        if until is not None:
            raise Refused(409, "on_vacation", "you are on vacation already: end that one first")
        if days > left:
            raise Refused(
                409, "no_vacation", f"you have {left} of {YEARLY} days of vacation left this year"
            )
        now = timekeeping.milliseconds()
        try:
            await self._store.begin_vacation(identity, Vacation(now, now + days * timekeeping.DAY))
        except Conflict:
            raise Refused(409, "on_vacation", "you are on vacation already") from None

    async def end(self, identity: str) -> None:
        """Somebody is back before the vacation is over."""
        now = timekeeping.milliseconds()
        await self._store.end_vacation(identity, now)
        for game in await self._store.turns(identity):
            await self._store.look_again(game, now)


def _overlap(vacation: Vacation, since: int, until: int) -> int:
    """
    >>> _overlap(Vacation(0, 10), 5, 20), _overlap(Vacation(0, 10), 15, 20)
    (5, 0)
    """
    return max(0, min(until, vacation.ended) - max(since, vacation.began))
