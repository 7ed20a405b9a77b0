"""The table of running games fits its terminal, and without one there are lines of text."""

from __future__ import annotations

import pytest
from rich.console import Console

from tenchips import BLACK, WHITE
from tenchips.arena.progress import GameProgress
from tenchips.cli import live_table
from tenchips.cli.live_table import games_table, show_games


def drawn(games: list[GameProgress], room: int, columns: int = 80) -> list[str]:
    console = Console(width=columns, color_system=None)
    with console.capture() as capture:
        console.print(games_table(games, 100.0, room))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_table_says_who_moves_and_how_long() -> None:
    used = GameProgress("3b", "Ann", "Bob", 21, "24-65", BLACK, (30.0, 71.5), None, since=98.5)
    head, row = drawn([used], 5)
    assert head == "running  White  Black  ply  move   White used  Black used"
    assert row == "game 8   Ann    Bob     21  24-65      30.0 s      ▸ 1:13"
    left = GameProgress("1.0-2.0", "Ann", "[b]", 2, "33", WHITE, (2, 2), (9.5, 6), since=98.0)
    head, row = drawn([left], 5)
    assert head == "running          White  Black  ply  move   White has  Black has"
    assert row == "round 1, game 1  Ann    [b]      2  33       ▸ 7.5 s      6.0 s"


def test_many_games_and_long_names_fit() -> None:
    name = "an engine with a very long name"
    games = [
        GameProgress(f"{n}a", name, name, 40, "24-65", WHITE, (1e4, 1e4), None, since=0.0)
        for n in range(64)
    ]
    lines = drawn(games, 20)
    assert len(lines) == 21
    assert lines[-1] == "and 45 more"
    assert all(len(line) <= 80 for line in lines)
    assert len(drawn(games[:20], 20)) == 21
    assert len(drawn(games, -3)) == 3  # a terminal of two lines


def test_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [(1, 4, "+1 -0 =0"), (2, 4, "+1 -1 =0")]
    show_games(steps, {}, lambda: "")
    assert capsys.readouterr() == ("", "")  # it was over at once
    monkeypatch.setattr(live_table, "LINE_INTERVAL", 0.0)
    show_games(steps, {}, lambda: "Bob: time 1")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "1/4 +1 -0 =0  faults: Bob: time 1\n2/4 +1 -1 =0  faults: Bob: time 1\n"
