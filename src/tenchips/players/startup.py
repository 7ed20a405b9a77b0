"""The check before the first game: every program starts and answers, or its fault is named."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tenchips.players.player import PlayerError, Seat

if TYPE_CHECKING:
    from tenchips.players.program import ProgramPlayer


def check_players(seats: Iterable[Seat]) -> None:
    """Start every program once, a few at a time, and end it. `PlayerError` names those that cannot
    play, each with its reason; people, chance and the machine always can.

    >>> from tenchips.players import make_player
    >>> check_players([make_player("random"), make_player("ugi:false")])
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: false cannot play: it ended with exit status 1
    """
    from tenchips.players.program import ProgramPlayer

    programs = [seat for seat in seats if isinstance(seat, ProgramPlayer)]
    if not programs:
        return
    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        faults = list(threads.map(_start_fault, programs))
    finally:  # also when interrupted: then the programs end, and the threads with them
        for program in programs:
            program.close()
        threads.shutdown(cancel_futures=True)
    if any(faults):
        raise PlayerError("; ".join(dict.fromkeys(filter(None, faults))))


def _start_fault(program: ProgramPlayer) -> str:
    try:
        program.check_start()
    except PlayerError as error:
        return str(error)
    return ""
