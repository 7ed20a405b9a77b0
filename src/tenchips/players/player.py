"""What a player is, and what can go wrong with one.

A `Player` decides by itself. A `Human` does not: the program that runs the game asks the person, so
that no player ever needs to know about keyboards or screens.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_type
from tenchips.notation import Move
from tenchips.rules import Termination
from tenchips.squares import Color

if TYPE_CHECKING:
    from tenchips.engine import Info

PlayerFaultKind: TypeAlias = Literal[
    "time",
    "silence",
    "crash",
    "exception",
    "garbage",
    "no move",
    "illegal move",
    "quit",
    "forfeit",
]
"""What a player can do wrong: be late, never answer, end, raise, talk nonsense, name no move, name
one that the rules refuse, give up, or not be able to play at all."""


ADAPTER_FAULT: Final = "tenchips fault: "
"""How the adapter of a course player begins its line about a fault: then come kind and sentence."""


class PlayerError(TenchipsError):
    """A text names no player, or one that cannot play; the sentence says why.

    >>> from tenchips.players import make_player
    >>> make_player("nobody")
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: ...
    """


class HandInError(PlayerError):
    """A course player that is there and cannot play: its author has to put it right.

    >>> raise HandInError("Ann has no Player.java")
    Traceback (most recent call last):
    tenchips.players.player.HandInError: Ann has no Player.java
    """


class PlayerFault(Exception):
    """A player failed to make a legal move; the sentence is for people. `last_lines` are what its
    program wrote last, where that helps to explain the fault.

    >>> PlayerFault("time", "it took too long").termination
    <Termination.TIME: 'time'>
    """

    def __init__(
        self, kind: PlayerFaultKind, sentence: str, last_lines: tuple[str, ...] = ()
    ) -> None:
        super().__init__(kind, sentence, last_lines)
        self.kind: PlayerFaultKind = kind
        self.sentence = sentence
        self.last_lines = last_lines

    @property
    def with_last_lines(self) -> str:
        """The sentence and, in the same line, what its program wrote last."""
        return with_last_lines(self.sentence, self.last_lines)

    @property
    def termination(self) -> Termination:
        """How a game ends by it."""
        return lost_by(self.kind)

    def __str__(self) -> str:
        return self.sentence


def with_last_lines(sentence: str, lines: Sequence[str]) -> str:
    """A sentence about a fault and, in the same line, what the program wrote last.

    >>> with_last_lines("Ann ended with exit status 1", ["loading", "no table"])
    "Ann ended with exit status 1; its last lines: 'loading' | 'no table'"
    """
    if not lines:
        return sentence
    return f"{sentence}; its last lines: {' | '.join(map(repr, lines))}"


def lost_by(kind: PlayerFaultKind) -> Termination:
    """How a game ends by a fault: records know three ways to lose without the board's help, and
    who makes no move in time that the rules allow has made an illegal one.

    >>> lost_by("silence"), lost_by("crash")
    (<Termination.TIME: 'time'>, <Termination.ILLEGAL_MOVE: 'illegal move'>)
    """
    if kind in ("quit", "forfeit"):
        return Termination.RESIGNATION
    return Termination.TIME if kind in ("time", "silence") else Termination.ILLEGAL_MOVE


@dataclass(frozen=True)
class Allowance:
    """The time that a player may take for a move: some seconds, or what White and Black have left.
    The margin is tolerated beyond that, and the player does not know of it.

    >>> Allowance(move=5.0)
    Allowance(move=5.0, clocks=None, increment=0.0, margin=0.0)
    """

    move: float | None = None
    clocks: tuple[float, float] | None = None
    increment: float = 0.0
    margin: float = 0.0


class Player(Protocol):
    """Anything that finds its own moves.

    >>> player: Player = RandomPlayer(seed=1)
    >>> player.choose(Board()) in Board().legal_moves
    True
    """

    @property
    def name(self) -> str:
        """What records and messages call it."""

    @property
    def thought(self) -> Info | None:
        """What it thought of the move it chose last, if it says so."""

    @property
    def refused(self) -> tuple[Move, ...]:
        """The legal moves of this game that it took for illegal ones."""

    def begin(self, color: Color) -> None:
        """Get ready for another game with a colour; what takes long is done now and not on the
        clock."""

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """A legal move for the player to move, or `PlayerFault`; the board is left as it was."""

    def close(self) -> None:
        """Give back whatever it holds; it may be asked again afterwards."""


@dataclass(frozen=True)
class Human:
    """A seat for a person.

    >>> Human().name
    'human'
    """

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
    thought = None
    refused = ()

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def begin(self, color: Color) -> None:
        """Chance is always ready."""

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """A legal move; `ValueError` if the game is over."""
        check_type("board", board, Board, "a Board")
        moves = list(board.legal_moves)
        if not moves:
            raise ValueError("there is no legal move to choose from: the game is over")
        return self._random.choice(moves)

    def close(self) -> None:
        """Chance holds nothing."""
