"""Balanced openings: five plies after which neither side is known to win.

Network is a win for White, but openings that both players are given make fair games. Random ones
are drawn, one of each four mirror images, and put through searches of more and more nodes: an
opening is dropped as soon as a search proves a win for either side, or thinks one of them better
by more than a margin that grows with the nodes.
`balanced.txt` holds those that were left, one in a line, under the budget they were left at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from random import Random
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import chips_of, least_image
from tenchips.core import Position
from tenchips.executors import InProcess, Runner
from tenchips.notation import Move
from tenchips.solver.finder import shared_finder

PLIES: Final = 5
FINE: Final = 300
"""How much better than the other a side may look in the end, in hundredths."""

Opening = tuple[Move, ...]


@cache
def balanced_openings() -> tuple[Opening, ...]:
    """The openings that are shipped.

    >>> len(balanced_openings()) >= 200, len(balanced_openings()[0])
    (True, 5)
    """
    text = files("tenchips.solver").joinpath("balanced.txt").read_text()
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return tuple(tuple(map(Move.parse, line.split())) for line in lines)


def random_opening(
    rng: Random, plies: int, is_fit: Callable[[Board], bool] = lambda board: True
) -> Board | None:
    """A board after so many random moves, none of which ends the game or makes it unfit, or None if
    there is no such move."""
    board = Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        rng.shuffle(moves)
        for move in moves:
            board.push_unchecked(move)
            if board.outcome() is None and is_fit(board):
                break
            board.pop()
        else:
            return None
    return board


def draw(seed: int) -> Iterator[Opening]:
    """Random openings without end, one of each four mirror images."""
    luck, seen = Random(seed), set()
    while True:
        board = Board()
        for _ in range(PLIES):
            board.push_unchecked(luck.choice(list(board.legal_moves)))
        image = least_image(chips_of(board))[0]
        if image not in seen:
            seen.add(image)
            yield board.moves


def find_balanced(
    count: int,
    nodes: int,
    workers: Runner | None = None,
    *,
    seed: int = 0,
    memory: int = 256,
    batch: int = 16,
) -> Iterator[Opening]:
    """Openings that stay balanced at this budget of nodes, in the order they are drawn."""
    workers = workers or InProcess()
    openings = draw(seed)
    while count > 0:
        drawn = [next(openings) for _ in range(batch)]
        balanced = dict(workers.run(partial(is_balanced, nodes, memory), drawn))
        for opening in drawn:
            if balanced[opening] and count > 0:
                count -= 1
                yield opening


def is_balanced(nodes: int, memory: int, opening: Opening) -> bool:
    """Whether no search of up to this many nodes prefers a side by much."""
    position = Position.of(Board(moves=opening))
    budget, fine = min(nodes, 20_000), FINE // 3
    while True:
        result = shared_finder(memory).search(position, budget)
        if result.plies is not None or abs(result.points) > fine:
            return False
        if budget == nodes:
            return True
        budget, fine = min(nodes, 8 * budget), min(FINE, fine + FINE // 3)
