"""Folders kept in the user's cache: made once, used until nobody has used them for a month."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tenchips.players.player import PlayerError

KEPT_DAYS: Final = 30
"""What has not been used for this long is removed."""


def cache_folder() -> Path:
    """Where they are: `tenchips/java` in the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, "tenchips", "java")


def kept(key: str, make: Callable[[Path], Path]) -> Path:
    """The folder kept under a key, made now if it is not there. `make` gets an empty folder and
    returns the one to keep, in it. That appears as a whole, so that no other process finds half of
    it."""
    folder = cache_folder() / key
    if folder.exists():
        with suppress(OSError):
            os.utime(folder)  # it is in use
        return folder
    draft = folder.with_name(f"{key}.{secrets.token_hex(4)}.part")
    try:
        _create(draft)
        _remove_old(folder.parent)
        made = make(draft)
        try:
            made.rename(folder)
        except OSError:
            if not folder.exists():  # otherwise somebody else was quicker
                raise
        return folder
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _create(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise PlayerError(
            f"compiled classes cannot be kept in {folder.parent}: {error.strerror}; "
            "name another folder in the environment variable XDG_CACHE_HOME"
        ) from None


def _remove_old(cache: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 86_400
    for folder in cache.iterdir():
        with suppress(OSError):  # somebody else has just removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)
