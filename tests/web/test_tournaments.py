"""A tournament of six in six browsers, from the form to the final standings."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from web.conftest import Visit
from web.site import Site
from web.visitor import PHONE, Visitor

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]


def resign(visitor: Visitor) -> None:
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(visitor.headline).to_have_text("You lose")


def join(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_label("Your name").fill(name)
    visitor.button("Join").click()
    expect(visitor.page.get_by_text("You are in.")).to_be_visible()


def test_six_players_and_three_rounds(visit: Visit, site: Site) -> None:
    ann = visit("/lobby", site)
    ann.page.get_by_role("link", name="Tournaments").click()
    ann.page.get_by_label("Name of the tournament").fill("Friday cup")
    ann.page.get_by_label("Rounds").fill("3")
    ann.button("Make the tournament").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Friday cup")
    link = urlsplit(ann.page.get_by_label("Link to join").input_value()).path
    id = link.rpartition("/")[2]

    note = ann.page.get_by_text("To play in your tournament, join it")
    expect(note).to_be_visible()
    # A button that cannot be pressed looks so under the pointer too.
    start = ann.button("Start now")
    start.hover(force=True)
    assert start.evaluate("it => getComputedStyle(it).backgroundColor") == "rgba(0, 0, 0, 0)"
    end = ann.button("End the tournament").bounding_box()

    players = [ann, *(visit(link, site, **(PHONE if n % 2 else {})) for n in range(5))]
    for player, name in zip(players, NAMES, strict=True):
        join(player, name)
    expect(note).to_have_count(0)
    assert ann.button("End the tournament").bounding_box() == end
    # Everybody sees the others come.
    for name in NAMES:
        expect(players[1].page.get_by_role("rowheader", name=name)).to_be_visible()
    expect(ann.page.get_by_text("6 players")).to_be_visible()
    # On the smallest screen nothing is wider than the page.
    players[1].page.set_viewport_size({"width": 320, "height": 640})
    assert players[1].page.evaluate("document.documentElement.scrollWidth") <= 320

    # With the start all are taken to their games.
    ann.button("Start now").click()
    for number in (1, 2, 3):
        for player in players:
            player.page.wait_for_url("**/g/*")
            player.is_ready()
        state = ann.ask(f"/tournaments/{id}")["tournament"]
        assert (state["round"], len(state["pairings"])) == (number, 3)
        # The one with the later name loses.
        for pairing in state["pairings"]:
            winner, loser = sorted((pairing["white"], pairing["black"]))
            assert players[winner].page.url == players[loser].page.url
            resign(players[loser])
            expect(players[winner].headline).to_have_text("You win")
            if number < 3 and pairing != state["pairings"][-1]:
                # Who waits on the page of the tournament is taken to the next game.
                players[loser].page.get_by_role("link", name="Back to the tournament").click()
                expect(players[loser].page.get_by_text("Your game is over.")).to_be_visible()
        if number < 3:
            last = state["pairings"][-1]
            stayed = {max(last["white"], last["black"])}
            stayed |= {min(it["white"], it["black"]) for it in state["pairings"]}
            for one in stayed:  # who looks at a finished game is told
                players[one].page.get_by_role("link", name="Play now").click()

    for player in players:
        player.go(link)
        expect(player.page.get_by_text("Ann wins the tournament.")).to_be_visible()
    rows = ann.page.get_by_role("region", name="Standings").locator("tbody tr")
    expect(rows).to_have_count(6)
    assert re.match(r"1\s+Ann\s+3\s", rows.first.inner_text())
    ann.page.get_by_text("All games", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(ann.page.get_by_role("link", name=re.compile("^1.0 Ann"))).not_to_have_count(0)
    with ann.page.expect_download() as table:
        ann.page.get_by_role("link", name="Results as a table").click()
    assert "Ann" in table.value.path().read_text()


def test_a_class_without_accounts(visit: Visit, site: Site) -> None:
    teacher = visit("/tournaments", site)
    page = teacher.page
    page.get_by_label("Name of the tournament").fill("Class 5b")
    page.get_by_label("Round robin").check()
    page.get_by_label("A class or a list of names").check()
    page.get_by_label("Names, one on each line").fill("Ada\nBen\n")
    page.get_by_label("I start each round myself").check()
    teacher.button("Make the tournament").click()
    page.get_by_text("Links of the students").click()
    links = page.locator(".seats a")
    expect(links).to_have_count(2)
    seats = [urlsplit(text).path for text in links.all_inner_texts()]
    # On paper there are the names and their links alone.
    page.emulate_media(media="print")
    expect(links.first).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_be_hidden()
    page.emulate_media(media="screen")

    students = [visit(path, site, **PHONE) for path in seats]
    for student, name in zip(students, ("Ada", "Ben"), strict=True):
        expect(page.get_by_role("row", name=name)).to_contain_text("not here yet")
        student.button(f"Yes, I am {name}").click()
        expect(page.get_by_role("row", name=name)).not_to_contain_text("not here yet")
    teacher.button("Start now").click()
    for student in students:
        student.page.wait_for_url("**/g/*")
        student.is_ready()
    page.get_by_text("All boards").click()
    expect(page.get_by_text("Black to move")).to_be_visible()
    resign(students[1])
    # The next round waits for the teacher.
    teacher.button("Finish the tournament").click()
    expect(page.get_by_text("Ada wins the tournament.")).to_be_visible()
    page.get_by_text("Cross table").click()
    expect(page.get_by_role("row", name="1. Ada")).to_contain_text("1")
