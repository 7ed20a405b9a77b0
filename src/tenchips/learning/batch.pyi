from typing import Any, final

PLANES: int
MAX_GAMES: int

@final
class Batch:
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
    def check(self, actions: Any) -> int: ...
    def step(self, actions: Any, first: int, last: int) -> None: ...
    def sample(self, chances: Any, actions: Any) -> None: ...
    def reset(self, i: int) -> None: ...
    def state_of(self, i: int) -> tuple[int, int, int, int, int, list[tuple[int, int]]]: ...
    def set_state(
        self,
        i: int,
        white: int,
        black: int,
        turn: int,
        plies: int,
        steps: int,
        seen: list[tuple[int, int]],
    ) -> None: ...
