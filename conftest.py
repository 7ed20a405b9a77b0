"""Keeps pytest from importing the source of compiled modules.

A `.py` file with a `.pxd` beside it is compiled: imported as plain Python it means nothing. Its
examples are run from the compiled module by `tests/core/test_examples.py`.
"""

from __future__ import annotations

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    compiled = collection_path.suffix == ".py" and collection_path.with_suffix(".pxd").exists()
    return True if compiled else None
