"""`BatchEnv` plays by the rules: `Board` judges every ply, and the oracle whole games."""

from __future__ import annotations

import copy
import os
import pickle
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import oracle
from tenchips import BLACK, WHITE, Board, Rules, core
from tenchips.errors import TenchipsError
from tenchips.learning import BatchEnv, action_mask, observation
from tenchips.learning.batch import Batch
from tenchips.notation import Move
from tenchips.rules import Termination

IS_DEEP = "TENCHIPS_DEEP" in os.environ
GAMES = 64
# House rules that end random games in every way there is.
RULES = [Rules(), Rules("draw", 2, 30), Rules("loss", 2, 0), Rules("loss", 0, 12)]


def expected_rewards(board: Board) -> list[float]:
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return [0.0, 0.0]
    return [1.0, -1.0] if outcome.winner == WHITE else [-1.0, 1.0]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_board_agrees_with_every_ply(
    rules: Rules, record_property: pytest.RecordProperty
) -> None:
    plies = 250_000 if IS_DEEP else 12_000
    env = BatchEnv(GAMES, seed=5, rules=rules)
    boards = [Board(rules=rules) for _ in range(GAMES)]
    ends: Counter[str] = Counter()
    for _ in range(plies // GAMES):
        actions = env.sample()
        env.step(actions)
        for i, action in enumerate(actions):
            boards[i].push(Move.from_action(int(action)))
            outcome = boards[i].outcome()
            assert env.terminated[i] == (outcome is not None)
            assert env.rewards[i].tolist() == expected_rewards(boards[i])
            assert not env.truncated[i]
            if outcome is not None:
                ends[outcome.termination.name] += 1
                boards[i] = Board(rules=rules)
            assert env.current_player[i] == boards[i].turn
            legal = sorted(move.action for move in boards[i].legal_moves)
            assert np.flatnonzero(env.action_mask[i]).tolist() == legal
            assert (env.observation[i] == observation(boards[i])).all()
    record_property("kinds", {f"ends of batched games: {kind}": n for kind, n in ends.items()})
    assert ends[Termination.NETWORK.name]
    if rules.step_limit in (12, 30):
        assert ends[Termination.STEP_LIMIT.name]


def test_the_oracle_agrees_with_whole_games() -> None:
    wanted = 20_000 if IS_DEEP else 150
    env = BatchEnv(GAMES, seed=6)
    games = [[oracle.Position({}, "W")] for _ in range(GAMES)]
    done = 0
    while done < wanted:
        masks = env.action_mask.copy()
        actions = env.sample()
        env.step(actions)
        for i, chosen in enumerate(actions):
            moves = {oracle.action(move): move for move in oracle.legal_moves(games[i][-1])}
            assert set(np.flatnonzero(masks[i]).tolist()) == set(moves)
            games[i].append(games[i][-1].play(moves[int(chosen)]))
            verdict = oracle.judge(games[i], "loss", 3, 200)
            assert bool(env.terminated[i]) == (verdict is not None)
            if verdict is not None:
                expected = {"W": [1, -1], "B": [-1, 1]}.get(verdict[0] or "", [0, 0])
                assert env.rewards[i].tolist() == expected
                games[i] = [oracle.Position({}, "W")]
                done += 1


def test_a_step_that_completes_both_networks_loses() -> None:
    board = both_complete()
    env = BatchEnv(1)
    env.set_board(0, board)
    move = next(
        move for move in board.legal_moves
        if (after := pushed(board, move).outcome()) and after.winner == board.turn.other
    )  # fmt: skip
    env.step([move.action])
    assert env.terminated[0]
    assert env.rewards[0].tolist() == ([-1, 1] if board.turn == WHITE else [1, -1])


def pushed(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def both_complete() -> Board:
    """A position of the step phase in which a step frees a network of the opponent."""
    rng = np.random.default_rng(3)
    env = BatchEnv(256, seed=1, rules=Rules(step_limit=0, repetition=0))
    while True:
        env.step(env.sample(rng))
        for i in np.flatnonzero(env.action_mask[:, 64:].any(axis=1)):
            position = core.Position.of(env.board(int(i)))
            for action in position.legal_actions():
                position.push(action)
                if position.has_network(position.turn):
                    return env.board(int(i))
                position.pop()


def test_repetitions_are_counted_through_a_board_that_is_set() -> None:
    env = BatchEnv(1, seed=1, rules=Rules(repetition=3, step_limit=0))
    while not env.action_mask[0, 64:].any():
        env.step(env.sample())
    board = env.board(0)
    there = next(move for move in board.legal_moves if not pushed(board, move).outcome())
    middle = pushed(board, there)
    reply = next(
        move for move in middle.legal_moves
        if not pushed(middle, move).outcome() and goes_back(middle, there, move)
    )  # fmt: skip
    cycle = [there, reply, back(there), back(reply)]
    for move in cycle + cycle[:3]:
        board.push(move)
        assert board.outcome() is None
    env.set_board(0, board)
    env.step([cycle[3].action])
    board.push(cycle[3])
    assert board.outcome() is not None
    assert env.terminated[0]
    assert env.rewards[0].tolist() == [0, 0]


def goes_back(board: Board, there: Move, reply: Move) -> bool:
    """Whether both steps can be taken back, one after the other, and nobody wins by it."""
    after = pushed(board, reply)
    for move in (back(there), back(reply)):
        if not after.is_legal(move):
            return False
        after.push(move)
        if after.outcome():
            return False
    return True


def back(move: Move) -> Move:
    assert move.origin is not None
    return Move(move.origin, origin=move.to)


def test_copies_and_pickles_go_on_alike() -> None:
    env = BatchEnv(32, seed=4, rules=Rules(repetition=2))
    for _ in range(30):
        env.step(env.sample())
    others = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(40):
        actions = env.sample()
        env.step(actions)
        for other in others:
            assert (other.sample() == actions).all()
            other.step(actions)
            assert (other.observation == env.observation).all()
            assert (other.action_mask == env.action_mask).all()
            assert (other.terminated == env.terminated).all()
            assert (other.rewards == env.rewards).all()
    assert env.copy().get_state() == env.get_state()


def test_threads_play_the_same_games() -> None:
    one, many = BatchEnv(100, seed=9), BatchEnv(100, seed=9, threads=3)
    for _ in range(60):
        one.step(one.sample())
        many.step(many.sample())
        assert (one.observation == many.observation).all()
        assert (one.terminated == many.terminated).all()


def test_games_are_cut_off_and_begun_anew() -> None:
    env = BatchEnv(3, seed=1, max_plies=4)
    for ply in range(1, 9):
        env.step(env.sample())
        assert env.truncated.tolist() == [ply % 4 == 0] * 3
    env.step([0o33, 0o34, 0o35])
    env.reset([1])
    assert env.action_mask.sum(axis=1).tolist() == [47, 48, 47]


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    env = BatchEnv(2, seed=1)
    env.step([0o33, 0o44])
    before = env.get_state()
    for actions, part in [
        ([0o33, 0o34], "not legal in game 0"),
        ([0o34, -1], "not legal in game 1"),
        ([0o34, 4160], "not legal in game 1"),
        ([1.0, 2.0], "integers"),
        ([1], "one for each game"),
        ("ab", "integers"),
    ]:
        with pytest.raises(TenchipsError, match=part):
            env.step(actions)  # type: ignore[arg-type]
    assert env.get_state() == before
    for wrong in (0, -1, 10**9, 1.5, "2"):
        with pytest.raises((TenchipsError, TypeError)):
            BatchEnv(wrong)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        env.board(2)
    with pytest.raises(TenchipsError, match="over"):
        env.set_board(0, Board.diagram(black="20 25 35 13 33 55 57"))


def test_others_use_the_arrays_without_a_copy() -> None:
    env = BatchEnv(4, seed=1)
    arrays = (env.observation, env.action_mask, env.rewards, env.terminated, env.current_player)
    shared = [np.from_dlpack(array) for array in arrays]
    for _ in range(30):
        env.step(env.sample())
        assert all((one == other).all() for one, other in zip(shared, arrays, strict=True))


def test_mask_and_planes_are_those_of_a_board() -> None:
    board = Board(moves="33 44 21")
    env = BatchEnv(1)
    env.set_board(0, board)
    assert (env.action_mask[0] == action_mask(board)).all()
    assert env.current_player[0] == BLACK


def test_hostile_calls_to_the_compiled_part_are_errors() -> None:
    env = BatchEnv(2, seed=1)
    batch = env._batch
    wrong: list[Any] = [None, -1, 2, 2**70, 1.5, "x", [], np.zeros(2), np.zeros(3, np.int64), env]
    errors = (TypeError, ValueError, OverflowError, IndexError, TenchipsError, BufferError)
    rng = random.Random(1)
    for _ in range(3_000):
        name, count = rng.choice(
            [("check", 1), ("step", 3), ("sample", 2), ("reset", 1), ("state_of", 1),
             ("set_state", 7)]
        )  # fmt: skip
        with suppress(*errors):
            getattr(batch, name)(*rng.choices([*wrong, 0, 1, 1 << 27, [(3, 5)]], k=count))
    for _ in range(100):
        with suppress(*errors):
            Batch(*rng.choices(wrong, k=11))
    with pytest.raises(TypeError):
        Batch.__new__(Batch)
    env.reset()
    env.step(env.sample())
    assert all((env.action_mask[i] == action_mask(env.board(i))).all() for i in range(2))
