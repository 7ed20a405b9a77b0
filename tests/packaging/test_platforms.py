"""The library where something is missing: the compiled modules, or what only POSIX systems have."""

from __future__ import annotations

from pathlib import Path

import pytest

from packaging_checkout import ROOT, copy_checkout
from pure_session import LACKING
from refused_imports import POSIX_ONLY, run_bare, run_python

# Python's own modules are imported first: they would look for what the other platform has.
AS_ON_WINDOWS = f"""
import asyncio, concurrent.futures.process, ctypes, os, rich.console, select, signal, subprocess
import sys, multiprocessing.context, tempfile, typer, zoneinfo
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "pthread_sigmask"):
    delattr(signal, name)
for name in ("fork", "killpg", "setsid", "sysconf", "set_blocking"):
    delattr(os, name)
for name in {sorted(POSIX_ONLY)!r}:
    sys.modules.pop(name, None)
sys.platform = "win32"
import refused_imports
refused_imports.refuse({POSIX_ONLY!r})
import tenchips, tenchips.arena.tournament, tenchips.book.puzzles, tenchips.engine
import tenchips.players, tenchips.protocol.analysis, tenchips.protocol.ugi, tenchips.record
import tenchips.render.gif, tenchips.solver, tenchips.terminal.line_mode
import tenchips.terminal.puzzle_mode
from tenchips.files import AppendFile
with tempfile.TemporaryDirectory() as folder, AppendFile(f"{{folder}}/log") as file:
    file.append(b"one")
    assert file.read() == b"one"
from tenchips.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source without any compiled module."""
    return copy_checkout(tmp_path_factory.mktemp("pure") / "checkout") / "src"


def test_rules_records_and_pictures_need_no_compiled_module(pure: Path) -> None:
    session = ROOT / "tests" / "pure_session.py"
    done = run_bare(session.read_text("utf-8"), source=pure)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "module", ["core", "core.position", "engine", "engine.search", "book", "book.exact", "solver"]
)
def test_the_engine_says_that_compiled_modules_are_missing(pure: Path, module: str) -> None:
    done = run_python(f"import tenchips.{module}", source=pure)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"tenchips.missing.NotInstalled: {LACKING}"


def test_the_command_says_that_compiled_modules_are_missing(pure: Path) -> None:
    code = "from tenchips.__main__ import main; main()"
    done = run_python(code, "perft", "start", "2", source=pure)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tenchips: {LACKING}\n"


def test_library_and_terminal_do_without_what_windows_lacks() -> None:
    """As far as this can be shown elsewhere: a game is played and nothing is missed."""
    done = run_python(AS_ON_WINDOWS, "play", "-q", "random", "machine:depth=1", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
