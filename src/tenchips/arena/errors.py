"""The error of the arena: something that the user can put right, in one sentence."""

from __future__ import annotations

from tenchips.errors import TenchipsError


class ArenaError(TenchipsError):
    """A setting, player, opening or file that no match or tournament can be played with.

    >>> from tenchips.arena.clock import TimeControl
    >>> TimeControl(move=0)
    Traceback (most recent call last):
    tenchips.arena.errors.ArenaError: the time a move is more than 0 seconds, not 0
    """
