"""The oracle's positions in the terms of the exact searches of `tenchips.book`."""

from __future__ import annotations

import oracle
from oracle import OTHER, WHITE, Position


def bits(position: Position, color: str, attacker: str) -> int:
    """The chips of a colour, on a board where the attacker plays from left to right."""
    squares = (square for square, owner in position.chips.items() if owner == color)
    return sum(1 << (8 * x + y if attacker == WHITE else 8 * y + x) for x, y in squares)


def end(position: Position) -> str | None:
    """Who has won, by a network or because there is no move."""
    won = oracle.winner(position)
    if won is None and not oracle.legal_moves(position):
        return OTHER[position.turn]
    return won
