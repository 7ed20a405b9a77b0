"""The exact length of a win, by exhausting everything shorter.

The engine's distances are bounds: it has proved a win, not that there is none sooner. Here every
move of the winner is refuted in fewer plies before a distance is called exact. That is the work
of `exact`, so it is for wins that come while both players add chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, as_completed

from tenchips.board import Board
from tenchips.book.certificate import Chips, chips_of, seen_by_winner
from tenchips.book.exact import Exact, adds, has_network, least, replies
from tenchips.notation import Move
from tenchips.solver.proof import SolveError
from tenchips.squares import Bits, Color, numbers

MEGABYTES = 256

_searches: list[Exact] = []


def shortest(board: Board, winner: Color, within: int, executor: Executor) -> int | None:
    """Within how many plies the winner wins and not sooner, given a bound that is proved; None
    if the win could need step moves."""
    own, other = seen_by_winner(chips_of(board), winner)
    if _may_need_steps(own, other, within):
        return None
    if board.turn is winner:
        return _attack((own, other), within, executor)
    return 1 + max(
        _attack((own, other | 1 << reply), within - 1, executor)
        for reply in numbers(replies(own, other))
    )


def decided_within(
    board: Board, winner: Color, plies: int, executor: Executor
) -> Iterator[tuple[Move | None, bool]]:
    """Whether a side wins within so many plies, exhaustively: against each reply in turn if the
    other side is to move (of replies that are mirror images, one), as each is decided."""
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
    futures = {executor.submit(won, *chips, plies): move for chips, move in todo.items()}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _may_need_steps(own: Bits, other: Bits, plies: int) -> bool:
    return max(own.bit_count(), other.bit_count()) + (plies + 1) // 2 > 10


def _attack(chips: Chips, within: int, executor: Executor) -> int:
    own, other = chips
    for plies in range(1, within, 2):
        after = {least(own | 1 << move, other) for move in numbers(adds(own, other))}
        if _any_lost(after, plies - 1, executor):
            return plies
    return within


def _any_lost(positions: Iterable[Chips], plies: int, executor: Executor) -> bool:
    futures = [executor.submit(lost, *chips, plies) for chips in sorted(positions)]
    try:
        return any(future.result() for future in as_completed(futures))
    finally:
        for future in futures:
            future.cancel()


def lost(own: Bits, other: Bits, plies: int) -> bool:
    """Whether the defender, to move, has lost within so many plies. Each process keeps a table."""
    if plies == 0:
        return has_network(own, other, True)
    return _search().loses(own, other, plies)


def won(own: Bits, other: Bits, plies: int) -> bool:
    """Whether the attacker, to move, wins within so many plies."""
    return bool(_search().wins(own, other, plies))


def _search() -> Exact:
    if not _searches:
        _searches.append(Exact(MEGABYTES))
    return _searches[0]
