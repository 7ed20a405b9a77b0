"""Time controls, and the clock of a game.

The clock runs from asking for a move until it is received, communication included. A small margin
is tolerated, which is stated with every result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tenchips.arena.errors import ArenaError
from tenchips.errors import check_type
from tenchips.players import Allowance
from tenchips.squares import Color

MARGIN: Final = 0.1
"""Seconds over the limit that are tolerated, for the communication."""

_BASE: Final = re.compile(r"([0-9]+(?:\.[0-9]*)?)\+([0-9]+(?:\.[0-9]*)?)")


@dataclass(frozen=True)
class TimeControl:
    """Seconds per move, or seconds per game with an increment per move.

    >>> print(TimeControl(move=5.0))
    5 s a move, 0.1 s margin
    >>> print(TimeControl.parse("60+0.5"))
    60 s a game and 0.5 s a move, 0.1 s margin
    """

    move: float | None = None
    base: float | None = None
    increment: float = 0.0
    margin: float = MARGIN

    def __post_init__(self) -> None:
        for name, seconds in (("move", self.move), ("base", self.base)):
            if seconds is not None:
                check_type(name, seconds, (int, float), "a number of seconds or None")
        for name, seconds in (("increment", self.increment), ("margin", self.margin)):
            check_type(name, seconds, (int, float), "a number of seconds")
        if (self.move is None) == (self.base is None):
            raise ArenaError("there is a time per move and a time per game: give one of them")
        for what, seconds in (("time a move", self.move), ("time a game", self.base)):
            if seconds is not None and not 0 < seconds < 1e6:
                raise ArenaError(f"the {what} is more than 0 seconds, not {seconds:g}")
        for what, seconds in (("increment", self.increment), ("margin", self.margin)):
            if not 0 <= seconds < 1e6:
                raise ArenaError(f"the {what} is 0 seconds or more, not {seconds:g}")

    @classmethod
    def parse(cls, text: str, margin: float = MARGIN) -> TimeControl:
        """Read `base+increment`, in seconds."""
        check_type("text", text, str, "a text like '60+0.5'")
        match = _BASE.fullmatch(text)
        if match is None:
            raise ArenaError(f"{text[:40]!r} is not a clock: write base+increment, like 60+0.5")
        return cls(base=float(match[1]), increment=float(match[2]), margin=margin)

    def __str__(self) -> str:
        if self.move is not None:
            return f"{self.move:g} s a move, {self.margin:g} s margin"
        return f"{self.base:g} s a game and {self.increment:g} s a move, {self.margin:g} s margin"


def time_control(
    time: float | None = None, tc: str | None = None, margin: float = MARGIN
) -> TimeControl:
    """The time control for a time per move or for `base+increment`; by default, 1 second per move.

    >>> print(time_control())
    1 s a move, 0.1 s margin
    """
    if tc is None:
        return TimeControl(move=1.0 if time is None else time, margin=margin)
    if time is not None:
        raise ArenaError("there is a time per move and a time per game: give one of them")
    return TimeControl.parse(tc, margin)


class Clock:
    """The remaining time of both players in one game.

    >>> clock = Clock(TimeControl(base=1.0, increment=0.5, margin=0.0))
    >>> from tenchips import BLACK, WHITE
    >>> clock.spend(WHITE, 0.75), clock.allowance().clocks
    (True, (0.75, 1.0))
    >>> clock.spend(BLACK, 1.25)
    False
    """

    def __init__(self, control: TimeControl, left: tuple[float, float] | None = None) -> None:
        """`left` are the seconds that White and Black have, if the game has begun before."""
        self._control = control
        self._left = list(left or (control.base or 0.0, control.base or 0.0))
        self._spent = [0.0, 0.0]

    @property
    def spent(self) -> tuple[float, float]:
        """The seconds that each colour has used."""
        return self._spent[0], self._spent[1]

    @property
    def left(self) -> tuple[float, float] | None:
        """The seconds that each colour has left, if there is a time per game."""
        return None if self._control.base is None else (self._left[0], self._left[1])

    def allowance(self) -> Allowance:
        """The time that the player to move has."""
        if self._control.move is not None:
            return Allowance(move=self._control.move, margin=self._control.margin)
        return Allowance(None, self.left, self._control.increment, self._control.margin)

    def spend(self, color: Color, seconds: float) -> bool:
        """Deduct the time of a move; False if it was over the limit."""
        control = self._control
        self._spent[color] += seconds
        if control.move is not None:
            return seconds <= control.move + control.margin
        left = self._left[color] - seconds
        self._left[color] = max(0.0, left) + control.increment
        return left >= -control.margin
