"""Write the puzzles of the package for browsers.

    python web/write_puzzles.py web/src/puzzles/puzzles.json

The file is JSON: `themes`, the names of all themes, and `puzzles`, sorted by rating. A puzzle is
the list of its id, position, kind, plies, solution (moves with spaces between them), themes (their
indexes in `themes`) and rating. `web/src/puzzles/puzzle.ts` reads it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tenchips.book.puzzles import THEMES, puzzles


def for_browsers() -> str:
    """The text of the file."""
    rows = [
        [
            puzzle.id,
            puzzle.position,
            puzzle.kind,
            puzzle.plies,
            " ".join(map(str, puzzle.solution)),
            [THEMES.index(theme) for theme in puzzle.themes],
            puzzle.rating,
        ]
        for puzzle in puzzles()
    ]
    return json.dumps({"themes": THEMES, "puzzles": rows}, separators=(",", ":"))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(for_browsers(), encoding="utf-8")
