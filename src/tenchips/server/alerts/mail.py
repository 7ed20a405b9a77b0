"""Hands mails over to the operator's mail server."""

from __future__ import annotations

import ssl
from email.message import EmailMessage
from typing import Final

import aiosmtplib

from tenchips.server.settings import SmtpServer

TIMEOUT: Final = 20.0
"""Seconds that the mail server has for an answer."""


class NotSent(Exception):
    """Something could not be sent now: try again later. The text is one sentence."""


class NeverSent(Exception):
    """Something cannot be sent, and is not tried again."""


class Mailer:
    """The way to a mail server."""

    def __init__(self, server: SmtpServer, here: str) -> None:
        """`here` is the host that the mails come from."""
        self._server, self._here = server, here

    def _client(self) -> aiosmtplib.SMTP:
        server = self._server
        return aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.tls,
            start_tls=False if server.tls else None if server.is_here else True,
            local_hostname=self._here,
            timeout=TIMEOUT,
        )

    async def check(self) -> None:
        """Raise `NotSent` if the mail server does not take mail from us."""
        try:
            async with self._client():
                pass
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
            raise NotSent(_reason(error)) from error

    async def send(self, message: EmailMessage) -> None:
        """Send a mail; raises `NotSent` or `NeverSent`."""
        try:
            async with self._client() as client:
                await client.send_message(message)
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(refusal.code >= 500 for refusal in error.recipients):
                raise NeverSent(_reason(error)) from error
            raise NotSent(_reason(error)) from error
        except aiosmtplib.SMTPDataError as error:
            raise (NeverSent if error.code >= 500 else NotSent)(_reason(error)) from error
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
            raise NotSent(_reason(error)) from error


def _reason(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
