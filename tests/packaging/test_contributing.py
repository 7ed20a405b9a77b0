"""CONTRIBUTING lists every package in the order of the import contract, and real functions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    section = CONTRIBUTING.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_every_package_is_listed_in_the_order_of_the_import_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [contract] = settings["tool"]["importlinter"]["contracts"]
    layers = [set(re.findall(r"tenchips\.(\w+)", layer)) for layer in contract["layers"]]
    listed = [set(re.findall(r"`(\w+)`", cells[0])) for cells in rows("Where things are")]
    assert listed == layers[::-1]


def test_the_path_of_a_browsers_move_names_functions_that_exist() -> None:
    steps = rows("Where a browser's move is judged")
    assert len(steps) > 8
    for file, functions, _ in steps:
        text = (ROOT / file.strip("`")).read_text("utf-8")
        for name in re.findall(r"`([^`]+)`", functions):
            for part in name.split("."):
                definition = rf"(class|def|function) {part}\b|^ +{part}\("
                assert re.search(definition, text, re.MULTILINE), f"{name} is not in {file}"
