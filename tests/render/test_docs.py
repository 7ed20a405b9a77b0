"""The documents show what is drawn today, and what they say of it is true."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tenchips import BLACK, WHITE, Board, Move, NetworkRule
from tenchips.render.scene import forbidden

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = runpy.run_path(str(DOCS / "make_pictures.py"))
PICTURES: dict[str, str] = SCRIPT["pictures"]()
NETWORKS: Board = SCRIPT["NETWORKS"]
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_as_drawn_today(name: str) -> None:
    stored = (DOCS / "pictures" / name).read_text(encoding="utf-8")
    assert stored == PICTURES[name], "run: python docs/make_pictures.py"
    assert len(stored.encode()) < 25_000


def test_no_picture_is_missing_or_left_over() -> None:
    curve = {"learning-curve.svg"}  # by docs/make_learning_curve.py
    assert {path.name for path in (DOCS / "pictures").iterdir()} - curve == set(PICTURES)
    shown = RULES + (DOCS / "draws.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pictures/([\w-]+\.svg)", shown)) == set(PICTURES)


def test_every_picture_has_words_for_it() -> None:
    assert RULES.count("<img ") == len(re.findall(r'<img [^>]*alt="[^"]{20,}">', RULES))


@pytest.mark.parametrize("name", PICTURES)
def test_only_the_counterexamples_are_drawn_as_such(name: str) -> None:
    assert ('class="network flawed"' in PICTURES[name]) == name.startswith("not-")


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("60-65-55-33-35-57", None),
        ("20-25-35-13-33-55-57", None),
        ("60-20-42-33-35-57", NetworkRule.NO_GOAL_INSIDE),
        ("20-42-60-65-55-57", NetworkRule.NO_GOAL_INSIDE),
        ("20-25-35-33-55-35-57", NetworkRule.NO_CHIP_TWICE),
        ("60-42-33-35-55-57", NetworkRule.TURN_AT_EVERY_CHIP),
    ],
)
def test_the_rules_examples_are_what_they_say(path: str, rule: NetworkRule | None) -> None:
    assert f"| {path} |" in RULES
    flaw = NETWORKS.why_not_network(path)
    assert (flaw and flaw.rule) == rule


def test_a_chip_between_breaks_one_network_and_leaves_another() -> None:
    broken: Board = SCRIPT["BROKEN"]
    flaw = broken.why_not_network("20-25-35-13-33-55-57")
    assert flaw is not None
    assert (flaw.rule, flaw.squares) == (NetworkRule.CLEAR_LINES, ("56",))
    assert broken.why_not_network("20-42-33-55-35-57") is None


def test_the_squares_the_cluster_rule_forbids() -> None:
    crossed = "10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56"
    board: Board = SCRIPT["CLUSTERS"]
    assert sorted(forbidden(board, BLACK)) == sorted(crossed.split())
    for square, chips in {"51": ("52", "53"), "56": ("47", "65")}.items():
        refusal = board.why_illegal(square)
        assert refusal is not None
        assert refusal.squares == chips
    assert board.why_illegal("46") is None


def test_the_step_opens_a_line_and_loses() -> None:
    before: Board = SCRIPT["FULL"]
    assert before.status() == ()
    assert before.outcome() is None
    after = before.copy()
    after.push("56-31")
    assert ("06", "16", "14", "32", "31", "71") in after.networks(WHITE)
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.winner, "-".join(outcome.network)) == (BLACK, "20-25-35-13-33-55-57")


def test_the_game_in_the_rules_is_the_game_in_the_picture() -> None:
    game: Board = SCRIPT["GAME"]
    (line,) = re.findall(r"^    1\. (.*) 1-0$", RULES, re.MULTILINE)
    assert [Move.parse(word) for word in line.split() if "." not in word] == list(game.moves)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE
    assert f"network {'-'.join(outcome.network)}" in RULES
