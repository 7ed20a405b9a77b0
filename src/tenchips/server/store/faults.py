"""Why the store could not do something."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else wrote first: read what they wrote and judge again."""


class Unavailable(Exception):
    """The database did not answer: whether it stored anything shows when it is read again."""
