"""The board's geometry: squares, goals, rays and symmetries.

A square is its name: two digits, the column from the left and then the row from the top, so
`"20"` is in Black's upper goal and `"02"` in White's left one. Read as an octal number the name
is also the square's *number* (`"33"` is `0o33`), the bit it has in a set of squares kept as one
`int`. People and texts use names; code that counts uses numbers and bits.

This module knows where things are. It knows no chips and no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, TypeAlias

from tenchips.errors import NotationError, check_type, quoted, wrong_type

Square: TypeAlias = str
Bits: TypeAlias = int

SIZE: Final = 8


class Color(IntEnum):
    """One of the two players.

    >>> WHITE.other, str(BLACK), BLACK.letter
    (BLACK, 'Black', 'b')
    """

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opponent."""
        return BLACK if self is WHITE else WHITE

    @property
    def letter(self) -> str:
        """`w` or `b`, as positions write it."""
        return "wb"[self]

    def __bool__(self) -> Literal[True]:
        """Always true, although White's number is 0: `if outcome.winner` asks for a winner."""
        return True

    def __str__(self) -> str:
        return "White" if self is WHITE else "Black"

    def __repr__(self) -> str:
        return self.name


WHITE: Final = Color.WHITE
BLACK: Final = Color.BLACK
COLORS: Final = (WHITE, BLACK)


def check_color(name: str, color: object) -> None:
    """Raise `TypeError` unless an argument is a colour.

    >>> check_color("turn", "w")
    Traceback (most recent call last):
    TypeError: turn must be WHITE or BLACK, not 'w'
    """
    check_type(name, color, Color, "WHITE or BLACK")


NAMES: Final[tuple[Square, ...]] = tuple(f"{number:02o}" for number in range(SIZE * SIZE))
"""The name of every square, by number."""

NUMBERS: Final[dict[Square, int]] = {name: number for number, name in enumerate(NAMES)}
"""The number of every square, by name."""


def square_number(square: Square) -> int:
    """The number of a square.

    >>> square_number("33") == 0o33
    True
    >>> square_number("39")
    Traceback (most recent call last):
    tenchips.errors.NotationError: '39' is not a square: write column and row, 0 to 7, like 33
    """
    check_type("square", square, str, "a text like '33'")
    number = NUMBERS.get(square)
    if number is None:
        raise NotationError(
            f"{quoted(square)} is not a square: write column and row, 0 to 7, like 33"
        )
    return number


def bits(squares: Iterable[Square]) -> Bits:
    """The squares as one int, a bit each.

    >>> bits(["00", "02"])
    5
    """
    if isinstance(squares, str):
        raise wrong_type("squares", squares, "an iterable of squares like ['33', '44']")
    result = 0
    for square in squares:
        result |= 1 << square_number(square)
    return result


def numbers(some: Bits) -> Iterator[int]:
    """The numbers of the squares in a set, in rising order.

    >>> list(numbers(5))
    [0, 2]
    """
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


def names(some: Bits) -> tuple[Square, ...]:
    """The names of the squares in a set, in order.

    >>> names(5)
    ('00', '02')
    """
    return tuple(NAMES[number] for number in numbers(some))


CORNERS: Final = frozenset({"00", "07", "70", "77"})
"""The four dead squares."""

GOALS: Final[tuple[tuple[frozenset[Square], frozenset[Square]], ...]] = (
    (frozenset(f"0{i}" for i in range(1, 7)), frozenset(f"7{i}" for i in range(1, 7))),
    (frozenset(f"{i}0" for i in range(1, 7)), frozenset(f"{i}7" for i in range(1, 7))),
)
"""Each colour's two goal areas: White's left and right, Black's upper and lower."""

GOAL_BITS: Final[tuple[tuple[Bits, Bits], ...]] = tuple(
    (bits(first), bits(second)) for first, second in GOALS
)
INNER_BITS: Final[Bits] = bits(f"{x}{y}" for x in range(1, 7) for y in range(1, 7))
USABLE_BITS: Final[tuple[Bits, Bits]] = (
    INNER_BITS | GOAL_BITS[WHITE][0] | GOAL_BITS[WHITE][1],
    INNER_BITS | GOAL_BITS[BLACK][0] | GOAL_BITS[BLACK][1],
)
"""The 48 squares each colour may use: the inner ones and its own goals."""

