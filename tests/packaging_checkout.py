"""A clean copy of what the package is built from, and nothing that was built."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("LICENSE", "Makefile", "README.md", "pyproject.toml", "setup.py", "src")


def copy_checkout(folder: Path) -> Path:
    """Copy it into a new folder and return that."""
    built = shutil.ignore_patterns("*.so", "*.c", "*.egg-info", "__pycache__")
    folder.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=built)
        else:
            shutil.copy(ROOT / part, folder / part)
    return folder


def environment(**changes: str) -> dict[str, str]:
    """The environment of a stranger: nothing in it that leads back here."""
    ours = (
        "PYTHONPATH", "VIRTUAL_ENV", "CC", "TENCHIPS_MARCH", "TENCHIPS_OPTIMIZE", "MAKEFLAGS",
        "MAKELEVEL", "MFLAGS",
    )  # fmt: skip
    return {name: value for name, value in os.environ.items() if name not in ours} | changes
