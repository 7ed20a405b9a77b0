"""Every public name of the library says what it is, and shows it in an example, which is a test."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pkgutil import iter_modules
from types import ModuleType

import pytest

import tenchips.arena
import tenchips.render

PACKAGES = (
    "tenchips", "tenchips.book", "tenchips.book.puzzles", "tenchips.core", "tenchips.engine",
    "tenchips.engine.marking", "tenchips.engine.review", "tenchips.executors", "tenchips.learning",
    "tenchips.players", "tenchips.protocol", "tenchips.protocol.analysis", "tenchips.protocol.ugi",
    "tenchips.record", "tenchips.solver",
    *(f"{package.__name__}.{module.name}" for package in (tenchips.arena, tenchips.render)
      for module in iter_modules(package.__path__)),
)  # fmt: skip
# Shown by another name's example, or too long to run in one.
WITHOUT_EXAMPLE = {
    "Square", "Tally", "NoStrategy", "StrategyProgress", "write_strategy", "MachineOptions",
    "EngineDead", "EngineGarbage", "EngineIllegalMove", "EngineSilent", "serve",
}  # fmt: skip


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: `__all__`, or what it defines without an underscore."""
    return getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def described(thing: type) -> Iterator[tuple[str, str | None]]:
    """The public methods and properties of a class with their docstrings."""
    for name, value in vars(thing).items():
        if isinstance(value, classmethod | staticmethod):
            value = value.__func__
        if not name.startswith("_") and (callable(value) or isinstance(value, property)):
            yield name, value.__doc__


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_described_with_an_example(package: str) -> None:
    module = importlib.import_module(package)
    for name in public_names(module):
        thing = getattr(module, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        texts = [inspect.getdoc(thing)]
        if inspect.isclass(thing) and thing.__module__.startswith("tenchips"):
            for part, text in described(thing):
                assert text, f"{name}.{part} has no docstring"
                texts.append(text)
        assert texts[0], f"{name} has no docstring"
        if name not in WITHOUT_EXAMPLE:
            assert ">>>" in "".join(filter(None, texts)), f"{name} has no example"
