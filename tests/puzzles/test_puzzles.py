"""The puzzles in the package hold what they claim, by the checker that shares nothing with their
maker: a sample of them, and all with `TENCHIPS_DEEP=1`. And the checker finds what is wrong.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import date, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tenchips.book.puzzles import FILE, THEMES, daily_puzzle, puzzles

HERE = Path(__file__).parent
spec = spec_from_file_location("check", HERE / "check.py")
assert spec
assert spec.loader
check = module_from_spec(spec)
spec.loader.exec_module(check)

DEEP = bool(os.environ.get("TENCHIPS_DEEP"))
ALL: list[dict[str, Any]] = [json.loads(puzzle.to_json()) for puzzle in puzzles()]
SAMPLE = ALL if DEEP else Random(14).sample([one for one in ALL if one["plies"] < 7], 60)


def test_each_holds_what_it_claims() -> None:
    judge = check.Judge()
    assert [(one["id"], found) for one in SAMPLE if (found := check.faults(one, judge))] == []


def test_all_are_different_and_none_is_in_the_documents() -> None:
    known = check.known_positions(HERE.parents[1])
    assert len(known) > 50
    assert check.common_faults(ALL, known) == []


def test_there_is_everything_to_choose_from() -> None:
    kinds = Counter((one["kind"], one["plies"]) for one in ALL)
    wanted = [("win", plies) for plies in (1, 3, 5, 7, 9)] + [("defend", n) for n in (2, 4, 6)]
    assert set(kinds) == set(wanted)
    assert min(kinds.values()) >= 10
    sides = Counter(one["position"].split()[1] for one in ALL)
    assert min(sides["w"], sides["b"]) > len(ALL) / 3
    first_steps = Counter("-" in one["solution"][0] for one in ALL)
    assert first_steps[True] >= 50
    assert {theme for one in ALL for theme in one["themes"]} == set(THEMES)
    assert sorted(one["rating"] for one in ALL) == [one["rating"] for one in ALL]


def test_the_file_is_small() -> None:
    from tenchips import book

    assert (Path(book.__file__).parent / FILE).stat().st_size <= 200_000


def test_the_daily_puzzle_comes_again_only_after_all_others() -> None:
    start = date(2026, 1, 1)
    days = [daily_puzzle(start + timedelta(days=n)).id for n in range(len(ALL))]
    assert len(set(days)) == len(ALL)
    assert daily_puzzle(start + timedelta(days=len(ALL))).id == days[0]


def changed(kind: str, length: int, **fields: Any) -> list[str]:
    """What the checker says about a puzzle of a kind with other fields than it has."""
    puzzle = next(
        one for one in ALL
        if (one["kind"], one["plies"]) == (kind, length) and "-" not in one["solution"][0]
    )  # fmt: skip
    fields = {name: make(puzzle) for name, make in fields.items()}
    found: list[str] = check.faults({**puzzle, **fields}, check.Judge())
    return found


@pytest.mark.parametrize("plies", [1, 3])
def test_the_checker_finds_a_win_that_is_none(plies: int) -> None:
    def other(puzzle: dict[str, Any]) -> list[str]:
        moves = check.oracle.legal_moves(check.Position.read(puzzle["position"]))
        names = ["{}{}".format(*target) for _, target in sorted(moves)]
        wrong = next(name for name in names if name not in puzzle["solution"])
        return [wrong, *puzzle["solution"][1:]]

    assert changed("win", plies, solution=other) != []


def test_the_checker_finds_a_win_that_comes_sooner_than_stated() -> None:
    assert changed("win", 1, plies=lambda _: 3) != []


def test_the_checker_finds_a_defence_stated_too_short_or_too_long() -> None:
    assert "does not lose within 2" in " ".join(changed("defend", 4, plies=lambda _: 2))
    assert changed("defend", 4, plies=lambda _: 6) != []


def test_the_checker_finds_wrong_themes_and_forms() -> None:
    assert "themes" in " ".join(changed("win", 1, themes=lambda _: ["step"]))
    crowded = "8/1WWW4/8/8/8/BB1B4/8/8 w 0 4"
    assert "may have no chip" in " ".join(changed("win", 1, position=lambda _: crowded))


def test_the_checker_knows_a_position_by_all_its_images() -> None:
    puzzle = ALL[0]
    rows = puzzle["position"].split()[0].split("/")
    squares = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]
    swap = str.maketrans("WB", "BW")
    across = ["".join(column).translate(swap) for column in zip(*squares, strict=True)]
    turn = "b" if puzzle["position"].split()[1] == "w" else "w"
    text = "/".join(across)
    for run in range(8, 0, -1):
        text = text.replace("." * run, str(run))
    image = {**puzzle, "id": "other", "position": f"{text} {turn} 0 1"}
    assert check.common_faults([puzzle, image]) == ["other has a position that is known"]
