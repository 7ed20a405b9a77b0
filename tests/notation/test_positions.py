"""Positions as text: the form alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenchips import BLACK, START, WHITE, NotationError
from tenchips.notation import PositionText


@st.composite
def position_texts(draw: st.DrawFn) -> PositionText:
    one, other = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1))
    return PositionText(
        one,
        other & ~one,
        draw(st.sampled_from((WHITE, BLACK))),
        draw(st.integers(0, 999_999)),
        draw(st.integers(1, 999_999)),
    )


@given(position_texts())
def test_positions_round_trip(position: PositionText) -> None:
    text = str(position)
    assert PositionText.parse(text) == position
    assert PositionText.parse(f"\t{text}\n") == position
    assert str(PositionText.parse(text)) == text


def test_rows_go_down_and_columns_to_the_right() -> None:
    position = PositionText.parse("1B6/W7/8/8/8/8/8/6B1 b 0 2")
    assert position.white == 1 << 0o01
    assert position.black == 1 << 0o10 | 1 << 0o67
    assert (position.turn, position.steps, position.number) == (BLACK, 0, 2)


def test_the_start() -> None:
    assert PositionText.parse(START) == PositionText()
    assert str(PositionText()) == START


def test_runs_may_be_split_and_are_written_whole() -> None:
    assert str(PositionText.parse("44/8/8/8/1111W21/8/8/8 b 0 1")) == "8/8/8/8/4W3/8/8/8 b 0 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8/8/8/8/8/8/8 w 0 1", "has 8 rows with / between them; this one has 7"),
        ("8/8/8/8/8/8/8/8/8 w 0 1", "this one has 9"),
        ("8/8/8/8/8/8/8/ w 0 1", "row 7 of the position, '', has 0 squares instead of 8"),
        ("8/9/8/8/8/8/8/8 w 0 1", "is not a position"),
        ("8/7/8/8/8/8/8/8 w 0 1", "row 1 of the position, '7', has 7 squares"),
        ("8/8W/8/8/8/8/8/8 w 0 1", "row 1 of the position, '8W', has 9 squares"),
        ("8/WWWWWWWWW/8/8/8/8/8/8 w 0 1", "has 9 squares"),
        ("8/8/8/8/8/8/8/8 W 0 1", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0 1 1", "is not a position"),
        ("8/8/8/8/8/8/8/8  w 0 1", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 00 1", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0 0", "is not a position"),
        ("8/8/8/8/8/8/8/8 w -1 1", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0 \u0661", "is not a position"),
        ("8/8/8/8/8/8/8/8 w ² 1", "is not a position"),
        ("8/8/8/8/8/8/8/\uff18 w 0 1", "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0 1000000", "is not a position"),
        ("8/8/8/8/8/8/8/8\nw 0 1", "is not a position"),
        ("8/8/8/w7/8/8/8/8 w 0 1", "is not a position"),
        ("", "is not a position"),
        ("8/" * 100_000, "is not a position"),
        ("8/8/8/8/8/8/8/8 w 0 " + "9" * 100_000, "is not a position"),
    ],
)
def test_bad_form_is_named_in_one_short_line(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        PositionText.parse(text)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@given(st.text(alphabet="WBwb12345678/ 0\n") | st.text())
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    try:
        position = PositionText.parse(text)
    except NotationError:
        return
    assert PositionText.parse(str(position)) == position
