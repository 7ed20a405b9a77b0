"""Accounts as people use them: made, opened on another device, changed, exported, removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from server.authenticator import PRESENT, Authenticator
from server.databases import before_statements
from server.play import (
    ME,
    OPEN,
    Server,
    Visitor,
    at,
    client,
    serving,
    two_playing,
    two_servers,
    visiting,
)
from tenchips.record import Record
from tenchips.server import timekeeping
from tenchips.server.accounts import membership, passkeys, passwords, sessions

GOOD = "correct horse 7"
SESSION = "tenchips_session"


async def sign_up(visitor: Visitor, name: str = "Ann", **more: Any) -> str:
    """Make an account with a password; its recovery code."""
    body = {"name": name, "password": GOOD} | more
    made = await visitor.ask("POST", "/account", 201, json=body)
    assert made["name"] == name
    code: str = made["recovery"]
    return code


async def sign_in(visitor: Visitor, name: str = "Ann", password: str = GOOD, **more: Any) -> Any:
    body = {"name": name, "password": password}
    return await visitor.ask("POST", "/account/sign-in", json=body, **more)


@asynccontextmanager
async def signed_up(server: Server, name: str = "Ann") -> AsyncIterator[Visitor]:
    async with visiting(server) as visitor:
        await sign_up(visitor, name)
        yield visitor


async def me(visitor: Visitor) -> tuple[str, str]:
    found = await visitor.ask("GET", "/me")
    return found["name"], found["kind"]


# Games follow the account


async def test_an_account_made_on_one_device_is_used_on_another(database: str) -> None:
    """With the seats of a running game: the phone makes the next move."""
    async with (
        serving(database) as server,
        two_playing(server, public=True) as (white, black, id),
        visiting(server) as phone,
    ):
        async with white.socket(id) as laptop:
            first = await laptop.ask("move", "first", ply=0, m="33")
        old = white.secret
        await sign_up(white, "Ann")
        assert await me(white) == ("Ann", "account")
        assert (await white.ask("GET", f"/games/{id}"))["role"] == "white"
        game = await black.ask("GET", f"/games/{id}")
        assert (game["white"]["name"], game["white"]["account"]) == ("Ann", True)
        assert not game["black"]["account"]
        async with black.socket(id) as opponent:
            await opponent.move(1, "44")
        assert (await phone.ask("GET", f"/games/{id}"))["role"] == "watcher"
        assert await sign_in(phone) == {"name": "Ann", "kind": "account"}
        async with phone.socket(id) as board:
            assert (await board.until("hello"))["role"] == "white"
            assert await board.ask("move", "first", ply=0, m="33") == first  # sent again
            assert (await board.move(2, "22"))["t"] == "ack"
        # The cookie from before the account opens nothing any more.
        assert white.secret != old
        async with visiting(server, old) as thief:
            assert (await thief.ask("GET", f"/games/{id}"))["role"] == "watcher"


async def test_signing_in_brings_the_games_of_that_browser_unless_told_not_to(
    database: str,
) -> None:
    async with (
        serving(database) as server,
        signed_up(server),
        visiting(server) as phone,
        visiting(server) as shared,
    ):
        game, _ = await phone.create(ME, {"kind": "machine", "level": 1})
        await sign_in(phone)
        assert (await phone.ask("GET", f"/games/{game['id']}"))["role"] == "white"
        other, _ = await shared.create(ME, {"kind": "machine", "level": 1})
        cookie = shared.secret
        body = {"name": "Ann", "password": GOOD, "adopt": False}
        await shared.ask("POST", "/account/sign-in", json=body)
        assert (await shared.ask("GET", f"/games/{other['id']}"))["role"] == "watcher"
        await shared.ask("POST", "/account/sign-out", 204)
        assert await me(shared) != ("Ann", "account")
        async with visiting(server, cookie) as again:
            assert (await again.ask("GET", f"/games/{other['id']}"))["role"] == "white"


async def test_the_other_process_knows_at_once(shared_database: str) -> None:
    """Seats, names and the end of a session, for those who are connected there."""
    async with (
        two_servers(shared_database) as (one, other),
        two_playing(one) as (white, black, id),
        at(other, black) as black_there,
        black_there.socket(id) as watching,
    ):
        await watching.until("state")
        await sign_up(white, "Ann")
        assert (await watching.until("state"))["game"]["white"]["name"] == "Ann"
        async with visiting(other) as there:
            await sign_in(there)
            async with there.socket(id) as socket:
                assert (await socket.until("hello"))["role"] == "white"
                await white.ask("POST", "/account/sign-out-others", 204)
                assert await socket.closed() == 1012
            assert (await there.ask("GET", f"/games/{id}"))["role"] == "watcher"
            assert (await me(there))[1] == "visitor"
        assert await me(white) == ("Ann", "account")


async def test_a_move_asks_the_database_nothing_about_accounts(database: str) -> None:
    """A socket knows whom it plays for since it was opened."""
    asked: list[object] = []
    async with (
        serving(database) as server,
        signed_up(server) as ann,
        visiting(server) as bob,
    ):
        game, invite = await ann.create(ME, OPEN)
        await bob.ask("POST", f"/invites/{invite}")
        async with ann.socket(game["id"]) as socket:
            await socket.until("state")
            with (
                before_statements("session", asked.append),
                before_statements("account", asked.append),
                before_statements("identity", asked.append),
            ):
                assert (await socket.move(0, "33"))["t"] == "ack"
                assert asked == []
                await ann.ask("GET", "/account")
                assert asked != []


# Names


async def test_a_name_is_unique_for_a_hasty_reader(database: str) -> None:
    async with (
        serving(database) as server,
        signed_up(server, "Ann Smith"),
        visiting(server) as bob,
    ):
        for name in ("ann smith", "Änn-Smith", "ＡＮＮ SMITH", "Аnn Smith"):  # noqa: RUF001
            body = {"name": name, "password": GOOD}
            refusal = await bob.ask("POST", "/account", 409, json=body)
            assert refusal["error"] == "name_taken"
            await bob.ask("PUT", "/me", 409, json={"name": name})
            await bob.ask("POST", "/tokens", 409, json={"name": name})
        await bob.ask("PUT", "/me", json={"name": "Bob"})


@pytest.mark.parametrize(
    "name", ["A", "x" * 25, "admin", "Guest 12", "Machine 3", "a/b", "Ann.", "me", "--", "a  b"]
)
async def test_names_that_no_account_may_have(name: str, tmp_path: Any) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        visiting(server) as visitor,
    ):
        await visitor.ask("POST", "/account", 422, json={"name": name, "password": GOOD})


async def test_another_name(database: str) -> None:
    """It stands at once in all games, and the old one is free."""
    async with (
        serving(database) as server,
        two_playing(server, public=True) as (white, black, id),
        black.socket(id) as opponent,
    ):
        await sign_up(white)
        await white.ask("PUT", "/me", json={"name": "Bea"})
        assert await me(white) == ("Bea", "account")
        await opponent.until("state")
        while (await opponent.until("state"))["game"]["white"]["name"] != "Bea":
            pass
        assert (await black.ask("GET", "/players/bea"))["name"] == "Bea"
        await black.ask("GET", "/players/Ann", 404)
        await white.ask("PUT", "/me", 422, json={"name": "admin"})
        await sign_up(black, "Ann")
        await black.ask("PUT", "/me", 409, json={"name": "BEA"})


# Passwords and recovery


@pytest.mark.parametrize(
    "password", ["short", "password1", "aaaaaaaaaa", "x" * 201, "Ann-Sophie", "tab\tpassword"]
)
async def test_weak_passwords_are_refused(password: str, tmp_path: Any) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db") as server,
        visiting(server) as visitor,
    ):
        body = {"name": "Ann Sophie", "password": password}
        await visitor.ask("POST", "/account", 422, json=body)


async def test_an_unknown_name_is_answered_as_a_wrong_password_is(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same words, and after the same work: one password is checked for either."""
    worked: list[str] = []
    hasher = passwords._HASHER.__class__
    verify = hasher.verify
    monkeypatch.setattr(
        hasher, "verify", lambda self, kept, given: worked.append(kept) or verify(self, kept, given)
    )
    async with serving(database) as server, signed_up(server), visiting(server) as bob:
        answers = []
        for name in ("Ann", "Nobody here"):
            answers.append(await sign_in(bob, name, "wrong password", status=401))
        assert answers[0] == answers[1]
        assert len(worked) == 2
        costs = {kept.rpartition("$")[0].rpartition("$")[0] for kept in worked}
        assert len(costs) == 1  # the same variant, memory and time
        assert (await me(bob))[1] == "visitor"


