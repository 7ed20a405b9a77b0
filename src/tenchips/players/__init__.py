"""Those who decide on moves: people, chance, the machine, and other people's programs.

`make_player` turns a word of the command line into a seat at the board. Players look at a board
and name a move; they never push it, print anything or keep the record.
"""

from tenchips.players.machine import Machine, MachineOptions
from tenchips.players.making import HOW_TO, KINDS, make_player
from tenchips.players.player import (
    Allowance,
    FaultKind,
    Human,
    Player,
    PlayerFault,
    RandomPlayer,
    Seat,
    lost_by,
)

__all__ = [
    "HOW_TO",
    "KINDS",
    "Allowance",
    "FaultKind",
    "Human",
    "Machine",
    "MachineOptions",
    "Player",
    "PlayerFault",
    "RandomPlayer",
    "Seat",
    "lost_by",
    "make_player",
]
