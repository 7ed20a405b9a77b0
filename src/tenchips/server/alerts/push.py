"""Web push: messages to browsers that are closed, by the push services of their makers.

A message is encrypted for its browser and signed with the operator's key; the push service learns
neither what it says nor for whom it is. A browser names the address of its push service, so what it
names is not trusted: requests go only to public addresses, by https, and follow no redirect.
"""

from __future__ import annotations

import asyncio
import http.client
import secrets
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from webpush import WebPush, WebPushSubscription  # type: ignore[import-untyped]
from webpush.vapid import VAPID  # type: ignore[import-untyped]

from tenchips.server import timekeeping
from tenchips.server.alerts.mail import NeverSent, NotSent
from tenchips.server.settings import Settings
from tenchips.server.store import Subscription

TIMEOUT: Final = 10.0
"""Seconds that a push service has for an answer."""

THREADS: Final = 4
"""Threads that wait for push services."""

_GONE: Final = (404, 410)


class Gone(Exception):
    """The browser wants no more web push, or is no more."""


class BadEndpoint(ValueError):
    """No push service of a browser has this address."""


def new_vapid_key() -> str:
    """A new private key, as the settings hold it."""
    while True:  # nearly every number is a key
        key = urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        try:
            _private_key(key)
        except ValueError:
            continue
        return key


class Pusher:
    """Sends web push."""

    def __init__(self, settings: Settings) -> None:
        key = _private_key(settings.vapid_key)
        self._trusted = frozenset(settings.push_trusted)
        self._web_push = WebPush(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
            key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            subscriber=settings.push_contact or parseaddr(settings.mail_from)[1],
            ttl=timekeeping.DAY // 1000,
        )
        self.public_key: str = VAPID.get_application_server_key(key.public_key())
        """What browsers subscribe with."""
        self._threads = ThreadPoolExecutor(THREADS, "push")

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Raise `BadEndpoint` if this is no subscription that we would send to."""
        self._parts(endpoint)
        try:
            public = _decoded(p256dh)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
            is_key = len(public) == 65 and len(_decoded(auth)) == 16
        except ValueError:
            is_key = False
        if not is_key:
            raise BadEndpoint("the keys of the subscription are not those of a browser")

    async def send(self, subscription: Subscription, payload: bytes) -> None:
        """Send a message; raises `Gone`, `NotSent` or `NeverSent`."""
        loop = asyncio.get_running_loop()
        status = await loop.run_in_executor(self._threads, self._post, subscription, payload)
        if status in _GONE:
            raise Gone
        if status == 429 or status >= 500:
            raise NotSent(f"the push service answered {status}")
        if status >= 300:
            raise NeverSent(f"the push service answered {status}")

    def _post(self, subscription: Subscription, payload: bytes) -> int:
        """The status that the push service answers with."""
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        browser = WebPushSubscription.model_validate(
            {"endpoint": subscription.endpoint, "keys": keys}
        )
        message = self._web_push.get(payload, browser)
        try:
            parts = self._parts(subscription.endpoint)
            connection = self._connection(parts)
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            headers = {**message.headers, "content-type": "application/octet-stream"}
            try:
                connection.request("POST", path or "/", message.encrypted, headers)
                return connection.getresponse().status
            finally:
                connection.close()
        except BadEndpoint as error:
            raise NeverSent(str(error)) from error
        except (OSError, http.client.HTTPException) as error:
            raise NotSent(f"{type(error).__name__}: {error}"[:200]) from error

    def _parts(self, endpoint: str) -> SplitResult:
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            raise BadEndpoint("the endpoint is no address") from None
        if f"{parts.scheme}://{parts.netloc}" in self._trusted:
            return parts
        if parts.scheme != "https" or not parts.hostname or port not in (None, 443):
            raise BadEndpoint("the endpoint of a push service begins with https://")
        if parts.username is not None or not endpoint.isascii() or not endpoint.isprintable():
            raise BadEndpoint("the endpoint is no address")
        if _is_private(parts.hostname):
            raise BadEndpoint("the endpoint is at a private address")
        return parts

    def _connection(self, parts: SplitResult) -> http.client.HTTPConnection:
        """A connection to the push service, at an address that is public: it is looked up once,
        so that the answer cannot be another one a moment later."""
        host, port = parts.hostname or "", parts.port or 443
        if f"{parts.scheme}://{parts.netloc}" in self._trusted:
            return http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or any(map(_is_private, addresses)):
            raise BadEndpoint("the endpoint is at a private address")
        return _Pinned(host, addresses[0], port)


class _Pinned(http.client.HTTPSConnection):
    """A connection to a host at one of its addresses."""

    def __init__(self, host: str, address: str, port: int) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=TIMEOUT, context=self._tls)
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), TIMEOUT)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def _is_private(host: str) -> bool:
    """Whether this is the number of a host that is not on the open internet, or a name for one.

    >>> [_is_private(it) for it in ("10.0.0.1", "::1", "localhost", "192.0.2.1", "8.8.8.8")]
    [True, True, True, True, False]
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "." not in host or host.rstrip(".").endswith((".localhost", ".local", ".internal"))
    mapped = getattr(address, "ipv4_mapped", None) or address
    return not mapped.is_global or mapped.is_multicast


def _private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_decoded(text)), ec.SECP256R1())


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
