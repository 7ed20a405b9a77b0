"""How a player that only knows moves is told of a position that was set up.

The course's players begin with an empty board and are told moves, their own and the other's. So a
position is put before them chip by chip: an order is found in which every move is legal and no
network stands on the way. It need not be how the position came about.
"""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from random import Random
from typing import Final

from tenchips.board import Board
from tenchips.notation import START, Move
from tenchips.rules import Rules
from tenchips.squares import BLACK, COLORS, GOALS, NAMES, Color, Square

TRIES: Final = 1000
"""How many orders are tried."""

ENDLESS: Final = Rules(repetition=0, step_limit=0)
"""Draws are the business of whoever keeps the game: here its past is another one."""


def from_the_beginning(board: Board) -> Board:
    """The same position as a game from the empty board. `ValueError` if no way to it is found.

    >>> from_the_beginning(Board("8/8/8/3W4/8/8/8/8 b 0 1", moves="44")).moves
    (Move.parse('33'), Move.parse('44'))
    """
    if board.start == START:
        return board
    return Board(START, ENDLESS, (*way_to(board.start), *board.moves))


@cache
def way_to(position: str) -> tuple[Move, ...]:
    """Legal moves from the empty board to the chips of a position and its side to move.

    >>> " ".join(map(str, way_to("8/8/8/3W4/8/4B3/8/8 w 0 2")))
    '33 45'
    """
    end, luck = Board(position), Random(position)
    for _ in range(TRIES):
        if (way := _some_way(end, luck)) is not None:
            return way
    raise ValueError(
        f"no way was found to tell a player of {position}: begin from another position"
    )


def _some_way(end: Board, luck: Random) -> tuple[Move, ...] | None:
    """A way, if luck will have it."""
    white, black = (_order(end, color, luck) for color in COLORS)
    last = []
    if end.turn is BLACK and len(white) == len(black):  # then White's last move was a step
        place, origin = luck.randrange(len(white)), luck.choice(NAMES)
        last = [Move(white[place], origin)]
        white[place] = origin
    adds = [Move(to) for pair in zip_longest(white, black) for to in pair if to is not None]
    board = Board(rules=ENDLESS)
    for move in (*adds, *last):
        if board.why_illegal(move):
            return None
        board.push_unchecked(move)
    return board.moves if board.outcome() is None else None


def _order(end: Board, color: Color, luck: Random) -> list[Square]:
    """The chips of a colour as they might be placed: those in its goals last, because without
    them there is no network."""
    goals = GOALS[color][0] | GOALS[color][1]
    chips = sorted(end.chips(color))
    luck.shuffle(chips)
    return sorted(chips, key=lambda square: square in goals)
