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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """The wheel to try: the one given with `--wheel`, or one built here."""
    given: Path | None = pytestconfig.getoption("--wheel")
    if given:
        return given.resolve()
    folder = tmp_path_factory.mktemp("wheel")
    checkout = copy_checkout(folder / "checkout")
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", folder, checkout]
    built = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "-march=native" not in built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, env=environment())
    python = folder / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", wheel]
    installed = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return python


def run(command: list[object], folder: Path, given: str = "") -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment(),
        input=given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert top == {"tenchips", f"tenchips-{__version__}.dist-info"}
    assert {"tenchips/py.typed", "tenchips/book/puzzles.jsonl.gz"} <= set(names)
    for module in COMPILED:
        assert any(name.startswith(module) and name.endswith(".so") for name in names)
        assert f"{module}.pyi" in names
    assert not [name for name in names if name.endswith(".c")]


def test_the_package_comes_from_the_wheel(python: Path, tmp_path: Path) -> None:
    code = (
        "import json, tenchips, tenchips.core.position as p, tenchips.engine.search as s;"
        "print(json.dumps([tenchips.__version__, tenchips.__file__, p.__file__, s.__file__]))"
    )
    version, *files = json.loads(run([python, "-c", code], tmp_path))
    assert version == __version__
    for file in files:
        assert Path(file).is_relative_to(python.parents[1])


def test_the_command(python: Path, tmp_path: Path) -> None:
    tenchips = python.parent / "tenchips"
    assert run([tenchips, "--version"], tmp_path) == f"tenchips {__version__}\n"
    assert run([tenchips, "perft", "startpos", "3"], tmp_path).split()[0] == "104904"
    game = run([tenchips, "play", "-q", "random", "random", "--seed", "1"], tmp_path)
    assert "wins" in game or "Draw" in game
