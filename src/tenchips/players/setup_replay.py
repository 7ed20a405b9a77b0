"""A set-up position as a game from the empty board, for players that only know moves.

The course's players begin with an empty board and receive moves, their own and the opponent's. So a
position is built for them chip by chip: an order is found in which every move is legal and no
network is complete on the way. It need not be how the position came about.
"""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from random import Random
from typing import Final

from tenchips.board import Board
from tenchips.notation import START, Move
from tenchips.players.player import PlayerError
from tenchips.rules import Rules
from tenchips.squares import BLACK, COLORS, GOALS, NAMES, Color, Square

TRIES: Final = 1000
"""How many orders are tried."""

WITHOUT_DRAWS: Final = Rules(repetition=0, step_limit=0)
"""No draws: the moves differ from those of the game, in which the referee looks for draws."""


def replay_setup(board: Board) -> Board:
    """The same position as a game from the empty board. `PlayerError` if there is none.

    >>> replay_setup(Board("8/8/8/3W4/8/8/8/8 b 0 1", moves="44")).moves
    (Move.parse('33'), Move.parse('44'))
    """
    if board.start == START:
        return board
    return Board(START, WITHOUT_DRAWS, (*setup_moves(board.start), *board.moves))


@cache
def setup_moves(position: str) -> tuple[Move, ...]:
    """Legal moves from the empty board to the chips of a position and its side to move.

    >>> " ".join(map(str, setup_moves("8/8/8/3W4/8/4B3/8/8 w 0 2")))
    '33 45'
    """
    end, rng = Board(position), Random(position)
    for _ in range(TRIES):
        if (moves := _try_order(end, rng)) is not None:
            return moves
    raise PlayerError(f"no sequence of moves was found to {position}: begin from another position")


def _try_order(end: Board, rng: Random) -> tuple[Move, ...] | None:
    """The moves of a random order, if all of them are legal."""
    white, black = (_order(end, color, rng) for color in COLORS)
    last = []
    if end.turn is BLACK and len(white) == len(black):  # then White's last move was a step
        place, origin = rng.randrange(len(white)), rng.choice(NAMES)
        last = [Move(white[place], origin)]
        white[place] = origin
    adds = [Move(to) for pair in zip_longest(white, black) for to in pair if to is not None]
    board = Board(rules=WITHOUT_DRAWS)
    for move in (*adds, *last):
        if board.why_illegal(move):
            return None
        board.push_unchecked(move)
    return board.moves if board.outcome() is None else None


def _order(end: Board, color: Color, rng: Random) -> list[Square]:
    """The chips of a colour as they might be placed: those in its goals last, because without
    them there is no network."""
    goals = GOALS[color][0] | GOALS[color][1]
    chips = sorted(end.chips(color))
    rng.shuffle(chips)
    return sorted(chips, key=lambda square: square in goals)
