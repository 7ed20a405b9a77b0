"""Who decides on moves: people, chance, the machine, and other people's programs.

`make_player` makes a player of a text from the command line. Players look at a board and choose a
move; they never push it, print anything or keep the record.
"""

from tenchips.players.factory import HOW_TO, KINDS, make_player
from tenchips.players.machine import Machine, MachineOptions
from tenchips.players.player import (
    Allowance,
    HandInError,
    Human,
    Player,
    PlayerError,
    PlayerFault,
    PlayerFaultKind,
    RandomPlayer,
    Seat,
    lost_by,
    with_last_lines,
)
from tenchips.players.startup import check_players, start_errors

__all__ = [
    "HOW_TO",
    "KINDS",
    "Allowance",
    "HandInError",
    "Human",
    "Machine",
    "MachineOptions",
    "Player",
    "PlayerError",
    "PlayerFault",
    "PlayerFaultKind",
    "RandomPlayer",
    "Seat",
    "check_players",
    "lost_by",
    "make_player",
    "start_errors",
    "with_last_lines",
]
