"""The bench searches the same nodes every time, and as many as written down."""

from __future__ import annotations

from tenchips import Board
from tenchips.engine.bench import SEARCHES, SIGNATURE, bench


def test_the_bench_has_the_signature_written_down_every_time() -> None:
    first, second = ([info.nodes for info in bench()] for _ in range(2))
    assert first == second
    assert sum(first) == SIGNATURE, (
        f"the search has changed: if that is meant, put {sum(first)} into SIGNATURE in bench.py"
    )


def test_the_bench_knows_both_phases_and_both_colours() -> None:
    boards = [Board(position) for position, _ in SEARCHES]
    assert {(board.turn, board.hand(board.turn) > 0) for board in boards} == {
        (color, phase) for color in (0, 1) for phase in (True, False)
    }
    assert all(board.outcome() is None for board in boards)
