"""How games end: networks, no move, and the two draws of the house."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from positions import BLOCKED, NO_MOVE_GAME
from tenchips import BLACK, WHITE, Board, Outcome, Rules, Termination

STEPS = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"
TO_AND_FRO = ["01-05", "30-20", "05-01", "20-30"]
REPETITION = Outcome(None, Termination.REPETITION)
STEP_LIMIT = Outcome(None, Termination.STEP_LIMIT)


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_the_outcome_along_a_game_is_the_one_of_its_positions(seed: int) -> None:
    """A board that has judged the positions before does not look at everything again."""
    luck, board = random.Random(seed), Board(rules=Rules(repetition=0))
    while board.outcome() is None and board.steps < 12:
        for move in luck.sample(board.legal_moves, min(5, len(board.legal_moves))):
            board.push(move)
            fresh = Board(board.position, board.rules).outcome()
            assert board.outcome() == fresh
            board.pop()
        board.push(luck.choice(board.legal_moves))


def test_a_game_goes_on_until_it_ends() -> None:
    assert Board().outcome() is None
    assert Board(STEPS).outcome() is None


def test_the_network_shown_is_the_shortest_and_of_those_the_first() -> None:
    board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57")
    shown = board.outcome()
    assert shown is not None
    assert shown.network == min(n for n in board.networks(BLACK) if len(n) == 6)


def test_a_position_may_be_set_up_won() -> None:
    board = Board("8/3BW2W/2WB1BB1/1W2W3/4W1B1/WB1B1BW1/1W2W3/1B1B4 b 1 11")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (WHITE, Termination.NETWORK)
    assert (len(board.legal_moves), list(board.legal_moves)) == (0, [])


# No move


@pytest.mark.parametrize("position", BLOCKED)
def test_no_move_loses(position: str) -> None:
    board = Board(position)
    assert board.outcome() == Outcome(board.turn.other, Termination.NO_MOVE)


def test_no_move_may_be_a_draw() -> None:
    board = Board(rules=Rules(no_move="draw"), moves=NO_MOVE_GAME)
    assert board.outcome() == Outcome(None, Termination.NO_MOVE)
    assert board.why_illegal("33") is not None
    board.pop()
    assert board.outcome() is None


# Repetition


@pytest.mark.parametrize("times", [2, 3, 4])
def test_the_last_repetition_draws(times: int) -> None:
    board = Board(STEPS, Rules(repetition=times))
    for round_ in range(1, times):
        assert board.repetitions() == round_
        for move in TO_AND_FRO:
            assert board.outcome() is None
            board.push(move)
    assert board.repetitions() == times
    assert board.outcome() == REPETITION
    assert len(board.legal_moves) == 0
    assert board.pop().to == "30"
    assert board.outcome() is None


def test_three_times_is_the_default() -> None:
    board = Board(STEPS, moves=2 * TO_AND_FRO)
    assert board.outcome() == REPETITION


def test_repetition_can_be_turned_off() -> None:
    board = Board(STEPS, Rules(repetition=0), moves=10 * TO_AND_FRO)
    assert board.repetitions() == 11
    assert board.outcome() is None


def test_a_position_with_the_other_player_to_move_is_another_position() -> None:
    board = Board(STEPS, Rules(repetition=2))
    for move in ("01-05", "30-20", "05-16", "20-30", "16-01"):
        board.push(move)
    assert board.chips(WHITE) == Board(STEPS).chips(WHITE)
    assert board.chips(BLACK) == Board(STEPS).chips(BLACK)
    assert board.turn is BLACK
    assert board.repetitions() == 1
    assert board.outcome() is None


def test_positions_on_the_way_repeat_too() -> None:
    board = Board(STEPS, moves=[*TO_AND_FRO, *TO_AND_FRO[:1]])
    assert board.repetitions() == 2


# Step limit


def test_the_step_limit_draws() -> None:
    board = Board(STEPS, Rules(repetition=0, step_limit=3))
    for move in TO_AND_FRO[:3]:
        assert board.outcome() is None
        board.push(move)
    assert board.steps == 3
    assert board.outcome() == STEP_LIMIT
    board.pop()
    assert (board.steps, board.outcome()) == (2, None)


def test_200_is_the_default_and_steps_before_the_start_count() -> None:
    assert Board(STEPS.replace("w 0 11", "b 199 110")).outcome() is None
    assert Board(STEPS.replace("w 0 11", "w 200 111")).outcome() == STEP_LIMIT
    assert Board(STEPS.replace("w 0 11", "w 202 112")).outcome() == STEP_LIMIT


def test_the_step_limit_can_be_turned_off() -> None:
    assert Board(STEPS.replace("w 0 11", "w 9000 4511"), Rules(step_limit=0)).outcome() is None


# Which end comes first


def test_a_network_comes_before_the_step_limit() -> None:
    outcome = Board(STEPS, Rules(step_limit=1), moves=["45-11"]).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (BLACK, Termination.NETWORK)


def test_no_move_comes_before_the_step_limit() -> None:
    there = Board(BLOCKED[0])
    board = Board.diagram(there.chips(WHITE), there.chips(BLACK), there.turn, steps=200)
    assert board.outcome() == Outcome(there.turn.other, Termination.NO_MOVE)


def test_repetition_comes_before_the_step_limit() -> None:
    board = Board(STEPS, Rules(repetition=2, step_limit=4), moves=TO_AND_FRO)
    assert board.outcome() == REPETITION
