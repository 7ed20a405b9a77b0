"""The certificate: a winning strategy in a file, White's from the start or Black's after a first
move that is a mistake.

A certificate holds an entry for every position with the winner to move that can come up when
the winner follows it: the square to play to, and the plies within which that wins. Positions that
are one another's mirror images are kept once, and wins within a few plies are left out: a search
finds those. Black's strategy is kept on the transposed board, where Black plays from left to right
as White does. docs/certificate.md describes the file.

This module reads and writes certificates and looks positions up. It does not check their claims:
`tenchips.solver.verification` does.
"""

from __future__ import annotations

import lzma
import os
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Final, TypeAlias

from tenchips.board import Board
from tenchips.book.exact import Exact
from tenchips.errors import TenchipsError, check_type
from tenchips.files import read_file, write_atomically
from tenchips.notation import ADDS, Move, NotationError, PositionText
from tenchips.squares import BLACK, NAMES, NUMBERS, WHITE, Bits, Color, bits, numbers

Chips: TypeAlias = tuple[Bits, Bits]
"""The winner's and the other's chips of a position with the winner to move, on a board where the
winner plays from left to right: see `seen_by_winner`."""

CertificateEntry: TypeAlias = tuple[int, int]
"""The number of the square the winner plays to, and the plies within which that wins."""

Row: TypeAlias = tuple[int, int, int, int]

LONGEST: Final = 19
"""White's tenth add is ply 19: a win by then never sees a step move. Black's is a ply later, and
counted from there the same."""

BLOCK: Final = 8192
VERSIONS: Final = ("1", "2\nwinner black")
HEAD: Final = re.compile(
    rb"tenchips certificate (1|2\nwinner black)\n"
    rb"left (\d{1,2})\npositions (\d{1,8})\nsha256 ([0-9a-f]{64})\n\n"
)
BLOCK_HEAD: Final = struct.Struct("<QQIII")
ROW: Final = struct.Struct("<QQBB")
FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}]
REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class CertificateError(TenchipsError):
    """A certificate that cannot be read.

    >>> Certificate.from_bytes(b"not one")
    Traceback (most recent call last):
    tenchips.book.certificate.CertificateError: ...
    """


