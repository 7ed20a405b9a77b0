"""The base class of every error that a user can put right.

An error of this kind has a message of one sentence: what was wrong, and what to do. The command
line shows that sentence and exits; any other exception is a bug and is reported as one.
"""

from __future__ import annotations


class TenchipsError(ValueError):
    """Bad input or a missing thing, explained in one sentence."""
