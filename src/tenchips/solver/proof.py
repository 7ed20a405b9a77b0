"""The solver: who wins a position, proved.

A tree of positions stands over the engine. Each position in it is judged once, by a search of
a fixed number of nodes: either that proves the result, or the position is opened and its moves,
ranked by a glance at each, become positions to be judged in their turn. Proof numbers decide
which is next: how much is still missing to a proof that the attacker wins, or does not. Positions
that are one another's mirror images are one.

What a judgement says holds wherever and whenever it was made. So workers anywhere can make them,
and they can be kept: a proof that was interrupted takes up what its state file holds and goes on.

The engine's proofs count no step limit, and a repetition inside a line as no win.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from math import exp, inf
from pathlib import Path
from typing import Any, Final, TypeAlias

from tenchips.board import Board
from tenchips.book.certificate import Chips, chips_of, least_image
from tenchips.core import Position
from tenchips.engine.options import HASH
from tenchips.errors import TenchipsError, check_type
from tenchips.executors import InProcess, Runner
from tenchips.files import read_file, write_atomically
from tenchips.notation import Move
from tenchips.solver.finder import Finder, shared_finder
from tenchips.squares import COLORS, SYMMETRIES, Color

FORMAT: Final = "tenchips proof 1"
NODES: Final = 16_000_000
MEMORY: Final = 256
GLANCE_DEPTH: Final = 4
SAVE_EVERY: Final = 10.0  # seconds

Key: TypeAlias = tuple[int, int, int, int]
"""White's and Black's chips, who is to move, and how many moves after the root."""


class SolveError(TenchipsError):
    """A question the solver cannot answer.

    >>> solve(Board(), nodes=0)
    Traceback (most recent call last):
    tenchips.solver.proof.SolveError: a proof takes at least 1 node, not 0
    """


# Judgements, made by workers


@dataclass(frozen=True)
class ProofTask:
    """A position to be judged, with the nodes and the megabytes for it."""

    key: Key
    nodes: int
    memory: int


@dataclass(frozen=True)
class Judgement:
    """What became of it: the plies to a proven end (positive: the side to move wins) and the line
    there, or its score and those of the moves, best first."""

    plies: int | None
    line: tuple[int, ...]
    points: int
    nodes: int
    ranking: tuple[tuple[int, int], ...] = ()


def judge(task: ProofTask) -> Judgement:
    """Judge a position. Each process keeps one engine."""
    white, black, turn, _ = task.key
    position = Position(white, black, COLORS[turn])
    return judged_by(shared_finder(task.memory), position, task.nodes)


def judged_by(finder: Finder, position: Position, nodes: int) -> Judgement:
    """Judge a position with an engine that is there."""
    result = finder.search(position, nodes)
    if result.plies is not None:
        return Judgement(result.plies, result.line, result.points, result.nodes)
    ranking = []
    for action in position.legal_actions():
        position.push(action)
        points = (
            -finder.glance(position, GLANCE_DEPTH) if action != result.action else result.points
        )
        ranking.append((action, points))
        position.pop()
    ranking.sort(key=lambda ranked: -ranked[1])
    return Judgement(None, result.line, result.points, result.nodes, tuple(ranking))


# The tree


@dataclass(eq=False)
class ProofNode:
    """A position in the tree, seen by the attacker: what a proof and a refutation still need."""

    key: Key
    is_attack: bool
    proof: float
    refutation: float
    parents: list[ProofNode] = field(default_factory=list)
    children: list[ProofNode] = field(default_factory=list)
    judgement: Judgement | None = None
    is_busy: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether it is proved or refuted."""
        return self.proof == 0 or self.refutation == 0

    def count(self) -> bool:
        """Count from the children what is missing; whether that has changed anything."""
        before = self.proof, self.refutation
        if self.is_attack:
            self.proof = min(child.proof for child in self.children)
            self.refutation = sum(child.refutation for child in self.children)
        else:
            self.proof = sum(child.proof for child in self.children)
            self.refutation = min(child.refutation for child in self.children)
        return before != (self.proof, self.refutation)

    def by_promise(self) -> list[ProofNode]:
        """The children that are not decided, the one to look at first in front."""
        rest = [child for child in self.children if not child.is_decided]
        return sorted(rest, key=lambda node: node.proof if self.is_attack else node.refutation)


