"""How one square looks in characters: its tone, its chip as a disc, its marks.

A disc is made of block characters, each of which covers four quarters of a character's place.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from tenchips.fullscreen.palette import Palette
from tenchips.fullscreen.picture import Cell, Mark
from tenchips.squares import WHITE, Color

SIZES: Final = ((10, 5), (8, 4), (6, 3), (4, 2), (3, 1))
"""Columns and rows of a square, the largest first."""

CROSS: Final = "\u00d7"
"""The sign on a forbidden square."""

_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the sum of 1 (upper left), 2 (upper right), 4 (lower left), 8 (lower right)."""

_BACKGROUNDS: Final = (
    (Mark.CURSOR, "cursor"),
    (Mark.PICKED, "picked"),
    (Mark.REFUSED, "refused"),
    (Mark.HINT, "hint"),
    (Mark.SEEN | Mark.SIGHT, "sight"),
    (Mark.LAST_MOVE | Mark.CAME_FROM, "last_move"),
)
"""Which mark decides the tone of a square, the first one first."""


class Glyph(NamedTuple):
    """A character with its colours; an empty colour is the terminal's own."""

    character: str = " "
    color: str = ""
    background: str = ""
    bold: bool = False


@cache
def disc(columns: int, rows: int) -> tuple[str, ...]:
    """A round chip.

    >>> print(*disc(4, 2), sep="\\n")
    ▟██▙
    ▜██▛
    """

    def is_inside(x: int, y: int) -> bool:
        across = (x + 0.5 - columns) / (columns - (columns > 4))  # a gap between large chips
        down = (y + 0.5 - rows) / rows
        return across * across + down * down <= 1.04

    def character(x: int, y: int) -> str:
        quarters = ((0, 0), (1, 0), (0, 1), (1, 1))
        inside = (is_inside(2 * x + right, 2 * y + low) for right, low in quarters)
        return _QUARTERS[sum(1 << place for place, yes in enumerate(inside) if yes)]

    return tuple("".join(character(x, y) for x in range(columns)) for y in range(rows))


@cache
def ring(columns: int, rows: int) -> tuple[str, ...]:
    """A hollow chip, for terminals without colours.

    >>> print(*ring(4, 2), sep="\\n")
    ╭──╮
    ╰──╯
    """
    inner = columns - 2
    middle = [f"│{' ' * inner}│"] * (rows - 2)
    return (f"╭{'─' * inner}╮", *middle, f"╰{'─' * inner}╯")


def draw_cell(cell: Cell, palette: Palette, columns: int, rows: int) -> list[list[Glyph]]:
    """The rows of a square, each as many glyphs as it has columns."""
    if cell.is_corner:
        return [[Glyph()] * columns for _ in range(rows)]
    background = _background(cell, palette)
    lines = [[Glyph(background=background)] * columns for _ in range(rows)]
    chip = cell.chip if cell.chip is not None else cell.ghost
    if chip is not None:
        _draw_chip(lines, cell, chip, palette, background)
    text = _sign(cell, palette)
    if text:
        _write(lines, cell, chip, text, palette, background)
    if not palette.has_color:
        _draw_frame(lines, cell)
    return lines


def _background(cell: Cell, palette: Palette) -> str:
    if cell.number:
        marks = cell.marks & Mark.CURSOR
        return palette.cursor if marks else palette.network
    for marks, name in _BACKGROUNDS:
        if cell.marks & marks:
            return str(getattr(palette, name))
    tones = {None: palette.squares, WHITE: palette.white_goal}.get(cell.goal, palette.black_goal)
    return tones[(int(cell.square[0]) + int(cell.square[1])) % 2]


def _chip_color(chip: Color, palette: Palette) -> str:
    return palette.white_chip if chip is WHITE else palette.black_chip


def _draw_chip(
    lines: list[list[Glyph]], cell: Cell, chip: Color, palette: Palette, background: str
) -> None:
    columns, rows = len(lines[0]), len(lines)
    color = _chip_color(chip, palette)
    if cell.chip is None and palette.has_color:
        color = blend(color, background)
    if rows == 1:
        letter = "W" if chip is WHITE else "B"
        inside = palette.white_text if chip is WHITE else palette.black_text
        letter = letter if cell.chip is not None else letter.lower()
        lines[0][:] = [Glyph(c, inside, color, True) for c in f" {letter} "]
        return
    hollow = not palette.has_color and chip is WHITE
    shape = ring(columns, rows) if hollow else disc(columns, rows)
    for y, row in enumerate(shape):
        # A full block is a blank on its colour: fonts leave gaps between blocks.
        lines[y] = [
            Glyph(" ", "", color)
            if character == "█" and palette.has_color
            else Glyph(character, color, background)
            for character in row
        ]


def _sign(cell: Cell, palette: Palette) -> str:
    """The text in the middle of a square."""
    if cell.number:
        return str(cell.number)
    if cell.chip is None and cell.ghost is None:
        if cell.marks & Mark.THREAT:
            return "!"
        if cell.marks & Mark.FORBIDDEN:
            return CROSS
        if not palette.has_color and cell.marks & Mark.SIGHT:
            return "·"
        if palette.has_color:
            # Where one tone is all there is, dots tell squares apart.
            return "·" if len(set(palette.squares)) == 1 else ""
        return "." if cell.goal is None else "│" if cell.goal is WHITE else "─"
    if palette.has_color:
        return ""
    chip = cell.chip if cell.chip is not None else cell.ghost
    letter = "W" if chip is WHITE else "B"
    return letter if cell.chip is not None else letter.lower()


def _write(
    lines: list[list[Glyph]],
    cell: Cell,
    chip: Color | None,
    text: str,
    palette: Palette,
    background: str,
) -> None:
    """Put a text in the middle of a square, on its chip if there is one."""
    columns, rows = len(lines[0]), len(lines)
    row, start = (rows - 1) // 2, (columns - len(text)) // 2
    color, bold = palette.sign, False
    if chip is not None:
        color = palette.white_text if chip is WHITE else palette.black_text
        background, bold = _chip_color(chip, palette), True
    elif cell.marks & Mark.THREAT:
        color, bold = palette.threat, True
    for place, character in enumerate(text, start):
        lines[row][place] = Glyph(character, color, background, bold)


def _draw_frame(lines: list[list[Glyph]], cell: Cell) -> None:
    """Signs at the edges of a square that stand for its tone."""
    for marks, (left, right) in (
        (Mark.CURSOR, "[]"),
        (Mark.PICKED, "<>"),
        (Mark.REFUSED, "xx"),
        (Mark.HINT, "**"),
        (Mark.SEEN, "=="),
        (Mark.LAST_MOVE, "> "),
        (Mark.CAME_FROM, "< "),
    ):
        if cell.marks & marks:
            row = (len(lines) - 1) // 2
            lines[row][0] = Glyph(left, bold=True)
            lines[row][-1] = Glyph(right, bold=True)
            return


@cache
def blend(one: str, other: str) -> str:
    """The colour half way between two.

    >>> blend("#ff0000", "#0000ff")
    '#7f007f'
    """
    pairs = zip(*(bytes.fromhex(color[1:]) for color in (one, other)), strict=True)
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in pairs)
