"""Take the pictures of `docs/web.md` anew: `python docs/make_site_pictures.py`.

It starts the site and looks at it with Debian's chromium; `make test` builds the site and installs
what else it needs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

PATIENCE = 30_000  # milliseconds
FOLDER = Path(__file__).parent / "screens"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1200, "height": 760}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
expect.set_options(timeout=PATIENCE)

WON = ["62", "27", "02", "67", "32", "16", "65", "56", "46", "34", "26", "14", "73"]
LOST = "76 47 01 40 43 13 35 24 05 54 31 65 56 32 64 67 02 10"


@contextmanager
def site() -> Iterator[str]:
    """The address of a site with an empty database."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tenchips", "serve", "--no-browser", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/games.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search("http://[^ /]+", server.stdout.readline())
            if found is None:
                sys.exit("The site could not be started: build it with make play.")
            try:
                yield found[0]
            finally:
                server.terminate()


def take(page: Page, name: str) -> None:
    """Save what is to be seen, in as few colours as do."""
    page.mouse.move(0, 0)
    picture = Image.open(BytesIO(page.screenshot(animations="disabled")))
    # Rare colours count as much as frequent ones.
    few = picture.convert("RGB").quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=1)
    few.save(FOLDER / f"{name}.png", optimize=True)


def look(browser: Browser, address: str, path: str, scheme: str, **options: Any) -> Page:
    context = browser.new_context(
        base_url=address, color_scheme=scheme, reduced_motion="reduce", **options
    )
    page = context.new_page()
    page.goto(path)
    return page


def move(page: Page, *moves: str) -> None:
    """Make moves by clicking; wait for each to be in the list."""
    for text in moves:
        before = page.locator("[data-ply]").count()
        expect(page.locator(".board.active")).to_be_visible()
        for square in text.split("-"):
            page.locator(f"[data-square='{square}']").click()
        expect(page.locator("[data-ply]")).to_have_count(before + 1)


def home(browser: Browser, address: str) -> None:
    page = look(browser, address, "/", "light", **DESKTOP)
    expect(page.get_by_role("button", name="Play the computer")).to_be_visible()
    take(page, "site-home")


def game(browser: Browser, address: str) -> None:
    page = look(browser, address, "/", "dark", **DESKTOP)
    page.get_by_label("Two on this device").check()
    page.get_by_role("button", name="Play", exact=True).click()
    move(page, *WON)
    expect(page.locator(".headline")).to_have_text("White wins")
    take(page, "site-game")


def hint(browser: Browser, address: str) -> None:
    page = look(browser, address, "/", "light", **PHONE)
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_test_id("hint")).to_contain_text("proved")
    take(page, "site-hint")


def lesson(browser: Browser, address: str) -> None:
    page = look(browser, address, "/learn", "light", **DESKTOP)
    page.get_by_text("All lessons").click()
    page.get_by_role("button", name="Turn at every chip").click()
    page.get_by_text("All lessons").click()
    page.get_by_role("button", name="A network", exact=True).click()
    take(page, "site-learn")


def study(browser: Browser, address: str) -> None:
    page = look(browser, address, f"/board?moves={'+'.join(WON[:12])}", "light", **DESKTOP)
    page.get_by_role("switch", name="Engine").check()
    page.get_by_label("Threats").check()
    expect(page.get_by_role("region", name="Engine")).to_contain_text("proved")
    take(page, "site-study")


def phone(browser: Browser, address: str) -> None:
    moves = "+".join(WON[:8])
    page = look(browser, address, f"/board?moves={moves}", "light", **PHONE)
    expect(page.get_by_role("grid")).to_be_visible()
    take(page, "site-phone")


def review(browser: Browser, address: str) -> None:
    page = look(
        browser, address, f"/review?moves={LOST.replace(' ', '+')}&you=white", "light", **DESKTOP
    )
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    take(page, "site-review")


def puzzle(browser: Browser, address: str) -> None:
    page = look(browser, address, "/puzzles?id=e3741342", "light", **DESKTOP)
    page.locator("[data-square='51']").click()  # not the move
    expect(page.locator(".path.network")).to_be_visible()
    take(page, "site-puzzle")


def explorer(browser: Browser, address: str) -> None:
    moves = "33+10+01+11+73+23+51+42"
    page = look(browser, address, f"/explorer?moves={moves}", "light", **DESKTOP)
    expect(page.locator("[data-result$='-search']").nth(9)).to_be_attached()
    take(page, "site-explorer")


def beat(browser: Browser, address: str) -> None:
    page = look(browser, address, "/beat", "dark", **PHONE)
    for ply, square in enumerate(("10", "11", "23", "42", "16", "25"), 1):
        expect(page.locator(".board.active")).to_be_visible()
        page.locator(f"[data-square='{square}']").click()
        expect(page.locator("[data-ply]")).to_have_count(2 * ply + 1)
    expect(page.get_by_test_id("longest")).to_be_visible()
    take(page, "site-beat")


def main() -> None:
    """Take all of them."""
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for picture in (home, game, hint, lesson, study, phone, review, puzzle, explorer, beat):
            picture(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
