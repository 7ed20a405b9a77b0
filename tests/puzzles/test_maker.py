"""What the maker of puzzles finds holds by the independent checker, and is found again."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tenchips.book.puzzles import Puzzle
from tenchips.solver.puzzle_maker import EFFORTS, Draft, find, rating, themes

spec = spec_from_file_location("check", Path(__file__).parent / "check.py")
assert spec
assert spec.loader
check = module_from_spec(spec)
spec.loader.exec_module(check)

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
