"""The engine on the study page: lazily loaded, with lines to play, gone with the page."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, expect

from tenchips import Board
from tenchips.engine import Engine, Limit
from tenchips.protocol.analysis import winning_moves
from tenchips.squares import COLORS
from web.conftest import Visit
from web.visitor import DESKTOP, PATIENCE, PHONE, Visitor

GAME = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]


def engine(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Engine")


def switch(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("switch", name="Engine")


def address(moves: list[str]) -> str:
    return f"/board?moves={'+'.join(moves)}"


def test_a_proof_in_words_and_a_line_to_play_through(visit: Visit) -> None:
    visitor = visit(None, **PHONE)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go(address(GAME[:10]))
    with Engine() as native:
        (best,) = native.analyse(Board(moves=GAME[:10]), Limit(depth=12))
    assert best.score.is_proven
    assert best.score.plies == 3
    expect(switch(visitor)).not_to_be_checked()
    assert not any(url.endswith(".wasm") for url in asked)

    switch(visitor).check()
    expect(engine(visitor)).to_contain_text("White wins in 3 plies, proved")
    expect(engine(visitor)).to_contain_text(re.compile("Depth [0-9]+"))
    assert any(url.endswith(".wasm") for url in asked)
    bar = visitor.page.get_by_role("meter")
    expect(bar).to_have_attribute("aria-valuenow", "100")
    expect(visitor.said).to_contain_text("White wins in 3 plies, proved")

    line = engine(visitor).get_by_role("listitem").filter(has_text="White in 3 plies").nth(1)
    moves = line.get_by_role("button").all_inner_texts()
    line.get_by_role("button").last.tap()
    visitor.sees(10 + len(moves))
    assert visitor.moves() == GAME[:10] + moves
    Board(moves=visitor.moves())


def test_a_finished_game_has_nothing_to_analyse(visit: Visit) -> None:
    visitor = visit(address(GAME[:12]))
    switch(visitor).check()
    expect(engine(visitor)).to_contain_text("White wins in 1 ply, proved")
    engine(visitor).get_by_role("button", name="Play: White adds 73").click()
    expect(visitor.headline).to_contain_text("White wins")
    expect(engine(visitor)).to_contain_text("The game is over")
    expect(visitor.page.get_by_role("meter")).to_have_count(0)


def test_as_many_lines_as_asked_for_and_the_certificate(visit: Visit) -> None:
    visitor = visit("/board")
    switch(visitor).focus()
    visitor.page.keyboard.press("Space")
    lines = engine(visitor).get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(engine(visitor)).to_contain_text("White wins within 15 plies, proved by the certificate")
    engine(visitor).get_by_role("combobox", name="Lines").select_option("5")
    expect(lines).to_have_count(5)
    firsts = lines.evaluate_all("all => all.map(line => line.querySelector('button').innerText)")
    assert len(set(firsts)) == 5
    visitor.page.reload()
    expect(switch(visitor)).to_be_checked()
    expect(engine(visitor).get_by_role("combobox", name="Lines")).to_have_value("5")


def test_the_engine_ends_with_the_switch_and_with_the_page(visit: Visit) -> None:
    visitor = visit("/board")
    learn = visitor.page.get_by_role("navigation").get_by_role("link", name="Learn")
    for leave in (switch(visitor).uncheck, learn.click):
        switch(visitor).check()
        expect(engine(visitor).get_by_role("listitem").first).to_be_visible()
        assert visitor.page.workers
        leave()
        deadline = time.monotonic() + PATIENCE / 1000
        while visitor.page.workers and time.monotonic() < deadline:
            visitor.page.wait_for_timeout(20)
        assert visitor.page.workers == []


def test_a_browser_without_webassembly_is_told(visit: Visit) -> None:
    visitor = visit(None)
    visitor.context.add_init_script("delete globalThis.WebAssembly")
    visitor.go("/board")
    switch(visitor).check()
    expect(engine(visitor)).to_contain_text("This browser cannot run the engine")
    visitor.click("33")
    visitor.sees(1)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_best_moves_and_threats_on_the_board(visit: Visit, size: str) -> None:
    visitor = visit(address(GAME[:12]), **(PHONE if size == "phone" else DESKTOP))
    arrows = visitor.page.locator("[data-arrow]")
    threats = visitor.page.locator("[data-threat]")
    expect(arrows).to_have_count(0)

    switch(visitor).check()
    expect(engine(visitor)).to_contain_text("White wins in 1 ply, proved")
    expect(arrows).to_have_count(3)
    lines = engine(visitor).get_by_role("listitem")
    firsts = lines.evaluate_all("all => all.map(line => line.querySelector('button').innerText)")
    for rank, move in enumerate(firsts, 1):
        expect(visitor.page.locator(f"[data-arrow='{rank}-add-{move}']")).to_be_visible()
        label = re.compile(f"engine's move {rank}, White in 1 ply")
        expect(visitor.square(move)).to_have_attribute("aria-label", label)

    expect(threats).to_have_count(0)
    visitor.page.get_by_label("Threats").check()
    board = Board(moves=GAME[:12])
    wins = [sorted(winning_moves(board, color)) for color in COLORS]
    drawn = threats.evaluate_all("all => all.map(sign => sign.dataset.threat)")
    assert sorted(drawn) == sorted(
        f"{color.name.lower()}-{square}" for color in COLORS for square in wins[color]
    )
    expect(visitor.page.get_by_test_id("threats")).to_have_text(
        "White can win now at 73, 74, 75 and 76. Black threatens to win at 50."
    )
    expect(visitor.square("50")).to_have_attribute("aria-label", re.compile("Black could win here"))

    visitor.page.get_by_label("Best moves on the board").uncheck()
    expect(arrows).to_have_count(0)
    visitor.page.get_by_label("Best moves on the board").check()
    expect(arrows).to_have_count(3)
    switch(visitor).uncheck()
    expect(arrows).to_have_count(0)
    expect(threats).to_have_count(0)


def test_a_step_is_an_arrow(visit: Visit) -> None:
    position = "3B4/WW1W1B2/1BB3W1/8/1W2WB2/1BWB1WBW/W7/2B2B2 w 4 13"
    visitor = visit(f"/board?position={position.replace(' ', '+')}")
    switch(visitor).check()
    first = engine(visitor).get_by_role("listitem").first.get_by_role("button").first
    expect(engine(visitor)).to_contain_text("Finished")
    origin, target = first.inner_text().split("-")
    arrow = visitor.page.locator(f"[data-arrow='1-step-{target}']")
    expect(arrow.locator(".head")).to_have_count(1)
    label = re.compile(f"engine's move 1 from {origin}, ")
    expect(visitor.square(target)).to_have_attribute("aria-label", label)
