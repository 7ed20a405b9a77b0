"""Moves as text and as numbers."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenchips import Move, NotationError
from tenchips.notation import parse_square, parse_squares, squares_text
from tenchips.squares import NAMES, bits

SQUARES = st.sampled_from(NAMES)
MOVES = st.builds(Move, SQUARES, st.none() | SQUARES)

NOT_MOVES = [
    "",
    " ",
    "3",
    "333",
    "33333",
    "38",
    "83",
    "-33",
    "33-",
    "33--45",
    "33 45",
    "33-48",
    "33/45",
    "33+45",
    "33\u201345",  # an en dash
    "33.",
    "1.33",
    "a1",
    "add to 33",
    "[add to 33",
    "[add to  33]",
    "[Add to 33]",
    "[add to 33 to 45]",
    "[step from 33 to]",
    "[step from 33]",
    "[step to 45 from 33]",
    "\uff13\uff13",  # full-width digits
    "٣٣",  # Arabic digits
    "³³",
    "33\n45",
    "33\x00",
    "\x0033",
    "33" * 5000,
    "resign",
]


@given(MOVES)
def test_a_move_and_its_texts(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert Move.parse(f" {move}\n") == move
    assert eval(repr(move), {"Move": Move}) == move
    if move.origin is None:
        assert str(move) == move.to
        assert Move.parse(f"[add to {move.to}]") == move
    else:
        assert str(move) == f"{move.origin}-{move.to}"
        assert Move.parse(f"{move.origin}{move.to}") == move
        assert Move.parse(f"[step from {move.origin} to {move.to}]") == move


@given(MOVES)
def test_a_move_is_a_value(move: Move) -> None:
    same = Move(move.to, move.origin)
    assert same == move
    assert hash(same) == hash(move)
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.deepcopy(move) == move
    assert move.is_add == (move.origin is None)


def test_a_move_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Move("33").to = "34"  # type: ignore[misc]


def test_the_actions_are_all_the_moves() -> None:
    moves = [Move.from_action(action) for action in range(4160)]
    assert [move.action for move in moves] == list(range(4160))
    assert len(set(moves)) == 4160
    assert moves[8 * 3 + 4] == Move("34")
    assert moves[64 + 64 * (8 * 3 + 4) + (8 * 5 + 6)] == Move("56", origin="34")


@pytest.mark.parametrize("action", [-1, 4160, 10**30])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(NotationError, match="actions run from 0 to 4159"):
        Move.from_action(action)


@pytest.mark.parametrize("text", NOT_MOVES)
def test_what_is_no_move_says_so_in_one_short_line(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move: write an add like 33") as error:
        Move.parse(text)
    assert isinstance(error.value, ValueError)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 150


@given(st.text())
@example("\uff13\uff13")
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    try:
        move = Move.parse(text)
    except NotationError:
        return
    assert Move.parse(str(move)) == move


def test_corners_and_null_steps_are_moves_as_far_as_the_text_goes() -> None:
    assert Move.parse("00") == Move("00")
    assert Move.parse("33-33") == Move("33", "33")


@pytest.mark.parametrize("to", ["39", "", "3", "333", "\uff13\uff13", "x" * 10_000])
def test_a_move_is_made_of_squares(to: str) -> None:
    for arguments in ((to,), (to, "33"), ("33", to)):
        with pytest.raises(NotationError, match="is not a square") as error:
            Move(*arguments)
        assert len(str(error.value)) < 150


def test_squares() -> None:
    for name in NAMES:
        assert parse_square(name) == name
    assert parse_squares("20-25, 35\n13") == ("20", "25", "35", "13")
    assert parse_squares(" - , ") == ()
    assert squares_text(bits(parse_squares("35 20"))) == "20 35"
    with pytest.raises(NotationError, match="'2025' is not a square"):
        parse_squares("2025")
