"""The opening book: who wins positions of a few chips, and a move for the side to move.

`openings.book`, in the package, holds what is decided so far. An entry is proved either by a
certificate, in docs/certificates, or by a search of the engine alone (`tenchips openings decide`):
it says which. A position that is not in it is simply unknown. docs/openings.md describes the file.

This module reads and writes the book and looks positions up; `tenchips.solver.book_maker` makes it.
"""

from __future__ import annotations

import lzma
import os
import re
import struct
from bisect import bisect_left
from collections.abc import ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import (
    FILTERS,
    MIRRORED,
    Certificate,
    Chips,
    certificates,
    chips_of,
    images,
)
from tenchips.errors import TenchipsError, check_type
from tenchips.files import read_file, write_atomically
from tenchips.notation import ADDS, Move
from tenchips.squares import BLACK, NAMES, WHITE, Color

MOST_PLIES: Final = 63
LOSES: Final = 64
CERTIFIED: Final = 128
"""Bits of an entry's last byte; the lowest six are its plies."""

HEAD: Final = re.compile(rb"tenchips openings 1\npositions (\d{1,6})\nsha256 ([0-9a-f]{64})\n\n")
ROW: Final = struct.Struct("<QQBB")


class OpeningBookError(TenchipsError):
    """An opening book that cannot be read.

    >>> OpeningBook.from_bytes(b"not one")
    Traceback (most recent call last):
    tenchips.book.opening_book.OpeningBookError: ...
    """


@dataclass(frozen=True)
class BookEntry:
    """What the book says of a position: the number of the square to play to, and the plies within
    which the side to move wins, or loses if it plays there."""

    square: int
    plies: int
    is_win: bool
    is_certified: bool
    """Whether a certificate proves it; if not, a search of the engine does."""

    @property
    def signed_plies(self) -> int:
        """The plies, negative if the side to move loses.

        >>> BookEntry(square=27, plies=14, is_win=False, is_certified=True).signed_plies
        -14
        """
        return self.plies if self.is_win else -self.plies


@dataclass(frozen=True)
class BookResult:
    """What the book says of a board.

    >>> opening_book().look_up(Board(moves="22 45"))
    BookResult(winner=WHITE, move=Move.parse('44'), plies=15, is_certified=True)
    """

    winner: Color
    move: Move
    """The winner's, or the one that loses last as far as is known."""
    plies: int
    is_certified: bool


class OpeningBook:
    """Results of positions, by the least image of their white and black chips.

    >>> opening_book().look_up(Board(moves="66")).winner
    BLACK
    >>> opening_book().look_up(Board(moves="01 10 06 17 66")) is None
    True
    """

    def __init__(self, entries: Mapping[Chips, BookEntry]) -> None:
        self.entries = entries

    def look_up(self, board: Board) -> BookResult | None:
        """What is known of a board's position, or None."""
        check_type("board", board, Board, "a Board")
        if board.outcome():
            return None
        for mirrored, image in zip(MIRRORED, images(chips_of(board)), strict=True):
            if (entry := self.entries.get(image)) is not None:
                winner = board.turn if entry.is_win else board.turn.other
                move = ADDS[NAMES[entry.square ^ mirrored]]
                return BookResult(winner, move, entry.plies, entry.is_certified)
        return None

    # Files

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> OpeningBook:
        """Read a file."""
        return cls.from_bytes(read_file(path))

    @classmethod
    def from_bytes(cls, data: bytes) -> OpeningBook:
        """Read the bytes of a file, and make sure that none was altered."""
        head = HEAD.match(data)
        if head is None:
            raise OpeningBookError("this is no opening book: its head is not that of version 1")
        body, count = data[head.end() :], int(head[1])
        if sha256(body).hexdigest() != head[2].decode():
            raise OpeningBookError("the opening book is damaged: its checksum is wrong")
        columns = lzma.decompress(body, lzma.FORMAT_RAW, filters=FILTERS)
        if len(columns) != ROW.size * count:
            raise OpeningBookError(f"the opening book does not hold {count} positions")
        rows = bytearray(len(columns))
        for column in range(ROW.size):
            rows[column :: ROW.size] = columns[column * count : (column + 1) * count]
        return cls(_Rows(bytes(rows)))

    def columns(self) -> bytes:
        """The rows in order, as columns: the first bytes of all rows, then the second ones and so
        on. Alike beside alike packs well."""
        packed = b"".join(
            ROW.pack(*chips, entry.square, _value(entry))
            for chips, entry in sorted(self.entries.items())
        )
        return b"".join(packed[column :: ROW.size] for column in range(ROW.size))

    def to_bytes(self) -> bytes:
        """The book as a file holds it: the same bytes for the same entries."""
        body = lzma.compress(self.columns(), lzma.FORMAT_RAW, filters=FILTERS)
        head = (
            f"tenchips openings 1\npositions {len(self.entries)}\n"
            f"sha256 {sha256(body).hexdigest()}\n\n"
        )
        return head.encode() + body

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        write_atomically(path, self.to_bytes())


