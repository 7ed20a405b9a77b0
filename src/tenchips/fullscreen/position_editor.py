"""A position being set up, chip by chip."""

from __future__ import annotations

from tenchips.board import Board
from tenchips.rules import CHIPS
from tenchips.squares import BLACK, WHITE, Color, Square


class PositionEditor:
    """Chips on a board; whose turn it is follows from their number.

    >>> editor = PositionEditor(Board())
    >>> editor.cycle("33"), str(editor.board.turn), editor.faults
    (None, 'Black', '')
    """

    def __init__(self, board: Board) -> None:
        self._chips = {color: set(board.chips(color)) for color in (WHITE, BLACK)}
        self._is_black = board.turn is BLACK
        self.board = board
        self._set()

    def put(self, square: Square, color: Color | None) -> None:
        """Put a chip on a square, in place of what is there; None takes it away."""
        for chips in self._chips.values():
            chips.discard(square)
        if color is not None:
            self._chips[color].add(square)
        self._set()

    def cycle(self, square: Square) -> None:
        """Empty, White, Black, and empty again."""
        chip = self.board.color_at(square)
        self.put(square, {None: WHITE, WHITE: BLACK}.get(chip))

    def clear(self) -> None:
        """Take all chips away."""
        for chips in self._chips.values():
            chips.clear()
        self._set()

    def swap_turn(self) -> None:
        """Let the other player move, which is a choice only if all chips are on the board."""
        self._is_black = not self._is_black
        self._set()

    def _set(self) -> None:
        white, black = (len(self._chips[color]) for color in (WHITE, BLACK))
        is_full = white == black == CHIPS
        steps = int(is_full and self._is_black)
        turn = BLACK if white > black or steps else WHITE
        self.board = Board.diagram(
            self._chips[WHITE],
            self._chips[BLACK],
            turn,
            steps=steps,
            number=(white + black + steps) // 2 + 1,
        )

    @property
    def faults(self) -> str:
        """What is wrong with the position; empty if a game can get there."""
        return "; ".join(map(str, self.board.status()))
