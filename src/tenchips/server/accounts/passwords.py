"""Passwords and recovery codes: which are taken, and how they are hashed.

Argon2 is slow on purpose, so it runs in a few threads and never in the event loop; when too many
wait for them, the next one is refused.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tenchips.server.identity import hashed
from tenchips.server.refusals import Refused

SHORTEST: Final = 8
LONGEST: Final = 200
WAITING: Final = 32
"""Passwords that may wait for a thread; each takes a few hundredths of a second."""

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Argon2id with 19 MiB, as OWASP's cheat sheet on password storage recommends."""

_COMMON: Final = re.compile(
    r"pass?w[o0]rd\d*|1?234567\d*|[89]?7654321|qwertyu?\w*|1q2w3e\w*|asdfgh\w*|iloveyou\d?"
    r"|abcd(1234|efgh)\w*|(sunshine|princess|football|baseball|superman|computer|tenchips)\d*"
    r"|trustno1|letmein\d*|welcome\d*|(?P<one>.)(?P=one)*"
)
_CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 20

T = TypeVar("T")


def checked_password(password: str) -> str:
    """The password as it is hashed; raises `ValueError` with a sentence if it is too weak.

    >>> checked_password("aaaaaaaaa")
    Traceback (most recent call last):
    ...
    ValueError: this password is among the first that anybody tries: choose another
    """
    normal = unicodedata.normalize("NFKC", password)
    if not SHORTEST <= len(normal) <= LONGEST:
        raise ValueError(f"a password has {SHORTEST} to {LONGEST} characters")
    if any(unicodedata.category(it) in ("Cc", "Cs") for it in normal):
        raise ValueError("a password has no control characters")
    if _COMMON.fullmatch(normal.casefold()):
        raise ValueError("this password is among the first that anybody tries: choose another")
    return normal


def new_recovery_code() -> str:
    """A code that opens an account whose password is forgotten: 99 random bits."""
    letters = [secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH)]
    return "-".join("".join(letters[at : at + 5]) for at in range(0, _CODE_LENGTH, 5))


def recovery_hash(code: str) -> str:
    """The form in which a recovery code is kept, however it was typed.

    >>> recovery_hash("abcde fghjk") == recovery_hash("ABCDE-FGHJK")
    True
    """
    return hashed("recovery", "".join(it for it in code.upper() if it.isalnum()))


def is_recovery_code(code: str, kept: str | None) -> bool:
    """Whether a code is the one that is kept as a hash."""
    return hmac.compare_digest(recovery_hash(code), kept or "")


@cache
def _nobodys_hash() -> str:
    """The hash of a password that nobody has, with the cost of any other."""
    return _HASHER.hash(secrets.token_urlsafe(32))


class PasswordThreads:
    """The threads that hash passwords."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "password")
        self._most = threads + WAITING
        self._busy = 0
        _nobodys_hash()  # so that the first unknown name takes no longer than the next

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    async def hash(self, password: str) -> str:
        """The hash of a password."""
        return await self.run(lambda: _HASHER.hash(password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether a password has this hash. Without a hash it takes as long, and is wrong."""
        return await self.run(lambda: _verify(kept, password))

    async def run(self, work: Callable[[], T]) -> T:
        """Do something that takes its time; raises `Refused` if too many wait already."""
        if self._busy >= self._most:
            raise Refused(503, "busy", "too many people sign in at this moment: try again soon")
        self._busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._busy -= 1


def _verify(kept: str | None, password: str) -> bool:
    try:
        _HASHER.verify(kept or _nobodys_hash(), unicodedata.normalize("NFKC", password))
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False
    return kept is not None
