"""Write the machine's levels for browsers: `python web/write_levels.py FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tenchips.server.levels import LEVELS

if __name__ == "__main__":
    levels = [
        {"level": level, "name": name, "description": description}
        for level, name, _, description in LEVELS
    ]
    Path(sys.argv[1]).write_text(json.dumps(levels, indent=1) + "\n", encoding="utf-8")
