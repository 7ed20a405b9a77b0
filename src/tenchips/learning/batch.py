"""The compiled part of `BatchEnv`: many games side by side, that write what an agent sees straight
into arrays.

The arrays are NumPy's, made and named by `BatchEnv`; here they are plain memory. Every move is
checked before any is made, so whatever is written into the arrays from outside, no game breaks.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memset
from cython.cimports.tenchips.core.bits import Bits, ctz, popcount
from cython.cimports.tenchips.core.position import move_is_legal
from cython.cimports.tenchips.core.state import (
    USABLE,
    State,
    clear,
    count_moves,
    holds_network,
    judge,
    legal_moves,
    make,
    opens_line,
    set_up,
)

from tenchips.errors import TenchipsError

PLANES = 7
MAX_GAMES = 1_000_000
NOBODY_WON = cython.declare(cython.int, 2)
FIRST_ROOM = cython.declare(cython.int, 16)


def remember(game, white, black):
    """Note that a position has occurred; False if there is no memory for it."""
    room: cython.int
    more: cython.pointer(Seen)
    if game.seen_count == game.seen_room:
        room = 2 * game.seen_room if game.seen_room else FIRST_ROOM
        more = cython.cast(cython.pointer(Seen), realloc(game.seen, room * cython.sizeof(Seen)))
        if more == cython.NULL:
            return False
        game.seen = more
        game.seen_room = room
    game.seen[game.seen_count].chips[0] = white
    game.seen[game.seen_count].chips[1] = black
    game.seen_count += 1
    return True


@cython.final
@cython.cclass
class Batch:
    """The games behind a `BatchEnv`, which see to its arrays."""

    # Not in __init__: an object that was never initialised has no arrays.
    def __cinit__(
        self, n, observation, action_mask, rewards, terminated, truncated, current_player,
        repetition, step_limit, stuck_loses, max_plies,
    ):  # fmt: skip
        i: cython.Py_ssize_t
        for array in (action_mask, rewards, terminated, truncated, current_player, observation):
            if len(array) != n:
                raise ValueError("every array has an entry for each game")
        self.observation = observation
        self.action_mask = action_mask
        self.rewards = rewards
        self.terminated = terminated
        self.truncated = truncated
        self.current_player = current_player
        self.repetition, self.step_limit = repetition, step_limit
        self.stuck_loses, self.max_plies = stuck_loses, max_plies
        if self.observation.shape[1] != PLANES or self.observation.shape[2] != 64:
            raise ValueError("an observation has 7 planes of 64 squares")
        if self.action_mask.shape[1] != 4160 or self.rewards.shape[1] != 2:
            raise ValueError("a mask has 4160 actions, and rewards are for two")
        if not 1 <= n <= MAX_GAMES:
            raise ValueError(f"there are 1 to {MAX_GAMES} games")
        self.games = cython.cast(cython.pointer(Game), calloc(n, cython.sizeof(Game)))
        if self.games == cython.NULL:
            raise MemoryError(f"there is not enough memory for {n} games")
        self.n = n
        for i in range(self.n):
            self.begin(i)

    def __dealloc__(self):
        i: cython.Py_ssize_t
        if self.games != cython.NULL:
            for i in range(self.n):
                free(self.games[i].seen)
            free(self.games)

    # What happens in a game

    def look(self, game):
        """Count how often the position has occurred, once all chips are on the board: before, no
        position comes again. False if there is no memory to remember it."""
        p: cython.pointer(State) = cython.address(game.state)
        # Every other position has the same player to move.
        i: cython.int = game.seen_count - 2
        game.repetitions = 1
        if p.hand[0] > 0 or p.hand[1] > 0:
            return True
        while i >= 0:
            if game.seen[i].chips[0] == p.chips[0] and game.seen[i].chips[1] == p.chips[1]:
                game.repetitions += 1
            i -= 2
        return remember(game, p.chips[0], p.chips[1])

    def play(self, i, move):
        """Make a legal move, and judge it in the order of `Board.outcome`; a game that has ended
        is begun anew. False if memory ran out."""
        game: cython.pointer(Game) = cython.address(self.games[i])
        p: cython.pointer(State) = cython.address(game.state)
        mover: cython.int = p.side
        origin: cython.int = (move >> 6) - 1
        freed_enemy: cython.bint = origin >= 0 and opens_line(p, origin, mover ^ 1)
        freed_own: cython.bint = origin >= 0 and opens_line(p, origin, mover)
        verdict: cython.int
        k: cython.int
        for k in range(game.count):
            self.action_mask[i, game.moves[k]] = 0
        make(p, move)
        game.plies += 1
        game.steps += origin >= 0
        verdict = judge(p, move, freed_enemy, freed_own)
        if verdict:
            self.settle(i, mover if verdict > 0 else mover ^ 1)
            return True
        game.count = legal_moves(p, game.moves)
        if game.count == 0:
            self.settle(i, mover if self.stuck_loses else NOBODY_WON)
            return True
        if not self.look(game):
            return False
        if 0 < self.repetition <= game.repetitions or 0 < self.step_limit <= game.steps:
            self.settle(i, NOBODY_WON)
        elif 0 < self.max_plies <= game.plies:
            game.count = 0
            self.truncated[i] = 1
            self.begin(i)
        else:
            self.show(i)
        return True

    def settle(self, i, winner):
        """A game has ended: its rewards, and the next game."""
        if winner != NOBODY_WON:
            self.rewards[i, winner] = 1
            self.rewards[i, winner ^ 1] = -1
        self.terminated[i] = 1
        self.games[i].count = 0
        self.begin(i)

    def begin(self, i):
        """Begin a game. The mask of the one before must be empty, or its moves still known."""
        game: cython.pointer(Game) = cython.address(self.games[i])
        k: cython.int
        for k in range(game.count):
            self.action_mask[i, game.moves[k]] = 0
        clear(cython.address(game.state))
        game.plies = game.steps = game.seen_count = 0
        game.repetitions = 1
        game.count = legal_moves(cython.address(game.state), game.moves)
        self.show(i)

    def show(self, i):
        """Write what the player to move sees. The mask of the move before must be empty."""
        game: cython.pointer(Game) = cython.address(self.games[i])
        p: cython.pointer(State) = cython.address(game.state)
        mover: cython.int = p.side
        plane: cython.pointer(cython.uchar) = cython.address(self.observation[i, 0, 0])
        chips: Bits
        k: cython.int
        for k in range(game.count):
            self.action_mask[i, game.moves[k]] = 1
        memset(plane, 0, 128)
        chips = p.chips[mover]
        while chips:
            plane[ctz(chips)] = 1
            chips &= chips - 1
        chips = p.chips[mover ^ 1]
        while chips:
            plane[64 + ctz(chips)] = 1
            chips &= chips - 1
        memset(plane + 128, p.hand[mover], 64)
        memset(plane + 192, p.hand[mover ^ 1], 64)
        memset(plane + 256, mover, 64)
        memset(plane + 320, min(game.repetitions - 1, 255), 64)
        memset(plane + 384, min(game.steps, 255), 64)
        self.current_player[i] = mover

    # For all games, or some

    def check(self, actions: cython.longlong[::1]):
        """The first game whose action is not legal, or -1."""
        i: cython.Py_ssize_t
        found: cython.Py_ssize_t = -1
        if actions.shape[0] != self.n:
            raise ValueError("there is an action for each game")
        with cython.nogil:
            for i in range(self.n):
                if not 0 <= actions[i] < 4160 or not move_is_legal(
                    cython.address(self.games[i].state), actions[i]
                ):
                    found = i
                    break
        return found

    def step(
        self, actions: cython.longlong[::1], first: cython.Py_ssize_t, last: cython.Py_ssize_t
    ):
        """Make a move in each of the games from `first` to before `last`."""
        i: cython.Py_ssize_t
        done: cython.bint = True
        if actions.shape[0] != self.n or not 0 <= first <= last <= self.n:
            raise ValueError("there is an action for each game")
        with cython.nogil:
            for i in range(first, last):
                self.rewards[i, 0] = self.rewards[i, 1] = 0
                self.terminated[i] = self.truncated[i] = 0
                # Judged again, because another thread may have changed the actions since.
                if 0 <= actions[i] < 4160 and move_is_legal(
                    cython.address(self.games[i].state), actions[i]
                ):
                    done = self.play(i, actions[i]) and done
        if not done:
            raise MemoryError("there is not enough memory to remember the positions of a game")

    def sample(self, chances: cython.double[::1], actions: cython.longlong[::1]):
        """For each game, the legal action that a number from 0 to less than 1 picks."""
        i: cython.Py_ssize_t
        k: cython.int
        if chances.shape[0] != self.n or actions.shape[0] != self.n:
            raise ValueError("there is a number for each game")
        with cython.nogil:
            for i in range(self.n):
                k = cython.cast(cython.int, chances[i] * self.games[i].count)
                k = min(max(k, 0), self.games[i].count - 1)
                actions[i] = self.games[i].moves[k]

    def reset(self, i: cython.Py_ssize_t):
        """Begin a game anew."""
        self._check_index(i)
        self.rewards[i, 0] = self.rewards[i, 1] = 0
        self.terminated[i] = self.truncated[i] = 0
        self.begin(i)

    def state_of(self, i: cython.Py_ssize_t):
        """A game as numbers: white, black, turn, plies, steps, and the positions before this one
        since the last chip was added, as pairs of white and black."""
        self._check_index(i)
        game: cython.pointer(Game) = cython.address(self.games[i])
        k: cython.int
        seen = [(game.seen[k].chips[0], game.seen[k].chips[1]) for k in range(game.seen_count - 1)]
        p: cython.pointer(State) = cython.address(game.state)
        return p.chips[0], p.chips[1], p.side, game.plies, game.steps, seen

    def set_state(
        self, i: cython.Py_ssize_t, white: Bits, black: Bits, turn: cython.int, plies: cython.int,
        steps: cython.int, seen: list,
    ):  # fmt: skip
        """Set a game to a position that is not over. `seen` are the positions before it since the
        last chip was added, as pairs of white and black."""
        self._check_index(i)
        game: cython.pointer(Game) = cython.address(self.games[i])
        p: State
        chips: Bits[2]
        if white & black or white & ~USABLE[0] or black & ~USABLE[1] or not 0 <= turn <= 1:
            raise TenchipsError("these chips and this turn are no position")
        if popcount(white) > 10 or popcount(black) > 10 or plies < 0 or steps < 0:
            raise TenchipsError("a colour has at most 10 chips, and counts are not negative")
        set_up(cython.address(p), white, black, turn)
        if (
            holds_network(cython.address(p), 0)
            or holds_network(cython.address(p), 1)
            or count_moves(cython.address(p)) == 0
        ):
            raise TenchipsError("this game is over: set a position in which somebody can move")
        self.reset(i)
        for k in range(game.count):
            self.action_mask[i, game.moves[k]] = 0
        game.state = p
        game.count = legal_moves(cython.address(game.state), game.moves)
        game.plies, game.steps = plies, steps
        done: cython.bint = True
        for earlier in seen:
            chips[0], chips[1] = earlier
            done = remember(game, chips[0], chips[1]) and done
        done = self.look(game) and done
        self.show(i)
        if not done:
            raise MemoryError("there is not enough memory for the positions of a game")

    def _check_index(self, i):
        if not 0 <= i < self.n:
            raise IndexError(f"there are games 0 to {self.n - 1}, not {i}")
