"""E-mail for correspondence games, by a mail server on this machine."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import func, select

from server.play import ME, OPEN, Server, Visitor, client, held_port, serving, visiting
from server.post import MailServer, mail_server
from server.test_accounts import GOOD, signed_up
from server.weeks import Calendar, move
from tenchips import Board
from tenchips.errors import TenchipsError
from tenchips.server import timekeeping
from tenchips.server.alerts import alerts
from tenchips.server.alerts.letters import Letters, Turn
from tenchips.server.settings import Settings
from tenchips.server.store import METADATA

MINUTE = 1 / 1440
ADDRESS = "ann@mail.example"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alerts, "LOOK", 0.02)


def settings_of(port: int, mail: MailServer | int) -> dict[str, Any]:
    smtp = mail if isinstance(mail, int) else mail.port
    return {
        "port": port,
        "origins": (f"http://127.0.0.1:{port}",),
        "smtp": f"smtp://127.0.0.1:{smtp}",
        "mail_from": "Tenchips <play@site.example>",
    }


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return part.get_content().replace("\r\n", "\n")


def token_of(mail: EmailMessage, what: str) -> str:
    found = re.search(rf"/mail\?{what}=([A-Za-z0-9_-]+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]


async def give_address(visitor: Visitor, mails: MailServer, address: str = ADDRESS) -> None:
    """Give an address and follow the link that comes."""
    shown = await visitor.ask("PUT", "/account/mail", json={"address": address})
    assert shown == {"address": address, "confirmed": False, "wanted": "at_once"}
    mail = await mails.next()
    assert mail["To"] == address
    token = {"token": token_of(mail, "confirm")}
    await visitor.ask("POST", "/mail/confirm", 204, json=token)
    await visitor.ask("POST", "/mail/confirm", 404, json=token)  # it is used up
    assert (await visitor.ask("GET", "/me/alerts"))["mail"]["confirmed"]


async def new_game(white: Visitor, black: Visitor) -> str:
    game, invite = await white.create(ME, OPEN, clock={"days": 3})
    await black.ask("POST", f"/invites/{invite}")
    id: str = game["id"]
    return id


@asynccontextmanager
async def ann_and_ben(server: Server) -> AsyncIterator[tuple[Visitor, Visitor]]:
    async with signed_up(server, "Ann") as ann, signed_up(server, "Ben") as ben:
        yield ann, ben


@asynccontextmanager
async def mail_site(
    database: str, port: int, **settings: Any
) -> AsyncIterator[tuple[MailServer, Server, Visitor, Visitor]]:
    """A mail server, a site that uses it, and two people who have accounts there."""
    async with (
        mail_server() as mails,
        serving(database, **settings_of(port, mails), **settings) as server,
        ann_and_ben(server) as (ann, ben),
    ):
        yield mails, server, ann, ben


async def rests(mails: MailServer) -> None:
    """Nothing is sent for some rounds of looking and sending."""
    await asyncio.sleep(0.5)
    assert mails.mails == []


async def refuses(mails: MailServer, times: int, calendar: Calendar) -> None:
    """The mail server has refused so many mails, in time that passes until the next is sent."""
    while mails.refused < times:
        calendar.days_pass(MINUTE)
        await asyncio.sleep(0.02)


async def is_logged(event: str, caplog: pytest.LogCaptureFixture) -> None:
    while event not in caplog.text:
        await asyncio.sleep(0.02)


async def test_a_mail_says_whose_turn_it_is(database: str, port: int, calendar: Calendar) -> None:
    async with mail_site(database, port) as (mails, server, ann, ben):
        await give_address(ann, mails)
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        await rests(mails)  # she may be about to look
        calendar.days_pass(MINUTE)
        mail = await mails.next()
        assert mails.recipients[-1] == [ADDRESS]
        assert mail["Subject"] == "Your turn against Ben"
        assert mail["From"] == "Tenchips <play@site.example>"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["Message-ID"]
        text = text_of(mail)
        assert "You are Black. You have 2 days and 23 hours left." in text
        assert "3  |  .  . >W  .  .  .  |" in text
        assert f"{server.base}/g/{id}" in text
        html = mail.get_body(("html",))
        assert html is not None
        assert f'<a href="{server.base}/g/{id}">' in html.get_content()
        calendar.days_pass(0.5)
        await rests(mails)  # once for a turn

        # The mail program's button ends them, without a cookie.
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = urlsplit(mail["List-Unsubscribe"].strip("<>"))
        async with client(server.base) as program:
            body = {"List-Unsubscribe": "One-Click"}
            stopped = await program.post(f"{link.path}?{link.query}", data=body)
            assert stopped.status_code == 204
            wrong = await program.post(f"{link.path}?token={'x' * 43}", data=body)
            assert wrong.status_code == 404
        assert (await ann.ask("GET", "/me/alerts"))["mail"]["wanted"] == "never"
        await move(ann, id, 1, "44")
        await move(ben, id, 2, "22")
        calendar.days_pass(MINUTE)
        await rests(mails)


async def test_who_looks_at_the_game_gets_no_mail_but_a_reminder(
    database: str, port: int, calendar: Calendar
) -> None:
    async with mail_site(database, port) as (mails, _, ann, ben):
        await give_address(ann, mails)
        id = await new_game(ben, ann)
        async with ann.socket(id) as socket:
            await socket.until("state")
            await move(ben, id, 0, "33")
            await socket.until("event", k="move")
            await asyncio.sleep(0.3)  # until it is noted that she looks
        calendar.days_pass(1)
        await rests(mails)
        calendar.days_pass(1.01)
        mail = await mails.next()
        assert mail["Subject"] == "Your turn against Ben: less than a day left"
        assert "You have 23 hours left." in text_of(mail)
        await rests(mails)


async def test_a_mail_is_not_sent_once_the_move_is_made(
    database: str, port: int, calendar: Calendar
) -> None:
    async with mail_site(database, port) as (mails, _, ann, ben):
        await give_address(ann, mails)
        await ann.ask("PUT", "/account/mail/wanted", json={"wanted": "daily"})
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        await mails.next()
        await move(ann, id, 1, "44")
        await move(ben, id, 2, "22")
        calendar.days_pass(0.5)  # the mail waits in the outbox for the day to be over
        await rests(mails)
        await move(ann, id, 3, "55")
        calendar.days_pass(0.6)
        await rests(mails)


@pytest.mark.parametrize(("wanted", "apart"), [("at_once", 11 * MINUTE), ("daily", 1.0)])
async def test_several_games_come_in_one_mail(
    database: str, port: int, calendar: Calendar, wanted: str, apart: float
) -> None:
    async with mail_site(database, port) as (mails, _, ann, ben):
        await give_address(ann, mails)
        await ann.ask("PUT", "/account/mail/wanted", json={"wanted": wanted})
        ids = [await new_game(ben, ann) for _ in range(3)]
        for id in ids[:2]:
            await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        mail = await mails.next()
        assert mail["Subject"] == "Your turn in 2 games"
        assert all(f"/g/{id}" in text_of(mail) for id in ids[:2])
        # What comes soon after waits, and is told together.
        await move(ben, ids[2], 0, "33")
        await move(ann, ids[0], 1, "44")
        await move(ben, ids[0], 2, "22")
        calendar.days_pass(MINUTE)
        await rests(mails)
        calendar.days_pass(apart)
        mail = await mails.next()
        assert mail["Subject"] == "Your turn in 2 games"
        assert f"/g/{ids[1]}" not in text_of(mail)
        await rests(mails)


async def test_each_mail_goes_out_once_from_two_processes(
    shared_database: str, calendar: Calendar
) -> None:
    with held_port() as one_port, held_port() as other_port:
        async with mail_server() as mails:
            both = settings_of(one_port, mails)
            both["origins"] = tuple(f"http://127.0.0.1:{it}" for it in (one_port, other_port))
            async with (
                serving(shared_database, **both) as server,
                serving(shared_database, **(both | {"port": other_port})),
                ann_and_ben(server) as (ann, ben),
            ):
                await give_address(ann, mails)
                id = await new_game(ben, ann)
                for ply, m in enumerate(("33", "44", "22", "55")):
                    await move((ben, ann)[ply % 2], id, ply, m)
                    if ply % 2 == 0:
                        calendar.days_pass(0.1)
                        assert (await mails.next())["Subject"] == "Your turn against Ben"
                        await rests(mails)


async def test_what_waits_is_taken_by_one_process(shared_database: str) -> None:
    async with serving(shared_database) as one, serving(shared_database) as other:
        stores = [one.site.alerts.store, other.site.alerts.store]
        people = [f"{number:032}" for number in range(40)]
        for person in people:
            await stores[0].put(person, "confirm")
        until = timekeeping.milliseconds() + 60_000
        taken = await asyncio.gather(*(stores[n % 2].take(until, 40) for n in range(8)))
        assert sorted(it.identity for some in taken for it in some) == people


async def test_nothing_is_lost_while_there_is_no_mail_server(
    database: str, port: int, calendar: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    """One sentence in the log; games go on; and mails come when it is there, after a restart."""
    with held_port() as smtp_port:
        given = settings_of(port, smtp_port)
        async with (
            mail_server(smtp_port) as mails,
            serving(database, **given) as server,
            ann_and_ben(server) as (ann, ben),
        ):
            await give_address(ann, mails)
            id = await new_game(ben, ann)
            secret = ben.http.cookies["tenchips_session"]
        with caplog.at_level(logging.WARNING, "tenchips"):
            async with serving(database, **given) as server, visiting(server, "x" * 43) as ben:
                ben.http.cookies.set("tenchips_session", secret)
                await move(ben, id, 0, "33")
                calendar.days_pass(MINUTE)
                await is_logged("e-mail cannot be sent", caplog)
                calendar.days_pass(0.1)
                await asyncio.sleep(0.3)
        assert caplog.text.count("e-mail cannot be sent") == 1
        async with mail_server(smtp_port) as mails, serving(database, **given):
            calendar.days_pass(0.3)
            assert (await mails.next())["Subject"] == "Your turn against Ben"


async def test_what_cannot_be_sent_for_days_is_given_up(
    database: str, port: int, calendar: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "tenchips")
    async with mail_site(database, port) as (mails, _, ann, _):
        mails.answer = "451 come back later"
        await ann.ask("PUT", "/account/mail", json={"address": ADDRESS})
        await refuses(mails, 1, calendar)
        await is_logged("e-mail cannot be sent", caplog)  # so it is noted, and tried again
        calendar.days_pass(3)
        await refuses(mails, 2, calendar)
        await is_logged("gave up an alert", caplog)
        mails.answer = "250 OK"
        calendar.days_pass(1)
        await rests(mails)
        # An address that does not exist is not tried again at all.
        mails.answer = "550 no such user"
        await ann.ask("PUT", "/account/mail", json={"address": ADDRESS})
        await refuses(mails, 3, calendar)
        mails.answer = "250 OK"
        calendar.days_pass(1)
        await rests(mails)


async def test_nobody_is_written_to_who_has_not_asked(
    database: str, port: int, calendar: Calendar
) -> None:
    """A link that is too old, an address that was changed, and one that was never confirmed."""
    async with mail_site(database, port, mails_per_address=3) as (mails, _, ann, ben):
        await ann.ask("PUT", "/account/mail", json={"address": ADDRESS})
        old = {"token": token_of(await mails.next(), "confirm")}
        calendar.days_pass(2.1)
        await ann.ask("POST", "/mail/confirm", 404, json=old)
        await give_address(ann, mails)
        shown = await ann.ask("PUT", "/account/mail", json={"address": "ann@other.example"})
        assert not shown["confirmed"]
        await mails.next()
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        calendar.days_pass(MINUTE)
        await rests(mails)
        refused = await ann.ask("PUT", "/account/mail", 429, json={"address": ADDRESS})
        assert refused["error"] == "too_many"


async def test_an_address_is_exported_and_removed_with_the_account(
    database: str, port: int, calendar: Calendar
) -> None:
    async with mail_site(database, port) as (mails, server, ann, ben):
        await ann.ask("PUT", "/me/vacation", json={"days": 2})
        await ann.ask("DELETE", "/me/vacation")
        await give_address(ann, mails)
        exported = await ann.ask("GET", "/account/export")
        assert exported["mail"] == {"address": ADDRESS, "confirmed": True, "wanted": "at_once"}
        assert len(exported["vacations"]) == 1
        id = await new_game(ben, ann)
        await move(ben, id, 0, "33")
        await ann.ask("POST", "/account/confirm", 204, json={"password": GOOD})
        await ann.ask("DELETE", "/account", 204)
        calendar.days_pass(MINUTE)
        await rests(mails)
        for table in ("mail_address", "outbox", "vacation"):
            assert await rows_of(server, table) == 0


async def rows_of(server: Server, table: str) -> int:
    counted = select(func.count()).select_from(METADATA.tables[table])
    return int(await server.site.store.one(counted))


async def test_no_header_is_smuggled_in(database: str, port: int) -> None:
    async with (
        mail_server() as mails,
        serving(database, **settings_of(port, mails)) as server,
        signed_up(server, "Ann") as ann,
    ):
        for address in (
            "ann@a.example\r\nBcc: all@a.example", "ann@a.example, b@b.example", "<a@b.example>",
            "ann", "ann@", "ann@localhost", "a b@c.example", "ann@a.example\n", "@a.example",
        ):  # fmt: skip
            refused = await ann.ask("PUT", "/account/mail", 422, json={"address": address})
            assert "e-mail address" in refused["detail"]
        await rests(mails)
    turn = Turn("id", "Ben", "White", 1000, str(Board()))
    evil = "Ben\r\nBcc: all@a.example\r\n\r\n<b>hello</b>"
    mail = Letters("https://site.example", "Tenchips <play@site.example>").turns(
        "id", ADDRESS, evil, "stop", [Turn("id", evil, "White", turn.left, turn.board)]
    )
    assert "Bcc" not in mail
    assert mail["To"] == ADDRESS
    head = mail.as_bytes().split(b"\r\n\r\n")[0]
    assert b"\r\nBcc" not in head
    html = mail.get_body(("html",))
    assert html is not None
    assert "<b>" not in html.get_content()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"smtp": "mail.example"}, "TENCHIPS_SMTP is written like"),
        ({"smtp": "smtp://mail.example:x"}, "TENCHIPS_SMTP is written like"),
        ({"smtp": "smtp://mail.example"}, "TENCHIPS_SMTP needs TENCHIPS_MAIL_FROM"),
        ({"vapid_key": "short"}, "TENCHIPS_VAPID_KEY is no key"),
        ({"vapid_key": "k" * 43}, "TENCHIPS_VAPID_KEY needs TENCHIPS_PUSH_CONTACT"),
    ],
)
def test_wrong_settings_are_told_in_a_sentence(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(TenchipsError, match=sentence):
        Settings(**settings)  # type: ignore[arg-type]


async def test_a_server_without_mail_says_so(database: str) -> None:
    async with serving(database) as server, signed_up(server, "Ann") as ann:
        shown = await ann.ask("GET", "/me/alerts")
        assert shown == {"can_mail": False, "mail": None, "push_key": None, "push_here": False}
        refused = await ann.ask("PUT", "/account/mail", 409, json={"address": ADDRESS})
        assert refused["error"] == "no_mail"
