"""What the database keeps of accounts: names once, challenges once, and games that change hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

import pytest
from sqlalchemy import create_engine, text

from server.play import ME, OPEN, serving, two_playing, visiting
from tenchips.server.accounts import Sessions
from tenchips.server.identity import SESSION_COOKIE, hashed, new_secret
from tenchips.server.migrations import migrate
from tenchips.server.store import (
    Account,
    AccountStore,
    Conflict,
    Passkey,
    Session,
    Store,
    database_url,
)

ANN = Account("a" * 32, "Ann", "ann", "hash", "recovery", 1_000)
PHONE = Session("1" * 32, ANN.id, "Firefox on Android", 1_000, 1_000, 1_000)
LAPTOP = Session("2" * 32, ANN.id, "Chrome on Linux", 2_000, 2_000, 2_000)
KEY = Passkey("key", ANN.id, "Phone", b"\0\xff", 0, 1_000, 1_000)


@asynccontextmanager
async def accounts(database: str) -> AsyncIterator[AccountStore]:
    if database.startswith("sqlite"):
        migrate(database)
    store = Store(database)
    await store.open()
    try:
        yield AccountStore(store)
    finally:
        await store.close()


async def test_a_name_belongs_to_one_account(database: str) -> None:
    async with accounts(database) as store:
        await store.add(ANN, PHONE, None, None)
        other = ANN._replace(id="b" * 32, name="ANN")
        with pytest.raises(Conflict):
            await store.add(other, LAPTOP._replace(account_id=other.id), None, None)
        assert await store.get(other.id) is None
        assert await store.still_signed_in([PHONE.id, LAPTOP.id]) == {PHONE.id}
        assert await store.by_skeleton("ann") == ANN
        assert await store.names([ANN.id, "c" * 32]) == {ANN.id: "Ann"}
        await store.rename(ANN, "Bea", "bea")
        assert await store.by_skeleton("ann") is None
        assert (await store.get(ANN.id)) == ANN._replace(name="Bea", skeleton="bea")


async def test_sessions_end(database: str) -> None:
    async with accounts(database) as store:
        await store.add(ANN, PHONE, None, None)
        await store.sign_in(ANN, LAPTOP, None)
        assert await store.session(PHONE.id, 0) == (PHONE, ANN)
        assert await store.session(PHONE.id, 1_500) is None  # not used for too long
        assert await store.sessions(ANN.id) == [LAPTOP, PHONE]
        await store.see(PHONE.id)
        assert await store.session(PHONE.id, 1_500) is not None
        await store.end_other_sessions(ANN.id, LAPTOP.id)
        assert await store.sessions(ANN.id) == [LAPTOP]
        await store.end_session(ANN.id, LAPTOP.id)
        assert await store.sessions(ANN.id) == []


async def test_passkeys(database: str) -> None:
    async with accounts(database) as store:
        await store.add(ANN, PHONE, KEY, None)
        with pytest.raises(Conflict):
            await store.add_passkey(KEY)
        long = KEY._replace(id="x" * 1364, created=2_000)  # the longest that WebAuthn allows
        await store.add_passkey(long)
        await store.use_passkey("key", 7)
        assert [one.id for one in await store.passkeys(ANN.id)] == ["key", long.id]
        found = await store.passkey("key")
        assert found is not None
        assert (found.sign_count, found.public_key, found.used > 1_000) == (7, b"\0\xff", True)
        await store.remove_passkey("b" * 32, "key")  # another's
        assert await store.passkey("key") is not None
        await store.remove_passkey(ANN.id, "key")
        assert await store.passkey("key") is None


async def test_a_challenge_is_taken_once_for_what_it_was_made(database: str) -> None:
    async with accounts(database) as store:
        await store.add_challenge("c", "sign-in", None, 0)
        assert await store.take_challenge("c", "add", 0) is None
        assert await store.take_challenge("c", "sign-in", 10**15) is None  # too old by then
        assert await store.take_challenge("c", "sign-in", 0) == (None,)
        assert await store.take_challenge("c", "sign-in", 0) is None
        await store.add_challenge("old", "add", ANN.id, 0)
        await store.add_challenge("new", "add", ANN.id, 10**15)
        assert await store.take_challenge("old", "add", 0) is None
        assert await store.take_challenge("new", "add", 0) == (ANN.id,)


async def test_an_account_takes_over_the_games_of_a_browser(database: str) -> None:
    """And everybody at the board sees it at once, in the process where they are."""
    async with serving(database) as server, two_playing(server) as (white, black, id):
        site = server.site
        async with white.socket(id) as before, black.socket(id) as opponent:
            await before.until("state")
            await opponent.until("state")
            visitor = hashed("visitor", white.secret)
            secret = new_secret()
            phone = PHONE._replace(id=hashed("session", secret), seen=10**15)
            games = await site.accounts.add(ANN, phone, None, visitor)
            assert games == [id]
            await site.games.reseat(games)
            site.accounts_changed([visitor])
            assert (await opponent.until("state"))["game"]["white"]["name"] == "Ann"
            assert await before.closed() == 1012
        # The browser's own cookie has lost the seat, and the account's has it.
        assert (await white.ask("GET", f"/games/{id}"))["role"] == "watcher"
        white.http.cookies.set(SESSION_COOKIE, secret)
        assert await white.ask("GET", "/me") == {"name": "Ann", "kind": "account"}
        async with white.socket(id) as again:
            assert (await again.until("hello"))["role"] == "white"
            assert (await again.move(0, "33"))["t"] == "ack"


async def test_a_game_of_one_who_is_gone_stays(database: str) -> None:
    async with serving(database) as server, two_playing(server) as (white, black, id):
        accounts = server.site.accounts
        visitor = hashed("visitor", white.secret)
        async with white.socket(id) as socket:
            await socket.move(0, "33")
        await accounts.add(ANN, PHONE, None, visitor)
        games = await accounts.remove(ANN.id, "Deleted player")
        assert games == [id]
        await server.site.games.reseat(games)
        seen = await black.ask("GET", f"/games/{id}")
        assert (seen["white"]["name"], seen["role"]) == ("Deleted player", "black")
        assert await accounts.get(ANN.id) is None
        assert await accounts.sessions(ANN.id) == []
        engine = create_engine(database_url(database))
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT * FROM event")).all()
        engine.dispose()
        assert not any(ANN.id in str(row) or "Ann" in str(row) for row in rows)


async def test_sessions_are_looked_up_once_and_again_after_a_change(database: str) -> None:
    async with accounts(database) as store:
        await store.add(ANN, PHONE._replace(seen=10**15), None, None)
        sessions = Sessions(store)
        assert await sessions.identity_of(LAPTOP.id) is None
        found = await sessions.find(PHONE.id)
        assert found is not None
        assert found.identity.name == "Ann"
        assert await sessions.find(PHONE.id) is found
        await store.rename(ANN, "Bea", "bea")
        sessions.forget([ANN.id])
        again = await sessions.identity_of(PHONE.id)
        assert again is not None
        assert (again.id, again.kind, again.name) == (ANN.id, "account", "Bea")
        assert await sessions.ended() == set()
        await sessions.find(PHONE.id)
        await store.end_session(ANN.id, PHONE.id)
        assert await sessions.ended() == {ANN.id}
        assert await sessions.find(PHONE.id) is None


async def test_what_changes_while_it_is_read_is_not_remembered(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with accounts(database) as store:
        await store.add(ANN, PHONE._replace(seen=10**15), None, None)
        sessions = Sessions(store)
        read = store.session

        async def slowly(id: str, since: int) -> tuple[Session, Account] | None:
            found = await read(id, since)
            await store.end_session(ANN.id, PHONE.id)
            sessions.forget([ANN.id])
            return found

        monkeypatch.setattr(store, "session", slowly)
        assert await sessions.find(PHONE.id) is not None
        monkeypatch.setattr(store, "session", read)
        assert await sessions.find(PHONE.id) is None


async def test_a_process_that_missed_notices_looks_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats and sessions changed while it did not listen."""
    monkeypatch.setattr(Store, "announce", lambda *_: None)
    async with (
        serving(database) as server,
        two_playing(server) as (white, black, id),
        black.socket(id) as opponent,
        accounts(database) as elsewhere,
    ):
        await opponent.until("state")
        secret = new_secret()
        phone = PHONE._replace(id=hashed("session", secret), seen=10**15)
        await elsewhere.add(ANN, phone, None, hashed("visitor", white.secret))
        await server.site.games._resume()
        assert (await opponent.until("state"))["game"]["white"]["name"] == "Ann"
        white.http.cookies.set(SESSION_COOKIE, secret)
        async with white.socket(id) as socket:
            assert (await socket.until("hello"))["role"] == "white"
            await elsewhere.end_session(ANN.id, phone.id)
            await server.site._resume()
            assert await socket.closed() == 1012
        assert (await white.ask("GET", "/me"))["kind"] == "visitor"


async def test_games_from_before_accounts_have_players_and_results(database: str) -> None:
    """The migration reads from the events what newer versions write down with a game."""
    columns = "white, black, white_name, black_name, white_level, black_level, result"
    async with serving(database) as server, two_playing(server) as (white, black, id):
        command = {"t": "resign", "id": "r"}
        await black.ask("POST", f"/games/{id}/commands", json=command)
        async with visiting(server) as ann:
            await ann.create({"kind": "machine", "level": 3}, ME)
            await ann.create(OPEN, ME)
        expected = (hashed("visitor", white.secret), hashed("visitor", black.secret))
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        query = text(f"SELECT {columns} FROM game ORDER BY id")
        before = connection.execute(query).all()
        assert {tuple(row[:2]) for row in before} >= {expected}
        assert {row.result for row in before} == {"1-0", None}
        assert {row.white_level for row in before} == {3, None}
        nothing = ", ".join(f"{name} = NULL" for name in columns.split(", "))
        connection.execute(text(f"UPDATE game SET {nothing}"))
        import_module("tenchips.server.migrations.versions.0003_accounts")._fill(connection)
        assert connection.execute(query).all() == before
    engine.dispose()
