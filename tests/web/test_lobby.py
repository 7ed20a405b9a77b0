"""People who meet in the lobby, in browsers of their own."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from web.conftest import Visit
from web.site import Site
from web.visitor import PHONE, Visitor


def in_lobby(visit: Visit, site: Site, name: str, **options: object) -> Visitor:
    visitor = visit("/lobby", site, **options)
    visitor.page.get_by_label("Your name").fill(name)
    return visitor


def test_from_the_lobby_to_a_game(visit: Visit, site: Site) -> None:
    ann = in_lobby(visit, site, "Ann")
    bob = in_lobby(visit, site, "Bob", **PHONE)
    ann.page.get_by_text("Your own challenge").click()
    ann.page.get_by_label("Clock").select_option("15+10")
    ann.page.get_by_role("radio", name="White").check()
    ann.button("Make this challenge").click()
    entry = bob.page.get_by_role("listitem").filter(has_text="Ann")
    expect(entry).to_contain_text("15 min + 10 s · You play Black")

    # It can be cancelled, and made again.
    ann.button("Cancel").click()
    expect(entry).to_have_count(0)
    ann.page.get_by_text("Your own challenge").click()
    ann.button("Make this challenge").click()
    bob.button("Play Ann").click()
    for player, line in (ann, "Your turn: add a chip"), (bob, "White to move"):
        expect(player.headline).to_have_text(line)
    assert urlsplit(ann.page.url).path == urlsplit(bob.page.url).path
    expect(ann.page.get_by_role("region", name="Black", exact=True)).to_contain_text("Bob")

    # They greet each other; who does not want to read it switches it off.
    bob.page.get_by_text("Messages", exact=True).click()
    bob.button("Hello!").click()
    hello = ann.page.get_by_role("listitem").filter(has_text="Bob: Hello!")
    expect(ann.said).to_contain_text("Bob: Hello!")
    ann.page.get_by_text("Messages", exact=True).click()
    expect(hello).to_be_visible()
    ann.page.get_by_label("Show messages from my opponent").uncheck()
    expect(hello).to_have_count(0)
    bob.button("Oops!").click()
    expect(bob.page.get_by_text("You: Oops!")).to_be_visible()

    # Bob leaves when it is his turn. He may come back; when he does not, Ann has the game.
    ann.may_move()
    ann.click("33")
    bob.sees(1)
    place = bob.page.url
    bob.go("/learn")
    away = ann.page.get_by_role("region", name="Opponent away")
    expect(away).to_contain_text("has left the game")
    bob.go(urlsplit(place).path)
    expect(away).to_have_count(0)
    bob.go("/learn")
    expect(ann.button("Claim the win")).to_be_enabled()
    ann.button("Claim the win").click()
    expect(ann.headline).to_have_text("You win")
    expect(ann.status).to_contain_text("Black left the game.")

    # Two quick games of the same clock become one.
    for player in (ann, bob):
        player.go("/lobby")
        player.button("1 min + 2 s").click()
    for player in (ann, bob):
        player.page.wait_for_url("**/g/*")
    assert urlsplit(ann.page.url).path == urlsplit(bob.page.url).path


def test_a_link_with_its_code_can_be_called_off(visit: Visit, site: Site) -> None:
    host = visit("/lobby", site)
    host.page.get_by_role("link", name="Make a link for them").click()
    host.button("Make a link").click()
    expect(host.headline).to_have_text("Waiting for an opponent")
    link = host.page.get_by_label("Link to play").input_value()
    host.page.get_by_text("QR code").click()
    expect(host.page.get_by_role("img", name="QR code")).to_have_attribute("data-text", link)
    guest = visit(urlsplit(link).path, site)
    guest.page.get_by_label("Your name").fill("Cleo")
    host.button("Cancel this game").click()
    expect(host.headline).to_have_text("Called off")
    guest.forgive("409")
    guest.button("Join the game").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("This game was called off")
