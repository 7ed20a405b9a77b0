"""Stepping through games, reviews, positions set up, puzzles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from fullscreen.driving import drive, game, press_square, screen_text, shows, until
from tenchips import BLACK, WHITE, Board
from tenchips.book.puzzles import puzzles
from tenchips.engine import Limit
from tenchips.fullscreen.game_screen import GameScreen
from tenchips.fullscreen.position_editor import PositionEditor
from tenchips.fullscreen.puzzle_screen import PuzzleScreen
from tenchips.fullscreen.settings import PERSON, Settings
from tenchips.fullscreen.setup_screen import SetupScreen
from tenchips.fullscreen.study_screen import StudyScreen
from tenchips.notation import Move
from tenchips.record import Record, save_records

FULL = "41 43 03 30 56 52 45 66 33 27 21 40 13 47 15 25 16 64 11 60"
"""Ten chips each, White to move."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_stepping_through_games_and_trying_variations() -> None:
    records = [
        Record.parse("1. 33 44 {-M6/9 0.10s} {well} (1... 45 2. 53) 2. 55 *"),
        Record(white="Ann", black="Bob"),
    ]
    screen = StudyScreen(records)

    async def act(pilot: Pilot[str]) -> None:
        assert "1/2" in shows(pilot, "title")
        await pilot.press("left_square_bracket")
        assert shows(pilot, "message") == "White in 6. well"
        await pilot.press("v")
        assert str(screen.board.moves[-1]) == "45"
        await pilot.press("right_square_bracket")
        await press_square(pilot, "66")
        assert "1... 45 2. 53 66" in screen_text(pilot)
        await pilot.press("home")
        assert screen.board.moves == ()
        await pilot.press("greater_than_sign")
        assert "2/2  Ann (White) against Bob (Black), *" in shows(pilot, "title")

    drive(screen, act)


def test_long_names_are_cut_and_the_result_is_not() -> None:
    record = Record.parse("1. 33 *")
    names = "Bartholomew " * 9, "Maximilian " * 9
    screen = StudyScreen([replace(record, white=names[0], black=names[1], result="1-0")])

    async def act(pilot: Pilot[str]) -> None:
        title = screen_text(pilot).splitlines()[0]
        assert title.endswith("(Black), 1-0")
        assert title.count("…") == 2
        assert shows(pilot, "players").splitlines()[0].rstrip().endswith("…")

    drive(screen, act)


def test_the_game_just_played_is_reviewed() -> None:
    async def act(pilot: Pilot[str]) -> None:
        await pilot.press("r", "y")
        await pilot.pause()
        assert pilot.app.screen.check_action("review", ())
        study = StudyScreen([ended.walk.record()], reviews=True)
        study._limit = Limit(depth=3)
        pilot.app.push_screen(study)
        await until(pilot, lambda: "missed win" in study.message)
        assert "6. 62??" in screen_text(pilot)
        assert study.message.count("accuracy") == 2
        assert all(line in screen_text(pilot) for line in study.message.splitlines())
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.screen is ended

    ended = game("33 21 44 64 04 46 26 20 63 25 62")
    drive(ended, act)


def test_a_second_review_replaces_the_first_and_keeps_tried_moves() -> None:
    played = "1. 33 {central} 21 2. 44 64 3. 04 46 4. 26 20 5. 63 25 6. 62 *"
    screen = StudyScreen([Record.parse(played)])
    screen._limit = Limit(depth=3)

    async def act(pilot: Pilot[str]) -> None:
        async def review() -> None:
            await pilot.press("w")
            await until(pilot, lambda: "missed win" in screen.message)

        await pilot.press("left_square_bracket")
        await press_square(pilot, "61")
        await review()
        once = screen.record.line.nodes[-1]
        assert once.variations[0].nodes[0].move == Move("61")
        screen.say("")
        await review()
        again = screen.record.line.nodes[-1]
        assert len(again.comments) == len(once.comments)
        assert len(again.variations) == len(once.variations)
        await pilot.press("left_square_bracket")
        await press_square(pilot, "65")
        screen.say("")
        await review()
        tried = [str(line.nodes[0].move) for line in screen.record.line.nodes[-1].variations]
        assert {"61", "65"} <= {*tried}

    drive(screen, act)


def test_a_position_is_set_up_and_played() -> None:
    screen = SetupScreen(Settings(opponent=PERSON))

    async def act(pilot: Pilot[str]) -> None:
        await press_square(pilot, "33")
        assert shows(pilot, "message").startswith("Black to move.")
        await pilot.press("0", "0", "b")
        assert "chip in the corner 00" in shows(pilot, "message")
        await pilot.press("p")
        await pilot.pause()
        assert pilot.app.screen is screen
        await pilot.press("delete", "4", "4", "b", "p")
        await pilot.pause()
        played = pilot.app.screen
        assert isinstance(played, GameScreen)
        assert played.walk.board == Board("8/8/8/3W4/4B3/8/8/8 w 0 2")

    async def from_menu(pilot: Pilot[str]) -> None:
        pilot.app.push_screen(screen)
        await pilot.pause()
        await act(pilot)

    drive(None, from_menu)


def test_an_edited_position_is_one_that_a_board_takes() -> None:
    editor = PositionEditor(Board())
    board = Board(moves=FULL)
    for color in (WHITE, BLACK):
        for square in board.chips(color):
            editor.put(square, color)
    assert editor.faults == ""
    assert Board(editor.board.position).turn is WHITE
    editor.swap_turn()
    assert Board(editor.board.position).turn is BLACK
    editor.cycle("33")
    assert editor.board.color_at("33") is BLACK
    assert "Black 11" in editor.faults
    editor.clear()
    assert editor.board.position == Board().position


def test_a_puzzle_is_solved_after_a_wrong_move() -> None:
    [puzzle] = [each for each in puzzles() if each.kind == "win" and each.plies == 3][:1]
    wrong = next(
        move
        for move in puzzle.board().legal_moves
        if move != puzzle.solution[0] and move.is_add == puzzle.solution[0].is_add
    )
    screen = PuzzleScreen(lambda: puzzle)

    async def play(pilot: Pilot[str], move: object) -> None:
        for square in str(move).split("-"):
            await press_square(pilot, square)

    async def act(pilot: Pilot[str]) -> None:
        assert "win within 3 plies" in shows(pilot, "message")
        await play(pilot, wrong)
        await until(pilot, lambda: "Try again." in screen.message)
        await pilot.press("h", "h")
        assert screen.message == f"The chip goes to {puzzle.solution[0].to}."
        for move in puzzle.solution[::2]:
            await play(pilot, move)
        assert shows(pilot, "message").startswith("Solved")
        await pilot.press("a", "s")
        await pilot.pause()
        assert shows(pilot, "message").startswith("The solution: ")

    drive(screen, act)


def test_the_menu_leads_to_every_screen(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    save_records(path, [Record(white="Ann")])

    async def act(pilot: Pilot[str]) -> None:
        app = pilot.app
        for name, screen in (("puzzle", PuzzleScreen), ("setup", SetupScreen)):
            app.choose(name, Settings())  # type: ignore[attr-defined]
            await pilot.pause()
            assert isinstance(app.screen, screen)
            await pilot.press("q")
            await pilot.pause()
        app._open(str(path))  # type: ignore[attr-defined]
        await pilot.pause()
        assert isinstance(app.screen, StudyScreen)

    drive(None, act)
