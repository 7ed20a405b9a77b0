"""Hand-ins in zip files, which may come from anyone.

Only sources, classes and jars are unpacked, into the cache. An archive with a path that leads
outside, with too many files or with too much in them is refused as a whole.
"""

from __future__ import annotations

import zipfile
import zlib
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from tenchips.files import read_file
from tenchips.players.cache import kept
from tenchips.players.player import HandInError

MOST_FILES: Final = 5000
MOST_BYTES: Final = 64 << 20
"""What all files of an archive may have together, unpacked."""

WANTED: Final = (".java", ".class", ".jar")


def unpacked(archive: Path) -> Path:
    """The folder with what a zip file holds; `HandInError` if it must not or cannot be unpacked."""
    key = sha256(read_file(archive)).hexdigest()[:32]
    return kept(f"zip-{key}", lambda draft: _unpack(archive, draft / "files"))


def _unpack(archive: Path, folder: Path) -> Path:
    folder.mkdir()
    name = archive.name[:60]
    try:
        with zipfile.ZipFile(archive) as file:
            entries = file.infolist()
            if len(entries) > MOST_FILES:
                raise HandInError(f"{name} holds {len(entries)} files: {MOST_FILES} are too many")
            left = MOST_BYTES
            for entry in entries:
                left = _unpack_entry(file, entry, folder, left, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise HandInError(f"{name} is not a zip file that can be read: {error}") from None
    return folder


def _unpack_entry(
    file: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, left: int, name: str
) -> int:
    """Write one file; returns how many bytes the others may have. What the archive says about
    sizes is not believed."""
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename:
        raise HandInError(f"{name} has a path that leads outside: {entry.filename[:60]!r}")
    if entry.is_dir() or path.suffix not in WANTED:
        return left
    with file.open(entry) as source:
        data = source.read(left + 1)
    if len(data) > left:
        raise HandInError(f"{name} holds more than {MOST_BYTES >> 20} MB when it is unpacked")
    target = folder / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError:
        raise HandInError(f"{name} has a file that cannot be written: {path.name[:60]!r}") from None
    return left - len(data)
