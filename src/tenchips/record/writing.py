"""Writing a record: its tags, and its moves in lines of at most 80 columns.

The text can always be read again and gives the same record. Nothing here judges a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tenchips.notation import PositionText

if TYPE_CHECKING:
    from tenchips.record.model import Line, Record

WIDTH: Final = 80
"""The columns of a written record."""

QUOTES: Final = re.compile(r'(["\\])')
"""What a backslash makes an ordinary character in the value of a tag."""

BRACES: Final = re.compile(r"([{}\\])")
"""What a backslash makes an ordinary character in a comment."""


def write_record(record: Record) -> str:
    """The record as text, with a line break at its end."""
    tags = [f'[{name} "{_escape(value, QUOTES)}"]' for name, value in record.tags.items()]
    first_ply = plies_before(PositionText.parse(record.start))
    pieces = [*_write_line(record.line, first_ply), record.result]
    return "\n".join([*tags, "", *_wrap(pieces), ""])


def write_moves(line: Line, start: str) -> str:
    """The moves of a line from a position, with comments and variations, as one line of text."""
    return " ".join(_write_line(line, plies_before(PositionText.parse(start))))


def plies_before(start: PositionText) -> int:
    """The moves made before a position."""
    return 2 * (start.number - 1) + start.turn


def unescape(text: str, special: re.Pattern[str]) -> str:
    """The text without the backslashes that stand before special characters.

    >>> unescape(r'the \"Cup\"', QUOTES)
    'the "Cup"'
    """
    return re.sub(rf"\\{special.pattern}", r"\1", text)


def _escape(text: str, special: re.Pattern[str]) -> str:
    return special.sub(r"\\\1", text)


def _write_line(line: Line, first_ply: int) -> list[str]:
    """A line in pieces between which a line of text may end."""
    pieces = _write_comments(line.comments)
    numbered = True
    for ply, node in enumerate(line, first_ply):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " * numbered
        pieces.append(f"{number}{node.move}{node.annotation}")
        pieces += _write_comments(node.comments)
        for variation in node.variations:
            inner = _write_line(variation, ply)
            inner[0] = f"({inner[0]}"
            inner[-1] += ")"
            pieces += inner
        numbered = bool(node.comments or node.variations)
    return pieces


def _write_comments(comments: tuple[str, ...]) -> list[str]:
    """Comments in pieces; none of them begins with [, which would look like a tag."""
    return [
        piece
        for comment in comments
        for piece in re.split(r" (?!\[)", f"{{{_escape(comment, BRACES)}}}")
    ]


def _wrap(pieces: list[str]) -> Iterator[str]:
    words: list[str] = []
    width = 0
    for piece in pieces:
        if words and width + len(piece) > WIDTH:
            yield " ".join(words)
            words, width = [], 0
        words.append(piece)
        width += len(piece) + 1
    yield " ".join(words)
