"""House rules and the words of the referee."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenchips import (
    BLACK,
    WHITE,
    Fault,
    FaultKind,
    IllegalMove,
    ImpossiblePosition,
    NotationError,
    Outcome,
    Reason,
    Refusal,
    Rules,
    Termination,
)

NUMBERS = st.just(0) | st.integers(2, 999_999)
ANY_RULES = st.builds(Rules, st.sampled_from(("loss", "draw")), NUMBERS, NUMBERS)


def test_the_defaults() -> None:
    assert Rules() == Rules(no_move="loss", repetition=3, step_limit=200)
    assert Rules.parse("") == Rules()


@given(ANY_RULES)
def test_rules_round_trip(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.parse(str(rules).replace(" ", ", ")) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_not_named_keep_their_defaults() -> None:
    assert Rules.parse("step_limit=0") == Rules(step_limit=0)
    assert Rules.parse("no_move=draw repetition=2") == Rules("draw", 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("repetition", "'repetition' is not a rule: write name=value with one of no_move"),
        ("repeat=3", "'repeat=3' is not a rule"),
        ("=3", "is not a rule"),
        ("repetition=3 repetition=3", "the rule repetition is given twice"),
        ("repetition=1", "repetition is 0 (off) or from 2 to 999999, not 1"),
        ("repetition=-2", "repetition is a whole number from 0 to 999999, not '-2'"),
        ("repetition=", "repetition is a whole number"),
        ("repetition=٣", "repetition is a whole number"),
        ("step_limit=²", "step_limit is a whole number"),
        ("step_limit=1000000", "step_limit is a whole number from 0 to 999999"),
        ("step_limit=" + "9" * 100_000, "step_limit is a whole number"),
        ("no_move=win", "no_move is loss or draw, not 'win'"),
        ("no_move=" + "x" * 100_000, "no_move is loss or draw"),
        ("x" * 100_000, "is not a rule"),
    ],
)
def test_what_is_no_rule_says_so_in_one_short_line(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        Rules.parse(text)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    "values",
    [
        {"repetition": 1},
        {"repetition": -1},
        {"repetition": 1_000_000},
        {"step_limit": -1},
        {"step_limit": 1_000_000},
        {"no_move": "win"},
    ],
)
def test_rules_out_of_range_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(NotationError, match=next(iter(values))):
        Rules(**values)  # type: ignore[arg-type]


@given(st.text())
def test_any_text_is_rules_or_a_notation_error(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except NotationError:
        return
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize(
    ("outcome", "result", "sentence"),
    [
        (
            Outcome(WHITE, Termination.NETWORK, ("01", "12", "71")),
            "1-0",
            "White wins with the network 01-12-71",
        ),
        (Outcome(BLACK, Termination.NO_MOVE), "0-1", "Black wins: White has no legal move"),
        (
            Outcome(None, Termination.NO_MOVE),
            "1/2-1/2",
            "Draw: the player to move has no legal move",
        ),
        (Outcome(None, Termination.REPETITION), "1/2-1/2", "Draw: the position was repeated"),
        (Outcome(None, Termination.STEP_LIMIT), "1/2-1/2", "Draw: the step limit was reached"),
        (Outcome(WHITE, Termination.RESIGNATION), "1-0", "White wins: Black resigned"),
        (Outcome(BLACK, Termination.TIME), "0-1", "Black wins: White ran out of time"),
        (Outcome(BLACK, Termination.ILLEGAL_MOVE), "0-1", "Black wins: White made an illegal move"),
    ],
)
def test_outcomes_in_words(outcome: Outcome, result: str, sentence: str) -> None:
    assert outcome.result == result
    assert str(outcome) == sentence


def test_terminations_carry_the_texts_of_records() -> None:
    assert [termination.value for termination in Termination] == [
        "network",
        "no move",
        "repetition",
        "step limit",
        "resignation",
        "time",
        "illegal move",
    ]


def test_the_errors_are_value_errors_with_all_they_know() -> None:
    refusal = Refusal(Reason.CORNER, ("00",), "nobody may use 00: it is a corner")
    illegal = IllegalMove(refusal)
    assert isinstance(illegal, ValueError)
    assert not isinstance(illegal, NotationError)
    assert (illegal.reason, illegal.refusal, str(illegal)) == (
        Reason.CORNER,
        refusal,
        refusal.sentence,
    )
    faults = (Fault(FaultKind.CORNER, ("00",), "one"), Fault(FaultKind.TURN, (), "two"))
    impossible = ImpossiblePosition(faults)
    assert isinstance(impossible, ValueError)
    assert not isinstance(impossible, NotationError)
    assert str(impossible) == "this position cannot occur: one; two"
    assert pickle.loads(pickle.dumps(illegal)).refusal == refusal
    assert pickle.loads(pickle.dumps(impossible)).faults == faults