class Tree:
    """The proof so far: may the attacker win?"""

    def __init__(self, white: int, black: int, turn: Color, attacker: Color) -> None:
        self.attacker = attacker
        self.nodes: dict[Key, ProofNode] = {}
        self._plies: dict[Key, int] = {}
        self.root = self._node(white, black, turn, 0, 0)

    def _node(self, white: int, black: int, turn: int, ply: int, points: int) -> ProofNode:
        """The node of a position; a new one is as promising as its score for the side to move."""
        key = (*least_image((white, black))[0], turn, ply)
        if key not in self.nodes:
            is_attack = turn == self.attacker
            chance = 1 / (1 + exp(max(-50, min(50, (-points if is_attack else points) / 100))))
            self.nodes[key] = ProofNode(key, is_attack, 1 + 20 * (1 - chance), 1 + 20 * chance)
        return self.nodes[key]

    def next(self) -> ProofNode | None:
        """The position to judge next, if one is free."""
        return self._next(self.root, set())

    def _next(self, node: ProofNode, seen: set[Key]) -> ProofNode | None:
        if node.is_decided or node.is_busy or node.key in seen:
            return None
        if node.judgement is None:
            return node
        seen.add(node.key)
        return next(
            (leaf for child in node.by_promise() if (leaf := self._next(child, seen))), None
        )

    def enter(self, node: ProofNode, judgement: Judgement) -> None:
        """Take a judgement down."""
        node.judgement = judgement
        if judgement.plies is not None:
            wins = (judgement.plies > 0) == node.is_attack
            node.proof, node.refutation = (0, inf) if wins else (inf, 0)
        else:
            self._open(node)
        self._recount(node)

    def _open(self, node: ProofNode) -> None:
        white, black, turn, ply = node.key
        position = Position(white, black, COLORS[turn])
        for action, points in node.judgement.ranking if node.judgement else ():
            position.push(action)
            chips = position.chips(COLORS[0]), position.chips(COLORS[1])
            position.pop()
            child = self._node(*chips, turn ^ 1, ply + 1, -points)
            if child not in node.children:
                child.parents.append(node)
                node.children.append(child)

    def _recount(self, node: ProofNode) -> None:
        front = [node] if node.children else list(node.parents)
        while front:
            node = front.pop()
            if node.count():
                front += node.parents

    def plies(self, node: ProofNode) -> int:
        """Within how many plies a decided position is over."""
        if node.key not in self._plies:
            judged = node.judgement.plies if node.judgement else None
            self._plies[node.key] = (
                1 + self.plies(self.best(node)) if judged is None else abs(judged)
            )
        return self._plies[node.key]

    def best(self, node: ProofNode) -> ProofNode:
        """The child that the winner, or the loser, of a decided position goes to."""
        wins = node.proof == 0
        decided = [child for child in node.children if child.is_decided]
        decided = [child for child in decided if (child.proof == 0) == wins]
        return (min if wins == node.is_attack else max)(decided, key=self.plies)


class _Leaves:
    """The positions of a tree to be judged, as tasks. Every judgement may make more of them, so
    this can have a next one after it had none."""

    def __init__(self, tree: Tree, state: ProofState, task: Callable[[Key], ProofTask]) -> None:
        self._tree, self._state, self._task = tree, state, task

    def __iter__(self) -> Iterator[ProofTask]:
        return self

    def __next__(self) -> ProofTask:
        while leaf := self._tree.next():
            if leaf.key not in self._state.judgements:
                leaf.is_busy = True
                return self._task(leaf.key)
            self._tree.enter(leaf, self._state.judgements[leaf.key])
        raise StopIteration


# Solving


