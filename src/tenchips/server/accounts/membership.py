"""Making an account, coming in, changing it and leaving: what is allowed, and what follows from it.

Whoever tries a name is answered alike, and as late, whether the name is known or not. What cannot
be taken back must be confirmed: the password or a passkey given within the last minutes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tenchips.server import exports, timekeeping
from tenchips.server.accounts import passkeys
from tenchips.server.accounts.models import Confirmation, NewAccount, Recovery, SignIn
from tenchips.server.accounts.passkeys import Passkeys, passkey_number
from tenchips.server.accounts.passwords import (
    PasswordThreads,
    is_recovery_code,
    new_recovery_code,
    recovery_hash,
)
from tenchips.server.events import StoredEvent
from tenchips.server.games import Games
from tenchips.server.identity import hashed, new_secret
from tenchips.server.limits import Limits
from tenchips.server.messages import ResignCommand
from tenchips.server.names import skeleton
from tenchips.server.refusals import Refused
from tenchips.server.state import GameState
from tenchips.server.store import Account, AccountStore, Conflict, Played, Session

CONFIRMED: Final = 10 * 60 * 1000
"""Milliseconds for which a password or a passkey need not be given again."""

DELETED: Final = "Deleted player"
"""Who sits at the board where an account was."""

MOST_BOTS: Final = 10
"""Bots that an account may have."""

_EXPORTED_AT_ONCE: Final = 50

_TAKEN: Final = Refused(409, "name_taken", "somebody has this name, or one like it: choose another")
_WRONG: Final = Refused(401, "wrong_password", "the name or the password is wrong")
_WRONG_CODE: Final = Refused(401, "wrong_code", "the name or the recovery code is wrong")


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser behind a request: its site, address, name, and the identity of its cookie."""

    origin: str
    address: str
    device: str
    visitor: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A browser that has signed in: the secret of its session. `recovery` is the code of an
    account that got a new one."""

    account: Account
    secret: str
    recovery: str = ""


class Membership:
    """Sees people in and out."""

    def __init__(
        self,
        store: AccountStore,
        games: Games,
        limits: Limits,
        threads: int,
        changed: Callable[[Collection[str]], None],
    ) -> None:
        """`changed` is called with identities whose sessions or seats have changed."""
        self._store, self._games, self._limits, self._changed = store, games, limits, changed
        self._passwords = PasswordThreads(threads)
        self._passkeys = Passkeys(store, self._passwords)

    def close(self) -> None:
        """End the threads."""
        self._passwords.close()

    # Coming in

    async def sign_up(self, new: NewAccount, browser: Browser) -> Entry:
        """Make an account; raises `Refused`."""
        self._limits.check_account(browser.address)
        if await self._store.by_skeleton(skeleton(new.name)):
            raise _TAKEN
        id, password, passkey = secrets.token_hex(16), None, None
        if new.passkey is not None:
            made = new.passkey.plain()
            passkey = await self._passkeys.made(
                made, browser.origin, passkeys.SIGN_UP, browser.device[:40]
            )
            id = passkey.account_id
        elif new.password is not None:
            _refuse_name_as_password(new.name, new.password)
            password = await self._passwords.hash(new.password)
        code, now = new_recovery_code(), timekeeping.milliseconds()
        account = Account(id, new.name, skeleton(new.name), password, recovery_hash(code), now)
        secret, session = _new_session(id, browser)
        adopted = browser.visitor if new.adopt else None
        try:
            games = await self._store.add(account, session, passkey, adopted)
        except Conflict:
            raise _TAKEN from None
        await self._reseated(games, adopted)
        return Entry(account, secret, code)

    async def sign_in(self, given: SignIn, browser: Browser) -> Entry:
        """Open an account; raises `Refused`."""
        account = await self._known(given.name, given, browser)
        return await self._enter(account, browser, given.adopt)

    async def recover(self, given: Recovery, browser: Browser) -> Entry:
        """Open an account with its recovery code: with a new password and a new code, and signed
        out everywhere else; raises `Refused`."""
        seen = skeleton(given.name)
        self._limits.check_sign_in(browser.address, seen)
        account = await self._store.by_skeleton(seen)
        password = await self._passwords.hash(given.password)
        if not is_recovery_code(given.code, account.recovery if account else None) or not account:
            raise _WRONG_CODE
        _refuse_name_as_password(account.name, given.password)
        code = new_recovery_code()
        await self._store.change(account.id, password=password, recovery=recovery_hash(code))
        await self.sign_out_others(account, None)
        entry = await self._enter(account, browser, given.adopt)
        return Entry(account, entry.secret, code)

    async def confirm(
        self, account: Account, session: Session, given: Confirmation, browser: Browser
    ) -> None:
        """Take the password or a passkey again; raises `Refused`."""
        found = await self._known(account.name, given, browser)
        if found.id != account.id:
            raise Refused(401, "wrong_passkey", "this is the passkey of another account")
        await self._store.confirm(session.id)

    async def _known(
        self, name: str | None, given: SignIn | Confirmation, browser: Browser
    ) -> Account:
        """The account that a password or a passkey opens; raises `Refused`."""
        if given.passkey is not None:
            self._limits.check_sign_in(browser.address)
            used = await self._passkeys.used(given.passkey.plain(), browser.origin)
            account = await self._store.get(used.account_id)
            if account is None:
                raise _WRONG
            return account
        seen = skeleton(name or "")
        self._limits.check_sign_in(browser.address, seen)
        account = await self._store.by_skeleton(seen)
        kept = account.password if account else None
        if not await self._passwords.verify(kept, given.password or "") or account is None:
            raise _WRONG
        return account

    async def _enter(self, account: Account, browser: Browser, adopt: bool) -> Entry:
        secret, session = _new_session(account.id, browser)
        adopted = browser.visitor if adopt else None
        games = await self._store.sign_in(account, session, adopted)
        await self._reseated(games, adopted)
        return Entry(account, secret)

    async def _reseated(self, games: list[str], *identities: str | None) -> None:
        await self._games.reseat(games)
        self._changed([one for one in identities if one is not None])

    # Passkeys

    async def ask_for_passkey(self, browser: Browser) -> dict[str, Any]:
        """What a browser needs to sign in with a passkey."""
        return await self._passkeys.ask_for_known(browser.origin)

    async def ask_for_first_passkey(self, name: str, browser: Browser) -> dict[str, Any]:
        """What a browser needs to make the passkey of a new account; raises `Refused`."""
        if await self._store.by_skeleton(skeleton(name)):
            raise _TAKEN
        id = secrets.token_hex(16)
        return await self._passkeys.ask_for_new(browser.origin, passkeys.SIGN_UP, id, name)

    async def ask_for_another_passkey(self, account: Account, browser: Browser) -> dict[str, Any]:
        """What a browser needs to make another passkey for an account."""
        wanted = (passkeys.ADD, account.id, account.name)
        return await self._passkeys.ask_for_new(browser.origin, *wanted)

    async def add_passkey(
        self, account: Account, made: dict[str, Any], label: str, browser: Browser
    ) -> None:
        """Give an account another passkey; raises `Refused`."""
        if len(await self._store.passkeys(account.id)) >= passkeys.MOST:
            raise Refused(409, "too_many_passkeys", "remove a passkey before you add another")
        passkey = await self._passkeys.made(made, browser.origin, passkeys.ADD, label)
        if passkey.account_id != account.id:
            raise Refused(401, "old_challenge", "this took too long: try again")
        with suppress(Conflict):  # it is known already
            await self._store.add_passkey(passkey)

    async def remove_passkey(self, account: Account, number: str) -> None:
        """Take a passkey from an account, unless it is the only way in; raises `Refused`."""
        known = await self._store.passkeys(account.id)
        found = next((one for one in known if passkey_number(one.id) == number), None)
        if found is None:
            raise Refused(404, "no_passkey", "your account has no such passkey")
        if account.password is None and len(known) == 1:
            raise Refused(
                409, "last_way", "this is the only way into your account: set a password first"
            )
        await self._store.remove_passkey(account.id, found.id)

    # Bots

    async def check_bots(self, account: str) -> None:
        """Refuse an account that has too many bots another one."""
        if len(await self._store.bots(account)) >= MOST_BOTS:
            raise Refused(409, "too_many_bots", "remove one of your bots before you make another")

    async def remove_bot(self, account: Account, number: str) -> None:
        """End the token of a bot; raises `Refused`."""
        bots = await self._store.bots(account.id)
        found = next((one for one in bots if bot_number(one.id) == number), None)
        if found is None or not await self._store.remove_bot(account.id, found.id):
            raise Refused(404, "no_bot", "your account has no such bot")

    # Changing and leaving

    async def sign_out(self, account: Account, session: Session) -> None:
        """End a session."""
        await self._store.end_session(account.id, session.id)
        self._changed([account.id])

    async def sign_out_others(self, account: Account, kept: Session | None) -> None:
        """End all sessions of an account but this one."""
        await self._store.end_other_sessions(account.id, kept.id if kept else None)
        self._changed([account.id])

    async def set_password(self, account: Account, session: Session, password: str) -> None:
        """Give an account another password, and sign it out everywhere else."""
        _refuse_name_as_password(account.name, password)
        await self._store.change(account.id, password=await self._passwords.hash(password))
        await self.sign_out_others(account, session)

    async def new_recovery_code(self, account: Account) -> str:
        """A recovery code in place of the old one."""
        code = new_recovery_code()
        await self._store.change(account.id, recovery=recovery_hash(code))
        return code

    async def rename(self, id: str, name: str, address: str) -> None:
        """Give an account another name; raises `Refused`."""
        self._limits.check_account(address)
        account = await self._store.get(id)
        if account is None:
            raise Refused(401, "signed_out", "you are signed out: sign in again")
        try:
            games = await self._store.rename(account, name, skeleton(name))
        except Conflict:
            raise _TAKEN from None
        await self._reseated(games, account.id)

    async def check_free(self, name: str) -> None:
        """Refuse somebody without an account the name of one."""
        if await self._store.by_skeleton(skeleton(name)):
            raise _TAKEN

    async def export(self, account: Account) -> list[str]:
        """The games of an account as records, the oldest first."""
        records: list[str] = []
        ids = await self._store.game_ids(account.id)
        for first in range(0, len(ids), _EXPORTED_AT_ONCE):
            some = ids[first : first + _EXPORTED_AT_ONCE]
            events = await self._store.events_of(some)
            made = await asyncio.to_thread(_records, events)
            records += [made[id] for id in some if id in made]
        return records

    async def remove(self, account: Account, address: str) -> None:
        """Remove an account. Games that it was playing are resigned, so that nobody waits."""
        playing = Played(is_public=False, result="unfinished")
        for one in await self._store.played(account.id, playing, 1_000, None):
            game = await self._games.get(one.id)
            if game is not None and game.state.status == "live":
                resign = ResignCommand(t="resign", id="account-removed")
                await self._games.command(game, account.id, resign, address)
        games = await self._store.remove(account.id, DELETED)
        await self._reseated(games, account.id)


def bot_number(id: str) -> str:
    """A name of a bot for its owner: identities are told to nobody."""
    return hashed("bot-number", id)


def is_confirmed(session: Session) -> bool:
    """Whether a session has given a password or a passkey a short time ago."""
    return timekeeping.milliseconds() - session.confirmed < CONFIRMED


def _new_session(account: str, browser: Browser) -> tuple[str, Session]:
    secret, now = new_secret(), timekeeping.milliseconds()
    return secret, Session(hashed("session", secret), account, browser.device, now, now, now)


def _refuse_name_as_password(name: str, password: str) -> None:
    if skeleton(password) == skeleton(name):
        raise Refused(422, "bad_request", "the password is the name: choose another")


def _records(events: dict[str, list[StoredEvent]]) -> dict[str, str]:
    records = {}
    for id, some in events.items():
        state = GameState.fold(some)
        text = exports.GameText.of(state.board)
        records[id] = exports.record_of(text, exports.Ended.of(state))
    return records
