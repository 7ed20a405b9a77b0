"""The data set: positions with what is proven of them, in one file with a version and a checksum.

`Dataset.load` reads the file; `dataset_build` makes it. Every position stands for all its mirror
images and is there once, in the training part or in the test part. docs/dataset.md is the data
card.
"""

from __future__ import annotations

import lzma
import os
import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tenchips.board import Board
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.files import read_file, write_atomically
from tenchips.learning.proofs import LOSS, WIN, PositionTruth
from tenchips.learning.symmetry import Key, canonical
from tenchips.notation import Move

VERSION: Final = 1
FILE: Final = "positions.dataset"
SPLITS: Final = ("train", "test")
HEAD: Final = re.compile(
    rb"tenchips dataset (\d+)\n(seed \d+\ngames \d+\nnodes \d+\ntrain (\d+)\ntest (\d+)\n)"
    rb"sha256 ([0-9a-f]{64})\n\n"
)
ROW: Final = struct.Struct("<QQBB")
LOST_BIT: Final = 0x80
EXACT_BIT: Final = 0x40
MOST_PLIES: Final = 0x3F


class DatasetError(TenchipsError):
    """A file that is not a data set, or not one that can be read.

    >>> Dataset.from_bytes(b"")
    Traceback (most recent call last):
    tenchips.learning.dataset.DatasetError: this is no data set of version 1: make it again with \
`tenchips dataset`
    """


class Row(NamedTuple):
    """A position as the file holds it: `info` is value, exactness and plies, `mask` the moves that
    keep a win, a bit for each legal move in rising order."""

    key: Key
    info: int
    mask: bytes


