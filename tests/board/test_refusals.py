"""Every reason a move is refused, every flaw of a network, every fault of a position."""

from __future__ import annotations

import pytest

from tenchips import (
    BLACK,
    WHITE,
    Board,
    Color,
    FaultKind,
    IllegalMove,
    ImpossiblePosition,
    Move,
    NetworkRule,
    NotationError,
    Reason,
)

STEPS = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"
ONE_IN_HAND = Board.diagram(white="01 03 06 13 45 51 52 64 72", black="30 50 14 15 34 53 55 63 56")


@pytest.mark.parametrize(
    ("board", "move", "reason", "squares", "sentence"),
    [
        (
            Board(STEPS, moves="45-11"),
            "33",
            Reason.GAME_OVER,
            "50 14 15 55 53 63 27",
            "the game is over: Black wins with the network 50-14-15-55-53-63-27",
        ),
        (
            Board(STEPS),
            "44",
            Reason.WRONG_KIND,
            "",
            "White has no chip left to add: make a step move like 33-45",
        ),
        (
            Board(),
            "33-45",
            Reason.WRONG_KIND,
            "",
            "White still has 10 chips in hand: make an add move like 33",
        ),
        (
            ONE_IN_HAND,
            "45-44",
            Reason.WRONG_KIND,
            "",
            "White still has 1 chip in hand: make an add move like 33",
        ),
        (Board(STEPS), "44-43", Reason.NOT_YOUR_CHIP, "44", "White has no chip on 44: it is empty"),
        (
            Board(STEPS),
            "30-44",
            Reason.NOT_YOUR_CHIP,
            "30",
            "White has no chip on 30: it holds an enemy chip",
        ),
        (
            Board(STEPS),
            "45-45",
            Reason.SAME_SQUARE,
            "45",
            "a step must end on a different square than 45, where it began",
        ),
        (Board(), "70", Reason.CORNER, "70", "nobody may use 70: it is a corner"),
        (Board(STEPS), "45-07", Reason.CORNER, "07", "nobody may use 07: it is a corner"),
        (Board(), "30", Reason.GOAL, "30", "White may not use 30: it is in Black's goal"),
        (
            Board(moves="33"),
            "73",
            Reason.GOAL,
            "73",
            "Black may not use 73: it is in White's goal",
        ),
        (Board(moves="33"), "33", Reason.OCCUPIED, "33", "33 already holds a chip"),
        (Board(moves="33 44"), "33", Reason.OCCUPIED, "33", "33 already holds a chip"),
        (Board(STEPS), "45-01", Reason.OCCUPIED, "01", "01 already holds a chip"),
        (
            Board(STEPS),
            "13-12",
            Reason.CLUSTER,
            "01 03",
            "12 would join 01 and 03 to a group of 3 white chips: at most 2 may touch",
        ),
    ],
)
def test_every_reason(board: Board, move: str, reason: Reason, squares: str, sentence: str) -> None:
    refusal = board.why_illegal(move)
    assert refusal is not None
    assert (refusal.reason, refusal.squares) == (reason, tuple(squares.split()))
    assert str(refusal) == refusal.sentence == sentence
    assert refusal == board.why_illegal(Move.parse(move))
    before = board.copy()
    with pytest.raises(IllegalMove) as error:
        board.push(move)
    assert error.value.refusal == refusal
    assert error.value.reason is reason
    assert str(error.value) == sentence
    assert board == before


def test_every_reason_is_in_that_list() -> None:
    marks = test_every_reason.pytestmark  # type: ignore[attr-defined]
    assert {case[2] for case in marks[0].args[1]} == set(Reason)


def test_the_reasons_are_tried_in_the_order_a_player_would() -> None:
    """Kind of move, then where it comes from, then where it goes."""

    def reason(move: str) -> Reason:
        refusal = Board(STEPS).why_illegal(move)
        assert refusal is not None
        return refusal.reason

    assert reason("00") is Reason.WRONG_KIND
    assert reason("44-00") is Reason.NOT_YOUR_CHIP
    assert reason("44-44") is Reason.NOT_YOUR_CHIP
    assert reason("30-30") is Reason.NOT_YOUR_CHIP
    assert reason("13-30") is Reason.GOAL  # which holds a chip as well


def test_a_cluster_names_all_chips_it_would_join() -> None:
    board = Board.diagram(white="11 12 14 15")
    refusal = board.why_illegal("13")
    assert refusal is not None
    assert refusal.squares == ("11", "12", "14", "15")
    assert "a group of 5 white chips" in refusal.sentence


@pytest.mark.parametrize("text", ["", "33-", "\uff13\uff13", "99", "add 33", "33\x00", "3" * 9999])
def test_a_text_that_is_no_move_is_another_error(text: str) -> None:
    board = Board()
    for ask in (board.push, board.why_illegal):
        with pytest.raises(NotationError):
            ask(text)
    assert text not in board.legal_moves
    assert board == Board()


# Networks


