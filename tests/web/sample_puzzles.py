"""Puzzles of the package that the browser tests solve, chosen by what they are."""

from __future__ import annotations

from tenchips.book.puzzles import Kind, Puzzle, puzzles
from tenchips.squares import BLACK


def easiest(kind: Kind, plies: int, *themes: str, rating: int = 0) -> Puzzle:
    """The easiest puzzle of its kind from a rating on, with Black to add a chip."""
    return next(
        puzzle
        for puzzle in puzzles()
        if (puzzle.kind, puzzle.plies, puzzle.board().turn) == (kind, plies, BLACK)
        and {*themes} <= {*puzzle.themes}
        and puzzle.rating >= rating
        and puzzle.board().hand(BLACK)
    )


LONG = easiest("win", 5, "double threat", rating=800)  # medium
SHORT = easiest("win", 1)
DEFENCE = easiest("defend", 2)
