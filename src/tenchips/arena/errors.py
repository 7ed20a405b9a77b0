"""The error of the arena: something that the user can put right, in one sentence."""

from __future__ import annotations

from tenchips.errors import TenchipsError


class ArenaError(TenchipsError):
    """A setting, player, opening or file that no match or tournament can be played with."""
