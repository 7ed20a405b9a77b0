"""Try a wheel in an empty environment, far from the checkout: `try_wheel.py WHEEL`.

It needs nothing that is not in Python, so that `make wheel` can use it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from packaging_checkout import ROOT, environment

TO_INSTALL = "the command tenchips needs more packages: run pip install 'tenchips[site]'"


def try_wheel(wheel: Path, folder: Path) -> None:
    """Raise unless the wheel works in an empty environment, which is made in the folder."""
    python = folder / "environment" / "bin" / "python"
    run([sys.executable, "-m", "venv", "--without-pip", python.parents[1]], folder)
    pip(python, folder, "install", "--no-index", "--no-compile", wheel)
    [package] = json.loads(pip(python, folder, "list", "--format=json"))
    assert package["name"] == "tenchips"
    is_the_package_of_the_wheel(python, folder, package["version"])
    run([python, ROOT / "tests" / "library_session.py", ROOT / "README.md"], folder)
    tenchips = python.with_name("tenchips")
    bare = subprocess.run([tenchips], cwd=folder, env=environment(), capture_output=True, text=True)
    assert (bare.returncode, bare.stderr) == (2, f"tenchips: {TO_INSTALL}\n")
    pip(python, folder, "install", "--no-compile", f"{wheel}[site]")
    has_the_command(tenchips, folder, package["version"])
    serves(tenchips, folder)


def run(command: Sequence[object], folder: Path) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(python: Path, folder: Path, *arguments: object) -> str:
    """Run pip for the environment of another Python."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    return run([*pip, *arguments], folder)


def is_the_package_of_the_wheel(python: Path, folder: Path, version: str) -> None:
    code = (
        "import json, tenchips, tenchips.core.position as p, tenchips.engine.search as s;"
        "print(json.dumps([tenchips.__version__, tenchips.__file__, p.__file__, s.__file__]))"
    )
    found, *files = json.loads(run([python, "-c", code], folder))
    assert found == version
    for file in files:
        assert Path(file).is_relative_to(python.parents[1])


def has_the_command(tenchips: Path, folder: Path, version: str) -> None:
    assert run([tenchips, "--version"], folder) == f"tenchips {version}\n"
    assert run([tenchips, "perft", "startpos", "3"], folder).split()[0] == "104904"
    game = run([tenchips, "play", "-q", "random", "random", "--seed", "1"], folder)
    assert "wins" in game or "Draw" in game


def serves(tenchips: Path, folder: Path) -> None:
    database = f"sqlite:///{folder / 'games.db'}"
    with subprocess.Popen(
        [tenchips, "serve", "--no-browser", "--database", database],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            with urllib.request.urlopen(f"{address[0]}healthz") as answer:
                assert answer.status == 200
        finally:
            server.terminate()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        try_wheel(Path(sys.argv[1]).resolve(), Path(temporary))
    print(f"{sys.argv[1]} works in an empty environment.")
