"""The certificate: a winning strategy in a file, White's from the start or Black's after a first
move that is a mistake.

A certificate holds an entry for every position with the winner to move that can come up when
the winner follows it: the move, and the plies within which that wins. Positions that are one
another's mirror images are kept once, and wins within a few plies are left out: a search finds
those. Most strategies win with a chip from the hand; some need step moves too. Black's strategy is
kept on the transposed board, where Black plays from left to right as White does.
docs/certificate.md describes the file.

This module reads and writes certificates and looks positions up. It does not check their claims:
`tenchips.solver.verification` does.
"""

from __future__ import annotations

import lzma
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Final, TypeAlias

from tenchips.board import Board
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps
from tenchips.errors import TenchipsError, check_type
from tenchips.files import read_file, write_atomically
from tenchips.notation import Move, NotationError, PositionText
from tenchips.rules import CHIPS
from tenchips.squares import BLACK, WHITE, Bits, Color, bits, numbers

Chips: TypeAlias = tuple[Bits, Bits]
"""The winner's and the other's chips of a position with the winner to move, on a board where the
winner plays from left to right: see `seen_by_winner`."""

CertificateEntry: TypeAlias = tuple[int, int]
"""The winner's move as a number (`Move.action`: an add is the number of its square), on the same
board, and the plies within which that wins."""

Row: TypeAlias = tuple[int, int, int, int]

LONGEST: Final = 19
"""White's tenth add is ply 19: a win by then never sees a step move. Black's is a ply later, and
counted from there the same."""

LONGEST_WITH_STEPS: Final = 99
"""A win by then never sees the step limit."""

STEPS: Final = 64
"""The number of the first step; those of adds are less."""

MOVES: Final = STEPS + 64 * 64

