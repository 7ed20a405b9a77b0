"""Web push for correspondence games, by a push service on this machine."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.utils import base64url_decode

from server.play import Server, Visitor, serving, visiting
from server.post import Browser, PushService, push_service
from server.test_accounts import GOOD, sign_up, signed_up
from server.test_mail import MINUTE, ann_and_ben, new_game, rows_of
from server.weeks import Calendar, move
from tenchips.server.alerts import alerts
from tenchips.server.alerts.push import new_vapid_key

PHONE = "/phone"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alerts, "LOOK", 0.02)


def settings_of(port: int, service: PushService) -> dict[str, Any]:
    return {
        "port": port,
        "origins": (f"http://127.0.0.1:{port}",),
        "vapid_key": new_vapid_key(),
        "push_contact": "operator@site.example",
        "push_trusted": (service.origin,),
    }


@asynccontextmanager
async def push_site(
    database: str, port: int
) -> AsyncIterator[tuple[PushService, Server, Visitor, Visitor]]:
    """A push service, a site that uses it, and two people who have accounts there."""
    async with (
        push_service() as service,
        serving(database, **settings_of(port, service)) as server,
        ann_and_ben(server) as (ann, ben),
    ):
        yield service, server, ann, ben


async def subscribe(visitor: Visitor, service: PushService, path: str = PHONE) -> Browser:
    browser = Browser()
    body = {"endpoint": service.origin + path, "keys": browser.keys}
    await visitor.ask("PUT", "/me/push", 204, json=body)
    return browser


async def subscriptions(server: Server) -> int:
    """To how many browsers of Ann web push is sent."""
    account = await server.site.accounts.by_skeleton("ann")
    assert account is not None
    return len(await server.site.alerts.store.subscriptions(account.id))


async def test_a_closed_browser_is_told_whose_turn_it_is(
    database: str, port: int, calendar: Calendar
) -> None:
    """A guest's too; what is sent is sealed for the browser and signed by the site."""
    async with (
        push_service() as service,
        serving(database, **settings_of(port, service)) as server,
        visiting(server) as guest,
        signed_up(server, "Ben") as ben,
    ):
        key = (await guest.ask("GET", "/me/alerts"))["push_key"]
        browser = await subscribe(guest, service)
        here = {"endpoint": service.origin + PHONE}
        assert (await guest.ask("GET", "/me/alerts", params=here))["push_here"]
        assert not (await ben.ask("GET", "/me/alerts", params=here))["push_here"]
        id = await new_game(ben, guest)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        path, headers, body = await service.next()
        assert path == PHONE
        assert browser.read(body) == {
            "title": "Your turn against Ben",
            "body": "You have 2 days and 23 hours left.",
            "path": f"/g/{id}",
        }
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        scheme, token, sent_key = headers["authorization"].replace(",", "").split()
        assert (scheme, sent_key) == ("vapid", f"k={key}")
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), base64url_decode(key))
        claims = jwt.decode(
            token.removeprefix("t="), public, ["ES256"], audience="http://127.0.0.1"
        )
        assert claims["sub"] == "mailto:operator@site.example"

        # Two games at once are told in one message; the games follow into an account.
        await move(guest, id, 1, "44")
        other = await new_game(ben, guest)
        await sign_up(guest, "Ann")
        assert await subscriptions(server) == 1
        await move(ben, id, 2, "22")
        await move(ben, other, 0, "33")
        calendar.days_pass(MINUTE)
        _, _, body = await service.next()
        told = browser.read(body)
        assert (told["title"], told["path"]) == ("Your turn in 2 games", "/correspondence")

        # Signed out, this browser is told nothing more.
        await guest.ask("POST", "/account/sign-out", 204)
        assert await subscriptions(server) == 0


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_removed(
    database: str, port: int, calendar: Calendar, status: int
) -> None:
    async with push_site(database, port) as (service, server, ann, ben):
        await subscribe(ann, service)
        await subscribe(ann, service, "/laptop")
        assert len((await ann.ask("GET", "/account/export"))["push"]) == 2
        await ann.ask("DELETE", "/me/push", 204, params={"endpoint": service.origin + PHONE})
        assert await subscriptions(server) == 1
        service.status = status
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        assert (await service.next())[0] == "/laptop"
        while await subscriptions(server):
            await asyncio.sleep(0.02)


async def test_a_push_service_that_is_busy_is_asked_again(
    database: str, port: int, calendar: Calendar
) -> None:
    async with push_site(database, port) as (service, server, ann, ben):
        await subscribe(ann, service)
        service.status = 503
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        await service.next()
        service.status = 201
        await asyncio.sleep(0.3)
        assert service.messages == []
        calendar.days_pass(2 * MINUTE)
        await service.next()
        await asyncio.sleep(0.3)
        assert service.messages == []
        await ann.ask("POST", "/account/confirm", 204, json={"password": GOOD})
        account = await server.site.accounts.by_skeleton("ann")
        assert account is not None
        await ann.ask("DELETE", "/account", 204)
        assert await server.site.alerts.store.subscriptions(account.id) == []


async def test_only_push_services_on_the_internet_are_asked(
    database: str, port: int, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with push_site(database, port) as (service, server, ann, ben):
        keys = Browser().keys
        own = f"127.0.0.1:{port}"
        for endpoint in (
            f"http://{own}/", f"https://{own}/", "http://push.example/", "https://localhost/",
            "https://10.1.2.3/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
            "https://169.254.169.254/latest", "https://push.example:22/", "ftp://push.example/",
            "https://a:b@push.example/", "https://db.internal/", "https://push.example/\r\nX: y",
            "//push.example/", "push", service.origin + "0/",
        ):  # fmt: skip
            body = {"endpoint": endpoint, "keys": keys}
            refused = await ann.ask("PUT", "/me/push", 422, json=body)
            assert refused["error"] == "bad_endpoint", endpoint
        bad = {"p256dh": "A" * 87, "auth": keys["auth"]}
        await ann.ask(
            "PUT", "/me/push", 422, json={"endpoint": "https://push.example/", "keys": bad}
        )

        # A name that leads to this machine after all is found when it is used.
        asked = asyncio.Event()
        loop = asyncio.get_running_loop()
        real = socket.getaddrinfo

        def lookup(host: Any, *args: Any, **more: Any) -> Any:
            if host == "push.example":
                loop.call_soon_threadsafe(asked.set)
                return real("127.0.0.1", *args, **more)
            return real(host, *args, **more)

        connected = []

        def connect(*args: object) -> None:
            connected.append(args)
            raise OSError

        monkeypatch.setattr(socket, "getaddrinfo", lookup)
        monkeypatch.setattr(socket, "create_connection", connect)
        await ann.ask(
            "PUT", "/me/push", 204, json={"endpoint": "https://push.example/", "keys": keys}
        )
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        await asked.wait()
        while await rows_of(server, "outbox"):
            await asyncio.sleep(0.02)
        assert connected == []


async def test_a_server_without_a_key_pushes_nothing(database: str) -> None:
    async with serving(database) as server, visiting(server) as guest:
        body = {"endpoint": "https://push.example/", "keys": Browser().keys}
        refused = await guest.ask("PUT", "/me/push", 409, json=body)
        assert refused["error"] == "no_push"