DIRECTIONS: Final = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions as steps of (column, row). Numbers rise along the first four; the
opposite of direction `d` is `d ^ 4`."""


def _ray(number: int, direction: int) -> Bits:
    (x, y), (dx, dy) = divmod(number, SIZE), DIRECTIONS[direction]
    result = 0
    while 0 <= (x := x + dx) < SIZE and 0 <= (y := y + dy) < SIZE:
        result |= 1 << SIZE * x + y
    return result


RAYS: Final[tuple[tuple[Bits, ...], ...]] = tuple(
    tuple(_ray(number, direction) for direction in range(8)) for number in range(SIZE * SIZE)
)
"""`RAYS[number][direction]`: all squares that way, up to the edge."""

NEIGHBOURS: Final[tuple[Bits, ...]] = tuple(
    bits(
        f"{x}{y}"
        for x in range(max(0, n // SIZE - 1), min(SIZE, n // SIZE + 2))
        for y in range(max(0, n % SIZE - 1), min(SIZE, n % SIZE + 2))
    )
    & ~(1 << n)
    for n in range(SIZE * SIZE)
)
"""The squares that touch each square, diagonally too."""


def connected(start: int, some: Bits) -> Bits:
    """The squares of a set that are reached from one of them by neighbours, itself included.

    >>> names(connected(0o33, bits(["33", "44", "55", "66", "36"])))
    ('33', '44', '55', '66')
    """
    found, border = 0, 1 << start
    while border:
        found |= border
        near = 0
        for number in numbers(border):
            near |= NEIGHBOURS[number]
        border = near & some & ~found
    return found


def nearest(number: int, direction: int, occupied: Bits) -> int:
    """The number of the first occupied square that way, or -1.

    >>> nearest(0o33, DIRECTIONS.index((1, 0)), bits(["53", "73"])) == 0o53
    True
    """
    ray = RAYS[number][direction] & occupied
    return (ray & -ray if direction < 4 else ray).bit_length() - 1


def direction_between(start: Square, end: Square) -> int | None:
    """The direction from one square straight to the other, or None if they are not in line.

    >>> DIRECTIONS[direction_between("33", "55")]
    (1, 1)
    >>> direction_between("33", "45") is None
    True
    """
    target = 1 << square_number(end)
    for direction, ray in enumerate(RAYS[square_number(start)]):
        if ray & target:
            return direction
    return None


def squares_between(start: Square, end: Square) -> tuple[Square, ...]:
    """The squares strictly between two squares in line; none if they are not in line.

    >>> squares_between("30", "33")
    ('31', '32')
    """
    direction = direction_between(start, end)
    if direction is None:
        return ()
    return names(RAYS[NUMBERS[start]][direction] & RAYS[NUMBERS[end]][direction ^ 4])


@dataclass(frozen=True)
class Symmetry:
    """A way to turn or mirror the board onto itself.

    The flips keep each colour's goals; a transposition swaps them and so the colours.

    >>> mirror = Symmetry(flip_x=True)
    >>> mirror("02"), mirror.swaps_colors
    ('72', False)
    >>> Symmetry(flip_x=True, transpose=True)("02")
    '27'
    """

    flip_x: bool = False
    flip_y: bool = False
    transpose: bool = False

    def __post_init__(self) -> None:
        for name in ("flip_x", "flip_y", "transpose"):
            check_type(name, getattr(self, name), bool, "a bool")

    @property
    def swaps_colors(self) -> bool:
        """Whether White's goals become Black's."""
        return self.transpose

    def __call__(self, square: Square) -> Square:
        """The image of a square."""
        x, y = divmod(square_number(square), SIZE)
        if self.flip_x:
            x = SIZE - 1 - x
        if self.flip_y:
            y = SIZE - 1 - y
        return f"{y}{x}" if self.transpose else f"{x}{y}"

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        if self.transpose:
            return Symmetry(self.flip_y, self.flip_x, True)
        return self


SYMMETRIES: Final = tuple(
    Symmetry(flip_x, flip_y, transpose)
    for transpose in (False, True)
    for flip_y in (False, True)
    for flip_x in (False, True)
)
"""All eight: first the four that keep the colours, beginning with the identity."""
