"""The command line: what it answers, and how it refuses."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from PIL import Image

import tenchips
from tenchips import Board
from tenchips.notation import START
from tenchips.record import Record, save_records
from terminal.command import NETWORK_GAME, Terminal, command, environment, run

WON = Board(moves=NETWORK_GAME)
IMPOSSIBLE = "W7/8/8/8/8/8/8/8 w 0 1"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    won = Record.from_board(WON, white="Ann", black="Bob")
    begun = Record.from_board(Board(moves="33"), white="Cy", black="Di")
    save_records(path, [won, begun])
    return path


def test_the_version_comes_without_loading_the_rest() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"tenchips {tenchips.__version__}\n")
    loaded = run_python("import sys, tenchips.cli; print(*sys.modules)").split()
    assert "tenchips.cli" in loaded
    unneeded = {"rich.console", "fastapi", "PIL", "tenchips.engine", "tenchips.core"}
    assert not (unneeded | {"tenchips.render", "tenchips.server"}) & {*loaded}


def run_python(code: str) -> str:
    python = command()[0]
    return subprocess.run(
        [python, "-c", code], env=environment(), capture_output=True, check=True, text=True
    ).stdout


@pytest.mark.parametrize("args", [["--help"], ["-h"], ["play", "-h"], ["serve", "--help"]])
def test_help_fits_eighty_columns(args: list[str]) -> None:
    done = run(*args, env=environment(COLUMNS="80"))
    assert done.returncode == 0
    assert "Usage: tenchips" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["plya"], "play"),
        (["--nonsense"], "--nonsense"),
        (["play"], "WHITE"),
        (["play", "human"], "BLACK"),
        (["play", "human", "robot"], "'robot' is not a player: choose human, random, machine"),
        (["play", "human", "human", "human"], "unexpected extra argument"),
        (["play", "human", "human", "--position", "x"], "'x' is not a position"),
        (["play", "human", "human", "--position", IMPOSSIBLE], "chip in the corner 00"),
        (["play", "human", "human", "--rules", "x=1"], "'x=1' is not a rule"),
        (["play", "human", "human", "--rules", "repetition=1"], "repetition is 0 (off) or"),
        (["play", "human", "human", "--seed", "x"], "'x' is not a whole number"),
        (["play", "human", "human", "--depth", "0"], "at least 1 ply"),
        (["play", "human", "human", "--depth", "1.5"], "'1.5' is not a whole number"),
        (["play", "human", "human", "--time", "soon"], "'soon' is not a number"),
        (["play", "human", "human", "--time", "nan"], "more than 0 seconds"),
        (["play", "human", "human", "--record", "."], "it is a folder"),
        (["play", "human", "human", "--record", "none/games"], "no such file or directory"),
        (["play", "human", "human", "--record", os.devnull], "it is not a plain file"),
        (["perft", "start"], "DEPTH"),
        (["perft", "start", "x"], "'x' is not a whole number"),
        (["perft", "start", "99"], "from 0 to 60, not 99"),
        (["perft", "start", "0", "--divide"], "at least 1"),
        (["perft", IMPOSSIBLE, "1"], "so it is Black's turn"),
        (["show"], "POSITION|FILE"),
        (["show", "none.txt"], "there is no file 'none.txt'"),
        (["show", "my games.txt"], "there is no file 'my games.txt'"),
        (["show", "x" * 5000], "there is no file"),
        (["show", "8/8 w 0 1"], "8 rows"),
        (["show", "."], "it is a folder"),
        (["show", START, "--game", "1"], "--game is for a file"),
        (["show", START, "--dark"], "--dark is for a picture"),
        (["show", START, "--svg", "none/a.svg"], "no such file or directory"),
        (["show", "bad\x1b[2J\n"], "there is no file"),
        (["play", "random", "machine:level=11"], "levels are from 1 to 10"),
        (["play", "random", "machine:time=-1"], "more than 0 seconds"),
        (["play", "random", "machine:colour=red"], "'colour=red' is not an option of this player"),
        (["play", "random", "ugi:'"], "is not a command"),
        (["play", "random", "python:x"], "'x' is not MODULE:CLASS"),
        (["match", "random", "random", "--time", "0"], "the time a move is more than 0 seconds"),
        (["match", "random", "random", "--tc", "1:0"], "'1:0' is not a clock"),
        (["match", "random", "random", "--time", "1", "--tc", "1+0"], "give one"),
        (["match", "random", "random", "--rules", "x"], "'x' is not a rule"),
        (["match", "random", "random", "--concurrency", "0"], "workers is from 1 to 1024"),
        (["match", "random", "random", "--openings", "random:99"], "at most 18 random plies"),
        (["tournament", "random", "random", "--preset", "club"], "the presets are course"),
        (["tournament", "random", "random", "--rounds", "3"], "rounds are for a swiss tournament"),
        (["tournament", "java:none/*"], "there is nothing at 'none/*' to play from"),
        (["review", "none", "--time", "x"], "'x' is not a number"),
        (["analyse", "--jobs", "0"], "jobs are from 1 to"),
        (["solve", "start", "--for", "red"], "a side is white or black"),
        (["solve", "start", "--for", "white", "--within", "30"], "ask for fewer plies"),
        (["solve", "start", "--cluster", "nowhere"], "'nowhere' is not the address of a cluster"),
        (["serve", "--origin", "foo"], "'foo' is not an origin: write the scheme and the host"),
        (["serve", "--origin", "https://a.example/"], "'https://a.example/' is not an origin"),
    ],
)
def test_bad_arguments_get_a_sentence_and_status_2(
    args: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("tenchips: ")
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("debug", [None, "1"])
def test_a_bug_is_not_blamed_on_the_user(debug: str | None) -> None:
    """Whatever the deep inside raises that is not meant for users has a status of its own."""
    code = (
        "import sys; from tenchips import Board; from tenchips.cli import main;"
        "Board.outcome = lambda self: int('x'); sys.argv[1:] = ['show', 'start']; main()"
    )
    done = subprocess.run(
        [command()[0], "-c", code],
        env=environment(TENCHIPS_DEBUG=debug),
        capture_output=True,
        text=True,
    )
    if debug:
        assert done.returncode == 1
        assert "Traceback" in done.stderr
        return
    assert done.returncode == 70
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(
        "tenchips: this is a bug in Tenchips (ValueError: invalid literal"
    )
    assert "TENCHIPS_DEBUG=1" in done.stderr


@pytest.mark.parametrize("line", ["raise OSError('deep')", "open('none')", "{}['key']"])
def test_every_other_exception_is_a_bug_too(line: str) -> None:
    code = (
        "import sys; from tenchips import Board; from tenchips.cli import main\n"
        f"def outcome(self):\n    {line}\n"
        "Board.outcome = outcome; sys.argv[1:] = ['show', 'start']; main()"
    )
    done = subprocess.run(
        [command()[0], "-c", code], env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 70
    assert done.stderr.startswith("tenchips: this is a bug in Tenchips (")


# perft


@pytest.mark.parametrize("start", ["start", "startpos", START])
def test_perft_counts(start: str) -> None:
    done = run("perft", start, "3")
    assert done.returncode == 0
    assert done.stdout.startswith("104904 in ")


def test_perft_divides_with_the_total_last() -> None:
    *moves, total = run("perft", "start", "2", "--divide").stdout.splitlines()
    counts = dict(line.split(": ") for line in moves)
    assert set(counts) == {str(move) for move in Board().legal_moves}
    assert sum(map(int, counts.values())) == 2268
    assert total.startswith("total: 2268 in ")


def test_perft_of_nothing() -> None:
    assert run("perft", "start", "0").stdout.startswith("1 in ")
    assert run("perft", WON.position, "2").stdout.startswith("0 in ")


def test_perft_can_be_interrupted() -> None:
    with Terminal("perft", "start", "14") as terminal:
        terminal.expect("thinking...")
        terminal.press("C")
        assert terminal.leave() == 130


# show


def test_show_draws_a_position() -> None:
    done = run("show", "8/8/8/3W4/8/8/8/8 b 0 1")
    assert done.returncode == 0
    assert "3  │  ·  ·  W  ·  ·  ·  │" in done.stdout
    assert done.stdout.endswith("Black to move: 10 in hand, White 9.\n")


def test_show_names_every_fault_of_an_impossible_position() -> None:
    done = run("show", "W7/B7/8/8/8/8/8/8 w 0 5")
    assert done.returncode == 2
    for fault in Board.diagram("00", "01", number=5).status():
        assert fault.sentence in done.stderr


def test_show_goes_through_a_file(games: Path) -> None:
    done = run("show", games)
    assert done.returncode == 0
    first, second = done.stdout.split("2. Cy (White) against Di (Black)")
    assert first.startswith("1. Ann (White) against Bob (Black)")
    assert first.rstrip().endswith("Black wins with the network 60-65-55-33-35-57.")
    assert second.rstrip().endswith("Black to move: 10 in hand, White 9.")


def test_show_takes_one_game_of_a_file(games: Path) -> None:
    done = run("show", games, "--game", "2")
    assert "Cy" in done.stdout
    assert "Ann" not in done.stdout
    for number in ("0", "3"):
        refused = run("show", games, "--game", number)
        assert refused.returncode == 2
        assert f"no game {number}" in refused.stderr


def test_show_goes_on_after_a_broken_game(games: Path) -> None:
    games.write_text('[White "Eve"]\n\n1. 00 *\n\n' + games.read_text())
    done = run("show", games)
    assert done.returncode == 1
    assert f"tenchips: {games}, game 1, line 3: 00 is illegal" in done.stderr
    assert "3. Cy" in done.stdout


@pytest.mark.parametrize("content", [b"", b"\xff\xff", b"\n\n"])
def test_show_refuses_a_file_without_games(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    done = run("show", path)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert done.stderr.count("\n") == 1


def test_show_writes_a_picture_and_leaves_none_half_written(games: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("show", "start", "--svg", picture).returncode == 0
    light = picture.read_text()
    assert light.startswith("<svg ")
    assert run("show", "start", "--svg", picture, "--dark").returncode == 0
    assert picture.read_text() != light
    refused = run("show", games, "--svg", picture)
    assert refused.returncode == 2
    assert "holds 2 games: choose one with --game" in refused.stderr
    assert run("show", games, "--game", "1", "--svg", picture).returncode == 0
    assert "60" in picture.read_text()
    assert sorted(tmp_path.iterdir()) == [picture, games]


def test_show_writes_pictures_of_pixels_still_and_moving(games: Path, tmp_path: Path) -> None:
    png, gif = tmp_path / "board.png", tmp_path / "game.gif"
    assert run("show", games, "--game", "1", "--png", png, "--gif", gif).returncode == 0
    with Image.open(png) as picture, Image.open(gif) as story:
        assert (picture.format, picture.size) == ("PNG", (480, 480))
        assert (story.format, getattr(story, "n_frames", 0)) == ("GIF", len(WON.moves) + 2)
    light = png.read_bytes()
    assert run("show", games, "--game", "1", "--png", png, "--dark").returncode == 0
    assert png.read_bytes() != light
    assert sorted(tmp_path.iterdir()) == [png, gif, games]


def test_names_in_a_file_cannot_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[White "[red]\\\\ Ann"]\n\n1. 33 *\n')
    assert "[red]\\ Ann (White)" in run("show", path).stdout


# Output that goes nowhere


@pytest.mark.parametrize("args", [["--help"], ["perft", "start", "2"], ["show", "start"],
                                  ["play", "-q", "random", "random"]])  # fmt: skip
def test_a_reader_who_leaves_is_no_reason_for_a_traceback(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command(*args),
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_full_disk_is_named() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command("perft", "start", "2"),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == "tenchips: the output cannot be written: No space left on device\n"


def test_a_record_is_kept_though_nobody_reads(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    reading, writing = os.pipe()
    with subprocess.Popen(
        command("play", "-q", "human", "human", "--record", path),
        stdin=subprocess.PIPE,
        stdout=writing,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        os.close(writing)
        process.stdin.write(b"33\n")
        process.stdin.flush()
        seen = b""
        while b"Black> " not in seen:
            seen += os.read(reading, 1000)
        os.close(reading)
        process.stdin.write(b"44\n")
        process.stdin.close()
    assert "1. 33 *" in path.read_text()


def test_closed_streams_are_no_reason_for_a_traceback() -> None:
    for closing in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(
            ["/bin/sh", "-c", f'exec "$@" {closing}', "sh", *command("play", "human", "human")],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment(),
            text=True,
        )
        assert done.returncode == 0, (closing, done.stderr)
        assert "Traceback" not in done.stderr
