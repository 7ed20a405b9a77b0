"""The examples in the compiled modules, run as compiled."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
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


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_stubs_have_the_docstrings_of_compiled_modules(source: Path) -> None:
    """The first paragraph, for editors, which see only the stub."""
    module = importlib.import_module(".".join(source.relative_to(SRC).with_suffix("").parts))
    stub = ast.parse(source.with_suffix(".pyi").read_text(encoding="utf-8"))
    for node in stub.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            thing = getattr(module, node.name)
            assert ast.get_docstring(node) == first_paragraph(thing), node.name
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                    described = first_paragraph(getattr(thing, part.name))
                    assert ast.get_docstring(part) == described, f"{node.name}.{part.name}"


def first_paragraph(thing: object) -> str | None:
    text = inspect.getdoc(thing)
    return text.split("\n\n")[0] if text else None
