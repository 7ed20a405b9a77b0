"""The site in other languages: chosen by browser or visitor, and nothing of others loaded."""

# ruff: noqa: RUF001

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.conftest import Visit
from web.test_access import FAULTS, axe, fits  # noqa: F401
from web.visitor import PHONE

LANGUAGES = {
    "de-AT": {
        "language": "de",
        "home": "Tenchips: spiele Network",
        "guest": "Gast",
        "play": "Gegen den Computer spielen",
        "turn": "Du bist am Zug: Setze einen Stein",
        "lesson": "Wie die Felder heißen",
        "task": "Tippe auf 34: Spalte 3, Zeile 4.",
        "wrong": "Das ist 43: Spalte 4, Zeile 3. Finde Spalte 3, Zeile 4.",
    },
    "zh-CN": {
        "language": "zh-Hans",
        "home": "Tenchips：来下 Network",
        "guest": "访客",
        "play": "和电脑下棋",
        "turn": "轮到你：放一枚棋子",
        "lesson": "格子的名字",
        "task": "点 34：第 3 列，第 4 行。",
        "wrong": "这是 43：第 4 列，第 3 行。请找第 3 列，第 4 行。",
    },
}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_visitor_reads_their_language(visit: Visit, axe: str, locale: str) -> None:  # noqa: F811
    words = LANGUAGES[locale]
    visitor = visit(None, locale=locale, reduced_motion="reduce", **PHONE)
    page, language = visitor.page, words["language"]
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))

    def is_usable() -> None:
        fits(visitor, has_board=False)
        page.evaluate(axe)
        assert page.evaluate(FAULTS, {}) == []

    visitor.go("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(words["home"])
    is_usable()

    # A game against the computer.
    visitor.button(words["play"]).click()
    visitor.may_move()
    expect(visitor.headline).to_have_text(words["turn"])
    visitor.tap("33")
    visitor.sees(2)
    is_usable()

    # A lesson.
    visitor.go("/learn")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["lesson"])
    expect(page.get_by_text(words["task"])).to_be_visible()
    visitor.tap("43")
    expect(page.get_by_role("status")).to_contain_text(words["wrong"])
    is_usable()

    texts = {
        match[1] for url in loaded if (match := re.search(r"main\.\w+\.([\w-]+)\.compiled-", url))
    }
    assert texts == {language}

    # Somebody who has given no name.
    visitor.go("/lobby")
    guest = visitor.ask("/me")["name"]
    assert guest.startswith("Guest ")
    expect(page.get_by_text(words["guest"] + guest.removeprefix("Guest"))).to_be_visible()
    visitor.go("/learn")

    # Another language: the page is the same, and stays in it.
    page.get_by_role("contentinfo").get_by_role("combobox").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Names of the squares")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    visitor.go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tenchips: play Network")
