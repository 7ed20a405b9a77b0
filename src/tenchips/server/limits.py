"""How much one player or one address may ask of the server.

A `Bucket` lets through a burst and then a steady rate. `Limits` keeps a bucket or a count for each
address and player of this process; those that are full again are forgotten. Nothing here is
stored: a restart begins afresh.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Final

from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings

HOUR: Final = 3600.0
MOST_BUCKETS: Final = 100_000
"""Addresses that are remembered at once."""


class Bucket:
    """Tokens that refill with time: take one for each thing done.

    >>> bucket = Bucket(rate=1, burst=2, now=0)
    >>> [bucket.take(now=0) for _ in range(3)], bucket.take(now=1)
    ([True, True, False], True)
    """

    __slots__ = ("_burst", "_rate", "_tokens", "_when")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._when = burst, now

    def take(self, now: float) -> bool:
        """Whether there was a token left to take."""
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nothing would change if it were made anew."""
        return self._tokens + (now - self._when) * self._rate >= self._burst


class Buckets:
    """A bucket for each address, made when it is needed.

    >>> buckets = Buckets(rate=0, burst=1)
    >>> buckets.take("a"), buckets.take("a"), buckets.take("b")
    (True, False, True)
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Whether the key had a token left to take."""
        now = time.monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._buckets = kept if len(kept) < MOST_BUCKETS else {}


class Limits:
    """The buckets and counts of this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests = Buckets(settings.request_rate, settings.request_burst)
        self._games = _hourly(settings.games_per_address)
        self._tokens = _hourly(settings.tokens_per_address)
        self._sockets: Counter[str] = Counter()

    def check_request(self, address: str) -> None:
        """Refuse an address that asks too often."""
        if not self._requests.take(address):
            raise _too_many("requests: wait a moment and ask less often")

    def check_game(self, address: str) -> None:
        """Refuse an address that makes too many games."""
        if not self._games.take(address):
            raise _too_many("new games from your address: try again later")

    def check_token(self, address: str) -> None:
        """Refuse an address that asks for too many tokens."""
        if not self._tokens.take(address):
            raise _too_many("new tokens for your address: try again later")

    @contextmanager
    def socket(self, address: str, identity: str | None) -> Iterator[None]:
        """Count a socket while it is open, or refuse it."""
        held = {f"@{address}": self._settings.sockets_per_address}
        if identity is not None:
            held[identity] = self._settings.sockets_per_identity
        if any(self._sockets[key] >= most for key, most in held.items()):
            raise _too_many("connections: close another tab first")
        self._sockets.update(held.keys())
        try:
            yield
        finally:
            for key in held:
                self._sockets[key] -= 1
                if not self._sockets[key]:
                    del self._sockets[key]

    def bucket(self) -> Bucket:
        """A bucket for the messages of one socket."""
        settings = self._settings
        return Bucket(settings.message_rate, settings.message_burst, time.monotonic())


def neighbourhood(address: str) -> str:
    """The address as it is counted: of IPv6 the half that names a household.

    >>> neighbourhood("2001:db8:1:2:3::4"), neighbourhood("192.0.2.1")
    ('2001:db8:1:2::', '192.0.2.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


def _hourly(most: int) -> Buckets:
    return Buckets(most / HOUR, most)


def _too_many(what: str) -> Refused:
    return Refused(429, "too_many", f"too many {what}")
