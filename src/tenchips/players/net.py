"""The learned player: a neural network that has taught itself the game, and a search around it.

The network is an ONNX file. From what `tenchips.learning.BatchEnv` shows of a position it gives a
logit for each action and the reward that the player to move can expect. With one simulation the
player makes the move that the network likes best. With more it searches as in training: among the
best candidates simulations are shared out by sequential halving, and wins and losses that are
certain by the rules count as such. It has no book, and its search knows neither repetitions nor the
step limit.

The same position gives the same move, unless the time for it runs out, or the player was given luck
to vary its first moves.
"""

from __future__ import annotations

import math
import time
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tenchips.board import Board
from tenchips.missing import needs_extra
from tenchips.notation import Move
from tenchips.players.player import Allowance, PlayerError
from tenchips.rules import CHIPS
from tenchips.squares import Color

if TYPE_CHECKING:
    from tenchips.core import Position
    from tenchips.engine import Info, Score

FILE: Final = "net.onnx"
"""The network of the package."""

CANDIDATES: Final = 16
"""How many moves a search begins with."""

VARIED: Final = 3
"""Own moves that luck may vary; from then on the games differ."""

SIGNATURE: Final = {"observation": 4, "policy": 2, "value": 1}
"""The arrays that go in and come out, and how many axes each has."""


class Network:
    """A network from an ONNX file.

    >>> from tenchips.core import Position
    >>> logits, value = Network().evaluate(Position(), Position().legal_actions())
    >>> len(logits), -1 <= value <= 1
    (48, True)
    """

    def __init__(self, path: Path | None = None) -> None:
        with needs_extra("net", "the player net"):
            import numpy
            import onnxruntime
        self._numpy: Any = numpy
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        if path is not None and not path.is_file():
            raise PlayerError(f"there is no file {str(path)[:80]!r} to play from")
        with as_file(path or files("tenchips.players").joinpath(FILE)) as file:
            try:
                self._session: Any = onnxruntime.InferenceSession(
                    file, options, providers=["CPUExecutionProvider"]
                )
            except Exception as error:  # the library has a class for each kind, without a base
                raise PlayerError(f"{file.name!r} is not an ONNX file: {error}") from None
        arrays = [*self._session.get_inputs(), *self._session.get_outputs()]
        if {array.name: len(array.shape) for array in arrays} != SIGNATURE:
            raise PlayerError(
                f"{file.name!r} is not a network that plays: its input is observation, n x 7 x 8 x "
                "8, and its outputs are policy, n x 4160, and value, n"
            )
        self._kind = numpy.uint8 if "uint8" in arrays[0].type else numpy.float32

    def evaluate(
        self, position: Position, legal: list[int], *, steps: int = 0, repeated: int = 0
    ) -> tuple[list[float], float]:
        """The logits of the legal moves, and the value for the player to move. `repeated` says how
        often the position has occurred before."""
        own = position.turn
        chips = [position.chips(color).to_bytes(8, "little") for color in (own, own.other)]
        planes = self._numpy.empty((1, 7, 64), self._kind)
        squares = self._numpy.frombuffer(b"".join(chips), self._numpy.uint8)
        planes[0, :2] = self._numpy.unpackbits(squares, bitorder="little").reshape(2, 64)
        counts = (position.hand(own), position.hand(own.other), own, repeated, steps)
        for plane, count in enumerate(counts, 2):
            planes[0, plane] = min(count, 255)
        policy, value = self._session.run(
            ["policy", "value"], {"observation": planes.reshape(1, 7, 8, 8)}
        )
        return policy[0, legal].tolist(), float(value[0])