async def test_attempts_to_sign_in_are_limited(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with (
        serving(database, sign_ins_per_name=3, sign_ins_per_address=6) as server,
        signed_up(server),
        visiting(server) as bob,
    ):
        for _ in range(3):
            await sign_in(bob, "Ann", "wrong password", status=401)
        await sign_in(bob, "ANN", GOOD, status=429)  # the same name, however it is written
        for number in range(2):
            await sign_in(bob, f"Other {number}", "wrong password", status=401)
        refusal = await sign_in(bob, "Somebody else", GOOD, status=429)
        assert "your address" in refusal["detail"]


async def test_accounts_of_an_address_are_limited(tmp_path: Any) -> None:
    async with (
        serving(f"sqlite:///{tmp_path}/games.db", accounts_per_address=1) as server,
        signed_up(server),
        visiting(server) as bob,
    ):
        await bob.ask("POST", "/account", 429, json={"name": "Bob", "password": GOOD})


async def test_passwords_wait_for_threads_and_not_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "WAITING", 2)
    threads = passwords.PasswordThreads(1)
    done = await asyncio.gather(
        *(threads.verify(None, GOOD) for _ in range(5)), return_exceptions=True
    )
    assert done[:3] == [False] * 3
    assert [getattr(one, "status", None) for one in done[3:]] == [503, 503]
    assert await threads.verify(await threads.hash(GOOD), GOOD)
    threads.close()


