"""What the game line by line and the game on the full screen say in the same words: the names of
players, and threats."""

from __future__ import annotations

import re
from typing import Final

from tenchips.board import Board
from tenchips.notation import listed
from tenchips.squares import Color, Square

RULES_TEXT: Final = """\
White joins the left and right goals, Black the upper and lower ones,
with a network: six or more chips in sight of each other, turning at
every chip. At most two of your chips may touch."""


def shown_name(name: str) -> str:
    """A player as people read them: what is typed for our own players, in words.

    >>> shown_name("machine:level=3"), shown_name("net:simulations=200"), shown_name("Ann")
    ('machine, level 3', 'learned player', 'Ann')
    """
    if name.startswith("net:"):
        return "learned player"
    return re.sub(r"^machine:level=(\d+)$", r"machine, level \1", name)


def threats(board: Board, color: Color) -> tuple[Square, ...]:
    """The squares where a colour would win at once if it were its turn.

    >>> from tenchips import WHITE
    >>> threats(Board(moves="62 27 02 67 32 16 65 56 46 34 26 14"), WHITE)[0]
    '73'
    """
    if board.outcome() is not None:
        return ()
    white, black = (board.chips(either) for either in Color)
    asked = Board.diagram(white, black, turn=color, rules=board.rules)
    wins = (move.to for move in asked.winning_moves())
    return tuple(sorted(set(wins)))


def threats_sentence(board: Board) -> str:
    """Where either side would win at once.

    >>> print(threats_sentence(Board(moves="33")))
    Nobody can win with one move.
    """
    parts = []
    for color in (board.turn, board.turn.other):
        if wins := threats(board, color):
            can = "can win" if color is board.turn else "threatens to win"
            parts.append(f"{color} {can} with a chip on {listed(wins)}.")
    return " ".join(parts) or "Nobody can win with one move."
