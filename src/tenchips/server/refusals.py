"""The ways in which a request is refused, and how the OpenAPI document declares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tenchips.server.models import Error

_MEANINGS: Final = {
    401: "The request has no identity: call GET /api/v1/me for a cookie, send a bearer token, or "
    "sign in. Or what it signs in with is wrong.",
    403: "The request comes from another site, or must be confirmed by signing in again.",
    404: "Not found.",
    409: "The game does not allow it, or the name is taken.",
    413: "The body is too large.",
    422: "The request is not valid.",
    429: "Too many requests.",
    503: "The server is too busy, or its database does not answer.",
}


_ERROR: Final = {"schema": {"$ref": f"#/components/schemas/{Error.__name__}"}}


class Refused(Exception):
    """A request is refused: with a status, a word for programs and a sentence for people."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.error = error
        self.detail = detail

    def __reduce__(self) -> tuple[type[Refused], tuple[int, str, str]]:
        return Refused, (self.status, self.error, self.detail)  # so that processes can raise it

    def body(self) -> dict[str, str]:
        """The answer's body."""
        return {"error": self.error, "detail": self.detail}


NO_DATABASE: Final = Refused(503, "no_database", "the database does not answer: try again soon")


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Declare the refusals that an endpoint may answer with.

    >>> refusals(404)[404]["description"]
    'Not found.'
    """
    return {
        status: {"description": _MEANINGS[status], "content": {"application/json": _ERROR}}
        for status in statuses
    }


def sentence(errors: Sequence[Any]) -> str:
    """What is wrong with a body or a message, by the first of pydantic's errors.

    >>> sentence([{"loc": ("body", "clock", "base"), "msg": "Input should be greater than 0"}])
    'body.clock.base: input should be greater than 0'
    """
    first = errors[0]
    place = ".".join(map(str, first["loc"]))
    message = first["msg"].removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    return f"{place}: {message}" if place else message
