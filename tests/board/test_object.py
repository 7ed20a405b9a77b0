"""The board as a Python object: history, copies, equality, symmetry, texts."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from positions import boards
from tenchips import BLACK, START, WHITE, Board, Color, IllegalMove, Move, Rules, Symmetry
from tenchips.render import svg, text
from tenchips.squares import NAMES, SYMMETRIES

STEPS = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"
TO_AND_FRO = ["01-05", "30-20", "05-01", "20-30"]
NAMESPACE = {"Board": Board, "Rules": Rules, "WHITE": WHITE, "BLACK": BLACK}
ALL_MOVES = [Move.from_action(action) for action in range(4160)]
COPIES: list[Callable[[Board], Board]] = [
    Board.copy,
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),
    lambda board: eval(repr(board), NAMESPACE),
]


@st.composite
def played(draw: st.DrawFn) -> Board:
    """A board some moves into a game, from the start or from the step phase."""
    rules = Rules(repetition=draw(st.sampled_from((0, 2, 3))))
    board = Board(draw(st.sampled_from((START, STEPS))), rules)
    for choice in draw(st.lists(st.integers(0, 999), max_size=24)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board


def everything(board: Board) -> tuple[object, ...]:
    return (
        board.position,
        board.start,
        board.moves,
        board.rules,
        board.turn,
        board.steps,
        board.number,
        board.outcome(),
        board.repetitions(),
        list(board.legal_moves),
    )


@settings(max_examples=60)
@given(played())
def test_every_copy_is_the_same_game(board: Board) -> None:
    for duplicate in COPIES:
        other = duplicate(board)
        assert other is not board
        assert other == board
        assert hash(other) == hash(board)
        assert everything(other) == everything(board)
    assert Board(board.position, board.rules).position == board.position


@pytest.mark.parametrize("duplicate", COPIES)
def test_a_copy_goes_its_own_way(duplicate: Callable[[Board], Board]) -> None:
    board = Board(STEPS, moves=TO_AND_FRO)
    other = duplicate(board)
    other.push("01-05")
    assert other != board
    assert board == Board(STEPS, moves=TO_AND_FRO)
    for move in TO_AND_FRO[1:]:
        other.push(move)
    assert other.repetitions() == 3  # the copy remembers what came before it
    while other.moves:
        other.pop()
    assert other == Board(STEPS)
    assert board.moves == tuple(map(Move.parse, TO_AND_FRO))


@settings(max_examples=60)
@given(played())
def test_taking_back_restores_everything(board: Board) -> None:
    states = []
    moves = list(board.moves)
    while board.moves:
        states.append(everything(board))
        assert board.pop() == moves[len(board.moves)]
    assert board.position == board.start
    for move in moves:
        board.push(move)
        assert everything(board) == states.pop()


def test_there_may_be_nothing_to_take_back() -> None:
    for board in (Board(), Board(STEPS)):
        with pytest.raises(IndexError, match="there is no move to take back"):
            board.pop()


def test_push_takes_moves_and_texts_and_returns_the_move() -> None:
    board = Board()
    assert board.push("[add to 33]") == Move("33")
    assert board.push(Move("44")) == Move("44")
    assert board.push(" 51 ") == Move("51")
    assert board.moves == (Move("33"), Move("44"), Move("51"))
    assert Board(moves="33 44 51") == Board(moves=["33", Move("44"), "51"]) == board


def test_a_refused_move_in_a_list_is_refused() -> None:
    with pytest.raises(IllegalMove, match="33 already holds a chip"):
        Board(moves="33 33")


def test_turn_number_and_steps_count_along() -> None:
    board = Board(STEPS)
    seen = [(board.turn, board.number, board.steps)]
    for move in TO_AND_FRO[:3]:
        board.push(move)
        seen.append((board.turn, board.number, board.steps))
    assert seen == [(WHITE, 11, 0), (BLACK, 11, 1), (WHITE, 12, 2), (BLACK, 12, 3)]


# Equality


def test_the_order_of_adds_is_forgotten() -> None:
    assert Board(moves="33 44 51") == Board(moves="51 44 33")
    assert hash(Board(moves="33 44 51")) == hash(Board(moves="51 44 33"))


def test_what_can_still_matter_is_compared() -> None:
    assert Board() != Board(rules=Rules(repetition=0))
    assert Board() != Board(moves="33")
    assert Board(STEPS) != Board(STEPS.replace("w 0 11", "w 2 12"))
    played = Board(STEPS, moves=TO_AND_FRO)
    fresh = Board(played.position)
    assert played.position == fresh.position
    assert played != fresh  # a draw by repetition is nearer in one of them
    assert Board() != "8/8/8/8/8/8/8/8 w 0 1"


def test_boards_in_sets() -> None:
    assert len({Board(), Board(), Board(moves="33"), Board(moves="33")}) == 2


# Texts


@pytest.mark.parametrize(
    ("board", "written"),
    [
        (Board(), "Board()"),
        (Board(moves="33 44"), "Board(moves='33 44')"),
        (Board(STEPS, moves="01-05"), f"Board('{STEPS}', moves='01-05')"),
        (
            Board(rules=Rules(repetition=0)),
            "Board(rules=Rules(no_move='loss', repetition=0, step_limit=200))",
        ),
        (
            Board.diagram("33", "44 45 46", BLACK, steps=1, number=9, moves="10"),
            "Board.diagram('33', '44 45 46', BLACK, steps=1, number=9, moves='10')",
        ),
        (
            Board(moves="12").transform(Symmetry(transpose=True)),
            "Board.diagram('', '', BLACK, steps=0, number=1, moves='21')",
        ),
    ],
)
def test_repr_round_trips(board: Board, written: str) -> None:
    assert repr(board) == written
    again = eval(written, NAMESPACE)
    assert again == board
    assert everything(again) == everything(board)


def test_a_diagram_takes_names_or_a_text() -> None:
    board = Board.diagram(white={"33", "35"}, black="44, 46-10", moves=[Move("51"), "52"])
    assert board.chips(WHITE) == {"33", "35", "51"}
    assert board.chips(BLACK) == {"44", "46", "10", "52"}
    assert board.color_at("44") is BLACK
    assert board.color_at("33") is WHITE
    assert board.color_at("00") is None


def test_a_board_draws_itself() -> None:
    board = Board(moves="33 44")
    assert str(board) == text.draw(board)
    assert board._repr_svg_() == svg.draw(board)


# Legal moves


@settings(max_examples=60)
@given(played())
def test_legal_moves_are_a_sequence(board: Board) -> None:
    moves = board.legal_moves
    every = list(moves)
    assert len(moves) == len(every)
    assert every == sorted(every) == [moves[index] for index in range(len(moves))]
    assert moves[1:7:2] == every[1:7:2]
    assert random.Random(1).sample(moves, len(moves)) == random.Random(1).sample(every, len(every))
    assert {*every} == {move for move in ALL_MOVES if board.is_legal(move)}
    assert {*every} == {move for move in ALL_MOVES if move in moves}


def test_legal_moves_stay_those_of_the_position_they_were_asked_in() -> None:
    board = Board()
    moves = board.legal_moves
    board.push("33")
    assert "33" in moves
    assert len(moves) == 48
    assert "33" not in board.legal_moves
    assert len(board.legal_moves) == 47


def test_moves_are_ordered_by_their_actions() -> None:
    shuffled = random.Random(1).sample(ALL_MOVES, len(ALL_MOVES))
    assert sorted(shuffled) == ALL_MOVES
    assert Move("33") <= Move("33") < Move("34") < Move("01", "33")
    with pytest.raises(TypeError):
        assert Move("33") < "34"  # type: ignore[operator]


@settings(max_examples=60)
@given(played())
def test_winning_moves_are_those_after_which_the_mover_has_won(board: Board) -> None:
    before, winning = everything(board), []
    for move in board.legal_moves:
        after = Board(board.position, board.rules, [move])
        outcome = after.outcome()
        if outcome is not None and outcome.winner is board.turn:
            winning.append(move)
    assert board.winning_moves() == tuple(winning)
    assert everything(board) == before


@settings(max_examples=60)
@given(played())
def test_plies_keys_and_the_root(board: Board) -> None:
    start = Board(board.start, board.rules)
    assert board.root() == start
    assert board.root().moves == ()
    assert board.ply == start.ply + len(board.moves)
    assert board.is_game_over() == (board.outcome() is not None)
    other = Board(board.position)
    assert board.key == other.key
    assert all(board.key != after.key for after in map(after_move(board), board.legal_moves))
    if board.moves:
        assert board.peek() == board.moves[-1]
    else:
        with pytest.raises(IndexError, match="there is no last move"):
            board.peek()


def after_move(board: Board) -> Callable[[Move], Board]:
    return lambda move: Board(board.position, board.rules, [move])


@settings(max_examples=60)
@given(played(), st.sampled_from(NAMES), st.sampled_from((WHITE, BLACK)))
def test_editing_begins_a_new_game(board: Board, square: str, color: Color) -> None:
    before, chips = board.color_at(square), {one: board.chips(one) for one in (WHITE, BLACK)}
    board.outcome()
    board.set_chip(square, color)
    assert board.chips(color) == chips[color] | {square}
    assert board.chips(color.other) == chips[color.other] - {square}
    assert board.moves == ()
    assert board.start == board.position
    diagram = Board.diagram(
        board.chips(WHITE), board.chips(BLACK), board.turn, steps=board.steps,
        number=board.number, rules=board.rules,
    )  # fmt: skip
    assert everything(board) == everything(diagram)
    assert board.remove_chip(square) is color
    assert board.remove_chip(square) is None
    if before is not None:
        board.set_chip(square, before)
    assert {one: board.chips(one) for one in (WHITE, BLACK)} == chips
    board.set_turn(color)
    assert (board.turn, board.start) == (color, board.position)


@pytest.mark.parametrize("edit", [lambda b: b.set_chip("99", WHITE), lambda b: b.remove_chip("8")])
def test_only_squares_can_be_edited(edit: Callable[[Board], object]) -> None:
    board = Board(moves="33 44")
    with pytest.raises(ValueError, match="is not a square"):
        edit(board)
    assert board == Board(moves="33 44")
    assert board.moves


@pytest.mark.parametrize("thing", [None, 27, "", "x", ("33",), b"33", Move("33", "34")])
def test_nothing_else_is_a_legal_move(thing: object) -> None:
    assert thing not in Board().legal_moves


def test_legal_moves_show_themselves() -> None:
    board = Board.diagram(black="10 12 14 16 30 32 34 36 50", turn=BLACK)
    assert repr(board.legal_moves) == f"<LegalMoves {' '.join(map(str, board.legal_moves))}>"


def test_iterating_is_safe_while_moves_are_tried() -> None:
    board = Board()
    for move in board.legal_moves:
        board.push(move)
        board.pop()
    assert board == Board()


# Sights


def test_sights_stop_at_the_first_chip_of_either_color() -> None:
    board = Board.diagram(white="33 35 37", black="53 66 30")
    assert board.sights("33") == ("30", "35", "53", "66")
    assert board.sights("34") == ("33", "35")
    assert list(board.links(WHITE)) == [("33", "35"), ("35", "37")]
    assert list(board.links(BLACK)) == []
    assert Board().sights("44") == ()


# Symmetry


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_an_image_is_the_same_game_turned(symmetry: Symmetry) -> None:
    def image(color: Color) -> Color:
        return color.other if symmetry.swaps_colors else color

    for board in boards(3, 60):
        turned = board.transform(symmetry)
        assert turned.turn is image(board.turn)
        assert turned.steps == board.steps
        assert len(turned.moves) == len(board.moves)
        assert turned.transform(symmetry.inverse) == board
        for color in Color:
            assert turned.chips(image(color)) == set(map(symmetry, board.chips(color)))
        for name in NAMES:
            assert set(turned.sights(symmetry(name))) == set(map(symmetry, board.sights(name)))
        assert turned.canonical().position == turned.transform(SYMMETRIES[1]).canonical().position


@pytest.mark.parametrize("symmetry", SYMMETRIES[:4])
def test_images_share_their_canonical_form(symmetry: Symmetry) -> None:
    for board in boards(4, 60):
        canonical = board.canonical()
        assert canonical == board.transform(symmetry).canonical()
        assert canonical.canonical() == canonical
        assert canonical.position <= board.position


@pytest.mark.parametrize("symmetry", SYMMETRIES[:4])
def test_images_of_a_symmetric_position_share_their_canonical_form(symmetry: Symmetry) -> None:
    """The position is its own mirror image, but the way there is not."""
    before = "8/2B2B2/1WW2WW1/1B4B1/WW4W1/1BBWWBBW/8/2B2B2 w 0 11"
    board = Board(before, moves="04-05")
    assert board.canonical() == board.transform(symmetry).canonical()


def test_the_identity_changes_nothing() -> None:
    board = Board(STEPS, Rules(repetition=2), moves=TO_AND_FRO[:2])
    assert everything(board.transform(Symmetry())) == everything(board)
