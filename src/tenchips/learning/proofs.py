"""What can be proven of a position: who wins, how soon, and which moves keep the result.

Only proofs count: an entry of a certificate, the table of first moves, or a search whose score is
beyond `SURE`. Everything else is unknown. Budgets are nodes, so that the same question asked of a
fresh `Proofs` has the same answer on every machine; seconds can be a limit besides.

A position is its chips and the side to move, without a game before it: repetitions and the step
limit, which are house rules, do not exist here, and a player without a legal move has lost. A win
that is proven takes a number of plies that shrinks with every move, so it never repeats a position.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Final, NamedTuple

from tenchips.book import certificates, winner_after
from tenchips.book.certificate import CertificateEntry
from tenchips.core import Position
from tenchips.notation import Move
from tenchips.solver.finder import Finder
from tenchips.solver.puzzle_maker import Effort, Prover, TooHard
from tenchips.squares import BLACK, WHITE, Bits

WIN: Final = 1
LOSS: Final = -1

BOOK_PLIES: Final = 12
"""From here on the book is not asked: searches are quicker."""

SHALLOW: Final = 2_000
"""Nodes for a reply that the book leaves out because it loses within a few plies."""


@dataclass(frozen=True)
class PositionTruth:
    """What is proven of a position, for the side to move.

    `value` is 1 for a win, -1 for a loss, None if nothing is proven. `plies` is within how many
    plies the game is decided; `is_exact` says that it is also not sooner if both play their best.
    `actions` are the moves that are proven to keep the value (see `Move.action`), in rising order:
    every legal move if the position is lost. `is_complete` says that all others are proven to
    give a win away.

    >>> Proofs(nodes=1000).of(Position.of("8/8/8/8/8/8/8/8 w 0 1")).value
    1
    """

    value: int | None = None
    plies: int | None = None
    is_exact: bool = False
    actions: tuple[int, ...] = ()
    is_complete: bool = False

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that are proven to keep the value."""
        return tuple(map(Move.from_action, self.actions))


UNKNOWN: Final = PositionTruth()


class Result(NamedTuple):
    """A proven value, and the plies within which the game is decided."""

    value: int
    plies: int


class Proofs:
    """Finds proofs, with a memory that lasts from one question to the next.

    >>> from tenchips import Board
    >>> board = Board(moves="62 27 02 67 32 16 65 56 46 34 26")
    >>> found = Proofs(nodes=10_000).of(Position.of(board))
    >>> found.value, found.plies, found.is_exact, len(found.actions)
    (-1, 6, True, 28)
    """

    def __init__(
        self, nodes: int, megabytes: int = 4, seconds: float | None = None, book: bool = True
    ) -> None:
        """`nodes` are for each search, of the position and of each move. After so many seconds on a
        position no other search is begun."""
        self._nodes, self._seconds, self._has_book = nodes, seconds, book
        self._finder = Finder(megabytes)
        self._prover = Prover(Effort(notice=0, prove=nodes, megabytes=1))
        self._deadline = inf

    def value(self, position: Position, *, exact: bool = True) -> PositionTruth:
        """The value and its distance, without the moves."""
        self._begin()
        return self._value(position, exact)

    def of(self, position: Position, *, exact: bool = True, partial: bool = True) -> PositionTruth:
        """The value, its distance and the moves that keep the value. Unless some of those moves are
        of use too, it gives up at the first move that stays unknown."""
        self._begin()
        found = self._value(position, exact)
        if found.value == WIN and found.plies:
            keeping, is_complete = self._winning(position, partial)
            return replace(found, actions=keeping, is_complete=is_complete)
        if found.value == LOSS and found.plies:
            return replace(found, actions=tuple(position.legal_actions()), is_complete=True)
        return found

    @property
    def is_late(self) -> bool:
        """Whether the seconds for the last position were used up."""
        return time.monotonic() >= self._deadline

    def _begin(self) -> None:
        self._deadline = inf if self._seconds is None else time.monotonic() + self._seconds

    def _value(self, position: Position, exact: bool) -> PositionTruth:
        ended = self.ended(position)
        if ended is not None:
            return PositionTruth(ended.value, 0, is_exact=True, is_complete=True)
        result = self._result(position)
        if result is None:
            return UNKNOWN
        if exact:
            return self._shortest(position, result)
        return PositionTruth(*result)

    @staticmethod
    def ended(position: Position) -> Result | None:
        """The result of a game that is over."""
        winner = position.winner()
        if winner is not None:
            return Result(WIN if winner is position.turn else LOSS, 0)
        return None if position.legal_actions() else Result(LOSS, 0)

    def _result(self, position: Position) -> Result | None:
        """What is proven of a game that is not over."""
        result = self._from_book(position)
        if result is None and not self.is_late:
            found = self._finder.search(position, self._nodes)
            if found.plies is not None:
                result = Result(WIN if found.points > 0 else LOSS, abs(found.plies))
        return result or self._lost_by_book(position)

    def _winning(self, position: Position, partial: bool) -> tuple[tuple[int, ...], bool]:
        """The moves that win, and whether all others are proven not to."""
        actions = position.legal_actions()
        if self._has_book and not chips_of(position):
            firsts = [one for one in actions if winner_after(Move.from_action(one)) is WHITE]
            return tuple(firsts), True
        entry, keeping, is_complete = self._entry(position), list[int](), True
        for action in actions:
            if entry is not None and action == entry[0]:
                keeping.append(action)
                continue
            position.push_unchecked(action)
            result = self.ended(position) or self._result(position)
            position.pop()
            if result is None:
                is_complete = False
                if not partial:
                    break
            elif result.value == LOSS:
                keeping.append(action)
        return tuple(keeping), is_complete

    def _shortest(self, position: Position, result: Result) -> PositionTruth:
        """The result with the exact distance, if exhausting all shorter ones is cheap enough."""
        value, within = result
        board = position.board()
        asked = self._prover.wins if value == WIN else self._prover.loses
        with suppress(TooHard):
            for plies in range(1, within):
                if self.is_late:
                    raise TooHard
                if asked(board, plies):
                    return PositionTruth(value, plies, is_exact=True)
            return PositionTruth(value, within, is_exact=True)
        return PositionTruth(value, within)

    # The book

    def _from_book(self, position: Position) -> Result | None:
        entry = self._entry(position)
        return None if entry is None else Result(WIN, entry[1])

    def _entry(self, position: Position) -> CertificateEntry | None:
        return book_entry(position) if self._has_book else None

    def _lost_by_book(self, position: Position) -> Result | None:
        """A loss if every move leads to a position that the book knows as won, or that a quick
        search does."""
        if not self._has_book or chips_of(position).bit_count() >= BOOK_PLIES:
            return None
        longest = 0
        for action in position.legal_actions():
            position.push_unchecked(action)
            result = self._from_book(position) or self._quick_win(position)
            position.pop()
            if result is None:
                return None
            longest = max(longest, result.plies)
        return Result(LOSS, longest + 1)

    def _quick_win(self, position: Position) -> Result | None:
        plies = self._finder.search(position, SHALLOW).plies
        return Result(WIN, plies) if plies is not None and plies > 0 else None


def book_entry(position: Position) -> CertificateEntry | None:
    """The winning move that a certificate has here, and the plies within which it wins."""
    if chips_of(position).bit_count() >= BOOK_PLIES:
        return None
    [certificate] = (one for one in certificates() if one.winner is position.turn)
    return certificate.entry((position.chips(WHITE), position.chips(BLACK)))


def chips_of(position: Position) -> Bits:
    """The chips of both colours."""
    return position.chips(WHITE) | position.chips(BLACK)
