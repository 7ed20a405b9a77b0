"""The wheel holds the package and nothing else, and works in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from packaging_checkout import copy_checkout, environment
from tenchips import __version__
from try_wheel import try_wheel

COMPILED = ("tenchips/core/position", "tenchips/engine/search")


def build_wheel(folder: Path) -> Path:
    """A wheel made of a clean copy of the checkout; compiled without optimisation, to be quick."""
    checkout = copy_checkout(folder / "checkout")
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", folder, checkout],
        env=environment(TENCHIPS_OPTIMIZE="-O0"),
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert "-march=native" not in built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


# One test, so that the wheel is built once however many processes share the tests.
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    holds_the_package_and_nothing_else(wheel)
    away = tmp_path / "away"
    away.mkdir()
    try_wheel(wheel, away)


def holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert top == {"tenchips", f"tenchips-{__version__}.dist-info"}
    assert {"tenchips/py.typed", "tenchips/book/puzzles.jsonl.gz"} <= set(names)
    for module in COMPILED:
        assert any(name.startswith(module) and name.endswith(".so") for name in names)
        assert f"{module}.pyi" in names
    assert not [name for name in names if name.endswith(".c")]
