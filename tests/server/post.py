"""A mail server and a push service on this machine, which keep what they are sent."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class MailServer:
    """Takes mail, or answers as the test says."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        self.answer = "250 OK"
        self.refused = 0
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            message = message_from_bytes(cast(bytes, envelope.content), policy=default)
            self.mails.append(cast(EmailMessage, message))
            self.recipients.append(list(envelope.rcpt_tos))
        else:
            self.refused += 1
        return self.answer

    async def next(self) -> EmailMessage:
        """The next mail, once it is there."""
        while not self.mails:
            await asyncio.sleep(0.02)
        return self.mails.pop(0)


@asynccontextmanager
async def mail_server(port: int = 0) -> AsyncIterator[MailServer]:
    """A mail server, on any port or on this one."""
    mails = MailServer()
    listener = await asyncio.get_running_loop().create_server(
        lambda: SMTP(mails, enable_SMTPUTF8=True), "127.0.0.1", port, reuse_address=True
    )
    mails.port = listener.sockets[0].getsockname()[1]
    async with listener:
        yield mails


class Browser:
    """The half of a push subscription that only a browser has, by RFC 8291."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": _base64(self._public), "auth": _base64(self._auth)}

    @property
    def _public(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> Any:
        """What a message says, which is encrypted for this browser."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + self._public + sender
        secret = _derived(shared, self._auth, info, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class PushService:
    """Takes messages to browsers: path, headers and body of each."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.origin = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.messages.append((head[0].split()[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} Done\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        """The next message, once it is there."""
        while not self.messages:
            await asyncio.sleep(0.02)
        return self.messages.pop(0)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A push service on any port."""
    service = PushService()
    listener = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    async with listener:
        yield service
