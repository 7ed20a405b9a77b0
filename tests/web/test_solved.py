"""The page about the solved game: its longest game and its files are those of the package."""

from __future__ import annotations

import re
from importlib.resources import files
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tenchips import BLACK, Board, Move
from tenchips.book import Certificate
from tenchips.book.certificate import chips_of
from tenchips.solver import prove_draw
from web.conftest import Visit
from web.visitor import DESKTOP, PHONE


def longest_game() -> list[str]:
    """White follows the certificate, and Black resists as long as possible."""
    certificate, board = Certificate.load(), Board()
    while not board.outcome():
        white_moves = board.turn is certificate.winner
        found = certificate.move(board) if white_moves else certificate.resistance(board)
        assert found is not None
        board.push(found[0])
    return [str(move) for move in board.moves]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_story_of_the_solved_game(visit: Visit, size: dict[str, object]) -> None:
    visitor = visit("/solved", **size)
    page = visitor.page
    expect(page.locator("[data-result]")).to_have_count(12)
    expect(page.locator("[data-result='11-loss-certificate']")).to_be_attached()
    assert visitor.moves() == longest_game()
    page.locator("[data-ply]").last.click()
    expect(page.get_by_test_id("ply")).to_have_text("White adds 53. The network is complete.")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for name in ("white.cert", "black.cert"):
        address = page.get_by_role("link", name=name).get_attribute("href")
        answer = visitor.context.request.get(address or "")
        assert answer.body() == files("tenchips.book").joinpath(name).read_bytes()
    page.get_by_role("button", name="Check White's proof here").click()
    expect(page.get_by_text("00 of 22,755 positions checked")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Stop checking").click()
    stopped = re.compile(r"^Stopped: [\d,]+00 of 22,755 positions checked, and all of these")
    expect(page.get_by_test_id("proof-verdict")).to_have_text(stopped)
    expect(visitor.said).to_have_text(stopped)
    expect(page.get_by_role("button", name="Check Black's proof here")).to_be_visible()
    page.get_by_role("link", name="Explore all moves").click()
    expect(page).to_have_title("Explorer · Tenchips")


def test_the_steps_of_the_drawn_position_are_those_of_the_proof(visit: Visit) -> None:
    visitor = visit("/solved", **PHONE)
    drawn = visitor.page.get_by_role("region", name="A position that nobody wins")
    study = drawn.get_by_role("link", name="Open in Study").get_attribute("href")
    board = Board(*parse_qs(urlsplit(study or "").query)["position"])
    holdings = prove_draw(board)
    assert holdings is not None
    for _ in range(9):
        name = str(board.turn).title()
        move = Move.from_action(holdings[board.turn is BLACK].moves[chips_of(board)])
        drawn.get_by_role("button", name="Next step").click()
        sentence = f"{name} steps from {move.origin} to {move.to}."
        expect(drawn.get_by_test_id("round")).to_have_text(sentence)
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is None
