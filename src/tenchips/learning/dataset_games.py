"""The games that the positions of the data set come from, each made from its number alone.

Games of several kinds, so that the positions are neither all sensible nor all random, and come from
every phase:

- `mixed`: a few random plies, then a shallow search that errs now and then;
- `quiet`: random moves that neither win nor lose at once, until the chips are placed and beyond;
- `book`: one side follows a certificate, the other plays anything.

Nothing here says who wins: `proofs` does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from tenchips.book.first_moves import REFUTATIONS
from tenchips.core import Position
from tenchips.learning.proofs import book_entry
from tenchips.notation import Move
from tenchips.solver.finder import Finder
from tenchips.squares import COLORS

KINDS: Final = ("mixed", "quiet", "mixed", "quiet", "mixed", "quiet", "mixed", "book")
LONGEST: Final = 30
"""Games are cut off after so many plies at most."""

GLANCE_NODES: Final = 500
"""Nodes of the shallow search."""


def play(seed: int, number: int) -> Position:
    """The last position of a game, with its moves to take back.

    >>> play(1, 0).turn == play(1, 0).turn
    True
    """
    rng = Random(f"{seed} {number}")
    mover = _MOVERS[KINDS[number % len(KINDS)]](rng)
    position = Position()
    for ply in range(rng.randrange(20, LONGEST + 1)):
        if position.winner() is not None or not position.legal_actions():
            break
        position.push_unchecked(mover.action(position, ply))
    return position


class _Mover(Protocol):
    """Chooses the moves of both sides."""

    def action(self, position: Position, ply: int) -> int: ...


class _Mixed:
    def __init__(self, rng: Random) -> None:
        self._rng, self._finder = rng, Finder(1)
        self._opening, self._errs = rng.randrange(3, 7), rng.choice((0.1, 0.25, 0.5))

    def action(self, position: Position, ply: int) -> int:
        if ply < self._opening or self._rng.random() < self._errs:
            return self._rng.choice(position.legal_actions())
        return self._finder.search(position, GLANCE_NODES).action


class _Quiet:
    def __init__(self, rng: Random) -> None:
        self._rng, self._wins = rng, rng.choice((0.0, 0.1, 0.3))

    def action(self, position: Position, ply: int) -> int:
        winning = position.winning_action()
        if winning is not None and self._rng.random() < self._wins:
            return winning
        actions = position.legal_actions()
        self._rng.shuffle(actions)
        return next((one for one in actions if _is_quiet(position, one)), actions[0])


def _is_quiet(position: Position, action: int) -> bool:
    """Whether a move neither ends the game nor lets the opponent end it."""
    position.push_unchecked(action)
    quiet = position.winner() is None and position.winning_action() is None
    position.pop()
    return quiet


class _Book:
    def __init__(self, rng: Random) -> None:
        self._rng, self._finder, self._winner = rng, Finder(1), rng.choice(COLORS)

    def action(self, position: Position, ply: int) -> int:
        if position.turn is self._winner:
            entry = book_entry(position)
            return self._finder.search(position, GLANCE_NODES).action if entry is None else entry[0]
        if ply == 0:
            return Move(self._rng.choice(list(REFUTATIONS))).action
        return self._rng.choice(position.legal_actions())


_MOVERS: Final[dict[str, Callable[[Random], _Mover]]] = {
    "mixed": _Mixed,
    "quiet": _Quiet,
    "book": _Book,
}
