"""What the maker of puzzles finds holds by the independent checker, and is found again."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tenchips.book.puzzles import Puzzle
from tenchips.solver.puzzle_maker import EFFORTS, Draft, find, rating, themes

spec = spec_from_file_location("check", Path(__file__).parent / "check.py")
assert spec
assert spec.loader
check = module_from_spec(spec)
spec.loader.exec_module(check)

COMMAND = Path(__file__).parents[2] / "benchmarks" / "make_puzzles.py"
GAMES = [("1 20001", "add"), ("1 20003", "add")]


def drafts() -> list[Draft]:
    return [draft for seed, start in GAMES for draft in find(seed, start, EFFORTS["quick"])]


def test_the_puzzles_of_a_game_hold_and_are_found_again() -> None:
    found, judge = drafts(), check.Judge()
    assert len(found) >= 2
    for draft in found:
        puzzle = Puzzle(
            "id", draft.board.position, draft.kind, draft.plies, draft.solution, themes(draft),
            rating(draft),
        )  # fmt: skip
        assert check.faults(json.loads(puzzle.to_json()), judge) == []
    again = [(one.board.position, one.solution) for one in drafts()]
    assert again == [(one.board.position, one.solution) for one in found]


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    output, journal = tmp_path / "puzzles.jsonl", tmp_path / "puzzles.jsonl.journal"
    command = [sys.executable, str(COMMAND), "--thorough", "0", "--quick", "4", "--output", output]
    subprocess.run([*command, "--jobs", "1"], check=True)
    whole, lines = output.read_text(), journal.read_text().splitlines(keepends=True)
    assert whole.count("\n") >= 2
    # One line is done, one was being written.
    journal.write_text(lines[0] + lines[1][:20])
    output.unlink()
    subprocess.run([*command, "--jobs", "2"], check=True)
    assert output.read_text() == whole
    assert sorted(journal.read_text().splitlines(keepends=True)) == sorted(lines)
