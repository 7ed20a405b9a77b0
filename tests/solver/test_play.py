"""White plays from the certificate against a thousand random defences, and wins them all."""

from __future__ import annotations

from random import Random

import pytest

from tenchips import WHITE, Board
from tenchips.solver import Certificate

GAMES = 1000
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_beats_random_defences(part: int) -> None:
    certificate, luck = Certificate.load(), Random(part)
    for _ in range(GAMES // PARTS):
        board = Board()
        while board.outcome() is None:
            answer = certificate.move(board)
            if board.turn is WHITE:
                assert answer is not None, board
                board.push_unchecked(answer[0])
            else:
                board.push_unchecked(luck.choice(list(board.legal_moves)))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is WHITE, board
        assert len(board.moves) <= 15
