"""Being told that it is one's turn: an address confirmed on a phone, messages to a laptop that is
closed, and what its service worker makes of them."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from server.play import PATIENCE, held_port
from server.post import Browser, MailServer, PushService, mail_server, push_service
from tenchips.server.alerts.push import new_vapid_key
from web.conftest import Visit
from web.site import Site
from web.test_access import AXE, everybody_can_use
from web.visitor import PHONE, Visitor

SUBSCRIBED = """
let kept = null
PushManager.prototype.getSubscription = async () => kept
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.subscribedWith = applicationServerKey
  const made = %s
  kept = { ...made, options: {}, toJSON: () => made, unsubscribe: async () => { kept = null } }
  return kept
}
"""
"""A browser without a push service of its maker: it subscribes to one of ours."""

NOTIFICATIONS = """async () => {
  const registration = await navigator.serviceWorker.ready
  for (;;) {
    const shown = await registration.getNotifications()
    if (shown.length) return shown.map(({ title, body, data }) => ({ title, body, ...data }))
    await new Promise((done) => setTimeout(done, 50))
  }
}"""


class PostOffice:
    """A mail server and a push service, in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self.mails: MailServer
        self.pushes: PushService

    async def _run(self) -> None:
        async with mail_server() as self.mails, push_service() as self.pushes:
            self._ready.set()
            await self._stop.wait()

    @contextmanager
    def open(self) -> Iterator[PostOffice]:
        thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        thread.start()
        assert self._ready.wait(PATIENCE)
        yield self
        self._loop.call_soon_threadsafe(self._stop.set)
        thread.join()
        self._loop.close()

    def next_mail(self) -> tuple[str, str]:
        """The subject and the text of the next mail."""
        waiting = asyncio.run_coroutine_threadsafe(self.mails.next(), self._loop)
        mail = waiting.result(PATIENCE)
        body = mail.get_body(("plain",))
        assert body is not None
        return mail["Subject"], body.get_content()

    def next_push(self) -> bytes:
        """The next message to a browser."""
        return asyncio.run_coroutine_threadsafe(self.pushes.next(), self._loop).result(PATIENCE)[2]


@pytest.fixture
def post(built: None) -> Iterator[PostOffice]:
    with PostOffice().open() as post:
        yield post


@pytest.fixture
def telling_site(
    post: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """A site that sends e-mail and web push, and whose days last a quarter of an hour."""
    with held_port() as port:
        for name, value in {
            "ORIGINS": f"http://127.0.0.1:{port}",
            "SMTP": f"smtp://127.0.0.1:{post.mails.port}",
            "MAIL_FROM": "Tenchips <play@site.example>",
            "VAPID_KEY": new_vapid_key(),
            "PUSH_TRUSTED": post.pushes.origin,
            "DAY": "900000",
        }.items():
            monkeypatch.setenv(f"TENCHIPS_{name}", value)
        site = Site(tmp_path, port).start()
        yield site
        site.stop()


def deliver(visitor: Visitor, site: Site, payload: object) -> None:
    """Have the browser's push service deliver a message, as it does when the site is closed."""
    session = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        visitor.page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": found[0], "data": json.dumps(payload)},
    )


def test_turns_are_told_by_mail_and_by_web_push(
    visit: Visit, telling_site: Site, post: PostOffice
) -> None:
    laptop = visit(None, telling_site, service_workers="allow", color_scheme="light")
    device = Browser()
    made = {"endpoint": f"{post.pushes.origin}/laptop", "keys": device.keys}
    laptop.context.add_init_script(SUBSCRIBED % json.dumps(made))
    laptop.context.grant_permissions(["notifications"])
    laptop.call("/account", name="Ann", password="correct horse 7")
    axe = AXE.read_text(encoding="utf-8")

    # An address is given on the laptop, and the link is opened on a phone.
    page = laptop.go("/account").page
    page.get_by_label("E-mail address").fill("ann@mail.example")
    laptop.button("Send me a link").click()
    expect(page.get_by_text("We have sent a link to ann@mail.example").first).to_be_visible()
    subject, text = post.next_mail()
    assert subject == "Confirm your e-mail address"
    link = urlsplit(re.search(r"http://\S+/mail\S+", text)[0])  # type: ignore[index]
    phone = visit(f"{link.path}?{link.query}", telling_site, color_scheme="light", **PHONE)
    everybody_can_use(phone, axe, "confirming")
    phone.button("Yes, it is mine").click()
    expect(phone.said).to_contain_text("We will write to you when it is your turn")
    laptop.go("/account")
    expect(page.get_by_text("E-mail goes to ann@mail.example.")).to_be_visible()
    page.get_by_label("At most once a day").check()
    expect(laptop.said).to_have_text("Saved.")

    # Messages are turned on where the games are listed, and nobody was asked before.
    laptop.go("/correspondence")
    laptop.button("Turn on messages").click()
    expect(laptop.button("Turn off messages")).to_be_visible()
    key = laptop.ask("/me/alerts")["push_key"]
    assert page.evaluate("window.subscribedWith") == key
    everybody_can_use(laptop, axe, "told")

    # The game begins, and it is Ann's turn, who is not looking.
    friend = visit(None, telling_site)
    friend.ask("/me")
    created = friend.new_game({"kind": "me"}, {"kind": "open"}, clock={"days": 3})
    laptop.call(f"/invites/{created['invite']}")
    friend.may_move()
    friend.click("33")
    friend.sees(1)
    subject, text = post.next_mail()
    name = friend.ask("/me")["name"]
    assert subject == f"Your turn against {name}"
    assert f"{telling_site.url}/g/{created['game']['id']}" in text
    told = device.read(post.next_push())
    assert (told["title"], told["path"]) == (subject, f"/g/{created['game']['id']}")
    deliver(laptop, telling_site, told)
    assert page.evaluate(NOTIFICATIONS) == [told]

    # The last link of the mail ends them.
    stop = urlsplit(re.search(r"http://\S+/mail\?stop\S+", text)[0])  # type: ignore[index]
    phone.go(f"{stop.path}?{stop.query}").button("Stop them").click()
    expect(phone.said).to_contain_text("We will not write to you any more")
    laptop.go("/account")
    expect(page.get_by_label("Never")).to_be_checked()
    laptop.button("Remove the address").click()
    expect(page.get_by_label("E-mail address")).to_be_visible()
