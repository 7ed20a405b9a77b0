"""The moves of a game laid out in rows: a full move a row, variations indented below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tenchips.board import Board
from tenchips.record import Game, GameNode
from tenchips.squares import BLACK

NUMBER: Final = 5
MOVE: Final = 9
"""Columns of a move's number, and of a move with its annotation."""


class Token(NamedTuple):
    """A piece of a row: a move with its node, or a number, bracket or gap without one."""

    text: str
    node: GameNode | None = None


Row = list[Token]


def move_rows(game: Game, width: int) -> list[Row]:
    """All moves of a game, in rows of at most so many columns.

    >>> def text(row):
    ...     return "".join(token.text for token in row).rstrip()
    >>> game = Game.parse("1. 33 44 (1... 45! 2. 53) 2. 55 *")
    >>> print(*map(text, move_rows(game, 40)), sep="\\n")
      1. 33       44
       1... 45! 2. 53
      2. 55
    """
    return list(_main_rows(game, width))


def _main_rows(game: Game, width: int) -> Iterator[Row]:
    ply = _first_ply(Board(game.start, game.rules))
    row: Row = []
    for node in game.main_line():
        if not row:
            row = [Token(f"{ply // 2 + 1:3}. ")] + [Token(f"{'...':{MOVE}}")] * (ply % 2)
        row.append(Token(f"{_move(node):{MOVE}}", node))
        assert node.parent is not None
        others = node.parent.variations[1:]
        if ply % 2 or others:
            yield row
            row = []
        for other in others:
            yield from _variation_rows(other, ply, width, 1)
        ply += 1
    if row:
        yield row


def _variation_rows(node: GameNode | None, ply: int, width: int, depth: int) -> Iterator[Row]:
    """A variation as running text, and the variations of its moves below it."""
    indent = Token(" " * min(NUMBER - 2 + 2 * (depth - 1), width // 2))
    row, below, first = [indent], list[tuple[GameNode, int]](), True
    while node is not None:
        text = _move(node)
        if ply % 2 == 0 or first:
            text = f"{ply // 2 + 1}.{'..' * (ply % 2)} {text}"
        if len(row) > 1 and sum(len(token.text) for token in row) + len(text) > width:
            yield row
            row = [indent]
        row.append(Token(f"{text} ", node))
        if not first:
            assert node.parent is not None
            below += [(other, ply) for other in node.parent.variations[1:]]
        node, ply, first = node.next, ply + 1, False
    yield row
    for other, at in below:
        yield from _variation_rows(other, at, width, depth + 1)


def _move(node: GameNode) -> str:
    return f"{node.move}{node.annotation}"


def _first_ply(board: Board) -> int:
    return 2 * (board.number - 1) + (board.turn is BLACK)
