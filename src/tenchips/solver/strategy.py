"""A winning strategy, written down: from the engine's proofs to the entries of a certificate.

Everything is seen by the winner, who is called White here: Black's strategy is White's on the
transposed board, where the other is a chip ahead. The engine proves that a position is won, in one
search or, where that does not see it, in a tree of them; a strategy names the move in it, and in
every position that any reply leads to, down to wins so near that the exact search can be left to
find them. The plies of an entry are counted from below, over what is written here, and never
taken from the engine, whose distances are bounds that its own children may exceed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import (
    LONGEST,
    Certificate,
    CertificateEntry,
    Chips,
    chips_of,
    position_text,
    seen_by_winner,
)
from tenchips.book.exact import Exact, adds, children, has_network, least, replies
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.executors import InProcess, Runner
from tenchips.notation import Move
from tenchips.solver.finder import Finder
from tenchips.solver.proof import ProofNode, Tree, judged_by
from tenchips.squares import COLORS, WHITE, Bits, numbers

TRIES: Final = 6
"""How many moves are tried in a position before it is given up."""

SEARCHED: Final = 13
"""Where so few plies are left, and the engine's win takes longer, the exact search finds one that
does not."""

LEAF: Final = 4_000_000
"""The nodes for a position in a tree of searches."""


class NoStrategy(TenchipsError):
    """Moves after which no winning strategy was found."""


@dataclass(frozen=True)
class StrategyTask:
    """A position with White to move, to write a strategy for."""

    white: Bits
    black: Bits
    left: int
    """Wins within this many plies are left out."""
    nodes: int
    """For each search of the engine."""
    most: int
    """For a tree of searches, together."""
    glance: int
    """For each exact search for those."""
    by: int
    """The ply by which White has to win. Where that is sooner than with the last chip, moves are
    found by exact searches, not by the engine's."""
    memory: int
    """Megabytes for the engine's table, and as many for that of the exact search."""


class Builder:
    """Writes strategies, one after the other, and remembers all of them."""

    def __init__(self, memory: int) -> None:
        self._finder = Finder(memory)
        self._exact = Exact(memory)
        self._found: dict[Chips, int] = {}
        self._failed: set[Chips] = set()
        self.entries: dict[Chips, CertificateEntry] = {}

    def build(self, task: StrategyTask) -> int | None:
        """Write the strategy; return the plies it takes, or None if none was found."""
        self._failed.clear()
        return self._solve(task, *least(task.white, task.black))

    def _solve(self, task: StrategyTask, white: Bits, black: Bits) -> int | None:
        most = task.by - 2 * white.bit_count()
        if (white, black) in self.entries:
            return self.entries[white, black][1]
        if (white, black) in self._failed:
            return None
        tried: list[int] = []
        while len(tried) < TRIES and len(tried) < adds(white, black).bit_count():
            move = self._winning(task, white, black, tried)
            if move is None:
                break
            worst = self._worst(task, white | 1 << move, black)
            if worst is not None and worst + 2 <= most:
                self.entries[white, black] = move, worst + 2
                return worst + 2
            tried.append(move)
        self._failed.add((white, black))
        return None

    def _winning(
        self, task: StrategyTask, white: Bits, black: Bits, tried: list[int]
    ) -> int | None:
        """A move that wins, other than those tried, or None if none is found."""
        most = task.by - 2 * white.bit_count()
        if task.by < LONGEST or (tried and most <= SEARCHED):
            return self._exact.move(white, black, most) if len(tried) < 2 else None
        if (move := self._found.get((white, black))) is not None and move not in tried:
            return move
        result = self._finder.search(Position(white, black, WHITE), task.nodes, tried)
        if result.plies is None and not tried:
            self._search_on(task, white, black)
            return self._found.get((white, black))
        if (result.plies or 0) > most and most <= SEARCHED:
            return self._exact.move(white, black, most)
        return result.action if (result.plies or 0) > 0 else None

    def _search_on(self, task: StrategyTask, white: Bits, black: Bits) -> None:
        """Try to prove a win by a tree of searches, and remember its moves."""
        tree, spent = Tree(white, black, WHITE, WHITE), 0
        while not tree.root.is_decided and spent < task.most and (leaf := tree.next()):
            own, other, turn, _ = leaf.key
            judgement = judged_by(self._finder, Position(own, other, COLORS[turn]), LEAF)
            tree.enter(leaf, judgement)
            spent += judgement.nodes
        for node in tree.nodes.values():
            if node.proof == 0 and node.is_attack:
                self._found[node.key[0], node.key[1]] = _move(tree, node)

    def _worst(self, task: StrategyTask, white: Bits, black: Bits) -> int | None:
        """The plies of the longest resistance to White's move, or None if it may hold."""
        worst, most = task.left, task.by - 2 * white.bit_count()
        if worst > most or not replies(white, black):
            return None
        glance = task.glance if task.by == LONGEST and worst < most else 0
        near = self._exact.unproved(white, black, replies(white, black), task.left, glance)
        for _, child in children(white, black, near):
            plies = None if has_network(*child, False) else self._solve(task, *child)
            if plies is None:
                return None
            worst = max(worst, plies)
        return worst


