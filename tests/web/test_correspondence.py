"""A correspondence game over a simulated week: two people who are never there together."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from web.conftest import Visit
from web.site import Site
from web.test_online import LOST_CONNECTIONS
from web.visitor import PHONE

DAY = 86_400_000


class Week:
    """Days that pass at a site while nobody visits it."""

    def __init__(self, site: Site, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._site, self._database, self._monkeypatch = site, database, monkeypatch
        self._base = (time.time_ns() - time.monotonic_ns()) // 1_000_000

    def days_pass(self, days: float) -> None:
        """The site ran for all that time: it is no outage."""
        self._site.stop()
        passed = round(days * DAY)
        self._base += passed
        with sqlite3.connect(self._database) as connection:
            connection.execute("UPDATE pulse SET seen = seen + ?", (passed,))
        connection.close()
        self._monkeypatch.setenv("TENCHIPS_CLOCK_BASE", str(self._base))
        self._site.start()


@pytest.mark.parametrize("own_site", ["sqlite"], indirect=True)
def test_a_week(
    visit: Visit, own_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    week = Week(own_site, tmp_path / "games.db", monkeypatch)
    white = visit("/correspondence", own_site)
    white.page.get_by_role("link", name="Start a game by link").click()
    white.page.get_by_role("radio", name="White").check()
    white.page.get_by_label("Clock").select_option("3 days per move")
    white.button("Make a link").click()
    link = white.page.get_by_label("Link to play").input_value()
    black = visit(urlsplit(link).path, own_site, **PHONE)
    expect(black.page.get_by_text("3 days per move")).to_be_visible()
    black.button("Join the game").click()
    black.is_ready()
    for player in white, black:
        player.forgive(LOST_CONNECTIONS)
    game = urlsplit(black.page.url).path
    white.may_move()
    expect(white.page).to_have_title(re.compile(r"^\(1\) "))
    white.click("33")
    black.sees(1)
    expect(black.page).to_have_title(re.compile(r"^\(1\) "))
    expect(white.page).to_have_title(re.compile(r"^[^(]"))

    # Two days later Black comes back, and finds the game on the home page.
    week.days_pass(2)
    black.go("/")
    expect(black.page).to_have_title("(1) Tenchips: play Network")
    black.page.get_by_role("region", name="Your turn").get_by_role("link").last.click()
    black.page.wait_for_url(f"**{game}")
    black.may_move()
    black.tap("44")
    black.sees(2)

    # White goes away for a week, and has as much time as before after it.
    white.go("/correspondence")
    white.page.get_by_label("Days away").fill("7")
    white.button("Start the vacation").click()
    expect(white.page.get_by_text("You are on vacation until")).to_be_visible()
    week.days_pass(6)
    white.go("/correspondence")
    white.button("End the vacation").click()
    expect(white.page.get_by_text("You have 23 days left this year.")).to_be_visible()
    white.page.get_by_role("region", name="Your turn").get_by_role("link").first.click()
    white.may_move()
    white.click("22")
    white.sees(3)

    # Black never comes back.
    week.days_pass(3.1)
    white.go(game)
    expect(white.headline).to_have_text("You win")
    expect(white.page.get_by_text("Black ran out of time.", exact=True)).to_be_visible()
