"""Run code in a Python that refuses to import some modules, as if they were not installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

from packaging_checkout import ROOT, environment

OURS = {"tenchips"}
POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty", "uvloop"}


class Refuse(MetaPathFinder):
    """Refuses modules by their top-level name: these, or all that did not come with Python."""

    def __init__(self, refused: set[str] | None = None) -> None:
        self._refused = refused

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise as Python does if the module is refused."""
        top = name.partition(".")[0]
        known = top in sys.stdlib_module_names or top in OURS
        if not known if self._refused is None else top in self._refused:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def refuse(refused: set[str] | None = None) -> None:
    """From now on, refuse to import these, or all that did not come with Python."""
    sys.meta_path.insert(0, Refuse(refused))


def run_bare(
    code: str, *arguments: str, source: Path = ROOT / "src"
) -> subprocess.CompletedProcess[str]:
    """Run code where nothing is installed but the library."""
    return run_python(f"import refused_imports; refused_imports.refuse()\n{code}", *arguments,
                      source=source)  # fmt: skip


def run_python(
    code: str, *arguments: str, source: Path = ROOT / "src"
) -> subprocess.CompletedProcess[str]:
    """Run code that can import `tenchips` and this module."""
    tests = Path(__file__).parent
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment(PYTHONPATH=f"{source}:{tests}", PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
    )
