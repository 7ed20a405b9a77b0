"""A winning strategy, written down: from the engine's proofs to the entries of a certificate.

Everything is seen by the winner, who is called White here: Black's strategy is White's on the
transposed board, where the other is a chip ahead. The engine proves that a position is won, in one
search or, where that does not see it, in a tree of them; a strategy names the move in it, and in
every position that any reply leads to, down to wins so near that the exact searches can be left to
find them. A win by adds alone is looked for first, and one with steps only if that is allowed. The
plies of an entry are counted from below, over what is written here, and never taken from the
engine, whose distances are bounds that its own children may exceed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import (
    LONGEST,
    STEPS,
    Certificate,
    CertificateEntry,
    Chips,
    chips_of,
    position_text,
    seen_by_winner,
)
from tenchips.book.exact import Exact, adds, children, has_network, least, replies
from tenchips.book.exact_steps import ExactSteps, answers, step_targets
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.executors import InProcess, Runner
from tenchips.notation import Move
from tenchips.rules import CHIPS
from tenchips.solver.finder import Finder
from tenchips.solver.proof import ProofNode, Tree, judged_by
from tenchips.squares import COLORS, WHITE, Bits, numbers

LEAF: Final = 4_000_000
"""The nodes for a position in a tree of searches."""

TRIED: Final = 2_000_000
"""The nodes for a win by adds alone where one with steps would do too."""


class NoStrategy(TenchipsError):
    """Moves after which no winning strategy was found."""


@dataclass(frozen=True)
class StrategyTask:
    """A position with White to move, to write a strategy for."""

    chips: Chips
    left: int
    """Wins within this many plies are left out."""
    nodes: int
    """For each search of the engine."""
    most: int
    """For a tree of searches, together."""
    glance: int
    """For each exact search for those."""
    by: int
    """The ply by which White has to win. Only where it comes after White's last chip may White
    win with steps."""
    memory: int
    """Megabytes for each of the engine's tables, and as many for that of the exact search."""

    @property
    def allows_steps(self) -> bool:
        """Whether a win may need steps."""
        return self.by > LONGEST