def row_of(position: Position, truth: PositionTruth) -> Row:
    """The row of a position that is decided, with all moves that keep its value."""
    assert truth.value is not None
    assert truth.plies is not None
    assert truth.is_complete
    key, turn = canonical(position)
    info = min(truth.plies, MOST_PLIES)
    info |= (LOST_BIT if truth.value == LOSS else 0) | (EXACT_BIT if truth.is_exact else 0)
    if truth.value == LOSS:
        return Row(key, info, b"")
    keeping = set(map(turn.action, truth.actions))
    legal = key.position().legal_actions()
    bits = sum(1 << place for place, action in enumerate(legal) if action in keeping)
    assert bits.bit_count() == len(keeping)
    return Row(key, info, bits.to_bytes((len(legal) + 7) // 8, "little"))


class Example(NamedTuple):
    """A position of the data set, with what is proven of it for the side to move.

    `value` is 1 or -1, `plies` within how many plies the game is decided (if `is_exact`, not
    sooner), and `actions` are all moves that keep the value, see `Move.action`.
    """

    key: Key
    value: int
    plies: int
    is_exact: bool
    actions: tuple[int, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that keep the value."""
        return tuple(map(Move.from_action, self.actions))

    def position(self) -> Position:
        """The position to search in."""
        return self.key.position()

    def board(self) -> Board:
        """The position to look at."""
        return self.position().board()


def example_of(row: Row) -> Example:
    """What a row says."""
    legal = row.key.position().legal_actions()
    value, is_exact = LOSS if row.info & LOST_BIT else WIN, bool(row.info & EXACT_BIT)
    if value == WIN:
        bits = int.from_bytes(row.mask, "little")
        legal = [action for place, action in enumerate(legal) if bits >> place & 1]
    return Example(row.key, value, row.info & MOST_PLIES, is_exact, tuple(legal))


class Arrays(NamedTuple):
    """Examples as NumPy arrays. The actions of example i are
    `actions[starts[i]:starts[i + 1]]`."""

    observation: npt.NDArray[np.uint8]
    value: npt.NDArray[np.int8]
    plies: npt.NDArray[np.uint8]
    is_exact: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.uint16]
    starts: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Dataset:
    """Two lists of rows, and how they were made.

    >>> dataset = Dataset(1, 0, 0, {"train": (), "test": ()})
    >>> Dataset.from_bytes(dataset.to_bytes()) == dataset
    True
    """

    seed: int
    games: int
    nodes: int
    rows: Mapping[str, Sequence[Row]]

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Dataset:
        """Read a file; without a name the one of the package."""
        if path is None:
            return cls.from_bytes(files("tenchips.learning").joinpath(FILE).read_bytes())
        return cls.from_bytes(read_file(path))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        write_atomically(path, self.to_bytes())

    def examples(self, split: str) -> Iterator[Example]:
        """The examples of `train` or `test`."""
        return map(example_of, self._rows(split))

    def arrays(self, split: str) -> Arrays:
        """The examples of `train` or `test` as arrays: the planes of `observation` (for a game
        without repetitions and steps), value, plies and the moves that keep the value."""
        rows = self._rows(split)
        actions, starts = list[int](), [0]
        for example in map(example_of, rows):
            actions += example.actions
            starts.append(len(actions))
        info = np.array([row.info for row in rows], np.uint8)
        return Arrays(
            _planes([row.key for row in rows]),
            np.where(info & LOST_BIT, LOSS, WIN).astype(np.int8),
            np.bitwise_and(info, MOST_PLIES, dtype=np.uint8),
            (info & EXACT_BIT).astype(np.bool_),
            np.array(actions, np.uint16),
            np.array(starts, np.int64),
        )

    def _rows(self, split: str) -> Sequence[Row]:
        if split not in self.rows:
            raise DatasetError(f"the parts of the data set are train and test, not {split!r}")
        return self.rows[split]

    @property
    def checksum(self) -> str:
        """The SHA-256 of everything in it, however it is compressed."""
        return sha256(self._about() + self._body()).hexdigest()

    def _about(self) -> bytes:
        counts = "".join(f"{split} {len(self.rows[split])}\n" for split in SPLITS)
        return f"seed {self.seed}\ngames {self.games}\nnodes {self.nodes}\n{counts}".encode()

    def _body(self) -> bytes:
        return b"".join(_columns(self.rows[split]) for split in SPLITS)

    def to_bytes(self) -> bytes:
        """The data set as a file holds it."""
        about, body = self._about(), self._body()
        head = b"tenchips dataset %d\n%ssha256 %s\n\n" % (
            VERSION, about, sha256(about + body).hexdigest().encode(),
        )  # fmt: skip
        return head + lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)

    @classmethod
    def from_bytes(cls, data: bytes) -> Dataset:
        """Read the bytes of a file, and make sure that none was altered."""
        head = HEAD.match(data)
        if head is None or int(head[1]) != VERSION:
            raise DatasetError(
                f"this is no data set of version {VERSION}: make it again with `tenchips dataset`"
            )
        try:
            body = lzma.decompress(data[head.end() :])
        except lzma.LZMAError:
            body = b""
        if sha256(head[2] + body).hexdigest() != head[5].decode():
            raise DatasetError("the data set is damaged: its checksum is wrong")
        seed, games, nodes = (int(line.split()[1]) for line in head[2].splitlines()[:3])
        rows, at = {}, 0
        for split, count in zip(SPLITS, (int(head[3]), int(head[4])), strict=True):
            rows[split], at = _from_columns(body, at, count)
        return cls(seed, games, nodes, rows)


def _columns(rows: Sequence[Row]) -> bytes:
    """The rows' first bytes, then their second ones and so on, and the masks after them: alike
    beside alike packs well."""
    packed = b"".join(ROW.pack(*row.key, row.info, len(row.mask)) for row in rows)
    columns = (packed[column :: ROW.size] for column in range(ROW.size))
    return b"".join([*columns, *(row.mask for row in rows)])


def _from_columns(body: bytes, at: int, count: int) -> tuple[tuple[Row, ...], int]:
    packed = bytearray(count * ROW.size)
    for column in range(ROW.size):
        packed[column :: ROW.size] = body[at : at + count]
        at += count
    rows = []
    for white, black, info, length in ROW.iter_unpack(packed):
        rows.append(Row(Key(white, black), info, body[at : at + length]))
        at += length
    return tuple(rows), at


def _planes(keys: Iterable[Key]) -> npt.NDArray[np.uint8]:
    """The planes of positions, as `observation` gives them for a board."""
    chips = np.array(list(keys), "<u8").reshape(-1, 2)
    squares = np.unpackbits(chips.view(np.uint8), axis=1, bitorder="little").reshape(-1, 2, 64)
    counts = squares.sum(axis=2, dtype=np.uint8)
    is_black = counts[:, 1] < counts[:, 0]
    planes = np.zeros((len(squares), 7, 64), np.uint8)
    planes[:, :2] = np.where(is_black[:, None, None], squares[:, ::-1], squares)
    hands = 10 - np.where(is_black[:, None], counts[:, ::-1], counts)
    planes[:, 2:4] = hands[:, :, None]
    planes[:, 4] = is_black[:, None]
    return planes.reshape(-1, 7, 8, 8)
