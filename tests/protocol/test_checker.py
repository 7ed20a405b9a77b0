"""The checker says what is against UGI, and no more; `tenchips debug` shows what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tenchips.protocol.checker import Checker
from terminal.command import command, environment

BAD = Path(__file__).with_name("bad_engine.py")
WON = "position startpos moves 01 60 03 65 06 55 71 33 73 35 76 57"


def check(*lines: str) -> list[str]:
    """What is wrong in a conversation of lines that begin with > and <."""
    checker, faults = Checker(), list[str]()
    for line in lines:
        take = checker.sent if line[0] == ">" else checker.received
        faults += take(line[2:])
    return faults


def test_a_good_conversation() -> None:
    assert not check(
        "> ugi", "< id name Ann", "< id author Ann", "< option name Hash type spin default 1",
        "< ugiok", "> setoption name Hash value 2", "> isready", "< readyok", "> uginewgame",
        "> query p1turn", "< response true", "> position startpos moves 33 44", "> go movetime 9",
        "< info string thinking", "< info depth 1 score cp 3 pv 01 10 02", "< bestmove 01",
        "> position fen 8/8/8/3W4/4B3/8/8/8 w 0 2 moves 01", "> query p1turn", "< response false",
        f"> {WON}", "> query result", "< response p2win", "> query gameover", "< response true",
        "> go infinite", "> stop", "< bestmove none", "> quit",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["> ugi", "< ugiok"], "an engine says its name before ugiok: id name NAME"),
        (["< readyok"], "readyok answers isready, and there was none"),
        (["> isready", "< readyok now"], "readyok stands alone"),
        (["> go depth 1", "< bestmove 33 ponder 44"], "bestmove has exactly one word after it"),
        (["> go depth 1", "< bestmove"], "bestmove has exactly one word after it"),
        (["> go depth 1", "< bestmove x9"], "'x9' is not a move"),
        (["> go depth 1", "< bestmove 00"], "00 is illegal: nobody may use 00"),
        (["> go depth 1", "> position startpos moves 33", "< bestmove 10"], "10 is illegal"),
        ([f"> {WON}", "> go depth 1", "< bestmove 44"], "the game is over: bestmove none"),
        (["> query p1turn", "< response false"], "response true would be right"),
        ([f"> {WON}", "> query result", "< response none"], "response p2win would be right"),
        (["< info depth 1 pv 33 33"], "'33' in pv: "),
        (["< id"], "write id name NAME"),
        (["< option Hash"], "write option name NAME type TYPE"),
        (["< option name Hash type number"], "a type is one of check, spin"),
        (["< hello"], "'hello' does not begin a line of UGI"),
        (["> hello"], "'hello' is not a command of UGI"),
        (["> position 33"], "this is not a position: write position startpos"),
        (["> position startpos moves 00"], "this is not a position: "),
    ],
)
def test_what_is_wrong(lines: list[str], fault: str) -> None:
    faults = check(*lines)
    assert len(faults) == 1, faults
    assert faults[0].startswith(fault)


def debug(engine: list[str], lines: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("debug", *options, "--", *engine),
        input=lines, capture_output=True, text=True, env=environment(), timeout=120,
    )  # fmt: skip


def test_both_directions_are_shown_and_checked() -> None:
    done = debug([sys.executable, str(BAD), "wordy"], "ugi\nquery result\n", "--wait", "60")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "> ugi"
    assert "< ugiok" in lines
    answer = lines.index("< response two words")
    assert lines[answer + 1] == "  wrong: response has exactly one word after it"
    assert lines[-1] == "2 wrong"
    assert "\x1b" not in done.stdout


def test_answers_stand_below_the_lines_of_a_pipe() -> None:
    lines = "ugi\nisready\ngo movetime 1\ngo infinite\nisready\nstop\n"
    done = debug([sys.executable, "-m", "tenchips", "ugi"], lines, "--wait", "60")
    shown = [line for line in done.stdout.splitlines() if not line.startswith(("< i", "< o"))]
    assert shown[:6] == ["> ugi", "< ugiok", "> isready", "< readyok", "> go movetime 1", shown[5]]
    assert shown[5].startswith("< bestmove ")
    # An endless search is not waited for.
    assert shown.index("> go infinite") < shown.index("> isready", 6) < shown.index("> stop")
    assert done.returncode == 0


def test_no_answer_is_wrong_too() -> None:
    done = debug([sys.executable, str(BAD), "never-ready"], "isready\n", "--wait", "0.5")
    assert done.returncode == 1
    assert "  wrong: no answer to isready" in done.stdout.splitlines()


def test_one_that_cannot_be_started() -> None:
    done = debug(["no-such-engine"], "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no-such-engine cannot be started" in done.stderr
