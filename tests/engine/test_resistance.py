"""In a lost position the engine plays what is hard to refute, and what it says of it is proven."""

from __future__ import annotations

import pytest

from tenchips import Board, Move
from tenchips.book.certificate import chips_of
from tenchips.book.exact import Exact
from tenchips.engine import Engine, Info, Limit

LOST = (
    "4B3/8/8/W3W2W/3BW3/8/8/3B4 b 0 4",
    "8/8/8/6W1/4B3/2WB4/3W4/8 b 0 3",
)
"""Black to move loses whatever is played, and the longest defence leaves White many wins."""

LIMIT = Limit(nodes=300_000)


def played(position: str, limit: Limit = LIMIT, *, threads: int = 1) -> Info:
    with Engine(hash=4, threads=threads) as engine:
        return engine.play(Board(position), limit)


def longest_and_chosen(position: str) -> tuple[Info, Info]:
    """The longest defence, and what is played instead of it."""
    with Engine(hash=4) as engine:
        *_, lasting, chosen = engine.stream(Board(position), LIMIT, resist=True)
    assert lasting.move != chosen.move
    return lasting, chosen


def winning_answers(board: Board, move: Move) -> int:
    """How many of White's answers win before the step phase, by the exact search."""
    exact, after = Exact(16), board.copy()
    after.push(move)
    return sum(wins(exact, after, answer) for answer in after.legal_moves)


def wins(exact: Exact, board: Board, answer: Move) -> bool:
    after = board.copy()
    after.push(answer)
    white, black = chips_of(after)
    return bool(after.outcome()) or exact.loses(white, black, 2 * (10 - white.bit_count()))


@pytest.mark.parametrize("position", LOST)
def test_fewer_answers_win_than_after_the_longest_defence(position: str) -> None:
    board, (lasting, chosen) = Board(position), longest_and_chosen(position)
    assert winning_answers(board, chosen.move) < winning_answers(board, lasting.move)


@pytest.mark.parametrize("position", LOST)
def test_the_score_is_the_proven_one_of_the_longest_defence(position: str) -> None:
    board, (lasting, info) = Board(position), longest_and_chosen(position)
    assert info.move in board.legal_moves
    assert info.score == lasting.score
    assert info.score.plies is not None
    assert info.score.is_loss
    assert Exact(16).loses(*chips_of(board), -info.score.plies)


@pytest.mark.parametrize("position", LOST)
def test_with_nodes_it_plays_the_same_again(position: str) -> None:
    first, again = played(position), played(position)
    assert (first.move, first.nodes) == (again.move, again.nodes)
    assert first.nodes <= 300_000


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [Limit(time=0.05), Limit(clock=0.3), Limit(nodes=1)])
def test_however_little_is_left_there_is_a_move(limit: Limit, threads: int) -> None:
    for position in LOST:
        assert played(position, limit, threads=threads).move in Board(position).legal_moves


def test_a_stop_before_it_looks_for_another_move_counts() -> None:
    with Engine(hash=4, book=True) as engine:
        lines = engine.stream(Board(moves="33"), Limit(nodes=10_000_000), resist=True)
        assert next(lines).score.is_loss
        engine.stop()
        assert list(lines) == []
