"""Every kind of player names a legal move and leaves the board alone."""

from __future__ import annotations

import pytest

from tenchips import BLACK, Board, Termination
from tenchips.book import certificate
from tenchips.players import KINDS, Human, Machine, RandomPlayer, make_player

WON = "01 60 03 65 06 55 71 33 73 35 76"


@pytest.mark.parametrize("kind", ["random", "machine"])
@pytest.mark.parametrize("moves", ["", "33", WON])
def test_a_player_names_a_legal_move_and_leaves_the_board_alone(kind: str, moves: str) -> None:
    board = Board(moves=moves)
    before = board.copy()
    player = make_player(kind, depth=1, seed=5)
    assert not isinstance(player, Human)
    assert player.choose(board) in before.legal_moves
    assert board == before
    assert board.moves == before.moves
    assert player.name == kind
    player.close()


def test_a_seed_plays_the_same_game_and_another_seed_another() -> None:
    def game(seed: int | None) -> Board:
        board, player = Board(), RandomPlayer(seed)
        while board.outcome() is None:
            board.push(player.choose(board))
        return board

    assert game(1).moves == game(1).moves
    assert game(1).moves != game(2).moves
    assert game(None).moves != game(None).moves


def test_random_plays_every_legal_move_sooner_or_later() -> None:
    board, player = Board(), RandomPlayer(0)
    assert {player.choose(board) for _ in range(2000)} == set(board.legal_moves)


def test_random_has_nothing_to_choose_when_the_game_is_over() -> None:
    board = Board(moves=f"{WON} 57")
    with pytest.raises(ValueError, match="the game is over"):
        RandomPlayer().choose(board)


def test_the_machine_wins_in_one() -> None:
    board = Board(moves=WON)
    with_machine = Machine(depth=2)
    board.push(with_machine.choose(board))
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (BLACK, Termination.NETWORK)
    with_machine.close()
    with_machine.close()


def test_the_machine_can_be_asked_again_after_closing() -> None:
    machine = Machine(depth=1)
    machine.choose(Board())
    machine.close()
    assert machine.choose(Board()) in Board().legal_moves
    machine.close()


def test_the_book_is_opened_before_the_clock_runs() -> None:
    certificate.certificates.cache_clear()
    machine = Machine()
    machine.begin(BLACK)
    machine.close()
    assert certificate.certificates.cache_info().currsize == 1


def test_every_kind_can_be_made() -> None:
    assert [make_player(kind).name for kind in KINDS] == list(KINDS)


@pytest.mark.parametrize("kind", ["", "Human", "robot", "x" * 1000])
def test_an_unknown_kind_is_refused_with_the_known_ones(kind: str) -> None:
    with pytest.raises(ValueError, match="choose human, random, machine or net") as refusal:
        make_player(kind)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("time", [0.0, -1.0, float("inf"), float("nan")])
def test_impossible_seconds_are_refused(time: float) -> None:
    with pytest.raises(ValueError, match="more than 0 seconds"):
        Machine(time=time)


@pytest.mark.parametrize("depth", [0, -3])
def test_impossible_depths_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="at least 1 ply"):
        Machine(depth=depth)


def test_a_second_a_move_unless_told_otherwise() -> None:
    assert Machine().time == 1
    assert Machine(depth=3).time is None
    assert Machine(time=0.5).time == 0.5
