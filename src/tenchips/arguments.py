"""Checks of what callers pass, with one clear sentence where it will not do.

A wrong type is a `TypeError` that names the argument; a number out of range is a `TenchipsError`.
"""

from __future__ import annotations

import os
from functools import cache
from operator import index

from tenchips.errors import TenchipsError


def checked_int(name: str, value: object, low: int, high: int) -> int:
    """The value if it is an int from low to high.

    >>> checked_int("depth", 3, 0, 60)
    3
    >>> checked_int("depth", 61, 0, 60)
    Traceback (most recent call last):
    tenchips.errors.TenchipsError: depth is from 0 to 60, not 61
    >>> checked_int("depth", 3.5, 0, 60)
    Traceback (most recent call last):
    TypeError: depth is an int, not float
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is an int, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise TenchipsError(f"{name} is from {low} to {high}, not {shown_int(number)}")
    return number


def shown_int(number: int) -> str:
    """The number as an error message shows it.

    >>> shown_int(-7), shown_int(10**5000)
    ('-7', 'a number of 16610 bits')
    """
    return str(number) if number.bit_length() <= 128 else f"a number of {number.bit_length()} bits"


def checked_megabytes(megabytes: object) -> int:
    """The bytes of a table of so many megabytes, if the machine has that much memory at all.

    >>> checked_megabytes(0.5)
    524288
    >>> checked_megabytes(-1)
    Traceback (most recent call last):
    tenchips.errors.TenchipsError: megabytes is 0 or more, not -1
    """
    if not isinstance(megabytes, int | float):
        raise TypeError(f"megabytes is a number, not {type(megabytes).__name__}")
    if not 0 <= megabytes < float("inf"):
        raise TenchipsError(f"megabytes is 0 or more, not {_shown_real(megabytes)}")
    if megabytes * 2**20 > _memory():
        raise MemoryError(f"there is no room for a hash table of {_shown_real(megabytes)} MB")
    return int(megabytes * 2**20)


def _shown_real(number: float) -> str:
    return shown_int(number) if isinstance(number, int) else str(number)


@cache
def _memory() -> int:
    """The bytes of memory of this machine; where it does not say, more than any has."""
    try:
        size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        size = 0
    return size if size > 0 else 1 << 50
