"""The exact length of a win, by exhausting everything shorter.

The engine's distances are bounds: it has proved a win, not that there is none sooner. Here every
move of the winner is refuted in fewer plies before a distance is called exact. That is the work
of `exact`, so it is for wins that come while both players add chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial

from tenchips.board import Board
from tenchips.book.certificate import Chips, chips_of, seen_by_winner
from tenchips.book.exact import Exact, adds, has_network, least, replies
from tenchips.executors import InProcess, Runner
from tenchips.notation import Move
from tenchips.solver.proof import SolveError
from tenchips.squares import Bits, Color, numbers

MEGABYTES = 256

_searches: list[Exact] = []


def shortest(board: Board, winner: Color, within: int, workers: Runner | None = None) -> int | None:
    """The exact number of plies within which the winner wins, given a proved bound; None if the
    win could need step moves. Without workers it is found in this process.

    >>> board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    >>> shortest(board, winner=board.turn, within=3)
    1
    """
    workers = workers or InProcess()
    own, other = seen_by_winner(chips_of(board), winner)
    if _may_need_steps(own, other, within):
        return None
    if board.turn is winner:
        return _attack((own, other), within, workers)
    return 1 + max(
        _attack((own, other | 1 << reply), within - 1, workers)
        for reply in numbers(replies(own, other))
    )


def decided_within(
    board: Board, winner: Color, plies: int, workers: Runner | None = None
) -> Iterator[tuple[Move | None, bool]]:
    """Whether a side wins within this many plies, exhaustively: against each reply in turn if the
    other side is to move (of replies that are mirror images, one), as each is decided.

    >>> board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    >>> list(decided_within(board, board.turn, plies=1))
    [(None, True)]
    """
    own, other = seen_by_winner(chips_of(board), winner)
    if _may_need_steps(own, other, plies):
        raise SolveError(f"a win within {plies} plies may need step moves: ask for fewer plies")
    todo: dict[Chips, Move | None] = {(own, other): None}
    if board.turn is not winner:
        todo, plies = {}, plies - 1
        for move in board.legal_moves:
            child = board.copy()
            child.push(move)
            if child.outcome() is None:
                todo.setdefault(least(*seen_by_winner(chips_of(child), winner)), move)
            else:
                yield move, False
    for chips, is_won in (workers or InProcess()).run(partial(won, plies), todo):
        yield todo[chips], is_won


def _may_need_steps(own: Bits, other: Bits, plies: int) -> bool:
    return max(own.bit_count(), other.bit_count()) + (plies + 1) // 2 > 10


def _attack(chips: Chips, within: int, workers: Runner) -> int:
    own, other = chips
    for plies in range(1, within, 2):
        after = {least(own | 1 << move, other) for move in numbers(adds(own, other))}
        if _any_lost(after, plies - 1, workers):
            return plies
    return within


def _any_lost(positions: Iterable[Chips], plies: int, workers: Runner) -> bool:
    with closing(workers.run(partial(lost, plies), sorted(positions))) as results:
        return any(is_lost for _, is_lost in results)


def lost(plies: int, chips: Chips) -> bool:
    """Whether the defender, to move, loses within this many plies. Each process keeps a table."""
    own, other = chips
    if plies == 0:
        return has_network(own, other, True)
    return _search().loses(own, other, plies)


def won(plies: int, chips: Chips) -> bool:
    """Whether the attacker, to move, wins within this many plies."""
    return bool(_search().wins(*chips, plies))


def _search() -> Exact:
    if not _searches:
        _searches.append(Exact(MEGABYTES))
    return _searches[0]
