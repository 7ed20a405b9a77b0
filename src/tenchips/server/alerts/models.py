"""What requests about alerts carry."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, StringConstraints

from tenchips.server.models import Strict
from tenchips.server.settings import is_mail_address
from tenchips.server.store import MailAddress, Wanted


def _checked_address(address: str) -> str:
    if not is_mail_address(address):
        raise ValueError("this is no e-mail address: check it")
    return address


Address: TypeAlias = Annotated[
    str, StringConstraints(min_length=3, max_length=254), AfterValidator(_checked_address)
]
Endpoint: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
PublicKey: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
Secret: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]


class NewMail(Strict):
    """Where an account wants e-mail, and how often it wants to be told that it is its turn."""

    address: Address
    wanted: Wanted = "at_once"


class MailChoice(Strict):
    """How often an account wants to be told that it is its turn."""

    wanted: Wanted


class MailToken(Strict):
    """What is in the link of a mail."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class PushKeys(Strict):
    """The keys of a browser that wants web push."""

    p256dh: PublicKey
    auth: Secret


class NewPush(Strict):
    """A browser that wants web push, as its `PushSubscription` describes it."""

    endpoint: Endpoint
    keys: PushKeys


class MailShown(BaseModel):
    """Where an account wants e-mail, whether the address is confirmed, and how often."""

    address: str
    confirmed: bool
    wanted: Wanted

    @classmethod
    def of(cls, kept: MailAddress) -> MailShown:
        """What the owner of an address sees of it."""
        return cls(address=kept.address, confirmed=kept.confirmed is not None, wanted=kept.wanted)


class AlertsShown(BaseModel):
    """How the asker can be told that it is their turn. `push_key` is what a browser subscribes
    with, and `push_here` says whether the browser that asks has done so."""

    can_mail: bool
    mail: MailShown | None
    push_key: str | None
    push_here: bool
