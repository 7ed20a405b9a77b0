"""What the opening book says as a whole: winners, lengths, positions with one move that wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tenchips.book.certificate import Chips
from tenchips.book.opening_book import BookEntry, OpeningBook, winner_of
from tenchips.solver.opening_table import after, least, positions_of
from tenchips.squares import COLORS, NAMES, Color, numbers


@dataclass(frozen=True)
class OpeningCounts:
    """How many positions of a number of chips there are, and how many each player wins."""

    chips: int
    positions: int
    won: dict[Color, int]
    """Of those that are known."""
    certified: int

    @property
    def known(self) -> int:
        """How many are decided."""
        return sum(self.won.values())


def counts(book: OpeningBook, chips: int) -> OpeningCounts:
    """What a book holds of the positions of so many chips.

    >>> from tenchips.book import opening_book
    >>> counts(opening_book(), 1).won
    {WHITE: 11, BLACK: 1}
    """
    known = list(_known(book, chips))
    won = Counter(winner_of(each, entry) for each, entry in known)
    certified = sum(entry.is_certified for _, entry in known)
    positions = len(positions_of(chips))
    return OpeningCounts(chips, positions, {color: won[color] for color in COLORS}, certified)


def lengths(book: OpeningBook, chips: int) -> Counter[tuple[Color, int]]:
    """How many positions of so many chips each player wins within how many plies.

    >>> from tenchips.book import opening_book
    >>> sum(lengths(opening_book(), 1).values())
    12
    """
    return Counter((winner_of(each, entry), entry.plies) for each, entry in _known(book, chips))


@dataclass(frozen=True)
class Choices:
    """The moves of a position, by what is known of them for the side to move."""

    chips: Chips
    winning: tuple[int, ...]
    """Squares."""
    losing: tuple[int, ...]
    open: tuple[int, ...]


def placed(chips: Chips) -> str:
    """A position in words.

    >>> placed((1 << 0o33 | 1 << 0o44, 1 << 0o45))
    'White 33 44, Black 45'
    """
    white, black = (" ".join(NAMES[each] for each in numbers(some)) for some in chips)
    return f"White {white}" + (f", Black {black}" if black else "")


def choices(book: OpeningBook, chips: Chips) -> Choices:
    """What a book says of the moves of a position.

    >>> from tenchips.book import opening_book
    >>> len(choices(opening_book(), (0, 0)).winning)
    44
    """
    found: dict[bool | None, list[int]] = {True: [], False: [], None: []}
    for square, child in after(chips):
        entry = book.entries.get(least(child))
        found[None if entry is None else not entry.is_win].append(square)
    return Choices(chips, tuple(found[True]), tuple(found[False]), tuple(found[None]))


def only_moves(book: OpeningBook, chips: int) -> Iterator[Choices]:
    """The positions of so many chips in which one move wins, and all others lose."""
    for each, entry in _known(book, chips):
        if entry.is_win:
            found = choices(book, each)
            if len(found.winning) == 1 and not found.open:
                yield found


def longest(book: OpeningBook, chips: int, color: Color) -> Iterator[tuple[Chips, BookEntry]]:
    """The positions of so many chips that a player wins, those that take longest first."""
    won = [pair for pair in _known(book, chips) if winner_of(*pair) is color]
    yield from sorted(won, key=lambda pair: -pair[1].plies)


def _known(book: OpeningBook, chips: int) -> Iterator[tuple[Chips, BookEntry]]:
    """The positions of so many chips that a book has."""
    for each in positions_of(chips):
        if (entry := book.entries.get(each)) is not None:
            yield each, entry
