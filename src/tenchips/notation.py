"""Moves and positions as text.

`Move` is what a player does: put a chip on a square, coming from the hand or from another square.
`PositionText` is the four fields of a position, split and checked for form. Nothing here asks
whether a move is legal or a position possible: `Board` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import total_ordering
from operator import index
from typing import Final

from tenchips.errors import NotationError as NotationError
from tenchips.errors import check_type, quoted, wrong_type
from tenchips.squares import (
    BLACK,
    NAMES,
    NUMBERS,
    SIZE,
    WHITE,
    Bits,
    Color,
    Square,
    check_color,
    names,
    square_number,
)

START: Final = "8/8/8/8/8/8/8/8 w 0 1"
"""The position before the first move."""


_SQUARE = r"([0-7][0-7])"
_MOVE: Final = re.compile(
    rf"{_SQUARE}|{_SQUARE}-?{_SQUARE}|\[add to {_SQUARE}\]|\[step from {_SQUARE} to {_SQUARE}\]",
)


def parse_square(text: str) -> Square:
    """Check that a text names a square, and return it.

    >>> parse_square("33")
    '33'
    """
    square_number(text)
    return text


def parse_squares(squares: str | Iterable[Square]) -> tuple[Square, ...]:
    """Squares written as one text, with blanks, commas or dashes between them, or given one by one.

    >>> parse_squares("20-25-35"), parse_squares(["20", "25"]), parse_squares("")
    (('20', '25', '35'), ('20', '25'), ())
    """
    if isinstance(squares, str):
        squares = (word for word in re.split(r"[-\s,]+", squares) if word)
    elif not isinstance(squares, Iterable):
        raise wrong_type("squares", squares, "a text like '33 44' or an iterable of squares")
    return tuple(map(parse_square, squares))


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """An add (`origin` is None) or a step.

    >>> Move("33"), Move("45", origin="33")
    (Move.parse('33'), Move.parse('33-45'))
    >>> Move.parse("[step from 33 to 45]") == Move("45", "33")
    True
    """

    to: Square
    origin: Square | None = None

    def __post_init__(self) -> None:
        parse_square(self.to)
        if self.origin is not None:
            parse_square(self.origin)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read `33`, `33-45`, `3345`, `[add to 33]` or `[step from 33 to 45]`.

        Any two squares make a move as far as the text goes; whether it is legal, corners
        included, is for the board to say.

        >>> str(Move.parse("3345"))
        '33-45'
        """
        check_type("move", text, str, "a text like '33' or '33-45'")
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            raise NotationError(
                f"{quoted(text)} is not a move: write an add like 33 or a step like 33-45"
            )
        squares = [square for square in match.groups() if square]
        return ADDS[squares[0]] if len(squares) == 1 else STEPS[squares[0], squares[1]]

    @property
    def is_add(self) -> bool:
        """Whether the chip comes from the hand."""
        return self.origin is None

    @property
    def action(self) -> int:
        """The move as a number from 0 to 4159: an add is its square's number, a step
        `64 + 64·from + to`.

        >>> Move("33").action, Move("45", origin="33").action
        (27, 1829)
        """
        number = NUMBERS[self.to]
        return number if self.origin is None else 64 + 64 * NUMBERS[self.origin] + number

    @classmethod
    def from_action(cls, action: int) -> Move:
        """The move of a number.

        >>> Move.from_action(1829)
        Move.parse('33-45')
        """
        try:
            action = index(action)  # integers of NumPy too
        except TypeError:
            raise wrong_type("action", action, "an int") from None
        if not 0 <= action < 4160:
            raise NotationError(f"{action} is not an action: actions run from 0 to 4159")
        origin, number = divmod(action, 64)
        return STEPS[NAMES[origin - 1], NAMES[number]] if origin else ADDS[NAMES[number]]

    def __lt__(self, other: object) -> bool:
        """Moves are in the order of their actions: adds by their square, then steps.

        >>> sorted([Move("45", "33"), Move("70"), Move("02")])
        [Move.parse('02'), Move.parse('70'), Move.parse('33-45')]
        """
        if not isinstance(other, Move):
            return NotImplemented
        return self.action < other.action

    def __str__(self) -> str:
        return self.to if self.origin is None else f"{self.origin}-{self.to}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