async def test_a_lost_password(database: str) -> None:
    """The recovery code opens the account once, and signs everybody else out."""
    async with serving(database) as server, visiting(server) as ann, visiting(server) as phone:
        code = await sign_up(ann)
        body = {"name": "ann", "code": "WRONG-CODE", "password": "another one 9"}
        wrong = await phone.ask("POST", "/account/recovery", 401, json=body)
        unknown = await phone.ask("POST", "/account/recovery", 401, json=body | {"name": "no one"})
        assert wrong == unknown
        right = body | {"code": code.lower().replace("-", " ")}
        again = await phone.ask("POST", "/account/recovery", json=right)
        assert again["recovery"] != code
        assert (await me(phone), (await me(ann))[1]) == (("Ann", "account"), "visitor")
        await phone.ask("POST", "/account/recovery", 401, json=right)  # used up
        await sign_in(ann, "Ann", GOOD, status=401)
        await sign_in(ann, "Ann", "another one 9")
        newest = await ann.ask("POST", "/account/recovery-code")
        await phone.ask("POST", "/account/recovery", 401, json=body | {"code": again["recovery"]})
        await phone.ask("POST", "/account/recovery", json=body | {"code": newest["recovery"]})


async def test_another_password_signs_out_everywhere_else(database: str) -> None:
    async with serving(database) as server, signed_up(server) as ann, visiting(server) as phone:
        await sign_in(phone)
        assert len((await ann.ask("GET", "/account"))["devices"]) == 2
        await ann.ask("PUT", "/account/password", 204, json={"password": "another one 9"})
        await phone.ask("GET", "/account", 401)
        assert (await me(phone))[1] == "visitor"
        assert SESSION not in phone.http.cookies
        [device] = (await ann.ask("GET", "/account"))["devices"]
        assert device["is_this"]
        await sign_in(phone, status=401)
        await sign_in(phone, password="another one 9")


# Sessions


