"""The exact search with steps finds what trying everything by the oracle's rules finds."""

from __future__ import annotations

from random import Random

import pytest

import oracle
from oracle import OTHER, WHITE, Position
from positions import boards, linked
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps
from tenchips.errors import TenchipsError
from tenchips.squares import COLORS


def as_bits(position: Position, color: str, attacker: str) -> int:
    squares = (square for square, owner in position.chips.items() if owner == color)
    return sum(1 << (8 * x + y if attacker == WHITE else 8 * y + x) for x, y in squares)


def asked(position: Position, attacker: str) -> tuple[int, int]:
    return as_bits(position, attacker, attacker), as_bits(position, OTHER[attacker], attacker)


def wins(position: Position, plies: int) -> bool:
    """Whether the side to move wins within so many plies, by trying everything."""
    for move in oracle.legal_moves(position):
        after = position.play(move)
        won = oracle.winner(after)
        if won == position.turn or (won is None and plies > 1 and loses(after, plies - 1)):
            return True
    return False


def loses(position: Position, plies: int) -> bool:
    """Whether the side to move loses within so many plies, by trying everything."""
    for move in oracle.legal_moves(position):
        after = position.play(move)
        won = oracle.winner(after)
        if won == position.turn or (won is None and not (plies > 1 and wins(after, plies - 1))):
            return False
    return True


def near_the_end(seed: int, count: int) -> list[Position]:
    """Positions in which somebody has no chip in hand."""
    found = []
    for board in boards(seed, 40 * count):
        if board.outcome() is None and not all(board.hand(color) for color in COLORS):
            found.append(Position.read(board.position))
    return Random(seed).sample(found, count)


def test_finds_the_wins_in_one_and_the_losses_in_two() -> None:
    exact, found = ExactSteps(), {True: 0, False: 0}
    for position in near_the_end(7, 40):
        expected = wins(position, 1)
        assert exact.wins(*asked(position, position.turn), 1) == expected
        found[expected] += 1
        if not expected:
            other = Position(position.chips, OTHER[position.turn], position.steps)
            assert exact.loses(*asked(other, position.turn), 2) == loses(other, 2)
    assert min(found.values()) >= 5, found


def test_finds_a_win_that_must_also_stop_the_opponents_network() -> None:
    """26-21 opens the line from 06 to 46, which completes White's network, and one for Black, which
    the chip must close: on no other square does it win, and it has no part in White's network."""
    position = Position.read("1B6/8/2WBW3/2B1W1B1/2W1B1WW/1BB1B1B1/W1W1W1W1/2B5 w 10 16")
    winning = [
        move
        for move in oracle.legal_moves(position)
        if oracle.winner(position.play(move)) == oracle.WHITE
    ]
    assert winning == [((2, 6), (2, 1))]
    assert ExactSteps().wins(*asked(position, oracle.WHITE), 1)


def test_agrees_with_the_search_without_steps() -> None:
    """Where nobody runs out of chips or moves both answer the same question."""
    adds, steps, found = Exact(1), ExactSteps(), {True: 0, False: 0}
    rng = Random(11)
    for board in (board.copy() for _ in range(40) for board in linked(rng)):
        chips = sum(len(board.chips(color)) for color in COLORS)
        if board.outcome() is None and 12 <= chips <= 17 and 8 < len(board.legal_moves) < 25:
            position = Position.read(board.position)
            own, other = asked(position, position.turn)
            won = steps.wins(own, other, 3)
            assert won == adds.wins(own, other, 3)
            found[won is True] += 1
    assert min(found.values()) >= 5, found


def test_refuses_what_it_cannot_answer() -> None:
    with pytest.raises(TenchipsError, match="odd number"):
        ExactSteps().wins(1 << 20, 1 << 30, 2)
    with pytest.raises(TenchipsError, match="even number"):
        ExactSteps().loses(1 << 20, 1 << 30, 3)
    with pytest.raises(TenchipsError, match="from 1 to 11"):
        ExactSteps().wins(1 << 20, 1 << 30, 13)
    assert ExactSteps().wins(1 << 20, 1 << 30, 5, nodes=10) is None