class _Rows(Mapping[Chips, BookEntry]):
    """The entries of a file, sorted, as they stand in it: 300,000 objects would take a second to
    make and a hundred megabytes."""

    def __init__(self, rows: bytes) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows) // ROW.size

    def __iter__(self) -> Iterator[Chips]:
        return ((white, black) for white, black, _, _ in ROW.iter_unpack(self._rows))

    def __getitem__(self, chips: Chips) -> BookEntry:
        place = bisect_left(range(len(self)), chips, key=self._chips)
        if place == len(self) or self._chips(place) != chips:
            raise KeyError(chips)
        return _entry(*ROW.unpack_from(self._rows, place * ROW.size)[2:])

    def items(self) -> ItemsView[Chips, BookEntry]:
        return _Items(self)

    def _chips(self, place: int) -> Chips:
        white, black, _, _ = ROW.unpack_from(self._rows, place * ROW.size)
        return white, black

    def entries(self) -> Iterator[tuple[Chips, BookEntry]]:
        """All of them, without looking each up."""
        for white, black, square, value in ROW.iter_unpack(self._rows):
            yield (white, black), _entry(square, value)


class _Items(ItemsView[Chips, BookEntry]):
    _mapping: _Rows

    def __iter__(self) -> Iterator[tuple[Chips, BookEntry]]:
        return self._mapping.entries()


@cache
def opening_book() -> OpeningBook:
    """The book in the package.

    >>> len(opening_book().entries) > 1000
    True
    """
    return OpeningBook.from_bytes(files("tenchips.book").joinpath("openings.book").read_bytes())


def certified_result(
    board: Board, strategies: Sequence[Certificate] | None = None
) -> BookResult | None:
    """What certificates say of a position, those of the package unless others are given.

    >>> certified_result(Board(moves="33 22"))
    BookResult(winner=WHITE, move=Move.parse('...'), plies=13, is_certified=True)
    """
    for certificate in certificates() if strategies is None else strategies:
        if found := certificate.move(board) or certificate.resistance(board):
            return BookResult(certificate.winner, *found, is_certified=True)
    return None


def turn_of(chips: Chips) -> Color:
    """Who is to move while both players add: White has as many chips as Black, or one more."""
    return WHITE if chips[0].bit_count() == chips[1].bit_count() else BLACK


def winner_of(chips: Chips, entry: BookEntry) -> Color:
    """Who wins the position of an entry."""
    return turn_of(chips) if entry.is_win else turn_of(chips).other


def _entry(square: int, value: int) -> BookEntry:
    return BookEntry(square, value & MOST_PLIES, not value & LOSES, bool(value & CERTIFIED))


def _value(entry: BookEntry) -> int:
    if not 0 < entry.plies <= MOST_PLIES:
        raise OpeningBookError(
            f"an opening book holds wins within {MOST_PLIES} plies, not {entry.plies}"
        )
    return entry.plies | LOSES * (not entry.is_win) | CERTIFIED * entry.is_certified
