"""The guide in a browser: search, light and dark, boards to play from, nothing from elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tenchips.server.settings import GUIDE
from web.conftest import Visit
from web.test_access import AXE, COLOURS, faults
from web.visitor import DESKTOP, PHONE

WIDE = ("arena", "security", "reference/engine")
"""Pages with long tables and long lines of code."""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_walk_through_the_guide(visit: Visit, size: dict[str, object]) -> None:
    if not (GUIDE / "index.html").exists():
        pytest.fail("The guide is not built: run make docs.", pytrace=False)
    visitor = visit("/", **size)
    page = visitor.page
    foreign: list[str] = []
    ours = page.url.rstrip("/")
    page.on("request", lambda asked: asked.url.startswith(ours) or foreign.append(asked.url))
    visitor.button("Help").click()
    page.get_by_role("link", name="Guide and reference").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    for name in WIDE:
        page.goto(f"{ours}/guide/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name

    body = page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "default")
    page.evaluate(AXE.read_text("utf-8"))
    for scheme in ("default", "slate"):  # from the system's to light, and to dark
        page.locator("label[for^=__palette]:visible").click()
        expect(body).to_have_attribute("data-md-color-scheme", scheme)
        assert faults(page, COLOURS) == [], scheme

    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search").fill("repetition")
    expect(page.locator("dialog").get_by_text("House rules", exact=True).first).to_be_visible()

    page.goto(f"{ours}/guide/")
    page.get_by_role("link", name="Play from here").first.click()
    visitor.is_ready()
    assert visitor.moves()[-1] == "73"
    assert foreign == []
