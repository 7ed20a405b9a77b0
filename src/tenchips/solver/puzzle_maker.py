"""Make puzzles: positions with one move that wins in time, or one move that does not lose.

A game is played from a random opening by moves that are good but not perfect. Where a win or a
forced defence comes up, it becomes a puzzle if the solver has exactly one answer at each turn: no
other move wins within the stated plies, nor within two more; in a defence every other move loses.
All of that is exhausted by the engine's search with nothing left out.

This module shares no code with the program that checks the puzzles (`tests/puzzles/check.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from random import Random
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import chips_of
from tenchips.book.puzzles import THEMES, Kind
from tenchips.core import Position
from tenchips.engine.levels import LEVELS, TABLE, TOP, LevelSearch, Situation
from tenchips.engine.search import SURE, WIN
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.networks import Network
from tenchips.notation import Move
from tenchips.solver.finder import Finder
from tenchips.solver.openings import random_opening
from tenchips.squares import Color, squares_between

LONGEST: Final = 9
"""Plies of the longest win that is asked for."""

LONGEST_DEFENCE: Final = 6
"""Plies within which every other move of a defence loses, at most."""

FEWEST: Final = 5
"""Moves that lose in a defence, at least."""

OPENING: Final = {"add": (4, 12), "step": (20, 24)}
"""How many random moves a game begins with, by phase."""

TRIES: Final = 20
"""How often a random opening is tried: some come to an end."""

GAME: Final = 14
"""Moves of a game that are looked at."""

PART: Final = 3
"""Moves of a game of which one puzzle of each kind is taken: those of neighbours are alike."""

OTHERS: Final = 8
"""Other moves that are tried at each move of the game."""

SEEDS: Final = range(3)
"""With which seeds the levels try to solve a puzzle: the lowest that does so most times counts."""

Bucket = tuple[str, Kind, int]
"""Phase (`add` or `step`), kind and plies of a puzzle."""


def is_asked(board: Board, kind: Kind, plies: int) -> bool:
    """Whether such a puzzle is made from a position: exhausting long lines that come to steps takes
    too long."""
    chips = sum(len(board.chips(color)) for color in Color)
    if kind == "win":
        return plies <= 3 or chips + plies <= 20
    return plies == 2 or chips + plies <= 18


@dataclass(frozen=True)
class Effort:
    """How hard puzzles are looked for: the positions that are looked at to notice one, those that
    may be looked at to prove one claim (a puzzle that takes more is dropped), and the megabytes of
    the tables."""

    notice: int
    prove: int
    megabytes: int


EFFORTS: Final = {
    "quick": Effort(notice=1_500, prove=200_000, megabytes=1),
    "usual": Effort(notice=30_000, prove=500_000, megabytes=32),
    "thorough": Effort(notice=30_000, prove=15_000_000, megabytes=32),
}
"""Quick finds ten times as many puzzles in the same time, but few long ones."""


class TooHard(Exception):
    """A claim that was not proved with the effort allowed."""


@dataclass(frozen=True)
class Draft:
    """A puzzle without its themes and its rating."""

    board: Board
    kind: Kind
    plies: int
    solution: tuple[Move, ...]

    @property
    def bucket(self) -> Bucket:
        """Phase, kind and plies."""
        return phase(self.board), self.kind, self.plies


class Prover:
    """Answers what wins and loses within so many plies by looking at everything."""

    def __init__(self, effort: Effort = EFFORTS["thorough"]) -> None:
        self._table = Table(effort.megabytes)
        self._most = effort.prove
        self._searcher = Searcher(self._table, Signal(), exhaustive=True)
        self.nodes = 0

    def clear(self) -> None:
        """Forget all results, so that the next proof does not depend on earlier ones."""
        self._table.clear()

    def wins(self, board: Board, plies: int) -> bool:
        """Whether the side to move wins within so many plies."""
        return self._run(board, plies, WIN - plies - 1, WIN - plies) >= WIN - plies

    def loses(self, board: Board, plies: int) -> bool:
        """Whether the side to move loses within so many plies."""
        return self._run(board, plies, plies - WIN, plies - WIN + 1) <= plies - WIN

    def _run(self, board: Board, plies: int, low: int, high: int) -> int:
        self._searcher.set(_position(board))
        score: int | None = 0
        for depth in range(1, plies + 1):
            score = self._searcher.run(depth, low, high, 0.0, self._most)
            if score is None:
                raise TooHard
            if score >= high > 0 or score <= low < 0:
                break
        self.nodes += self._searcher.nodes
        assert score is not None
        return score


def _position(board: Board) -> Position:
    return Position(*chips_of(board), board.turn)  # quicker than Position.of, which reads a text


def phase(board: Board) -> str:
    """`step` where the player to move has no chip in hand, and `add` otherwise."""
    return "add" if board.hand(board.turn) else "step"


def find(seed: str, start: str, effort: Effort) -> list[Draft]:
    """The puzzles that come up in the game of a seed, one of each kind in every few moves.

    `start` is the phase to begin the game in. Beside the moves of the game others are tried: most
    puzzles follow a mistake."""
    rng = Random(seed)
    board = None
    for _ in range(TRIES):
        board = board or random_opening(rng, rng.randint(*OPENING[start]))
    finder, prover = Finder(effort.megabytes), Prover(effort)
    found: dict[tuple[int, Bucket], Draft] = {}
    for ply in range(GAME if board is not None else 0):
        part = ply // PART
        assert board is not None
        if board.outcome() is not None:
            break
        moves = list(board.legal_moves)
        for move in [None, *rng.sample(moves, min(len(moves), OTHERS))]:
            trial = board.copy()
            if move is not None:
                trial.push_unchecked(move)
            if trial.outcome() is None:
                others = {one for at, one in found if at == part}
                draft = _draft(trial, finder, prover, effort.notice, others)
                if draft is not None:
                    found[part, draft.bucket] = draft
        result = finder.search(_position(board), effort.notice)
        if result.plies is None and rng.random() >= 0.4:
            result = finder.search(_position(board), effort.notice, depth=2)
        board.push(Move.from_action(result.action))
    return list(found.values())


def _draft(
    board: Board, finder: Finder, prover: Prover, nodes: int, found: Set[Bucket]
) -> Draft | None:
    """The puzzle that a position makes, if it makes one of a kind not found before. So many nodes
    are spent to notice it: what is called won then is proved, and what is not may be won too."""
    first = finder.search(_position(board), nodes)
    if (
        first.points < -SURE
        or WIN - LONGEST - 4 > first.points > SURE
        or len(board.legal_moves) < 2
    ):
        return None
    second = finder.search(_position(board), nodes, excluded=(first.action,))
    prover.clear()
    try:
        if first.points > SURE:
            return _win(board, WIN - first.points, WIN - second.points, prover, found)
        if second.points < -SURE:
            return _defence(
                board, Move.from_action(first.action), WIN + second.points, prover, found
            )
    except TooHard:
        pass
    return None


def _win(board: Board, most: int, second: int, prover: Prover, found: Set[Bucket]) -> Draft | None:
    """The puzzle of a win within so many plies; another move is known to win within `second`."""
    for plies in range(1, min(most, LONGEST) + 1, 2):
        if second <= plies + 2:
            return None
        if prover.wins(board, plies):
            if (phase(board), "win", plies) in found or not is_asked(board, "win", plies):
                return None
            line = win_line(board, plies, prover)
            return None if line is None else Draft(board, "win", plies, line)
    return None


def _defence(
    board: Board, best: Move, most: int, prover: Prover, found: Set[Bucket]
) -> Draft | None:
    """The puzzle of a defence: all moves but the best are known to lose within so many plies."""
    if most > LONGEST_DEFENCE or (phase(board), "defend", most) in found:
        return None
    if not is_asked(board, "defend", most):
        return None
    others = [move for move in board.legal_moves if move != best]
    if len(others) < FEWEST or not all(
        _wins_after(board, move, most - 1, prover) for move in others
    ):
        return None
    if most > 2 and all(_wins_after(board, move, most - 3, prover) for move in others):
        return None  # sooner than stated
    if not _holds(board, best, most, prover):
        return None
    return Draft(board, "defend", most, (best,))


def _wins_after(board: Board, move: Move, plies: int, prover: Prover) -> bool:
    """Whether the opponent wins within so many plies after a move."""
    board.push_unchecked(move)
    outcome = board.outcome()
    if outcome is not None:
        won = outcome.winner is board.turn
    else:
        won = plies > 0 and prover.wins(board, plies)
    board.pop()
    return won


def _holds(board: Board, move: Move, plies: int, prover: Prover) -> bool:
    """Whether a defence does not lose within four plies more either, and wins nothing at once."""
    if prover.wins(board, plies + 1):
        return False  # a win is no defence
    board.push_unchecked(move)
    holds = board.outcome() is None and not prover.wins(board, plies + 3)
    board.pop()
    return holds


def win_line(board: Board, plies: int, prover: Prover) -> tuple[Move, ...] | None:
    """The main line of a win within so many plies in which the solver has exactly one move at
    each turn, or None: the replies are the longest that leave it so."""
    best = only_winner(board, plies, prover)
    if best is None:
        return None
    if plies == 1:
        return (best,)
    board.push_unchecked(best)
    try:
        for reply in _replies(board):
            board.push_unchecked(reply)
            try:
                if board.outcome() is None and not (plies > 3 and prover.wins(board, plies - 4)):
                    rest = win_line(board, plies - 2, prover)
                    if rest is not None:
                        return best, reply, *rest
            finally:
                board.pop()
        return None
    finally:
        board.pop()


def only_winner(board: Board, plies: int, prover: Prover) -> Move | None:
    """The one move that wins within so many plies, if no other wins within two more."""
    winner = None
    others = []
    for move in board.legal_moves:
        board.push_unchecked(move)
        won = _has_lost(board, plies - 1, prover)
        board.pop()
        if won and winner is not None:
            return None
        if won:
            winner = move
        else:
            others.append(move)
    for move in others:
        board.push_unchecked(move)
        won = _has_lost(board, plies + 1, prover)
        board.pop()
        if won:
            return None
    return winner


def _has_lost(board: Board, plies: int, prover: Prover) -> bool:
    """Whether the side to move has lost, or loses within so many plies."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner is board.turn.other
    return plies > 0 and prover.loses(board, plies)


