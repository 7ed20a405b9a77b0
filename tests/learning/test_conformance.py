"""The conformance tests of PettingZoo, Gymnasium and OpenSpiel, and the names that others use."""

from __future__ import annotations

import io
import warnings
from contextlib import redirect_stdout
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from absl import flags
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, render_test, seed_test

import tenchips.learning  # noqa: F401 (registers the game)
from tenchips import Board
from tenchips.errors import TenchipsError
from tenchips.learning.gymnasium_env import NetworkEnv
from tenchips.learning.pettingzoo_env import AGENTS
from tenchips.learning.pettingzoo_env import env as make_aec
from tenchips.notation import Move


@pytest.fixture(autouse=True)
def warnings_are_errors() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_pettingzoo() -> None:
    # A dict with a mask is what PettingZoo's own board games give; its test knows those by name.
    warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
    warnings.filterwarnings("ignore", "Observation is not a NumPy array")
    with redirect_stdout(io.StringIO()):
        api_test(pettingzoo.make("aec", "tenchips/network-v0"), num_cycles=300)
        seed_test(make_aec, num_cycles=60)
        render_test(make_aec)


def test_pettingzoo_plays_a_whole_game_as_a_board_does() -> None:
    env, board = pettingzoo.make("aec", "tenchips/network-v0"), Board()
    env.reset(seed=1)
    rng = np.random.default_rng(7)
    for agent in env.agent_iter():
        seen, reward, terminated, _, info = env.last()
        if terminated:
            outcome = board.outcome()
            assert outcome is not None
            won = None if outcome.winner is None else AGENTS[outcome.winner]
            assert reward == (0 if won is None else 1 if won == agent else -1)
            env.step(None)
            continue
        assert agent == AGENTS[board.turn]
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == sorted(move.action for move in board.legal_moves)
        assert (info["action_mask"] == seen["action_mask"]).all()
        action = int(rng.choice(legal))
        board.push(Move.from_action(action))
        env.step(action)
    assert board.is_game_over()


@pytest.mark.parametrize(
    "options", [{}, {"opponent": "machine:level=1", "color": "black"}], ids=str
)
def test_gymnasium(options: dict[str, str]) -> None:
    env = gymnasium.make("tenchips/Network-v0", **options)
    if not options:  # which plays the same game again for the same seed
        with redirect_stdout(io.StringIO()):
            check_env(env.unwrapped)
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        assert (seen["action_mask"] == info["action_mask"]).all()
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        assert not truncated
    outcome = env.unwrapped.board.outcome()  # type: ignore[attr-defined]
    mine = env.unwrapped.color  # type: ignore[attr-defined]
    assert reward == (0 if outcome.winner is None else 1 if outcome.winner == mine else -1)
    env.close()


def test_gymnasium_in_vectors() -> None:
    envs = gymnasium.make_vec("tenchips/Network-v0", num_envs=3)
    seen, _ = envs.reset(seed=1)
    for _ in range(40):
        seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    assert isinstance(envs.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode)
    envs.close()


def test_gymnasium_says_what_is_wrong() -> None:
    for options, part in [
        ({"color": "red"}, "white, black or random"),
        ({"opponent": "human"}, "not human"),
        ({"render_mode": "3d"}, "render_mode"),
    ]:
        with pytest.raises(TenchipsError, match=part):
            NetworkEnv(**options)


def test_open_spiel() -> None:
    game = pyspiel.load_game("tenchips_network")
    for serialize in (True, False):
        pyspiel.random_sim_test(game, num_sims=2, serialize=serialize, verbose=False)
    state = game.new_initial_state()
    for text in ["33", "44", "21"]:
        state.apply_action(Move(text).action)
    assert pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state)
    )[1].history() == state.history()  # fmt: skip
    seen = make_observation(game)
    seen.set_from(state, player=1)
    assert seen.tensor.reshape(7, 64)[0, 0o44] == 1
    assert seen.string_from(state, player=1) == f"{Board(moves='33 44 21').position} 33 44 21"
    short = pyspiel.load_game("tenchips_network(step_limit=4,repetition=0)")
    assert short.max_game_length() == 24


def test_open_spiel_plays_the_kept_game_again_to_the_letter() -> None:
    """A change of what OpenSpiel's users see must show in this file. It was written by

    import tenchips.learning
    from open_spiel.python.algorithms import generate_playthrough
    print(generate_playthrough.playthrough("tenchips_network", None, seed=6), end="")
    """
    flags.FLAGS.mark_as_parsed()  # it reads options of a command line that is not there
    kept, again = generate_playthrough.replay(Path(__file__).with_name("playthrough.txt"))
    assert again == kept
    assert kept.count("# State ") == 24
    assert kept.endswith("Returns() = [1, -1]\n")
