"""Where something is missing, one sentence says what to install."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from packaging_checkout import ROOT, copy_checkout, environment

COMPILER = (
    "Tenchips needs a C compiler: install {} (Debian, Ubuntu: apt-get install gcc python3-dev) "
    "and run this again."
)
TOOLS = ("make", "sh", "find", "sed", "expand", "touch", "env", "rm", "dirname")


def folder_of_tools(folder: Path, names: Iterable[str]) -> Path:
    """A folder to be the whole PATH: links to these programs and nothing else."""
    folder.mkdir()
    for name in names:
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"there is no {name} here")
        (folder / name).symlink_to(found)
    return folder


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def make(folder: Path, path: Path, *arguments: str) -> str:
    """What `make play` complains about in a copy of the Makefile, where it must not succeed."""
    shutil.copy(ROOT / "Makefile", folder)
    (folder / "src").mkdir()
    for name in ("setup.py", "pyproject.toml"):
        (folder / name).touch()
    done = subprocess.run(
        ["make", "--silent", "play", *arguments],
        cwd=folder,
        env=environment(PATH=str(path)),
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert done.stdout == ""
    assert not (folder / ".venv").exists()
    sentence, of_make = done.stderr.splitlines()
    assert of_make.startswith("make: ***")
    return sentence


def test_pip_without_a_compiler(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    nothing = folder_of_tools(tmp_path / "bin", ())
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, checkout],
        env=environment(PATH=str(nothing)),
        capture_output=True,
        text=True,
    )
    output = done.stdout + done.stderr
    assert done.returncode != 0
    assert output.count(COMPILER.format("one")) == 1
    assert "Traceback" not in output
    assert not list(tmp_path.glob("*.whl"))


def test_pip_with_a_compiler_that_is_not_there(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, checkout],
        env=environment(CC="no-such-compiler"),
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert COMPILER.format("one") in done.stdout + done.stderr


def test_make_without_python(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    assert make(tmp_path, tools) == (
        "Tenchips needs Python 3.11 or newer: install it (Debian, Ubuntu: apt-get install python3 "
        "python3-venv python3-dev) and run this again."
    )


def test_make_with_an_old_python(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    script(tools / "python3", "exit 1")
    assert "Tenchips needs Python 3.11 or newer: install it" in make(tmp_path, tools)


def test_make_takes_a_newer_python_where_the_usual_one_is_old(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    script(tools / "python3", "exit 1")
    script(tools / "python3.12", f'exec {sys.executable} "$@"')
    assert "needs a C compiler" in make(tmp_path, tools)


def test_make_without_venv(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    script(
        tools / "python3",
        f'case "$2" in *ensurepip*) exit 1;; *) exec {sys.executable} "$@";; esac',
    )
    assert make(tmp_path, tools) == (
        "Tenchips needs Python's venv module: install it (Debian, Ubuntu: apt-get install "
        "python3-venv) and run this again."
    )


def test_make_without_a_compiler(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    script(tools / "python3", f'exec {sys.executable} "$@"')
    assert make(tmp_path, tools) == COMPILER.format("it")


def test_make_without_headers(tmp_path: Path) -> None:
    tools = folder_of_tools(tmp_path / "bin", TOOLS)
    script(tools / "cc", "exit 0")
    script(
        tools / "python3",
        f'case "$2" in *Python.h*) exit 1;; *) exec {sys.executable} "$@";; esac',
    )
    assert make(tmp_path, tools) == (
        "Tenchips needs Python's C headers: install it (Debian, Ubuntu: apt-get install "
        "python3-dev) and run this again."
    )
