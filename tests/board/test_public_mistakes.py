"""What programs for this game get wrong, each mistake a test named after it."""

from __future__ import annotations

import pytest

from positions import boards, kind
from tenchips import (
    BLACK,
    WHITE,
    Board,
    IllegalMove,
    Move,
    NetworkRule,
    Reason,
)

STEPS = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"


def refused(board: Board, move: str) -> Reason:
    before = board.position, board.moves
    with pytest.raises(IllegalMove) as error:
        board.push(move)
    assert (board.position, board.moves) == before
    assert move not in board.legal_moves
    assert Move.parse(move) not in list(board.legal_moves)
    return error.value.reason


def test_accepting_an_eleventh_add() -> None:
    board = Board(STEPS)
    assert board.hand(WHITE) == 0
    assert refused(board, "44") is Reason.WRONG_KIND
    assert not any(move.is_add for move in board.legal_moves)


def test_accepting_a_step_while_chips_are_in_hand() -> None:
    board = Board(moves="33 10")
    assert refused(board, "33-45") is Reason.WRONG_KIND
    assert all(move.is_add for move in board.legal_moves)


def test_refusing_a_legal_step_next_to_the_square_just_left() -> None:
    board = Board("4B3/2BW2W1/2B1B1W1/2W5/1B1B2B1/W1W1W1W1/W1W1B3/3B2B1 w 0 11")
    assert board.why_illegal("65-56") is None
    assert Move.parse("65-56") in list(board.legal_moves)
    board.push("65-56")


def test_calling_a_move_that_completes_both_networks_a_win_for_the_mover() -> None:
    board = Board(STEPS, moves="45-11")
    assert any(board.networks(WHITE))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is BLACK


def test_accepting_a_null_step() -> None:
    board = Board(STEPS)
    for square in sorted(board.chips(WHITE)):
        assert refused(board, f"{square}-{square}") is Reason.SAME_SQUARE


def test_crashing_in_lost_positions() -> None:
    """A finished game answers every question, and refuses every move in a sentence."""
    ended = 0
    for board in boards(7, 400):
        if kind(board) in ("add", "step"):
            continue
        ended += 1
        assert list(board.legal_moves) == []
        assert refused(board, "33") is Reason.GAME_OVER
        assert board.why_illegal("33-45") == board.why_illegal("33")
    assert ended > 20


def flaw(board: Board, text: str) -> NetworkRule:
    found = board.why_not_network(text)
    assert found is not None
    assert tuple(text.split("-")) not in set(board.networks(BLACK))
    return found.rule


def test_counting_two_chips_in_one_goal_as_a_network() -> None:
    inside = Board.diagram(black="20 60 42 33 35 57")
    assert flaw(inside, "60-20-42-33-35-57") is NetworkRule.NO_GOAL_INSIDE
    ends = Board.diagram(black="10 13 33 35 55 50")
    assert flaw(ends, "10-13-33-35-55-50") is NetworkRule.GOALS_AT_THE_ENDS
    for board in (inside, ends):
        assert list(board.networks(BLACK)) == []
        assert board.outcome() is None


def test_counting_five_chips_as_a_network() -> None:
    board = Board.diagram(black="20 25 35 55 57")
    assert flaw(board, "20-25-35-55-57") is NetworkRule.LENGTH
    assert board.outcome() is None


def test_counting_an_enemy_between_as_a_network() -> None:
    chips = "60 65 55 33 35 57"
    assert list(Board.diagram(black=chips).networks(BLACK)) == [
        ("60", "65", "55", "33", "35", "57")
    ]
    for square in ("62", "44", "34", "46"):
        board = Board.diagram(white=square, black=chips)
        assert flaw(board, "60-65-55-33-35-57") is NetworkRule.CLEAR_LINES
        assert board.outcome() is None


def test_counting_a_chip_passed_straight_through_as_a_network() -> None:
    board = Board.diagram(black="60 42 33 35 55 57")
    assert flaw(board, "60-42-33-35-55-57") is NetworkRule.TURN_AT_EVERY_CHIP
    assert board.outcome() is None


@pytest.mark.parametrize(
    ("position", "shortest"),
    [
        ("3B4/W7/3B2B1/WB3W2/1BW2WBW/3B2B1/W2WBW1W/1B6 w 2 12", 7),
        ("4B3/WB1B2W1/3WW1W1/WW1B4/2B3B1/6B1/1WBWB2W/5B2 b 3 12", 8),
        ("8/3BW2W/2WB1BB1/1W2W3/4W1B1/WB1B1BW1/1W2W3/1B1B4 b 1 11", 9),
    ],
)
def test_missing_networks_of_more_than_six_chips(position: str, shortest: int) -> None:
    outcome = Board(position).outcome()
    assert outcome is not None
    assert len(outcome.network) == shortest


def test_missing_networks_of_all_ten_chips() -> None:
    board = Board("1B6/1WB1BB1W/W5W1/2BW1BB1/W7/1W1W2W1/1B1B2W1/1B6 w 2 12")
    ten = ("10", "21", "23", "41", "51", "53", "63", "36", "16", "17")
    assert ten in set(board.networks(BLACK))
    assert board.why_not_network(ten) is None
