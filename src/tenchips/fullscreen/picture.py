"""What every square of the board shows, and what there is to say about the one under the cursor.

It is worked out from a board and what the player has asked to see; drawing it is for `board_view`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from itertools import pairwise
from typing import TypeAlias

from tenchips.board import Board
from tenchips.fullscreen.pointer import Pointer
from tenchips.networks import Network
from tenchips.notation import Move, listed
from tenchips.render.scene import forbidden
from tenchips.rules import Termination
from tenchips.squares import CORNERS, GOALS, NAMES, Color, Square, squares_between


class Mark(Flag):
    """Something to be seen on a square besides its chip."""

    NONE = 0
    CURSOR = auto()
    PICKED = auto()
    LAST_MOVE = auto()
    CAME_FROM = auto()
    FORBIDDEN = auto()
    """No chip of the player to move may go here."""
    REFUSED = auto()
    """The reason why the cursor's square is forbidden: the chips that a chip there would join."""
    SIGHT = auto()
    """On a line of sight of the cursor's square, or of a network."""
    SEEN = auto()
    """A chip of the same colour in sight."""
    THREAT = auto()
    """A chip here would win."""
    HINT = auto()


_Marker: TypeAlias = Callable[[Iterable[Square], Mark], None]


@dataclass(frozen=True)
class Cell:
    """What a square shows."""

    square: Square
    chip: Color | None = None
    ghost: Color | None = None
    """The chip of a move that is only previewed."""
    marks: Mark = Mark.NONE
    number: int = 0
    """The chip's place in a network, from 1."""

    @property
    def is_corner(self) -> bool:
        """Whether it is one of the dead squares."""
        return self.square in CORNERS

    @property
    def goal(self) -> Color | None:
        """The colour whose goal it belongs to."""
        for color, (first, last) in zip(Color, GOALS, strict=True):
            if self.square in first | last:
                return color
        return None


@dataclass(frozen=True)
class Shown:
    """What to show of a position besides its chips."""

    pointer: Pointer | None = None
    """The cursor; None where nobody points."""
    can_move: bool = True
    """Whether a press would make a move, so that it is previewed."""
    forbidden: bool = True
    threats: tuple[Square, ...] = ()
    hint: Move | None = None
    path: Network = ()
    """Chips to number, instead of those of the winning network."""


def picture(board: Board, shown: Shown) -> dict[Square, Cell]:
    """Every square with what it shows."""
    outcome = board.outcome()
    network = shown.path or (outcome.network if outcome else ())
    marks = dict.fromkeys(NAMES, Mark.NONE)

    def mark(squares: Iterable[Square], how: Mark) -> None:
        for square in squares:
            marks[square] |= how

    if board.moves:
        move = board.moves[-1]
        mark([move.to], Mark.LAST_MOVE)
        mark([move.origin] if move.origin else [], Mark.CAME_FROM)
    for one, other in pairwise(network):
        mark(squares_between(one, other), Mark.SIGHT)
    mark(shown.threats, Mark.THREAT)
    if shown.hint is not None:
        mark([shown.hint.to, *([shown.hint.origin] if shown.hint.origin else [])], Mark.HINT)
    ghost: Move | None = None
    if shown.pointer is not None:
        ghost = _point(board, shown, mark)
    if shown.forbidden and shown.can_move and outcome is None:
        mark(_closed(board, shown.pointer), Mark.FORBIDDEN)
    places = {square: place for place, square in enumerate(network, 1)}
    return {
        square: Cell(
            square,
            None if ghost and ghost.origin == square else board.color_at(square),
            board.turn if ghost and ghost.to == square else None,
            marks[square],
            places.get(square, 0),
        )
        for square in NAMES
    }


def _point(board: Board, shown: Shown, mark: _Marker) -> Move | None:
    """Mark what the cursor shows, and return the move to preview."""
    pointer = shown.pointer
    assert pointer is not None
    mark([pointer.cursor], Mark.CURSOR)
    mark([pointer.picked] if pointer.picked else [], Mark.PICKED)
    color, after, ghost = board.color_at(pointer.cursor), board, None
    if shown.can_move and board.outcome() is None:
        move = pointer.candidate(board)
        if refusal := pointer.refusal(board):
            mark([square for square in refusal.squares if board.color_at(square)], Mark.REFUSED)
        elif move is not None:
            ghost, color = move, board.turn
            after = board.copy()
            after.push_unchecked(move)
    if color is not None:
        for chip in after.sights(pointer.cursor):
            if after.color_at(chip) is color:
                mark([chip], Mark.SEEN)
                mark(squares_between(pointer.cursor, chip), Mark.SIGHT)
    return ghost


def _closed(board: Board, pointer: Pointer | None) -> Sequence[Square]:
    """The empty squares that the rule of groups forbids to the player to move."""
    if board.hand(board.turn):
        return forbidden(board, board.turn)
    if pointer is None or pointer.picked is None:
        return ()
    lifted = board.copy()
    lifted.remove_chip(pointer.picked)
    return forbidden(lifted, board.turn)


def describe(board: Board, shown: Shown) -> str:
    """What there is to say about the square under the cursor."""
    pointer = shown.pointer
    if pointer is None:
        return ""
    square, chip = pointer.cursor, board.color_at(pointer.cursor)
    if shown.can_move and board.outcome() is None and chip is None:
        if refusal := pointer.refusal(board):
            return _sentence(str(refusal))
        if move := pointer.candidate(board):
            return _preview(board, move)
    if chip is None:
        return f"{square} is empty."
    seen = [other for other in board.sights(square) if board.color_at(other) is chip]
    return f"{square}: {str(chip).lower()} chip, " + (
        f"linked to {listed(seen)}." if seen else "linked to no other."
    )


def _preview(board: Board, move: Move) -> str:
    """What a legal move would do."""
    after = board.copy()
    after.push_unchecked(move)
    outcome = after.outcome()
    if outcome is not None and outcome.termination is Termination.NETWORK:
        return f"{move}: {outcome}."
    seen = [chip for chip in after.sights(move.to) if after.color_at(chip) is board.turn]
    return f"{move}: would be linked to {listed(seen) if seen else 'no other chip'}."


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