@dataclass(frozen=True)
class Progress:
    """How far a proof has come: positions of the tree judged, decided and open; the nodes and
    seconds of this run; and the root's proof numbers, one of which is 0 in the end.

    >>> progress = solve(Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")).progress
    >>> progress.open, progress.proof
    (0, 0)
    """

    judged: int
    decided: int
    open: int
    nodes: int
    seconds: float
    proof: float
    refutation: float


@dataclass(frozen=True)
class Solution:
    """The result: the winner, or None if it is not decided; within how many plies; the line.

    >>> solution = solve(Board(moves="62 27 02 67 32 16 65 56 46 34 26 14"))
    >>> solution.winner, solution.plies
    (WHITE, 1)
    """

    winner: Color | None
    plies: int | None
    line: tuple[Move, ...]
    progress: Progress

    def __str__(self) -> str:
        if self.winner is None:
            return "not decided"
        unit = "ply" if self.plies == 1 else "plies"
        return f"{self.winner} wins within {self.plies} {unit}"


class ProofState:
    """The judgements of a proof, and the file that keeps them."""

    def __init__(self, path: Path | None, question: dict[str, Any]) -> None:
        self._path, self._question = path, question
        self.judgements: dict[Key, Judgement] = {}
        self._saved = time.monotonic()
        if path is not None and path.exists():
            self._load(path)

    def _load(self, path: Path) -> None:
        data = read_file(path)
        try:
            kept = json.loads(data)
            if kept["format"] != FORMAT:
                raise ValueError
            question, judgements = kept["question"], kept["judgements"]
            for *key, plies, line, points, nodes, ranking in judgements:
                self.judgements[key[0], key[1], key[2], key[3]] = Judgement(
                    plies, tuple(line), points, nodes, tuple((a, p) for a, p in ranking)
                )
        except (KeyError, TypeError, ValueError):
            raise SolveError(f"{path} is not the state of a proof: name another file") from None
        if question != self._question:
            raise SolveError(f"{path} keeps the proof of another question: name another file")

    def keep(self, key: Key, judgement: Judgement) -> None:
        """Take a judgement down, and save now and then."""
        self.judgements[key] = judgement
        if time.monotonic() - self._saved > SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file, whole or not at all."""
        if self._path is not None:
            rows = [
                (*key, j.plies, j.line, j.points, j.nodes, j.ranking)
                for key, j in self.judgements.items()
            ]
            text = {"format": FORMAT, "question": self._question, "judgements": rows}
            write_atomically(self._path, json.dumps(text))
        self._saved = time.monotonic()


def check_solvable(
    board: Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = MEMORY,
) -> None:
    """Refuse a question that `solve` would refuse, before anything is done about it.

    >>> check_solvable(Board(), seconds=0)
    Traceback (most recent call last):
    tenchips.solver.proof.SolveError: a proof takes more than 0 seconds, not 0
    """
    check_type("board", board, Board, "a Board")
    if outcome := board.outcome():
        raise SolveError(f"the game is over: {outcome}")
    if seconds is not None and not seconds > 0:
        raise SolveError(f"a proof takes more than 0 seconds, not {seconds:g}")
    if nodes is not None and nodes < 1:
        raise SolveError(f"a proof takes at least 1 node, not {nodes}")
    if not 1 <= memory <= HASH.most:
        raise SolveError(f"the memory is from 1 to {HASH.most} MB, not {memory}")


def solve(
    board: Board,
    workers: Runner | None = None,
    *,
    attacker: Color | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    budget: int = NODES,
    memory: int = MEMORY,
    state: Path | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Solution:
    """Prove who wins, until a limit is reached; without workers, in this process.

    >>> print(solve(Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")))
    White wins within 1 ply

    The attacker is the side whose win is to be proved: by default the one that a first search
    prefers. `budget` is the nodes for a position, `memory` the megabytes for each worker. Progress
    is saved in the file `state`, and resumed from it when the same is asked again."""
    check_solvable(board, seconds=seconds, nodes=nodes, memory=memory)
    chips = chips_of(board)
    question = {"chips": chips, "turn": int(board.turn), "budget": budget}
    kept = ProofState(state, json.loads(json.dumps(question)))
    run = _Run(workers or InProcess(), budget, memory, kept, seconds, nodes)
    try:
        return run.solve(board, chips, attacker, report)
    finally:
        kept.save()


class _Run:
    """One run of the solver."""

    def __init__(
        self,
        workers: Runner,
        budget: int,
        memory: int,
        state: ProofState,
        seconds: float | None,
        nodes: int | None,
    ) -> None:
        self._workers, self._state = workers, state
        self._budget, self._memory = budget, memory
        self._began = time.monotonic()
        self._until = inf if seconds is None else self._began + seconds
        self._most = inf if nodes is None else nodes
        self._nodes = 0

    def solve(
        self,
        board: Board,
        chips: Chips,
        attacker: Color | None,
        report: Callable[[Progress], None],
    ) -> Solution:
        tree = Tree(*chips, board.turn, board.turn if attacker is None else attacker)
        if attacker is None and self._looks_lost(tree.root):
            tree = Tree(*chips, board.turn, board.turn.other)
        with closing(self._judged(_Leaves(tree, self._state, self._task))) as judged:
            for key in judged:
                leaf = tree.nodes[key]
                leaf.is_busy = False
                tree.enter(leaf, self._state.judgements[key])
                report(self._progress(tree))
                if tree.root.is_decided or self._nodes >= self._most:
                    break
        return self._solution(board, tree)

    def _looks_lost(self, root: ProofNode) -> bool:
        """Whether a first search thinks the side to move the worse one."""
        if root.key not in self._state.judgements:
            list(self._judged([self._task(root.key)]))
        judgement = self._state.judgements.get(root.key)
        return judgement is not None and judgement.points < 0

    def _task(self, key: Key) -> ProofTask:
        nodes = min(self._budget, max(1, self._most - self._nodes))
        return ProofTask(key, int(nodes), self._memory)

    def _judged(self, tasks: Iterable[ProofTask]) -> Generator[Key, None, None]:
        """Have positions judged until the time is up, and keep the judgements."""
        for task, judgement in self._workers.run(judge, tasks, self._until):
            self._nodes += judgement.nodes
            self._state.keep(task.key, judgement)
            yield task.key

    def _progress(self, tree: Tree) -> Progress:
        judged = sum(node.judgement is not None for node in tree.nodes.values())
        decided = sum(node.is_decided for node in tree.nodes.values())
        return Progress(
            judged, decided, len(tree.nodes) - decided, self._nodes,
            time.monotonic() - self._began, tree.root.proof, tree.root.refutation,
        )  # fmt: skip

    def _solution(self, board: Board, tree: Tree) -> Solution:
        progress = self._progress(tree)
        if not tree.root.is_decided:
            return Solution(None, None, (), progress)
        winner = tree.attacker if tree.root.proof == 0 else tree.attacker.other
        return Solution(winner, tree.plies(tree.root), tuple(self._line(board, tree)), progress)

    def _line(self, board: Board, tree: Tree) -> Iterator[Move]:
        """The moves of best play: down the tree, on as the judgement at its end goes, and to the
        end of the game."""
        board, node = Board(board.position), tree.root
        while node.children and node.judgement and node.judgement.plies is None:
            node = tree.best(node)
            for move in board.legal_moves:
                board.push(move)
                if least_image(chips_of(board))[0] == node.key[:2]:
                    yield move
                    break
                board.pop()
        if node.judgement and node.judgement.plies:
            for move in _turned(board, node.key, map(Move.from_action, node.judgement.line)):
                yield board.push(move)
        finder = Finder(1)
        while board.outcome() is None:
            result = finder.search(Position.of(board), self._budget)
            if result.plies is None:
                return
            yield board.push(Move.from_action(result.action))


def _turned(board: Board, key: Key, moves: Iterable[Move]) -> list[Move]:
    """Moves made in a mirror image of a position, on the board itself."""
    for symmetry in SYMMETRIES[:4]:
        if chips_of(board.transform(symmetry)) == key[:2]:
            return [
                Move(symmetry(move.to), move.origin and symmetry(move.origin)) for move in moves
            ]
    raise AssertionError("a position is one of its images")
