"""The release workflow: valid, for every Python named in the package, with files that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import yaml

from packaging_checkout import ROOT, environment

WORKFLOW: dict[str, Any] = yaml.load(
    (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"), yaml.BaseLoader
)
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(SETTINGS["project"]["classifiers"]), re.M)


def steps(job: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = job["steps"]
    return found


def test_every_job_runs_somewhere_after_jobs_that_exist() -> None:
    assert set(WORKFLOW["on"]) == {"push", "workflow_dispatch"}
    for job in WORKFLOW["jobs"].values():
        assert job["runs-on"]
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(WORKFLOW["jobs"])
        for step in steps(job):
            assert ("run" in step) != ("uses" in step)
            assert re.fullmatch(r"[\w-]+/[\w-]+@\S+", step.get("uses", "a/b@c"))


def test_what_is_published_was_tested_first() -> None:
    publish = WORKFLOW["jobs"]["publish"]
    assert set(publish["needs"]) == set(WORKFLOW["jobs"]) - {"publish"}
    assert "refs/tags/v" in publish["if"]


def test_every_python_gets_a_wheel() -> None:
    wheels = SETTINGS["tool"]["cibuildwheel"]["build"].split()
    assert wheels == [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    assert WORKFLOW["jobs"]["pure"]["strategy"]["matrix"]["python"] == PYTHONS
    least = SETTINGS["project"]["requires-python"].removeprefix(">=")
    assert PYTHONS[0] == least


def test_commands_use_files_and_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    commands = [step.get("run", "") for job in WORKFLOW["jobs"].values() for step in steps(job)]
    commands.append(SETTINGS["tool"]["cibuildwheel"]["test-command"].replace("{project}/", ""))
    for command in commands:
        for path in re.findall(r"(?:tests|\.ci)/[\w./]+", command):
            assert (ROOT / path).exists(), command
        if target := re.fullmatch(r"make ([\w./-]+)", command):
            assert re.search(rf"^{target[1]}:|:= {target[1]}$", makefile, re.M), command


def test_nothing_is_released_under_the_placeholder_address(tmp_path: Path) -> None:
    source = WORKFLOW["jobs"]["source"]["steps"]
    assert "make address" in [step.get("run") for step in source]
    (tmp_path / "src").mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    assert "code.example" in (tmp_path / "pyproject.toml").read_text("utf-8")
    recipe = (tmp_path / "Makefile").read_text("utf-8").split("\nrelease:")[1].split("\n\n")[0]
    assert recipe.endswith(" address")
    done = make(tmp_path, "address")
    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        "Publish nothing yet: set the address of the repository in pyproject.toml, under "
        "project.urls, in place of code.example, and run this again."
    )
    text = (tmp_path / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text.replace("code.example", "code.invalid"), "utf-8")
    assert make(tmp_path, "address").returncode == 0


def make(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    """Run make there, as a stranger would."""
    command = ["make", "--silent", target]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
