"""The review of a game in a real browser: from Study and from finished games, with its graph, its
moments, and mistakes to learn from."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tenchips import Board
from web.conftest import Visit
from web.visitor import DESKTOP, PHONE, Visitor

MOVES = ["33", "21", "44", "64", "04", "46", "26", "20", "63", "25", "62"]
"""White could win with 72 or 74, and plays 62, after which Black wins in 3."""

ADDRESS = f"/review?moves={'+'.join(MOVES)}"
LAST_MOVES = f"/review?position={Board(moves=MOVES[:8]).position.replace(' ', '+')}&moves=63+25+62"


def link(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("link", name="Review this game")


def graph(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider", name="Winning chances")


def standing(visitor: Visitor) -> Locator:
    return visitor.page.get_by_test_id("standing")


def is_complete(visitor: Visitor) -> None:
    """Wait until every position has been reviewed."""
    expect(graph(visitor)).to_be_visible()
    expect(visitor.page.locator("progress")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_game_of_study_is_reviewed(visit: Visit, size: str) -> None:
    visitor = visit(f"/board?moves={'+'.join(MOVES)}", **(PHONE if size == "phone" else DESKTOP))
    page, make = visitor.page, visitor.tap if size == "phone" else visitor.click
    link(visitor).click()
    expect(page).to_have_url(ADDRESS)
    is_complete(visitor)
    expect(visitor.headline).to_have_text("White was winning until move 6 (62).")
    expect(visitor.said).to_contain_text("The review is complete. White was winning until")
    expect(page.locator("[data-ply='11']")).to_have_text("62??")
    expect(page.locator("dl")).to_contain_text(re.compile(r"White.*\d+ %.*1 missed win", re.S))

    # The graph: a click, the keys, and words for all of it.
    expect(standing(visitor)).to_have_text("After move 6 (62) ??: Black wins in 3 plies, proved.")
    box = graph(visitor).bounding_box()
    assert box is not None
    graph(visitor).click(position={"x": box["width"] * 10.5 / 12, "y": 20})
    expect(page).to_have_url(f"{ADDRESS}&at=10")
    expect(standing(visitor)).to_contain_text("White wins in 1 ply, proved")
    assert visitor.chips() == set(MOVES[:10])
    graph(visitor).focus()
    for key, at in (("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(graph(visitor)).to_have_attribute("aria-valuenow", str(at))
    page.get_by_text("The graph in words").click()
    words = page.locator("details ol li")
    expect(words).to_have_count(12)
    expect(words.last).to_have_text("After move 6 (62) ??: Black wins in 3 plies, proved")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    # The missed win is shown with its network.
    page.get_by_role("button", name="Show 6. 62").click()
    line = page.get_by_role("region", name="The better line")
    expect(line).to_contain_text("White missed a win in 1 ply with 7")
    best = line.locator("[aria-current]").inner_text()
    outcome = Board(moves=[*MOVES[:10], best]).outcome()
    assert outcome is not None
    assert outcome.network is not None
    visitor.sees_network([str(chip) for chip in outcome.network])

    # The mistake is put right: a move that is none, and one that is.
    line.get_by_role("button", name="Try again").click()
    lesson = page.get_by_role("region", name="Learn from mistakes")
    expect(lesson).to_contain_text("Find a better move for White")
    make("52")
    expect(lesson).to_contain_text("Not good enough")
    expect(lesson.get_by_role("status")).to_contain_text("After 52 Black wins in 3 plies")
    lesson.get_by_role("button", name="Try again").click()
    visitor.may_move()
    make("74" if best == "72" else "72")
    expect(lesson).to_contain_text("Right")
    expect(lesson.get_by_role("status")).to_contain_text("wins at once")
    # The solution is a part of the lesson, not of the review.
    lesson.get_by_role("button", name="Show the best line").click()
    expect(line).to_contain_text(re.compile(r"Mistake \d of \d"))
    expect(graph(visitor)).to_have_count(0)
    line.get_by_role("button", name="Back to the review").click()
    expect(graph(visitor)).to_be_visible()

    # The puzzles get the mistakes; the address has the place, and Back leads to Study.
    visitor.button("Add the mistakes to my puzzles").click()
    kept = page.evaluate("JSON.parse(localStorage['tenchips.mistakes'])")
    missed = next(mistake for mistake in kept if mistake["played"] == "62")
    assert missed["position"] == Board(moves=MOVES[:10]).position
    assert (missed["kind"], missed["plies"]) == ("win", 1)
    page.reload()
    is_complete(visitor)
    expect(graph(visitor)).to_have_attribute("aria-valuenow", "1")
    page.go_back()
    expect(page.get_by_role("grid", name="Study board")).to_be_visible()


def test_a_finished_game_of_people_is_reviewed_and_no_running_one(visit: Visit) -> None:
    white = visit(None)
    created = white.new_game({"kind": "me"}, {"kind": "open"})
    black = visit(f"/join/{created['invite']}")
    black.button("Join the game").click()
    white.may_move()
    white.click("33")
    black.may_move()
    black.click("44")
    for visitor in (white, black):
        visitor.sees(2)
        expect(link(visitor)).to_have_count(0)
    white.may_move()
    white.button("Resign").click()
    white.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    link(black).click()
    expect(black.page).to_have_url("/review?moves=33+44&end=resignation&loser=white&you=black")
    is_complete(black)
    expect(black.headline).to_have_text(re.compile("^White resigned a won game: White could win"))
    expect(black.page.locator("dl")).to_contain_text("Black (you)")


def test_a_review_can_be_stopped_and_continued(visit: Visit) -> None:
    visitor = visit(None)
    held: list[Route] = []
    visitor.page.route("**/*.wasm", lambda route: held.append(route))
    visitor.go(LAST_MOVES)
    expect(visitor.page.locator(".progress")).to_contain_text("Reviewing: 0 of 4 positions")
    visitor.button("Stop").click()
    expect(visitor.page.locator(".progress")).to_contain_text("Stopped: 0 of 4 positions")
    while not held:  # the engine is asked for when the page's own files are there
        visitor.page.wait_for_timeout(20)
    held.pop().continue_()
    visitor.button("Continue").click()
    is_complete(visitor)
    expect(visitor.page.get_by_role("button", name="Show 6. 62")).to_be_visible()


def test_moves_of_a_set_opening_are_nobodys_mistakes(visit: Visit) -> None:
    visitor = visit("/board")
    visitor.page.get_by_text("Open a record").click()
    record = f'[Opening "11 plies"]\n[Rules "repetition=2"]\n\n{" ".join(MOVES)} *'
    visitor.page.get_by_label("or paste a record").fill(record)
    visitor.button("Open the record").click()
    visitor.sees(11)
    expect(link(visitor)).to_have_attribute("href", f"{ADDRESS}&opening=11&repetition=2")
    link(visitor).click()
    is_complete(visitor)
    expect(visitor.page.get_by_role("heading", name="No mistakes found")).to_be_visible()


def test_what_cannot_be_reviewed_is_explained(visit: Visit) -> None:
    visitor = visit("/review?moves=33+33")
    heading = visitor.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("This is not a game")
    expect(visitor.page.get_by_role("main")).to_contain_text("33 already holds a chip")
    visitor.go("/review")
    expect(heading).to_have_text("There is no game to review")
    visitor.page.add_init_script("delete globalThis.WebAssembly")
    visitor.go(LAST_MOVES)
    expect(visitor.page.locator(".notice.bad")).to_contain_text("cannot run the engine")
    visitor.page.keyboard.press("Home")
    expect(visitor.page).to_have_url(f"{LAST_MOVES}&at=0")
