"""Networks on the study page: all of a position, and why a path that is drawn is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tenchips import WHITE, Board
from web.conftest import Visit
from web.visitor import DESKTOP, PHONE, Visitor

GAME = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14"]
WON = [*GAME, "74"]


def address(moves: list[str]) -> str:
    return f"/board?moves={'+'.join(moves)}"


def opened(visitor: Visitor, mode: str) -> Locator:
    """What the page says of networks, or of the path that is drawn."""
    visitor.page.get_by_text("Networks and paths").click()
    visitor.button(mode).click()
    return visitor.page.get_by_test_id("networks" if mode == "Show networks" else "verdict")


def reason(moves: list[str], path: list[str]) -> str:
    """What the judge in Python says first of a path of White."""
    flaw = Board(moves=moves).why_not_network(path, WHITE)
    assert flaw is not None
    return f"{flaw.sentence[0].upper()}{flaw.sentence[1:]}."


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_all_networks_one_by_one(visit: Visit, size: str) -> None:
    visitor = visit(address(WON), **(PHONE if size == "phone" else DESKTOP))
    networks = sorted(Board(moves=WON).networks(WHITE), key=lambda path: (len(path), path))
    assert len(networks) == 2
    said = opened(visitor, "Show networks")
    for place in (0, 1, 0):
        path = "-".join(networks[place])
        expect(said).to_have_text(
            f"Network {place + 1} of 2: White, {len(networks[place])} chips: {path}"
        )
        visitor.sees_network(networks[place])
        visitor.button("Next network").click()
    visitor.button("Previous network").click()
    visitor.sees_network(networks[0])

    # A position before has none; its longest path is judged.
    visitor.button("Back").click()
    expect(said).to_have_text("There is no network in this position.")
    expect(visitor.page.locator(".path")).to_have_count(2)
    visitor.button("Why is this not a network?").first.click()
    verdict = visitor.page.get_by_test_id("verdict")
    expect(verdict).to_be_focused()
    expect(verdict).to_contain_text("begins and ends in White's goals")
    visitor.page.get_by_text("Networks and paths").click()
    visitor.may_move()


@pytest.mark.parametrize("hand", ["finger", "keys"])
def test_why_is_this_not_a_network(visit: Visit, hand: str) -> None:
    visitor = visit(address(WON), **(PHONE if hand == "finger" else DESKTOP))
    verdict = opened(visitor, "Draw a path")
    if hand == "keys":
        visitor.tab_to(visitor.page.get_by_role("grid").locator("[tabindex='0']"))

    def pick(square: str) -> None:
        if hand == "finger":
            visitor.square(square).tap()
        else:
            visitor.walk_to(square)
            visitor.page.keyboard.press("Enter")

    path: list[str] = []
    for square in ("02", "32", "62"):
        pick(square)
        path.append(square)
        expect(verdict).to_contain_text(reason(WON, path))
    expect(verdict).to_contain_text("02-32-62 goes straight on")
    label = "6 2, white chip, picked as number 3, wrong"
    expect(visitor.square("62")).to_have_attribute("aria-label", label)
    pick("62")
    pick("32")
    expect(verdict).not_to_contain_text("goes straight on")
    pick("33")
    expect(verdict).to_contain_text("There is no chip on 33.")
    for square in ("46", "26", "62", "65", "74"):
        pick(square)
    expect(verdict).to_contain_text("This is a network of White.")
    expect(verdict).to_contain_text("02-46-26-62-65-74")
    visitor.sees_network(["02", "46", "26", "62", "65", "74"])

    # A chip of the other colour is named, and what is drawn can be taken back.
    visitor.button("Take back").click()
    visitor.click("56")
    expect(verdict).to_contain_text(reason(WON, ["02", "46", "26", "62", "65", "56"]))
    visitor.button("Clear").click()
    expect(verdict).to_contain_text("Choose chips on the board")
