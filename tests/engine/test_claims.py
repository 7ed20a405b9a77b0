"""What the engine claims about positions of the add phase, confirmed by the exact search.

The exact search shares no code with the engine and leaves out nothing. It knows no steps, so only
claims that end before the first step are asked about. `TENCHIPS_CLAIMS` says how many to confirm:
2,000 in CI, 50,000 in the deep test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from tenchips import WHITE, Board
from tenchips.book.certificate import chips_of, transposed
from tenchips.book.exact import Exact
from tenchips.core import Position
from tenchips.engine import Engine, Limit
from tenchips.solver.openings import random_opening
from tenchips.squares import Bits

CLAIMS = int(
    os.environ.get("TENCHIPS_CLAIMS", "50000" if "TENCHIPS_DEEP" in os.environ else "2000")
)
LONGEST = 7  # plies of a claim; longer ones take the exact search too long
CHIPS = 20
PARTS = 4


def is_quiet(board: Board) -> bool:
    """Whether the side to move cannot win at once."""
    return Position.of(board).winning_action() is None


def quiet_boards(seed: int) -> Iterator[Board]:
    """Random positions of 7 to 14 plies, without end."""
    luck = Random(seed)
    while True:
        board = random_opening(luck, luck.randint(7, 14), is_quiet)
        if board is not None:
            yield board


def turned(some: Bits) -> Bits:
    """The squares with rows and columns exchanged, as if the colours had exchanged their goals."""
    return sum(1 << transposed(square) for square in range(64) if some >> square & 1)


def is_confirmed(exact: Exact, board: Board, plies: int) -> bool:
    """Whether the side to move wins (loses, if plies are below 0) within so many plies."""
    white, black = chips_of(board)
    if (board.turn is WHITE) == (plies > 0):
        attacker, defender = white, black
    else:
        attacker, defender = turned(black), turned(white)
    if plies > 0:
        return bool(exact.wins(attacker, defender, plies))
    return exact.loses(attacker, defender, -plies)


@pytest.mark.parametrize("part", range(PARTS))
def test_the_exact_search_confirms_what_the_engine_claims(part: int) -> None:
    """Of searches for a proof and of searches for a move in turn."""
    exact, confirmed = Exact(64), {True: 0, False: 0}
    boards = quiet_boards(18 + part)
    with Engine(hash=4) as engine:
        while (count := sum(confirmed.values())) < CLAIMS // PARTS:
            board, limit = next(boards), Limit(nodes=8_000)
            info = engine.analyse(board, limit)[0] if count % 2 else engine.play(board, limit)
            plies = info.score.plies
            if plies is None or abs(plies) > LONGEST or len(board.moves) + abs(plies) > CHIPS:
                continue
            assert is_confirmed(exact, board, plies), f"{plies} plies from {board.position}"
            confirmed[plies > 0] += 1
    assert min(confirmed.values()) > CLAIMS // PARTS // 20
