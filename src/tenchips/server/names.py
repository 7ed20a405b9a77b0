"""The names that players may take: seen by everybody, and not taken for the machine's.

Two guests may have the same name, and a determined one can look like another: a seat belongs to an
identity, not to a name. What is refused is a name that cannot be seen or that plays with the page.
The name of an account is unique, also for a hasty reader, and part of an address.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 40
SHORTEST_OF_ACCOUNT: Final = 2
LONGEST_OF_ACCOUNT: Final = 24
MARKS: Final = 4
"""Combining marks that one letter may carry."""

# Characters that show nothing, as Unicode lists them (Default_Ignorable_Code_Point), where their
# category does not tell; and the blank of Braille.
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef]"
)
_MACHINES: Final = re.compile(
    r"(the)?(machine|computer|random|learned)(player|mover|moves?|level|no)?[oi\d]*"
)
_RESERVED: Final = re.compile(
    r"guest[oi\d]*|anonym(ous)?|nobody|everybody|everyone|deletedplayer|player|system|server|root"
    r"|(the)?(admin(istrator)?|mod(erator)?|staff|official|support|help|owner|team)s?"
    r"|tenchips(official|team|support|admin|staff)?|null|none|undefined|me|you|white|black|draw"
)
# Letters of other scripts and digits that look like letters of these words.
_LOOK_ALIKE: Final = str.maketrans("аеосіһԁмпαιονϲ01", "aeocihdmnaiovcoi")  # noqa: RUF001


def checked_name(name: str) -> str:
    """The name; raises `ValueError` with a sentence if nobody may have it.

    >>> checked_name("Åse 안나")
    'Åse 안나'
    >>> checked_name("\u3164")
    Traceback (most recent call last):
    ...
    ValueError: a name has no characters that cannot be seen: U+3164
    """
    checked_visible(name, LONGEST)
    if _MACHINES.fullmatch(skeleton(name)):
        raise ValueError("this name is the computer's: choose another")
    return name


def checked_visible(name: str, longest: int) -> str:
    """The name of anything; raises `ValueError` with a sentence if it cannot be seen well."""
    if not name or name != name.strip() or len(name) > longest:
        raise ValueError(f"a name has 1 to {longest} characters and no space at its ends")
    for character in name:
        if _is_unseen(character):
            code = f"U+{ord(character):04X}"
            raise ValueError(f"a name has no characters that cannot be seen: {code}")
    marks = "".join("m" if unicodedata.category(it)[0] == "M" else "." for it in name)
    if marks.startswith("m") or "m" * (MARKS + 1) in marks:
        raise ValueError(f"a letter has at most {MARKS} marks, and a name does not begin with one")
    return name


def checked_account_name(name: str) -> str:
    """The name; raises `ValueError` with a sentence if no account may have it.

    >>> checked_account_name("Ann-Sophie 2")
    'Ann-Sophie 2'
    >>> checked_account_name("Àdmin")
    Traceback (most recent call last):
    ...
    ValueError: this name is reserved: choose another
    """
    if not SHORTEST_OF_ACCOUNT <= len(name) <= LONGEST_OF_ACCOUNT:
        raise ValueError(
            f"an account's name has {SHORTEST_OF_ACCOUNT} to {LONGEST_OF_ACCOUNT} characters"
        )
    checked_name(name)
    if not all(it in " -_" or unicodedata.category(it)[0] in "LNM" for it in name):
        raise ValueError("an account's name has letters, digits, spaces, - and _, and nothing else")
    seen = skeleton(name)
    if not seen or len(seen) > 2 * LONGEST_OF_ACCOUNT or "  " in name:
        raise ValueError("an account's name has a letter or a digit, and no two spaces in a row")
    if _RESERVED.fullmatch(seen):
        raise ValueError("this name is reserved: choose another")
    return name


def _is_unseen(character: str) -> bool:
    """Whether a character shows nothing, turns the text around, or is an unusual space."""
    category = unicodedata.category(character)
    if category[0] == "C" or category in ("Zl", "Zp") or _IGNORED.match(character):
        return True
    return category == "Zs" and character != " "


def skeleton(name: str) -> str:
    """What a hasty reader sees of a name.

    >>> skeleton("Máchine  №10")
    'machinenoio'
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(it for it in folded if it.isalnum()).translate(_LOOK_ALIKE)
