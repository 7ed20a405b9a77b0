"""Makes the opening book from certificates, an earlier book and journals of decided openings.

A certificate says who wins its own positions of few chips, and those that its moves lead to. A
journal says what the engine has proved. Where both know a position, the certificate's word counts.
What follows from them is entered too: a position is won if one of its moves leads to one that is
lost, and lost if every move leads to one that is won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenchips.board import Board
from tenchips.book.certificate import (
    Certificate,
    Chips,
    chips_of,
    least_image,
    position_text,
)
from tenchips.book.opening_book import MOST_PLIES, BookEntry, OpeningBook, turn_of
from tenchips.errors import TenchipsError
from tenchips.notation import PositionText
from tenchips.solver.opening_table import MOST_CHIPS, OpeningTable, after, least, positions_of
from tenchips.squares import NUMBERS


class BookConflict(TenchipsError):
    """Two results of one position that cannot both be right."""


def make_book(
    certificates: Iterable[Certificate],
    tables: Iterable[OpeningTable],
    earlier: OpeningBook | None = None,
) -> OpeningBook:
    """The book of all that they know, with what follows from it."""
    entries: dict[Chips, BookEntry] = {} if earlier is None else dict(earlier.entries.items())
    for certificate in certificates:
        for chips, entry in _certified(certificate):
            _enter(entries, chips, entry)
    for table in tables:
        for chips, decision in table.decisions.items():
            if decision.plies is not None:
                plies, is_win = abs(decision.plies), decision.plies > 0
                _enter(entries, chips, BookEntry(decision.move, plies, is_win, False))
    for count in range(MOST_CHIPS - 1, 0, -1):
        for chips in positions_of(count):
            if chips not in entries and (found := _following(chips, entries)):
                _enter(entries, chips, found)
    return OpeningBook(entries)


def _enter(entries: dict[Chips, BookEntry], chips: Chips, entry: BookEntry) -> None:
    """Enter a result, unless one is there that is as sure and as short, or it is too long for a
    book; `BookConflict` if another winner is."""
    known = entries.get(chips)
    if known is not None and known.is_win != entry.is_win:
        raise BookConflict(
            f"two files name different winners of {PositionText(*chips, turn_of(chips))}: "
            "leave out the one that is wrong"
        )
    if entry.plies <= MOST_PLIES and (known is None or _rank(entry) < _rank(known)):
        entries[chips] = entry


def _rank(entry: BookEntry) -> tuple[bool, int]:
    return not entry.is_certified, entry.plies


def _certified(certificate: Certificate) -> Iterator[tuple[Chips, BookEntry]]:
    """What a certificate says of positions with few chips, with either side to move."""
    for seen in certificate.entries:
        count = (seen[0] | seen[1]).bit_count()
        if count > MOST_CHIPS:
            continue
        board = Board(position_text(seen, certificate.winner))
        won = certificate.move(board)
        assert won is not None
        if count:  # the package's own certificate has the start
            yield _turned(board, won[0].to, won[1], is_win=True)
        board.push(won[0])
        if count + 1 < MOST_CHIPS and (lost := certificate.resistance(board)):
            yield _turned(board, lost[0].to, lost[1], is_win=False)


def _turned(board: Board, square: str, plies: int, *, is_win: bool) -> tuple[Chips, BookEntry]:
    """The entry of a board, turned to the least image of its position."""
    image, mirrored = least_image(chips_of(board))
    return image, BookEntry(NUMBERS[square] ^ mirrored, plies, is_win, is_certified=True)


def _following(chips: Chips, entries: dict[Chips, BookEntry]) -> BookEntry | None:
    """What follows for a position from those that its moves lead to."""
    known = [(square, entries.get(least(child))) for square, child in after(chips)]
    lost = [(square, entry) for square, entry in known if entry and not entry.is_win]
    if lost:
        square, entry = min(lost, key=lambda pair: _rank(pair[1]))
        return BookEntry(square, entry.plies + 1, True, entry.is_certified)
    won = [(square, entry) for square, entry in known if entry]
    if len(won) < len(known):
        return None
    square, entry = max(won, key=lambda pair: pair[1].plies)
    return BookEntry(square, entry.plies + 1, False, all(entry.is_certified for _, entry in won))