@pytest.mark.parametrize(
    ("black", "white", "path", "rule", "squares", "sentence"),
    [
        ("", "", "", NetworkRule.LENGTH, "", "a network has 6 to 10 chips, and this one has 0"),
        (
            "20",
            "33",
            "20-33-44",
            NetworkRule.OWN_CHIPS,
            "33 44",
            "Black has no chip on 33 and 44",
        ),
        (
            "20 25 35 55 57",
            "",
            "20-25-35-55-57",
            NetworkRule.LENGTH,
            "20 25 35 55 57",
            "a network has 6 to 10 chips, and this one has 5",
        ),
        (
            "10 13 33 35 55 50",
            "",
            "10-13-33-35-55-50",
            NetworkRule.GOALS_AT_THE_ENDS,
            "10 50",
            "a network ends in the other goal: 10 and 50 are in the same one",
        ),
        (
            "17 13 33 35 55 57",
            "",
            "17-13-33-35-55-57",
            NetworkRule.GOALS_AT_THE_ENDS,
            "17 57",
            "a network ends in the other goal: 17 and 57 are in the same one",
        ),
        (
            "10 13 33 35 55 53",
            "",
            "10-13-33-35-55-53",
            NetworkRule.GOALS_AT_THE_ENDS,
            "53",
            "a network begins and ends in Black's goals, and 53 is in neither",
        ),
        (
            "10 13 33 35 55 53",
            "",
            "53-55-35-33-13-10",
            NetworkRule.GOALS_AT_THE_ENDS,
            "53",
            "a network begins and ends in Black's goals, and 53 is in neither",
        ),
        (
            "20 60 42 33 35 57",
            "",
            "60-20-42-33-35-57",
            NetworkRule.NO_GOAL_INSIDE,
            "20",
            "only the first and the last chip may be in a goal, and 20 is in one",
        ),
        (
            "20 25 35 33 55 57",
            "",
            "20-25-35-33-55-35-57",
            NetworkRule.NO_CHIP_TWICE,
            "35",
            "a network may use each chip only once, and 35 is used twice",
        ),
        (
            "20 25 35 33 54 57",
            "",
            "20-25-35-33-54-57",
            NetworkRule.STRAIGHT_LINES,
            "33 54",
            "33 and 54 are not on one straight line",
        ),
        (
            "60 65 55 33 35 57",
            "62 63",
            "60-65-55-33-35-57",
            NetworkRule.CLEAR_LINES,
            "62 63",
            "there is a chip between 60 and 65: 62 and 63",
        ),
        (
            "60 65 63 55 33 35 57",
            "",
            "60-65-55-33-35-57",
            NetworkRule.CLEAR_LINES,
            "63",
            "there is a chip between 60 and 65: 63",
        ),
        (
            "60 42 33 35 55 57",
            "",
            "60-42-33-35-55-57",
            NetworkRule.TURN_AT_EVERY_CHIP,
            "60 42 33",
            "a network turns at every chip between its ends, and 60-42-33 goes straight on",
        ),
    ],
)
def test_every_rule_of_networks(
    black: str, white: str, path: str, rule: NetworkRule, squares: str, sentence: str
) -> None:
    board = Board.diagram(white, black)
    flaw = board.why_not_network(path)
    assert flaw is not None
    assert (flaw.rule, flaw.squares) == (rule, tuple(squares.split()))
    assert str(flaw) == flaw.sentence == sentence
    assert flaw == board.why_not_network([word for word in path.split("-") if word])


def test_every_rule_of_networks_is_in_that_list() -> None:
    marks = test_every_rule_of_networks.pytestmark  # type: ignore[attr-defined]
    assert {case[3] for case in marks[0].args[1]} == set(NetworkRule)


def test_the_color_of_a_network_is_that_of_its_first_chip_unless_given() -> None:
    board = Board.diagram(black="60 65 55 33 35 57")
    path = "60-65-55-33-35-57"
    assert board.why_not_network(path) is None
    assert board.why_not_network(path, BLACK) is None
    flaw = board.why_not_network(path, WHITE)
    assert flaw is not None
    assert flaw.rule is NetworkRule.OWN_CHIPS
    assert flaw.squares == ("60", "65", "55", "33", "35", "57")


def test_a_network_of_white_runs_from_left_to_right() -> None:
    board = Board.diagram(white="06 56 55 33 53 75")
    assert list(board.networks(WHITE)) == [("06", "56", "55", "33", "53", "75")]
    assert board.why_not_network("06-56-55-33-53-75") is None
    assert board.why_not_network("75-53-33-55-56-06") is None
    assert list(board.networks(BLACK)) == []


def test_eleven_chips_are_too_many() -> None:
    path = "30-35-44-22-21-41-63-53-54-64-37"
    flaw = Board.diagram(black=path).why_not_network(path)
    assert flaw is not None
    assert flaw.rule is NetworkRule.LENGTH
    assert flaw.sentence == "a network has 6 to 10 chips, and this one has 11"


def test_squares_that_are_none_are_no_network_either() -> None:
    with pytest.raises(NotationError, match="'99' is not a square"):
        Board().why_not_network("20-99")
    with pytest.raises(NotationError, match="'99' is not a square"):
        Board().why_not_network(["20", "99"])
    for ask in (Board().sights, Board().color_at):
        with pytest.raises(NotationError, match="is not a square"):
            ask("8")


