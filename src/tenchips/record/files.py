"""Files of records: load them, save them, add games to them.

The only way in which a game gets into a file that may hold others. Games already there are never
changed, whatever goes wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from tenchips.errors import check_type, wrong_type
from tenchips.files import AppendFile, file_errors, resolve_file, write_atomically
from tenchips.record.model import Record, RecordError
from tenchips.record.reading import read_records


def load_records(path: str | os.PathLike[str]) -> Iterator[Record | RecordError]:
    """The games of a file, as `read_records` gives them, read one by one; `FileError` if it cannot
    be read, `RecordError` on reaching what is not text.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_records(f"{folder}/games", [Record(white="Ann"), Record(white="Bob")])
    ...     [record.white for record in load_records(f"{folder}/games")]
    ['Ann', 'Bob']
    """
    with file_errors(path, "read"), open(resolve_file(path), "rb"):
        pass  # what is wrong with the file is said now, not when the first game is asked for
    return read_records(_lines(path))


def _lines(path: str | os.PathLike[str]) -> Iterator[str]:
    with file_errors(path, "read"), open(resolve_file(path), "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield line.decode()
            except UnicodeDecodeError as error:
                raise RecordError(
                    f"{os.fspath(path)} is not a text in UTF-8: save it as one and try again",
                    number,
                ) from error


def save_records(
    path: str | os.PathLike[str], records: Iterable[Record], *, append: bool = False
) -> None:
    """Write records to a file, in place of what was there or after it.

    Whatever happens, the file holds the old games or the new ones, never half of them.
    `FileError` says why it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_records(f"{folder}/games", [Record(white="Ann")])
    ...     save_records(f"{folder}/games", [Record(white="Bob")], append=True)
    ...     len(list(load_records(f"{folder}/games")))
    2
    """
    if isinstance(records, str) or not isinstance(records, Iterable):
        raise wrong_type("records", records, "an iterable of Records")
    text = "\n".join(map(_text, records))
    if not append:
        write_atomically(path, text)
    elif text:
        with RecordFile(path) as file:
            file.append(text)


def _text(record: Record) -> str:
    check_type("record", record, Record, "a Record")
    return str(record)


class RecordFile:
    """A file of records, open for adding games to it by one program at a time.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with RecordFile(f"{folder}/games") as file:
    ...         added = file.append(Record(white="Ann"))
    ...     [record.white for record in load_records(f"{folder}/games")]
    ['Ann']
    """

    def __init__(self, path: str | os.PathLike[str], *, wait: float = 0.0) -> None:
        """Open the file, made if it is missing; `FileError` if another program has it open for
        more than `wait` seconds."""
        self._file = AppendFile(path, wait=wait)

    def read(self) -> bytes:
        """All that is in the file."""
        return self._file.read()

    def append(self, record: Record | str, *, after: int | None = None) -> bytes:
        """Add a record, or the text of some, after an empty line: all of it or, on any failure,
        nothing. What was added is returned.

        `after` is where to add it, by default at the end: all bytes from there on are replaced.
        """
        end = self._file.size if after is None else after
        last = self._file.read(max(0, end - 2))[: min(2, end)]
        line_breaks = len(last) - len(last.rstrip(b"\n"))
        added = b"\n" * (2 - line_breaks if end else 0) + str(record).encode()
        self._file.replace_from(end, added)
        return added

    def truncate(self, size: int) -> None:
        """Take away all bytes from `size` on."""
        self._file.replace_from(size, b"")

    def close(self) -> None:
        """Close the file and let other programs add to it."""
        self._file.close()

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
