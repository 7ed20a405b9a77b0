"""A policy in PyTorch that sees the games of a `BatchEnv` without a copy.

    python examples/policy_torch.py --steps 300

Needs `tenchips[learning]` and PyTorch. The network plays both sides of all games and learns from
the moves that end them alone: what wins becomes more likely, what hands the opponent a network
less. Every hundred steps it prints how many games were won by the last move. A whole agent is in
`train.py`.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn

from tenchips.learning import ACTIONS, BatchEnv

GAMES = 256


def main() -> None:
    """Play, learn and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=300)
    torch.manual_seed(1)
    env = BatchEnv(GAMES, seed=1)
    # These share the memory of the environment's arrays: a step changes them.
    observation, mask = torch.from_dlpack(env.observation), torch.from_dlpack(env.action_mask)
    net = nn.Sequential(nn.Flatten(), nn.Linear(7 * 64, 64), nn.ReLU(), nn.Linear(64, ACTIONS))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    everyone, ended, won = np.arange(GAMES), 0, 0
    for step in range(1, parser.parse_args().steps + 1):
        logits = net(observation.float()).masked_fill(~mask, float("-inf"))
        policy = torch.distributions.Categorical(logits=logits)
        actions = policy.sample()
        # Before the step, while the mask is that of these positions.
        chances = policy.log_prob(actions)
        mover = env.current_player.copy()
        env.step(actions.numpy())
        reward = torch.from_numpy(env.rewards[everyone, mover])
        optimizer.zero_grad()
        (-(reward * chances).mean()).backward()
        optimizer.step()
        ended, won = ended + int(env.terminated.sum()), won + int((reward > 0).sum())
        if step % 100 == 0:
            print(f"step {step}: {won} of {ended} games won by the last move")
            ended = won = 0


if __name__ == "__main__":
    main()
