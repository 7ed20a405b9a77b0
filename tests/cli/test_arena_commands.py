"""The arena's commands as people meet them: in a terminal, interrupted, and misunderstood."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.arena import results
from tenchips.record import Record, load_records, save_records
from terminal.command import NETWORK_GAME, Terminal, environment, run, without_colors

EXAMINEES = Path(__file__).parents[1] / "arena" / "examinees.py"
MACHINE = "Ann=machine:depth=2,hash=1"


def screen(seen: str) -> list[str]:
    """The lines that a person has read in the end: what was wiped away is gone."""
    plain = without_colors(seen).rpartition("\x1b[?25h")[2]
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", plain).replace("\r", "").split("\n")
    return [line for line in lines if line]


def rounds(path: Path) -> list[str]:
    records = list(load_records(path))
    return [dict(game.more_tags)["Round"] for game in records if isinstance(game, Record)]


def test_a_match_is_watched_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    kept, games = tmp_path / "results.jsonl", tmp_path / "games.txt"
    words = ["match", MACHINE, "Bob=random", "--time", "60", "--concurrency", "2"]
    words += ["--results", str(kept), "--record", str(games)]
    with Terminal(*words, "--games", "5000") as terminal:
        terminal.expect("running")
        terminal.expect("game ")
        row = without_colors(terminal.expect("\n"))
        assert re.match(r"\d+ +(Ann +Bob|Bob +Ann) +\d+ +[0-7-]* .* s", row)
        terminal.expect("/5000")
        terminal.expect("Elo ")
        terminal.press("C")
        assert terminal.leave() == 130
    *_, line = screen(terminal.seen)
    assert line == f"Interrupted: run the same command again to resume from {kept}."
    played = results.load(kept)[1]
    assert screen(terminal.seen)[0] == f"Ann against Bob: {len(played)} games"
    assert rounds(games) == list(played)
    longer = len(played) // 2 * 2 + 6
    with Terminal(*words, "--games", str(longer)) as terminal:
        terminal.expect(f"/{longer}")
        assert terminal.leave() == 0
    said = screen(terminal.seen)
    assert said[:2] == [
        f"Ann against Bob: {longer} games", "60 s a move, 0.1 s margin; openings balanced, seed 0"
    ]  # fmt: skip
    assert said[-1].startswith("pairs with 0, ½, 1, 1½, 2 points: ")
    expected = sorted(f"{pair}{half}" for pair in range(longer // 2) for half in "ab")
    assert sorted(results.load(kept)[1]) == sorted(rounds(games)) == expected
    assert results.load(kept)[1].items() >= played.items()


def test_a_tournament_is_watched_and_interrupted() -> None:
    with Terminal("tournament", MACHINE, "random", "random", "--games", "1000") as terminal:
        terminal.expect("running")
        terminal.expect("round 1, game ")
        terminal.expect("/3000")
        terminal.expect("; points: ")
        terminal.press("C")
        assert terminal.leave() == 130
    said = screen(terminal.seen)
    assert said[0] == "Tournament"
    assert said[1].startswith("round-robin, 3 players, ")
    assert said[-1] == "Interrupted: use --results FILE to be able to resume next time."


def test_a_tournament_is_played_to_its_end() -> None:
    with Terminal("tournament", MACHINE, "random", "--time", "60", columns=100) as terminal:
        assert terminal.leave() == 0
    said = screen(terminal.seen)
    assert said[1] == "round-robin, 2 players, 2 games, 2 per encounter"
    assert said[3].startswith("in the order of points, then meetings won, then entry; played ")
    assert said[4].split()[:3] == ["player", "meetings", "points"]
    assert said[5].split()[:2] == ["1", "Ann"]


@pytest.mark.parametrize(
    ("name", "status", "last"), [("Good", 0, "15 of 15"), ("First", 1, "11 of 15")]
)
def test_compliance_has_a_status_for_scripts(name: str, status: int, last: str) -> None:
    with Terminal("compliance", "--", f"python:{EXAMINEES}:{name}", columns=200) as terminal:
        terminal.expect(" 1 Passed  makes only legal moves in both phases")
        assert terminal.leave() == status
    assert screen(terminal.seen)[-1] == f"{last} checks passed"


def test_compliance_says_once_that_a_program_speaks_no_ugi() -> None:
    done = run("compliance", "--", sys.executable, "-c", "")
    first, others, counted, advice = done.stdout.splitlines()
    assert first.startswith(" 1 Failed  answers ugi with its name and ugiok: it ended")
    assert others == " 2-25 Failed, for the same reason"
    assert counted == "0 of 25 checks passed"
    assert advice.startswith("It does not speak UGI. Talk to it: tenchips debug -- ")
    assert done.returncode == 1


def test_reviewing_a_file(tmp_path: Path) -> None:
    games, reviewed = tmp_path / "games.txt", tmp_path / "reviewed.txt"
    won = Record.from_board(Board(moves=NETWORK_GAME), white="Ann", black="Bob")
    save_records(games, [won, won])
    with Terminal("review", games, "--time", "0.01", "--output", reviewed) as terminal:
        terminal.expect("/13")
        assert terminal.leave() == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.seen)
    assert plain.count("White, Ann: ") == 2
    assert "game 2:" in plain
    assert max(map(len, plain.splitlines())) <= 80
    assert len(list(load_records(reviewed))) == 2
    with Terminal("review", games, "--time", "0.01", columns=200) as terminal:
        assert terminal.leave() == 0
    assert terminal.seen.count('[White "Ann"]') == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_told_to_end_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    kept, temporary = tmp_path / "results.jsonl", tmp_path / "temporary"
    temporary.mkdir()
    words = ["match", MACHINE, "Bob=random", "--games", "5000", "--results", str(kept)]
    with Terminal(*words, env=environment(TMPDIR=str(temporary))) as terminal:
        terminal.expect("Elo ")
        assert not list(temporary.iterdir())  # not even now
        terminal.signal(number)
        assert terminal.leave() == 130
    assert (
        screen(terminal.seen)[-1]
        == f"Interrupted: run the same command again to resume from {kept}."
    )
    assert not list(temporary.iterdir())


@pytest.mark.parametrize(
    "end", [lambda terminal: terminal.press("C"), lambda terminal: terminal.signal(signal.SIGTERM)]
)
def test_a_review_that_is_interrupted_keeps_what_it_has(
    tmp_path: Path, end: Callable[[Terminal], None]
) -> None:
    games, reviewed = tmp_path / "games.txt", tmp_path / "reviewed.txt"
    won = Record.from_board(Board(moves=NETWORK_GAME), white="Ann", black="Bob")
    save_records(games, [won] * 2000)
    with Terminal("review", games, "--time", "0.01", "--output", reviewed) as terminal:
        terminal.expect("White, Ann: ")
        end(terminal)
        assert terminal.leave() == 130
    number = len(list(load_records(reviewed)))
    assert 1 <= number < 2000
    assert f"Interrupted after {number} of 2000 games." in terminal.seen


BAD: dict[str, tuple[str, str]] = {
    "match random": ("Missing argument 'B'", ""),
    "match random robot": ("'robot' is not a player: choose", ""),
    "match random human": ("people play with tenchips play", ""),
    "match random random --games x": ("'x' is not a whole number", ""),
    "match random random --openings none": ("there is no file 'none' of openings", ""),
    "match random random --sprt elo0=5 elo1=5": ("elo0 is less than elo1", ""),
    "match random random --cluster nowhere": ("is not the address of a cluster", ""),
    "match random random --results FILE": ("FILE holds something else: choose another", "diary\n"),
    "match random random --record FILE/x": ("FILE/x cannot be written: not a directory", "diary"),
    "match random java:nowhere": ("there is no file or folder 'nowhere'", ""),
    "tournament random": ("at least 2 players, not 1", ""),
    "tournament --settings FILE": ("FILE is not a file of settings in TOML", "name = "),
    "tournament random random --kind league": ("a tournament is round-robin, gauntlet", ""),
    "compliance": ("Missing argument 'COMMAND'", ""),
    "compliance -- nobody --there": ("there is no program 'nobody': check the command", ""),
    "compliance -- machine": ("machine and random are part of Tenchips", ""),
    "review nowhere": ("nowhere cannot be read: no such file or directory", ""),
    "review FILE": ("FILE holds no game", ""),
    "review FILE --output FILE": ("FILE is the file to review", '[White "x"]\n1. 33 *'),
}
"""Mistaken command lines, each with its error message and the content of the file."""


@pytest.mark.parametrize("typed", BAD)
def test_mistakes_are_answered_with_a_sentence(typed: str, tmp_path: Path) -> None:
    sentence, content = BAD[typed]
    path = tmp_path / "file"
    path.write_text(content)
    done = run(*(word.replace("FILE", str(path)) for word in typed.split()))
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"tenchips: .+\n", done.stderr)
    assert sentence.replace("FILE", str(path)) in done.stderr
    assert path.read_text() == content
    assert os.listdir(tmp_path) == ["file"]
