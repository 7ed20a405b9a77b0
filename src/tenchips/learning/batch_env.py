"""`BatchEnv`: many games at once, for agents that learn by playing."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_type
from tenchips.learning.batch import MAX_GAMES, PLANES, Batch
from tenchips.learning.encoding import ACTIONS
from tenchips.notation import PositionText
from tenchips.rules import CHIPS, Rules
from tenchips.squares import COLORS, names

Array = npt.NDArray[Any]
State = tuple[int, int, int, int, int, list[tuple[int, int]]]


def _aligned(shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
    """Zeros that begin at a multiple of 64 bytes: others JAX would copy."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(kind).reshape(shape)


class BatchEnv:
    """Many games of Network side by side, each with its own players and its own end.

    What an agent sees lies in arrays that stay the same ones, and that other libraries can use
    without a copy: `step` writes into them, so copy what you keep, and do not write there. A game
    that ends is begun anew in the same step: its `terminated`, `truncated` and `rewards` are of the
    game that ended, everything else is of the new one.

    `observation[i]` has 7 planes, and square XY is `[plane, X, Y]`: the chips of the player to move
    (0) and of the opponent (1), the chips they have in hand (2, 3), the colour to move (4: 0 White,
    1 Black), how often the position has occurred before (5), and how many steps were made (6).
    `action_mask[i]` says which of the 4160 actions are legal, `current_player[i]` who is to move
    (0 White, 1 Black), and `rewards[i]` has 1, -1 or 0 for White and for Black.

    `max_plies` cuts games off (`truncated`, no rewards); 0 never does. `threads`: how many cores
    `step` works on.

    >>> env = BatchEnv(1024, seed=1)
    >>> env.observation.shape, env.action_mask.shape
    ((1024, 7, 8, 8), (1024, 4160))
    >>> ended = 0
    >>> for _ in range(100):
    ...     _ = env.step(env.sample())
    ...     ended += env.terminated.sum()
    >>> bool(ended > 1000)
    True
    """

    def __init__(
        self,
        n: int,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        max_plies: int = 0,
        threads: int = 1,
    ) -> None:
        for name, value, least, most in (
            ("n", n, 1, MAX_GAMES),
            ("max_plies", max_plies, 0, 1_000_000),
            ("threads", threads, 1, 1024),
        ):
            check_type(name, value, int, "an int")
            if not least <= value <= most:
                raise TenchipsError(f"{name} is from {least} to {most}, not {value}")
        self.n = n
        self.rules = rules or Rules()
        check_type("rules", self.rules, Rules, "Rules")
        self.max_plies, self.threads = max_plies, threads
        self.rng = np.random.default_rng(seed)
        """Chooses for `sample` where no other generator is given."""
        arrays: dict[str, Array] = {
            "observation": _aligned((n, PLANES, 64), np.uint8),
            "action_mask": _aligned((n, ACTIONS), np.uint8),
            "rewards": _aligned((n, 2), np.float32),
            "terminated": _aligned((n,), np.uint8),
            "truncated": _aligned((n,), np.uint8),
            "current_player": _aligned((n,), np.uint8),
        }
        rule = self.rules
        self._batch = Batch(
            n, **arrays, repetition=rule.repetition, step_limit=rule.step_limit,
            stuck_loses=rule.no_move == "loss", max_plies=max_plies,
        )  # fmt: skip
        self.observation = arrays["observation"].reshape(n, PLANES, 8, 8)
        self.action_mask = arrays["action_mask"].view(np.bool_)
        self.rewards = arrays["rewards"]
        self.terminated = arrays["terminated"].view(np.bool_)
        self.truncated = arrays["truncated"].view(np.bool_)
        self.current_player = arrays["current_player"]
        self.info = {"action_mask": self.action_mask, "current_player": self.current_player}
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(
        self, indices: Iterable[int] | None = None, *, seed: int | None = None
    ) -> tuple[Array, dict[str, Array]]:
        """Begin all games, or those of these numbers, anew; a seed is for `sample`.

        >>> observation, info = BatchEnv(2).reset()
        >>> info["action_mask"].sum(axis=1)
        array([48, 48])
        """
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        for index in range(self.n) if indices is None else indices:
            self._batch.reset(index)
        return self.observation, self.info

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """Make a move in every game. If one of the actions is not legal, none is made.

        >>> env = BatchEnv(2)
        >>> _ = env.step([0o33, 0o44])
        >>> _ = env.step([0o33, 0o33])
        Traceback (most recent call last):
        tenchips.errors.TenchipsError: the action 27 is not legal in game 0
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise TenchipsError(
                f"actions are {self.n} integers, one for each game, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        moves = np.array(chosen, np.int64)
        wrong = self._batch.check(moves)
        if wrong >= 0:
            raise TenchipsError(f"the action {chosen[wrong]} is not legal in game {wrong}")
        if self._pool is None:
            self._batch.step(moves, 0, self.n)
        else:
            cuts = [self.n * part // self.threads for part in range(self.threads + 1)]
            work = self._pool.map(lambda a, b: self._batch.step(moves, a, b), cuts[:-1], cuts[1:])
            list(work)
        return self.observation, self.rewards, self.terminated, self.truncated, self.info

    def sample(self, rng: np.random.Generator | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each game, all of a game's equally likely.

        >>> env = BatchEnv(3)
        >>> bool(env.action_mask[range(3), env.sample()].all())
        True
        """
        actions = np.empty(self.n, np.int64)
        self._batch.sample((rng or self.rng).random(self.n), actions)
        return actions

    # States

    def board(self, index: int) -> Board:
        """The position of a game as a `Board`, without the moves that led to it.

        >>> env = BatchEnv(1)
        >>> _ = env.step([0o33])
        >>> env.board(0).position
        '8/8/8/3W4/8/8/8/8 b 0 1'
        """
        white, black, turn, plies, steps, _ = self._batch.state_of(index)
        number = max((plies + 2) // 2, 1)
        return Board.diagram(
            names(white), names(black), COLORS[turn], steps=steps, number=number, rules=self.rules
        )

    def set_board(self, index: int, board: Board) -> None:
        """Go on from a board, with what it has seen before as far as repetitions count it. The
        house rules stay those of the environment.

        >>> env = BatchEnv(1)
        >>> env.set_board(0, Board(moves="33 44"))
        >>> int(env.action_mask.sum()), int(env.current_player[0])
        (46, 0)
        """
        check_type("board", board, Board, "a Board")
        seen: list[tuple[int, int]] = []
        replayed = board.root()
        for move in board.moves:
            text = PositionText.parse(replayed.position)
            if text.white.bit_count() == text.black.bit_count() == CHIPS:
                seen.append((text.white, text.black))
            replayed.push(move)
        text = PositionText.parse(board.position)
        self._batch.set_state(
            index, text.white, text.black, int(text.turn), len(board.moves), board.steps, seen
        )

    def get_state(self) -> list[State]:
        """All games as plain numbers, for `set_state`; they can be pickled and compared."""
        return [self._batch.state_of(index) for index in range(self.n)]

    def set_state(self, states: Iterable[State], indices: Iterable[int] | None = None) -> None:
        """Go on from what `get_state` has given, in all games or in those of these numbers. A state
        that cannot be is refused; those before it are set.

        >>> env, other = BatchEnv(2), BatchEnv(2)
        >>> _ = env.step([0o33, 0o44])
        >>> other.set_state(env.get_state())
        >>> bool((other.observation == env.observation).all())
        True
        """
        games = list(states)
        numbers = list(range(self.n) if indices is None else indices)
        if len(games) != len(numbers):
            raise TenchipsError(
                f"there are {len(numbers)} games to set, and {len(games)} states are given"
            )
        for index, (white, black, turn, plies, steps, seen) in zip(numbers, games, strict=True):
            self._batch.set_state(index, white, black, turn, plies, steps, list(seen))

    def copy(self) -> BatchEnv:
        """An environment of its own in the same state, whose `rng` goes on in the same way.

        >>> env = BatchEnv(4, seed=2)
        >>> bool((env.copy().sample() == env.sample()).all())
        True
        """
        other = BatchEnv(self.n, rules=self.rules, max_plies=self.max_plies, threads=self.threads)
        other.__setstate__(self.__getstate__())
        return other

    def __copy__(self) -> BatchEnv:
        return self.copy()

    def __deepcopy__(self, memo: object) -> BatchEnv:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "rules": self.rules,
            "max_plies": self.max_plies,
            "threads": self.threads,
            "games": self.get_state(),
            "rng": self.rng.bit_generator.state,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        if not hasattr(self, "n"):
            self.__init__(  # type: ignore[misc]
                state["n"], rules=state["rules"], max_plies=state["max_plies"],
                threads=state["threads"],
            )  # fmt: skip
        self.set_state(state["games"])
        self.rng.bit_generator.state = state["rng"]

    def __repr__(self) -> str:
        return f"BatchEnv({self.n}, rules={self.rules!r})"
