"""The levels below the full engine: how a weaker player sees the board, and what it overlooks.

A level never plays at random. It evaluates every legal move, and errs as people do: it looks only
a few plies ahead, misjudges quiet moves a little, and overlooks networks that are hard to see, its
own and its opponent's; the harder to see and the lower the level, the more often. It never looks at
the clock before it has a move, and its errors come only from the random numbers it is given.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from statistics import pstdev
from typing import Final, NamedTuple

from tenchips.board import Board
from tenchips.core import Position
from tenchips.engine.search import SURE, WIN
from tenchips.engine.threads import Searcher
from tenchips.networks import Network
from tenchips.notation import Move
from tenchips.rules import SHORTEST_NETWORK
from tenchips.squares import BLACK, WHITE, Color, Square, names

TOP: Final = 10
"""The level of the engine itself."""

SECONDS: Final = 0.9
"""Seconds after which a level plays the best it has found, on a slow machine."""

TABLE: Final = 2
"""Megabytes of a level's table; another size would change what it finds."""


@dataclass(frozen=True)
class Level:
    """How a level sees: the plies it looks at after its own move, the chance to get over each
    thing that makes a network hard to see, the size of its misjudgements (1: as large as the
    differences between its moves), how much it minds the lines of its opponent, and the
    positions it has patience for.

    >>> LEVELS[1].depth, LEVELS[9].depth
    (0, 3)
    """

    depth: int
    sight: float
    noise: float
    heed: float = 1.0
    nodes: int = 60_000


LEVELS: Final = {
    1: Level(depth=0, sight=0.0, noise=4.0, heed=0.0),
    2: Level(depth=0, sight=0.4, noise=3.5, heed=0.3),
    3: Level(depth=0, sight=0.85, noise=3.5),
    4: Level(depth=0, sight=0.96, noise=0.6),
    5: Level(depth=1, sight=0.93, noise=4.0),
    6: Level(depth=1, sight=0.95, noise=1.7),
    7: Level(depth=1, sight=0.97, noise=0.8),
    8: Level(depth=2, sight=0.98, noise=0.6),
    9: Level(depth=3, sight=0.99, noise=0.2),
}
"""The levels under the top, weakest first."""

# What makes an end of the game hard to see, besides its network.
ENEMY: Final = 1
OPENED: Final = 3


class Situation(NamedTuple):
    """A position with what its history and house rules say: the keys of positions that are drawn
    if they come again, the moves until the step limit draws (-1: never), and the score of having
    no move."""

    position: Position
    drawn: Sequence[int] = ()
    steps_left: int = -1
    stuck_score: int = -1


@dataclass(frozen=True)
class RatedMove:
    """A move and what a level estimates it to be worth, in the engine's points."""

    action: int
    points: int


def strain(network: Network, move: Move) -> int:
    """How hard it is to see a network that a move would make; 0 for the plainest.

    Each chip over six and each line longer than three squares make it harder, a step twice.

    >>> strain(("02", "22", "33", "31", "53", "73"), Move("33"))
    0
    >>> strain(("06", "46", "44", "34", "12", "13", "31", "42", "62", "71"), Move("06"))
    5
    """
    long_lines = sum(_length(one, other) > 3 for one, other in pairwise(network))
    return len(network) - SHORTEST_NETWORK + long_lines + (0 if move.is_add else 2)


def _length(one: Square, other: Square) -> int:
    return max(abs(int(one[0]) - int(other[0])), abs(int(one[1]) - int(other[1])))


