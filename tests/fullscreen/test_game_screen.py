"""Games played in the app by keys and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from fullscreen.driving import (
    click_square,
    drive,
    game,
    press_square,
    screen_text,
    shows,
    until,
)
from tenchips import Board
from tenchips.fullscreen.autosave import kept_games, last_unfinished
from tenchips.fullscreen.game_screen import GameScreen
from tenchips.fullscreen.menu_screen import MenuScreen
from tenchips.players import Human, Machine, RandomPlayer
from tenchips.record import Record, load_records

NETWORK = "01 60 03 65 06 55 71 33 73 35 76 57"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("press", [press_square, click_square])
def test_a_whole_game_to_a_network(press: object) -> None:
    async def act(pilot: Pilot[str]) -> None:
        for move in NETWORK.split():
            await press(pilot, move)  # type: ignore[operator]
        assert "Black wins with the network 60-65-55-33-35-57." in shows(pilot, "message")
        assert "6. 76       57" in screen_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "Black to move" in shows(pilot, "message")
        await press(pilot, "57")  # type: ignore[operator]
        await pilot.press("q")

    assert drive(game(), act) == "Black wins with the network 60-65-55-33-35-57."
    [kept] = kept_games()
    assert (kept.record.result, len(kept.record.line)) == ("0-1", 12)


def test_refused_moves_say_why_and_change_nothing() -> None:
    async def act(pilot: Pilot[str]) -> None:
        for square, sentence in (
            ("00", "Nobody may use 00: it is a corner."),
            ("10", "White may not use 10: it is in Black's goal."),
            ("33", "33 already holds a chip."),
            ("43", "43 would join 33 and 34 to a group of 3 white chips: at most 2 may touch."),
        ):
            await press_square(pilot, square)
            assert shows(pilot, "message") == sentence
        await pilot.press("u", "u", "u", "u", "u")
        await pilot.pause()
        assert shows(pilot, "message") == "There is no move of yours to take back."

    screen = game("33 20 34 44")
    drive(screen, act)
    assert screen.walk.live.moves == ()


def test_looking_closer() -> None:
    async def act(pilot: Pilot[str]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        await pilot.press("t")
        assert shows(pilot, "message").startswith("White can win with a chip on ")
        assert "73" in screen.shown_threats
        await pilot.press("n")
        for square, sentence in (("62", "a network has 6 to 10 chips"), ("33", "33 is empty")):
            await press_square(pilot, square)
            assert sentence in shows(pilot, "message")
        await pilot.press("escape", "left_square_bracket")
        await pilot.pause()
        assert shows(pilot, "message").startswith("An earlier position")
        await press_square(pilot, "33")
        assert len(screen.walk.live.moves) == 12
        await pilot.press("end")
        await press_square(pilot, "73")
        assert "White wins" in shows(pilot, "message")
        await pilot.press("question_mark")
        await pilot.pause()
        assert "threats: where either side would win at once" in screen_text(pilot)

    drive(game("62 27 02 67 32 16 65 56 46 34 26 14"), act)


def test_the_engine_shows_its_best_lines_and_stops() -> None:
    async def act(pilot: Pilot[str]) -> None:
        await pilot.press("e")
        await until(pilot, lambda: "White in 1" in shows(pilot, "engine"))
        await pilot.press("e")
        await pilot.pause()
        assert not pilot.app.screen.query_one("#engine").display

    drive(game("62 27 02 67 32 16 65 56 46 34 26 14"), act)


@pytest.mark.parametrize(
    ("moves", "shown", "move"),
    [("", "White in ≤15, book", "33"), ("11", "Black in ≤19, book", "33")],
)
def test_the_engine_says_what_the_book_knows(moves: str, shown: str, move: str) -> None:
    async def act(pilot: Pilot[str]) -> None:
        await pilot.press("e")
        # The book's move stays above the lines of the search.
        await until(pilot, lambda: shows(pilot, "engine").count("\n") == 3)
        heading, first, *others = shows(pilot, "engine").splitlines()
        assert shown in heading
        assert first.split()[-1] == move
        assert not any(line.split()[1] == move for line in others)

    drive(game(moves), act)


def test_a_machine_answers_gives_hints_and_can_be_resigned_to() -> None:
    async def act(pilot: Pilot[str]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        await press_square(pilot, "33")
        await until(pilot, lambda: len(screen.walk.live.moves) == 2)
        await pilot.press("h")
        await until(pilot, lambda: screen.hint is not None)
        assert screen.hint in screen.walk.live.legal_moves
        await pilot.press("r", "n")
        await pilot.pause()
        assert screen.walk.outcome is None
        await pilot.press("r", "y")
        await pilot.pause()
        assert "Black wins: White resigned." in shows(pilot, "message")

    drive(game("", Human(), Machine(level=1)), act)


def test_a_watched_game_can_be_paused_and_goes_on_to_its_end() -> None:
    async def act(pilot: Pilot[str]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        await pilot.press("p", "plus", "plus", "plus")
        assert "Paused" in screen.status
        made = len(screen.walk.live.moves)
        await pilot.pause(0.3)
        assert len(screen.walk.live.moves) == made
        await pilot.press("p")
        await until(pilot, lambda: screen.walk.outcome is not None)

    drive(game("", RandomPlayer(seed=1), RandomPlayer(seed=2)), act)


def test_the_menu_starts_a_game_and_offers_to_resume_it() -> None:
    async def act(pilot: Pilot[str]) -> None:
        assert isinstance(pilot.app.screen, MenuScreen)
        assert "Resume" not in screen_text(pilot)
        await pilot.press("down", "right", "up", "enter")  # a person here
        await pilot.pause()
        await press_square(pilot, "33")
        await pilot.press("q")
        await pilot.pause()
        assert "Resume the last game  unfinished after 1 move: human - human" in screen_text(pilot)
        await pilot.press(*["up"] * 6, "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)
        await press_square(pilot, "44")

    drive(None, act)
    kept = last_unfinished()
    assert kept is not None
    assert [str(node.move) for node in kept.record.line] == ["33", "44"]
    assert len(list(kept_games())) == 1


def test_a_game_is_saved_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"

    async def act(pilot: Pilot[str]) -> None:
        for name in (tmp_path, path):
            await pilot.press("s")
            pilot.app.screen.query_one(Input).value = str(name)
            await pilot.press("enter")
            await pilot.pause()
        assert shows(pilot, "message") == f"The game is saved in {path}."

    drive(game("33 44"), act)
    [record] = load_records(path)
    assert isinstance(record, Record)
    assert record.board() == Board(moves="33 44")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16), (200, 60)])
def test_the_board_fits_every_size(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[str]) -> None:
        lines = screen_text(pilot).splitlines()
        assert len(lines) <= size[1]
        assert lines[1].split()[:8] == list("01234567")
        rows = [line[:1] for line in lines if line[:1].isdigit()]
        assert rows == list("01234567")
        assert any("1. 33" in line for line in lines)

    drive(game("33 44"), act, size)
