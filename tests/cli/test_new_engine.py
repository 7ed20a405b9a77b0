"""Engines to begin with: each builds, passes its own test and all checks of compliance."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tenchips
from tenchips.arena import compliance
from tenchips.arena.compliance import examine
from tenchips.cli.app import UsageError
from tenchips.cli.new_engine import BUILDS, COMMANDS, new_engine


@pytest.mark.parametrize("language", COMMANDS)
def test_an_engine_passes_its_test_and_all_checks(
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tenchips.__file__).parents[1]))
    for limit in ("AT_ONCE", "TIMEOUT", "START_TIMEOUT"):
        monkeypatch.setattr(compliance, limit, 60.0)
    folder = tmp_path / "My engine"
    assert new_engine(folder, language) == 0
    assert capsys.readouterr().out.endswith(f"tenchips compliance -- {COMMANDS[language]}\n")
    python = f"PYTHON={sys.executable}"
    for target in ([], ["test"]) if language in BUILDS else (["test"],):
        done = subprocess.run(
            ["make", python, *target], cwd=folder, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "warning" not in done.stderr
    command = COMMANDS[language].replace("python3", sys.executable)
    monkeypatch.chdir(folder)
    checks = list(examine(command, seconds=1.0, margin=60.0))
    assert [str(check) for check in checks if not check.passed] == []
    assert len(checks) == 25
    wrong = "position startpos moves 33 x9\nposition fen foo\nfoo\nisready\nquit\n"
    done = subprocess.run(shlex.split(command), input=wrong, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, last = done.stdout.splitlines()
    assert first.startswith("info string ")
    assert second.startswith("info string ")
    assert last == "readyok"
    readme = (folder / "README.md").read_text()
    assert readme.startswith("# My engine\n")
    assert f"`tenchips compliance -- {COMMANDS[language]}`" in readme
    assert ("pip install tenchips" in readme) == (language == "python")
    assert "NEEDS" not in readme


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("work")
    with pytest.raises(UsageError, match="is there already: name a new folder"):
        new_engine(tmp_path, "c")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    with pytest.raises(UsageError, match="there are engines in python, java, c, not in 'perl'"):
        new_engine(tmp_path / "new", "perl")
