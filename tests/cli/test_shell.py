"""What a shell knows of the command: completion, the manual page, and guesses."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from terminal.command import command, environment, run

ROOT = Path(__file__).parents[2]


def test_the_manual_page_is_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "docs" / "make_man_page.py"))
    text = (ROOT / "docs" / "tenchips.1").read_text(encoding="utf-8")
    assert make["page"]() == text, "run python docs/make_man_page.py"
    assert ".SS tenchips grade \\fIHANDINS\\fR" in text


def test_the_overview_has_a_whole_sentence_for_each_command() -> None:
    done = run("--help", env=environment(COLUMNS="80"))
    commands = done.stdout.partition("Commands:\n")[2].splitlines()
    assert len(commands) > 20
    assert all(re.fullmatch(r"  [a-z-]+ +[A-Z].*[^.]\.", line) for line in commands)


def test_defaults_are_written_alike() -> None:
    text = (ROOT / "docs" / "tenchips.1").read_text(encoding="utf-8")
    assert "[default: 180]" in text
    assert not re.findall(r"\[default: (?:\(|\d+\.0\]).*", text)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    env = environment() | {"_TENCHIPS_COMPLETE": f"source_{shell}"}
    script = subprocess.run(command(), env=env, capture_output=True, text=True, timeout=60)
    assert f"_TENCHIPS_COMPLETE=complete_{shell}" in script.stdout
    line = {
        "bash": {"COMP_WORDS": "tenchips gr", "COMP_CWORD": "1"},
        "zsh": {"_TYPER_COMPLETE_ARGS": "tenchips gr"},
        "fish": {"_TYPER_COMPLETE_ARGS": "tenchips gr", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    env |= line | {"_TENCHIPS_COMPLETE": f"complete_{shell}"}
    found = subprocess.run(command(), env=env, capture_output=True, text=True, timeout=60)
    assert "grade" in found.stdout
    assert "match" not in found.stdout


def test_completion_is_installed_for_the_shell_that_asks(tmp_path: Path) -> None:
    env = environment() | {"HOME": str(tmp_path)}
    words = " ".join(f"'{word}'" for word in command("--install-completion"))
    done = subprocess.run(
        ["bash", "-c", f"{words}; exit $?"], env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "tenchips" in (tmp_path / ".bashrc").read_text()
    assert os.listdir(tmp_path / ".bash_completions") == ["tenchips.sh"]


def test_a_wrong_command_is_answered_with_a_likely_one() -> None:
    done = run("grdae")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Did you mean 'grade'" in done.stderr
    assert "--level" in run("play", "human", "machine", "--levle", "3").stderr
