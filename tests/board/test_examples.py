"""Every example of the rules, and every paragraph of them that has none, as a test."""

from __future__ import annotations

import pytest

from tenchips import BLACK, WHITE, Board, Color, Flaw, NetworkRule, Outcome, Reason, Termination
from tenchips.squares import CORNERS, GOALS, NAMES

DIAGRAM_A = "20 60 42 13 33 25 35 55 65 57"
DIAGRAM_C = "30 21 52 53 24 65 16 47"
FORBIDDEN_C = "10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56"
NO_MOVE = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"
CROSSES_ITSELF = "20-25-35-13-33-55-57"

# Taken from play; White is to move, each side has its ten chips.
BOTH_AT_ONCE = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"


def network(text: str) -> tuple[str, ...]:
    return tuple(text.split("-"))


def flaw(board: Board, text: str) -> Flaw:
    found = board.why_not_network(text)
    assert found is not None
    return found


# Board


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_each_color_may_use_48_squares(color: Color) -> None:
    board = Board.diagram(turn=color)
    assert len(board.legal_moves) == 48
    allowed = {move.to for move in board.legal_moves}
    forbidden = CORNERS | GOALS[color.other][0] | GOALS[color.other][1]
    assert allowed == set(NAMES) - forbidden


# Moves


def test_white_begins_with_ten_chips_each() -> None:
    board = Board()
    assert board.turn is WHITE
    assert (board.hand(WHITE), board.hand(BLACK)) == (10, 10)
    board = Board(moves="33")
    assert board.turn is BLACK
    assert (board.hand(WHITE), board.hand(BLACK)) == (9, 10)


def test_no_passing() -> None:
    assert all(move.to for move in Board().legal_moves)
    assert "" not in Board().legal_moves


def test_two_chips_may_touch_and_three_may_not() -> None:
    board = Board(moves="33 10 34 20")
    for near in ("22", "23", "24", "32", "42", "43", "44", "25", "35", "45"):
        refusal = board.why_illegal(near)
        assert refusal is not None
        assert (refusal.reason, refusal.squares) == (Reason.CLUSTER, ("33", "34"))
    assert "36" in board.legal_moves
    between = Board(moves="33 10 35 20")
    assert "34" not in between.legal_moves  # it would touch two single chips
    assert "32" in between.legal_moves


def test_chips_of_the_other_color_do_not_make_a_group() -> None:
    board = Board(moves="33 34 35 10")
    assert "43" in board.legal_moves


def test_a_step_is_judged_after_its_chip_has_left() -> None:
    board = Board("4B3/2BW2W1/2B1B1W1/2W5/1B1B2B1/W1W1W1W1/W1W1B3/3B2B1 w 0 11")
    assert {"65"} <= board.chips(WHITE)
    assert board.color_at("45") is WHITE
    board.push("65-56")  # with 65 still there 45, 56 and 65 would be three
    assert board.color_at("65") is None
    assert board.color_at("56") is WHITE
    assert not board.status()


# Networks


def test_diagram_a_networks() -> None:
    board = Board.diagram(black=DIAGRAM_A)
    found = set(board.networks(BLACK))
    for text in ("60-65-55-33-35-57", CROSSES_ITSELF):
        assert network(text) in found
        assert board.why_not_network(text) is None
        assert board.why_not_network(network(text)[::-1]) is None


@pytest.mark.parametrize(
    ("text", "rule", "squares"),
    [
        ("60-20-42-33-35-57", NetworkRule.NO_GOAL_INSIDE, "20"),
        ("20-42-60-65-55-57", NetworkRule.NO_GOAL_INSIDE, "60"),
        ("20-25-35-33-55-35-57", NetworkRule.NO_CHIP_TWICE, "35"),
        ("60-42-33-35-55-57", NetworkRule.TURN_AT_EVERY_CHIP, "60-42-33"),
    ],
)
def test_diagram_a_not_networks(text: str, rule: NetworkRule, squares: str) -> None:
    board = Board.diagram(black=DIAGRAM_A)
    assert network(text) not in set(board.networks(BLACK))
    broken = flaw(board, text)
    assert broken.rule is rule
    assert broken.squares == network(squares)
    assert str(broken) == broken.sentence
    assert all(square in broken.sentence for square in broken.squares)


def test_a_white_chip_on_56_breaks_one_network_and_leaves_others() -> None:
    board = Board.diagram(white="56", black=DIAGRAM_A)
    found = set(board.networks(BLACK))
    assert network(CROSSES_ITSELF) not in found
    broken = flaw(board, CROSSES_ITSELF)
    assert (broken.rule, broken.squares) == (NetworkRule.CLEAR_LINES, ("56",))
    assert network("20-42-33-55-35-57") in found


def test_diagram_b_is_a_picture_only() -> None:
    board = Board.diagram(black=f"{DIAGRAM_A} 27")
    broken = flaw(board, "60-42-33-35-25-27")
    assert (broken.rule, broken.squares) == (
        NetworkRule.TURN_AT_EVERY_CHIP,
        ("60", "42", "33"),
    )
    assert network("60-42-33-35-25-27") not in set(board.networks(BLACK))
    assert any("Black has 11 chips" in str(fault) for fault in board.status())


def test_a_network_has_ten_chips_at_most_even_in_a_picture() -> None:
    board = Board.diagram(black="21 22 30 35 37 41 44 53 54 63 64")
    eleven = "30-35-44-22-21-41-63-53-54-64-37"
    assert flaw(board, eleven).rule is NetworkRule.LENGTH
    assert max(map(len, board.networks(BLACK)), default=0) <= 10


def test_diagram_c() -> None:
    board = Board.diagram(black=DIAGRAM_C, turn=BLACK)
    marked = set(FORBIDDEN_C.split())
    for square in marked:
        refusal = board.why_illegal(square)
        assert refusal is not None
        assert refusal.reason is Reason.CLUSTER
    allowed = {move.to for move in board.legal_moves}
    usable = set(NAMES) - CORNERS - GOALS[WHITE][0] - GOALS[WHITE][1]
    assert allowed == usable - marked - set(DIAGRAM_C.split())


# Winning


def test_a_step_that_completes_both_networks_wins_for_the_opponent() -> None:
    board = Board(BOTH_AT_ONCE)
    board.push("45-11")
    assert list(board.networks(WHITE))
    assert list(board.networks(BLACK))
    assert board.outcome() == Outcome(BLACK, Termination.NETWORK, network("50-14-15-55-53-63-27"))
    assert len(board.legal_moves) == 0


def test_a_step_may_hand_the_opponent_a_network() -> None:
    board = Board(BOTH_AT_ONCE)
    board.push("45-71")
    assert not list(board.networks(WHITE))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is BLACK


def test_a_step_may_win_by_a_network_without_the_chip_that_moved() -> None:
    board = Board("1B3B2/W1BW1W2/8/1W2WB2/WB1W1B2/8/WWB1WB2/1B4B1 b 11 16")
    board.push("54-40")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is BLACK
    assert all("40" not in way for way in board.networks(BLACK))


def test_a_player_without_a_move_loses() -> None:
    board = Board()
    for move in NO_MOVE.split():
        assert board.outcome() is None
        board.push(move)
    assert (board.turn, board.hand(WHITE)) == (WHITE, 1)
    assert board.outcome() == Outcome(BLACK, Termination.NO_MOVE)
    assert list(board.legal_moves) == []
