"""Alerts over HTTP: how the asker is told that it is their turn, and the links in mails."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from fastapi import Query, Request

from tenchips.server import identity as identities
from tenchips.server import timekeeping
from tenchips.server.accounts.api import Mine
from tenchips.server.accounts.devices import device_of
from tenchips.server.alerts.letters import CONFIRM_DAYS
from tenchips.server.alerts.models import (
    AlertsShown,
    MailChoice,
    MailShown,
    MailToken,
    NewMail,
    NewPush,
)
from tenchips.server.alerts.push import BadEndpoint
from tenchips.server.api import Here, Member, new_router
from tenchips.server.identity import hashed, new_secret
from tenchips.server.refusals import Refused, refusals
from tenchips.server.store import MailAddress, Subscription

DAY: Final = 86_400_000

alerts_api = new_router()

Token: TypeAlias = Annotated[str, Query(min_length=1, max_length=64)]

_NO_ADDRESS: Final = Refused(
    404, "no_address", "your account has no e-mail address: give one first"
)


@alerts_api.get("/me/alerts", responses=refusals(401))
async def alerts(
    asker: Member,
    here: Here,
    endpoint: Annotated[str, Query(max_length=1000)] = "",
) -> AlertsShown:
    """How I can be told that it is my turn. `endpoint` is that of the asking browser."""
    kept = await here.alerts.store.address(asker.id) if asker.kind == "account" else None
    subscription = await here.alerts.store.subscription(hashed("push", endpoint))
    pusher = here.alerts.pusher
    return AlertsShown(
        can_mail=here.alerts.can_mail,
        mail=MailShown.of(kept) if kept else None,
        push_key=pusher.public_key if pusher else None,
        push_here=subscription is not None and subscription.identity == asker.id,
    )


# E-mail


@alerts_api.put("/account/mail", responses=refusals(401, 403, 409, 413))
async def set_mail(body: NewMail, request: Request, mine: Mine, here: Here) -> MailShown:
    """Give my e-mail address. A link that confirms it is sent there."""
    if not here.alerts.can_mail:
        raise Refused(409, "no_mail", "this server sends no e-mail")
    here.limits.check_mail(here.address(request), mine.account.id, body.address.lower())
    kept = MailAddress(
        mine.account.id, body.address, None, body.wanted, new_secret(), None, None, 0
    )
    await here.alerts.store.set_address(kept)
    await here.alerts.store.put(mine.account.id, "confirm")
    return MailShown.of(kept)


@alerts_api.put("/account/mail/wanted", responses=refusals(401, 403, 404, 413))
async def choose_mail(body: MailChoice, mine: Mine, here: Here) -> MailShown:
    """Say how often I want to be told that it is my turn."""
    await here.alerts.store.change_address(mine.account.id, wanted=body.wanted)
    kept = await here.alerts.store.address(mine.account.id)
    if kept is None:
        raise _NO_ADDRESS
    return MailShown.of(kept)


@alerts_api.delete("/account/mail", status_code=204, responses=refusals(401, 403))
async def remove_mail(mine: Mine, here: Here) -> None:
    """Forget my e-mail address."""
    await here.alerts.store.remove_address(mine.account.id)


@alerts_api.post("/mail/confirm", status_code=204, responses=refusals(403, 404, 413))
async def confirm_mail(body: MailToken, here: Here) -> None:
    """Confirm an e-mail address, with what is in the link that was sent there."""
    since = timekeeping.milliseconds() - CONFIRM_DAYS * DAY
    if not await here.alerts.store.confirm(hashed("mail", body.token), since):
        raise Refused(404, "old_link", "this link is too old or was used: ask for another one")


@alerts_api.post("/mail/stop", status_code=204, responses=refusals(403, 404))
async def stop_mail(token: Token, here: Here) -> None:
    """Send no more e-mail, as a link in each mail says. Mail programs call this, too."""
    if not await here.alerts.store.stop(token):
        raise Refused(404, "no_address", "we do not write to this address any more")


# Web push


@alerts_api.put("/me/push", status_code=204, responses=refusals(401, 403, 409, 413))
async def subscribe(body: NewPush, request: Request, asker: Member, here: Here) -> None:
    """Have web push sent to this browser."""
    pusher = here.alerts.pusher
    if pusher is None:
        raise Refused(409, "no_push", "this server sends no web push")
    if asker.kind == "bot":
        raise Refused(403, "no_browser", "web push is for browsers")
    try:
        pusher.check(body.endpoint, body.keys.p256dh, body.keys.auth)
    except BadEndpoint as error:
        raise Refused(422, "bad_endpoint", str(error)) from None
    await here.alerts.store.subscribe(
        Subscription(
            hashed("push", body.endpoint),
            asker.id,
            identities.session_of(request) if asker.kind == "account" else None,
            body.endpoint,
            body.keys.p256dh,
            body.keys.auth,
            device_of(request.headers.get("user-agent", "")),
            timekeeping.milliseconds(),
        )
    )


@alerts_api.delete("/me/push", status_code=204, responses=refusals(401, 403))
async def unsubscribe(
    endpoint: Annotated[str, Query(min_length=1, max_length=1000)], asker: Member, here: Here
) -> None:
    """Send no more web push to the browser with this endpoint."""
    await here.alerts.store.unsubscribe(hashed("push", endpoint), asker.id)
