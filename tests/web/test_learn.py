"""Both courses, done from start to end by finger, the first by keys, and with mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tenchips import BLACK, Board
from web.conftest import Visit
from web.visitor import PHONE, Visitor

ANSWERS = {
    "Names of the squares": "34 52 25 06",
    "Your goals": "73",
    "Where you may not play": "00 40 52",
    "Never three together": "10 11 22 32 54 56",
    "Two may touch": "46",
    "Lines of sight": "42 13 35 55",
    "A network wins": "60 65 55 33 35 57",
    "Longer than six": "20 25 35 13 33 55 57",
    "Turn at every chip": "no yes no",
    "Ends, length, each chip once": "no yes no no no",
    "Cut the line": "56",
    "The way around": "20 42 33 55 35 57",
    "Win a game": "73",
    "Steps": "72 73",
    "Look at what you uncover": "56 31",
    "A better step": "03 31",
    "You must move": "no",
    "How a game ends": "no",
}

STRATEGY = {
    "Stop a threat": "64",
    "One cut for two threats": "32",
    "Two threats at once": "52 26",
    "Threats that force": "45 63 05",
    "What links are worth": "56 03",
    "Goals late": "53 71",
    "Count your chips": "no",
    "A chip that must stay": "43",
    "The only step": "34 23",
    "The trap of two networks": "63 53",
}


def lesson(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("heading", level=1)


def do(visitor: Visitor, answer: str, choose: Callable[[str], None]) -> None:
    """Do a lesson: choose its squares, or take the first answer for yes and the second for no."""
    for word in answer.split():
        if word in ("yes", "no"):
            visitor.page.locator(".answer").nth(int(word == "no")).click()
            following = visitor.button("Next path")
            if following.is_visible():
                following.click()
        else:
            choose(word)


def go_through(
    visitor: Visitor, course: str, answers: dict[str, str], choose: Callable[[str], None]
) -> None:
    """Do all lessons of a course."""
    said = visitor.page.get_by_role("status")
    for number, (title, answer) in enumerate(answers.items(), 1):
        expect(lesson(visitor)).to_have_text(title)
        count = f"{course}: lesson {number} of {len(answers)}"
        expect(visitor.page.get_by_text(count)).to_be_visible()
        do(visitor, answer, choose)
        expect(said.locator(".right")).to_be_visible()
        onward = visitor.page.get_by_role("button", name=re.compile("^(Next lesson|Finish)$"))
        expect(onward).to_be_in_viewport()
        onward.click()


@pytest.mark.parametrize("hand", ["finger", "keys"])
def test_from_start_to_end(visit: Visit, hand: str) -> None:
    visitor = visit("/learn", **(PHONE if hand == "finger" else {}))
    choose = visitor.tap if hand == "finger" else visitor.press
    go_through(visitor, "The rules", ANSWERS, choose)
    expect(lesson(visitor)).to_have_text("Ready to play")
    if hand == "finger":
        visitor.page.get_by_role("link", name="Learn strategy").click()
        go_through(visitor, "Strategy", STRATEGY, choose)
        expect(lesson(visitor)).to_have_text("Now use it")
        visitor.page.go_back()
        visitor.button("Skip all").click()
    visitor.button("Play level 1").click()
    visitor.is_ready()
    expect(visitor.headline).to_have_text("Your turn: add a chip")
    expect(visitor.page.get_by_text("Computer, level 1", exact=True)).to_be_visible()


def test_progress_is_kept(visit: Visit) -> None:
    visitor = visit("/learn")
    done = visitor.page.get_by_role("progressbar", name="Lessons done")
    do(visitor, ANSWERS["Names of the squares"], visitor.click)
    visitor.button("Next lesson").click()
    visitor.button("Skip").click()
    expect(lesson(visitor)).to_have_text("Where you may not play")
    visitor.page.reload()
    expect(lesson(visitor)).to_have_text("Where you may not play")
    expect(done).to_have_attribute("value", "1")
    visitor.button("Back").click()
    expect(lesson(visitor)).to_have_text("Your goals")
    visitor.page.get_by_text("All lessons").click()
    visitor.page.get_by_role("button", name="Names of the squares ✓ done").click()
    expect(lesson(visitor)).to_be_focused()
    expect(visitor.button("Back")).to_be_disabled()
    visitor.button("Skip all").click()
    expect(visitor.button("Play level 1")).to_be_visible()


def open_lesson(visitor: Visitor, title: str) -> None:
    contents = visitor.page.locator("details.contents")
    if contents.get_attribute("open") is None:
        contents.locator("summary").click()
    contents.get_by_role("button", name=title).click()


def test_a_hint_leads_on(visit: Visit) -> None:
    visitor = visit("/learn")
    open_lesson(visitor, "Your goals")
    visitor.button("Hint").click()
    said = visitor.page.get_by_role("status")
    expect(said).to_have_text("Try 01.")
    expect(visitor.square("01")).to_have_attribute("aria-label", re.compile("hint"))
    visitor.click("01")
    expect(said).to_contain_text("Only White may use these squares")


def test_a_wrong_move_in_strategy_has_its_reason_and_can_be_tried_again(visit: Visit) -> None:
    visitor = visit("/learn?strategy")
    said = visitor.page.get_by_role("status")
    chips = visitor.chips()
    visitor.click("33")
    expect(said).to_contain_text("After 33 White wins with a chip on 75.")
    assert visitor.chips() == chips
    visitor.button("Hint").click()
    expect(said).to_have_text("Try 23.")
    visitor.click("23")
    expect(said).to_contain_text("Right.")
    # The other course has a place of its own, and both are kept.
    visitor.page.get_by_text("All lessons").click()
    visitor.page.get_by_role("link", name="Go to the other course: The rules").click()
    expect(lesson(visitor)).to_have_text("Names of the squares")
    visitor.page.go_back()
    visitor.page.get_by_text("All lessons").click()
    expect(visitor.page.get_by_role("button", name="Stop a threat ✓ done")).to_be_visible()
    open_lesson(visitor, "Two threats at once")
    visitor.click("52")
    expect(visitor.page.locator("[data-chip='22']")).to_be_visible()
    expect(said).to_contain_text("Black takes 22. Now win.")
    visitor.click("26")
    visitor.sees_network(["04", "26", "24", "34", "52", "74"])
    open_lesson(visitor, "Stop a threat")
    visitor.click("64")
    visitor.page.get_by_role("link", name="Puzzles like this").click()
    expect(visitor.page).to_have_url(re.compile(r"/puzzles\?id="))
    visitor.is_ready()
    expect(visitor.page.get_by_label("Theme")).to_have_value("cutting")


def test_each_non_network_has_its_reason(visit: Visit) -> None:
    """The tutor's words for a path are those of the rules in Python."""
    visitor = visit("/learn")
    open_lesson(visitor, "Ends, length, each chip once")
    board = Board.diagram(black="20 60 42 13 33 25 35 55 65 57", turn=BLACK)
    said = visitor.page.get_by_role("status")
    for number in range(1, 6):
        shown = visitor.page.get_by_text(f"Path {number} of 5").locator("strong").inner_text()
        flaw = board.why_not_network(shown)
        visitor.button("A network").click()
        expect(said).to_contain_text("Not right." if flaw else "Right.")
        if flaw:
            expect(said).to_contain_text(str(flaw))
            for square in flaw.squares:
                expect(visitor.square(square)).to_be_visible()
            expect(visitor.page.locator(".concerned")).to_have_count(len(flaw.squares))
        if number < 5:
            visitor.button("Next path").click()


