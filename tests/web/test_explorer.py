"""The explorer in a real browser: results from the certificates and from searches, the moves in the
address, and claims checked by the exact search."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Worker, expect

from tenchips import Board
from tenchips.book import Certificate
from web.conftest import Visit
from web.visitor import DESKTOP, PATIENCE, PHONE, Visitor

PLAYED = "33+10+01+11+73+23+51+42"
STEPPED = "42+27+15+34+35+57+52+65+22+40+54+13+23+33+03+64+01+12+46+31+03-16"


def result(visitor: Visitor, square: str) -> Locator:
    return visitor.page.locator(f"[data-result^='{square}-']")


def claim(visitor: Visitor) -> Locator:
    return visitor.page.get_by_test_id("claim")


def test_the_start_has_all_first_moves(visit: Visit) -> None:
    visitor = visit("/explorer")
    for square, known in {
        "33": "33-win-certificate",
        "44": "44-win-certificate",
        "01": "01-win-certificate",
        "11": "11-loss-certificate",
        "66": "66-loss-certificate",
        "12": "12-win-certificate",
    }.items():
        expect(result(visitor, square)).to_have_attribute("data-result", known)
    expect(claim(visitor)).to_have_text("White wins within 15 plies, proved by certificate.")
    progress = visitor.page.get_by_test_id("progress")
    expect(progress).to_have_text("Of White's 48 moves 44 win, 4 lose.")
    expect(visitor.square("33")).to_have_attribute(
        "aria-label", "3 3, empty, White wins within 15 plies, proved by certificate, allowed"
    )


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_moves_lead_through_the_certificate_and_back(visit: Visit, size: str) -> None:
    visitor = visit("/explorer", **(PHONE if size == "phone" else DESKTOP))
    make = visitor.tap if size == "phone" else visitor.click
    expect(result(visitor, "33")).to_be_visible()
    make("33")
    expect(visitor.page).to_have_url("/explorer?moves=33")
    expect(claim(visitor)).to_have_text("White wins within 14 plies, proved by certificate.")
    progress = visitor.page.get_by_test_id("progress")
    expect(progress).to_have_text("All 47 moves of Black lose.")
    visitor.page.locator("[data-move='22']").click()
    expect(visitor.page).to_have_url("/explorer?moves=33+22")
    best = Certificate.load().move(Board(moves="33 22"))
    assert best is not None
    expect(result(visitor, str(best[0]))).to_have_attribute(
        "data-result", f"{best[0]}-win-certificate"
    )
    expect(result(visitor, str(best[0]))).to_have_text(str(best[1]))
    visitor.page.go_back()
    expect(visitor.headline).to_have_text("Black to move")
    visitor.page.go_forward()
    expect(visitor.headline).to_have_text("White to move")
    visitor.button("Back").click()
    expect(visitor.page).to_have_url("/explorer?moves=33+22&at=1")
    visitor.button("Forward").click()
    expect(visitor.page).to_have_url("/explorer?moves=33+22")


def test_a_search_fills_in_what_no_certificate_holds(visit: Visit) -> None:
    visitor = visit(f"/explorer?moves={PLAYED}")
    expect(result(visitor, "55")).to_have_attribute("data-result", "55-win-certificate")
    expect(claim(visitor)).to_have_text("White wins within 7 plies, proved by certificate.")
    expect(visitor.page.locator("[data-result$='-search']").nth(3)).to_be_attached()


@pytest.mark.parametrize(
    ("moves", "looked_at"),
    [(PLAYED, "every move of both sides that can matter"), (STEPPED, "every move of both sides.")],
    ids=["adds", "steps"],
)
def test_a_claim_is_checked(visit: Visit, moves: str, looked_at: str) -> None:
    visitor = visit(f"/explorer?moves={moves}")
    visitor.button("Check this claim").click()
    verdict = visitor.page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("Right")
    expect(verdict).to_contain_text(looked_at)


def test_a_claim_that_takes_too_long_names_a_command(visit: Visit) -> None:
    page = visit("/explorer?moves=33+10").page
    expect(page.get_by_text("To check this claim here would take a quarter of")).to_be_visible()
    expect(page.get_by_text("tenchips verify", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Check this claim")).to_have_count(0)


def test_a_wrong_address_is_explained(visit: Visit) -> None:
    visitor = visit("/explorer?moves=33+33")
    expect(visitor.page.locator(".notice.bad")).to_contain_text("Move 2, 33: ")


def test_another_page_ends_the_search(visit: Visit) -> None:
    visitor = visit(None)
    workers: list[Worker] = []
    visitor.page.on("worker", lambda worker: workers.append(worker))
    visitor.go("/explorer?moves=23+34+32+54")  # nothing after it can be in the opening book
    expect(visitor.page.get_by_test_id("progress")).to_contain_text("Searching")
    expect(visitor.page.locator("[data-move]").filter(has_text="chances").first).to_be_visible()
    assert len(workers) == 2
    visitor.page.get_by_role("navigation").locator("a[href='/learn']").click()
    expect(visitor.page).to_have_title("Learn Network · Tenchips")
    for _ in range(PATIENCE // 100):
        if not visitor.page.workers:
            break
        visitor.page.wait_for_timeout(100)
    assert visitor.page.workers == []
    assert len(workers) == 2
