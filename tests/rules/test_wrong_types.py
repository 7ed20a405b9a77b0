"""An argument of a wrong type is refused at the call, by name; a text is never taken for a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tenchips import BLACK, WHITE, Board, Color, Move, Outcome, Rules, Symmetry, Termination
from tenchips.errors import TenchipsError
from tenchips.notation import PositionText, parse_square, parse_squares
from tenchips.record import (
    Evaluation,
    Game,
    Line,
    Node,
    Record,
    load_records,
    read_records,
    save_records,
)
from tenchips.render import gif, svg, text
from tenchips.squares import bits, direction_between, squares_between

any_type: Any = lambda value: value  # noqa: E731

CALLS: list[tuple[str, Callable[[], object]]] = [
    ("rules must be a Rules object", lambda: Board(rules=any_type("repetition=2"))),
    ("rules must be a Rules object", lambda: Board(rules=any_type(None))),
    ("position must be a text", lambda: Board(any_type(33))),
    ("position must be a text", lambda: Board(any_type(Board()))),
    ("position must be a text", lambda: Board(any_type(b"8/8/8/8/8/8/8/8 w 0 1"))),
    ("moves must be a text like '33 44'", lambda: Board(moves=any_type(33))),
    ("moves must be a text like '33 44'", lambda: Board(moves=any_type(Move("33")))),
    ("move must be a Move or a text", lambda: Board(moves=any_type([33]))),
    ("move must be a Move or a text", lambda: Board(moves=any_type(b"33"))),
    ("turn must be WHITE or BLACK, not 'w'", lambda: Board.diagram("33", turn=any_type("w"))),
    ("turn must be WHITE or BLACK, not 0", lambda: Board.diagram("33", turn=any_type(0))),
    ("squares must be a text like '33 44'", lambda: Board.diagram(any_type(33))),
    ("square must be a text like '33'", lambda: Board.diagram(black=any_type([33]))),
    ("square must be a text like '33'", lambda: Board.diagram(black=any_type(b"33"))),
    ("steps must be an int", lambda: Board.diagram("33", steps=any_type(1.5))),
    ("number must be an int", lambda: Board.diagram("33", number=any_type("1"))),
    ("rules must be a Rules object", lambda: Board.diagram("33", rules=any_type({}))),
    ("move must be a Move or a text", lambda: Board().push(any_type(33))),
    ("move must be a Move or a text", lambda: Board().push(any_type(None))),
    ("move must be a Move or a text", lambda: Board().why_illegal(any_type(("33", "44")))),
    ("move must be a Move", lambda: Board().push_unchecked(any_type("33"))),
    ("move must be a Move or a text", lambda: Board().is_legal(any_type(33))),
    ("color must be WHITE or BLACK", lambda: Board().set_chip("33", any_type("w"))),
    ("square must be a text like '33'", lambda: Board().set_chip(any_type(33), WHITE)),
    ("square must be a text like '33'", lambda: Board().remove_chip(any_type(33))),
    ("color must be WHITE or BLACK", lambda: Board().set_turn(any_type(1))),
    ("color must be WHITE or BLACK", lambda: Board().chips(any_type("white"))),
    ("color must be WHITE or BLACK", lambda: Board().hand(any_type(None))),
    ("color must be WHITE or BLACK", lambda: list(Board().links(any_type(1)))),
    ("color must be WHITE or BLACK", lambda: Board().networks(any_type("b"))),
    ("color must be WHITE or BLACK", lambda: Board().why_not_network("33", any_type("b"))),
    ("squares must be a text like '33 44'", lambda: Board().why_not_network(any_type(None))),
    ("square must be a text like '33'", lambda: Board().color_at(any_type(33))),
    ("square must be a text like '33'", lambda: Board().sights(any_type(["33"]))),
    ("symmetry must be a Symmetry", lambda: Board().transform(any_type(1))),
    ("repetition must be an int, not 3.5", lambda: Rules(repetition=any_type(3.5))),
    ("repetition must be an int, not '3'", lambda: Rules(repetition=any_type("3"))),
    ("step_limit must be an int, not None", lambda: Rules(step_limit=any_type(None))),
    ("step_limit must be an int, not True", lambda: Rules(step_limit=True)),
    ("no_move must be 'loss' or 'draw'", lambda: Rules(any_type(0))),
    ("rules must be a text", lambda: Rules.parse(any_type(Rules()))),
    ("winner must be WHITE, BLACK", lambda: Outcome(any_type("White"), Termination.TIME)),
    ("winner must be WHITE, BLACK", lambda: Outcome(any_type(0), Termination.TIME)),
    ("termination must be a Termination", lambda: Outcome(WHITE, any_type("time"))),
    ("network must be a tuple", lambda: Outcome(WHITE, Termination.NETWORK, any_type("33"))),
    ("square must be a text like '33'", lambda: Move(any_type(33))),
    ("square must be a text like '33'", lambda: Move("33", any_type(["44"]))),
    ("move must be a text", lambda: Move.parse(any_type(33))),
    ("move must be a text", lambda: Move.parse(any_type(Move("33")))),
    ("action must be an int", lambda: Move.from_action(any_type("33"))),
    ("action must be an int", lambda: Move.from_action(any_type(3.0))),
    ("position must be a text", lambda: PositionText.parse(any_type(None))),
    ("white must be an int", lambda: PositionText(any_type("33"))),
    ("turn must be WHITE or BLACK", lambda: PositionText(turn=any_type(1))),
    ("square must be a text like '33'", lambda: parse_square(any_type(33))),
    ("squares must be a text like '33 44'", lambda: parse_squares(any_type(33))),
    ("squares must be an iterable of squares", lambda: bits("33")),
    ("square must be a text like '33'", lambda: bits(any_type([33]))),
    ("square must be a text like '33'", lambda: direction_between("33", any_type(35))),
    ("square must be a text like '33'", lambda: squares_between(any_type(None), "33")),
    ("flip_x must be a bool", lambda: Symmetry(any_type("no"))),
    ("square must be a text like '33'", lambda: Symmetry()(any_type(33))),
    ("line must be a Line", lambda: Record(any_type(["33"]))),
    ("line must be a Line", lambda: Record(any_type("33 44"))),
    ("white must be a text", lambda: Record(white=any_type(None))),
    ("date must be a text", lambda: Record(date=any_type(2025))),
    ("result must be a text", lambda: Record(result=any_type(1))),
    ("termination must be a Termination", lambda: Record(termination=any_type("time"))),
    ("rules must be a Rules object", lambda: Record(rules=any_type("repetition=2"))),
    ("position must be a text", lambda: Record(start=any_type(None))),
    ("more_tags must be a tuple or list of pairs", lambda: Record(more_tags=any_type("ab"))),
    ("more_tags must be a tuple or list of pairs", lambda: Record(more_tags=any_type({"ab": "c"}))),
    ("more_tags must be a tuple or list of pairs", lambda: Record(more_tags=any_type([("a",)]))),
    ("text must be a text", lambda: Record.parse(any_type(b"1. 33 *"))),
    ("board must be a Board", lambda: Record.from_board(any_type("33"))),
    ("outcome must be an Outcome", lambda: Record.from_board(Board(), outcome=any_type("1-0"))),
    (
        "comments must be a tuple or list of texts, not 'good'",
        lambda: Record.from_board(Board(moves="33 44 55 36"), comments="good"),
    ),
    ("move must be a Move", lambda: Node(any_type("33"))),
    ("annotation must be a text", lambda: Node(Move("33"), any_type(1))),
    ("comments must be a tuple or list of texts", lambda: Node(Move("33"), "", any_type("good"))),
    ("comments must be a tuple or list of texts", lambda: Node(Move("33"), "", any_type([1]))),
    (
        "variations must be a tuple or list of Lines",
        lambda: Node(Move("33"), variations=any_type(Line((Node(Move("34")),)))),
    ),
    ("nodes must be a tuple or list of Nodes", lambda: Line(any_type("33"))),
    ("nodes must be a tuple or list of Nodes", lambda: Line(any_type([Move("33")]))),
    ("nodes must be a tuple or list of Nodes", lambda: Line(any_type(Node(Move("33"))))),
    ("comments must be a tuple or list of texts", lambda: Line(comments=any_type("good"))),
    ("score must be a text", lambda: Evaluation(any_type(0.25), 1, 1.0)),
    ("depth must be an int", lambda: Evaluation("+0.25", any_type("1"), 1.0)),
    ("seconds must be a number", lambda: Evaluation("+0.25", 1, any_type("1"))),
    ("evaluation must be a text", lambda: Evaluation.parse(any_type(None))),
    ("lines must be a text or an iterable", lambda: read_records(any_type(b"33 *"))),
    ("lines must be a text or an iterable", lambda: read_records(any_type(None))),
    ("line must be a text", lambda: list(read_records(any_type([b"33 *"])))),
    ("squares must be a text like '33 44'", lambda: svg.draw(Board(), highlights=any_type(33))),
    ("arrows must be an iterable of pairs", lambda: svg.draw(Board(), arrows=any_type("33"))),
    ("an arrow must be a pair of squares", lambda: svg.draw(Board(), arrows=any_type(["33"]))),
    ("square must be a text like '33'", lambda: svg.draw(Board(), arrows=any_type([(3, 4)]))),
    ("record must be a Record", lambda: Game.from_record(any_type("33"))),
    ("move must be a Move or a text", lambda: Game().add_variation(any_type(33))),
    ("path must be a text or a Path", lambda: load_records(any_type(None))),
    ("records must be an iterable of Records", lambda: save_records("none/x", any_type(Record()))),
    ("records must be an iterable of Records", lambda: save_records("none/x", any_type("33 *"))),
    ("record must be a Record", lambda: save_records("none/x", any_type([Board()]))),
    ("board must be a Board", lambda: text.draw(any_type("33"))),
    ("board must be a Board", lambda: svg.draw(any_type(Record()))),
    ("board must be a Board", lambda: gif.still(any_type(None))),
    ("game must be a Board or a Record", lambda: gif.draw(any_type("33"))),
    ("illegal must be WHITE or BLACK", lambda: text.draw(Board(), illegal=any_type("w"))),
    ("illegal must be WHITE or BLACK", lambda: svg.draw(Board(), illegal=any_type(1))),
    ("squares must be a text like '33 44'", lambda: svg.draw(Board(), network=any_type(33))),
    ("sights must be a tuple or list of colours", lambda: svg.draw(Board(), sights=any_type("w"))),
    (
        "sights must be a tuple or list of colours",
        lambda: svg.draw(Board(), sights=any_type(WHITE)),
    ),
    ("size must be an int", lambda: svg.draw(Board(), size=any_type("480"))),
    ("size must be an int", lambda: gif.still(Board(), size=any_type(64.5))),
]


@pytest.mark.parametrize(("sentence", "call"), CALLS)
def test_the_argument_and_its_type_are_named(sentence: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(sentence)
    assert len(str(caught.value)) < 200


def test_a_move_can_be_made_from_other_integers() -> None:
    class Number:
        """Like an integer of NumPy, which is not an int."""

        def __index__(self) -> int:
            return 27

    assert Move.from_action(any_type(Number())) == Move("33")


def test_a_wrong_theme_is_a_users_error() -> None:
    for draw in (svg.draw, gif.still):
        with pytest.raises(TenchipsError, match="theme is light"):
            draw(Board(), theme=any_type("blue"))


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_a_color_is_always_true(color: Color) -> None:
    assert color
    assert bool(color) is True


def test_if_winner_means_that_somebody_has_won() -> None:
    assert Outcome(WHITE, Termination.TIME).winner
    assert Outcome(BLACK, Termination.TIME).winner
    assert not Outcome(None, Termination.REPETITION).winner
