"""Files that must never be left half-written.

The one way in which the house replaces a file. It knows nothing of what is in it, and lets the
system's own `OSError` say what went wrong.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path


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
