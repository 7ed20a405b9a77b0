"""A position is replayed as a game: every move of it is legal, and it ends where it should."""

from __future__ import annotations

from random import Random

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.notation import START
from tenchips.players.setup_replay import replay_setup, setup_moves


def some_position(rng: Random, plies: int) -> Board:
    """After so many random moves, or just before the game ends."""
    board = Board()
    while len(board.moves) < plies and board.outcome() is None:
        board.push_unchecked(rng.choice(list(board.legal_moves)))
    if board.outcome() is not None:
        board.pop()
    return board


@pytest.mark.parametrize("plies", range(1, 40))
def test_every_position_has_a_way_to_it(plies: int) -> None:
    rng = Random(plies)
    for _ in range(5):
        end = some_position(rng, plies)
        replayed = Board(moves=setup_moves(end.position))  # which plays every move by the rules
        assert replayed.outcome() is None
        assert replayed.turn is end.turn
        assert [replayed.chips(color) for color in (WHITE, BLACK)] == [
            end.chips(color) for color in (WHITE, BLACK)
        ]
        assert replayed.steps == (end.steps > 0 and end.turn is BLACK)


def test_a_network_that_is_broken_does_not_stand_on_the_way() -> None:
    """Diagram A's 60-65-55-33-35-57, but for a white chip on 34: it has to come in time."""
    black = "60 65 55 33 35 57"
    end = Board.diagram("34 01 03 06 71 73", black, steps=0, number=7)
    assert Board(end.position).outcome() is None
    assert Board(moves=setup_moves(end.position)).chips(BLACK) == set(black.split())


def test_moves_after_the_position_are_replayed_as_they_are() -> None:
    board = Board("8/8/8/3W4/8/8/8/8 b 0 1", moves="44 21")
    replayed = replay_setup(board)
    assert (replayed.start, replayed.moves) == (START, Board(moves="33 44 21").moves)
    plain = Board(moves="33 44")
    assert replay_setup(plain) is plain
