"""The engine as the solver asks it: what it claims is so."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tenchips import Board, Move
from tenchips.book.certificate import chips_of, seen_by_winner
from tenchips.book.exact import Exact
from tenchips.core import Position
from tenchips.engine.info import Score
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.errors import TenchipsError
from tenchips.solver.finder import Finder, wins_within
from tenchips.solver.openings import draw
from tenchips.squares import COLORS


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


@pytest.mark.parametrize("seed", range(3))
def test_an_attacker_wins_in_time_where_the_exact_search_says_so(seed: int, exact: Exact) -> None:
    """By the chip of a number or not at all, with either side to move and for either colour."""
    luck, seen = Random(seed), Counter[bool]()
    finders = {(color, chips): Finder(2, color, chips) for color in COLORS for chips in (7, 8, 9)}
    while min(seen[True], seen[False]) < 30:
        board = Board()
        for _ in range(luck.randrange(9, 14)):
            if board.outcome() is None:
                board.push(luck.choice(list(board.legal_moves)))
        attacker, chips = luck.choice(COLORS), luck.choice((7, 8, 9))
        own, other = seen_by_winner(chips_of(board), attacker)
        if board.outcome() is not None or not own.bit_count() < chips <= own.bit_count() + 3:
            continue
        result = finders[attacker, chips].search(Position.of(board), 100_000_000)
        assert result.plies is not None
        is_won = (result.plies > 0) == (board.turn is attacker)
        left = 2 * (chips - own.bit_count())
        if board.turn is attacker:
            assert is_won == exact.wins(own, other, left - 1)
        else:
            assert is_won == exact.loses(own, other, left)
        seen[is_won] += 1


def test_an_attack_is_asked_for_once_a_position_and_in_range() -> None:
    searcher = Searcher(Table(1), Signal())
    position = Position.of(Board(moves="33 44 53"))
    searcher.set(position)
    for color, chips in ((2, 7), (-1, 7), (0, 2), (0, 11), (1, 1)):
        with pytest.raises(TenchipsError):
            searcher.attack(color, chips)
    searcher.attack(0, 7)
    with pytest.raises(TenchipsError, match="call set before attack"):
        searcher.attack(0, 7)
    searcher.set(position)
    searcher.attack(1, 2)
    assert Score(searcher.run(6) or 0).plies is not None
    searcher.set(position)
    assert Score(searcher.run(3) or 0).plies is None
