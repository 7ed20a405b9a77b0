"""Whoever plays from a certificate wins against random defences, by the rules of `Board`."""

from __future__ import annotations

from random import Random

import pytest

from tenchips import Board
from tenchips.book import Certificate, certificates
from tenchips.squares import SYMMETRIES

GAMES = 1000
PARTS = 8


def won_by(certificate: Certificate, board: Board, luck: Random) -> int:
    """Play to the end; the ply that won it."""
    while board.outcome() is None:
        answer = certificate.move(board)
        if board.turn is certificate.winner:
            assert answer is not None, board
            board.push(answer[0])
        else:
            assert answer is None
            board.push_unchecked(luck.choice(list(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is certificate.winner, board
    return sum(10 - board.hand(color) for color in (certificate.winner, certificate.winner.other))


@pytest.mark.parametrize("part", range(PARTS))
def test_white_wins_by_ply_15(part: int) -> None:
    luck = Random(part)
    for _ in range(GAMES // PARTS):
        assert won_by(Certificate.load(), Board(), luck) <= 15


def test_black_wins_after_every_image_of_11() -> None:
    luck = Random(5)
    for game in range(120):
        start = Board(moves="11").transform(SYMMETRIES[game % 4])
        assert won_by(certificates()[1], start, luck) <= 20