class Certificate:
    """A strategy for one side: ask it for the move in a position.

    >>> certificate = Certificate.load()
    >>> certificate.move(Board())
    (Move.parse('33'), 15)
    """

    def __init__(
        self, entries: Mapping[Chips, CertificateEntry], left: int, winner: Color = WHITE
    ) -> None:
        """`entries` by the least image of each position; wins within `left` plies are not in."""
        self.entries = entries
        self.left = left
        self.winner = winner

    # Looking up

    def move(self, board: Board) -> tuple[Move, int] | None:
        """The winner's move and the most plies until the win, or None where neither the
        certificate nor a search of the next few plies finds one.

        >>> Certificate.load().move(Board(moves="33 22"))[1]
        13
        """
        check_type("board", board, Board, "a Board")
        if board.turn is not self.winner or not board.hand(self.winner) or board.outcome():
            return None
        if (known := self.entry(chips_of(board))) is not None:
            square, plies = known
            return ADDS[NAMES[square]], plies
        chips = seen_by_winner(chips_of(board), self.winner)
        for plies in range(1, min(self.left, LONGEST - 2 * chips[0].bit_count()) + 1, 2):
            found = self._exact.move(*chips, plies)
            if found is not None:
                return ADDS[self.name(found)], plies
        return None

    def entry(self, chips: Chips) -> CertificateEntry | None:
        """What it holds of a position with these white and black chips and the winner to move: the
        square to add to, and the plies; None if it holds nothing.

        >>> Certificate.load().entry((0, 0))
        (27, 15)
        """
        seen = seen_by_winner(chips, self.winner)
        for mirrored, image in zip(MIRRORED, images(seen), strict=True):
            if image in self.entries:
                square, plies = self.entries[image]
                return NUMBERS[self.name(square ^ mirrored)], plies
        return None

    def resistance(self, board: Board) -> tuple[Move, int] | None:
        """In a position where every reply of the other side is known to lose: the one that loses
        last, with the plies until then at most; else None.

        >>> Certificate.load().resistance(Board(moves="33"))[1]
        14
        """
        check_type("board", board, Board, "a Board")
        if board.turn is self.winner or not board.hand(board.turn):
            return None
        best: tuple[Move, int] | None = None
        for move in board.legal_moves:
            child = board.copy()
            child.push_unchecked(move)
            reply = self.move(child)
            if reply is None:
                return None
            if best is None or reply[1] + 1 > best[1]:
                best = move, reply[1] + 1
        return best

    def name(self, square: int) -> str:
        """The name on the real board of a square of an entry."""
        return NAMES[square if self.winner is WHITE else transposed(square)]

    @cached_property
    def _exact(self) -> Exact:
        return Exact(megabytes=1)

    def __reduce__(self) -> tuple[object, ...]:
        return Certificate, (self.entries, self.left, self.winner)

    # Files

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Certificate:
        """Read a certificate, or a text made by `lines`; without a name White's, of the package."""
        if path is None:
            return certificates()[0]
        data = read_file(path)
        if data.startswith(b"tenchips certificate"):
            return cls.from_bytes(data)
        return cls.from_text(data.decode("ascii", "replace"))

    @classmethod
    def from_bytes(cls, data: bytes) -> Certificate:
        """Read the bytes of a file, and make sure that none was altered."""
        head = HEAD.match(data)
        if head is None:
            raise CertificateError("this is no certificate: its head is not that of version 1 or 2")
        left, count, checksum = int(head[2]), int(head[3]), head[4].decode()
        winner = WHITE if head[1] == b"1" else BLACK
        entries: dict[Chips, CertificateEntry] = {}
        for rows in _blocks(memoryview(data)[head.end() :], winner):
            entries.update(((white, black), (move, plies)) for white, black, move, plies in rows)
        if len(entries) != count:
            raise CertificateError(f"the certificate holds {len(entries)} positions, not {count}")
        if sha256(data[head.end() :]).hexdigest() != checksum:
            raise CertificateError("the checksum in the certificate's head is wrong")
        return cls(entries, left, winner)

    def to_bytes(self) -> bytes:
        """The certificate as a file holds it: the same bytes for the same entries."""
        rows = [(*chips, *entry) for chips, entry in sorted(self.entries.items(), key=_order)]
        body = b"".join(_block(rows[i : i + BLOCK]) for i in range(0, len(rows), BLOCK))
        head = (
            f"tenchips certificate {VERSIONS[self.winner]}\n"
            f"left {self.left}\npositions {len(rows)}\n"
            f"sha256 {sha256(body).hexdigest()}\n\n"
        )
        return head.encode() + body

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        write_atomically(path, self.to_bytes())

    def lines(self) -> Iterator[str]:
        """The certificate as text: a line `position move plies` for each entry.

        >>> next(Certificate.load().lines())
        '8/8/8/8/8/8/8/8 w 0 1 33 15'
        """
        for chips, (square, plies) in sorted(self.entries.items(), key=_order):
            yield f"{position_text(chips, self.winner)} {self.name(square)} {plies}"

    @classmethod
    def from_text(cls, text: str) -> Certificate:
        """Read what `lines` writes. The shortest distance shows which wins were left out."""
        made: Certificate | None = None
        entries: dict[Chips, CertificateEntry] = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            try:
                position = PositionText.parse(" ".join(words[:4]))
                made = made or cls(entries, 0, position.turn)
                chips = seen_by_winner((position.white, position.black), made.winner)
                plies = int(words[5])
                if len(words) != 6 or position.turn is not made.winner or not 1 <= plies <= LONGEST:
                    raise NotationError(f"{made.winner} is to move, and wins within 19 plies")
                if chips != min(images(chips)):
                    raise NotationError("the position is not the least of its mirror images")
                if chips in entries:
                    raise NotationError("the position was there before")
                entries[chips] = NUMBERS[made.name(NUMBERS[words[4]])], plies
            except (IndexError, KeyError, ValueError) as error:
                raise CertificateError(
                    f"line {number} is not `position move plies` ({error}): {line[:80]!r}"
                ) from None
        if made is None:
            raise CertificateError("this is no certificate: it holds no position")
        made.left = min(plies for _, plies in entries.values()) - 2
        return made


