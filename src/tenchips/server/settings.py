"""Everything about a server that can be set, in one place and with its default.

Settings are made once, travel to the workers as environment variables (`TENCHIPS_DATABASE` for
`database`, and so on) and never change while a server runs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from tenchips.errors import TenchipsError

PREFIX: Final = "TENCHIPS_"
STATIC: Final = Path(__file__).parent / "static"
GUIDE: Final = Path(__file__).parent / "guide"


class SettingsError(TenchipsError):
    """A setting with a value that it cannot have."""


@dataclass(frozen=True)
class Settings:
    """How a server runs.

    >>> Settings(engines=2).environment()["TENCHIPS_ENGINES"]
    '2'
    >>> Settings.from_environment({"TENCHIPS_ORIGINS": "https://a.example https://b.example"}).origins
    ('https://a.example', 'https://b.example')
    """

    database: str = "sqlite:///tenchips.db"
    """`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."""
    origins: tuple[str, ...] = ()
    """The sites that browsers may come from, like `https://play.example`. Without any: the site
    that the request itself names as its host."""
    engines: int = 1
    """Engine processes at work at once, in each worker."""
    queue: int = 64
    """Searches that may wait for an engine, in each worker."""
    static: Path = STATIC
    """The folder of the built front-end."""
    guide: Path = GUIDE
    """The folder of the built guide."""
    pace: float = 0.7
    """Seconds that a move takes at least in a game without people, so that it can be watched."""
    pause: float = 0.6
    """Seconds that a machine takes at least for a move against a person, so that it is seen; the
    highest level takes as long as it thinks."""

    smtp: str = ""
    """The server that sends e-mail, as `smtp://USER:PASSWORD@HOST` or `smtps://…`. Without it there
    is no e-mail."""
    mail_from: str = ""
    """Who e-mail comes from, like `Tenchips <play@play.example>`."""
    vapid_key: str = ""
    """The key that web push is signed with, as `tenchips vapid-key` makes it. Without it there is
    no web push."""
    push_contact: str = ""
    """The e-mail address at which push services may reach the operator; by default, that of
    `mail_from`."""
    push_trusted: tuple[str, ...] = ()
    """Push services, like `http://127.0.0.1:9000`, that may be reached without TLS and at private
    addresses: for tests."""
    mails_per_address: int = 10
    """E-mail addresses that may be given within an hour: by an address of the network, by an
    account, and the same one by anybody; in each worker."""

    batch: int = 100
    """Commands that one transaction may hold."""
    patience: float = 30.0
    """Seconds that a command waits for a database that does not answer."""
    games_kept: int = 5_000
    """Games that stay in memory though nobody is connected to them."""
    events_kept: int = 50
    """Events that a returning player is sent one by one; further behind, the whole game."""

    frame: int = 512
    """Bytes in a message from a socket; the longest command has about 200."""
    body: int = 65_536
    """Bytes in the body of a request."""
    record_body: int = 262_144
    """Bytes in a record that is sent to be read."""
    messages_waiting: int = 100
    """Messages that may wait for a socket to read them."""
    message_rate: float = 10.0
    """Messages a second that a socket may send for long."""
    message_burst: int = 40
    """Messages that a socket may send at once."""
    message_rate_address: float = 200.0
    """Messages a second that all sockets of an address may send for long."""
    message_burst_address: int = 1_000
    """Messages that all sockets of an address may send at once."""
    request_rate: float = 20.0
    """HTTP requests a second that an address may send for long. Some cost less than one, some more:
    the costs are in `limits`."""
    request_burst: int = 200
    """HTTP requests that an address may send at once."""
    connection_rate: float = 50.0
    """Connections a second that an address may open for long."""
    connections_per_address: int = 500
    """Connections that one address may have open, sockets included, in each worker. Trusted proxies
    may have any number."""
    sockets_per_identity: int = 40
    """Sockets that one player may have open, in each worker."""
    sockets_per_address: int = 400
    """Sockets that one address may have open, in each worker."""
    games_per_identity: int = 100
    """Unfinished games that a player may have made within a day."""
    games_per_address: int = 200
    """Games that an address may make within an hour, in each worker."""
    claim_seconds: float = 60.0
    """Seconds that a player to move may be away before the opponent may claim the game."""
    claim_seconds_unclocked: float = 600.0
    """The same in games without a clock, which nobody expects to be played at once."""
    challenges: int = 500
    """Challenges that may be open in the lobby."""
    open_challenges_per_address: int = 20
    """Challenges that players at one address may have open, in each worker."""
    challenges_per_address: int = 300
    """Challenges that an address may make within an hour, in each worker."""
    tournaments_per_address: int = 30
    """Tournaments that an address may make within an hour, in each worker."""
    tournaments_per_identity: int = 10
    """Unfinished tournaments that somebody may organise."""
    no_show_seconds: float = 180.0
    """Seconds for a player's first move in a game of a tournament, after which it is lost."""
    tokens_per_address: int = 20
    """Tokens that an address may ask for within an hour, in each worker."""
    accounts_per_address: int = 20
    """Accounts that an address may make, or rename, within an hour, in each worker."""
    sign_ins_per_address: int = 60
    """Attempts to sign in that an address has within an hour, in each worker."""
    sign_ins_per_name: int = 20
    """Attempts to sign in with a password that there are for a name within an hour, in each
    worker."""
    password_threads: int = 2
    """Threads that check passwords, in each worker."""

    def __post_init__(self) -> None:
        for origin in self.origins:
            _check_origin(origin)
        if self.smtp:
            SmtpServer.parse(self.smtp)
            if not is_mail_address(parseaddr(self.mail_from)[1]):
                raise SettingsError(
                    f"{PREFIX}SMTP needs {PREFIX}MAIL_FROM: the address that e-mail comes from, "
                    "like Tenchips <play@play.example>"
                )
        if self.vapid_key and not re.fullmatch(r"[A-Za-z0-9_-]{43}", self.vapid_key):
            raise SettingsError(f"{PREFIX}VAPID_KEY is no key: make one with tenchips vapid-key")
        contact = self.push_contact or parseaddr(self.mail_from)[1]
        if self.vapid_key and not is_mail_address(contact):
            raise SettingsError(
                f"{PREFIX}VAPID_KEY needs {PREFIX}PUSH_CONTACT: an e-mail address at which push "
                "services may reach you"
            )

    def environment(self) -> dict[str, str]:
        """The settings as environment variables."""
        return {
            PREFIX + field.name.upper(): _written(getattr(self, field.name))
            for field in fields(self)
        }

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that environment variables give; the others keep their defaults."""
        given = {
            field.name: _read(field.name, field.default, environment[PREFIX + field.name.upper()])
            for field in fields(cls)
            if PREFIX + field.name.upper() in environment
        }
        return cls(**given)  # type: ignore[arg-type]


@dataclass(frozen=True)
class SmtpServer:
    """Where e-mail is handed over. Without TLS from the start, STARTTLS is asked for, and must be
    there unless the server is on this machine.

    >>> SmtpServer.parse("smtps://ann%40a.example:pass@mail.example")
    SmtpServer(host='mail.example', port=465, tls=True, user='ann@a.example', password='pass')
    >>> SmtpServer.parse("mail.example")
    Traceback (most recent call last):
    tenchips.server.settings.SettingsError: TENCHIPS_SMTP is written like ...
    """

    host: str
    port: int
    tls: bool
    user: str | None
    password: str | None

    @classmethod
    def parse(cls, text: str) -> SmtpServer:
        """The server that a setting names; raises `SettingsError`, which holds no password."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/"):
            raise SettingsError(
                f"{PREFIX}SMTP is written like smtp://USER:PASSWORD@mail.example:587, or with smtps"
            )
        tls = parts.scheme == "smtps"
        user = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        return cls(parts.hostname, port or (465 if tls else 587), tls, user, password)

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return self.host in ("localhost", "127.0.0.1", "::1")


