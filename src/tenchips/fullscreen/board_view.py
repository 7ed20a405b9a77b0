"""The board as a widget: draws what it is given, and says where it was pointed or pressed."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tenchips.fullscreen.cell_art import SIZES, Glyph, draw_cell
from tenchips.fullscreen.palette import DARK, Palette
from tenchips.fullscreen.picture import Cell
from tenchips.squares import SIZE, Square

LABELS = 3
"""Columns beside the board: the row's digit, and a blank on either side."""


class BoardView(Widget):
    """The board in the largest size that fits."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"

    class Pointed(Message):
        """The mouse is over a square."""

        def __init__(self, square: Square) -> None:
            super().__init__()
            self.square = square

    class Pressed(Pointed):
        """A square was clicked."""

    def __init__(self, palette: Palette = DARK) -> None:
        super().__init__(id="board")
        self._palette = palette
        self._cells: dict[Square, Cell] = {}
        self._columns, self._rows = SIZES[-2]
        self._lines: list[list[Glyph]] = []

    def fit(self, columns: int, rows: int) -> None:
        """Choose the size for this much room."""
        for width, height in SIZES:
            if width * SIZE + LABELS <= columns and height * SIZE + 1 <= rows:
                break
        if (width, height) != (self._columns, self._rows):
            self._columns, self._rows = width, height
            self._draw()
            self.refresh(layout=True)

    def show(self, cells: dict[Square, Cell], palette: Palette) -> None:
        """Draw other squares."""
        if cells != self._cells or palette != self._palette:
            self._cells, self._palette = cells, palette
            self._draw()
            self.refresh()

    def _draw(self) -> None:
        self._lines = []
        for y in range(SIZE if self._cells else 0):
            squares = [
                draw_cell(self._cells[f"{x}{y}"], self._palette, self._columns, self._rows)
                for x in range(SIZE)
            ]
            self._lines += [
                [glyph for square in squares for glyph in square[row]] for row in range(self._rows)
            ]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the squares and their labels."""
        return self._columns * SIZE + LABELS

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the squares and the row of labels."""
        return self._rows * SIZE + 1

    def render_line(self, y: int) -> Strip:
        """A line of the board."""
        base = self.rich_style
        label = base + _style(Glyph(color=self._palette.label))
        if y == 0:
            digits = "".join(f"{x:^{self._columns}}" for x in range(SIZE))
            return Strip([Segment(" " * (LABELS - 1) + digits + " ", label)])
        row, within = divmod(y - 1, self._rows)
        if row >= SIZE or not self._lines:
            return Strip.blank(self.size.width, base)
        digit = str(row) if within == (self._rows - 1) // 2 else " "
        segments = [Segment(f"{digit} ", label)]
        for glyph, same in groupby(self._lines[y - 1]):
            text = glyph.character * len(list(same))
            segments.append(Segment(text, base + _style(glyph)))
        return Strip(segments).extend_cell_length(self.size.width, base)

    def square_at(self, x: int, y: int) -> Square | None:
        """The square under a place of the widget."""
        column, row = (x - LABELS + 1) // self._columns, (y - 1) // self._rows
        inside = 0 <= column < SIZE and 0 <= row < SIZE
        return f"{column}{row}" if inside else None

    def place_of(self, square: Square) -> tuple[int, int]:
        """The middle of a square, as a place of the widget."""
        x, y = map(int, square)
        return (
            LABELS - 1 + x * self._columns + self._columns // 2,
            1 + y * self._rows + self._rows // 2,
        )

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse."""
        if square := self.square_at(event.x, event.y):
            self.post_message(self.Pointed(square))

    def on_click(self, event: events.Click) -> None:
        """A press."""
        if square := self.square_at(event.x, event.y):
            self.post_message(self.Pressed(square))


@cache
def _style(glyph: Glyph) -> Style:
    return Style(
        color=glyph.color or None, bgcolor=glyph.background or None, bold=glyph.bold or None
    )
