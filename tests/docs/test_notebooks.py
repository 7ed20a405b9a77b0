"""The notebooks show what their cells give today, and are valid for Jupyter."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = runpy.run_path(str(DOCS / "run_notebooks.py"))
EXECUTED: Callable[[dict[str, Any]], dict[str, Any]] = SCRIPT["executed"]
WRITTEN: Callable[[dict[str, Any]], str] = SCRIPT["written"]
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_what_its_cells_show_today(path: Path) -> None:
    text = path.read_text("utf-8")
    notebook = json.loads(text)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) > 10
    shown = json.dumps([cell.get("outputs") for cell in notebook["cells"]])
    assert shown.count("image/svg+xml") >= 2
    assert WRITTEN(EXECUTED(notebook)) == text, "run: python docs/run_notebooks.py"
    assert len(text) < 100_000


def test_both_tours_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["library", "solution"]


def test_a_cell_that_fails_fails_the_run() -> None:
    cell = {"cell_type": "code", "id": "a", "source": ["1 / 0"]}
    with pytest.raises(ZeroDivisionError):
        EXECUTED({"cells": [cell]})


def test_what_is_printed_and_the_last_value_are_kept() -> None:
    first = {"cell_type": "code", "id": "a", "source": ["x = 3\n", "print('three')\n", "x"]}
    second = {"cell_type": "code", "id": "b", "source": ["x = x + 1"]}
    cells = EXECUTED({"cells": [first, second]})["cells"]
    printed, value = cells[0]["outputs"]
    assert printed == {"name": "stdout", "output_type": "stream", "text": ["three\n"]}
    assert value["data"] == {"text/plain": ["3"]}
    assert cells[1]["outputs"] == []
