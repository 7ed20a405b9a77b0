"""`tenchips puzzle`: solving puzzles line by line, counting them and writing them to a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.book.puzzles import Puzzle, puzzles
from terminal.command import Terminal, run


def first(kind: str, plies: int) -> Puzzle:
    return next(one for one in puzzles() if (one.kind, one.plies) == (kind, plies))


def solve(puzzle: Puzzle, *lines: object) -> str:
    done = run("puzzle", "--id", puzzle.id, typed="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_counts_and_exports_all() -> None:
    assert run("puzzle", "--count").stdout == f"{len(puzzles())}\n"
    lines = run("puzzle", "--export").stdout.splitlines()
    assert len(lines) == len(puzzles())
    fields = ["id", "position", "kind", "plies", "solution", "themes", "rating"]
    assert {tuple(json.loads(line)) for line in lines} == {tuple(fields)}
    assert tuple(Puzzle.from_json(line) for line in lines) == puzzles()


def test_exports_to_a_file(tmp_path: Path) -> None:
    done = run("puzzle", "--export", str(tmp_path / "all.jsonl"))
    assert (done.returncode, done.stdout) == (0, "")
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == len(puzzles())


def test_a_win_is_solved_move_by_move() -> None:
    puzzle = first("win", 3)
    mine, reply, last = puzzle.solution
    out = solve(puzzle, mine, last)
    assert "win within 3 plies" in out
    assert f"Right. {puzzle.board().turn.other} answers {reply}." in out
    assert "wins with the network" in out
    assert "Solved with no wrong moves and no hints." in out


def test_a_wrong_move_is_refuted_and_may_be_taken_again() -> None:
    puzzle = first("defend", 2)
    wrong = next(move for move in puzzle.board().legal_moves if move not in puzzle.solution)
    out = solve(puzzle, wrong, *puzzle.solution)
    _, _, refutation = out.partition(f"{wrong} loses: {puzzle.board().turn.other} wins with ")
    line = refutation.partition(". Try again.")[0].split()
    board = Board(puzzle.position)
    for move in (str(wrong), *line):
        board.push(move)
    outcome = board.outcome()
    assert outcome
    assert outcome.winner is puzzle.board().turn.other
    assert "Right: every other move loses." in out
    assert "Solved with 1 wrong move and no hints." in out


def test_a_wrong_move_in_a_win_is_answered() -> None:
    puzzle = first("win", 1)
    wrong = next(move for move in puzzle.board().legal_moves if move not in puzzle.solution)
    out = solve(puzzle, wrong, "quit")
    assert f"{wrong} " in out
    assert "Try again." in out


def test_hints_help_and_the_solution() -> None:
    puzzle = next(one for one in puzzles() if one.themes)
    out = solve(puzzle, "hint", "hint", "help", "board", "solution")
    assert f"It is about: {', '.join(puzzle.themes)}." in out
    assert f"The chip goes to {puzzle.solution[0].to}." in out
    assert "The solution: " in out
    assert "Solved" not in out


def test_what_is_no_move_gets_a_sentence() -> None:
    puzzle = first("win", 1)
    out = solve(puzzle, "xyz", "00", *puzzle.solution)
    assert "'xyz' is not a move" in out
    assert "Solved with no wrong moves" in out


def test_the_end_of_the_input_ends_it() -> None:
    assert "Solved" not in solve(first("win", 1))


@pytest.mark.parametrize(("key", "status"), [("C", 130), ("D", 0)])
def test_a_key_ends_it(key: str, status: int) -> None:
    with Terminal("puzzle", "--daily") as terminal:
        terminal.expect("> ")
        terminal.press(key)
        assert terminal.leave() == status
        assert terminal.seen.endswith("\n")


def test_a_seed_a_theme_and_ratings_choose() -> None:
    chosen = {run("puzzle", "--seed", "7", "--theme", "step", typed="").stdout for _ in range(2)}
    assert len(chosen) == 1
    id = chosen.pop().split()[1].rstrip(",")
    assert "step" in next(one for one in puzzles() if one.id == id).themes
    out = run("puzzle", "--rating", "700-800", typed="").stdout
    assert 700 <= int(out.split("rating ")[1].split(".")[0]) <= 800


def test_the_daily_puzzle_is_the_same_for_everybody() -> None:
    assert run("puzzle", "--daily", typed="").stdout.startswith("Puzzle ")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--id", "none"], "there is no puzzle 'none'"),
        (["--theme", "x"], "'x' is not a theme: choose from double threat,"),
        (["--rating", "high"], "'high' is not a range of ratings"),
        (["--rating", "9000-9999"], "no puzzle is like that"),
        (["--daily", "--seed", "1"], "give --id, --daily, --count or --export alone"),
        (["some.jsonl"], "a file is for --export"),
        (["--export", "none/such"], "none/such cannot be written"),
    ],
)
def test_bad_arguments(args: list[str], sentence: str) -> None:
    done = run("puzzle", *args)
    assert done.returncode == 2
    assert sentence in done.stderr
