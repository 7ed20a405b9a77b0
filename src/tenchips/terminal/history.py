"""Editing the line that is typed, and the lines typed in earlier games.

It is Python's `readline` that does it; where Python has none, as on Windows, lines are read as they
come.
"""

from __future__ import annotations

import atexit
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

LINES: Final = 500
"""Lines that are remembered."""


def history_file() -> Path:
    """Where the lines are kept."""
    return user_data_path("tenchips", appauthor=False) / "history"


def load_history() -> bool:
    """Let `input` edit lines, with those of earlier games; False if it cannot."""
    try:
        import readline
    except ImportError:
        return False
    # What a terminal prints around pasted text would be read as part of the line elsewhere.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.set_history_length(LINES)
    path = history_file()
    with suppress(OSError):  # there is none yet, or it cannot be read
        readline.read_history_file(path)

    def save() -> None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)

    atexit.register(save)
    return True