class Node:
    """A position in the tree of a search, and what is known of its moves."""

    def __init__(self, actions: list[int], logits: list[float], value: float) -> None:
        self.actions, self.logits, self.value = actions, logits, value
        self.certain: int | None = None
        """1 if the player to move wins, -1 if that player loses, by proof."""
        highest = max(logits, default=0.0)
        weights = [math.exp(logit - highest) for logit in logits]
        self.prior = [weight / sum(weights) for weight in weights]
        self.visits = [0] * len(actions)
        self.total = [0.0] * len(actions)
        self.children: list[Node | None] = [None] * len(actions)

    @classmethod
    def end(cls, value: float, *, certain: int | None) -> Node:
        """A position whose value is known."""
        node = cls([], [], value)
        node.certain = certain
        return node

    def improved(self) -> list[float]:
        """The logits of a better policy than the network's: its own, and the values found so far; a
        move without visits has the value of the node."""
        tried = [slot for slot, visits in enumerate(self.visits) if visits]
        weight = sum(self.prior[slot] for slot in tried)
        values = {slot: self.total[slot] / self.visits[slot] for slot in tried}
        mixed = self.value
        if weight > 0:
            count = sum(self.visits)
            mean = sum(self.prior[slot] * values[slot] for slot in tried) / weight
            mixed = (self.value + count * mean) / (1 + count)
        for slot in tried:
            if (child := self.children[slot]) is not None and child.certain is not None:
                values[slot] = -child.certain
        scale = 0.2 * (50 + max(self.visits))
        return [logit + scale * values.get(slot, mixed) for slot, logit in enumerate(self.logits)]

    def choose(self) -> int:
        """The slot of the move to look at next: visits follow the improved policy."""
        logits = self.improved()
        highest, count = max(logits), 1 + sum(self.visits)
        weights = [math.exp(logit - highest) for logit in logits]
        whole = sum(weights)
        return max(self.open(), key=lambda slot: weights[slot] / whole - self.visits[slot] / count)

    def open(self) -> list[int]:
        """The slots of the moves that are not known to lose: while nothing is certain of the node,
        there is one."""
        return [
            slot for slot, child in enumerate(self.children) if child is None or child.certain != 1
        ]

    def learn(self, slot: int) -> None:
        """Note what is certain of this node, now that more may be known of a child."""
        child = self.children[slot]
        if child is not None and child.certain == -1:
            self.certain = 1
        elif all(one is not None and one.certain == 1 for one in self.children):
            self.certain = -1


