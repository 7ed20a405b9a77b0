"""The page of a report in a browser: every game can be replayed on the board."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tenchips import Board
from tenchips.arena import page, referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.game import Game, GameFault
from tenchips.arena.report import Report
from tenchips.arena.tournament import Tournament
from tenchips.players import RandomPlayer

CONTROL = TimeControl(move=60.0)
PATIENCE = 120_000  # milliseconds


def game(white: str, black: str, moves: str = "", seed: int = 1) -> Game:
    one, other = RandomPlayer(seed), RandomPlayer(-seed)
    one.name, other.name = white, black
    return referee.play(one, other, Board(moves=moves), CONTROL)


def games() -> dict[str, Game]:
    lost = replace(
        game("Bob", "Cid"), result="0-1", termination="illegal move",
        fault=GameFault(0, "crash", "Bob died"),
    )  # fmt: skip
    return {
        "1.0-1.0": game("Ann", "Bob", "01 60 03 65 06 55 71 33 73 35 76 57"),
        "1.1-2.0": lost,
        "2.0-2.0": game("Ann", "Cid", seed=5),
    }


def test_replaying(tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("The browser tests need chromium: apt-get install chromium.", pytrace=False)
    played = games()
    names = [Entrant(name, "random") for name in ("Ann", "Bob", "Cid")]
    path = tmp_path / "page.html"
    path.write_text(page.draw(Report.of_tournament(Tournament(tuple(names), CONTROL), played)))
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"], timeout=PATIENCE
        )
        view = browser.new_page()
        view.set_default_timeout(PATIENCE)
        view.on("pageerror", lambda error: errors.append(str(error)))
        view.goto(path.as_uri())
        caption, chips = view.locator("#caption"), view.locator("#board .play .chips > g")
        assert caption.inner_text() == "Ann (White) against Bob (Black): 0-1, network"
        assert chips.count() == 12
        assert view.locator("#board .play .network path.line").count() == 5
        assert view.locator("#board .play text").all_text_contents() == list("123456")
        view.click("#first")
        assert chips.count() == 0
        view.click("#next")
        view.click("#next")
        assert chips.count() == 2
        assert view.locator("#board .play .to").count() == 1
        view.keyboard.press("End")
        assert chips.count() == 12
        view.click("[data-fault]")
        assert caption.inner_text() == "Bob (White) against Cid (Black): 0-1, Bob died"
        shown = view.locator("#list tr:not([hidden])")
        assert shown.count() == 1
        assert view.locator("#filter option:checked").inner_text() == "the number chosen above"
        view.select_option("#filter", "")
        assert shown.count() == 3
        view.select_option("#filter", "0")
        assert shown.count() == 2
        view.click('[data-meet="0-2"]')
        assert caption.inner_text().startswith("Ann (White) against Cid (Black): ")
        # The links that the page draws are those that the board knows.
        last = played["2.0-2.0"].board()
        links = sum(1 for color in (0, 1) for _ in last.links(type(last.turn)(color)))
        assert view.locator("#board .play .links").count() == links
        assert chips.count() == 2 * 10 - last.hand(last.turn) - last.hand(last.turn.other)
        view.set_viewport_size({"width": 360, "height": 780})
        assert view.evaluate("document.documentElement.scrollWidth") == 360
        browser.close()
    assert errors == []
