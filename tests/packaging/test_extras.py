"""What the library needs: nothing. What the rest needs: the packages of its extra."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from packaging_checkout import ROOT
from refused_imports import run_bare, run_python

SRC = ROOT / "src" / "tenchips"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

# The extra that a package or module may import from; all others import nothing.
NEEDS = {
    "render": "play",
    "terminal": "play",
    "fullscreen": "play",
    "cli": "play",
    "executors": "cluster",
    "learning": "learning",
    "players": "net",
    "server": "postgres",
}
# Packages that come with another one, which is in the extra.
COMES_WITH = {"pydantic": "fastapi", "starlette": "fastapi"}
# Packages that are used where somebody has them.
OPTIONAL = {"PIL", "pyspiel"}
# Cython takes the word `cython` out of what it compiles.
COMPILED_AWAY = {"cython"}


def requirements(extra: str) -> set[str]:
    """The names of the distributions that an extra brings, with those of extras it includes."""
    names: set[str] = set()
    for line in EXTRAS[extra]:
        if own := re.match(r"tenchips\[([a-z,]+)\]", line):
            names.update(*map(requirements, own[1].split(",")))
        else:
            names.add(re.match(r"[\w.-]+", line)[0])  # type: ignore[index]
    return names


def imports(path: Path) -> set[str]:
    """The packages that a module imports, those of Python and ours left out."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"tenchips"} - COMPILED_AWAY


def modules(*, bare: bool) -> list[str]:
    """The names of all modules, or of those that need no extra."""
    names = []
    for path in sorted(SRC.rglob("*.py")):
        parts = path.relative_to(SRC.parent).with_suffix("").parts
        if "static" in parts or path.name in ("__main__.py", "env.py", "supervisor.py"):
            continue
        if bare and parts[1] in ("cli", "fullscreen", "terminal", "learning", "server"):
            continue
        names.append(".".join(parts).removesuffix(".__init__"))
    return names


def test_the_library_needs_nothing() -> None:
    assert PROJECT["dependencies"] == []
    assert set(EXTRAS) == {"play", "site", "postgres", "cluster", "learning", "net", "all"}
    assert requirements("all") == set().union(*map(requirements, EXTRAS))


def test_a_package_imports_only_what_its_extra_brings() -> None:
    distributions = packages_distributions()
    for path in SRC.rglob("*.py"):
        if "static" in path.parts:
            continue
        part = path.relative_to(SRC).parts[0].removesuffix(".py")
        allowed = requirements(NEEDS[part]) if part in NEEDS else set()
        for name in imports(path) - (OPTIONAL if part == "learning" else set()):
            name = COMES_WITH.get(name, name)
            brought_by = {one.lower().replace("_", "-") for one in distributions[name]}
            assert brought_by & allowed, f"{path} imports {name}, which {part} may not"


def test_every_module_of_the_library_can_be_imported_with_nothing_installed() -> None:
    names = modules(bare=True)
    assert len(names) > 90
    done = run_bare(f"import importlib\nfor name in {names}: importlib.import_module(name)")
    assert done.returncode == 0, done.stderr


def test_the_library_works_with_nothing_installed() -> None:
    """The sessions in the README, and what the library does besides."""
    done = run_bare((ROOT / "tests" / "library_session.py").read_text("utf-8"),
                    str(ROOT / "README.md"))  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [([], "site"), (["play", "human", "machine"], "play"), (["--version"], "play")],
)
def test_the_command_says_which_extra_to_install(arguments: list[str], extra: str) -> None:
    done = run_bare("from tenchips.__main__ import main; main()", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"tenchips: the command tenchips needs more packages: run pip install 'tenchips[{extra}]'\n"
    )


@pytest.mark.parametrize(
    ("lacking", "arguments", "sentence"),
    [
        ("fastapi", [], "the site needs more packages: run pip install 'tenchips[site]'"),
        ("alembic", ["migrate"], "the site needs more packages: run pip install 'tenchips[site]'"),
        (
            "PIL",
            ["show", "start", "--png", "board.png"],
            "a PNG or a GIF needs more packages: run pip install 'tenchips[play]'",
        ),
        (
            "distributed",
            ["solve", "start", "--cluster", "tcp://127.0.0.1:1"],
            "a cluster needs more packages: run pip install 'tenchips[cluster]'",
        ),
    ],
)
def test_a_command_says_which_extra_to_install(
    lacking: str, arguments: list[str], sentence: str
) -> None:
    done = run_python(
        f"import refused_imports; refused_imports.refuse({{{lacking!r}}})\n"
        "from tenchips.__main__ import main; main()",
        *arguments,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tenchips: {sentence}\n")
