"""Measure the environments for learning beside each other and beside other projects' games.

    python benchmarks/learning.py

Random play on one core, steps a second, each for some seconds in the same run. `BatchEnv` gives
the planes and the mask of every game at every step. The loops over `Position` are what one would
write without it, with planes and mask and without; neither counts repetitions or steps.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

from tenchips.core import Position
from tenchips.learning import ACTIONS, BatchEnv

Run = Callable[[float], tuple[int, float]]


def batched(n: int) -> Run:
    """`BatchEnv` with n games."""

    def run(seconds: float) -> tuple[int, float]:
        env = BatchEnv(n, seed=1)
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            for _ in range(max(1, 4096 // n)):
                env.step(env.sample())
                steps += n
        return steps, time.perf_counter() - began

    return run


def position(seconds: float) -> tuple[int, float]:
    """One game after the other with `Position`."""
    rng = random.Random(1)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        game = Position()
        for _ in range(220):
            actions = game.legal_actions()
            if not actions:
                break
            game.push(rng.choice(actions))
            steps += 1
            if game.winner() is not None:
                break
    return steps, time.perf_counter() - began


def seen_position(seconds: float) -> tuple[int, float]:
    """The same, with planes and mask of every position."""
    rng = random.Random(1)
    mask, planes = np.zeros(ACTIONS, np.bool_), np.zeros((7, 64), np.uint8)
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        game = Position()
        for _ in range(220):
            actions = game.legal_actions()
            if not actions:
                break
            mask[:] = False
            mask[actions] = True
            own, other = game.turn, game.turn.other
            for plane, color in enumerate((own, other)):
                chips = np.array([game.chips(color)], np.uint64).view(np.uint8)
                planes[plane] = np.unpackbits(chips, bitorder="little")
            planes[2], planes[3], planes[4] = game.hand(own), game.hand(other), int(own)
            game.push(rng.choice(actions))
            steps += 1
            if game.winner() is not None:
                break
    return steps, time.perf_counter() - began


def aec(make: Callable[[], object]) -> Run:
    """A game of PettingZoo."""

    def run(seconds: float) -> tuple[int, float]:
        env, rng = make(), np.random.default_rng(1)
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            env.reset()  # type: ignore[attr-defined]
            for _ in env.agent_iter():  # type: ignore[attr-defined]
                seen, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
                if terminated or truncated:
                    env.step(None)  # type: ignore[attr-defined]
                else:
                    legal = np.flatnonzero(seen["action_mask"])
                    env.step(int(rng.choice(legal)))  # type: ignore[attr-defined]
                    steps += 1
        return steps, time.perf_counter() - began

    return run


def spiel(name: str) -> Run:
    """A game of OpenSpiel, through Python."""

    def run(seconds: float) -> tuple[int, float]:
        import open_spiel.python.games  # noqa: F401 (registers those in Python)
        import pyspiel

        game, rng = pyspiel.load_game(name), random.Random(1)
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps, time.perf_counter() - began

    return run


def connect_four() -> object:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def network() -> object:
    import pettingzoo

    return pettingzoo.make("aec", "tenchips/network-v0")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=4.0, help="for each")
    seconds = parser.parse_args().seconds
    runs: dict[str, Run] = {
        "Position, without planes and mask": position,
        "Position, with planes and mask": seen_position,
        "BatchEnv(1)": batched(1),
        "BatchEnv(64)": batched(64),
        "BatchEnv(1024)": batched(1024),
        "BatchEnv(8192)": batched(8192),
        "PettingZoo: Network": aec(network),
        "PettingZoo: connect four": aec(connect_four),
        "OpenSpiel: Network (Python)": spiel("tenchips_network"),
        "OpenSpiel: connect four (C++)": spiel("connect_four"),
        "OpenSpiel: othello (C++)": spiel("othello"),
        "OpenSpiel: tic-tac-toe (Python)": spiel("python_tic_tac_toe"),
    }
    compared = 0.0
    print(f"{'random play on one core':34} {'steps/s':>12}  beside the loop with planes and mask")
    for name, run in runs.items():
        try:
            steps, lasted = run(seconds)
        except ImportError as error:
            print(f"{name:34} {'':>12}  not measured: {error}")
            continue
        rate = steps / lasted
        if run is seen_position:
            compared = rate
        ratio = f"{rate / compared:.2f}" if compared else ""
        print(f"{name:34} {rate:12,.0f}  {ratio}", flush=True)


if __name__ == "__main__":
    main()