_MAIL_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
)


def is_mail_address(text: str) -> bool:
    """Whether this is an e-mail address and nothing else.

    >>> is_mail_address("ann@a.example"), is_mail_address("ann@a.example\\r\\nBcc: b@b.example")
    (True, False)
    """
    return len(text) <= 254 and _MAIL_ADDRESS.fullmatch(text) is not None


def _check_origin(origin: str) -> None:
    """Refuse what no browser sends as an origin: lower case, without a path and a default port.

    >>> _check_origin("play.example")
    Traceback (most recent call last):
    tenchips.server.settings.SettingsError: 'play.example' is not an origin: ...
    """
    try:
        parts = urlsplit(origin)
        is_origin = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and origin == f"{parts.scheme}://{parts.netloc}"
            and "@" not in parts.netloc
            and parts.netloc == parts.netloc.lower()
            and parts.port != {"http": 80, "https": 443}[parts.scheme]
        )
    except ValueError:  # a port or an IPv6 address that is none
        is_origin = False
    if not is_origin:
        raise SettingsError(
            f"{origin[:80]!r} is not an origin: write the scheme and the host, like "
            "https://play.example"
        )


def _written(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _read(name: str, default: object, text: str) -> object:
    if isinstance(default, tuple):
        return tuple(text.split())
    try:
        return type(default)(text) if not isinstance(default, Path) else Path(text)  # type: ignore[call-arg]
    except ValueError as error:
        raise SettingsError(f"{PREFIX}{name.upper()} is a number, not {text!r}") from error