async def test_the_cookie_of_a_session(database: str) -> None:
    """Read by no script, sent by no other site, new at each sign-in, and kept only as a hash."""
    async with serving(database) as server, visiting(server) as ann:
        body = {"name": "Ann", "password": GOOD}
        answer = await ann.http.post("/api/v1/account", json=body)
        [set_cookie] = [
            one for one in answer.headers.get_list("set-cookie") if one.startswith(SESSION)
        ]
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(set_cookie.split("; "))
        assert "Secure" not in set_cookie
        first = ann.http.cookies[SESSION]
        await sign_in(ann)
        assert ann.http.cookies[SESSION] != first
        async with client(server.base, {"cookie": f"{SESSION}={first}"}) as old:
            assert (await old.get("/api/v1/me")).json()["kind"] == "visitor"
        [kept] = await server.site.accounts.sessions(
            (await server.site.accounts.by_skeleton("ann")).id  # type: ignore[union-attr]
        )
        assert ann.http.cookies[SESSION] not in kept
        await ann.ask("POST", "/account/sign-out", 204)
        assert SESSION not in ann.http.cookies
        await ann.ask("POST", "/account/sign-out", 401)


async def test_the_cookie_is_secure_over_https(tmp_path: Any) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server:
        transport = httpx.ASGITransport(server.app)
        origin = "https://play.example"
        async with httpx.AsyncClient(transport=transport, base_url=origin) as browser:
            answer = await browser.post(
                "/api/v1/account",
                json={"name": "Ann", "password": GOOD},
                headers={"origin": origin},
            )
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        assert all("Secure" in one for one in cookies)


async def test_a_session_that_is_not_used_ends(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timekeeping.milliseconds
    async with serving(database) as server, signed_up(server) as ann:
        late = sessions.IDLE_DAYS * sessions.DAY
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: now() + late - 60_000)
        assert await me(ann) == ("Ann", "account")
        await ann.ask("GET", "/account")  # seen on this day
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: now() + late + 60_000)
        await ann.ask("GET", "/account")
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: now() + 3 * late)
        await ann.ask("GET", "/account", 401)


CHANGES = [
    ("POST", "/account"),
    ("DELETE", "/account"),
    ("POST", "/account/sign-in"),
    ("POST", "/account/sign-out"),
    ("POST", "/account/sign-out-others"),
    ("POST", "/account/confirm"),
    ("POST", "/account/recovery"),
    ("POST", "/account/recovery-code"),
    ("PUT", "/account/password"),
    ("POST", "/account/passkeys"),
    ("POST", "/account/ask-passkey"),
    ("POST", "/account/ask-first-passkey"),
    ("POST", "/account/ask-another-passkey"),
    ("DELETE", "/account/passkeys/x"),
    ("DELETE", "/account/bots/x"),
    ("PUT", "/account/mail"),
    ("DELETE", "/account/mail"),
    ("PUT", "/account/mail/wanted"),
]


async def test_other_sites_change_nothing(tmp_path: Any) -> None:
    """Every request that changes something has exactly our origin: not another, and not none."""
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, signed_up(server) as ann:
        described = server.app.openapi()["paths"]
        assert {(method.upper(), path.removeprefix("/api/v1")) for path in described
                for method in described[path] if "/account" in path and method != "get"
                } == {(m, p.replace("/x", "/{id}")) for m, p in CHANGES}  # fmt: skip
        cookie = {"cookie": f"{SESSION}={ann.http.cookies[SESSION]}"}
        for more in ({"origin": "https://evil.example"}, {"origin": "null"}, {}):
            async with client(server.base, cookie | more) as other:
                for method, path in CHANGES:
                    answer = await other.request(method, f"/api/v1{path}", json={})
                    assert answer.status_code == 403, (method, path, more)
        assert await me(ann) == ("Ann", "account")


