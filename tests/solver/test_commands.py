"""`tenchips solve`, `verify` and `certificate` as people run them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tenchips import WHITE, Board
from tenchips.book import Certificate, certificates
from tenchips.solver import decided_within, verify
from terminal.command import Terminal, environment, run

WON = str(Board(moves="33 43 73 44 03 62").position)
OPEN = ("solve", "start", "--moves", "33 44", "--threads", "2")


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A copy of the certificate."""
    path = tmp_path / "shipped.cert"
    path.write_bytes(Certificate.load().to_bytes())
    return path


# Solving


def test_says_who_wins_and_how() -> None:
    done = run("solve", WON, "--shortest", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    first, line, exactly = done.stdout.splitlines()
    assert first.startswith("White wins within ")
    within = int(first.split()[3])
    board = Board(WON, moves=line.removeprefix("line: "))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE
    assert len(board.moves) <= within
    exact = int(exactly.removeprefix("exactly ").split()[0])
    assert exact <= len(board.moves)
    within = ("solve", WON, "--for", "white", "--threads", "1", "--within")
    done = run(*within, str(exact))
    assert (done.returncode, done.stdout) == (0, f"White wins within {exact} plies\n")
    done = run(*within, str(exact - 2))
    assert (done.returncode, done.stdout) == (1, f"White does not win within {exact - 2} plies\n")


def test_tells_which_replies_hold() -> None:
    """After White's first move of a win in 7, some reply holds for 4 plies and none for 6."""
    args = ("--for", "white", "--threads", "2", "--within")
    afters = [Board(WON, moves=[move]) for move in Board(WON).legal_moves]
    after = next(
        board for board in afters
        if all(lost for _, lost in decided_within(board, WHITE, 6))
    )  # fmt: skip
    done = run("solve", after.position, *args, "6")
    assert done.returncode == 0
    *printed, last = done.stdout.splitlines()
    assert last == "White wins within 6 plies"
    replies = {str(reply) for reply in after.legal_moves}
    assert {line.removesuffix(": lost") for line in printed} == replies
    done = run("solve", after.position, *args, "4")
    assert done.returncode == 1
    held = [line.removesuffix(": holds") for line in done.stdout.splitlines() if "holds" in line]
    assert held
    assert {*held[:-1]} <= replies
    assert held[-1] == f"White does not win within 4 plies: {held[0]} holds"


def test_says_that_it_gave_up() -> None:
    done = run("solve", "start", "--nodes", "1", "--threads", "1", "--memory", "1")
    assert done.returncode == 1
    assert done.stdout.startswith("not decided\nafter ")


@pytest.mark.parametrize(
    ("moves", "known"),
    [
        ("", "White wins within 15 plies, proved by a certificate"),
        ("11 66", "White wins within 23 plies, proved by an earlier search"),
    ],
)
def test_says_first_what_is_known_without_a_search(moves: str, known: str) -> None:
    done = run("solve", "start", "--moves", moves, "--nodes", "1", "--threads", "1")
    assert f"known already: {known} in the package" in done.stderr
    assert done.stdout.startswith("not decided\n")


def test_does_not_count_a_search_that_did_not_end() -> None:
    done = run("solve", "start", "--time", "0.001", "--threads", "1")
    assert done.returncode == 1
    assert "nodes" not in done.stdout
    assert done.stdout.startswith("not decided\nthe first search did not end within ")


def test_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    state = tmp_path / "proof"
    first = run("solve", WON, "--threads", "1", "--state", state)
    assert json.loads(state.read_text())["judgements"]
    again = run("solve", WON, "--threads", "1", "--state", state)
    assert (again.stdout, again.returncode) == (first.stdout, 0)
    other = run("solve", "start", "--threads", "1", "--state", state)
    assert other.returncode == 2
    assert "keeps the proof of another question" in other.stderr


def test_ctrl_c_keeps_the_work(tmp_path: Path) -> None:
    state = tmp_path / "proof"
    with Terminal(*OPEN, "--nodes", "100000000000", "--state", state, columns=120) as shown:
        shown.expect("working")
        shown.press("C")
        shown.expect("interrupted: run this again to resume from")
        assert shown.leave() == 130
        assert "Traceback" not in shown.seen
    assert json.loads(state.read_text())["format"] == "tenchips proof 1"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("nonsense",), "'nonsense' is not a position"),
        (("start", "--moves", "33 99"), "'99' is not a move"),
        (("start", "--for", "red"), "a side is white or black, not 'red'"),
        (("start", "--time", "0"), "a proof takes more than 0 seconds, not 0"),
        (("start", "--time", "nan"), "a proof takes more than 0 seconds, not nan"),
        (("start", "--nodes", "0"), "a proof takes at least 1 node, not 0"),
        (("start", "--memory", "0"), "the memory is from 1 to "),
        (("start", "--threads", "0"), "the number of workers is from 1 to 1024, not 0"),
        (("start", "--threads", "two"), "'two' is not a whole number"),
        (("start", "--cluster", "nowhere"), "nowhere"),
        (("start", "--state", "."), ". cannot be written: it is a folder"),
        (("start", "--within", "3"), "--within goes with --for SIDE"),
        (("start", "--for", "white", "--within", "0"), "a win takes at least 1 ply, not 0"),
        (("start", "--for", "white", "--within", "21"), "may need step moves"),
    ],
)
def test_refuses_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    done = run("solve", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tenchips: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    done = run("solve", "start", "--moves", "01 60 03 65 06 55 71 33 73 35 76 57")
    assert done.returncode == 2
    assert "the game is over" in done.stderr


# Verifying


def test_verifies_some_answers_of_ours(shipped: Path) -> None:
    white, black = (f"30 of {len(each.entries)} entries hold\n" for each in certificates())
    for file, printed in (((), white + black), ((shipped,), white)):
        done = run("verify", *file, "--sample", "30", "--jobs", "2")
        assert (done.returncode, done.stdout) == (0, printed)


def test_refuses_what_proves_nothing(shipped: Path, tmp_path: Path) -> None:
    entries = dict(Certificate.load().entries)
    del entries[0, 0]
    headless = tmp_path / "headless.cert"
    Certificate(entries, 5).save(headless)
    done = run("verify", headless, "--sample", "1")
    assert done.returncode == 1
    assert done.stdout.startswith("refused: 8/8/8/8/8/8/8/8 w 0 1: ")
    data = bytearray(shipped.read_bytes())
    data[len(data) // 2] ^= 1
    shipped.write_bytes(data)
    done = run("verify", shipped)
    assert done.returncode == 1
    assert done.stdout.startswith("refused: ")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("missing.cert",), "missing.cert cannot be read: no such file"),
        (("--sample", "0"), "--sample is at least 1 entry, not 0"),
        (("--jobs", "0"), "--jobs is from 1 to 1024, not 0"),
    ],
)
def test_verify_refuses_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    done = run("verify", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"tenchips: {sentence}")
    assert done.stderr.count("\n") == 1


