"""What programs do in a match can be seen: who cannot start, what was said, what went wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tenchips
from tenchips.arena import compliance
from tenchips.arena.compliance import examine
from tenchips.arena.game import Game
from terminal.command import run

BAD = f"{sys.executable} {Path(__file__).parents[1] / 'protocol' / 'bad_engine.py'}"
MINE = f"python:{Path(__file__).parents[1] / 'players' / 'course_players.py'}"


def test_a_log_has_every_line_and_the_first_fault_of_a_kind_is_printed(tmp_path: Path) -> None:
    log, results = tmp_path / "log", tmp_path / "results"
    match = ("match", f"Ann=ugi:{BAD} dies option.Style=wild", f"Bob={MINE}:Careful", "--games")
    files = ("--time", "60", "--concurrency", "2", "--log", log, "--results", results)
    done = run(*match, "4", *files)
    assert done.returncode == 0
    [fault] = filter(None, done.stderr.splitlines())
    assert fault.startswith("tenchips: game ")
    assert "Ann ended with exit status 4; its last lines: " in fault
    assert fault.endswith(" | 'info depth 1 score cp 1 pv 33'")
    said: dict[str, list[tuple[str, str]]] = {}
    for line in log.read_text().splitlines():
        _, _, pid, direction, name, text = line.split(" ", 5)
        said.setdefault(f"{name} {pid}", []).append((direction, text))
    ann = [lines for program, lines in said.items() if program.startswith("Ann: ")]
    assert len(ann) == 1 + 4  # the check, and four games
    assert all((">", "setoption name Style value wild") in lines for lines in ann)
    assert sum(("<", "info depth 1 score cp 1 pv 33") in lines for lines in ann) == 4
    bob = [lines for program, lines in said.items() if program.startswith("Bob: ")]
    assert all((">", "isready") in lines for lines in bob)
    again = run(*match, "4", *files)  # nothing new happens when it is resumed
    assert again.stderr.strip() == ""


def test_a_match_and_a_tournament_check_all_players_first(tmp_path: Path) -> None:
    record = tmp_path / "games"
    for start in (["match"], ["tournament", f"Good={MINE}:Careful"]):
        done = run(*start, "ugi:false", f"Zoe={MINE}:Nobody", "--record", record)
        assert (done.returncode, done.stdout) == (2, "")
        [sentence] = done.stderr.splitlines()
        assert "ugi:false cannot play: it ended with exit status 1; " in sentence
        assert "Zoe cannot play: it is not there: " in sentence
        assert not record.exists()


def test_the_last_lines_are_kept_with_the_results() -> None:
    fault = {"color": 0, "kind": "crash", "sentence": "Ann ended with exit status 1"}
    game = {
        "white": "Ann", "black": "Bob", "moves": [], "opening": 0, "result": "0-1",
        "termination": "illegal move", "seconds": [], "thoughts": [], "refused": [],
    }  # fmt: skip
    old = Game.from_json(game | {"fault": dict(fault)})  # as version 0.1 wrote it
    assert old.fault is not None
    assert old.fault.last_lines == ()
    new = Game.from_json(game | {"fault": fault | {"last_lines": ["no table"]}})
    assert new.fault is not None
    assert new.fault.last_lines == ("no table",)
    assert Game.from_json(new.as_json()) == new


def test_compliance_asks_a_silent_program_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tenchips.__file__).parents[1]))
    monkeypatch.setattr(compliance, "START_TIMEOUT", 0.5)
    log = tmp_path / "log"
    checks = list(examine("sleep 600", log=log))
    assert len(checks) == 25
    assert {check.fault for check in checks} == {"it did not answer ugi with ugiok"}
    assert log.read_text().count(" > ") == 1


def test_compliance_says_once_that_a_class_is_missing() -> None:
    checks = list(examine(f"{MINE}:Nobody"))
    assert len(checks) == 15
    assert len({check.fault for check in checks}) == 1
    assert "Nobody cannot play: it is not there: " in checks[0].fault