class LevelSearch:
    """A level's search of one position. A threat that is overlooked is overlooked for every move.

    >>> from tenchips.engine.table import Table
    >>> from tenchips.engine.threads import Signal
    >>> position = Position.of("8/8/8/3W4/8/8/8/8 b 0 1")
    >>> look = LevelSearch(LEVELS[3], Situation(position), Random(1), Searcher(Table(1), Signal()))
    >>> len(look.rated_moves())
    47
    """

    def __init__(
        self,
        level: Level,
        situation: Situation,
        luck: Random,
        searcher: Searcher,
        deadline: float = 0.0,
    ) -> None:
        """After the deadline (0: none) it uses what it has found, so that its moves no longer
        depend on the random numbers alone."""
        self._level, self._situation, self._luck = level, situation, luck
        self._searcher, self._deadline = searcher, deadline
        self._position = situation.position
        self._color = self._position.turn
        self._spread = 1.0
        self.nodes = 0
        self.depth = 0

    def rated_moves(self) -> list[RatedMove]:
        """Every legal move with the level's estimate, best first."""
        threats = self._wins(self._color.other, ENEMY)
        own_wins = self._wins(self._color, 0)
        scores = self._scores(0 if any(own_wins.values()) else self._level.depth)
        estimated = {
            action: score
            for action, score in scores.items()
            if (abs(score) < SURE and self._level.depth)
            or (abs(score) > SURE and self._sees_end(action, score, own_wins, threats))
        }
        # Moves not searched, or whose point was overlooked, are judged by their lines: as much
        # worse than the best as they have fewer.
        best = max(_quiet(estimated.values()), default=0)
        lines = {action: self._lines(action) for action in scores}
        most, scale = max(lines.values()), self._spread / _spread(lines.values())
        rated = []
        for action in scores:
            error = self._spread * self._luck.gauss(0, self._level.noise)
            points = estimated.get(action, best - scale * (most - lines[action]))
            rated.append(RatedMove(action, round(points + error * (abs(points) < SURE))))
        return sorted(rated, key=lambda move: -move.points)

    def _scores(self, most: int) -> dict[int, int]:
        """The score of each move by search, as deep as patience reaches. Further down, moves too
        bad to be chosen by any misjudgement get a bound in place of a score."""
        scores = {action: self._score(action, 0) or 0 for action in self._position.legal_actions()}
        self._spread, self.depth = _spread(_quiet(scores.values())), 1
        for depth in range(1, most + 1):
            deeper: dict[int, int] = {}
            for action in sorted(scores, key=lambda action: -scores[action]):
                floor = -WIN
                if depth > 1 and (quiet := _quiet(deeper.values())):
                    floor = max(quiet) - round(3 * self._level.noise * self._spread)
                score = self._score(action, depth, floor)
                if score is None:
                    return scores
                deeper[action] = score
            scores, self.depth = deeper, depth + 1
        return scores

    def _score(self, action: int, depth: int, floor: int = -WIN) -> int | None:
        """The score of a move if it is above the floor, or else a bound; None out of patience."""
        at, position, searcher = self._situation, self._position, self._searcher
        # The shallowest look is always finished: there has to be a move.
        deadline, patience = (self._deadline, self._level.nodes - self.nodes) if depth else (0.0, 0)
        if depth and (patience <= 0 or 0 < deadline < time.monotonic()):
            return None
        position.push(action)
        try:
            if (winner := position.winner()) is not None:
                return WIN - 1 if winner is self._color else 1 - WIN
            if position.key in at.drawn or (at.steps_left == 1 and position.legal_actions()):
                return 0
            searcher.set(position, at.drawn, max(-1, at.steps_left - 1), at.stuck_score)
        finally:
            position.pop()
        score = None
        if floor > -WIN:
            score = searcher.run(depth, -floor - 1, -floor, deadline, patience)
        if floor == -WIN or (score is not None and score < -floor):
            score = searcher.run(depth, -WIN, -floor, deadline, patience)
        self.nodes += searcher.nodes
        if score is None:
            return None
        return -score + (score > SURE) - (score < -SURE)  # a ply further off, seen from here

    def _wins(self, color: Color, hardness: int) -> dict[int, bool]:
        """The moves that would win at once for a colour, and whether they are noticed."""
        white, black = (self._position.chips(some) for some in (WHITE, BLACK))
        position = Position(white, black, color)
        board = Board.diagram(names(white), names(black), color)
        noticed: dict[int, bool] = {}
        if position.winning_action() is None:
            return noticed
        for action in filter(partial(wins, position), position.legal_actions()):
            move = Move.from_action(action)
            board.push_unchecked(move)
            least = min(strain(network, move) for network in board.networks(color))
            board.pop()
            noticed[action] = self._notices(least + hardness)
        return noticed

    def _sees_end(
        self, action: int, score: int, own_wins: dict[int, bool], threats: dict[int, bool]
    ) -> bool:
        """Whether the level notices that a move decides the game."""
        plies = WIN - abs(score)
        if score > 0 and plies == 1:
            return own_wins.get(action, True)
        if plies > 2:
            return self._notices(plies)
        if plies == 1:
            return self._notices(OPENED)
        self._position.push(action)
        standing = [noticed for win, noticed in threats.items() if wins(self._position, win)]
        self._position.pop()
        # With no old threat left standing, the step itself has opened a line.
        return any(standing) if standing else self._notices(ENEMY + OPENED)

    def _notices(self, hardness: int) -> bool:
        return self._luck.random() < self._level.sight**hardness

    def _lines(self, action: int) -> float:
        """The lines of sight after a move, own less enemy."""
        self._position.push(action)
        own, enemy = (self._position.links(some) for some in (self._color, self._color.other))
        self._position.pop()
        return own - self._level.heed * enemy


def _quiet(scores: Iterable[int]) -> list[int]:
    """The scores that decide nothing."""
    return [score for score in scores if abs(score) < SURE]


def _spread(values: Collection[float]) -> float:
    """How much the moves differ."""
    return max(1.0, pstdev(values)) if values else 1.0


def wins(position: Position, action: int) -> bool:
    """Whether a move is legal and wins at once; the position is left as it was."""
    color = position.turn
    try:
        position.push(action)
    except ValueError:
        return False
    won = position.winner() is color
    position.pop()
    return won
