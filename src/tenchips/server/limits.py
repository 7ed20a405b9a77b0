"""How much one player or one address may ask of the server.

A `Bucket` lets through a burst and then a steady rate; what costs more takes more tokens from it.
`Limits` keeps a bucket or a count for each address and player of this process; those that are full
again are forgotten. Nothing here is stored: a restart begins afresh.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from itertools import islice
from typing import Final

from tenchips.server.refusals import Refused
from tenchips.server.settings import Settings

HOUR: Final = 3600.0
MOST_BUCKETS: Final = 100_000
"""Addresses that are remembered at once."""

# What requests cost, in tokens of `Settings.request_rate`. One is about a millisecond of work.
PAGE: Final = 0.2
REQUEST: Final = 1.0
METRICS: Final = 5.0
EXPORT: Final = 10.0
"""What it costs besides to have a record or a moving picture made, unless it is made already."""
BAD_REQUEST: Final = 5.0
"""What a refused body or message costs besides: programs that guess are slowed down."""
BYTES: Final = 4_096
"""Bytes of a body that cost one token."""


class Bucket:
    """Tokens that refill with time: take some for each thing done.

    >>> bucket = Bucket(rate=1, burst=2, now=0)
    >>> [bucket.take(now=0) for _ in range(3)], bucket.take(now=1)
    ([True, True, False], True)

    What costs more than is left is refused and costs nothing, but a cost above the burst is let
    through when the bucket is full.

    >>> bucket.take(now=1, cost=2), bucket.take(now=9, cost=5), bucket.take(now=9)
    (False, True, False)
    """

    __slots__ = ("_burst", "_rate", "_tokens", "_when")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._when = burst, now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether there were tokens left to take."""
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < min(cost, self._burst):
            return False
        self._tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens for what is done already, whether there are any left or not."""
        self._tokens -= cost

    def is_full(self, now: float) -> bool:
        """Whether it is as good as a new one."""
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

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether the key had tokens left to take."""
        now = time.monotonic()
        return self._of(key, now).take(now, cost)

    def charge(self, key: str, cost: float) -> None:
        """Take tokens of a key for what is done already."""
        self._of(key, time.monotonic()).charge(cost)

    def _of(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return bucket

    def _forget(self, now: float) -> None:
        """Make room: without those that are full, and without the oldest if that is not much."""
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        spare = max(0, len(kept) - MOST_BUCKETS // 2)
        self._buckets = dict(islice(kept.items(), spare, None))


class Limits:
    """The buckets and counts of this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests = Buckets(settings.request_rate, settings.request_burst)
        self._messages = Buckets(settings.message_rate_address, settings.message_burst_address)
        self._new_connections = Buckets(settings.connection_rate, settings.connections_per_address)
        self._games = _hourly(settings.games_per_address)
        self._challenges = _hourly(settings.challenges_per_address)
        self._tournaments = _hourly(settings.tournaments_per_address)
        self._tokens = _hourly(settings.tokens_per_address)
        self._accounts = _hourly(settings.accounts_per_address)
        self._sign_ins = _hourly(settings.sign_ins_per_address)
        self._sign_ins_of_name = _hourly(settings.sign_ins_per_name)
        self._mails = _hourly(settings.mails_per_address)
        self._sockets: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()

    @property
    def body(self) -> int:
        """Bytes that a body may take on its way, whatever it is for and however it is encoded."""
        return 2 * max(self._settings.body, self._settings.record_body)

    # Requests

    def check_request(self, address: str, cost: float = REQUEST) -> None:
        """Refuse an address that asks too often."""
        if not self._requests.take(address, cost):
            raise _too_many("requests: wait a moment and ask less often")

    def charge(self, address: str, cost: float) -> None:
        """Count what a request turned out to cost."""
        self._requests.charge(address, cost)

    def check_game(self, address: str) -> None:
        """Refuse an address that makes too many games."""
        if not self._games.take(address):
            raise _too_many("new games from your address: try again later")

    def check_challenge(self, address: str) -> None:
        """Refuse an address that makes too many challenges."""
        if not self._challenges.take(address):
            raise _too_many("challenges from your address: try again later")

    def check_tournament(self, address: str) -> None:
        """Refuse an address that makes too many tournaments."""
        if not self._tournaments.take(address):
            raise _too_many("new tournaments from your address: try again later")

    def check_token(self, address: str) -> None:
        """Refuse an address that asks for too many tokens."""
        if not self._tokens.take(address):
            raise _too_many("new tokens for your address: try again later")

    def check_account(self, address: str) -> None:
        """Refuse an address that makes or renames too many accounts."""
        if not self._accounts.take(address):
            raise _too_many("new accounts and names from your address: try again later")

    def check_sign_in(self, address: str, name: str | None = None) -> None:
        """Refuse an address that tries to sign in too often, and tries for one name from
        wherever they come."""
        if not self._sign_ins.take(address):
            raise _too_many("attempts to sign in from your address: try again later")
        if name is not None and not self._sign_ins_of_name.take(name):
            raise _too_many("attempts to sign in with this name: use a passkey, or wait an hour")

    def check_mail(self, *keys: str) -> None:
        """Refuse to write to more e-mail addresses for any of these, or to one of them again."""
        if not all(self._mails.take(key) for key in keys):
            raise _too_many("e-mail addresses: try again in an hour")

    # Connections

    def connect(self, address: str) -> bool:
        """Whether an address may open another connection; it counts until `disconnect`."""
        is_full = self._connections[address] >= self._settings.connections_per_address
        if is_full or not self._new_connections.take(address):
            return False
        self._connections[address] += 1
        return True

    @property
    def connections(self) -> int:
        """Connections that count for some address."""
        return self._connections.total()

    def disconnect(self, address: str) -> None:
        """A connection has ended."""
        _release(self._connections, address)

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
                _release(self._sockets, key)

    # Messages

    def bucket(self) -> Bucket:
        """A bucket for the messages of one socket."""
        settings = self._settings
        return Bucket(settings.message_rate, settings.message_burst, time.monotonic())

    def take_message(self, address: str) -> bool:
        """Whether an address may send another message, on whichever of its sockets."""
        return self._messages.take(address)

    def charge_message(self, address: str, cost: float) -> None:
        """Count what a message turned out to cost."""
        self._messages.charge(address, cost)


def counted_address(address: str) -> str:
    """The address as it is counted: of IPv6 the half that names a household.

    >>> counted_address("2001:db8:1:2:3::4"), counted_address("192.0.2.1")
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


def _release(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


def _hourly(most: int) -> Buckets:
    return Buckets(most / HOUR, most)


def _too_many(what: str) -> Refused:
    return Refused(429, "too_many", f"too many {what}")
