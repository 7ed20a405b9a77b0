"""Fast games of the engine against itself, with `Board` as the judge of every move.

8,000 games by default and 1,000 under two threads, less than a minute in all; 20,000 of each with
`TENCHIPS_DEEP=1`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tenchips import Board, Rules, Termination
from tenchips.engine import Engine, Limit

DEEP = bool(os.environ.get("TENCHIPS_DEEP"))
CHUNK = 200
ALONE, TOGETHER = (100, 100) if DEEP else (40, 5)

# The last rules are such that more games come to an end by them.
WAYS = (Rules(), Rules(), Rules(no_move="draw", repetition=2, step_limit=8))
ENDS = {Termination.NETWORK, Termination.NO_MOVE, Termination.REPETITION, Termination.STEP_LIMIT}


@pytest.mark.parametrize(
    ("threads", "seed"),
    [(1, seed) for seed in range(ALONE)] + [(2, seed) for seed in range(TOGETHER)],
)
def test_self_play(threads: int, seed: int, record_property: Callable[[str, object], None]) -> None:
    rng = Random(f"self-play {threads} {seed}")
    ended: Counter[str] = Counter()
    with Engine(hash=1, threads=threads) as engine:
        for _ in range(CHUNK):
            ended[play(engine, rng)] += 1
    record_property("games", {f"{end}, {threads} at work": n for end, n in ended.items()})
    assert ended.total() == CHUNK


def play(engine: Engine, rng: Random) -> str:
    """A game after a random opening, sometimes one far into the game; returns how it ended."""
    board = opening(rng)
    limit = Limit(nodes=rng.choice((1, 100, 300, 500)))
    while (outcome := board.outcome()) is None:
        steps = board.hand(board.turn) == 0
        info = engine.play(board, limit)
        assert info.move.is_add is not steps
        claimed, mover = info.score.plies, board.turn
        board.push(info.move)  # refuses what is illegal
        if claimed == 1:
            end = board.outcome()
            assert end is not None
            assert end.winner is mover
    assert outcome.termination in ENDS
    assert Board(board.start, board.rules, board.moves).outcome() == outcome
    return outcome.termination.value


def opening(rng: Random) -> Board:
    """A board after random moves by which nobody has won."""
    while True:
        board = Board(rules=rng.choice(WAYS))
        for _ in range(rng.choice((5, 5, 5, 8, 16, 22))):
            if board.outcome() is None:
                board.push(rng.choice(list(board.legal_moves)))
        if board.outcome() is None:
            return board
