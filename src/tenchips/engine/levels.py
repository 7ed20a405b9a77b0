"""The levels under the full engine: how a weaker player sees the board, and what it overlooks.

A level never plays at random. It weighs every move it has, and errs as people do: it looks only
so many plies ahead, misjudges quiet moves a little, and overlooks networks that are hard to see,
its own and its opponent's. The harder to see and the lower the level, the more often. All of it
follows from the seed and the game so far, so the same game with the same seed gives the same move.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean, pstdev
from typing import Final

from tenchips.board import Board, Network
from tenchips.core import Position
from tenchips.engine.search import SURE, WIN, Searcher, Signal, Table
from tenchips.notation import Move
from tenchips.rules import SHORTEST_NETWORK
from tenchips.squares import COLORS, Color

TOP: Final = 10
"""The level of the engine itself."""

SECONDS: Final = 0.9
"""When a level plays what it has, on a machine too slow for its nodes."""


@dataclass(frozen=True)
class Level:
    """What a level sees: plies looked at after its own move, positions it has patience for, the
    chance to notice each thing that makes a network hard to see, and the size of its
    misjudgements (1: as large as the differences between the moves)."""

    depth: int
    nodes: int
    sight: float
    noise: float


LEVELS: Final = {
    1: Level(depth=0, nodes=60_000, sight=0.70, noise=2.0),
    2: Level(depth=0, nodes=60_000, sight=0.80, noise=1.4),
    3: Level(depth=0, nodes=60_000, sight=0.88, noise=1.0),
    4: Level(depth=0, nodes=60_000, sight=0.94, noise=0.6),
    5: Level(depth=1, nodes=60_000, sight=0.96, noise=0.6),
    6: Level(depth=1, nodes=60_000, sight=1.00, noise=0.0),
    7: Level(depth=2, nodes=60_000, sight=1.00, noise=0.0),
    8: Level(depth=3, nodes=60_000, sight=1.00, noise=0.0),
    9: Level(depth=4, nodes=60_000, sight=1.00, noise=0.0),
}
"""The levels under the top."""


@dataclass(frozen=True)
class Situation:
    """A position with what its history and house rules say: positions drawn if they come again,
    moves until the step limit draws (-1: never), and the score of having no move."""

    position: Position
    drawn: Collection[int]
    steps_left: int
    stuck_score: int


@dataclass(frozen=True)
class Opinion:
    """What a level thinks of a move: its score in points, and how much it likes it."""

    action: int
    points: int
    liking: float


def strain(network: Network, move: Move) -> int:
    """How hard a network made by a move is to see: 0 for the plainest.

    More than six chips, lines longer than three squares and a chip that steps all make it harder.

    >>> strain(("02", "22", "33", "31", "53", "73"), Move("33"))
    0
    >>> strain(("02", "22", "33", "31", "35", "57", "75"), Move("33", origin="61"))
    4
    """
    longer = sum(_span(one, other) > 3 for one, other in pairwise(network))
    return len(network) - SHORTEST_NETWORK + longer + (0 if move.is_add else 2)


def _span(one: str, other: str) -> int:
    return max(abs(int(a) - int(b)) for a, b in zip(one, other, strict=True))


class Weaker:
    """A player of a level under the top.

    >>> weaker = Weaker(3, seed=1)
    >>> situation = Situation(Position.of("8/8/8/3W4/8/8/8/8 b 0 1"), (), -1, -1)
    >>> len(weaker.opinions(situation))
    47
    """

    def __init__(self, level: int, seed: int | None, signal: Signal | None = None) -> None:
        self.level = LEVELS[level]
        self._seed = Random().getrandbits(64) if seed is None else seed
        self._table = Table(4)
        self._signal = signal or Signal()
        self.nodes = 0
        self.depth = 0

    def opinions(
        self, situation: Situation, depth: int | None = None, nodes: int | None = None
    ) -> list[Opinion]:
        """Every legal move as the level sees it, the one it would play first."""
        return _Look(self, situation).opinions()


class _Look:
    """One look at a position: the draws of luck are made once, so that a threat overlooked is
    overlooked for every move weighed."""

    def __init__(self, weaker: Weaker, situation: Situation) -> None:
        self._weaker, self._level, self._at = weaker, weaker.level, situation
        self._position = situation.position
        self._color = self._position.turn
        self._luck = Random(f"{weaker._seed} {self._position.key}")

    def opinions(self) -> list[Opinion]:
        scores = self._scores()
        wins = self._seen(self._color, 0)
        threats = self._seen(self._color.other, 1)
        lines = _standard({action: float(self._lines(action)) for action in scores})
        believed = {
            action: WIN - 1 if action in wins else score
            for action, score in scores.items()
            if action in wins or not self._overlooks(action, score, threats)
        }
        quiet = _standard({a: float(s) for a, s in believed.items() if abs(s) < SURE})
        opinions = []
        for action in scores:
            score = believed.get(action, 0)
            liking: float = score
            if abs(score) < SURE:
                liking = quiet.get(action, lines[action]) + self._luck.gauss(0, self._level.noise)
            opinions.append(Opinion(action, score, liking))
        return sorted(opinions, key=lambda opinion: (-opinion.liking, opinion.action))

    def _scores(self) -> dict[int, int]:
        """The score of each move, as deep as patience reaches."""
        level, weaker = self._level, self._weaker
        weaker._table.clear()
        searcher = Searcher(weaker._table, weaker._signal)
        deadline = time.monotonic() + SECONDS
        actions = self._position.legal_actions()
        weaker.nodes, weaker.depth = 0, 0
        scores: dict[int, int] = {}
        for depth in range(level.depth + 1):
            deeper: dict[int, int] = {}
            for action in actions:
                score = self._score(searcher, action, depth, deadline if depth else 0.0)
                if score is None:
                    return scores
                deeper[action] = score
            scores, weaker.depth = deeper, depth + 1
        return scores

    def _score(self, searcher: Searcher, action: int, depth: int, deadline: float) -> int | None:
        position, at, weaker = self._position, self._at, self._weaker
        position.push(action)
        try:
            winner = position.winner()
            if winner is not None:
                return WIN - 1 if winner is self._color else 1 - WIN
            if at.steps_left == 1 or position.key in at.drawn:
                return 0
            searcher.set(position, tuple(at.drawn), max(-1, at.steps_left - 1), at.stuck_score)
            patience = max(1, self._level.nodes - weaker.nodes) if depth else 0
            score = searcher.run(depth, -WIN, WIN, deadline, patience)
            weaker.nodes += searcher.nodes
            if score is None:
                return None
            return -score - (score < -SURE) + (score > SURE)
        finally:
            position.pop()

    def _seen(self, color: Color, harder: int) -> frozenset[int]:
        """The moves that would win for a colour now, as far as they are noticed."""
        white, black = (self._position.chips(some) for some in COLORS)
        position = Position(white, black, color)
        board = Board.diagram(_names(white), _names(black), color)
        seen = set()
        for action in winning_actions(position):
            move = Move.from_action(action)
            board.push_unchecked(move)
            least = min(strain(network, move) for network in board.networks(color))
            board.pop()
            if self._notices(least + harder):
                seen.add(action)
        return frozenset(seen)

    def _overlooks(self, action: int, score: int, threats: Collection[int]) -> bool:
        """Whether the level misses that a move ends the game, at once or after more."""
        if abs(score) < SURE:
            return False
        plies = WIN - abs(score)
        if score > 0:
            return plies == 1 or not self._notices(plies)
        if plies > 2:
            return not self._notices(plies)
        if plies == 2:
            self._position.push(action)
            try:
                if any(wins(self._position, threat) for threat in threats):
                    return False
            finally:
                self._position.pop()
        return False
        # a step that opens a line

    def _notices(self, hardness: int) -> bool:
        return self._luck.random() < self._level.sight**hardness

    def _lines(self, action: int) -> int:
        """The lines of sight a move leaves, own less enemy."""
        self._position.push(action)
        balance = self._position.links(self._color) - self._position.links(self._color.other)
        self._position.pop()
        return balance
