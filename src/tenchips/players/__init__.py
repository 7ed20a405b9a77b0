"""Those who decide on moves: people, chance and the machine.

`make_player` turns a word of the command line into a seat at the board. Players look at a board
and name a move; they never push it, print anything or keep the record.
"""

from __future__ import annotations

from typing import Final, Unpack

from tenchips.players.machine import Machine, MachineOptions
from tenchips.players.player import Human, Player, RandomPlayer, Seat

__all__ = [
    "KINDS",
    "Human",
    "Machine",
    "MachineOptions",
    "Player",
    "RandomPlayer",
    "Seat",
    "make_player",
]

KINDS: Final = ("human", "random", "machine")
"""The words that `make_player` knows."""


def make_player(
    kind: str,
    *,
    seed: int | str | None = None,
    **machine: Unpack[MachineOptions],
) -> Seat:
    """The player of a kind. The seed is for chance; the other options are the machine's.

    >>> make_player("human")
    Human(name='human')
    >>> make_player("robot")
    Traceback (most recent call last):
    ValueError: 'robot' is not a player: choose human, random or machine
    """
    if kind == "human":
        return Human()
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "machine":
        return Machine(**machine)
    *most, last = KINDS
    raise ValueError(f"{kind[:40]!r} is not a player: choose {', '.join(most)} or {last}")
