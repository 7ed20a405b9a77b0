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
from positions import NO_MOVE_GAME
from tenchips import BLACK, WHITE, Board, Rules, core
from tenchips.errors import TenchipsError
from tenchips.learning import BatchEnv, action_mask, observation
from tenchips.learning.batch import Batch
from tenchips.notation import Move, PositionText
from tenchips.rules import Termination

IS_DEEP = "TENCHIPS_DEEP" in os.environ
GAMES = 64
# House rules that end random games in every way there is.
RULES = [Rules(), Rules("draw", 2, 30), Rules("loss", 2, 0), Rules("loss", 0, 12)]
REWARDS = {"W": [1, -1], "B": [-1, 1], None: [0, 0]}


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


@pytest.mark.parametrize("chunk", range(40 if IS_DEEP else 4))
def test_the_oracle_agrees_with_whole_games(
    chunk: int, record_property: pytest.RecordProperty
) -> None:
    """A chunk is 500 games, or 40; its number is the seed and chooses the house rules. Random play
    seldom repeats a position, so steps are often taken back; the first game leaves no move."""
    rules, side_by_side = RULES[chunk % len(RULES)], 16
    env, rng = BatchEnv(side_by_side, seed=chunk, rules=rules), random.Random(chunk)
    games = [[oracle.Position({}, "W")] for _ in range(side_by_side)]
    played: list[list[int]] = [[] for _ in range(side_by_side)]
    no_move = [Move(text).action for text in NO_MOVE_GAME.split()]
    ends: Counter[str] = Counter()
    while ends.total() < (500 if IS_DEEP else 40):
        masks = env.action_mask.copy()
        actions = env.sample()
        if no_move:
            actions[0] = no_move.pop(0)
        for i, history in enumerate(played):
            if len(history) > 1 and history[-2] >= 64 and rng.random() < 0.5:
                taken_back = back(Move.from_action(history[-2])).action
                actions[i] = taken_back if masks[i, taken_back] else actions[i]
        env.step(actions)
        for i, action in enumerate(actions.tolist()):
            moves = {oracle.action(move): move for move in oracle.legal_moves(games[i][-1])}
            assert set(np.flatnonzero(masks[i]).tolist()) == set(moves)
            games[i].append(games[i][-1].play(moves[action]))
            played[i].append(action)
            verdict = oracle.judge(games[i], rules.no_move, rules.repetition, rules.step_limit)
            assert bool(env.terminated[i]) == (verdict is not None)
            if verdict is not None:
                winner, reason = verdict
                assert env.rewards[i].tolist() == REWARDS[winner]
                last = games[i][-1]
                if reason == "network" and winner == last.turn:
                    both = oracle.has_network(last.chips, oracle.OTHER[winner])
                    reason = "both networks at once" if both else "network handed over"
                ends[reason] += 1
                games[i], played[i] = [oracle.Position({}, "W")], []
    record_property("kinds", {f"whole games by the oracle: {end}": n for end, n in ends.items()})
    assert ends["no move"]
    assert ends["network"]
    assert ends["repetition"] or not rules.repetition
    assert ends["step limit"] or rules.step_limit != 12


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


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_states_set_in_other_games_go_on_as_boards_do(rules: Rules) -> None:
    """Some games of one environment are set to those of another and back, at other places. What is
    seen of them, and how they end afterwards, is what boards with the same moves say."""
    env, other = BatchEnv(12, seed=3, rules=rules), BatchEnv(12, seed=4, rules=rules)
    boards = [Board(rules=rules) for _ in range(12)]
    rng, steps_back = random.Random(2), 0
    for ply in range(90):
        actions = env.sample()
        for i, board in enumerate(boards):
            if len(board.moves) > 1 and board.moves[-2].origin and rng.random() < 0.6:
                taken_back = back(board.moves[-2]).action
                if env.action_mask[i, taken_back]:
                    actions[i], steps_back = taken_back, steps_back + 1
        env.step(actions)
        other.step(other.sample())
        for i, action in enumerate(actions.tolist()):
            boards[i].push(Move.from_action(action))
            assert env.terminated[i] == (boards[i].outcome() is not None)
            if env.terminated[i]:
                boards[i] = Board(rules=rules)
        if ply % 5 == 4:
            places = rng.sample(range(12), 7)
            untouched = sorted(set(range(12)) - set(places))
            kept = [other.get_state()[i] for i in untouched]
            states = env.get_state()
            other.set_state(states[:7], places)
            assert [other.get_state()[i] for i in untouched] == kept
            assert [other.get_state()[i] for i in places] == states[:7]
            assert not other.terminated[places].any()
            for place, board in zip(places, boards, strict=False):
                assert (other.observation[place] == observation(board)).all()
                assert (other.action_mask[place] == action_mask(board)).all()
                assert other.current_player[place] == board.turn
            moved = [other.get_state()[i] for i in places]
            env.reset(range(7))
            env.set_state(reversed(moved), reversed(range(7)))
            assert env.get_state() == states
    assert steps_back > 10


def test_a_state_that_cannot_be_is_refused() -> None:
    env = BatchEnv(3, seed=1)
    env.step([0o33, 0o34, 0o35])
    before = env.get_state()
    good = before[0]
    corner = (1, 0, 1, 1, 0, [])
    for states, indices, error, part in [
        ([good], None, TenchipsError, "3 games to set, and 1 states"),
        ([good, good], [1], TenchipsError, "1 games to set, and 2 states"),
        ([good], [3], IndexError, "games 0 to 2"),
        ([good], [-1], IndexError, "games 0 to 2"),
        ([(1 << 27, 1 << 27, 0, 2, 0, [])], [0], TenchipsError, "no position"),
        ([corner], [0], TenchipsError, "no position"),
        ([(1 << 27, 0, 2, 1, 0, [])], [0], TenchipsError, "no position"),
        ([(1 << 27, 0, 1, -1, 0, [])], [0], TenchipsError, "not negative"),
        ([(1 << 27, 0, 1, 1, 0)], [0], ValueError, "unpack"),
        ([("x", 0, 1, 1, 0, [])], [0], TypeError, "int"),
    ]:  # fmt: skip
        with pytest.raises(error, match=part):
            env.set_state(states, indices)  # type: ignore[arg-type]
        assert env.get_state() == before
    over = PositionText.parse(Board.diagram(black="20 25 35 13 33 55 57").position)
    with pytest.raises(TenchipsError, match="over"):
        env.set_state([before[1], (over.white, over.black, 0, 0, 0, [])], [2, 1])
    assert env.get_state() == [*before[:2], before[1]]


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
    """JAX does so only if they begin at a multiple of 64 bytes."""
    env = BatchEnv(5, seed=1)
    arrays = (env.observation, env.action_mask, env.rewards, env.terminated, env.current_player)
    assert [array.ctypes.data % 64 for array in arrays] == [0] * len(arrays)
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
