from typing import Any, final

PLANES: int
MAX_GAMES: int

@final
class Batch:
    """The games behind a `BatchEnv`, which see to its arrays."""

    n: int
    def __init__(
        self,
        n: int,
        observation: Any,
        action_mask: Any,
        rewards: Any,
        terminated: Any,
        truncated: Any,
        current_player: Any,
        repetition: int,
        step_limit: int,
        stuck_loses: bool,
        max_plies: int,
    ) -> None: ...
    def check(self, actions: Any) -> int:
        """The first game whose action is not legal, or -1."""

    def step(self, actions: Any, first: int, last: int) -> None:
        """Make a move in each of the games from `first` to before `last`."""

    def sample(self, chances: Any, actions: Any) -> None:
        """For each game, the legal action that a number from 0 to less than 1 picks."""

    def reset(self, i: int) -> None:
        """Begin a game anew."""

    def state_of(self, i: int) -> tuple[int, int, int, int, int, list[tuple[int, int]]]:
        """A game as numbers: white, black, turn, plies, steps, and the positions before this one
        since the last chip was added, as pairs of white and black."""

    def set_state(
        self,
        i: int,
        white: int,
        black: int,
        turn: int,
        plies: int,
        steps: int,
        seen: list[tuple[int, int]],
    ) -> None:
        """Set a game to a position that is not over. `seen` are the positions before it since the
        last chip was added, as pairs of white and black."""