# Positions

EVERY_FAULT = "WB6/8/B7/3WWW2/8/8/8/1W6 w 2 7"


def kinds(board: Board) -> list[FaultKind]:
    return [fault.kind for fault in board.status()]


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(ImpossiblePosition) as error:
        Board(EVERY_FAULT)
    assert [(fault.kind, fault.squares) for fault in error.value.faults] == [
        (FaultKind.CORNER, ("00",)),
        (FaultKind.GOAL, ("17",)),
        (FaultKind.GOAL, ("02",)),
        (FaultKind.CLUSTER, ("33", "43", "53")),
        (FaultKind.TURN, ()),
        (FaultKind.STEPS, ()),
        (FaultKind.NUMBER, ()),
    ]
    assert str(error.value) == (
        "this position cannot occur: chip in the corner 00; "
        "white chip in Black's goal: 17; black chip in White's goal: 02; "
        "the chips 33, 43 and 53 touch: at most 2 chips of the same colour may touch; "
        "White has 5 and Black 2 on the board: White must have as many as Black, or one more; "
        "White has 5 and Black 2 on the board, so no step move has been made, not 2; "
        "the full-move number is 5 after 9 moves, not 7"
    )
    assert all(str(fault) == fault.sentence for fault in error.value.faults)


def test_too_many_chips() -> None:
    eleven = "01 03 05 11 15 31 33 35 51 53 55"
    board = Board.diagram(white=eleven, number=6, turn=BLACK)
    fault = next(fault for fault in board.status() if fault.kind is FaultKind.CHIPS)
    assert fault.squares == tuple(eleven.split())
    assert str(fault) == "White has 11 chips: there are 10 a side"
    assert board.hand(WHITE) == 0


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (
            "8/8/8/3W4/8/8/8/8 w 0 1",
            "White has 1 and Black 0 on the board, so it is Black's turn",
        ),
        (
            "8/8/8/3W1B2/8/8/8/8 b 0 2",
            "White has 1 and Black 1 on the board, so it is White's turn",
        ),
        ("8/8/8/3B4/8/8/8/8 w 0 1", "White must have as many as Black, or one more"),
        (STEPS.replace("w 0", "b 0"), "after 0 step moves it is White's turn"),
        (STEPS.replace("w 0", "w 1"), "after 1 step move it is Black's turn"),
    ],
)
def test_whose_turn_it_is_follows_from_the_chips(position: str, sentence: str) -> None:
    with pytest.raises(ImpossiblePosition) as error:
        Board(position)
    faults = error.value.faults
    assert [fault.kind for fault in faults] == [FaultKind.TURN]
    assert sentence in str(faults[0])


def test_the_number_follows_from_the_moves() -> None:
    with pytest.raises(ImpossiblePosition, match="is 1 after 0 moves, not 2"):
        Board("8/8/8/8/8/8/8/8 w 0 2")
    with pytest.raises(ImpossiblePosition, match="is 12 after 22 moves, not 11"):
        Board(STEPS.replace("w 0", "w 2"))
    assert Board(STEPS.replace("w 0 11", "w 2 12")).number == 12


def test_no_step_before_the_last_add() -> None:
    board = Board.diagram(white="33", turn=BLACK, steps=1, number=2)
    assert kinds(board) == [FaultKind.STEPS]
    assert "no step move has been made, not 1" in str(board.status()[0])


def test_steps_are_counted_from_nought() -> None:
    full = Board(STEPS)
    board = Board.diagram(full.chips(WHITE), full.chips(BLACK), BLACK, steps=-1, number=10)
    assert FaultKind.STEPS in kinds(board)


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_chips_of_both_colors_may_touch(color: Color) -> None:
    board = Board.diagram(white="33 34", black="43 44", turn=WHITE, number=3)
    assert board.status() == ()
    assert board.hand(color) == 8


def test_every_kind_of_fault_is_found_here() -> None:
    eleven = Board.diagram(white="01 03 05 11 15 31 33 35 51 53 55")
    every = Board.diagram(white="00 17 33 43 53", black="10 02", steps=2, number=7)
    found = {fault.kind for board in (every, eleven) for fault in board.status()}
    assert found == set(FaultKind)


def test_each_cluster_is_a_fault_of_its_own() -> None:
    board = Board.diagram(white="11 12 13 31 32 33", black="51 52 62 55 66")
    found = [fault.squares for fault in board.status() if fault.kind is FaultKind.CLUSTER]
    assert found == [("11", "12", "13"), ("31", "32", "33"), ("51", "52", "62")]


def test_a_square_holds_one_chip() -> None:
    with pytest.raises(NotationError, match="both colours are given 33 44"):
        Board.diagram(white="33 44 51", black=["44", "33"])
    with pytest.raises(NotationError, match="'x' is not a square"):
        Board.diagram(white=["x"])


@pytest.mark.parametrize("text", ["", "x", "8/8/8/8/8/8/8 w 0 1", "\uff18/8/8/8/8/8/8/8 w 0 1"])
def test_a_text_that_is_no_position_is_another_error(text: str) -> None:
    with pytest.raises(NotationError):
        Board(text)