BLOCK: Final = 8192
VERSIONS: Final = ("1", "2\nwinner black")
VERSIONS_WITH_STEPS: Final = ("3\nwinner white", "3\nwinner black")
HEAD: Final = re.compile(
    rb"tenchips certificate (1|2\nwinner black|3\nwinner (?:white|black))\n"
    rb"left (\d{1,2})\npositions (\d{1,8})\nsha256 ([0-9a-f]{64})\n\n"
)
BLOCK_HEAD: Final = struct.Struct("<QQIII")
ROW: Final = struct.Struct("<QQBB")
ROW_WITH_STEPS: Final = struct.Struct("<QQHB")
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

    @cached_property
    def has_steps(self) -> bool:
        """Whether the winner steps in one of the entries.

        >>> Certificate.load().has_steps
        False
        """
        return any(action >= STEPS for action, _ in self.entries.values())

    # Looking up

    def move(self, board: Board) -> tuple[Move, int] | None:
        """The winner's move and the most plies until the win, or None where neither the
        certificate nor a search of the next few plies finds one.

        >>> Certificate.load().move(Board(moves="33 22"))[1]
        13
        """
        check_type("board", board, Board, "a Board")
        if board.turn is not self.winner or not self._reaches(board) or board.outcome():
            return None
        if (known := self.entry(chips_of(board))) is not None:
            return Move.from_action(known[0]), known[1]
        chips = seen_by_winner(chips_of(board), self.winner)
        if not board.hand(self.winner):
            found = self._exact_steps.winning_step(*chips)
            return None if found is None else (Move.from_action(self._turned(found)), 1)
        for plies in range(1, min(self.left, LONGEST - 2 * chips[0].bit_count()) + 1, 2):
            found = self._exact.move(*chips, plies)
            if found is not None:
                return Move.from_action(self._turned(found)), plies
        return None

    def entry(self, chips: Chips) -> CertificateEntry | None:
        """What it holds of a position with these white and black chips and the winner to move: the
        move as a number, and the plies; None if it holds nothing.

        >>> Certificate.load().entry((0, 0))
        (27, 15)
        """
        seen = seen_by_winner(chips, self.winner)
        for mirrored, image in zip(MIRRORED, images(seen), strict=True):
            if image in self.entries:
                action, plies = self.entries[image]
                return self._turned(_each_square(action, mirrored.__xor__)), plies
        return None

    def resistance(self, board: Board) -> tuple[Move, int] | None:
        """In a position where every reply of the other side is known to lose: the one that loses
        last, with the plies until then at most; else None.

        >>> Certificate.load().resistance(Board(moves="33"))[1]
        14
        """
        check_type("board", board, Board, "a Board")
        if board.turn is self.winner or not self._reaches(board):
            return None
        best: tuple[Move, int] | None = None
        for move in board.legal_moves:
            child = board.copy()
            child.push_unchecked(move)
            plies = self._plies(child)
            if plies is None:
                return None
            if best is None or plies + 1 > best[1]:
                best = move, plies + 1
        return best

    def _plies(self, board: Board) -> int | None:
        """The plies until the win after a reply: none if that was a step that opened a line for the
        winner's network."""
        outcome = board.outcome()
        if outcome is not None and outcome.winner is self.winner:
            return 0
        answer = self.move(board)
        return None if answer is None else answer[1]

    def _reaches(self, board: Board) -> bool:
        """Whether it may know something of a position, by the chips in hand."""
        return self.has_steps or board.hand(board.turn) > 0

    def name(self, action: int) -> str:
        """The text on the real board of a square or a move of an entry."""
        return str(Move.from_action(self._turned(action)))

    def _turned(self, action: int) -> int:
        """A move from the winner's board to the real one, or back."""
        return action if self.winner is WHITE else _each_square(action, transposed)

    @cached_property
    def _exact(self) -> Exact:
        return Exact(megabytes=1)

    @cached_property
    def _exact_steps(self) -> ExactSteps:
        return ExactSteps()

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
            raise CertificateError("this is no certificate: its head is not of version 1, 2 or 3")
        left, count, checksum = int(head[2]), int(head[3]), head[4].decode()
        winner = BLACK if head[1].endswith(b"black") else WHITE
        row, moves = (ROW_WITH_STEPS, MOVES) if head[1].startswith(b"3") else (ROW, STEPS)
        entries: dict[Chips, CertificateEntry] = {}
        for rows in _blocks(memoryview(data)[head.end() :], winner, row):
            for white, black, action, plies in rows:
                if action >= moves:
                    where = position_text((white, black), winner)
                    raise CertificateError(f"{action} is no move of this version, in {where}")
                entries[white, black] = action, plies
        if len(entries) != count:
            raise CertificateError(f"the certificate holds {len(entries)} positions, not {count}")
        if sha256(data[head.end() :]).hexdigest() != checksum:
            raise CertificateError("the checksum in the certificate's head is wrong")
        return cls(entries, left, winner)

    def to_bytes(self) -> bytes:
        """The certificate as a file holds it: the same bytes for the same entries."""
        rows = [(*chips, *entry) for chips, entry in sorted(self.entries.items(), key=_order)]
        row, versions = (ROW_WITH_STEPS, VERSIONS_WITH_STEPS) if self.has_steps else (ROW, VERSIONS)
        body = b"".join(_block(rows[i : i + BLOCK], row) for i in range(0, len(rows), BLOCK))
        head = (
            f"tenchips certificate {versions[self.winner]}\n"
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
        for chips, (action, plies) in sorted(self.entries.items(), key=_order):
            yield f"{position_text(chips, self.winner)} {self.name(action)} {plies}"

    @classmethod
    def from_text(cls, text: str) -> Certificate:
        """Read what `lines` writes. The shortest distance shows which wins were left out."""
        made: Certificate | None = None
        most = LONGEST_WITH_STEPS if "-" in text else LONGEST
        entries: dict[Chips, CertificateEntry] = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            try:
                position = PositionText.parse(" ".join(words[:4]))
                made = made or cls(entries, 0, position.turn)
                chips = seen_by_winner((position.white, position.black), made.winner)
                plies = int(words[5])
                if len(words) != 6 or position.turn is not made.winner or not 3 <= plies <= most:
                    raise NotationError(f"{made.winner} is to move, and wins in 3 to {most} plies")
                if chips != min(images(chips)):
                    raise NotationError("the position is not the least of its mirror images")
                if chips in entries:
                    raise NotationError("the position was there before")
                move = Move.parse(words[4])
                if str(move) != words[4]:
                    raise NotationError(f"the move is written {move}")
                entries[chips] = made._turned(move.action), plies
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

    >>> transposed(0o35) == 0o53
    True
    """
    return square % 8 * 8 + square // 8


def position_text(chips: Chips, winner: Color = WHITE) -> str:
    """A position with the winner to move as text. Where Black has no chip in hand either, White
    has stepped once."""
    count = chips[0].bit_count()
    steps = int(winner is BLACK and count == CHIPS)
    return str(PositionText(*seen_by_winner(chips, winner), winner, steps, count + 1))


def _each_square(action: int, turn: Callable[[int], int]) -> int:
    """A move with its squares turned, or mirrored."""
    origin, to = divmod(action, 64)
    return 64 + 64 * turn(origin - 1) + turn(to) if origin else turn(to)


MIRRORED: Final = (0, 0o70, 0o07, 0o77)
"""What to flip in the number of a square to get to each of the `images`, and back."""


def images(chips: Chips) -> tuple[Chips, Chips, Chips, Chips]:
    """A position, and with its columns, its rows, and both exchanged."""
    white, black = chips
    columns = _other_columns(white), _other_columns(black)
    rows = _other_rows(white), _other_rows(black)
    return chips, columns, rows, (_other_rows(columns[0]), _other_rows(columns[1]))


def least_image(chips: Chips) -> tuple[Chips, int]:
    """The least of a position's images, which stands for all, and what to flip to get there.

    >>> least_image((1 << 0o73, 0)) == ((1 << 0o03, 0), 0o70)
    True
    """
    return min(zip(images(chips), MIRRORED, strict=True))


def _other_columns(some: Bits) -> Bits:
    return int.from_bytes(some.to_bytes(8, "little"), "big")


def _other_rows(some: Bits) -> Bits:
    return int.from_bytes(some.to_bytes(8, "little").translate(REVERSED), "little")


# Blocks


def _order(item: tuple[Chips, CertificateEntry]) -> tuple[int, Chips]:
    """Positions in the order of play."""
    return item[0][0].bit_count(), item[0]


def _columns(rows: Sequence[Row], row: struct.Struct) -> bytes:
    """The rows' first bytes, then their second ones and so on: alike beside alike packs well."""
    packed = b"".join(row.pack(*each) for each in rows)
    return b"".join(packed[column :: row.size] for column in range(row.size))


def _block(rows: Sequence[Row], row: struct.Struct) -> bytes:
    data = lzma.compress(_columns(rows, row), lzma.FORMAT_RAW, filters=FILTERS)
    first = rows[0][:2]
    check = zlib.crc32(data, zlib.crc32(struct.pack("<QQI", *first, len(rows))))
    return BLOCK_HEAD.pack(*first, len(rows), len(data), check) + data


def _blocks(data: memoryview, winner: Color, row: struct.Struct) -> Iterator[list[Row]]:
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
        for column in range(row.size):
            rows[column :: row.size] = columns[column * count : (column + 1) * count]
        yield list(row.iter_unpack(rows))
