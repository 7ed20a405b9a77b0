"""Making the data set: games, proofs on all cores, a journal to resume from, and the two parts.

What comes out depends on the seed, the number of games and the nodes alone. Every game is decided
with a memory of its own, so no result depends on which process did what before.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

from tenchips.executors import InProcess, Runner
from tenchips.files import AppendFile
from tenchips.learning.dataset import (
    EXACT_BIT,
    LOST_BIT,
    MOST_PLIES,
    ROW,
    VERSION,
    Dataset,
    DatasetError,
    Row,
    row_of,
)
from tenchips.learning.dataset_games import KINDS, play
from tenchips.learning.proofs import Proofs, chips_of
from tenchips.learning.symmetry import Key

NODES: Final = 30_000
"""Nodes of each search."""

CHUNK: Final = len(KINDS)
"""Games that are decided together, one of each kind."""

TEST_EVERY: Final = 10
"""Every tenth chunk of games is for testing."""

FIRST_PLY: Final = 7
"""Positions with fewer chips are decided only in games that follow the book."""


def decide_game(seed: int, nodes: int, number: int) -> list[Row]:
    """The decided positions of a game, the last one first: so the memory helps with earlier ones.

    >>> len(decide_game(1, 100, 0)) > 0
    True
    """
    position, proofs = play(seed, number), Proofs(nodes)
    first = 0 if KINDS[number % len(KINDS)] == "book" else FIRST_PLY
    rows = []
    while chips_of(position).bit_count() >= first:
        if proofs.ended(position) is None:
            truth = proofs.of(position, partial=False)
            if truth.value is not None and truth.is_complete:
                rows.append(row_of(position, truth))
        try:
            position.pop()
        except IndexError:
            break
    return rows


def decide_chunk(seed: int, nodes: int, chunk: int) -> bytes:
    """The rows of a chunk of games, packed."""
    numbers = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    rows = [row for number in numbers for row in decide_game(seed, nodes, number)]
    return zlib.compress(
        b"".join(ROW.pack(*row.key, row.info, len(row.mask)) + row.mask for row in rows), 9
    )


def unpacked(data: bytes) -> Iterator[Row]:
    """The rows that `decide_chunk` packed."""
    body, at = zlib.decompress(data), 0
    while at < len(body):
        white, black, info, length = ROW.unpack_from(body, at)
        at += ROW.size
        yield Row(Key(white, black), info, body[at : at + length])
        at += length


class Journal:
    """What is decided so far: a file with a line for each chunk of games. It can be resumed from
    after anything, kill -9 included: an incomplete last line is removed."""

    def __init__(self, path: Path, seed: int, nodes: int) -> None:
        """Open the file or create it; `DatasetError` if it was begun with other settings."""
        self.chunks: dict[int, bytes] = {}
        self._path, self._file = path, AppendFile(path)
        try:
            self._begin({"tenchips dataset": VERSION, "seed": seed, "nodes": nodes})
        except BaseException:
            self._file.close()
            raise

    def _begin(self, head: dict[str, Any]) -> None:
        data = self._file.read()
        *lines, cut = data.split(b"\n")
        first = json.dumps(head).encode()
        if (lines[0] != first) if lines else not first.startswith(cut):
            raise DatasetError(
                f"{self._path} holds something else, or was begun with another seed or other "
                "nodes: choose another file"
            )
        for number, line in enumerate(lines[1:], 2):
            try:
                chunk, packed, check = json.loads(line)
                if zlib.crc32(packed.encode()) != check:
                    raise ValueError("its checksum is wrong")
                self.chunks[chunk] = b64decode(packed)
            except (ValueError, TypeError, AttributeError, binascii.Error) as error:
                raise DatasetError(
                    f"{self._path}, line {number}, is damaged ({error}): remove the line, and its "
                    "games are played again"
                ) from None
        self._file.replace_from(len(data) - len(cut), b"" if lines else first + b"\n")

    def add(self, chunk: int, data: bytes) -> None:
        """Add a chunk, and flush it to disk."""
        packed = b64encode(data).decode()
        self._file.append(json.dumps([chunk, packed, zlib.crc32(packed.encode())]).encode() + b"\n")
        self.chunks[chunk] = data

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def check_games(games: int) -> None:
    """Refuse a number of games that a data set cannot have.

    >>> check_games(8)
    """
    if games < 1 or games % CHUNK:
        raise DatasetError(f"the number of games is a multiple of {CHUNK}, not {games}")


def decide(
    journal: Journal,
    games: int,
    seed: int,
    nodes: int = NODES,
    workers: Runner | None = None,
    until: float = inf,
) -> Iterator[int]:
    """Decide what is missing of so many games, and yield how many games there are so far. After
    the time `until`, by `time.monotonic()`, no more are begun."""
    check_games(games)
    missing = [chunk for chunk in range(games // CHUNK) if chunk not in journal.chunks]
    runner = workers or InProcess()
    for chunk, data in runner.run(partial(decide_chunk, seed, nodes), missing, until):
        journal.add(chunk, data)
        yield CHUNK * len(journal.chunks)


def assemble(journal: Journal, games: int, seed: int, nodes: int = NODES) -> Dataset:
    """The data set of so many games, all of which have been decided. Every tenth chunk of games
    is for testing. A position that also comes up in a game for training, mirrored or not, is not
    in the test part."""
    chunks = range(games // CHUNK)
    if lacking := [chunk for chunk in chunks if chunk not in journal.chunks]:
        raise DatasetError(f"{CHUNK * len(lacking)} games are not decided yet: run it again")
    parts: dict[str, dict[Key, Row]] = {"train": {}, "test": {}}
    for chunk in chunks:
        part = parts["train" if chunk % TEST_EVERY else "test"]
        for row in unpacked(journal.chunks[chunk]):
            part[row.key] = better(row, part.get(row.key, row))
    for key in parts["train"]:
        parts["test"].pop(key, None)
    rows = {
        split: tuple(part[key] for key in sorted(part, key=_order)) for split, part in parts.items()
    }
    return Dataset(seed, games, nodes, rows)


def better(row: Row, other: Row) -> Row:
    """The row of a position that says more about the distance; they agree about everything else."""
    assert (row.info & LOST_BIT, row.mask) == (other.info & LOST_BIT, other.mask)
    return min(other, row, key=lambda row: (not row.info & EXACT_BIT, row.info & MOST_PLIES))


def _order(key: Key) -> tuple[int, Key]:
    return (key.white | key.black).bit_count(), key
