"""The bodies of requests and answers about accounts."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    JsonValue,
    StringConstraints,
    model_validator,
)

from tenchips.server.accounts.passwords import LONGEST, SHORTEST, checked_password
from tenchips.server.alerts.models import MailShown
from tenchips.server.models import Strict
from tenchips.server.names import LONGEST_OF_ACCOUNT, SHORTEST_OF_ACCOUNT, checked_account_name
from tenchips.server.ratings.models import RatingChange

AccountName: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=SHORTEST_OF_ACCOUNT, max_length=LONGEST_OF_ACCOUNT),
    AfterValidator(checked_account_name),
]
NewPassword: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=SHORTEST, max_length=LONGEST),
    AfterValidator(checked_password),
]
GivenName: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
GivenSecret: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST)]
Label: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class PasskeyAnswer(BaseModel):
    """What a browser answers when it has made or used a passkey, as `toJSON()` gives it."""

    model_config = ConfigDict(extra="allow")

    id: Annotated[str, StringConstraints(min_length=1, max_length=1400)]
    rawId: Annotated[str, StringConstraints(max_length=1400)]  # noqa: N815
    type: Literal["public-key"]
    response: dict[str, JsonValue]

    def plain(self) -> dict[str, Any]:
        """The answer as it came."""
        return self.model_dump()


class _OneWay(Strict):
    """A body that holds a password or a passkey, and not both."""

    password: GivenSecret | None = None
    passkey: PasskeyAnswer | None = None

    @model_validator(mode="after")
    def _has_one_way(self) -> Self:
        if (self.password is None) == (self.passkey is None):
            raise ValueError("give a password or a passkey, one of the two")
        return self


class NewAccount(_OneWay):
    """An account to be made. With `adopt` it gets the games of this browser."""

    name: AccountName
    password: NewPassword | None = None
    adopt: bool = True


class SignIn(_OneWay):
    """The way into an account: name and password, or a passkey."""

    name: GivenName | None = None
    adopt: bool = True

    @model_validator(mode="after")
    def _has_name(self) -> Self:
        if self.password is not None and self.name is None:
            raise ValueError("give the name that goes with the password")
        return self


class Confirmation(_OneWay):
    """The password or a passkey again, before something that cannot be taken back."""


class Recovery(Strict):
    """The way into an account whose password is lost, and its new password."""

    name: GivenName
    code: Annotated[str, StringConstraints(max_length=60)]
    password: NewPassword
    adopt: bool = True


class PasskeyWanted(Strict):
    """The name of an account that is to be made with a passkey."""

    name: AccountName


class PasswordChange(Strict):
    """A new password."""

    password: NewPassword


class NewPasskey(Strict):
    """A passkey to be added, and what to call it."""

    passkey: PasskeyAnswer
    label: Label


class SignedUp(BaseModel):
    """A new account, or one with a new recovery code: the code is shown this once."""

    name: str
    recovery: str


class PasskeyShown(BaseModel):
    """A passkey in the list of those of an account."""

    id: str
    label: str
    created: str
    used: str


class Device(BaseModel):
    """A browser that is signed in."""

    device: str
    created: str
    seen: str
    is_this: bool


class BotShown(BaseModel):
    """A bot of an account."""

    id: str
    name: str
    created: str


class AccountShown(BaseModel):
    """An account as its owner sees it. `confirmed`: whether the password or a passkey was given a
    short time ago, so that it need not be given again."""

    name: str
    created: str
    has_password: bool
    passkeys: list[PasskeyShown]
    devices: list[Device]
    bots: list[BotShown]
    confirmed: bool


class TournamentKept(BaseModel):
    """A tournament that an account organises or plays in, under which name."""

    id: str
    name: str
    created: str
    is_organiser: bool
    plays_as: str | None


class VacationTaken(BaseModel):
    """A time in which somebody was away."""

    began: str
    ended: str


class PushDevice(BaseModel):
    """A browser that gets web push, and at which service."""

    device: str
    created: str
    endpoint: str


class AccountExport(BaseModel):
    """All that the server keeps of an account; games as records."""

    name: str
    created: str
    passkeys: list[PasskeyShown]
    devices: list[Device]
    bots: list[BotShown]
    ratings: list[RatingChange]
    tournaments: list[TournamentKept]
    vacations: list[VacationTaken]
    mail: MailShown | None
    push: list[PushDevice]
    games: list[str]


class Profile(BaseModel):
    """A player with an account, as everybody sees them."""

    name: str
    created: str
    is_me: bool
