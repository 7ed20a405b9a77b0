"""Accounts, which are optional: a name with a password or a passkey, for all of one's browsers.

An account is an identity, like that of a browser: seats belong to it. A browser that is signed in
has a session cookie beside its own, and plays for the account.

| module | what it does |
|---|---|
| `sessions` | who is signed in, remembered so that requests need not ask the database |
"""

from __future__ import annotations

from tenchips.server.accounts.sessions import Sessions

__all__ = ["Sessions"]
