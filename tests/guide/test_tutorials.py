"""The tutorials: their commands print what they show, and their positions are what they say.

Examples in Python are run by doctest. A block of kind `console` has commands after `$`, and what
they print; three dots stand for anything. A block with the name of a file is that file.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for page in sorted(ROOT.glob("docs/tutorial/*.md"))
    if "```console" in page.read_text("utf-8")
]
FILE = re.compile(r"^```python (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content, "utf-8")
    commands = [found for block in CONSOLE.findall(text) for found in COMMAND.findall(block)]
    assert commands
    for command, shown in commands:
        ran = subprocess.run(
            command, shell=True, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stderr
        fits = OutputChecker().check_output(shown, ran.stdout, ELLIPSIS | NORMALIZE_WHITESPACE)
        assert fits, f"{command}\n{ran.stdout}"


def test_positions_of_the_page_on_strategy_are_those_of_the_course() -> None:
    lessons = json.loads((ROOT / "web" / "src" / "learn" / "strategy.json").read_text("utf-8"))
    proved = set()
    for lesson in lessons:
        diagram = lesson["diagram"]
        turn = WHITE if diagram["turn"] == "white" else BLACK
        board = Board.diagram(diagram["white"], diagram["black"], turn, number=5)
        proved.add(board.position)
    shown = re.findall("^position: (.*)$", (ROOT / "docs/tutorial/strategy.md").read_text(), re.M)
    assert len(shown) == 4
    assert set(shown) <= proved
