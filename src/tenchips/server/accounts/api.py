"""The endpoints of accounts, and of the profiles that everybody may see."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import Depends, Path, Query, Request, Response
from fastapi.security import APIKeyCookie

from tenchips.server import identity as identities
from tenchips.server.accounts.devices import device_of
from tenchips.server.accounts.membership import Browser, Entry, bot_number, is_confirmed
from tenchips.server.accounts.models import (
    AccountExport,
    AccountShown,
    BotShown,
    Confirmation,
    Device,
    NewAccount,
    NewPasskey,
    PasskeyShown,
    PasskeyWanted,
    PasswordChange,
    Profile,
    PushDevice,
    Recovery,
    SignedUp,
    SignIn,
    TournamentKept,
    VacationTaken,
)
from tenchips.server.accounts.passkeys import passkey_number
from tenchips.server.accounts.sessions import SignedIn
from tenchips.server.alerts.models import MailShown
from tenchips.server.api import Asker, Here, new_router
from tenchips.server.limits import EXPORT
from tenchips.server.models import GameList, Me
from tenchips.server.names import skeleton
from tenchips.server.ratings.models import RatingChange
from tenchips.server.refusals import Refused, refusals
from tenchips.server.state import iso
from tenchips.server.store import Account, Played, ratings

accounts = new_router()

EXPORTS: Final = 5
"""How many exports of one game the export of an account costs."""


async def _browser(request: Request, here: Here) -> Browser:
    origin = request.headers.get("origin")
    if origin is None:
        raise Refused(403, "no_origin", "this is for browsers, which say their Origin")
    visitor = identities.visitor_of(request)
    return Browser(
        origin,
        here.address(request),
        device_of(request.headers.get("user-agent", "")),
        visitor.id if visitor else None,
    )


# Only so that the OpenAPI document lists it.
_SESSION: Final = APIKeyCookie(
    name=identities.SESSION_COOKIE, scheme_name="session", auto_error=False
)


async def _signed_in(
    request: Request, here: Here, _session: Annotated[object, Depends(_SESSION)]
) -> SignedIn:
    session = identities.session_of(request)
    found = await here.sessions.find_fresh(session) if session else None
    if found is None:
        raise Refused(401, "signed_out", "you are signed out: sign in first")
    return found


async def _confirmed(signed_in: Annotated[SignedIn, Depends(_signed_in)]) -> SignedIn:
    if not is_confirmed(signed_in.session):
        raise Refused(403, "confirm", "give your password or a passkey again to do this")
    return signed_in


FromBrowser: TypeAlias = Annotated[Browser, Depends(_browser)]
Mine: TypeAlias = Annotated[SignedIn, Depends(_signed_in)]
MineConfirmed: TypeAlias = Annotated[SignedIn, Depends(_confirmed)]
PlayerName: TypeAlias = Annotated[str, Path(min_length=1, max_length=40)]


# Coming in


@accounts.post("/account", status_code=201, responses=refusals(401, 403, 409, 413))
async def sign_up(
    body: NewAccount, request: Request, response: Response, browser: FromBrowser, here: Here
) -> SignedUp:
    """Make an account, and sign in. The recovery code is shown this once."""
    entry = await here.membership.sign_up(body, browser)
    await _enter(request, response, here, entry)
    return SignedUp(name=entry.account.name, recovery=entry.recovery)


@accounts.post("/account/sign-in", responses=refusals(401, 403, 413))
async def sign_in(
    body: SignIn, request: Request, response: Response, browser: FromBrowser, here: Here
) -> Me:
    """Sign in with a name and its password, or with a passkey."""
    entry = await here.membership.sign_in(body, browser)
    await _enter(request, response, here, entry)
    return Me(name=entry.account.name, kind="account")


@accounts.post("/account/recovery", responses=refusals(401, 403, 413))
async def recover(
    body: Recovery, request: Request, response: Response, browser: FromBrowser, here: Here
) -> SignedUp:
    """Sign in with the recovery code, and set a new password. All other browsers are signed out,
    and there is a new code."""
    entry = await here.membership.recover(body, browser)
    await _enter(request, response, here, entry)
    return SignedUp(name=entry.account.name, recovery=entry.recovery)


@accounts.post("/account/sign-out", status_code=204, responses=refusals(401, 403))
async def sign_out(request: Request, response: Response, mine: Mine, here: Here) -> None:
    """Sign out in this browser."""
    await here.membership.sign_out(mine.account, mine.session)
    _leave(request, response)


@accounts.post("/account/sign-out-others", status_code=204, responses=refusals(401, 403))
async def sign_out_others(mine: Mine, here: Here) -> None:
    """Sign out in all other browsers."""
    await here.membership.sign_out_others(mine.account, mine.session)


@accounts.post("/account/confirm", status_code=204, responses=refusals(401, 403, 413))
async def confirm(body: Confirmation, mine: Mine, browser: FromBrowser, here: Here) -> None:
    """Give the password or a passkey again, before something that cannot be taken back."""
    await here.membership.confirm(mine.account, mine.session, body, browser)


# One's account


@accounts.get("/account", responses=refusals(401))
async def account(mine: Mine, here: Here) -> AccountShown:
    """My account."""
    passkeys, devices, bots = await _kept(mine, here)
    return AccountShown(
        name=mine.account.name,
        created=iso(mine.account.created),
        has_password=mine.account.password is not None,
        passkeys=passkeys,
        devices=devices,
        bots=bots,
        confirmed=is_confirmed(mine.session),
    )


@accounts.put("/account/password", status_code=204, responses=refusals(401, 403, 413))
async def set_password(body: PasswordChange, mine: MineConfirmed, here: Here) -> None:
    """Set another password, and sign out in all other browsers."""
    await here.membership.set_password(mine.account, mine.session, body.password)


@accounts.post("/account/recovery-code", responses=refusals(401, 403))
async def new_recovery_code(mine: MineConfirmed, here: Here) -> SignedUp:
    """Another recovery code in place of the old one; it is shown this once."""
    code = await here.membership.new_recovery_code(mine.account)
    return SignedUp(name=mine.account.name, recovery=code)


@accounts.get("/account/export", responses=refusals(401))
async def export(request: Request, response: Response, mine: Mine, here: Here) -> AccountExport:
    """All that the server keeps of my account, with all games as records."""
    here.limits.check_request(here.address(request), EXPORTS * EXPORT)
    passkeys, devices, bots = await _kept(mine, here)
    mail = await here.alerts.store.address(mine.account.id)
    changes = await here.store.transact(lambda one: ratings.history(one, mine.account.id))
    response.headers["content-disposition"] = 'attachment; filename="tenchips-account.json"'
    return AccountExport(
        name=mine.account.name,
        created=iso(mine.account.created),
        passkeys=passkeys,
        devices=devices,
        bots=bots,
        ratings=[RatingChange.of(change) for change in changes],
        tournaments=[
            TournamentKept(**it._asdict() | {"created": iso(it.created)})
            for it in await here.tournaments.store.kept_of(mine.account.id)
        ],
        vacations=[
            VacationTaken(began=iso(one.began), ended=iso(one.ended))
            for one in await here.correspondence.vacations(mine.account.id, 0)
        ],
        mail=None if mail is None else MailShown.of(mail),
        push=[
            PushDevice(device=one.device, created=iso(one.created), endpoint=one.endpoint)
            for one in await here.alerts.store.subscriptions(mine.account.id)
        ],
        games=await here.membership.export(mine.account),
    )


@accounts.delete("/account", status_code=204, responses=refusals(401, 403))
async def remove(request: Request, response: Response, mine: MineConfirmed, here: Here) -> None:
    """Remove my account. Games stay for those who played them, with "Deleted player" in my seat;
    those that I was playing are resigned."""
    await here.membership.remove(mine.account, here.address(request))
    _leave(request, response)


# Passkeys


@accounts.post("/account/ask-passkey", responses=refusals(403))
async def ask_for_passkey(request: Request, browser: FromBrowser, here: Here) -> dict[str, Any]:
    """What `navigator.credentials.get` needs, to sign in or to confirm."""
    here.limits.check_sign_in(browser.address)
    return await here.membership.ask_for_passkey(browser)


@accounts.post("/account/ask-first-passkey", responses=refusals(403, 409, 413))
async def ask_for_first_passkey(
    body: PasskeyWanted, browser: FromBrowser, here: Here
) -> dict[str, Any]:
    """What `navigator.credentials.create` needs, to make an account with a passkey."""
    here.limits.check_sign_in(browser.address)
    return await here.membership.ask_for_first_passkey(body.name, browser)


@accounts.post("/account/ask-another-passkey", responses=refusals(401, 403))
async def ask_for_another_passkey(
    mine: MineConfirmed, browser: FromBrowser, here: Here
) -> dict[str, Any]:
    """What `navigator.credentials.create` needs, to add a passkey to my account."""
    return await here.membership.ask_for_another_passkey(mine.account, browser)


@accounts.post("/account/passkeys", status_code=204, responses=refusals(401, 403, 409, 413))
async def add_passkey(
    body: NewPasskey, mine: MineConfirmed, browser: FromBrowser, here: Here
) -> None:
    """Add a passkey to my account."""
    made = body.passkey.plain()
    await here.membership.add_passkey(mine.account, made, body.label, browser)


@accounts.delete("/account/passkeys/{id}", status_code=204, responses=refusals(401, 403, 404, 409))
async def remove_passkey(
    id: Annotated[str, Path(min_length=1, max_length=64)], mine: MineConfirmed, here: Here
) -> None:
    """Remove a passkey: it opens nothing from now on."""
    await here.membership.remove_passkey(mine.account, id)


@accounts.delete("/account/bots/{id}", status_code=204, responses=refusals(401, 403, 404))
async def remove_bot(
    id: Annotated[str, Path(min_length=1, max_length=64)], mine: Mine, here: Here
) -> None:
    """Remove a bot of mine: its token opens nothing from now on."""
    await here.membership.remove_bot(mine.account, id)


# Profiles


@accounts.get("/players/{name}", responses=refusals(401, 404))
async def player(name: PlayerName, asker: Asker, here: Here) -> Profile:
    """A player with an account."""
    found = await player_named(name, here)
    is_me = asker is not None and asker.id == found.id
    return Profile(name=found.name, created=iso(found.created), is_me=is_me)


@accounts.get("/players/{name}/games", responses=refusals(401, 404))
async def games_of(
    name: PlayerName,
    asker: Asker,
    here: Here,
    opponent: Annotated[str | None, Query(max_length=40)] = None,
    result: Annotated[Literal["won", "lost", "drawn", "unfinished"] | None, Query()] = None,
    level: Annotated[int | None, Query(ge=1, le=10)] = None,
    since: Annotated[date | None, Query()] = None,
    until: Annotated[date | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    before: Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9_-]{1,64}$")] = None,
) -> GameList:
    """The games of a player, the newest first: public ones, and all of my own. They can be
    searched by the opponent's name, result, the machine's level and date (until: that day
    included)."""
    found = await player_named(name, here)
    which = Played(
        is_public=asker is None or asker.id != found.id,
        opponent=opponent,
        result=result,
        level=level,
        since=_midnight(since),
        until=_midnight(until, 1),
    )
    games, following = await here.games.page(
        lambda most, after: here.accounts.played(found.id, which, most, after), limit, before
    )
    return GameList(games=[game.state.summary() for game in games], next=following)


async def player_named(name: str, here: Here) -> Account:
    """The account with this name, or one that looks like it; raises `Refused`."""
    found = await here.accounts.by_skeleton(skeleton(name))
    if found is None:
        raise Refused(404, "no_player", "nobody has an account with this name")
    return found


def _midnight(day: date | None, later: int = 0) -> int | None:
    """The milliseconds at which a day begins, or one of those after it."""
    if day is None:
        return None
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return int(begin.timestamp() + later * timedelta(days=1).total_seconds()) * 1000


async def _kept(
    mine: SignedIn, here: Here
) -> tuple[list[PasskeyShown], list[Device], list[BotShown]]:
    passkeys = [
        PasskeyShown(
            id=passkey_number(one.id), label=one.label, created=iso(one.created), used=iso(one.used)
        )
        for one in await here.accounts.passkeys(mine.account.id)
    ]
    devices = [
        Device(
            device=one.device,
            created=iso(one.created),
            seen=iso(one.seen),
            is_this=one.id == mine.session.id,
        )
        for one in await here.accounts.sessions(mine.account.id)
    ]
    bots = [
        BotShown(id=bot_number(one.id), name=one.name, created=iso(one.created))
        for one in await here.accounts.bots(mine.account.id)
    ]
    return passkeys, devices, bots


async def _enter(request: Request, response: Response, here: Here, entry: Entry) -> None:
    """Give a browser a new session, and end the one that it had. It gets a new cookie of its own
    too: what was known under the old one belongs to the account."""
    old = identities.session_of(request)
    if old is not None and (before := await here.sessions.find_fresh(old)) is not None:
        await here.membership.sign_out(before.account, before.session)
    identities.set_cookie(request, response, identities.SESSION_COOKIE, entry.secret)
    identities.greet(request, response)


def _leave(request: Request, response: Response) -> None:
    identities.forget_session(response)
    identities.greet(request, response)
