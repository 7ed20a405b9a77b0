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
    faults = [str(error) for error in start_errors(seats) if error is not None]
    if faults:
        raise PlayerError("; ".join(dict.fromkeys(faults)))


def start_errors(seats: Iterable[Seat]) -> list[PlayerError | None]:
    """Start every program once, a few at a time, and end it: for each seat, why it cannot play, or
    None.

    >>> from tenchips.players import make_player
    >>> start_errors([make_player("random")])
    [None]
    """
    from tenchips.players.program import ProgramPlayer

    everyone = list(seats)
    programs = [seat for seat in everyone if isinstance(seat, ProgramPlayer)]
    if not programs:
        return [None] * len(everyone)
    threads = ThreadPoolExecutor(os.cpu_count())
    try:
        errors = dict(zip(map(id, programs), threads.map(_start_error, programs), strict=True))
    finally:  # also when interrupted: then the programs end, and the threads with them
        for program in programs:
            program.close()
        threads.shutdown(cancel_futures=True)
    return [errors.get(id(seat)) for seat in everyone]


def _start_error(program: ProgramPlayer) -> PlayerError | None:
    try:
        program.check_start()
    except PlayerError as error:
        return error
    return None
