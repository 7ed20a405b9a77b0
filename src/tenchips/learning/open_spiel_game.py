"""Network for OpenSpiel, by the name `tenchips_network`.

import pyspiel
import tenchips.learning
game = pyspiel.load_game("tenchips_network(step_limit=100)")
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from tenchips.board import Board
from tenchips.learning.encoding import ACTIONS, OBSERVATION_SHAPE, legal_actions, observation
from tenchips.learning.pettingzoo_env import rewards
from tenchips.notation import Move
from tenchips.rules import CHIPS, Rules

DEFAULTS: dict[str, Any] = {"no_move": "loss", "repetition": 3, "step_limit": 200}

GAME_TYPE = pyspiel.GameType(
    short_name="tenchips_network",
    long_name="Network",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)
NO_STEP_LIMIT = 10_000
"""OpenSpiel wants a longest game; without a step limit this is it."""


class NetworkGame(pyspiel.Game):  # type: ignore[misc]
    """The rules, with house rules as parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = DEFAULTS | (params or {})
        self.rules = Rules(**chosen)
        longest = 2 * CHIPS + (self.rules.step_limit or NO_STEP_LIMIT)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> NetworkState:
        """A new game."""
        return NetworkState(self, self.rules)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> NetworkObserver:
        """What a player sees: everything."""
        if params:
            raise ValueError(f"an observer of Network has no parameters, and {params} are given")
        return NetworkObserver()


class NetworkState(pyspiel.State):  # type: ignore[misc]
    """A game that is being played."""

    def __init__(self, game: NetworkGame, rules: Rules) -> None:
        super().__init__(game)
        self.board = Board(rules=rules)

    def current_player(self) -> int:
        """0 for White, 1 for Black."""
        if self.board.is_game_over():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.board.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return legal_actions(self.board)

    def _apply_action(self, action: int) -> None:
        self.board.push(Move.from_action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(Move.from_action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.is_game_over()

    def returns(self) -> list[float]:
        """What both have got so far."""
        outcome = self.board.outcome()
        return [0.0, 0.0] if outcome is None else list(rewards(outcome.winner))

    def __str__(self) -> str:
        return self.board.position


class NetworkObserver:
    """The planes of `BatchEnv` as a tensor, and the position as a text."""

    def __init__(self) -> None:
        self.tensor = np.zeros(int(np.prod(OBSERVATION_SHAPE)), np.float32)
        self.dict = {"observation": self.tensor.reshape(OBSERVATION_SHAPE)}

    def set_from(self, state: NetworkState, player: int) -> None:
        """Fill the tensor."""
        self.dict["observation"][:] = observation(state.board)

    def string_from(self, state: NetworkState, player: int) -> str:
        """The position, with the moves that led to it: repetitions depend on them."""
        moves = " ".join(map(str, state.board.moves))
        return f"{state.board.position} {moves}".rstrip()


pyspiel.register_game(GAME_TYPE, NetworkGame)
