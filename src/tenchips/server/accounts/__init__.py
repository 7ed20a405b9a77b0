"""Accounts, which are optional: a name with a password or a passkey, for all of one's browsers.

An account is an identity, like that of a browser: seats belong to it. A browser that is signed in
has a session cookie beside its own, and plays for the account.

| module | what it does |
|---|---|
| `api` | the endpoints |
| `models` | the bodies of requests and answers |
| `membership` | `Membership`: making an account, coming in, changing it, leaving |
| `sessions` | who is signed in, remembered so that requests need not ask the database |
| `passwords` | passwords and recovery codes, and the threads that hash them |
| `passkeys` | what passkeys are asked to sign, and whether they have |
| `devices` | what browsers are called |
"""

from __future__ import annotations

from tenchips.server.accounts.membership import Membership
from tenchips.server.accounts.sessions import Sessions

__all__ = ["Membership", "Sessions"]
