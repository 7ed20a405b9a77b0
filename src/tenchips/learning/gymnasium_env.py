"""Network for Gymnasium: one agent against a player of any kind.

import gymnasium
import tenchips.learning
env = gymnasium.make("tenchips/Network-v0", opponent="machine:level=3", color="random")
"""

from __future__ import annotations

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces

from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.learning.encoding import ACTIONS, OBSERVATION_SHAPE, action_mask, observation
from tenchips.learning.pettingzoo_env import rewards
from tenchips.learning.pictures import MODES, draw
from tenchips.notation import Move
from tenchips.players import make_player
from tenchips.players.player import Human, Player
from tenchips.rules import Rules
from tenchips.squares import BLACK, WHITE, Color

COLORS_TO_PLAY = {"white": WHITE, "black": BLACK, "random": None}


class NetworkEnv(gymnasium.Env[dict[str, Any], Any]):
    """One agent against `opponent`, a player as `tenchips play` names them: `random`,
    `machine:level=3`, `ugi:COMMAND`, …

    The agent plays `color`: white, black, or random for either by chance. The reward is 1 for a
    win, -1 for a loss and 0 otherwise. An action that is not legal loses the game, and
    `info["refusal"]` says why it is not. The legal actions are `action_mask`, in the observation
    and in `info`.

    >>> env = NetworkEnv()
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = env.step(0o33)
    >>> env.board.ply
    2
    >>> env.step(0)[4]["refusal"]
    'nobody may use 00: it is a corner'
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        opponent: str = "random",
        color: str = "white",
        rules: Rules | None = None,
        render_mode: str | None = None,
    ) -> None:
        if color not in COLORS_TO_PLAY:
            raise TenchipsError(f"color is white, black or random, not {color!r}")
        if opponent.partition(":")[0] == "human":
            raise TenchipsError("opponent is a program, not human: name random or machine")
        if render_mode is not None and render_mode not in MODES:
            raise TenchipsError(f"render_mode is {', '.join(MODES)}, not {render_mode!r}")
        self.opponent, self.rules, self.render_mode = opponent, rules or Rules(), render_mode
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, OBSERVATION_SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTIONS)
        self.board = Board(rules=self.rules)
        self.color: Color = WHITE
        self._wanted = COLORS_TO_PLAY[color]
        self._player: Player | None = None
        self._is_over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; if the opponent is White, it has moved already."""
        super().reset(seed=seed)
        self.close()
        self.board = Board(rules=self.rules)
        chance = int(self.np_random.integers(2**31))
        self.color = self._wanted if self._wanted is not None else (WHITE, BLACK)[chance % 2]
        player = make_player(self.opponent, seed=chance)
        assert not isinstance(player, Human)
        self._player, self._is_over = player, False
        player.begin(self.color.other)
        self._reply()
        return self._seen()

    def step(self, action: SupportsInt) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and have the opponent make one."""
        if self._player is None:
            raise TenchipsError("the environment has to be reset before the first step")
        if self._is_over:
            raise TenchipsError("the game is over: reset the environment")
        move = Move.from_action(int(action))
        refusal = self.board.why_illegal(move)
        if refusal is not None:
            self._is_over = True
            seen, info = self._seen()
            return seen, -1.0, True, False, info | {"refusal": str(refusal)}
        self.board.push(move)
        self._reply()
        outcome = self.board.outcome()
        self._is_over = outcome is not None
        reward = 0.0 if outcome is None else rewards(outcome.winner)[self.color]
        seen, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, reward, self._is_over, False, info

    def _reply(self) -> None:
        if self._player and self.board.turn != self.color and not self.board.is_game_over():
            self.board.push(self._player.choose(self.board))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        mask = action_mask(self.board)
        return {"observation": observation(self.board), "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        """The board as text, as a picture, or printed."""
        return draw(self.board, self.render_mode)

    def close(self) -> None:
        """Let the opponent go."""
        if self._player is not None:
            self._player.close()
            self._player = None
