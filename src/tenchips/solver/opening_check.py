"""Confirms winners that the opening book takes from searches, independently of the engine.

For a position that the book calls won, or each reply to one that it calls lost, a strategy is
written, as for a certificate, and the verifier checks each entry of it: with its own rules and
exact searches, on positions instead of keys. The engine only suggests the moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from tenchips.book.certificate import (
    LONGEST,
    Certificate,
    CertificateEntry,
    Chips,
    seen_by_winner,
)
from tenchips.book.exact import children, least, replies
from tenchips.book.opening_book import OpeningBook, turn_of, winner_of
from tenchips.executors import InProcess, Runner
from tenchips.solver.strategy import StrategyTask, build, merged, recounted
from tenchips.solver.verification import Verifier
from tenchips.squares import Color

LEFT_OUT: Final = 5
"""Wins within so many plies are left to the verifier."""

LAST_PLIES: Final = (LONGEST, 39)
"""The plies by which strategies are to win: with adds alone, then with steps."""

NODES: Final = 100_000_000
GLANCE_NODES: Final = 2000


def confirm(
    book: OpeningBook,
    sample: int,
    seed: int = 0,
    workers: Runner | None = None,
    *,
    memory: int = 64,
) -> Iterator[tuple[Chips, bool]]:
    """Confirm who wins in a random sample of the positions of a book that no certificate proves:
    each position, and whether a strategy for its winner was found and accepted."""
    known = sorted(chips for chips, entry in book.entries.items() if not entry.is_certified)
    drawn = Random(seed).sample(known, min(sample, len(known)))
    tasks = [(chips, winner_of(chips, book.entries[chips])) for chips in drawn]
    for (chips, _), is_won in (workers or InProcess()).run(partial(is_proved, memory), tasks):
        yield chips, is_won


def is_proved(memory: int, task: tuple[Chips, Color]) -> bool:
    """Whether the verifier accepts a strategy for a player in a position of the add phase.

    >>> from tenchips import BLACK, WHITE, Board
    >>> from tenchips.book.certificate import chips_of
    >>> chips = chips_of(Board(moves="33 43 73 44 03 62"))
    >>> is_proved(4, (chips, WHITE)), is_proved(4, (chips, BLACK))
    (True, False)
    """
    chips, winner = task
    own, other = seen_by_winner(chips, winner)
    roots = [least(own, other)]
    if turn_of(chips) is not winner:
        roots = [child for _, child in children(own, other, replies(own, other))]
    return bool(roots) and any(_is_won(memory, roots, winner, by) for by in LAST_PLIES)


def _is_won(memory: int, roots: Sequence[Chips], winner: Color, by: int) -> bool:
    """Whether the verifier accepts a strategy for all of some positions, seen by the winner."""
    entries: dict[Chips, CertificateEntry] = {}
    for root in roots:
        found = build(StrategyTask(root, LEFT_OUT, NODES, 0, GLANCE_NODES, by, memory))
        if found is None:
            return False
        entries = merged(entries, found)
    certificate = Certificate(recounted(entries, LEFT_OUT), LEFT_OUT, winner)
    verifier = Verifier(certificate, allows_steps=by > LONGEST)
    return set(roots) <= entries.keys() and not any(map(verifier.flaw, certificate.entries))