class Builder:
    """Writes strategies, one after the other, and remembers all of them."""

    def __init__(self, memory: int, by: int) -> None:
        self._adds = Finder(memory, WHITE, min((by + 1) // 2, CHIPS))
        self._any = Finder(memory) if by > LONGEST else None
        self._exact, self._exact_steps = Exact(memory), ExactSteps()
        self._found: dict[Chips, int] = {}
        self._failed: set[Chips] = set()
        self.entries: dict[Chips, CertificateEntry] = {}

    def build(self, task: StrategyTask) -> int | None:
        """Write the strategy; return the plies it takes, or None if none was found."""
        self._failed.clear()
        return self._solve(task, task.chips)

    def _solve(self, task: StrategyTask, chips: Chips) -> int | None:
        if chips in self.entries:
            return self.entries[chips][1]
        if chips in self._failed:
            return None
        # Until it is solved: no strategy may come back to it.
        self._failed.add(chips)
        tried: set[int] = set()
        for move in self._winning(task, chips):
            if move not in tried:
                tried.add(move)
                worst = self._worst(task, *moved(chips, move))
                if worst is not None and _is_in_time(task, chips, (move, worst + 2)):
                    self._failed.discard(chips)
                    self.entries[chips] = move, worst + 2
                    return worst + 2
        return None

    def _winning(self, task: StrategyTask, chips: Chips) -> Iterator[int]:
        """Moves that win: by adds alone, then any."""
        if chips in self._found:
            yield self._found[chips]
        if chips[0].bit_count() < CHIPS:
            yield from self._proved(task, self._adds, chips, TRIED if self._any else task.nodes)
        if self._any:
            yield from self._proved(task, self._any, chips, task.nodes)

    def _proved(
        self, task: StrategyTask, finder: Finder, chips: Chips, nodes: int
    ) -> Iterator[int]:
        """The move that an engine has proved to win, if there is one."""
        result = finder.search(Position(*chips, WHITE), nodes)
        if result.plies is not None:
            if result.plies > 0:
                yield result.action
        elif nodes == task.nodes and task.most:
            self._search_on(task, finder, chips)
            if chips in self._found:
                yield self._found[chips]

    def _search_on(self, task: StrategyTask, finder: Finder, chips: Chips) -> None:
        """Try to prove a win by a tree of searches, and remember its moves."""
        tree, spent = Tree(*chips, WHITE, WHITE), 0
        while not tree.root.is_decided and spent < task.most and (leaf := tree.next()):
            own, other, turn, _ = leaf.key
            judgement = judged_by(finder, Position(own, other, COLORS[turn]), LEAF)
            tree.enter(leaf, judgement)
            spent += judgement.nodes
        for node in tree.nodes.values():
            if node.proof == 0 and node.is_attack:
                self._found[node.key[0], node.key[1]] = _move(tree, node)

    def _worst(self, task: StrategyTask, own: Bits, other: Bits) -> int | None:
        """The plies of the longest resistance to White's move, or None if it may hold."""
        most = task.by - 2 * own.bit_count()
        if (task.left > most and not task.allows_steps) or has_network(own, other, False):
            return None
        worst, open_ = task.left, self._open(task, own, other, most)
        for child in open_ or ():
            plies = self._solve(task, child)
            if plies is None:
                return None
            worst = max(worst, plies)
        return None if open_ is None else worst

    def _open(self, task: StrategyTask, own: Bits, other: Bits, most: int) -> list[Chips] | None:
        """The positions after replies that need an entry; None if a reply wins, or there is none.
        Once White's chips are all on the board, only a step that wins at once, or a line that the
        reply opens, needs none."""
        if own.bit_count() < CHIPS:
            some = replies(own, other)
            glance = task.glance if task.by >= LONGEST and task.left < most else 0
            near = self._exact.unproved(own, other, some, task.left, glance)
            found = [child for _, child in children(own, other, near)]
            return None if not some or any(has_network(*each, False) for each in found) else found
        every = answers(own, other)
        holding = [(after, child) for _, after, child in every if not has_network(own, after, True)]
        if not every or any(has_network(own, after, False) for after, _ in holding):
            return None
        win = self._exact_steps.winning_step
        return [child for after, child in holding if win(own, after) is None]


def moved(chips: Chips, action: int) -> Chips:
    """The chips after a move of White's.

    >>> moved((1, 2), 4)
    (17, 2)
    """
    origin, square = divmod(action, 64)
    return chips[0] & ~(1 << origin - 1 if origin else 0) | 1 << square, chips[1]


def _move(tree: Tree, node: ProofNode) -> int:
    """The move by which White wins a position of a tree."""
    if not node.children:
        assert node.judgement
        return node.judgement.line[0]
    return _leading(node.key[:2], tree.best(node).key[:2])


def _leading(chips: Chips, after: Chips) -> int:
    """The move of White that leads to a position or an image of it."""
    return next(move for move in _moves(chips) if least(*moved(chips, move)) == after)


def _moves(chips: Chips) -> Iterator[int]:
    own, other = chips
    if own.bit_count() < CHIPS:
        yield from numbers(adds(own, other))
    else:
        for origin in numbers(own):
            for square in numbers(step_targets(own, other, origin)):
                yield STEPS + 64 * origin + square


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
    is kept. The strategy wins by the ply `by`: up to 19 that is with chips from the hand, and after
    it with steps where White has no other win, or none is found."""
    board = Board(moves=line)
    winner = board.turn.other
    white, black = seen_by_winner(chips_of(board), winner)
    roots = {child for _, child in children(white, black, replies(white, black))}
    entries = dict(Certificate.load(state).entries) if state and state.exists() else {}
    entries = {chips: entry for chips, entry in entries.items() if _ends(chips, entry) <= by}
    tasks = [
        StrategyTask(root, left, nodes, most, glance, by, memory)
        for root in sorted(roots - entries.keys())
    ]
    done, holding = len(roots) - len(tasks), list[str]()
    for task, found in (workers or InProcess()).run(build, tasks):
        if found is None:
            holding.append(position_text(task.chips, winner))
            continue
        entries = merged(entries, found)
        done += 1
        if state:
            Certificate(entries, left, winner).save(state)
        report(StrategyProgress(done, len(roots), len(entries)))
    if holding:
        raise NoStrategy(f"no winning strategy was found in {' nor in '.join(holding)}")
    start = least(0, black)
    entries[start] = _leading(start, least(white, black)), 0
    return Certificate(recounted(reachable([start], entries), left), left, winner)


_builders: dict[tuple[int, int, int], Builder] = {}


def build(task: StrategyTask) -> dict[Chips, CertificateEntry] | None:
    """A strategy for one position, or None. Each process remembers what it has written."""
    kind = task.memory, task.left, task.by
    if kind not in _builders:
        _builders[kind] = Builder(task.memory, task.by)
    builder = _builders[kind]
    if builder.build(task) is None:
        return None
    return reachable([task.chips], builder.entries)


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


def merged(
    some: Mapping[Chips, CertificateEntry], others: Mapping[Chips, CertificateEntry]
) -> dict[Chips, CertificateEntry]:
    """Two strategies in one: of two entries for a position the one with fewer plies, which lead to
    entries of still fewer in any case."""
    found = dict(some)
    for chips, entry in others.items():
        if chips not in found or entry[1] < found[chips][1]:
            found[chips] = entry
    return found


def recounted(
    entries: Mapping[Chips, CertificateEntry], left: int
) -> dict[Chips, CertificateEntry]:
    """The entries with their plies counted anew from below: two more than the longest
    resistance, where a position that is left out counts as the most it may take."""
    counted: dict[Chips, int] = {}
    front = list(entries)
    while front:
        position = front[-1]
        if position in counted:
            front.pop()
            continue
        after = [child for child in _after(position, entries[position]) if child in entries]
        if open_ := [child for child in after if child not in counted]:
            front += open_
        else:
            counted[position] = max((counted[child] for child in after), default=left) + 2
    return {chips: (action, counted[chips]) for chips, (action, _) in entries.items()}


def _is_in_time(task: StrategyTask, chips: Chips, entry: CertificateEntry) -> bool:
    """Whether an entry wins by the ply it has to. After a step the ply is not known: what leads
    there is asked instead."""
    is_known = chips == task.chips or chips[0].bit_count() < CHIPS
    return not is_known or _ends(chips, entry) <= task.by


def _ends(position: Chips, entry: CertificateEntry) -> int:
    """The ply by which an entry wins, before the first step."""
    return 2 * position[0].bit_count() + entry[1]


def _after(position: Chips, entry: CertificateEntry) -> Iterator[Chips]:
    """The positions that White's move and each reply to it lead to, if that has not lost."""
    own, other = moved(position, entry[0])
    for _, after, child in answers(own, other):
        if own.bit_count() < CHIPS or not has_network(own, after, True):
            yield child