def _replies(board: Board) -> list[Move]:
    """The replies of the losing side: first those that stop a win at once, as a person would."""
    blocks: list[Move] = []
    others: list[Move] = []
    for move in board.legal_moves:
        board.push_unchecked(move)
        stops = board.outcome() is None and _position(board).winning_action() is None
        board.pop()
        (blocks if stops else others).append(move)
    return blocks + others


# Themes


def themes(draft: Draft) -> tuple[str, ...]:
    """What a puzzle is about, in a fixed order."""
    found = set(_themes(draft))
    return tuple(theme for theme in THEMES if theme in found)


def _themes(draft: Draft) -> Iterator[str]:
    board, solver = draft.board.copy(), draft.board.turn
    for ply, move in enumerate(draft.solution):
        if ply % 2 == 0:
            if not move.is_add:
                yield "step"
            if _winning_moves(board, solver.other):
                yield "cutting"
            if any(_completes_both(board)):
                yield "both-complete trap"
        board.push(move)
        if (
            ply % 2 == 0
            and ply < len(draft.solution) - 1
            and len(_winning_moves(board, solver)) > 1
        ):
            yield "double threat"
    networks = list(board.networks(solver))
    if draft.kind == "win" and networks:
        if all(crosses_itself(network) for network in networks):
            yield "crossing network"
        if all(_longest_gap(network) >= 4 for network in networks):
            yield "long line"
        if all(len(network) >= 8 for network in networks):
            yield "long network"


