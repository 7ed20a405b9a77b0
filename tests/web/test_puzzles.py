"""The puzzles in a real browser: those of the package, solved on the board, where wrong moves are
refuted, with progress that is kept."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import Locator, Response, expect

from tenchips import BLACK, WHITE, Board, Color
from tenchips.book.puzzles import THEMES, Puzzle, daily_puzzle, puzzles
from web.conftest import Visit
from web.sample_puzzles import DEFENCE, LONG, SHORT
from web.visitor import DESKTOP, PHONE, Visitor


def question(visitor: Visitor) -> Locator:
    return visitor.page.get_by_test_id("question")


def status(visitor: Visitor) -> Locator:
    return visitor.page.locator(".puzzle [role=status]")


def progress(visitor: Visitor) -> Locator:
    return visitor.page.get_by_test_id("progress")


def test_the_browser_has_the_puzzles_of_the_package(visit: Visit) -> None:
    visitor = visit(None)

    def is_data(answer: Response) -> bool:
        return "/assets/puzzles-" in answer.url

    with visitor.page.expect_response(is_data) as loaded:
        visitor.go("/puzzles")
    answer = loaded.value
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    data = answer.json()
    assert data["themes"] == list(THEMES)
    read = [
        (id, position, kind, plies, solution.split(), [THEMES[n] for n in themes], rating)
        for id, position, kind, plies, solution, themes, rating in data["puzzles"]
    ]
    assert read == [
        (*puzzle[:4], [str(move) for move in puzzle.solution], list(puzzle.themes), puzzle.rating)
        for puzzle in puzzles()
    ]
    offered = visitor.page.get_by_label("Theme").locator("option")
    values = offered.evaluate_all("all => all.map(option => option.value)")
    assert sorted(values) == sorted(["", *THEMES])


def test_the_puzzle_of_the_day_is_that_of_the_package(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.clock.set_fixed_time("2026-01-01T23:30:00Z")
    visitor.go("/puzzles").is_ready()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Puzzle of the day")
    puzzle = daily_puzzle(date(2026, 1, 1))
    board = puzzle.board()
    assert visitor.chips() == {str(chip) for color in Color for chip in board.chips(color)}

    # Solved once more after a reload it adds nothing to the streak.
    for known in 0, 1:
        expect(visitor.page.get_by_test_id("known")).to_have_count(known)
        for move in puzzle.solution[::2]:
            visitor.may_move()
            visitor.click(move)
        expect(visitor.headline).to_have_text("Solved")
        expect(progress(visitor)).to_have_text("Streak 1, best 1. Solved 1.")
        visitor.page.reload()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_puzzle_is_solved_move_by_move(visit: Visit, size: str) -> None:
    visitor = visit(f"/puzzles?id={LONG.id}", **(PHONE if size == "phone" else DESKTOP))
    make = visitor.tap if size == "phone" else visitor.click
    about = visitor.page.get_by_test_id("about")
    expect(visitor.headline).to_have_text("Black to move")
    times = ("in 5 plies (3 of your moves)", "in 3 plies (2 of your moves)", "at once")
    for left, move in zip(times, LONG.solution[::2], strict=True):
        expect(question(visitor)).to_have_text(f"Black wins {left}. Find the move.")
        visitor.may_move()
        expect(about).to_have_count(0)
        make(move)
    expect(visitor.headline).to_have_text("Solved")
    board = LONG.board()
    for move in LONG.solution:
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.network is not None
    visitor.sees_network([str(chip) for chip in outcome.network])
    expect(about).to_contain_text("Double threat: one of your moves threatens to win")
    expect(about).to_contain_text(f"rating {LONG.rating}. Difficulty: Medium.")
    expect(progress(visitor)).to_have_text("Streak 1, best 1. Solved 1.")
    assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    visitor.button("Next puzzle").click()
    expect(visitor.headline).to_contain_text("to move")
    assert LONG.id not in visitor.page.url
    visitor.page.reload()
    expect(progress(visitor)).to_have_text("Streak 1, best 1. Solved 1.")


def test_a_wrong_move_is_refuted_and_the_puzzle_comes_back(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.clock.install(time="2026-01-01T12:00:00Z")
    visitor.go(f"/puzzles?id={DEFENCE.id}").is_ready()
    before = visitor.chips()
    wrong = next(move for move in DEFENCE.board().legal_moves if move != DEFENCE.solution[0])
    visitor.click(wrong)
    expect(visitor.headline).to_have_text("Not the move")
    expect(status(visitor)).to_contain_text(f"{wrong} loses: White wins with ")
    visitor.page.clock.run_for(5000)
    # The refutation is played to its end: White's network.
    expect(visitor.page.locator(".path.network")).to_be_visible()
    visitor.button("Try again").click()
    expect(visitor.headline).to_have_text("Black to move")
    assert visitor.chips() == before
    visitor.click(DEFENCE.solution[0])
    expect(status(visitor)).to_contain_text("White threatened to win at ")
    expect(progress(visitor)).to_have_text("Streak 0, best 0. Solved 0.")
    visitor.page.clock.set_system_time("2026-01-02T12:00:00Z")
    visitor.go(f"/puzzles?id={SHORT.id}")
    expect(progress(visitor)).to_have_text("Streak 0, best 0. Solved 0, to repeat today 1.")
    visitor.click(SHORT.solution[0])
    visitor.button("Next puzzle").click()
    expect(visitor.page).to_have_url(f"/puzzles?id={DEFENCE.id}")


def test_without_webassembly_a_wrong_move_is_still_told(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    visitor.go(f"/puzzles?id={SHORT.id}").is_ready()
    wrong = next(move for move in SHORT.board().legal_moves if move != SHORT.solution[0])
    visitor.click(wrong)
    expect(status(visitor)).to_have_text(f"{wrong} is not the move.")
    visitor.button("Show solution").click()
    expect(visitor.headline).to_have_text("The solution")
    expect(question(visitor)).to_have_count(0)
    expect(status(visitor)).to_contain_text(f"The solution is {SHORT.solution[0]}. Black wins")


def test_puzzles_are_chosen_by_theme_and_difficulty(visit: Visit) -> None:
    visitor = visit("/puzzles")
    visitor.page.get_by_text("Choose by theme and difficulty").click()
    theme = visitor.page.get_by_label("Theme")
    theme.focus()
    theme.select_option("step")
    expect(theme).to_be_focused()
    visitor.page.get_by_label("Difficulty").select_option("hard")
    few = {puzzle.id for puzzle in puzzles() if "step" in puzzle.themes and puzzle.rating >= 1200}
    expect(visitor.page.get_by_test_id("count")).to_have_text(f"{len(few)} puzzles to choose from.")
    for _ in range(3):
        assert visitor.page.url.partition("?id=")[2] in few
        visitor.button("Another puzzle").click()
    visitor.page.reload()
    expect(theme).to_have_value("step")


def test_an_unknown_puzzle_is_explained(visit: Visit) -> None:
    visitor = visit("/puzzles?id=nothing")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is no such puzzle")
    visitor.page.get_by_role("main").get_by_role("link", name="Puzzle of the day").click()
    expect(visitor.headline).to_contain_text("to move")


def asked(visitor: Visitor) -> Puzzle:
    """The puzzle of a timed run that is on the board: ids are not shown while it runs."""
    expect(question(visitor)).to_be_visible()
    words, chips = visitor.headline.inner_text(), visitor.chips()
    (found,) = [
        puzzle
        for puzzle in puzzles()
        if words == f"{puzzle.board().turn} to move"
        and chips == puzzle.board().chips(WHITE) | puzzle.board().chips(BLACK)
    ]
    return found


def test_a_timed_run(visit: Visit) -> None:
    visitor = visit(None, **PHONE)
    page, clock = visitor.page, visitor.page.clock
    clock.install(time="2026-01-01T12:00:00Z")
    visitor.go("/puzzles").page.get_by_role("link", name="Timed run").tap()
    expect(page).to_have_title("Timed run · Tenchips")
    assert visitor.chips() == set()
    visitor.button("Start the run").tap()
    ratings, wrong, played = [], [], []
    for number in range(1, 4):
        puzzle = asked(visitor)
        ratings.append(puzzle.rating)
        for move in puzzle.solution[::2]:
            visitor.may_move()
            visitor.tap(move)
            clock.run_for(500)  # the reply
        expect(page.get_by_test_id("solved")).to_have_text(f"{number} solved")
    assert max(ratings) < 800
    for _ in range(3):
        puzzle = asked(visitor)
        wrong.append(puzzle)
        visitor.may_move()
        played.append(next(one for one in puzzle.board().legal_moves if one != puzzle.solution[0]))
        visitor.tap(played[-1])
        expect(page.locator(".notice.bad")).to_contain_text(f"move was {puzzle.solution[0]}.")
    expect(visitor.headline).to_have_text("You solved 3 puzzles")
    for puzzle, move in zip(wrong, played, strict=True):
        words = f"Puzzle {puzzle.id}, rating {puzzle.rating}: you played {move}"
        expect(page.get_by_role("listitem").filter(has_text=words)).to_be_visible()
        expect(page.get_by_role("link", name=f"Puzzle {puzzle.id}")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    # The next one ends when the time is up, and the best is kept.
    visitor.button("Run again").tap()
    expect(page.get_by_role("timer")).to_have_text(re.compile("3:00|2:5[0-9]"))
    clock.run_for(181_000)
    expect(visitor.headline).to_have_text("You solved 0 puzzles")
    expect(visitor.said).to_contain_text("Time is up.")
    page.reload()
    expect(page.get_by_test_id("best")).to_contain_text("3 puzzles")
    clock.set_system_time("2026-01-02T12:00:00Z")
    visitor.go("/puzzles")
    expect(progress(visitor)).to_have_text("Streak 0, best 0. Solved 0, to repeat today 3.")


def test_mistakes_of_reviewed_games_come_up_and_other_good_moves_count(visit: Visit) -> None:
    """A mistake as reviews keep it; 73 wins at once, so it is as good as what the review found."""
    moves = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14"]
    mistake = {
        "id": "m0000abcd",
        "kind": "defend",
        "position": Board(moves=moves).position,
        "start": Board().position,
        "moves": moves,
        "played": "22",
        "best": ["13"],
        "line": ["13"],
        "plies": None,
    }
    visitor = visit("/puzzles")
    visitor.page.evaluate(
        "kept => localStorage.setItem('tenchips.mistakes', JSON.stringify([kept]))", mistake
    )
    visitor.page.reload()
    expect(progress(visitor)).to_have_text("Streak 0, best 0. Solved 0, to repeat today 1.")
    visitor.button("Another puzzle").click()
    expect(visitor.page).to_have_url("/puzzles?id=m0000abcd")
    expect(question(visitor)).to_have_text("22 was played and loses. Find a move that does not.")
    visitor.click("22")
    expect(status(visitor)).to_contain_text("22 ")
    expect(visitor.headline).to_have_text("Not the move")
    visitor.button("Try again").click()
    visitor.click("73")
    expect(visitor.headline).to_have_text("Solved")
    expect(visitor.page.get_by_test_id("about")).to_contain_text("from one of your games")
