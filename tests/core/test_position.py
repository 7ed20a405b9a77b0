"""`Position` as Python sees it. That it knows the rules is shown in `tests/agreement`."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from positions import VECTORS
from tenchips import BLACK, START, WHITE, Board, Move, NotationError
from tenchips.core import Position, Tally
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
