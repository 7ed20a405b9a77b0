"""The engine as the solver asks it: what it claims is so."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tenchips import Board, Move
from tenchips.book.certificate import chips_of, seen_by_winner
from tenchips.book.exact import Exact
from tenchips.core import Position
from tenchips.solver.finder import Finder, wins_within
from tenchips.solver.openings import draw


@pytest.fixture(scope="module")
def exact() -> Exact:
    return Exact(64)


@pytest.mark.parametrize("seed", range(4))
def test_its_wins_and_losses_are_those_of_the_exact_search(seed: int, exact: Exact) -> None:
    """Games from random openings, with the engine's own moves, until it knows their end."""
    finder, openings, proved = Finder(16), draw(seed), 0
    for _ in range(18):
        board = Board(moves=next(openings))
        result = finder.search(Position.of(board), 30_000)
        while result.plies is None and len(board.moves) < 14:
            board.push(Move.from_action(result.action))
            if board.outcome():
                break
            result = finder.search(Position.of(board), 30_000)
        if board.outcome() or result.plies is None or len(board.moves) + abs(result.plies) > 18:
            continue
        proved += 1
        if result.plies > 0:
            own, other = seen_by_winner(chips_of(board), board.turn)
            assert exact.wins(own, other, result.plies)
        else:
            own, other = seen_by_winner(chips_of(board), board.turn.other)
            assert exact.loses(own, other, -result.plies)
    assert proved >= 4


@pytest.mark.parametrize("seed", range(3))
def test_looking_at_everything_agrees_with_the_exact_search(seed: int, exact: Exact) -> None:
    """Two programs with rules and tables of their own, on games with random moves."""
    luck, seen = Random(seed), Counter[bool]()
    while min(seen[True], seen[False]) < 25:
        board = Board()
        for _ in range(luck.randrange(6, 13)):
            if board.outcome() is None:
                board.push(luck.choice(list(board.legal_moves)))
        if board.outcome() is not None:
            continue
        plies = luck.choice((1, 3, 5, 7))
        won = wins_within(Position.of(board), plies, megabytes=4)
        assert won == exact.wins(*seen_by_winner(chips_of(board), board.turn), plies)
        seen[won] += 1
