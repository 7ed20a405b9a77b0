"""An account made in one browser and used in another, with a password and with a passkey."""

from __future__ import annotations

import re
from copy import copy
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, expect

from web.conftest import Visit
from web.site import Site
from web.visitor import PHONE, Visitor

PASSWORD = "correct horse 7"


@pytest.fixture
def named_site(site: Site) -> Site:
    """The site under a name: passkeys do not belong to numbers."""
    named = copy(site)
    named.url = site.url.replace("127.0.0.1", "localhost")
    return named


def authenticator(visitor: Visitor) -> tuple[CDPSession, str]:
    """A passkey device in the browser, and its id: its owner says yes at once."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return session, made["authenticatorId"]


def sign_up(visitor: Visitor, name: str) -> str:
    """Make an account with a password; its recovery code."""
    page = visitor.go("/account?new").page
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visitor.button("Make it with this password").click()
    code = page.get_by_test_id("recovery-code").inner_text()
    visitor.button("I have kept it").click()
    is_signed_in(visitor, name)
    return code


def sign_in(visitor: Visitor, name: str, password: str = PASSWORD) -> None:
    page = visitor.go("/account").page
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    visitor.page.locator("form").get_by_role("button", name="Sign in", exact=True).click()


def is_signed_in(visitor: Visitor, name: str) -> None:
    expect(visitor.page.get_by_text(f"You are signed in as {name}").first).to_be_visible()
    expect(visitor.page.get_by_role("link", name=f"Account of {name}")).to_be_visible()


def test_a_running_game_is_continued_on_another_device(
    visit: Visit, named_site: Site, tmp_path: Path
) -> None:
    """Made on a laptop with a password, and played on from a phone."""
    laptop, phone = visit(None, named_site), visit(None, named_site, **PHONE)
    friend = visit(None, named_site)
    made = laptop.new_game({"kind": "me"}, {"kind": "open"}, public=True)
    address = urlsplit(laptop.page.url).path
    friend.call(f"/invites/{made['invite']}")
    laptop.may_move()
    laptop.click("33")
    laptop.sees(1)
    code = sign_up(laptop, "Laptop Ann")
    friend.go(address).may_move()
    strip = friend.page.get_by_role("region", name="White", exact=True)
    expect(strip.get_by_role("link", name="Laptop Ann")).to_have_attribute(
        "href", "/player/Laptop%20Ann"
    )
    friend.click("44")
    friend.sees(2)

    phone.forgive("401")
    sign_in(phone, "laptop ann", "wrong password")
    expect(phone.page.locator(".notice.bad")).to_have_text("The name or the password is wrong.")
    sign_in(phone, "laptop ann")
    is_signed_in(phone, "Laptop Ann")
    mine = phone.go("/").page.get_by_role("region", name="Your games")
    mine.get_by_role("link").filter(has_text="Your turn").click()
    phone.may_move()
    phone.tap("22")
    friend.sees(3)

    # The profile shows the game to everybody, and finds it.
    page = friend.go("/player/laptop%20ann").page
    expect(page.get_by_role("heading", level=1)).to_have_text("Laptop Ann")
    expect(page.locator("a.game")).to_contain_text("Not finished")
    page.get_by_label("Result").select_option("Won")
    friend.button("Search").click()
    expect(page.get_by_text("No game fits this search.")).to_be_visible()

    # All that is kept can be had as a file, and the other device signed out.
    page = laptop.go("/account").page
    with page.expect_download() as download:
        laptop.button("Download my data").click()
    exported = tmp_path / "account.json"
    download.value.save_as(exported)
    assert "Laptop Ann" in exported.read_text()
    devices = page.get_by_role("region", name="Where you are signed in").get_by_role("listitem")
    expect(devices).to_have_count(2)
    laptop.button("Sign out on all other devices").click()
    expect(devices).to_have_count(1)
    expect(laptop.said).to_contain_text("signed out on all other devices")
    phone.go("/account")
    expect(phone.button("Sign in with a passkey")).to_be_visible()

    # A lost password: the code opens the account, once.
    phone.button("I have lost my password").click()
    phone.page.get_by_label("Name", exact=True).fill("Laptop Ann")
    phone.page.get_by_label("Recovery code").fill(code.lower())
    phone.page.get_by_label("New password").fill("another one 9")
    phone.button("Get back in").click()
    assert phone.page.get_by_test_id("recovery-code").inner_text() != code
    phone.button("I have kept it").click()
    is_signed_in(phone, "Laptop Ann")
    phone.button("Sign out").click()
    expect(phone.page.get_by_role("link", name="Sign in or make an account")).to_be_visible()


def test_a_passkey_in_two_browsers(visit: Visit, named_site: Site) -> None:
    laptop, phone = visit("/account?new", named_site), visit(None, named_site, **PHONE)
    device, id = authenticator(laptop)
    page = laptop.page
    page.get_by_label("Name", exact=True).fill("Keyholder")
    laptop.button("Use a passkey instead").click()
    laptop.button("I have kept it").click()
    is_signed_in(laptop, "Keyholder")

    # A passkey that the phone has too, as the makers of phones copy them between devices.
    [key] = device.send("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]
    other, other_id = authenticator(phone)
    other.send("WebAuthn.addCredential", {"authenticatorId": other_id, "credential": key})
    phone.go("/account").button("Sign in with a passkey").click()
    is_signed_in(phone, "Keyholder")

    # The only way in is not removed; with a password beside it, it is.
    laptop.forgive("409|401")
    remove = page.get_by_role("button", name="Remove the passkey")
    remove.click()
    expect(page.locator(".notice.bad")).to_contain_text("the only way into your account")
    page.get_by_label("New password").fill(PASSWORD)
    laptop.button("Save the password").click()
    expect(laptop.said).to_contain_text("Your password is set")
    remove.click()
    expect(page.get_by_text("You have no passkey.")).to_be_visible()

    # A bot of one's own, whose token is shown once.
    page.get_by_label("Name of the bot").fill("Keybot")
    laptop.button("Make a bot").click()
    expect(page.get_by_label("Token")).to_have_value(re.compile(r"^[\w-]{43}$"))
    page.get_by_role("button", name="Remove the bot Keybot").click()
    expect(laptop.said).to_contain_text("The bot is removed.")

    # Another name, and then nothing is left of it.
    page.get_by_label("Name", exact=True).fill("Keymaker")
    laptop.button("Change the name").click()
    is_signed_in(laptop, "Keymaker")
    laptop.button("Delete the account").click()
    laptop.button("Delete my account for ever").click()
    expect(laptop.said).to_contain_text("Your account is deleted.")
    laptop.forgive("401|404")
    laptop.go("/player/Keymaker")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such player")