async def test_what_cannot_be_taken_back_is_confirmed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timekeeping.milliseconds
    async with serving(database) as server, signed_up(server) as ann:
        assert (await ann.ask("GET", "/account"))["confirmed"]
        later = membership.CONFIRMED + 1_000
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: now() + later)
        assert not (await ann.ask("GET", "/account"))["confirmed"]
        for method, path, body in (
            ("DELETE", "/account", None),
            ("PUT", "/account/password", {"password": "another one 9"}),
            ("POST", "/account/recovery-code", None),
            ("POST", "/account/ask-another-passkey", None),
        ):
            refusal = await ann.ask(method, path, 403, json=body)
            assert refusal["error"] == "confirm"
        await ann.ask("POST", "/account/confirm", 401, json={"password": "wrong password"})
        await ann.ask("POST", "/account/confirm", 204, json={"password": GOOD})
        await ann.ask("POST", "/account/recovery-code")


# Passkeys


async def with_passkey(visitor: Visitor, name: str = "Ann") -> Authenticator:
    """Make an account with a passkey."""
    key = Authenticator(visitor.base)
    options = await visitor.ask("POST", "/account/ask-first-passkey", json={"name": name})
    body = {"name": name, "passkey": key.make(options)}
    await visitor.ask("POST", "/account", 201, json=body)
    return key


async def use(visitor: Visitor, key: Authenticator, status: int = 200) -> Any:
    options = await visitor.ask("POST", "/account/ask-passkey")
    body = {"passkey": key.use(options)}
    return await visitor.ask("POST", "/account/sign-in", status, json=body)


@asynccontextmanager
async def local(server: Server) -> AsyncIterator[Visitor]:
    """A visitor at localhost: passkeys belong to a name, not to a number."""
    visitor = Visitor(server.base.replace("127.0.0.1", "localhost"))
    async with visitor.http:
        await visitor.ask("GET", "/me")
        yield visitor


async def test_a_passkey_opens_its_account_on_another_device(database: str) -> None:
    async with serving(database) as server, local(server) as ann, local(server) as phone:
        game, _ = await ann.create(ME, {"kind": "machine", "level": 1})
        key = await with_passkey(ann)
        shown = await ann.ask("GET", "/account")
        assert (shown["has_password"], len(shown["passkeys"])) == (False, 1)
        assert await use(phone, key) == {"name": "Ann", "kind": "account"}
        assert (await phone.ask("GET", f"/games/{game['id']}"))["role"] == "white"
        await use(phone, Authenticator(phone.base), 401)  # one that nobody knows


