"""The counts of `vectors/perft.json`, by the oracle, by `Board` and by the core.

How deep each goes follows from its speed; with `TENCHIPS_DEEP=1` the core counts them all.
"""

from __future__ import annotations

import os

import pytest

import oracle
from positions import ENDLESS, VECTORS
from tenchips import START, Board
from tenchips.core import Position

DEEP = bool(os.environ.get("TENCHIPS_DEEP"))
CASES = [
    (vector["position"], int(depth), count)
    for vector in VECTORS
    for depth, count in vector["perft"].items()
]


def up_to(limit: int) -> list[tuple[str, int, int]]:
    return [case for case in CASES if case[2] <= limit]


@pytest.mark.parametrize(("position", "depth", "count"), up_to(110_000 if DEEP else 23_000))
def test_oracle(position: str, depth: int, count: int) -> None:
    assert oracle.perft(oracle.Position.read(position), depth) == count


@pytest.mark.parametrize(("position", "depth", "count"), up_to(600_000 if DEEP else 60_000))
def test_board(position: str, depth: int, count: int) -> None:
    assert perft(Board(position, ENDLESS), depth) == count


@pytest.mark.parametrize(("position", "depth", "count"), up_to(10**11 if DEEP else 50_000_000))
def test_core(position: str, depth: int, count: int) -> None:
    assert Position.of(position).perft(depth) == count


def perft(board: Board, depth: int) -> int:
    if depth == 1:
        return len(board.legal_moves)
    total = 0
    for move in board.legal_moves:
        board.push_unchecked(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def test_a_move_of_depth_nought_is_one_way_of_doing_nothing() -> None:
    assert Position.of(START).perft(0) == oracle.perft(oracle.Position.read(START), 0) == 1


@pytest.mark.parametrize("depth", range(1, 4))
def test_a_won_game_has_no_continuation(depth: int) -> None:
    won = "2B3B1/8/4B3/1B1B4/8/2BB1BB1/8/5B2 w 0 10"
    board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57")
    assert board.position.split()[0] == won.split()[0]
    assert len(board.legal_moves) == 0
    assert Position.of(board).perft(depth) == oracle.perft(oracle.Position.read(won), depth) == 0
