"""Passkeys: what a browser is asked to sign, and whether it has.

A challenge is kept in the database, so that any process may take the answer, once and for a few
minutes. The library `webauthn` checks what was signed.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, Final
from urllib.parse import urlsplit

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tenchips.server import timekeeping
from tenchips.server.accounts.passwords import PasswordThreads
from tenchips.server.identity import hashed
from tenchips.server.refusals import Refused
from tenchips.server.store import AccountStore, Passkey

LASTING: Final = 5 * 60 * 1000
"""Milliseconds for which a challenge can be answered."""

MOST: Final = 10
"""Passkeys that an account may have."""

SIGN_UP: Final = "new"
ADD: Final = "add"
SIGN_IN: Final = "sign-in"

_VERIFIED: Final = UserVerificationRequirement.REQUIRED

_WRONG: Final = Refused(401, "wrong_passkey", "this passkey opens nothing here: try another")
_BAD: Final = Refused(422, "bad_passkey", "the passkey's answer cannot be read: try again")


class Passkeys:
    """Asks for passkeys and checks them."""

    def __init__(self, store: AccountStore, threads: PasswordThreads) -> None:
        self._store, self._threads = store, threads

    async def ask_for_new(
        self, origin: str, purpose: str, account: str, name: str
    ) -> dict[str, Any]:
        """What a browser needs to make a passkey for an account."""
        known = await self._store.passkeys(account)
        challenge = await self._challenge(purpose, account)
        options = generate_registration_options(
            rp_id=_host(origin),
            rp_name="Tenchips",
            user_id=bytes.fromhex(account),
            user_name=name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known
            ],
        )
        return _plain(options_to_json(options))

    async def ask_for_known(self, origin: str) -> dict[str, Any]:
        """What a browser needs to use a passkey that it has."""
        challenge = await self._challenge(SIGN_IN, None)
        options = generate_authentication_options(
            rp_id=_host(origin), challenge=challenge, user_verification=_VERIFIED
        )
        return _plain(options_to_json(options))

    async def made(
        self, credential: dict[str, Any], origin: str, purpose: str, label: str
    ) -> Passkey:
        """The passkey that a browser has made, with the account it was asked for; raises
        `Refused`."""
        challenge = _challenge_of(credential)
        account = await self._taken(challenge, purpose)
        try:
            verified = await self._threads.run(
                lambda: verify_registration_response(
                    credential=credential,
                    expected_challenge=challenge,
                    expected_rp_id=_host(origin),
                    expected_origin=origin,
                    require_user_verification=True,
                )
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _BAD from None
        now = timekeeping.milliseconds()
        id = bytes_to_base64url(verified.credential_id)
        key, count = verified.credential_public_key, verified.sign_count
        return Passkey(id, account or "", label, key, count, now, now)

    async def used(self, credential: dict[str, Any], origin: str) -> Passkey:
        """The passkey that has signed what was asked for; raises `Refused`."""
        challenge = _challenge_of(credential)
        await self._taken(challenge, SIGN_IN)
        known = await self._store.passkey(str(credential.get("id")))
        if known is None:
            raise _WRONG
        try:
            verified = await self._threads.run(
                lambda: verify_authentication_response(
                    credential=credential,
                    expected_challenge=challenge,
                    expected_rp_id=_host(origin),
                    expected_origin=origin,
                    credential_public_key=known.public_key,
                    credential_current_sign_count=known.sign_count,
                    require_user_verification=True,
                )
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _WRONG from None
        await self._store.use_passkey(known.id, verified.new_sign_count)
        return known

    async def _challenge(self, purpose: str, account: str | None) -> bytes:
        challenge = secrets.token_bytes(32)
        oldest = timekeeping.milliseconds() - LASTING
        await self._store.add_challenge(_kept(challenge), purpose, account, oldest)
        return challenge

    async def _taken(self, challenge: bytes, purpose: str) -> str | None:
        """The account that a challenge was made for; raises `Refused`."""
        oldest = timekeeping.milliseconds() - LASTING
        taken = await self._store.take_challenge(_kept(challenge), purpose, oldest)
        if taken is None:
            raise Refused(401, "old_challenge", "this took too long: try again")
        return taken.account_id


def _challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge that a browser says it has signed."""
    try:
        data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _BAD from None


def passkey_number(id: str) -> str:
    """A short name of a passkey for its owner; its own id is up to 1,364 characters long."""
    return hashed("passkey", id)


def _kept(challenge: bytes) -> str:
    return hashed("challenge", challenge.hex())


def _host(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _plain(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options)
    return plain