async def test_a_challenge_is_answered_once_and_soon(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timekeeping.milliseconds
    async with serving(database) as server, local(server) as ann:
        key = await with_passkey(ann)
        options = await ann.ask("POST", "/account/ask-passkey")
        body = {"passkey": key.use(options)}
        await ann.ask("POST", "/account/sign-in", json=body)
        again = await ann.ask("POST", "/account/sign-in", 401, json=body)
        assert again["error"] == "old_challenge"
        late = await ann.ask("POST", "/account/ask-passkey")
        passed = passkeys.LASTING + 1_000
        monkeypatch.setattr(timekeeping, "milliseconds", lambda: now() + passed)
        body = {"passkey": key.use(late)}
        refusal = await ann.ask("POST", "/account/sign-in", 401, json=body)
        assert refusal["error"] == "old_challenge"


async def test_what_is_signed_for_one_purpose_does_not_serve_another(tmp_path: Any) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, local(server) as ann:
        key = await with_passkey(ann)
        first = await ann.ask("POST", "/account/ask-first-passkey", json={"name": "Bob"})
        made = Authenticator(ann.base).make(first)
        body = {"passkey": made, "label": "Stick"}
        refusal = await ann.ask("POST", "/account/passkeys", 401, json=body)
        assert refusal["error"] == "old_challenge"
        first = await ann.ask("POST", "/account/ask-first-passkey", json={"name": "Bob"})
        body = {"passkey": key.use(first | {"rpId": "localhost"})}
        assert (await ann.ask("POST", "/account/sign-in", 401, json=body))[
            "error"
        ] == "old_challenge"


async def test_forged_passkeys_open_nothing(tmp_path: Any) -> None:
    """Another site's, another key's signature, nobody at the device, a copied counter."""
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, local(server) as ann:
        key = await with_passkey(ann)
        await use(ann, key)
        async with local(server) as bob:
            key.origin = "https://evil.example"
            await use(bob, key, 401)
            key.origin = bob.base
            other = Authenticator(bob.base)
            other.id = key.id
            other.count = 50
            await use(bob, other, 401)
            key.flags = PRESENT  # neither finger nor PIN
            await use(bob, key, 401)
            key.flags, key.count = 0x05, 0
            await use(bob, key, 401)
            key.count = 100
            await use(bob, key)


async def test_passkeys_are_added_and_removed(database: str) -> None:
    async with serving(database) as server, local(server) as ann, local(server) as phone:
        key = await with_passkey(ann)
        options = await ann.ask("POST", "/account/ask-another-passkey")
        assert len(options["excludeCredentials"]) == 1
        second = Authenticator(ann.base)
        body = {"passkey": second.make(options), "label": "Stick"}
        await ann.ask("POST", "/account/passkeys", 204, json=body)
        shown = (await ann.ask("GET", "/account"))["passkeys"]
        assert [one["label"] for one in shown] == ["Another browser", "Stick"]
        await use(phone, second)
        await ann.ask("DELETE", f"/account/passkeys/{shown[0]['id']}", 204)
        await use(phone, key, 401)
        last = await ann.ask("DELETE", f"/account/passkeys/{shown[1]['id']}", 409)
        assert last["error"] == "last_way"
        await ann.ask("PUT", "/account/password", 204, json={"password": GOOD})
        await ann.ask("DELETE", f"/account/passkeys/{shown[1]['id']}", 204)
        await ann.ask("DELETE", f"/account/passkeys/{shown[1]['id']}", 404)


async def test_a_challenge_is_answered_at_another_process(shared_database: str) -> None:
    async with two_servers(shared_database) as (one, other), local(one) as ann:
        key = await with_passkey(ann)
        options = await ann.ask("POST", "/account/ask-passkey")
        async with local(other) as there:
            key.origin = there.base
            body = {"passkey": key.use(options)}
            assert (await there.ask("POST", "/account/sign-in", json=body))["name"] == "Ann"
        key.origin = ann.base
        body = {"passkey": key.use(options)}
        await ann.ask("POST", "/account/sign-in", 401, json=body)


@pytest.mark.parametrize(
    "response", [{}, {"clientDataJSON": "!"}, {"clientDataJSON": "e30"}, {"clientDataJSON": 7}]
)
async def test_nonsense_in_place_of_a_passkey(response: Any, tmp_path: Any) -> None:
    async with serving(f"sqlite:///{tmp_path}/games.db") as server, local(server) as ann:
        key = {"id": "x", "rawId": "x", "type": "public-key", "response": response}
        await ann.ask("POST", "/account/sign-in", 422, json={"passkey": key})
        await ann.ask("POST", "/account", 422, json={"name": "Ann", "passkey": key})


# Bots


async def test_bots_belong_to_the_account_that_made_them(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "MOST_BOTS", 2)

    async def kind(token: str) -> int:
        async with client(server.base, {"authorization": f"Bearer {token}"}) as bot:
            return (await bot.get("/api/v1/me")).status_code

    async with serving(database) as server, signed_up(server) as ann, visiting(server) as bob:
        stranger = await bob.ask("POST", "/tokens", 201, json={"name": "Nobody's"})
        first, second = [
            await ann.ask("POST", "/tokens", 201, json={"name": name}) for name in ("One", "Two")
        ]
        await ann.ask("POST", "/tokens", 409, json={"name": "Three"})
        bots = (await ann.ask("GET", "/account"))["bots"]
        assert [one["name"] for one in bots] == ["One", "Two"]
        await sign_up(bob, "Bob")
        await bob.ask("DELETE", f"/account/bots/{bots[0]['id']}", 404)  # another's
        await ann.ask("DELETE", f"/account/bots/{bots[0]['id']}", 204)
        assert [await kind(it["token"]) for it in (first, second, stranger)] == [401, 200, 200]
        await ann.ask("DELETE", "/account", 204)
        assert [await kind(it["token"]) for it in (second, stranger)] == [401, 200]


# Leaving


async def test_an_export_has_all_games_as_records(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server) as (white, _, id),
        white.socket(id) as socket,
    ):
        await socket.move(0, "33")
        await socket.ask("resign")
        await white.create(ME, {"kind": "machine", "level": 2})
        await sign_up(white)
        exported = await white.ask("GET", "/account/export")
        first, second = (Record.parse(text) for text in exported["games"])
        assert (first.white, first.result, str(next(iter(first.line)).move)) == ("Ann", "0-1", "33")
        assert second.black == "Machine 2"
        assert exported["devices"][0]["is_this"]
        assert not {"password", "recovery"} & exported.keys()


