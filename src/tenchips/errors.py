"""Errors: what a user can put right, and arguments of a wrong type.

A `TenchipsError` has a message of one sentence: what was wrong, and what to do. The command line
shows that sentence and exits; any other exception is a bug and is reported as one. A wrong type
in Python code is a `TypeError` that names the argument and the type it should have.
"""

from __future__ import annotations

from collections.abc import Iterable


class TenchipsError(ValueError):
    """Bad input or a missing thing, explained in one sentence.

    >>> issubclass(TenchipsError, ValueError)
    True
    """


class NotationError(TenchipsError):
    """A text that is not a square, a move, a position or rules at all.

    >>> from tenchips import Move
    >>> Move.parse("e4")
    Traceback (most recent call last):
    tenchips.errors.NotationError: 'e4' is not a move: write an add like 33 or a step like 33-45
    """


def check_type(name: str, value: object, types: type | tuple[type, ...], expected: str) -> None:
    """Raise `TypeError` unless a value has one of the types. A bool does not count as an int.

    >>> check_type("steps", "3", int, "an int")
    Traceback (most recent call last):
    TypeError: steps must be an int, not '3'
    """
    if not isinstance(value, types) or (isinstance(value, bool) and types is int):
        raise wrong_type(name, value, expected)


def check_items(name: str, values: object, types: type, expected: str) -> None:
    """Raise `TypeError` unless a value is an iterable of items of a type, and not a text.

    >>> check_items("comments", "good", str, "texts")
    Traceback (most recent call last):
    TypeError: comments must be a tuple or list of texts, not 'good'
    """
    if (
        isinstance(values, str | bytes)
        or not isinstance(values, Iterable)
        or not all(isinstance(value, types) for value in values)
    ):
        raise wrong_type(name, values, f"a tuple or list of {expected}")


def wrong_type(name: str, value: object, expected: str) -> TypeError:
    """The error for an argument of a wrong type."""
    return TypeError(f"{name} must be {expected}, not {quoted(value)}")


def quoted(value: object) -> str:
    """A value as an error message quotes it: short, on one line."""
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= 60 else f"{shown[:56]}...{shown[-1]}"
