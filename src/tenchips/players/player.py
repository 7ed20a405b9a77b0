"""Who may sit at the board.

A `Player` decides by itself. A `Human` does not: whoever runs the game asks the person, so that
no player ever needs to know about keyboards or screens.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tenchips.board import Board
from tenchips.notation import Move


class Player(Protocol):
    """Anything that finds its own moves."""

    @property
    def name(self) -> str:
        """What records and messages call it."""

    def choose(self, board: Board) -> Move:
        """A legal move for the player to move; the board is left as it was."""

    def close(self) -> None:
        """Give back whatever it holds; it may be asked again afterwards."""


@dataclass(frozen=True)
class Human:
    """A seat for a person."""

    name: str = "human"

    def close(self) -> None:
        """A person holds nothing."""


Seat: TypeAlias = Player | Human


class RandomPlayer:
    """Any legal move, each as likely as the others; the same seed plays the same game.

    >>> board = Board()
    >>> RandomPlayer(seed=1).choose(board) == RandomPlayer(seed=1).choose(board)
    True
    """

    name = "random"

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, board: Board) -> Move:
        """A legal move; `ValueError` if the game is over."""
        moves = list(board.legal_moves)
        if not moves:
            raise ValueError("there is no legal move to choose from: the game is over")
        return self._random.choice(moves)

    def close(self) -> None:
        """Chance holds nothing."""