def _move(tree: Tree, node: ProofNode) -> int:
    """The move by which White wins a position of a tree."""
    if not node.children:
        assert node.judgement
        return node.judgement.line[0]
    return _leading(*node.key[:2], tree.best(node).key[:2])


def _leading(white: Bits, black: Bits, after: Chips) -> int:
    """The move of White that leads to a position or an image of it."""
    moves = numbers(adds(white, black))
    return next(move for move in moves if least(white | 1 << move, black) == after)


@dataclass(frozen=True)
class StrategyProgress:
    """How far a strategy has come: the replies to the first move that are answered."""

    done: int
    of: int
    entries: int


def write_strategy(
    line: Sequence[Move],
    workers: Runner | None = None,
    *,
    left: int = 5,
    nodes: int = 16_000_000,
    most: int = 1_000_000_000,
    glance: int = 2000,
    memory: int = 256,
    by: int = LONGEST,
    state: Path | None = None,
    report: Callable[[StrategyProgress], None] = lambda progress: None,
) -> Certificate:
    """The certificate of a first move of White, or of that and the reply with which Black wins;
    `NoStrategy` if none is found. Without workers it is built in this process.

    Each reply to the line is a task. Progress is saved in the file `state`, itself a certificate,
    and resumed from it. A reply that holds does not end the work: what is found against the others
    is kept. The strategy wins by the ply `by`; a short one is found by searching all games of that
    length."""
    board = Board(moves=line)
    winner = board.turn.other
    white, black = seen_by_winner(chips_of(board), winner)
    roots = {child for _, child in children(white, black, replies(white, black))}
    entries = dict(Certificate.load(state).entries) if state and state.exists() else {}
    entries = {chips: entry for chips, entry in entries.items() if _ends(chips, entry) <= by}
    tasks = [
        StrategyTask(*root, left, nodes, most, glance, by, memory)
        for root in sorted(roots - entries.keys())
    ]
    done, holding = len(roots) - len(tasks), list[str]()
    for task, found in (workers or InProcess()).run(build, tasks):
        if found is None:
            holding.append(position_text((task.white, task.black), winner))
            continue
        entries = {**found, **entries}
        done += 1
        if state:
            Certificate(entries, left, winner).save(state)
        report(StrategyProgress(done, len(roots), len(entries)))
    if holding:
        raise NoStrategy(f"no winning strategy was found in {' nor in '.join(holding)}")
    start = least(0, black)
    entries[start] = _leading(*start, least(white, black)), 0
    return Certificate(recounted(reachable([start], entries), left), left, winner)


_builders: dict[tuple[int, int, int], Builder] = {}


def build(task: StrategyTask) -> dict[Chips, CertificateEntry] | None:
    """A strategy for one position, or None. Each process remembers what it has written."""
    kind = task.memory, task.left, task.by
    if kind not in _builders:
        _builders[kind] = Builder(task.memory)
    builder = _builders[kind]
    if builder.build(task) is None:
        return None
    return reachable([least(task.white, task.black)], builder.entries)


def reachable(
    roots: Iterable[Chips], entries: Mapping[Chips, CertificateEntry]
) -> dict[Chips, CertificateEntry]:
    """The entries that play from some positions can need."""
    found: dict[Chips, CertificateEntry] = {}
    front = [root for root in roots if root in entries]
    while front:
        position = front.pop()
        if position not in found:
            found[position] = entries[position]
            front += [child for child in _after(position, entries[position]) if child in entries]
    return found


def recounted(
    entries: Mapping[Chips, CertificateEntry], left: int
) -> dict[Chips, CertificateEntry]:
    """The entries with their plies counted anew from below: two more than the longest
    resistance, where a position that is left out counts as the most it may take."""
    counted: dict[Chips, CertificateEntry] = {}
    for position in sorted(entries, key=lambda chips: -chips[0].bit_count()):
        after = _after(position, entries[position])
        longest = max((counted[child][1] for child in after if child in counted), default=left)
        counted[position] = entries[position][0], longest + 2
    return counted


def _ends(position: Chips, entry: CertificateEntry) -> int:
    """The ply by which an entry wins."""
    return 2 * position[0].bit_count() + entry[1]


def _after(position: Chips, entry: CertificateEntry) -> Iterator[Chips]:
    """The positions that White's move and each reply to it lead to."""
    white, black = position[0] | 1 << entry[0], position[1]
    return (child for _, child in children(white, black, replies(white, black)))