@cache
def certificates() -> tuple[Certificate, Certificate]:
    """The strategies in the package: White's, and Black's after the first move that loses.

    >>> [str(certificate.winner) for certificate in certificates()]
    ['White', 'Black']
    """
    folder = files("tenchips.book")
    white, black = (folder.joinpath(f"{name}.cert").read_bytes() for name in ("white", "black"))
    return Certificate.from_bytes(white), Certificate.from_bytes(black)


# Positions


def chips_of(board: Board) -> Chips:
    """The white and the black chips of a board."""
    return bits(board.chips(WHITE)), bits(board.chips(BLACK))


def seen_by_winner(chips: Chips, winner: Color) -> Chips:
    """White's and Black's chips as the winner's and the other's, on a board where the winner plays
    from left to right; and back."""
    first, second = chips
    return (_all_transposed(second), _all_transposed(first)) if winner is BLACK else (first, second)


def _all_transposed(some: Bits) -> Bits:
    return sum(1 << transposed(square) for square in numbers(some))


def transposed(square: int) -> int:
    """The square with column and row exchanged.

    >>> NAMES[transposed(NUMBERS["35"])]
    '53'
    """
    return square % 8 * 8 + square // 8


def position_text(chips: Chips, winner: Color = WHITE) -> str:
    """A position with the winner to move as text."""
    return str(PositionText(*seen_by_winner(chips, winner), winner, 0, chips[0].bit_count() + 1))


MIRRORED: Final = (0, 0o70, 0o07, 0o77)
"""What to flip in the number of a square to get to each of the `images`, and back."""


def images(chips: Chips) -> tuple[Chips, Chips, Chips, Chips]:
    """A position, and with its columns, its rows, and both exchanged."""
    white, black = chips
    columns = _other_columns(white), _other_columns(black)
    rows = _other_rows(white), _other_rows(black)
    return chips, columns, rows, (_other_rows(columns[0]), _other_rows(columns[1]))


def _other_columns(some: Bits) -> Bits:
    return int.from_bytes(some.to_bytes(8, "little"), "big")


def _other_rows(some: Bits) -> Bits:
    return int.from_bytes(some.to_bytes(8, "little").translate(REVERSED), "little")


# Blocks


def _order(item: tuple[Chips, CertificateEntry]) -> tuple[int, Chips]:
    """Positions in the order of play."""
    return item[0][0].bit_count(), item[0]


def _columns(rows: Sequence[Row]) -> bytes:
    """The rows' first bytes, then their second ones and so on: alike beside alike packs well."""
    packed = b"".join(ROW.pack(*row) for row in rows)
    return b"".join(packed[column :: ROW.size] for column in range(ROW.size))


def _block(rows: Sequence[Row]) -> bytes:
    data = lzma.compress(_columns(rows), lzma.FORMAT_RAW, filters=FILTERS)
    first = rows[0][:2]
    check = zlib.crc32(data, zlib.crc32(struct.pack("<QQI", *first, len(rows))))
    return BLOCK_HEAD.pack(*first, len(rows), len(data), check) + data


def _blocks(data: memoryview, winner: Color) -> Iterator[list[Row]]:
    at = 0
    while at < len(data):
        if len(data) - at < BLOCK_HEAD.size:
            raise CertificateError("the certificate is cut off at its end")
        white, black, count, length, check = BLOCK_HEAD.unpack_from(data, at)
        at += BLOCK_HEAD.size
        packed = data[at : at + length]
        at += length
        if zlib.crc32(packed, zlib.crc32(struct.pack("<QQI", white, black, count))) != check:
            raise CertificateError(
                "the certificate is damaged from the position "
                f"{position_text((white, black), winner)} on"
            )
        columns = lzma.decompress(packed, lzma.FORMAT_RAW, filters=FILTERS)
        rows = bytearray(len(columns))
        for column in range(ROW.size):
            rows[column :: ROW.size] = columns[column * count : (column + 1) * count]
        yield list(ROW.iter_unpack(rows))
