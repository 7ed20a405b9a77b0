"""Measure the environments for learning beside each other and beside other projects' games.

    pip install --group benchmarks    # pgx, OpenSpiel, PettingZoo; what is missing is left out
    python benchmarks/learning.py

Random play on one core. The contenders take turns, and their speed is steps a second of CPU time,
so other work on the machine slows all of them alike or none. The last column is the median over the
rounds of how many times as many steps `BatchEnv(1024)` made in the same round.

`BatchEnv` and pgx give the planes and the mask of every game at every step, PettingZoo too. The
loops over `Position` are what one would write without `BatchEnv`, with planes and mask and without;
neither counts repetitions or steps. The loops over OpenSpiel ask for the legal actions alone.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from tenchips.core import Position
from tenchips.learning import ACTIONS, BatchEnv

Play = Callable[[], int]
"""Plays on for a while and says how many steps it made."""

REFERENCE = "BatchEnv(1024)"


def batched(n: int) -> Play:
    """`BatchEnv` with n games."""
    env = BatchEnv(n, seed=1)

    def play() -> int:
        for _ in range(max(1, 4096 // n)):
            env.step(env.sample())
        return n * max(1, 4096 // n)

    return play


def position(is_seen: bool) -> Play:
    """One game after the other with `Position`, with planes and mask of every position or not."""
    rng = random.Random(1)
    mask, planes = np.zeros(ACTIONS, np.bool_), np.zeros((7, 64), np.uint8)

    def play() -> int:
        game = Position()
        for steps in range(220):
            actions = game.legal_actions()
            if not actions or game.winner() is not None:
                return steps
            if is_seen:
                mask[:] = False
                mask[actions] = True
                own, other = game.turn, game.turn.other
                for plane, color in enumerate((own, other)):
                    chips = np.array([game.chips(color)], np.uint64).view(np.uint8)
                    planes[plane] = np.unpackbits(chips, bitorder="little")
                planes[2], planes[3], planes[4] = game.hand(own), game.hand(other), int(own)
            game.push(rng.choice(actions))
        return 220

    return play


def pgx(name: str, n: int = 1024, length: int = 64) -> Play:
    """A game of pgx: all steps of a call in one compiled loop, ended games begun anew."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, None]:
        chosen, rest = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(chosen, logits, axis=1)
        return step(state, actions, jax.random.split(rest, n)), None

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, length))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n))
    state = jax.block_until_ready(many(state, jax.random.PRNGKey(2)))
    calls = 2

    def play() -> int:
        nonlocal state, calls
        calls += 1
        state = jax.block_until_ready(many(state, jax.random.PRNGKey(calls)))
        return n * length

    return play


def spiel(name: str) -> Play:
    """A game of OpenSpiel, through Python."""
    import open_spiel.python.games  # noqa: F401 (registers those in Python)
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def aec(env: Any) -> Play:
    """A game of PettingZoo."""
    rng = np.random.default_rng(1)

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
        return steps

    return play


def aec_network() -> Play:
    import pettingzoo

    return aec(pettingzoo.make("aec", "tenchips/network-v0"))


def aec_connect_four() -> Play:
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env())


CONTENDERS: dict[str, Callable[[], Play]] = {
    REFERENCE: lambda: batched(1024),
    "BatchEnv(1)": lambda: batched(1),
    "BatchEnv(64)": lambda: batched(64),
    "BatchEnv(8192)": lambda: batched(8192),
    "Position, with planes and mask": lambda: position(is_seen=True),
    "Position, without": lambda: position(is_seen=False),
    "pgx, 1024 games: connect four": lambda: pgx("connect_four"),
    "pgx, 1024 games: othello": lambda: pgx("othello"),
    "pgx, 1024 games: hex": lambda: pgx("hex"),
    "OpenSpiel, C++: connect four": lambda: spiel("connect_four"),
    "OpenSpiel, C++: othello": lambda: spiel("othello"),
    "OpenSpiel, C++: hex": lambda: spiel("hex"),
    "OpenSpiel, Python: tic-tac-toe": lambda: spiel("python_tic_tac_toe"),
    "OpenSpiel, Python: Network": lambda: spiel("tenchips_network"),
    "PettingZoo: connect four": aec_connect_four,
    "PettingZoo: Network": aec_network,
}


def speed(play: Play, seconds: float) -> float:
    """Steps a second, over at least so many seconds of CPU time."""
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not steps:
        steps += play()
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each, in each round")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):  # before JAX counts the cores
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    plays: dict[str, Play] = {}
    for name, make in CONTENDERS.items():
        try:
            plays[name] = make()
        except ImportError as error:
            print(f"left out: {name} ({error})")
    rounds = [
        {name: speed(play, options.seconds) for name, play in plays.items()}
        for _ in range(options.rounds)
    ]
    print(f"{'random play on one core':34} {'steps/s':>12}  {REFERENCE} is so many times as fast")
    for name in plays:
        ratio = median(speeds[REFERENCE] / speeds[name] for speeds in rounds)
        print(f"{name:34} {median(speeds[name] for speeds in rounds):12,.0f}  {ratio:.2f}")


if __name__ == "__main__":
    main()