async def test_a_removed_account_leaves_its_games_to_others(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server, public=True) as (white, black, id),
        visiting(server) as phone,
    ):
        await sign_up(white)
        await sign_in(phone)
        running, invite = await white.create(ME, OPEN)
        await black.ask("POST", f"/invites/{invite}")
        _, open_invite = await white.create(ME, OPEN)
        await white.ask("DELETE", "/account", 204)
        for one in (white, phone):
            assert (await me(one))[1] == "visitor"
        seen = await black.ask("GET", f"/games/{id}")
        assert seen["white"]["name"] == "Deleted player"
        assert (seen["result"], seen["termination"]) == ("0-1", "resignation")
        assert (await black.ask("GET", f"/games/{running['id']}"))["result"] == "0-1"
        await black.ask("GET", f"/invites/{open_invite}", 404)
        await black.ask("GET", "/players/Ann", 404)
        await sign_in(white, status=401)
        await sign_up(white, "Ann")  # the name is free, and the games are not hers
        assert (await white.ask("GET", "/players/Ann/games"))["games"] == []


# Profiles


async def test_a_profile_shows_public_games_and_finds_them(database: str) -> None:
    async with (
        serving(database) as server,
        two_playing(server, public=True) as (ann, bob, won),
        visiting(server) as stranger,
    ):
        await ann.ask("PUT", "/me", json={"name": "ignored"})
        await bob.ask("POST", f"/games/{won}/commands", json={"t": "resign", "id": "r"})
        await sign_up(bob, "Bob")
        await sign_up(ann, "Ann")
        level, _ = await ann.create({"kind": "machine", "level": 4}, ME, public=True)
        secret, _ = await ann.create(ME, {"kind": "machine", "level": 4})

        async def found(asker: Visitor, **search: object) -> set[str]:
            listed = await asker.ask("GET", "/players/ann/games", params=search)
            return {game["id"] for game in listed["games"]}

        everything = {won, level["id"], secret["id"]}
        assert await found(stranger) == {won, level["id"]}
        assert await found(ann) == everything
        assert await found(ann, opponent="bo") == {won}
        assert await found(ann, opponent="%") == set()
        assert await found(ann, result="won") == {won}
        assert await found(ann, result="lost") == set()
        assert await found(ann, result="unfinished") == everything - {won}
        assert await found(ann, level=4) == everything - {won}
        assert await found(ann, level=5) == set()
        today = level["created"][:10]
        assert await found(ann, since=today, until=today) == everything
        assert await found(ann, since="2999-01-01") == set()
        assert await found(ann, until="1999-01-01") == set()
        profile = await stranger.ask("GET", "/players/ANN")
        assert (profile["name"], profile["is_me"]) == ("Ann", False)
        assert (await ann.ask("GET", "/players/ANN"))["is_me"]
        # In pages, each game once.
        pages, before = [], None
        while True:
            params = {"limit": 1} | ({"before": before} if before else {})
            page = await ann.ask("GET", "/players/ann/games", params=params)
            pages += [game["id"] for game in page["games"]]
            before = page["next"]
            if before is None:
                break
        assert len(pages) == 3
        assert set(pages) == everything


async def test_accounts_survive_a_restart(database: str) -> None:
    async with serving(database) as server, visiting(server) as ann:
        await sign_up(ann)
        cookie = ann.http.cookies[SESSION]
    async with serving(database) as server, visiting(server) as ann:
        ann.http.cookies.set(SESSION, cookie)
        assert await me(ann) == ("Ann", "account")