def test_a_wrong_answer_is_told_and_changes_nothing(visit: Visit) -> None:
    visitor = visit("/learn")
    said = visitor.page.get_by_role("status")
    visitor.click("43")
    expect(said).to_have_text("That is 43: column 4, row 3. Find column 3, row 4.")
    open_lesson(visitor, "Your goals")
    visitor.click("33")
    expect(said).to_contain_text("not in a goal")
    assert visitor.chips() == set()
    visitor.click("20")
    expect(visitor.page.locator(".caption")).to_contain_text(str(Board().why_illegal("20")))
    # What was said about 33 does not stand beside what is said about 20.
    expect(said).to_have_text("")


@pytest.mark.parametrize("size", [(640, 450), (320, 568)], ids=["zoomed", "small"])
def test_on_little_room_the_answer_is_seen_and_covers_no_square(
    visit: Visit, size: tuple[int, int]
) -> None:
    width, height = size
    visitor = visit("/learn", viewport={"width": width, "height": height})
    visitor.click("43")
    expect(visitor.page.get_by_role("status")).to_be_in_viewport(ratio=1)
    board, task = (
        visitor.page.locator(one).bounding_box() for one in ("[data-square='77']", ".learn .task")
    )
    assert board
    assert task
    assert board["y"] + board["height"] <= task["y"] or board["x"] + board["width"] <= task["x"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
