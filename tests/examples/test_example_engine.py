"""The example engine plays a whole game by the rules, and sees what is in front of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tenchips
from tenchips import BLACK, WHITE, Board, Move
from tenchips.engine import Limit
from tenchips.players import RandomPlayer
from tenchips.protocol import BlockingUgiClient

ENGINE = Path(__file__).parents[2] / "examples" / "engine.py"
SOURCE = str(Path(tenchips.__file__).parents[1])
THREAT = "01 60 03 65 06 55 71 33 73 35"  # Black threatens 17 and 57; White to move


@pytest.fixture(scope="module")
def engine() -> Iterator[BlockingUgiClient]:
    env = os.environ | {"PYTHONPATH": SOURCE}
    with BlockingUgiClient([sys.executable, ENGINE], env=env, timeout=30) as client:
        yield client


def wins_at_once(board: Board) -> bool:
    """Whether the side to move can complete a network now."""
    return any(wins(board, move) for move in board.legal_moves)


def wins(board: Board, move: Move) -> bool:
    there = board.copy()
    there.push(move)
    outcome = there.outcome()
    return outcome is not None and outcome.winner == board.turn


def loses_at_once(board: Board, move: Move) -> bool:
    there = board.copy()
    there.push(move)
    outcome = there.outcome()
    return outcome.winner == there.turn if outcome else wins_at_once(there)


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_it_overlooks_no_win_and_no_block_in_a_whole_game(
    engine: BlockingUgiClient, color: int
) -> None:
    board, chance = Board(), RandomPlayer(color)
    engine.new_game()
    while board.outcome() is None:
        assert engine.query("result", board) == "none"
        if board.turn == color:
            move = engine.play(board, Limit(time=1)).move
            assert move is not None
            if wins_at_once(board):
                assert wins(board, move)
            elif loses_at_once(board, move):
                assert all(loses_at_once(board, other) for other in board.legal_moves)
            board.push(move)
        else:
            board.push(chance.choose(board))
    outcome = board.outcome()
    assert outcome is not None
    result = {WHITE: "p1win", BLACK: "p2win", None: "draw"}[outcome.winner]
    assert engine.query("result", board) == result
    assert engine.query("gameover") == "true"
    assert engine.play(board, Limit(time=1)).move is None


def test_it_wins_in_one_and_blocks(engine: BlockingUgiClient) -> None:
    board = Board(moves=f"{THREAT} 76")
    move = engine.play(board, Limit(time=1)).move
    assert str(move) in ("17", "57")
    one_threat = Board(moves="01 60 03 65 06 55 71 33 26 35")
    move = engine.play(one_threat, Limit(time=1)).move
    assert move is not None
    one_threat.push(move)
    for reply in list(one_threat.legal_moves):
        one_threat.push(reply)
        assert one_threat.outcome() is None, f"{move} lets {reply} win"
        one_threat.pop()


def test_it_is_as_short_as_the_documents_say() -> None:
    lines = [line for line in ENGINE.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 50
