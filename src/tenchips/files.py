"""Reading and writing files safely, and one sentence for what is wrong with one.

The only module that replaces files, locks them or adds to them. It does not look at what is in
them.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tenchips.errors import TenchipsError, check_type

_RETRY_AFTER: Final = 0.01
"""Seconds between two attempts to lock a file."""


class FileError(TenchipsError, OSError):
    """A file that cannot be read or written, and why."""


@contextmanager
def file_errors(path: str | os.PathLike[str], action: str = "written") -> Iterator[None]:
    """Turn what the system says about a file into a `FileError` of one sentence.

    >>> with file_errors("none/such"):
    ...     open("none/such", "w")
    Traceback (most recent call last):
    tenchips.files.FileError: none/such cannot be written: no such file or directory
    """
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).rstrip(".")
        raise FileError(f"{path} cannot be {action}: {reason[:1].lower()}{reason[1:]}") from error
    except UnicodeError as error:
        raise FileError(f"{path} cannot be {action}: it is not UTF-8 text") from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise FileError(f"{str(path)!r} is not a file name") from error


def resolve_file(path: str | os.PathLike[str]) -> Path:
    """The file behind a name, links followed; it need not exist.

    A folder or a device is refused with `OSError`: it must never be replaced by a file.
    """
    check_type("path", path, (str, os.PathLike), "a text or a Path")
    target = Path(os.path.realpath(path))
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(None, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(None, "it is not a plain file")
    return target


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file, or `FileError`."""
    with file_errors(path, "read"):
        return resolve_file(path).read_bytes()


def read_text_file(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file, with or without a byte order mark, or `FileError`."""
    data = read_file(path)
    with file_errors(path, "read"):
        return data.decode("utf-8-sig")


def write_atomically(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Replace a file: all of it or, on any failure, nothing; `FileError` says why.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_atomically(f"{folder}/note", "33 44")
    ...     Path(f"{folder}/note").read_text()
    '33 44'
    """
    with file_errors(path):
        target = resolve_file(path)
        draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
        try:
            with open(draft, "xb") as file:
                file.write(data.encode() if isinstance(data, str) else data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                draft.chmod(target.stat().st_mode)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Find out before long work whether a file can be written later; no file is touched.

    >>> check_writable("none/such")
    Traceback (most recent call last):
    tenchips.files.FileError: none/such cannot be written: no such file or directory
    """
    with file_errors(path):
        target = resolve_file(path)
        if not os.access(target.parent, os.W_OK | os.X_OK):
            os.stat(target.parent)  # says so if it is the folder that is missing
            raise PermissionError(None, "its folder may not be written to")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(None, "it may not be written to")


class AppendFile:
    """A file open for adding to its end, locked so that only one program at a time does so.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, AppendFile(f"{folder}/log") as file:
    ...     file.append(b"one ")
    ...     file.append(b"two")
    ...     file.read()
    b'one two'
    """

    def __init__(self, path: str | os.PathLike[str], *, wait: float = 0.0) -> None:
        """Open the file, made if it is missing. `wait` is how many seconds to wait for another
        program that has it open; after that it is a `FileError`."""
        self._path = path
        with file_errors(path):
            self._file = os.open(resolve_file(path), os.O_RDWR | os.O_CREAT, 0o666)
        try:
            self._lock(time.monotonic() + wait)
        except BaseException:
            self.close()
            raise

    def _lock(self, deadline: float) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has none, and goes without locks
            return
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise FileError(
                        f"{self._path} is being written to by another program"
                    ) from None
                time.sleep(_RETRY_AFTER)
            except OSError:
                return  # a file system without locks

    @property
    def size(self) -> int:
        """How many bytes the file holds."""
        return os.fstat(self._file).st_size

    def read(self, start: int = 0) -> bytes:
        """All that is in the file, from a byte on."""
        with file_errors(self._path, "read"):
            os.lseek(self._file, start, os.SEEK_SET)
            chunks = []
            while chunk := os.read(self._file, 1 << 20):
                chunks.append(chunk)
            return b"".join(chunks)

    def append(self, data: bytes) -> None:
        """Add to the end: all of it or, on any failure, nothing."""
        self.replace_from(self.size, data)

    def replace_from(self, start: int, data: bytes) -> None:
        """Put data in place of all bytes from `start` on or, on any failure, change nothing."""
        with file_errors(self._path):
            before = self.read(start)
            try:
                self._write_at(start, data)
                os.fsync(self._file)
            except BaseException:
                with suppress(OSError):
                    self._write_at(start, before)
                raise

    def _write_at(self, start: int, data: bytes) -> None:
        end = start + len(data)
        os.lseek(self._file, start, os.SEEK_SET)
        while data:
            data = data[os.write(self._file, data) :]
        os.ftruncate(self._file, end)

    def close(self) -> None:
        """Close the file and let other programs add to it."""
        os.close(self._file)

    def __enter__(self) -> AppendFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