# Certificates


def test_certificate_alone_shows_its_help() -> None:
    done = run("certificate")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("certificate", "--help").stdout
    assert "build" in done.stdout.split()


def test_exports_what_the_sceptic_reads(tmp_path: Path) -> None:
    text = tmp_path / "white.txt"
    assert run("certificate", "export", "-o", text).returncode == 0
    assert run("certificate", "export").stdout == text.read_text()
    assert text.read_text().splitlines()[0] == "8/8/8/8/8/8/8/8 w 0 1 33 15"
    done = subprocess.run(
        [sys.executable, str(verify.__file__), str(text), "--sample", "1", "--jobs", "1"],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert "all 1 sampled claims hold" in done.stdout


def test_builds_from_what_was_kept(shipped: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.cert"
    done = run("certificate", "build", "33", "-o", made, "--jobs", "1", "--state", shipped)
    assert (done.returncode, done.stdout.split(": ")[1]) == (
        0,
        f"{len(Certificate.load().entries)} positions\n",
    )
    assert made.read_bytes() == Certificate.load().to_bytes()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("00", "-o", "x.cert"), "nobody may use 00: it is a corner"),
        (("33-44", "-o", "x.cert"), "33"),
        (("33",), "Missing option '--output' / '-o'"),
        (("33", "44", "22", "-o", "x.cert"), "name White's first move, or that and Black's reply"),
        (("33", "33", "-o", "x.cert"), "33 already holds a chip"),
        (("33", "-o", "x.cert", "--by", "x"), "x"),
        (("33", "-o", "x.cert", "--by", "14"), "White wins by an odd ply from 11 to 99, not 14"),
        (("33", "-o", "x.cert", "--jobs", "0"), "the number of workers is from 1 to 1024, not 0"),
    ],
)
def test_build_refuses_in_a_sentence(args: tuple[str, ...], sentence: str) -> None:
    done = run("certificate", "build", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_cannot_be_written_does_no_harm(shipped: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "x.cert"
    done = run("certificate", "build", "33", "-o", nowhere, "--jobs", "1", "--state", shipped)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"tenchips: {nowhere} cannot be written: no such file or directory\n"
