"""The wheel installs into an empty environment and works there, far from the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from packaging_checkout import copy_checkout, environment
from tenchips import __version__

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


def install(wheel: Path, folder: Path) -> Path:
    """The Python of a new environment that holds the wheel and what it asks for."""
    command: list[object] = [sys.executable, "-m", "venv", "--without-pip", folder]
    subprocess.run(command, check=True, env=environment())
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-compile", wheel]
    installed = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return python


def run(command: list[object], folder: Path) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# One test, so that the wheel is built once however many processes share the tests.
def test_the_wheel_works_in_an_empty_environment(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """The wheel given with `--wheel`, or one built here."""
    given: Path | None = pytestconfig.getoption("--wheel")
    wheel = given.resolve() if given else build_wheel(tmp_path)
    holds_the_package_and_nothing_else(wheel)
    python = install(wheel, tmp_path / "environment")
    away = tmp_path / "away"
    away.mkdir()
    is_the_package_of_the_wheel(python, away)
    has_the_command(python.parent / "tenchips", away)


def holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert top == {"tenchips", f"tenchips-{__version__}.dist-info"}
    assert {"tenchips/py.typed", "tenchips/book/puzzles.jsonl.gz"} <= set(names)
    for module in COMPILED:
        assert any(name.startswith(module) and name.endswith(".so") for name in names)
        assert f"{module}.pyi" in names
    assert not [name for name in names if name.endswith(".c")]


def is_the_package_of_the_wheel(python: Path, folder: Path) -> None:
    code = (
        "import json, tenchips, tenchips.core.position as p, tenchips.engine.search as s;"
        "print(json.dumps([tenchips.__version__, tenchips.__file__, p.__file__, s.__file__]))"
    )
    version, *files = json.loads(run([python, "-c", code], folder))
    assert version == __version__
    for file in files:
        assert Path(file).is_relative_to(python.parents[1])


def has_the_command(tenchips: Path, folder: Path) -> None:
    assert run([tenchips, "--version"], folder) == f"tenchips {__version__}\n"
    assert run([tenchips, "perft", "startpos", "3"], folder).split()[0] == "104904"
    game = run([tenchips, "play", "-q", "random", "random", "--seed", "1"], folder)
    assert "wins" in game or "Draw" in game