ADDS: Final[dict[Square, Move]] = {to: Move(to) for to in NAMES}
"""The add to each square, made once."""


class _Steps(dict[tuple[Square, Square], Move]):
    def __missing__(self, squares: tuple[Square, Square]) -> Move:
        origin, to = squares
        move = self[squares] = Move(to, origin)
        return move


STEPS: Final = _Steps()
"""The step between each two squares, made once, when it is first asked for: there are 4,096."""


def parse_moves(moves: str | Iterable[Move | str]) -> Iterator[Move]:
    """Moves written as one text, or given one by one.

    >>> list(parse_moves("33 44"))
    [Move.parse('33'), Move.parse('44')]
    """
    if not isinstance(moves, Iterable):
        raise wrong_type("moves", moves, "a text like '33 44' or an iterable of moves")
    return map(parse_move, moves.split() if isinstance(moves, str) else moves)


def parse_move(move: Move | str) -> Move:
    """A move, or the one that a text is read as.

    >>> parse_move("33") == parse_move(Move("33"))
    True
    """
    if isinstance(move, str):
        return Move.parse(move)
    check_type("move", move, Move, "a Move or a text like '33'")
    return move


_POSITION: Final = re.compile(r"([WB1-8/]{1,71}) ([wb]) (0|[1-9][0-9]{0,5}) ([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class PositionText:
    """The four fields of a position: chips, side to move, steps made, full-move number.

    >>> PositionText.parse("8/8/8/3W4/8/8/8/8 b 0 1").white == 1 << 0o33
    True
    >>> str(PositionText())
    '8/8/8/8/8/8/8/8 w 0 1'
    """

    white: Bits = 0
    black: Bits = 0
    turn: Color = WHITE
    steps: int = 0
    number: int = 1

    def __post_init__(self) -> None:
        check_type("white", self.white, int, "an int with a bit for each square")
        check_type("black", self.black, int, "an int with a bit for each square")
        check_color("turn", self.turn)
        check_type("steps", self.steps, int, "an int")
        check_type("number", self.number, int, "an int")

    @classmethod
    def parse(cls, text: str) -> PositionText:
        """Read a position text, judging its form only."""
        check_type("position", text, str, f"a text like {START!r}")
        match = _POSITION.fullmatch(text.strip())
        if match is None:
            raise NotationError(
                f"{quoted(text)} is not a position: write rows, side, steps and number, "
                f"like {START}"
            )
        rows, side, steps, number = match.groups()
        chips = _parse_rows(rows)
        turn = WHITE if side == "w" else BLACK
        return cls(chips["W"], chips["B"], turn, int(steps), int(number))

    @property
    def chips(self) -> tuple[Bits, Bits]:
        """White's chips and Black's."""
        return self.white, self.black

    def __str__(self) -> str:
        rows = "/".join(self._row(y) for y in range(SIZE))
        return f"{rows} {self.turn.letter} {self.steps} {self.number}"

    def _row(self, y: int) -> str:
        row = ""
        for x in range(SIZE):
            bit = 1 << SIZE * x + y
            row += "W" if self.white & bit else "B" if self.black & bit else "."
        return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def _parse_rows(text: str) -> dict[str, Bits]:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise NotationError(f"a position has 8 rows with / between them; this one has {len(rows)}")
    chips = {"W": 0, "B": 0}
    for y, row in enumerate(rows):
        x = 0
        for char in row:
            if char in chips:
                if x < SIZE:
                    chips[char] |= 1 << SIZE * x + y
                x += 1
            else:
                x += int(char)
        if x != SIZE:
            raise NotationError(f"row {y} of the position, {row!r}, has {x} squares instead of 8")
    return chips


def squares_text(some: Bits) -> str:
    """The squares of a set, written one after the other.

    >>> squares_text(5)
    '00 02'
    """
    return " ".join(names(some))


def listed(squares: Iterable[Square]) -> str:
    """Squares as a sentence lists them.

    >>> listed(["33"]), listed(["33", "34"]), listed(["33", "34", "44"])
    ('33', '33 and 34', '33, 34 and 44')
    """
    *most, last = squares
    return f"{', '.join(most)} and {last}" if most else last
