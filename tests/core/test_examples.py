"""The examples in the compiled modules, run as compiled."""

from __future__ import annotations

import doctest
import importlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
HEADERS = SRC.rglob("[!_]*.pxd")
SOURCES = sorted(source for path in HEADERS if (source := path.with_suffix(".py")).exists())


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_examples_of_compiled_modules(source: Path) -> None:
    module = importlib.import_module(".".join(source.relative_to(SRC).with_suffix("").parts))
    assert module.__file__ is not None
    assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    assert result.attempted >= source.read_text(encoding="utf-8").count(">>> ")
