"""The clock is strict, and says by how much it is not."""

from __future__ import annotations

import re

import pytest

from tenchips import BLACK, WHITE
from tenchips.arena.clock import Clock, TimeControl
from tenchips.players import Allowance


def test_time_a_move() -> None:
    clock = Clock(TimeControl(move=5.0, margin=0.1))
    assert clock.allowance() == Allowance(move=5.0, margin=0.1)
    assert clock.spend(WHITE, 5.0)
    assert clock.spend(WHITE, 5.09)
    assert not clock.spend(BLACK, 5.11)
    assert clock.left is None
    assert clock.allowance() == Allowance(move=5.0, margin=0.1)


def test_time_a_game_runs_out_and_grows_with_every_move() -> None:
    clock = Clock(TimeControl(base=10.0, increment=1.0, margin=0.25))
    assert clock.allowance() == Allowance(None, (10.0, 10.0), 1.0, 0.25)
    assert clock.spend(WHITE, 4.0)
    assert clock.allowance().clocks == (7.0, 10.0)
    assert clock.spend(BLACK, 10.25)
    assert clock.allowance().clocks == clock.left == (7.0, 1.0)
    assert clock.spent == (4.0, 10.25)
    assert clock.spend(WHITE, 6.0)
    assert not clock.spend(WHITE, 2.5)
    assert not clock.spend(BLACK, 1.5)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60+0.5", TimeControl(base=60.0, increment=0.5)),
        ("0.5+0", TimeControl(base=0.5)),
        ("3.+1.", TimeControl(base=3.0, increment=1.0)),
    ],
)
def test_clocks_are_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize("text", ["", "60", "+1", "60+", "60 + 1", "-1+1", "nan+1", "0+1"])
def test_other_texts_are_no_clocks(text: str) -> None:
    with pytest.raises(ValueError, match=re.compile("is not a clock|more than 0 seconds")):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "give one"),
        ({"move": 1.0, "base": 1.0}, "give one"),
        ({"move": 0.0}, "the time a move is more than 0"),
        ({"move": float("nan")}, "the time a move is more than 0"),
        ({"base": -1.0}, "the time a game is more than 0"),
        ({"base": 1.0, "increment": -1.0}, "the increment is 0 seconds or more"),
        ({"move": 1.0, "margin": float("inf")}, "the margin is 0 seconds or more"),
    ],
)
def test_impossible_clocks_are_refused(values: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TimeControl(**values)
