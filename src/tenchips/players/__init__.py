"""Those who decide on moves: people, chance and the machine.

`make_player` turns a word of the command line into a seat at the board. Players look at a board
and name a move; they never push it, print anything or keep the record.
"""

from __future__ import annotations

from typing import Final

from tenchips.players.machine import Machine
from tenchips.players.player import Human, Player, RandomPlayer, Seat

__all__ = ["KINDS", "Human", "Machine", "Player", "RandomPlayer", "Seat", "make_player"]

KINDS: Final = ("human", "random", "machine")
"""The words that `make_player` knows."""


def make_player(
    kind: str,
    *,
    seed: int | str | None = None,
    depth: int | None = None,
    time: float | None = None,
) -> Seat:
    """The player of a kind. The seed is for chance; plies and seconds are for the machine.

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
        return Machine(depth=depth, time=time)
    *most, last = KINDS
    raise ValueError(f"{kind[:40]!r} is not a player: choose {', '.join(most)} or {last}")