def _winning_moves(board: Board, color: Color) -> set[str]:
    """The squares where a colour would win at once if it were its turn."""
    trial = Board.diagram(board.chips(Color.WHITE), board.chips(Color.BLACK), color)
    won = set()
    for move in trial.legal_moves:
        trial.push_unchecked(move)
        outcome = trial.outcome()
        trial.pop()
        if outcome is not None and outcome.winner is color:
            won.add(move.to)
    return won


def _completes_both(board: Board) -> Iterator[Move]:
    """Steps that complete a network of both colours, and so lose."""
    if board.hand(board.turn):
        return
    for move in board.legal_moves:
        board.push_unchecked(move)
        both = all(next(board.networks(color), None) for color in Color)
        board.pop()
        if both:
            yield move


def crosses_itself(network: Network) -> bool:
    """Whether two lines of a network cross between their ends.

    >>> crosses_itself(("20", "25", "35", "13", "33", "55", "57"))
    True
    >>> crosses_itself(("60", "65", "55", "33", "35", "57"))
    False
    """
    lines = [((int(a[0]), int(a[1])), (int(b[0]), int(b[1]))) for a, b in pairwise(network)]
    return any(_cross(*one, *other) for i, one in enumerate(lines) for other in lines[i + 2 :])


Point = tuple[int, int]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines ab and cd cross strictly inside both."""

    def side(p: Point, q: Point, r: Point) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _longest_gap(network: Network) -> int:
    """The most empty squares between two neighbours of a network."""
    return max(len(squares_between(one, other)) for one, other in pairwise(network))


# Difficulty


def rating(draft: Draft) -> int:
    """How hard a puzzle is: the lowest level that solves it, and the size of the proof."""
    return round(400 + 130 * lowest_level(draft) + 25 * log2(1 + proof_size(draft) / 100))


def proof_size(draft: Draft) -> int:
    """The positions that are looked at to prove the win, or that all other moves lose."""
    prover, board = Prover(), draft.board.copy()
    if draft.kind == "win":
        prover.wins(board, draft.plies)
    else:
        for move in list(board.legal_moves):
            if move not in draft.solution:
                _wins_after(board, move, draft.plies - 1, prover)
    return prover.nodes


def lowest_level(draft: Draft) -> int:
    """The lowest level that finds every move of the solver most times, looked for by halving; the
    top if none under it does."""
    return bisect_left(range(1, TOP), True, key=lambda level: _level_solves(level, draft)) + 1


def _level_solves(level: int, draft: Draft) -> bool:
    """Whether a level finds the solution most times, however slow the machine is."""
    return 2 * sum(_solves(level, seed, draft) for seed in SEEDS) > len(SEEDS)


def _solves(level: int, seed: int, draft: Draft) -> bool:
    luck, searcher = Random(seed), Searcher(Table(TABLE), Signal())
    board = Board(draft.board.position)
    for ply, move in enumerate(draft.solution):
        if ply % 2 == 0:
            situation = Situation(_position(board))
            best = LevelSearch(LEVELS[level], situation, luck, searcher).rated_moves()[0]
            if best.action != move.action:
                return False
        board.push(move)
    return True
