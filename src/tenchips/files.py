"""Files that must never be left half-written, and one sentence for what is wrong with one.

The one way in which the house replaces a file. It knows nothing of what is in it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tenchips.errors import TenchipsError


class FileError(TenchipsError):
    """A file that cannot be read or written, and why."""


@contextmanager
def told(path: str | os.PathLike[str], done: str = "written") -> Iterator[None]:
    """Turn whatever the system says about a file into one sentence.

    >>> with told("none/such"):
    ...     open("none/such", "w")
    Traceback (most recent call last):
    tenchips.files.FileError: none/such cannot be written: no such file or directory
    """
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).rstrip(".")
        raise FileError(f"{path} cannot be {done}: {why[:1].lower()}{why[1:]}") from error
    except UnicodeError as error:
        raise FileError(f"{path} cannot be {done}: it is not UTF-8 text") from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise FileError(f"{str(path)!r} is not a file name") from error


def real_file(path: str | os.PathLike[str]) -> Path:
    """Where a file really is. A device or a folder must not be replaced by a file."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    if target.exists() and not target.is_file():
        raise OSError(None, "it is not a plain file")
    return target


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Put data into a file: all of it, or on any failure none and the old file as it was.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(f"{folder}/note", b"33 44")
    ...     Path(f"{folder}/note").read_text()
    '33 44'
    """
    target = real_file(path)
    draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
