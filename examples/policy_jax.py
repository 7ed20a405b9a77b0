"""A policy in JAX that sees the games of a `BatchEnv` without a copy.

    python examples/policy_jax.py --steps 300

Needs `tenchips[learning]` and JAX. It learns as `policy_torch.py` does.

JAX takes for granted that its arrays never change, and computes when it likes. These change with
every step: so nothing that reads them may be under way then, and what is needed after the step is
copied before it.
"""

from __future__ import annotations

import argparse
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tenchips.learning import ACTIONS, BatchEnv

GAMES = 256
HIDDEN = 64
RATE = 0.3


def log_policy(weights: Any, observation: Any, mask: Any) -> Any:
    """The log-probabilities of all actions; those of illegal ones are minus infinity."""
    planes = observation.reshape(len(observation), -1).astype(jnp.float32)
    hidden = jax.nn.relu(planes @ weights["in"])
    return jax.nn.log_softmax(jnp.where(mask, hidden @ weights["out"], -jnp.inf))


def choose(weights: Any, key: Any, observation: Any, mask: Any) -> Any:
    """An action for each game, by the policy."""
    return jax.random.categorical(key, log_policy(weights, observation, mask))


def learn(weights: Any, observation: Any, mask: Any, actions: Any, rewards: Any) -> Any:
    """Make actions with a reward more likely, and those with a punishment less."""

    def loss(weights: Any) -> Any:
        chosen = log_policy(weights, observation, mask)[jnp.arange(len(actions)), actions]
        return -(rewards * chosen).mean()

    slopes = jax.grad(loss)(weights)
    return jax.tree.map(lambda weight, slope: weight - RATE * slope, weights, slopes)


def main() -> None:
    """Play, learn and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=300)
    key, *keys = jax.random.split(jax.random.PRNGKey(1), 3)
    weights = {
        "in": jax.random.normal(keys[0], (7 * 64, HIDDEN)) / 20,
        "out": jax.random.normal(keys[1], (HIDDEN, ACTIONS)) / 20,
    }
    env = BatchEnv(GAMES, seed=1)
    # With copy=False an array that JAX cannot share would be an error.
    observation = jnp.from_dlpack(env.observation, copy=False)
    mask = jnp.from_dlpack(env.action_mask, copy=False)
    quick_choose, quick_learn = jax.jit(choose), jax.jit(learn)
    everyone, ended, won = np.arange(GAMES), 0, 0
    for step in range(1, parser.parse_args().steps + 1):
        key, chance = jax.random.split(key)
        actions = np.asarray(quick_choose(weights, chance, observation, mask))  # waits for them
        mover, seen, legal = (
            array.copy() for array in (env.current_player, env.observation, env.action_mask)
        )
        env.step(actions)
        rewards = env.rewards[everyone, mover]
        ends = np.flatnonzero(env.terminated)
        if len(ends):
            weights = quick_learn(weights, seen, legal, actions, rewards)
        ended, won = ended + len(ends), won + int((rewards > 0).sum())
        if step % 100 == 0:
            print(f"step {step}: {won} of {ended} games won by the last move")
            ended = won = 0


if __name__ == "__main__":
    main()
