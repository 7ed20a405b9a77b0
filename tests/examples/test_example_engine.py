"""The example engine plays a whole game by the rules, and sees what is in front of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tenchips
from tenchips import BLACK, WHITE, Board
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


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_it_beats_a_random_player(engine: BlockingUgiClient, color: int) -> None:
    board, chance = Board(), RandomPlayer(color)
    engine.new_game()
    while board.outcome() is None:
        assert engine.query("result", board) == "none"
        if board.turn == color:
            move = engine.play(board, Limit(time=1)).move
            assert move is not None
            board.push(move)
        else:
            board.push(chance.choose(board))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner == color
    assert engine.query("result", board) == ("p1win" if color == WHITE else "p2win")
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
