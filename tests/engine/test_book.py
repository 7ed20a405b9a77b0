"""Where the game is solved, the engine with its book plays the proof and says so."""

from __future__ import annotations

from random import Random

import pytest

from tenchips import BLACK, WHITE, Board
from tenchips.engine import Engine, Limit, MachinePlayer
from tenchips.players import Machine
from tenchips.protocol.ugi import UgiServer


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(hash=1, book=True)


def test_the_first_move_is_a_proven_win_without_a_search(engine: Engine) -> None:
    info = engine.play(Board())
    assert (str(info.move), str(info.score), info.nodes) == ("33", "win in 15", 0)


@pytest.mark.parametrize("seed", range(10))
def test_white_wins_as_soon_as_it_says(engine: Engine, seed: int) -> None:
    board, luck, left = Board(), Random(seed), 21
    while board.outcome() is None:
        if board.turn is WHITE:
            info = engine.play(board)
            assert info.score.is_proven
            assert info.score.plies is not None
            assert 0 < info.score.plies <= left - 2
            left = info.score.plies
            board.push(info.move)
        else:
            board.push(luck.choice(list(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE


def test_white_wins_against_the_full_engine(engine: Engine) -> None:
    board = Board()
    with Engine(hash=16) as other:
        while board.outcome() is None:
            side = engine if board.turn is WHITE else other
            board.push(side.play(board, Limit(nodes=200_000)).move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE


def test_black_resists_as_long_as_it_can(engine: Engine) -> None:
    info = engine.analyse(Board(moves="33"))[0]
    assert (str(info.score), info.nodes) == ("loss in 14", 0)
    # In play it chooses among the lost moves, and says the same of them.
    assert str(engine.play(Board(moves="33"), Limit(nodes=20_000)).score) == "loss in 14"


@pytest.mark.parametrize("first", ["11", "16", "61", "66"])
def test_the_losing_first_move_is_refuted(engine: Engine, first: str) -> None:
    board, luck, left = Board(moves=first), Random(first), 21
    while board.outcome() is None:
        info = engine.analyse(board)[0]
        assert info.nodes == 0
        assert info.score.plies is not None
        if board.turn is BLACK:
            assert 0 < info.score.plies <= left - 2
            left = info.score.plies
            board.push(info.move)
        else:
            assert info.score.plies == 1 - left
            board.push(luck.choice(list(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is BLACK


def test_several_lines_and_unknown_positions_are_searched(engine: Engine) -> None:
    assert len(engine.analyse(Board(), Limit(depth=2), lines=3)) == 3
    assert engine.play(Board(moves="12"), Limit(depth=2)).nodes > 0


def test_lower_levels_have_no_book() -> None:
    with Engine(level=5, book=True, seed=1) as engine:
        assert not engine.play(Board()).score.is_proven


def test_players_use_it_unless_they_have_a_depth_to_look_at() -> None:
    machine = Machine()
    assert str(machine.choose(Board())) == "33"
    assert machine.thought is not None
    assert machine.thought.score.is_proven
    machine.close()
    shallow = Machine(depth=2)
    shallow.choose(Board())
    assert shallow.thought is not None
    assert shallow.thought.nodes > 0
    shallow.close()
    player = MachinePlayer(WHITE)
    assert str(player.choose_move()) == "33"
    assert not MachinePlayer(BLACK).opponent_move("00")


def test_ugi_has_it_as_an_option() -> None:
    written: list[str] = []
    server = UgiServer(written.append)
    for line in ("setoption name OwnBook value true", "position startpos", "go movetime 1000"):
        server.handle(line)
    server.close()
    assert "bestmove 33" in written
    assert any("score mate 15" in line for line in written)
