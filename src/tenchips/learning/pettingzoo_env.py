"""Network for PettingZoo: two agents, `player_0` (White) and `player_1` (Black), in turn.

import tenchips.learning
from pettingzoo import make
env = make("aec", "tenchips/network-v0")
"""

from __future__ import annotations

from typing import Any

import gymnasium.spaces as spaces
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from tenchips.board import Board
from tenchips.learning.encoding import ACTIONS, OBSERVATION_SHAPE, legal_actions, observation
from tenchips.learning.pictures import MODES, draw
from tenchips.notation import Move
from tenchips.rules import Rules
from tenchips.squares import COLORS, Color

AGENTS = ("player_0", "player_1")
"""White and Black, by names that PettingZoo recommends."""


def env(render_mode: str | None = None, rules: Rules | None = None) -> AECEnv[str, Any, Any]:
    """The environment as agents should meet it: an illegal move loses the game.

    >>> game = env()
    >>> game.reset(seed=1)
    >>> game.step(0o33)
    >>> game.agent_selection
    'player_1'
    """
    inner = NetworkAEC(render_mode, rules)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(inner, illegal_reward=-1))


class NetworkAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The game itself. Observations have the planes of `BatchEnv`, seen by whoever is to move, and
    the mask of legal actions, which is empty for the agent that has to wait."""

    def __init__(self, render_mode: str | None = None, rules: Rules | None = None) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": list(MODES),
            "name": "tenchips/network-v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.rules = rules or Rules()
        self.possible_agents = list(AGENTS)
        self.board = Board(rules=self.rules)
        self._spaces = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, OBSERVATION_SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._actions = spaces.Discrete(ACTIONS)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self._spaces

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """What an agent may do, legal or not."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing in it is left to chance, so a seed changes nothing."""
        self.board = Board(rules=self.rules)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """The board for an agent."""
        return {"observation": self._planes.copy(), "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """Make a move for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.board.push(Move.from_action(int(action)))
        outcome = self.board.outcome()
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict(zip(AGENTS, rewards(outcome.winner), strict=True))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        self.agent_selection = AGENTS[self.board.turn]
        self._planes, self._legal = observation(self.board), legal_actions(self.board)
        for agent in AGENTS:
            self.infos[agent] = {"action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        mask = np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        return mask

    def render(self) -> Any:
        """The board as text, as a picture, or printed."""
        return draw(self.board, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def rewards(winner: Color | None) -> tuple[float, float]:
    """What White and Black get at the end of a game.

    >>> from tenchips import BLACK
    >>> rewards(BLACK), rewards(None)
    ((-1.0, 1.0), (0.0, 0.0))
    """
    white, black = (0.0 if winner is None else 1.0 if winner == it else -1.0 for it in COLORS)
    return white, black
