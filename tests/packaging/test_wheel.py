"""Wheel and source distribution hold what they should, and work in an empty environment."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

from packaging_checkout import ROOT, copy_checkout, environment
from tenchips import __version__
from try_wheel import pip, run, try_wheel

COMPILED = ("tenchips/core/position", "tenchips/engine/search")
PAGES = {"tenchips/server/static/index.html", "tenchips/server/guide/index.html"}


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution of a clean copy of the checkout, and the wheel that is built from it,
    compiled without optimisation, to be quick. One environment serves for both, with nothing in it
    but what the package says that its build needs."""
    checkout = copy_checkout(folder / "checkout")
    settings = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    python = folder / "builder" / "bin" / "python"
    run([sys.executable, "-m", "venv", "--without-pip", python.parents[1]], folder)
    pip(python, folder, "install", "--no-compile", "build", *settings["build-system"]["requires"])
    built = subprocess.run(
        [python, "-m", "build", "--no-isolation", "-v", "--outdir", folder, checkout],
        env=environment(TENCHIPS_OPTIMIZE="-O0"),
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert "-march=native" not in built.stdout + built.stderr
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


# One test, so that the wheel is built once however many processes share the tests.
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    source, wheel = build(tmp_path)
    the_source_distribution_is_complete(source)
    the_wheel_holds_the_package_and_nothing_else(wheel)
    the_description_stands_alone(wheel)
    away = tmp_path / "away"
    away.mkdir()
    try_wheel(wheel, away)


def the_source_distribution_is_complete(source: Path) -> None:
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "setup.py"} <= names
    assert {f"src/{page}" for page in PAGES} <= names
    for path in (ROOT / "src").rglob("*.p[xy]*"):
        if path.suffix in (".py", ".pyi", ".pxd") and "static" not in path.parts:
            assert str(path.relative_to(ROOT)) in names
    assert not [name for name in names if name.endswith((".c", ".so", ".pyc"))]
    assert not [name for name in names if name.startswith(("tests", "web", "build"))]


def the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}
    assert top == {"tenchips", f"tenchips-{__version__}.dist-info"}
    files = {"tenchips/py.typed", "tenchips/book/puzzles.jsonl.gz", "tenchips/players/net.onnx"}
    assert files | PAGES <= set(names)
    for module in COMPILED:
        assert any(name.startswith(module) and name.endswith(".so") for name in names)
        assert f"{module}.pyi" in names
    assert not [name for name in names if name.endswith(".c")]


def the_description_stands_alone(wheel: Path) -> None:
    """No dependency outside extras, and no link that leads nowhere on a package index."""
    with zipfile.ZipFile(wheel) as files:
        text = files.read(f"tenchips-{__version__}.dist-info/METADATA").decode()
    metadata = message_from_string(text)
    assert all("extra ==" in line for line in metadata.get_all("Requires-Dist", []))
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert {line.split(",")[0] for line in metadata.get_all("Project-URL", [])} >= {"Source"}
    body = metadata.get_payload()
    assert isinstance(body, str)
    links = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", body)
    assert len(links) > 15
    for link in map("".join, links):
        assert link.startswith(("https://", "#")), link
