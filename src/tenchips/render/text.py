"""The board as text, for terminals and `print`.

Column digits stand above, row digits at the left; the dead corners are blank. `W` and `B` are the
chips, a dot is an empty square, and lines run along the goals: `─` for Black's at the top and
bottom, `│` for White's at the sides. `>` points at the chip that moved last, `<` at the square a
step came from. `x` is a square where no chip may be put. The chips of a network carry their place
in it, the tenth a `0`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from tenchips.board import Board
from tenchips.render.scene import forbidden, shown_network
from tenchips.squares import COLORS, CORNERS, GOALS, SIZE, Color, Square

_UNICODE: Final = {"inner": "·", "illegal": "x", "white goal": "│", "black goal": "─"}
_ASCII: Final = {"inner": ".", "illegal": "x", "white goal": "|", "black goal": "-"}

# Chips have a background of their own, so that they look the same on every terminal; the rest
# keeps the reader's colours.
_STYLES: Final = {
    "white chip": "1;38;5;232;48;5;230",
    "black chip": "1;38;5;231;48;5;238",
    "network": "1;38;5;231;48;5;22",
    "illegal": "31",
    "inner": "2",
    "white goal": "33",
    "black goal": "36",
}


def draw(
    board: Board,
    *,
    color: bool = False,
    ascii: bool = False,
    compact: bool = False,
    illegal: Color | None = None,
    last_move: bool = True,
    network: str | Iterable[Square] | None = None,
) -> str:
    """Draw the board in nine lines, 26 columns wide, or 17 if `compact`.

    `color` adds ANSI colours; `ascii` is for terminals that show nothing else. `illegal` marks
    the squares where that colour may put no chip. `network` numbers the chips of a path, by
    default those of the network that won; `()` is none.

    >>> from tenchips import WHITE
    >>> print(draw(Board(moves="33 44 34"), illegal=WHITE))
       0  1  2  3  4  5  6  7
    0     ─  ─  ─  ─  ─  ─
    1  │  ·  ·  ·  ·  ·  ·  │
    2  │  ·  x  x  x  ·  ·  │
    3  │  ·  x  W  x  ·  ·  │
    4  │  ·  x >W  B  ·  ·  │
    5  │  ·  x  x  x  ·  ·  │
    6  │  ·  ·  ·  ·  ·  ·  │
    7     ─  ─  ─  ─  ─  ─
    >>> won = Board.diagram(white="01 74", black="20 25 35 13 33 55 57")
    >>> print(draw(won, ascii=True, compact=True))
      0 1 2 3 4 5 6 7
    0   - 1 - - - -
    1 W . . . . . . |
    2 | . . . . . . |
    3 | B . 4 . . . |
    4 | . . . . . . W
    5 | . 2 3 . 5 . |
    6 | . . . . . . |
    7   - - - - 6 -
    """
    path = shown_network(board, network)
    closed = () if illegal is None else forbidden(board, illegal)
    pointers = _pointers(board) if last_move else {}
    signs = _ASCII if ascii else _UNICODE

    def cell(square: Square) -> str:
        kind = _kind(board, square, closed)
        if kind == "corner":
            return " " * (2 if compact else 3)
        content = signs.get(kind) or kind[0].upper()
        if square in path:
            place = str((path.index(square) + 1) % 10)
            content, kind = place if compact else content + place, "network"
        drawn = pointers.get(square, " ") + (content if compact else f"{content:2}")
        return f"\x1b[{_STYLES[kind]}m{drawn}\x1b[0m" if color else drawn

    gap = "" if compact else " "
    lines = [gap + " " + "".join(f" {x}{gap}" for x in range(SIZE))]
    lines += [f"{y}{gap}" + "".join(cell(f"{x}{y}") for x in range(SIZE)) for y in range(SIZE)]
    return "\n".join(line.rstrip() for line in lines)


def _kind(board: Board, square: Square, closed: Collection[Square]) -> str:
    """What is to be seen on a square, in the words of the styles."""
    if square in CORNERS:
        return "corner"
    chip = board.color_at(square)
    if chip is not None:
        return f"{chip} chip".lower()
    if square in closed:
        return "illegal"
    for goal_color in COLORS:
        if any(square in goal for goal in GOALS[goal_color]):
            return f"{goal_color} goal".lower()
    return "inner"


def _pointers(board: Board) -> dict[Square, str]:
    """The marks of the last move: where the chip is, and where a step came from."""
    if not board.moves:
        return {}
    move = board.moves[-1]
    return {move.to: ">"} | ({} if move.origin is None else {move.origin: "<"})
