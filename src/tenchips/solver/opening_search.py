"""Decides who wins positions of a few chips, and notes it in a journal.

A position of the most chips is searched by the engine, with a number of nodes. One of fewer chips
follows from those that its moves lead to: it is won if one of them is lost, and lost if all are
won. What is decided serves others: a move that wins one position wins each other one from which it
leads to the same chips. So positions that differ only in chips of the side to move are a group,
decided one after the other over the same hash table.

The work can be stopped, resumed, and repeated with more nodes for what is still open. The results
are the engine's proofs: no certificate comes with them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final, TypeAlias

from tenchips.book.certificate import Chips, images, least_image
from tenchips.book.opening_book import turn_of
from tenchips.core import Position
from tenchips.engine.search import WIN
from tenchips.executors import InProcess, Runner
from tenchips.files import AppendFile
from tenchips.solver.finder import Finder, shared_finder
from tenchips.solver.opening_table import (
    MOST_CHIPS,
    Decision,
    OpeningError,
    OpeningTable,
    after,
    least,
    positions_of,
)
from tenchips.squares import numbers

NODES: Final = 60_000_000
MEMORY: Final = 256

GLANCE_DEPTH: Final = 3
"""How deeply moves are searched to see which to try first."""

WHOLE_NODES: Final = 1_000_000
"""The nodes for a position as a whole before its moves: most quick wins are found within these."""

BEST_NODES: Final = 15_000_000
FEW_NODES: Final = 2_000_000
MORE: Final = 6
"""The nodes for the two moves that look best, and for each other one. What stays open is searched
again with so many times as many, later: it is often sooner seen that another move wins."""

SLICE: Final = 8
"""How many positions of a group are decided before the journal is written."""

MOST_OPEN: Final = 3
"""After so many moves that stay open the others are left: one of them may win, but where the
search does not see it for the position as a whole, that is seldom."""

Group: TypeAlias = tuple[Chips, ...]
"""Positions with the same chips of the side that is not to move, each turned so that these are the
least of their images."""


@dataclass(frozen=True)
class GroupTask:
    """A group to decide, and what is known of the positions that its moves lead to: the plies, as
    in a `Decision`, by the least images."""

    group: Group
    known: Mapping[Chips, int | None]


def groups_of(positions: Sequence[Chips]) -> list[Group]:
    """Positions in groups, in the order of each group's first one.

    >>> [len(group) for group in groups_of(positions_of(2))]
    [47, 47, 47, 47, 47, 47, 47, 47, 47, 48, 48, 48]
    """
    found: dict[int, list[Chips]] = {}
    for chips in positions:
        other = turn_of(chips).other
        turned = min(images(chips), key=lambda image: (image[other], image[other.other]))
        found.setdefault(turned[other], []).append(turned)
    return [tuple(group) for group in found.values()]


def decide_openings(
    chips: int,
    journal: str | os.PathLike[str],
    workers: Runner | None = None,
    *,
    nodes: int = NODES,
    memory: int = MEMORY,
    most: int | None = None,
    known: Mapping[Chips, int] | None = None,
    until: float = inf,
    report: Callable[[OpeningTable, int], None] = lambda table, todo: None,
) -> OpeningTable:
    """Decide all positions of so many chips, or at most a number of them, and add each to the
    journal, a file that is made if it is missing; with them, positions of more chips that came up.
    What the journal has decided is not searched again, nor what it left open after as many nodes,
    nor what is `known`, with its plies. `report` is called with the table and the number of
    positions to do, first and whenever the journal is written."""
    if nodes < 1:
        raise OpeningError(f"a search takes at least 1 node, not {nodes}")
    if most is not None and most < 0:
        raise OpeningError(f"the most positions to decide are at least 0, not {most}")
    every = positions_of(chips)
    with AppendFile(journal) as file:
        text = file.read().decode("ascii", "replace")
        table = OpeningTable.read(text.splitlines())
        if text and not text.endswith("\n"):
            file.append(b"\n")  # the last line was cut off
        plan = _Plan(table, known or {}, nodes)
        todo = [one for one in every if plan.needs(one)][:most]
        report(table, len(todo))
        work = partial(decide_group, nodes, memory)
        for _, decisions in (workers or InProcess()).run(work, plan.tasks(todo), until):
            file.append("".join(f"{decision}\n" for decision in decisions).encode())
            for decision in decisions:
                table.add(decision)
            todo = [one for one in todo if plan.needs(one)]
            report(table, len(todo))
    return table


class _Plan:
    """What is to be decided, given what is decided meanwhile."""

    def __init__(self, table: OpeningTable, known: Mapping[Chips, int], nodes: int) -> None:
        self._table, self._known, self._nodes = table, known, nodes

    def needs(self, chips: Chips) -> bool:
        """Whether a position is to be decided."""
        return chips not in self._known and self._table.needs(chips, self._nodes)

    def tasks(self, positions: Sequence[Chips]) -> Iterator[GroupTask]:
        """A task for each slice of a group, made when it is asked for."""
        for group in groups_of(positions):
            for begin in range(0, len(group), SLICE):
                some = group[begin : begin + SLICE]
                rest = tuple(one for one in some if self.needs(least(one)))
                if rest:
                    yield GroupTask(rest, dict(self._below(rest)))

    def _below(self, group: Group) -> Iterator[tuple[Chips, int | None]]:
        for chips in group:
            for _, child in _replies(chips):
                image = least(child)
                if image in self._known:
                    yield image, self._known[image]
                elif not self._table.needs(image, self._nodes):
                    yield image, self._table.decisions[image].plies


def _replies(chips: Chips) -> Iterator[tuple[int, Chips]]:
    """The moves of a position and where they lead, if it follows from those."""
    return after(chips) if _count(chips) < MOST_CHIPS else iter(())


def _count(chips: Chips) -> int:
    return (chips[0] | chips[1]).bit_count()


# Deciding, in a worker


def decide_group(nodes: int, memory: int, task: GroupTask) -> list[Decision]:
    """Decide the positions of a group, each search with up to so many nodes. Each process keeps
    one engine, and what it remembers."""
    decider = _Decider(shared_finder(memory), nodes, task.known)
    for chips in task.group:
        decider.decide(chips, nodes)
    return list(decider.found.values())


class _Decider:
    """Decides positions one after the other."""

    def __init__(self, finder: Finder, nodes: int, known: Mapping[Chips, int | None]) -> None:
        self._finder, self._nodes, self._known = finder, nodes, known
        self.found: dict[Chips, Decision] = {}

    def decide(self, chips: Chips, nodes: int) -> int | None:
        """The plies of a position, as in a `Decision`, searched with up to so many nodes."""
        image = least(chips)
        found = self.found.get(image)
        if found is None or (found.plies is None and found.nodes < nodes):
            if image in self._known:
                return self._known[image]
            is_searched = _count(chips) == MOST_CHIPS
            decision = search(self._finder, chips, nodes) if is_searched else self._follow(chips)
            for each in (decision, *_also_won(decision)):
                self._enter(_turned(each))
        return self.found[image].plies

    def _enter(self, decision: Decision) -> None:
        known = self.found.get(decision.chips)
        if known is None or decision.is_better_than(known):
            self.found[decision.chips] = decision

    def _follow(self, chips: Chips) -> Decision:
        """Decide a position by those that its moves lead to, what is known of them first."""
        moves = dict(after(chips))
        known = {square: self._plies(least(child)) for square, child in moves.items()}
        for square, plies in known.items():
            if plies is not None and plies <= 0:
                return Decision(chips, 1 - plies, WIN - (1 - plies), square, 0, 0.0)
        first = search(self._finder, chips, min(WHOLE_NODES, self._nodes))
        if first.plies is not None:
            return first
        longest, last, given_up = 0, first.move, 0
        left = sorted(moves, key=lambda square: self._points(moves[square]))
        nodes = dict.fromkeys(left, FEW_NODES) | dict.fromkeys(left[:2], BEST_NODES)
        while left and given_up < MOST_OPEN:
            square = _next(left, nodes)
            plies = self.decide(moves[square], min(nodes[square], self._nodes))
            if plies is None and nodes[square] < self._nodes:
                nodes[square] *= MORE
                continue
            left.remove(square)
            if plies is None:
                given_up += 1
            elif plies <= 0:
                return replace(first, plies=1 - plies, points=WIN - (1 - plies), move=square)
            elif plies > longest:
                longest, last = plies, square
        if given_up:
            return replace(first, nodes=self._nodes)
        return replace(first, plies=-longest - 1, points=longest + 1 - WIN, move=last)

    def _points(self, chips: Chips) -> int:
        """The score of a position at a glance, for the side to move."""
        return self._finder.glance(Position(*chips, turn_of(chips)), GLANCE_DEPTH)

    def _plies(self, image: Chips) -> int | None:
        found = self.found.get(image)
        return self._known.get(image) if found is None else found.plies


def _next(moves: Sequence[int], nodes: Mapping[int, int]) -> int:
    """The move to search next, of moves with the best first: the two best, and then one that is
    among the first and takes few nodes."""

    def cost(rank: int) -> int:
        its = nodes[moves[rank]]
        return 0 if its == BEST_NODES else (rank + 1) * its

    return moves[min(range(len(moves)), key=cost)]


def _also_won(decision: Decision) -> Iterator[Decision]:
    """The positions from which another move leads to the same position as a winning one."""
    if decision.plies is None or decision.plies < 0:
        return
    turn = turn_of(decision.chips)
    own = decision.chips[turn]
    for square in numbers(own):
        chips = list(decision.chips)
        chips[turn] = own ^ 1 << square | 1 << decision.move
        yield replace(decision, chips=(chips[0], chips[1]), move=square, nodes=0, seconds=0.0)


def _turned(decision: Decision) -> Decision:
    """The same decision of the least image of its position."""
    image, mirrored = least_image(decision.chips)
    return replace(decision, chips=image, move=decision.move ^ mirrored)


def search(finder: Finder, chips: Chips, nodes: int) -> Decision:
    """Search a position with up to so many nodes."""
    started = time.process_time()
    result = finder.search(Position(*chips, turn_of(chips)), nodes)
    seconds = time.process_time() - started
    return Decision(chips, result.plies, result.points, result.action, result.nodes, seconds)
