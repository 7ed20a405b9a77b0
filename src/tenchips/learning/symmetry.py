"""Mirror images: the position that stands for all images of a position, and moves in it.

The board has four symmetries that keep the colours, and four more that exchange them together with
columns and rows. The rules are the same in all eight, but only where all chips are placed can both
colours be to move with the same chips; so positions keep their colours until then.
"""

from __future__ import annotations

from typing import NamedTuple

from tenchips.book.certificate import MIRRORED, images, seen_by_winner, transposed
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.squares import BLACK, WHITE


class Key(NamedTuple):
    """What a position has in common with its mirror images: the white and the black chips of one
    of them. White is to move unless Black has fewer chips."""

    white: int
    black: int

    def position(self) -> Position:
        """The position that stands for all its images."""
        is_black = self.black.bit_count() < self.white.bit_count()
        return Position(self.white, self.black, BLACK if is_black else WHITE)


class Turn(NamedTuple):
    """One of the eight symmetries: columns and rows are exchanged, or not, and then some bits of
    each square's number flipped."""

    mirrored: int
    is_transposed: bool

    def square(self, square: int) -> int:
        """Where a square goes."""
        return (transposed(square) if self.is_transposed else square) ^ self.mirrored

    def action(self, action: int) -> int:
        """The image of a move.

        >>> f"{Turn(0o70, False).action(0o12):o}", f"{Turn(0, True).action(0o12):o}"
        ('62', '21')
        """
        origin, to = (action >> 6) - 1, self.square(action & 63)
        return to if origin < 0 else 64 + 64 * self.square(origin) + to


def canonical(position: Position) -> tuple[Key, Turn]:
    """The key of a position, and how to turn the position to get there.

    A position with Black to move and all chips on the board is one with White to move, with the
    colours exchanged; other positions keep their colours.
    """
    chips = position.chips(WHITE), position.chips(BLACK)
    ahead = chips[0].bit_count() - chips[1].bit_count()
    is_placed = ahead == 0 and not position.hand(WHITE)
    if ahead != int(position.turn) and not is_placed:
        raise TenchipsError(f"{position.turn} cannot be to move: White is {ahead} chips ahead")
    seen = seen_by_winner(chips, position.turn)
    least, mirrored = min(zip(images(seen), MIRRORED, strict=True))
    if ahead == 0:
        return Key(*least), Turn(mirrored, position.turn is BLACK)
    # Back to Black's side of the board: what was flipped is transposed too.
    return Key(*seen_by_winner(least, BLACK)), Turn(transposed(mirrored), False)
