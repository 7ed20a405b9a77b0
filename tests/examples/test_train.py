"""The search and the self-play of `examples/train.py`, with a network that is none.

PyTorch is too large for every run of the tests. Search and games need it only for the network, so
here they get another one; what learns is tested where PyTorch is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from packaging_checkout import ROOT
from tenchips.book.puzzles import puzzles
from tenchips.learning import BatchEnv

HAS_TORCH = importlib.util.find_spec("torch") is not None


@pytest.fixture(scope="module")
def train() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        if not HAS_TORCH:
            torch = ModuleType("torch")
            torch.nn = SimpleNamespace(Module=object)  # type: ignore[attr-defined]
            patch.setitem(sys.modules, "torch", torch)
        spec = importlib.util.spec_from_file_location("train", ROOT / "examples" / "train.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module


class Guess:
    """Says of every position what its chips make it say, and nothing sensible."""

    def __init__(self, *_: object) -> None:
        self.net = SimpleNamespace(load_state_dict=lambda state: None)

    def __call__(self, env: BatchEnv) -> tuple[Any, Any, Any]:
        seeds = np.arange(1, 129) @ env.observation[:, :2].reshape(env.n, -1).T % 997
        logits = np.sin(seeds[:, None] * np.arange(1, 4161))
        logits[~env.action_mask] = -1e9
        actions = np.argsort(-logits, 1)[:, :48]
        logits = np.take_along_axis(logits, actions, 1).astype(np.float32)
        actions = np.where(logits > -1e8, actions, -1).astype(np.int16)
        return actions, logits, np.sin(seeds).astype(np.float32) / 2


def started(n: int, plies: int, rules: Any) -> BatchEnv:
    env = BatchEnv(n, seed=5, rules=rules)
    for _ in range(plies):
        env.step(env.sample())
    return env


@pytest.mark.parametrize("plies", [0, 9, 24])
def test_every_simulation_is_one_visit_and_every_node_follows_by_a_legal_move(
    train: Any, plies: int
) -> None:
    env = started(32, plies, train.RULES)
    search = train.Search(Guess(), 32, 24, 8)
    gumbel = np.random.default_rng(1).gumbel(size=(32, 48)).astype(np.float32)
    action, actions, policy, value = search.run(env, gumbel)
    assert env.action_mask[np.arange(32), action].all()
    assert (search.visits[:, 0].sum(1) == 24).all()
    assert np.allclose(policy.sum(1), 1, atol=1e-4)
    assert (np.where(actions < 0, policy, 0) == 0).all()
    assert (abs(value) <= 1 + 1e-5).all()
    for game, node in np.ndindex(32, 25):
        for slot in np.flatnonzero(search.visits[game, node]):
            child, visits = search.child[game, node, slot], search.visits[game, node, slot]
            if not search.over[game, child]:
                assert visits == 1 + search.visits[game, child].sum()
            state = (
                *(int(chips) for chips in search.chips[:, game, node]),
                int(search.turn[game, node]), 0, int(search.steps[game, node]), [],
            )  # fmt: skip
            one = BatchEnv(1, rules=train.RULES)
            one.set_state([state])
            one.step(search.actions[game, node, slot : slot + 1])  # refuses an illegal move
            if one.terminated[0]:
                reward = one.rewards[0, search.turn[game, node]]
                assert search.over[game, child]
                assert search.total[game, node, slot] == visits * reward
            elif not search.over[game, child]:
                seen = one.get_state()[0]
                assert [*seen[:3], seen[4]] == [
                    *search.chips[:, game, child],
                    search.turn[game, child],
                    search.steps[game, child],
                ]


def test_a_win_in_one_is_played_and_a_threat_counts_as_lost(train: Any) -> None:
    chosen = [puzzle for puzzle in puzzles() if puzzle.kind == "win" and puzzle.plies == 1][:16]
    env = BatchEnv(16, rules=train.RULES)
    for index, puzzle in enumerate(chosen):
        env.set_board(index, puzzle.board())
    action, _, policy, value = train.Search(Guess(), 16, 8, 4).run(env, np.zeros((16, 48)))
    assert action.tolist() == [puzzle.solution[0].action for puzzle in chosen]
    assert (policy.max(1) == 1).all()
    assert (value == 1).all()
    defend = [puzzle for puzzle in puzzles() if puzzle.kind == "defend" and puzzle.plies == 2][:8]
    env, search = (
        BatchEnv(len(defend), rules=train.RULES),
        train.Search(Guess(), len(defend), 48, 48),
    )
    for index, puzzle in enumerate(defend):
        env.set_board(index, puzzle.board())
    action, *_ = search.run(env, np.zeros((len(defend), 48)))
    assert action.tolist() == [puzzle.solution[0].action for puzzle in defend]


def test_games_give_the_positions_of_whole_games_with_their_results(
    train: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "Evaluator", Guess)
    monkeypatch.setattr(train, "OPENING", 0)
    options = argparse.Namespace(games=16, simulations=8, candidates=4, device="cpu")
    net = SimpleNamespace(state_dict=dict)
    made, again = (train.play_here(net, options, seed=2) for _ in range(2))
    games = positions = 0
    while games < 12:
        ended, samples = next(made)
        for mine, same in zip(samples, next(again)[1], strict=True):
            assert (mine == same).all()
        observation, actions, policy, value = samples
        empty = observation[:, :2].sum((1, 2, 3)) == 0
        assert empty.sum() == ended  # every game from its first position on
        assert len(observation) == len(actions) == len(policy) == len(value)
        assert np.allclose(policy.astype(np.float32).sum(1), 1, atol=1e-2)
        # Who has a win in one takes it, and is told that it was won.
        last = np.flatnonzero(np.append(empty[1:], True)) if ended else np.array([], int)
        won = last[(policy[last].max(1) == 1)]
        assert (value[won] == 1).all()
        games, positions = games + ended, positions + len(value)
    assert positions > 10 * games


@pytest.mark.skipif(not HAS_TORCH, reason="PyTorch is not among the packages for tests")
def test_training_goes_on_from_a_checkpoint_and_gives_a_network_that_plays(
    train: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from tenchips import Board
    from tenchips.players import make_player

    sizes = "--channels=8 --blocks=1 --games=16 --simulations=4 --candidates=4 --batch=32"
    command = ["train.py", str(tmp_path), "--device=cpu", "--seconds=20", *sizes.split()]
    monkeypatch.setattr(sys, "argv", command)
    train.main()
    state = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    options = argparse.Namespace(device="cpu", channels=8, blocks=1, seed=1, rate=1e-3, window=64)
    trainer = train.Trainer(options)
    trainer.load(tmp_path / "checkpoint.pt")
    assert trainer.counts == state["counts"]
    trainer.save(tmp_path / "again.pt")
    again = torch.load(tmp_path / "again.pt", weights_only=True)
    for part in ("net", "average"):
        assert all((again[part][name] == state[part][name]).all() for name in state[part])
    moments = zip(
        again["optimizer"]["state"].values(), state["optimizer"]["state"].values(), strict=True
    )
    assert all((mine["exp_avg"] == theirs["exp_avg"]).all() for mine, theirs in moments)
    player = make_player(f"net:file={tmp_path / 'net.onnx'}")
    assert player.choose(Board()) in Board().legal_moves  # type: ignore[union-attr]
