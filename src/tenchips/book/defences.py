"""Prepared defences: what Black plays early in the opening, where every move is proven to lose.

All that counts there is what an imperfect opponent gets wrong. `defences.txt`, in the package,
holds a move for each of some positions of one to seven chips. `benchmarks/make_defences.py` finds
them in games against levels 7, 8 and 9; docs/engine-notes.md says what they gain.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tenchips.board import Board
from tenchips.book.certificate import MIRRORED, Chips, chips_of, images
from tenchips.notation import ADDS, Move, PositionText
from tenchips.squares import BLACK, NAMES, NUMBERS


class Defence(NamedTuple):
    """What is prepared for a lost position: the number of the square to play to, and the plies
    within which Black loses if White makes no mistake.

    >>> all(defence.plies % 2 == 0 for defence in defences().values())
    True
    """

    square: int
    plies: int


@cache
def defences() -> Mapping[Chips, Defence]:
    """All of them, by the least image of the white and black chips; Black is to move.

    >>> len(defences()) > 20
    True
    """
    lines = files("tenchips.book").joinpath("defences.txt").read_text().splitlines()
    return dict(_read(line) for line in lines if not line.startswith("#"))


def _read(line: str) -> tuple[Chips, Defence]:
    position, move, plies = line.split("; ")
    return PositionText.parse(position).chips, Defence(NUMBERS[move], int(plies))


def prepared_defence(board: Board) -> tuple[Move, int] | None:
    """The move that is prepared for a board's position or one of its mirror images, and the plies
    within which the position is lost; None where nothing is prepared.

    >>> move, plies = prepared_defence(Board(moves="03"))
    >>> move in Board(moves="03").legal_moves, plies > 10
    (True, True)
    >>> prepared_defence(Board()) is None
    True
    """
    if board.turn is BLACK:
        for mirrored, image in zip(MIRRORED, images(chips_of(board)), strict=True):
            if image in defences():
                square, plies = defences()[image]
                return ADDS[NAMES[square ^ mirrored]], plies
    return None
