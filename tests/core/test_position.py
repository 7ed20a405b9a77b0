"""`Position` as Python sees it. That it knows the rules is shown in `tests/agreement`."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from random import Random

import pytest

from positions import VECTORS
from tenchips import BLACK, START, WHITE, Board, Move, NotationError
from tenchips.core import Position, Tally
from tenchips.errors import TenchipsError
from tenchips.squares import COLORS, bits

STEP_PHASE = "3B2B1/1W4W1/1B1B1B1W/3W4/W2B2B1/2W3W1/1WB1W2W/1B4B1 b 1 11"
WON = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14 73")


def seen(position: Position) -> tuple[object, ...]:
    """All that a position shows of itself."""
    sides = [(position.chips(c), position.hand(c), position.links(c)) for c in COLORS]
    return position.turn, position.key, sides, position.legal_actions()


def test_a_new_position_is_the_start() -> None:
    assert seen(Position()) == seen(Position.of(START)) == seen(Position.of(Board()))
    assert Position().turn is WHITE
    assert [Position().hand(color) for color in COLORS] == [10, 10]


def test_of_a_board_and_of_its_text() -> None:
    for board in (Board(moves="33 44 21"), Board(STEP_PHASE), WON):
        position = Position.of(board)
        assert seen(position) == seen(Position.of(board.position))
        assert position.turn is board.turn
        for color in COLORS:
            assert position.chips(color) == bits(board.chips(color))
            assert position.hand(color) == board.hand(color)
            assert position.links(color) == len(list(board.links(color)))


@pytest.mark.parametrize("text", ["", "start", START + " 7", "8/8/8 w 0 1"])
def test_of_a_text_that_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        Position.of(text)


def test_of_a_board_is_a_position_of_its_own() -> None:
    board = Board(moves="33")
    position = Position.of(board)
    before = seen(position)
    board.push("44")
    assert seen(position) == before


def test_push_and_pop() -> None:
    position = Position.of(STEP_PHASE)
    states = [seen(position)]
    actions = []
    for index in range(6):
        actions.append(position.legal_actions()[20 * index])
        position.push(actions[-1])
        states.append(seen(position))
    assert len({key for _, key, *_ in states}) == 7
    for action in reversed(actions):
        assert seen(position) == states.pop()
        assert position.pop() == action
    assert seen(position) == states.pop()


def test_pop_with_nothing_to_take_back() -> None:
    position = Position.of(STEP_PHASE)
    before = seen(position)
    with pytest.raises(IndexError, match=r"^there is no move to take back$"):
        position.pop()
    assert seen(position) == before


@pytest.mark.parametrize("move", ["00", "33", "10", "33-44"])
def test_push_of_an_illegal_move(move: str) -> None:
    position = Position.of(Board(moves="33 44"))
    before = seen(position)
    with pytest.raises(ValueError, match=f"^{move} is not legal here$"):
        position.push(Move.parse(move).action)
    assert seen(position) == before
    with pytest.raises(IndexError):
        position.pop()


@pytest.mark.parametrize("action", [-1, 4160, 10**30])
def test_push_of_a_number_that_is_no_move(action: int) -> None:
    with pytest.raises(NotationError, match="actions run from 0 to 4159"):
        Position().push(action)


@pytest.mark.parametrize("depth", [-1, 61, 10**30])
def test_depths_out_of_range(depth: int) -> None:
    for count in (Position().perft, Position().divide, Position().tally):
        with pytest.raises(ValueError, match=f"from 0 to 60, not {depth}$"):
            count(depth)


def test_depth_nought() -> None:
    assert Position().perft(0) == Position.of(WON).perft(0) == 1
    for count in (Position().divide, Position().tally):
        with pytest.raises(ValueError, match=r"needs a depth of at least 1$"):
            count(0)


@pytest.mark.parametrize("depth", ["3", None, 2.5])
def test_depths_that_are_no_number_of_plies(depth: object) -> None:
    with pytest.raises(TypeError):
        Position().perft(depth)  # type: ignore[arg-type]


@pytest.mark.parametrize("color", [-1, 2, 64, None, "w"])
def test_colors_that_are_none(color: object) -> None:
    position = Position()
    for ask in (position.chips, position.hand, position.links, position.has_network):
        with pytest.raises(ValueError, match="a colour is WHITE or BLACK"):
            ask(color)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a colour is WHITE or BLACK"):
        Position(turn=color)  # type: ignore[arg-type]


def test_an_impossible_text_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot occur"):
        Position.of("W7/8/8/8/8/8/8/8 b 0 1")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position"])
def test_perft_divide_and_tally_count_the_same(vector: dict[str, object]) -> None:
    position = Position.of(str(vector["position"]))
    for depth in (1, 2, 3):
        total = position.perft(depth)
        assert sum(position.divide(depth).values()) == total
        assert position.tally(depth).moves == total


def test_divide_names_the_legal_moves() -> None:
    board = Board(STEP_PHASE)
    assert list(Position.of(board).divide(2)) == list(board.legal_moves)


def test_tally_tells_the_ends_apart() -> None:
    board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    ends = Tally(moves=0, wins=0, handed=0, stuck=0)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        won = after.outcome() is not None
        ends = ends._replace(moves=ends.moves + 1, wins=ends.wins + won)
    assert ends.wins > 0
    assert Position.of(board).tally(1) == ends
    stuck = Board(moves="55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46")
    assert Position.of(stuck).tally(1) == Tally(moves=0, wins=0, handed=0, stuck=1)


def test_a_won_game_is_over() -> None:
    position = Position.of(WON)
    assert position.winner() is WHITE
    assert position.has_network(WHITE)
    assert not position.has_network(BLACK)
    assert position.divide(2) == {}
    assert position.tally(2) == Tally(moves=0, wins=0, handed=0, stuck=0)


def test_a_move_that_wins_at_once() -> None:
    board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    action = Position.of(board).winning_action()
    assert action is not None
    outcome = board.copy()
    outcome.push(Move.from_action(action))
    assert outcome.outcome() is not None
    assert Position.of(Board(moves="33 44")).winning_action() is None


def test_counting_leaves_the_position_as_it_was() -> None:
    position = Position.of(STEP_PHASE)
    action = position.legal_actions()[7]
    position.push(action)
    before = seen(position)
    for count in (position.perft, position.divide, position.tally):
        count(2)
        assert seen(position) == before
    assert position.pop() == action


# What cannot be a position

ELEVEN = bits(["11", "13", "15", "31", "33", "35", "51", "53", "55", "01", "71"])


@pytest.mark.parametrize(
    ("white", "black", "message"),
    [
        (-1, 0, "white is from 0 to"),
        (0, 1 << 64, "black is from 0 to"),
        (10**30, 0, "white is from 0 to"),
        (0xFFFFFF, 0, "White may not use 00 07 10 17 20 27"),
        (0, 1 << 0o77, "Black may not use 77"),
        (0, 1 << 0o01, "Black may not use 01"),
        (ELEVEN, 0, "White has 11 chips: give at most 10"),
        (1 << 0o33, 1 << 0o33, "both colours are given 33"),
    ],
)
def test_chips_that_no_board_can_hold(white: int, black: int, message: str) -> None:
    with pytest.raises(TenchipsError, match=message):
        Position(white, black)
    position = Position.of(STEP_PHASE)
    before = seen(position)
    with pytest.raises(TenchipsError, match=message):
        position.__init__(white, black)  # type: ignore[misc]
    assert seen(position) == before


def test_a_board_with_too_many_chips() -> None:
    inner = [f"{x}{y}" for x in range(1, 7) for y in range(1, 5)]
    with pytest.raises(TenchipsError, match="White has 24 chips"):
        Position.of(Board.diagram(inner))


@pytest.mark.parametrize("chips", ["33", None, 2.5, [27]])
def test_chips_of_another_type(chips: object) -> None:
    with pytest.raises(TypeError, match=r"^white is an int, not "):
        Position(chips)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^board is a Board or a position text, not "):
        Position.of([chips])  # type: ignore[arg-type]


@pytest.mark.parametrize("action", ["33", None, 2.5, Move("33")])
def test_actions_of_another_type(action: object) -> None:
    position = Position()
    for ask in (position.push, position.push_unchecked, position.is_legal):
        with pytest.raises(TypeError, match=r"^action is an int, not "):
            ask(action)  # type: ignore[arg-type]


def test_an_object_that_was_never_initialised_is_the_start() -> None:
    assert seen(Position.__new__(Position)) == seen(Position())


# Moves


def test_legal_is_what_is_listed() -> None:
    rng = Random(1)
    for text in (START, STEP_PHASE, *(str(vector["position"]) for vector in VECTORS)):
        position = Position.of(text)
        for _ in range(6):
            legal = position.legal_actions()
            assert [action for action in range(-1, 4161) if position.is_legal(action)] == legal
            if not legal:
                break
            position.push(rng.choice(legal))


def test_an_unchecked_push_makes_what_leaves_a_position() -> None:
    cluster = Position(bits(["33", "34"]), 0)
    assert not cluster.is_legal(0o35)
    cluster.push_unchecked(0o35)
    assert cluster == Position(bits(["33", "34", "35"]), 0, BLACK)
    step = Move("55", "33").action
    early = Position(bits(["33"]), 0)
    assert not early.is_legal(step)
    early.push_unchecked(step)
    assert early == Position(bits(["55"]), 0, BLACK)
    assert early.pop() == step
    assert early == Position(bits(["33"]), 0)


@pytest.mark.parametrize("move", ["33", "00", "10", "44-35", "22-35", "33-44", "33-33", "33-07"])
def test_an_unchecked_push_refuses_the_rest(move: str) -> None:
    position = Position.of(Board(moves="33 44"))
    before = seen(position)
    with pytest.raises(TenchipsError, match=f"^{move} cannot be made here$"):
        position.push_unchecked(Move.parse(move).action)
    assert seen(position) == before


def test_no_chip_is_added_without_one_in_hand() -> None:
    position = Position.of(STEP_PHASE)
    with pytest.raises(TenchipsError, match=r"^44 cannot be made here$"):
        position.push_unchecked(0o44)


# A value like others


def played() -> Position:
    """A position with moves to take back."""
    position = Position.of(Board(moves="33 44"))
    for move in ("21", "25", "55"):
        position.push(Move(move).action)
    return position


COPIES: list[Callable[[Position], Position]] = [
    Position.copy,
    copy.copy,
    copy.deepcopy,
    *(lambda position, n=n: pickle.loads(pickle.dumps(position, n)) for n in range(6)),
]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_is_equal_and_independent(copied: Callable[[Position], Position]) -> None:
    position = played()
    other = copied(position)
    assert seen(other) == seen(position)
    assert other == position
    before = seen(position)
    assert [other.pop() for _ in range(3)] == [Move(m).action for m in ("55", "25", "21")]
    with pytest.raises(IndexError):
        other.pop()
    assert seen(other) == seen(Position.of(Board(moves="33 44")))
    assert seen(position) == before


def test_equal_positions_have_the_same_chips_and_turn() -> None:
    one, other = played(), Position.of(Board(moves="55 25 21 44 33"))
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "here"}[other] == "here"
    assert one != Position(one.chips(WHITE), one.chips(BLACK), WHITE)
    assert one != Position()
    assert one != "a text"
    one.pop()
    assert one != other


def test_a_position_is_written_as_python() -> None:
    names = {"Position": Position, "WHITE": WHITE, "BLACK": BLACK}
    for position in (Position(), played(), Position.of(STEP_PHASE)):
        assert eval(repr(position), names) == position
    assert repr(Position()) == "Position(white=0x0, black=0x0, turn=WHITE)"


def test_a_made_up_pickle_is_refused() -> None:
    for state in ([4160], [-1], ["33"], [0], [0o33, 0o33], 7, None):
        with pytest.raises((TenchipsError, TypeError)):
            Position().__setstate__(state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "board", [Board(), Board(moves="33 44 21"), Board(STEP_PHASE), Board(moves="33")]
)
def test_the_way_back_to_a_board(board: Board) -> None:
    shown = Position.of(board).board()
    assert shown.position == board.position
    assert shown.status() == ()


def test_the_board_knows_the_moves_made() -> None:
    board = played().board()
    assert [str(move) for move in board.moves] == ["21", "25", "55"]
    assert board.position == Board(moves="33 44 21 25 55").position


def test_signatures_are_there_for_tools() -> None:
    assert str(inspect.signature(Position)) == "(white=0, black=0, turn=WHITE)"
    assert str(inspect.signature(Position.push)) == "(self, action)"
    assert str(inspect.signature(Position.of)) == "(board)"
    for name in dir(Position):
        if not name.startswith("_"):
            assert inspect.getdoc(getattr(Position, name)), f"{name} has no docstring"


@pytest.fixture
def nobody_is_interrupted() -> Iterator[None]:
    """A thread keeps Python's lock until it gives it away."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("nobody_is_interrupted")
@pytest.mark.parametrize("count", ["perft", "tally"])
def test_counting_lets_other_threads_work(count: str) -> None:
    position = Position()
    total = 4_773_960

    def played_meanwhile() -> bool:
        """Whether a move could be made here while another thread counted."""
        began = threading.Event()
        counted: list[int] = []

        def work() -> None:
            began.set()
            result = getattr(position, count)(4)
            counted.append(result if count == "perft" else result.moves)

        thread = threading.Thread(target=work)
        thread.start()
        began.wait()
        position.push(Move("33").action)
        meanwhile = not counted
        thread.join()
        position.pop()
        assert counted == [total]  # the count has a state of its own
        return meanwhile

    # With the lock held during the count no try could ever succeed.
    assert any(played_meanwhile() for _ in range(20))
