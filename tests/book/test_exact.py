"""The exact search knows the rules, and finds the wins that trying everything finds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import oracle
from tenchips import BLACK, WHITE, Board
from tenchips.book.certificate import chips_of, images
from tenchips.book.exact import Exact, adds, children, has_network, least, replies
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.squares import bits, names, numbers


def random_boards(seed: int, games: int) -> Iterator[Board]:
    """Boards of random games in the add phase whose players take a win in one when they see it."""
    luck = Random(seed)
    for _ in range(games):
        board = Board()
        while board.outcome() is None and board.hand(board.turn):
            yield board.copy()
            win = Position.of(board).winning_action()
            moves = list(board.legal_moves)
            board.push_unchecked(
                next(move for move in moves if move.action == win)
                if win is not None and luck.random() < 0.5
                else luck.choice(moves)
            )
        yield board.copy()


def as_oracle(board: Board) -> oracle.Chips:
    chips = {(int(s[0]), int(s[1])): oracle.WHITE for s in board.chips(WHITE)}
    return chips | {(int(s[0]), int(s[1])): oracle.BLACK for s in board.chips(BLACK)}


@pytest.mark.parametrize("seed", range(4))
def test_knows_the_rules(seed: int) -> None:
    networks = 0
    for board in random_boards(seed, 60):
        own, other = chips_of(board)
        if board.outcome() is None and board.hand(board.turn):
            mine = adds(own, other) if board.turn is WHITE else replies(own, other)
            assert names(mine) == tuple(move.to for move in board.legal_moves)
        for color, attacker in ((WHITE, True), (BLACK, False)):
            found = any(True for _ in board.networks(color))
            assert has_network(own, other, attacker) == found
            networks += found
    assert networks > 20


def test_knows_networks_as_the_rules_tell_them() -> None:
    for board in random_boards(9, 12):
        own, other = chips_of(board)
        chips = as_oracle(board)
        for color, attacker in ((oracle.WHITE, True), (oracle.BLACK, False)):
            assert has_network(own, other, attacker) == bool(list(oracle.networks(chips, color)))


def wins(board: Board, plies: int) -> bool:
    """Whether White, to move, wins within so many plies by adds: every move tried."""
    return any(loses(_after(board, move), plies - 1) for move in board.legal_moves)


def loses(board: Board, plies: int) -> bool:
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner is WHITE and bool(outcome.network)
    if plies == 0:
        return False
    return all(wins(_after(board, reply), plies - 1) for reply in board.legal_moves)


def _after(board: Board, move: object) -> Board:
    board = board.copy()
    board.push_unchecked(move)  # type: ignore[arg-type]
    return board


def near_the_end(seed: int, games: int) -> Iterator[Board]:
    for board in random_boards(seed, games):
        if (
            board.outcome() is None
            and board.turn is WHITE
            and 5 <= len(board.chips(WHITE)) <= 8
            and len(board.legal_moves) <= 24
        ):
            yield board


def test_finds_the_wins_that_trying_everything_finds() -> None:
    exact, found = Exact(1), {True: 0, False: 0}
    for board in near_the_end(3, 60):
        own, other = chips_of(board)
        expected = wins(board, 1)
        assert exact.wins(own, other, 1) == expected
        if not expected:
            expected = wins(board, 3)
            assert exact.wins(own, other, 3) == expected
            found[expected] += 1
    assert min(found.values()) >= 5, found


def test_a_win_has_a_move_and_a_defence_none() -> None:
    exact, deep = Exact(4), 0
    for board in near_the_end(5, 60):
        own, other = chips_of(board)
        for plies in (1, 3, 5):
            won = exact.wins(own, other, plies)
            move = exact.move(own, other, plies)
            assert won == (move is not None)
            if move is not None and not exact.wins(own, other, 1):
                deep += 1
                assert exact.loses(own | 1 << move, other, plies - 1)
                assert exact.unproved(own | 1 << move, other, replies(own, other), plies) == 0
    assert deep >= 20


def test_gives_up_when_its_nodes_are_spent() -> None:
    own, other = bits(["33"]), bits(["43"])
    assert Exact(1).wins(own, other, 9, nodes=10) is None
    assert Exact(1).unproved(own, other, replies(own, other), 9, nodes=10) != 0


def test_a_win_is_proved_only_by_chips_from_the_hand() -> None:
    """With its ten chips out the attacker cannot add; nor may the defender have run out."""
    ten = bits(["01", "03", "21", "23", "25", "41", "43", "45", "71", "73"])
    assert Exact(1).wins(ten, bits(["10"]), 5) is False


def test_children_are_the_least_images() -> None:
    own, other = bits(["33", "51"]), bits(["44"])
    some = replies(own, other)
    found = children(own, other, some)
    assert [reply for reply, _ in found] == list(numbers(some))
    for reply, child in found:
        assert child == min(images((own, other | 1 << reply))) == least(own, other | 1 << reply)


@pytest.mark.parametrize("plies", [0, 2, -1, 21])
def test_refuses_plies_in_which_nobody_wins(plies: int) -> None:
    with pytest.raises(ValueError, match="odd number of plies"):
        Exact(1).wins(0, 0, plies)


def test_mirror_images_are_one() -> None:
    assert least(bits(["12"]), 0) == least(bits(["65"]), 0) == least(bits(["15"]), 0)


INNER = bits(f"{x}{y}" for x in range(1, 7) for y in range(1, 7))


@pytest.mark.parametrize(
    ("own", "other", "message"),
    [
        (-1, 0, "own is a set of squares"),
        (0, 1 << 64, "other is a set of squares"),
        (INNER, 0, "own has 36 chips: a colour has at most 10"),
        (1 << 0o33, 1 << 0o33, "other has chips on squares of the other colour's"),
    ],
)
def test_chips_that_no_board_can_hold(own: int, other: int, message: str) -> None:
    exact = Exact(0)
    for ask in (
        lambda: exact.wins(own, other, 3),
        lambda: exact.loses(own, other, 2),
        lambda: exact.move(own, other, 3),
        lambda: exact.unproved(own, other, 0, 3),
        lambda: adds(own, other),
        lambda: replies(own, other),
        lambda: has_network(own, other, True),
        lambda: children(own, other, 0),
    ):
        with pytest.raises(TenchipsError, match=message):
            ask()


def test_chips_of_another_type() -> None:
    for wrong in ("33", None, 2.5):
        with pytest.raises(TypeError, match="own is an int, not"):
            Exact(0).wins(wrong, 0, 3)  # type: ignore[arg-type]


def test_a_loss_takes_an_even_number_of_plies() -> None:
    six = bits(["01", "12", "24", "43", "55", "76"])
    assert not Exact(0).loses(six, 0, 0)
    for plies in (1, -2, 20):
        with pytest.raises(TenchipsError):
            Exact(0).loses(six, 0, plies)


def test_a_taken_square_is_no_reply() -> None:
    own, other = bits(["33"]), bits(["44"])
    assert Exact(0).unproved(own, other, own | other, 3) == 0
    assert children(own, other, own | other) == []


def test_nobody_adds_an_eleventh_chip() -> None:
    ten = bits(["01", "12", "24", "43", "55", "76", "31", "63", "46", "15"])
    assert Exact(0).move(ten, 0, 1) is None


def test_a_table_without_a_size() -> None:
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(TenchipsError, match="megabytes is 0 or more"):
            Exact(wrong)  # type: ignore[arg-type]
    with pytest.raises(MemoryError):
        Exact(1 << 44)
