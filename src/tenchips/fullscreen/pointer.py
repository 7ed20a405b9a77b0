"""Where the player points on the board, and the move that this makes.

An add is one press on a square; a step is a press on a chip and another one on its target.
"""

from __future__ import annotations

from dataclasses import dataclass

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.rules import Refusal
from tenchips.squares import SIZE, Square


@dataclass
class Pointer:
    """A square under the cursor, and the chip that was picked up for a step."""

    cursor: Square = "33"
    picked: Square | None = None
    typed: str = ""
    """The first digit of a square that is being typed."""

    def move_by(self, columns: int, rows: int) -> None:
        """Move the cursor; it stays on the board."""
        x, y = (
            min(SIZE - 1, max(0, int(digit) + step))
            for digit, step in zip(self.cursor, (columns, rows), strict=True)
        )
        self.cursor, self.typed = f"{x}{y}", ""

    def type(self, digit: str) -> None:
        """Type a digit of a square's name; the second one takes the cursor there.

        >>> pointer = Pointer()
        >>> pointer.type("4"), pointer.type("5"), pointer.cursor
        (None, None, '45')
        """
        if self.typed:
            self.cursor, self.typed = self.typed + digit, ""
        else:
            self.typed = digit

    def cancel(self) -> None:
        """Put a picked chip back, and forget a digit."""
        self.picked, self.typed = None, ""

    def candidate(self, board: Board) -> Move | None:
        """The move that a press would make, legal or not; None where it would pick a chip."""
        if board.hand(board.turn):
            return Move(self.cursor)
        return None if self.picked in (None, self.cursor) else Move(self.cursor, self.picked)

    def refusal(self, board: Board) -> Refusal | None:
        """Why a press would do nothing."""
        if move := self.candidate(board):
            return board.why_illegal(move)
        if self.picked is None:
            # A step from here to anywhere: what is wrong with it is wrong with the chip.
            other = "33" if self.cursor != "33" else "44"
            refusal = board.why_illegal(Move(other, self.cursor))
            return refusal if refusal and self.cursor in refusal.squares else None
        return None

    def press(self, board: Board) -> Move | Refusal | None:
        """Press on the cursor's square: the move made, why there is none, or None where a chip was
        picked up or put back."""
        if self.picked is not None and self.cursor == self.picked:
            self.picked = None
            return None
        if refusal := self.refusal(board):
            if self.picked and board.color_at(self.cursor) is board.turn:
                self.picked = self.cursor  # another chip after all
                return None
            return refusal
        move = self.candidate(board)
        self.picked = None if move else self.cursor
        return move