class NetPlayer:
    """Plays as a network says, or as a search around it does.

    >>> player = NetPlayer()
    >>> player.choose(Board()) in Board().legal_moves
    True
    >>> NetPlayer(simulations=0)
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: a net makes 1 to 100000 simulations a move, not 0
    """

    name = "net"
    refused = ()

    def __init__(
        self, *, simulations: int = 1, file: Path | None = None, luck: Random | None = None
    ) -> None:
        """`luck` varies the first moves of a search as in training: among those that it finds
        about as good, chance decides."""
        if not 1 <= simulations <= 100_000:
            raise PlayerError(f"a net makes 1 to 100000 simulations a move, not {simulations}")
        self.simulations = simulations
        self.network = Network(file)
        self._luck = luck
        self.thought: Info | None = None

    def begin(self, color: Color) -> None:
        """The network is always ready."""

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """The move that the network likes best, or the search; `ValueError` if the game is over."""
        from tenchips.core import Position
        from tenchips.engine import Info

        if board.is_game_over():
            raise ValueError("there is no legal move to choose from: the game is over")
        position = Position.of(board)
        root = self._look(position, board, repeated=board.repetitions() - 1)
        action, value = self._decide(position, board, root, _deadline(board, allowance))
        self.thought = Info.unsearched(Move.from_action(action), _score(value))
        return self.thought.move

    def close(self) -> None:
        """A network holds nothing that must be given back."""

    def _look(self, position: Position, board: Board, repeated: int = 0) -> Node:
        """A node for a position in which nobody has won."""
        actions = position.legal_actions()
        if not actions:
            lost = board.rules.no_move == "loss"
            return Node.end(-1.0 if lost else 0.0, certain=-1 if lost else None)
        logits, value = self.network.evaluate(
            position, actions, steps=board.steps, repeated=repeated
        )
        return Node(actions, logits, value)

    def _decide(
        self, position: Position, board: Board, root: Node, deadline: float
    ) -> tuple[int, float]:
        """The move to play, and its value."""
        if self.simulations == 1:
            return root.actions[root.logits.index(max(root.logits))], root.value
        if (win := position.winning_action()) is not None:
            return win, 1.0
        slot = self._search(position, board, root, deadline)
        child, visits = root.children[slot], root.visits[slot]
        if child is None:
            return root.actions[slot], root.value
        value = root.total[slot] / visits if child.certain is None else float(-child.certain)
        return root.actions[slot], value

    def _search(self, position: Position, board: Board, root: Node, deadline: float) -> int:
        """The slot of the move to play."""
        noise = self._noise(position, len(root.actions))

        def scores() -> list[float]:
            return [score + extra for score, extra in zip(root.improved(), noise, strict=True)]

        for wanted in considered_visits(min(CANDIDATES, len(root.actions)), self.simulations):
            if root.certain is not None or time.monotonic() > deadline:
                break
            slots = root.open()
            due = [slot for slot in slots if root.visits[slot] == wanted] or slots
            self._simulate(position, board, root, max(due, key=scores().__getitem__))
        for slot, child in enumerate(root.children):
            if child is not None and child.certain == -1:
                return slot
        slots = root.open() or list(range(len(root.actions)))
        most = max(root.visits[slot] for slot in slots)
        return max((slot for slot in slots if root.visits[slot] == most), key=scores().__getitem__)

    def _noise(self, position: Position, moves: int) -> list[float]:
        """What luck adds to the score of each move: from a Gumbel distribution, so that the best
        sum is a sample of the policy."""
        if self._luck is None or position.hand(position.turn) <= CHIPS - VARIED:
            return [0.0] * moves
        return [-math.log(self._luck.expovariate(1.0)) for _ in range(moves)]

    def _simulate(self, position: Position, board: Board, root: Node, slot: int) -> None:
        """Follow the tree to a new position, or one that is certain, and take its value back."""
        node, path = root, [(root, slot)]
        while True:
            position.push_unchecked(node.actions[slot])
            child = node.children[slot]
            if child is None:
                child = node.children[slot] = self._new(position, board)
                break
            if child.certain is not None or not child.actions:
                break
            node, slot = child, child.choose()
            path.append((node, slot))
        value = child.value if child.certain is None else float(child.certain)
        for node, slot in reversed(path):
            position.pop()
            value = -value
            node.visits[slot] += 1
            node.total[slot] += value
            node.learn(slot)
            if node.certain is not None:
                value = float(node.certain)

    def _new(self, position: Position, board: Board) -> Node:
        winner = position.winner()
        if winner is not None:
            certain = 1 if winner is position.turn else -1
            return Node.end(float(certain), certain=certain)
        if position.winning_action() is not None:
            return Node.end(1.0, certain=1)
        return self._look(position, board)


def considered_visits(candidates: int, simulations: int) -> list[int]:
    """Sequential halving, as the number of visits that the move of each simulation has so far: all
    candidates get some visits, then the better half of them some more, until two are left.

    >>> considered_visits(4, 8)
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    if candidates <= 1:
        return list(range(simulations))
    rounds, left = math.ceil(math.log2(candidates)), candidates
    visits, sequence = 0, list[int]()
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            sequence += [visits] * left
            visits += 1
        left = max(2, left // 2)
    return sequence[:simulations]


def _score(value: float) -> Score:
    """A value from -1 to 1 as points, which give the same chance to win.

    >>> str(_score(0.0)), round(_score(0.5).chance, 2)
    ('+0.00', 0.75)
    """
    from tenchips.engine import Score

    chance = min(max((1 + value) / 2, 0.001), 0.999)
    return Score(round(100 * math.log(chance / (1 - chance))))


def _deadline(board: Board, allowance: Allowance | None) -> float:
    """When to stop thinking, on the clock of `time.monotonic`."""
    seconds = math.inf
    if allowance is not None and allowance.move is not None:
        seconds = 0.8 * allowance.move
    if allowance is not None and allowance.clocks is not None:
        seconds = max(0.0, allowance.clocks[board.turn]) / 20 + 0.8 * allowance.increment
    return time.monotonic() + seconds
