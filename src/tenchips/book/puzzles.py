"""The puzzles in the package: a position, and the one move that wins in time or does not lose.

`puzzles` gives them all, easiest first; `select_puzzles` some of them, and `daily_puzzle` the one
of a day. They are made by `benchmarks/make_puzzles.py`. Each claim is proved by exhausting every
move, and checked by `tests/puzzles/check.py`, which shares no code with the maker.
"""

from __future__ import annotations

import gzip
import json
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias

from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.notation import Move

Kind: TypeAlias = Literal["win", "defend"]

FILE: Final = "puzzles.jsonl.gz"

THEMES: Final = (
    "double threat", "crossing network", "long line", "long network", "step", "cutting",
    "both-complete trap",
)  # fmt: skip
"""What a puzzle can be about; docs/puzzles.md says what each means."""


class PuzzleError(TenchipsError):
    """A puzzle that does not exist.

    >>> find_puzzle("no such id")
    Traceback (most recent call last):
    tenchips.book.puzzles.PuzzleError: there is no puzzle 'no such id': ...
    """


class Puzzle(NamedTuple):
    """A puzzle.

    In a `win` each of your moves in the `solution` is the only one that wins within the plies that
    are left. In a `defend` it is the only move after which you do not lose within `plies`.

    >>> puzzle = puzzles()[0]
    >>> puzzle.kind, puzzle.solution[0] in puzzle.board().legal_moves
    ('win', True)
    """

    id: str
    position: str
    kind: Kind
    plies: int
    solution: tuple[Move, ...]
    themes: tuple[str, ...]
    rating: int

    @classmethod
    def from_json(cls, line: str) -> Puzzle:
        """A puzzle from its line of JSON."""
        data = json.loads(line)
        data["solution"] = tuple(Move.parse(move) for move in data["solution"])
        data["themes"] = tuple(data["themes"])
        return cls(**data)

    def to_json(self) -> str:
        """The puzzle as one line of JSON."""
        data = {**self._asdict(), "solution": [str(move) for move in self.solution]}
        return json.dumps(data, separators=(",", ":"))

    def board(self) -> Board:
        """The position to solve."""
        return Board(self.position)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of the package, easiest first.

    >>> len(puzzles()) >= 2000
    True
    """
    packed = files("tenchips.book").joinpath(FILE).read_bytes()
    return tuple(Puzzle.from_json(line) for line in gzip.decompress(packed).decode().splitlines())


def find_puzzle(id: str) -> Puzzle:
    """The puzzle with an id.

    >>> find_puzzle("none")
    Traceback (most recent call last):
    tenchips.book.puzzles.PuzzleError: there is no puzzle 'none': `tenchips puzzle --export` lists
    them all
    """
    for puzzle in puzzles():
        if puzzle.id == id:
            return puzzle
    raise PuzzleError(f"there is no puzzle {id[:20]!r}: `tenchips puzzle --export` lists them all")


def select_puzzles(
    theme: str | None = None, lowest: int | None = None, highest: int | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles with a theme and a rating from the lowest to the highest; at least one.

    >>> {"step" in puzzle.themes for puzzle in select_puzzles("step")}
    {True}
    """
    if theme is not None and theme not in THEMES:
        raise PuzzleError(f"{theme[:40]!r} is not a theme: choose from {', '.join(THEMES)}")
    found = tuple(
        puzzle
        for puzzle in puzzles()
        if (theme is None or theme in puzzle.themes)
        and (lowest is None or lowest <= puzzle.rating)
        and (highest is None or puzzle.rating <= highest)
    )
    if not found:
        first, last = puzzles()[0].rating, puzzles()[-1].rating
        raise PuzzleError(f"no puzzle is like that: ratings are from {first} to {last}")
    return found


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: one after the other by id, then from the start.

    >>> daily_puzzle(date(2026, 1, 1)) != daily_puzzle(date(2026, 1, 2))
    True
    """
    return _by_id()[day.toordinal() % len(puzzles())]


@cache
def _by_id() -> list[Puzzle]:
    return sorted(puzzles(), key=lambda puzzle: puzzle.id)
