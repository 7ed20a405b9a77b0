"""What is proven, kept in a SQLite file: one row for a position and all its mirror images.

A row is written whole or not at all, whatever happens to the program, and has a checksum of its
own: a damaged file is noticed and never believed. Several programs may use one file.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from typing import Final, NamedTuple

from tenchips.errors import TenchipsError
from tenchips.learning.proofs import PositionTruth
from tenchips.learning.symmetry import Key

MARK: Final = 0x74656E63
"""SQLite's `application_id`: whose file it is."""

VERSION: Final = 1
LOCK_SECONDS: Final = 60.0


class TruthError(TenchipsError):
    """A position that there is no truth about, or a cache that cannot be used.

    >>> from tenchips import Board, Rules
    >>> from tenchips.learning import Truth
    >>> Truth(nodes=1).of(Board(rules=Rules(no_move="draw")))
    Traceback (most recent call last):
    tenchips.learning.truth_cache.TruthError: there is no truth with the house rule ...
    """


class Known(NamedTuple):
    """What is known of the position of a key, and the nodes that were spent on value and moves."""

    truth: PositionTruth
    nodes: int
    move_nodes: int


class TruthCache:
    """A file of what is known, by key."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open the file or create it."""
        self._path = path
        with self._errors():
            self._file = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
            try:
                self._begin()
            except BaseException:
                self._file.close()
                raise

    def _begin(self) -> None:
        mark = self._file.execute("PRAGMA application_id").fetchone()[0]
        version = self._file.execute("PRAGMA user_version").fetchone()[0]
        tables = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if (tables or mark) and (mark, version) != (MARK, VERSION):
            raise sqlite3.DatabaseError("it is something else")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute(f"PRAGMA application_id = {MARK}")
        self._file.execute(f"PRAGMA user_version = {VERSION}")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS truth (key BLOB PRIMARY KEY, known BLOB NOT NULL) "
            "WITHOUT ROWID"
        )
        self._file.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise TruthError(f"{self._path} cannot be used as a cache: {error}") from error
        except sqlite3.DatabaseError as error:
            raise TruthError(
                f"{self._path} is damaged or not a cache of Truth ({error}): name another file, or "
                "delete it and it is made anew"
            ) from error

    def get(self, key: Key) -> Known | None:
        """What is known of a position, if anything is."""
        packed = _pack_key(key)
        with self._errors():
            row = self._file.execute("SELECT known FROM truth WHERE key = ?", (packed,)).fetchone()
            return None if row is None else _unpack(packed, row[0])

    def put(self, items: Iterable[tuple[Key, Known]]) -> None:
        """Keep what is known of some positions: of all of them or, on any failure, of none."""
        rows = [(packed := _pack_key(key), _pack(packed, known)) for key, known in items]
        with self._errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany("INSERT OR REPLACE INTO truth VALUES (?, ?)", rows)
                self._file.execute("COMMIT")
            except BaseException:
                self._file.execute("ROLLBACK")
                raise

    def __len__(self) -> int:
        with self._errors():
            count: int = self._file.execute("SELECT count(*) FROM truth").fetchone()[0]
            return count

    def close(self) -> None:
        """Close the file."""
        self._file.close()


_KEY: Final = struct.Struct("<QQ")
_KNOWN: Final = struct.Struct("<bBBBQQ")


def _pack_key(key: Key) -> bytes:
    return _KEY.pack(*key)


def _pack(key: bytes, known: Known) -> bytes:
    value, plies, is_exact, actions, is_complete = astuple(known.truth)
    head = _KNOWN.pack(value or 0, plies or 0, is_exact, is_complete, known.nodes, known.move_nodes)
    data = head + struct.pack(f"<{len(actions)}H", *actions)
    return data + struct.pack("<I", zlib.crc32(key + data))


def _unpack(key: bytes, packed: bytes) -> Known:
    data, check = packed[:-4], packed[-4:]
    if len(data) < _KNOWN.size or struct.pack("<I", zlib.crc32(key + data)) != check:
        raise sqlite3.DatabaseError("the checksum of a row is wrong")
    value, plies, is_exact, is_complete, nodes, move_nodes = _KNOWN.unpack_from(data)
    actions = struct.unpack(f"<{(len(data) - _KNOWN.size) // 2}H", data[_KNOWN.size :])
    truth = PositionTruth(
        value or None, plies if value else None, bool(is_exact), actions, bool(is_complete)
    )
    return Known(truth, nodes, move_nodes)
