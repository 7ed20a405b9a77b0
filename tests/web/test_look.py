"""The look of the pages: a layout that holds still, room for everything on small and zoomed
screens, the boards to choose from, and what the board shows when a move is not allowed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from web.conftest import Visit
from web.visitor import DESKTOP, PHONE, Visitor

ME, MACHINE = {"kind": "me"}, {"kind": "machine", "level": 1}
GAME = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
ZOOMED = {"viewport": {"width": 640, "height": 360}}
"""A window of 1280 by 720 pixels at 200 %."""

PAGES = {
    "/": "Tenchips: play Network",
    "/lobby": None,
    "/tournaments": None,
    "/account": None,
    "/learn": None,
    "/rules": "The rules of Network",
    "/puzzles": None,
    "/board?moves=33+55+(54+22)+22": "Study",
    "/explorer?moves=33": None,
    "/solved": None,
    "/beat": None,
    "/review?moves=33+44": None,
    "/nowhere": "There is no such page",
}
"""Every page, with its heading where that is ours to say."""


def places(visitor: Visitor) -> list[dict[str, float]]:
    """Where the board, the players and the bar of buttons are, at the top of the page."""
    visitor.page.evaluate("scrollTo(0, 0)")
    parts = [
        visitor.page.get_by_role("grid"),
        visitor.page.get_by_role("region", name="White"),
        visitor.page.get_by_role("region", name="Black"),
        visitor.button("Resign"),
        visitor.page.get_by_role("tablist"),
    ]
    return [box(part) for part in parts]


def box(part: Locator) -> dict[str, float]:
    found: dict[str, float] = part.evaluate(
        "it => { const { x, y, width, height } = it.getBoundingClientRect();"
        " return { x, y, width, height } }"
    )
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL, ZOOMED])
def test_nothing_moves_in_a_game(visit: Visit, size: dict[str, Any]) -> None:
    visitor = visit(None, **size)
    visitor.new_game(ME, MACHINE, moves=["33", "55"])
    page = visitor.page
    visitor.may_move()
    page.evaluate("document.fonts.ready")
    before = places(visitor)
    # No name is cut off.
    for name in page.locator(".strip .name").all():
        assert name.evaluate("it => it.scrollWidth <= it.clientWidth && it.clientWidth > 80")
    visitor.button("Back").click()
    expect(visitor.button("Back to the game")).to_be_visible()
    assert places(visitor) == before
    visitor.button("Back to the game").click()
    visitor.button("Hint").click()
    visitor.button("Why?").click()
    expect(page.get_by_test_id("hint")).to_contain_text(":")
    assert places(visitor) == before
    visitor.square("00").click(force=True)
    expect(page.locator(".caption")).to_contain_text("corner")
    assert places(visitor) == before
    # The moves are one stop of the Tab key, and arrow keys walk through them.
    moves = page.locator("[data-ply]")
    assert moves.evaluate_all("all => all.filter(it => it.tabIndex === 0).length") == 1
    moves.nth(1).focus()
    page.keyboard.press("ArrowLeft")
    expect(moves.nth(0)).to_be_focused()
    expect(page.locator("[data-chip]")).to_have_count(1)


@pytest.mark.parametrize("size", [SMALL, ZOOMED])
def test_no_page_scrolls_sideways(visit: Visit, size: dict[str, Any]) -> None:
    visitor = visit(None, **size)
    visitor.forgive("404")
    width = size["viewport"]["width"]

    def fits(where: str) -> None:
        found = visitor.page.evaluate("document.documentElement.scrollWidth")
        assert found <= width, (where, found)

    for path, title in PAGES.items():
        visitor.go(path)
        heading = visitor.page.get_by_role("heading", level=1)
        expect(heading).to_be_attached()
        if title:
            expect(heading).to_have_text(title)
        visitor.page.evaluate("document.fonts.ready")
        fits(path)
    visitor.go("/learn").is_ready()
    # At the end of the page, the lesson's task hides nothing of its board.
    visitor.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    task, board = (box(visitor.page.locator(it)) for it in (".task", ".learn .board svg"))
    assert task["x"] >= board["x"] + board["width"] or task["y"] >= board["y"] + board["height"]
    for dialog in ("Help", "Settings"):
        visitor.button(dialog).click()
        expect(visitor.page.get_by_role("dialog", name=dialog)).to_be_visible()
        fits(dialog)
        visitor.page.keyboard.press("Escape")
    created = visitor.new_game(ME, {"kind": "open"}, clock={"base": 3600, "increment": 3})
    fits("a game that waits")
    visitor.go(f"/join/{created['invite']}")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    fits("an invitation")
    visitor.new_game(ME, ME, moves=GAME[:-1])
    for tab in ("Help", "Share", "Moves"):
        visitor.tab(tab)
        fits(tab)


def test_an_illegal_tap_rings_the_chips(visit: Visit) -> None:
    visitor = visit("/board?moves=33+55+34+57", **PHONE)
    visitor.is_ready()
    visitor.tap("35")
    expect(visitor.page.locator(".caption")).to_contain_text("35 would join 33 and 34")
    expect(visitor.page.locator(".concerned")).to_have_count(2)
    visitor.tap("11")
    expect(visitor.page.locator(".concerned")).to_have_count(0)


def test_boards_to_choose_from(visit: Visit) -> None:
    visitor = visit("/board?moves=33")
    frame = visitor.page.locator(".board .frame")
    colours = set()
    for name in ("Sand", "Wood", "Sea"):
        visitor.button("Settings").click()
        visitor.page.get_by_label(name, exact=True).check()
        visitor.page.keyboard.press("Escape")
        colours.add(frame.evaluate("it => getComputedStyle(it).fill"))
    assert len(colours) == 3
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("data-board", "sea")


def test_the_board_can_be_flipped(visit: Visit) -> None:
    visitor = visit(None)
    visitor.new_game(ME, ME, moves=["02"])
    visitor.may_move()
    before = box(visitor.square("02"))
    other = box(visitor.square("75"))
    visitor.button("Flip the board").click()
    assert box(visitor.square("02")) == other
    assert box(visitor.square("75")) == before
    visitor.click("20")
    visitor.sees(2)
    assert visitor.moves() == ["02", "20"]
    # Keys go where the eye does.
    visitor.square("33").focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.square("23")).to_be_focused()


def test_being_offline_is_noticed_at_once(visit: Visit) -> None:
    visitor = visit(None)
    visitor.forgive("ERR_INTERNET_DISCONNECTED|WebSocket")
    visitor.new_game(ME, MACHINE, clock={"base": 600, "increment": 0})
    visitor.may_move()
    visitor.click("33")
    visitor.sees(2)
    visitor.may_move()
    clock = visitor.page.get_by_role("timer")
    visitor.context.set_offline(True)
    expect(visitor.status).to_contain_text("The connection is lost")
    visitor.click("03")  # in White's goal, where the machine cannot have gone
    expect(visitor.page.locator("[data-chip='03']")).to_be_attached()
    # The move has not arrived, so the clock runs on.
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    visitor.context.set_offline(False)
    visitor.sees(4)
