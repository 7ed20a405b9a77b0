"""Programs that cannot play are found out before the first game, with the reason."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tenchips
from tenchips.players import PlayerError, check_players, make_player, program
from terminal.command import command, environment, run

HERE = Path(__file__).parent
BAD = f"{sys.executable} {HERE.parent / 'protocol' / 'bad_engine.py'}"
MINE = f"python:{HERE / 'course_players.py'}"


@pytest.fixture(autouse=True)
def our_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tenchips.__file__).parents[1]))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ugi:false", "false cannot play: it ended with exit status 1"),
        (
            f"ugi:{BAD} explains",
            "cannot play: it ended with exit status 3; its last lines: 'loading' | 'no table'",
        ),
        (f"{MINE}:Nobody", "Nobody cannot play: it is not there: "),
        ("python:no_such_module:X", "X cannot play: it raised ModuleNotFoundError in importing"),
        (f"{MINE}:CannotBeMade", "CannotBeMade cannot play: it raised TypeError in"),
        (f"java:{HERE / 'java'}#students.Bad$NoConstructor", "it has no public NoConstructor"),
        (
            f"ugi:{BAD} option.Style=calm option.Hash=1",
            "has no option 'Hash': its options are Style",
        ),
        (
            f"ugi:{sys.executable} -m tenchips ugi option.hash=64 option.Level=11",
            "has no such setting: Level is a whole number from 1 to 10, not '11'",
        ),
        (
            f"ugi:{sys.executable} -m tenchips ugi option.OwnBook=1",
            "has no such setting: OwnBook is true or false, not '1'",
        ),
        (f"ugi:{BAD} no-options option.Hash=1", "has no option 'Hash': it has none"),
    ],
)
def test_one_that_cannot_play_is_named_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=re.escape(sentence)) as caught:
        check_players([make_player("random"), make_player(text)])
    assert "\n" not in str(caught.value)


def test_silence_is_found_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_TIMEOUT", 0.5)
    with pytest.raises(PlayerError) as caught:
        check_players([make_player("ugi:sleep 600")])
    assert str(caught.value) == "sleep cannot play: it did not answer ugi within 0.5 s"


def test_all_that_cannot_play_are_named_each_once() -> None:
    with pytest.raises(PlayerError) as caught:
        check_players([make_player(f"ugi:{name}") for name in ("false", "true", "false")])
    assert str(caught.value) == (
        "false cannot play: it ended with exit status 1; "
        "true cannot play: it ended with exit status 0"
    )


def test_one_that_can_play_still_can_after_the_check() -> None:
    seat = make_player(f"ugi:{BAD} option.sTYLE=calm")
    check_players([seat, make_player("human"), make_player("machine")])
    assert isinstance(seat, program.ProgramPlayer)
    assert str(seat.choose(tenchips.Board())) == "33"
    seat.close()


@pytest.mark.parametrize("text", ["option.", "option.Hash", "option.=3"])
def test_what_sets_no_option_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match=re.escape("write option.NAME=VALUE")):
        make_player(f"ugi:true {text}")


def test_a_game_at_the_terminal_does_not_begin() -> None:
    done = run("play", "human", "ugi:false")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tenchips: false cannot play: it ended with exit status 1\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_ended_leaves_no_file_behind(number: signal.Signals, tmp_path: Path) -> None:
    """The signal comes while it compiles."""
    temporary, cache = tmp_path / "temporary", tmp_path / "cache"
    temporary.mkdir()
    env = environment(TMPDIR=str(temporary), XDG_CACHE_HOME=str(cache))
    env["JAVA_TOOL_OPTIONS"] = f"-Djava.io.tmpdir={temporary}"
    player = f"java:{HERE / 'flat'}"
    process = subprocess.Popen(
        command("play", "-q", player, player), env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=_default_signals,
    )  # fmt: skip
    while process.poll() is None and not list(cache.glob("*/*/*.part")):
        time.sleep(0.01)
    process.send_signal(number)
    process.wait(60)
    assert list(cache.glob("*/*/*.part")) == []
    assert list(temporary.iterdir()) == []


def _default_signals() -> None:
    """Also where the tests themselves run in the background or under `nohup`."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
