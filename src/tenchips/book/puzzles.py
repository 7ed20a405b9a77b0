"""The puzzles in the package: a position, and one move that wins in time or does not lose.

`puzzles` gives them all, easiest first. They are made by `benchmarks/make_puzzles.py`; each
claim is proved by exhausting every move, and checked by a program that shares no code with the
maker.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.notation import Move

Kind: TypeAlias = Literal["win", "defend"]

FILE: Final = "puzzles.jsonl.gz"


class PuzzleError(TenchipsError):
    """A puzzle that cannot be had."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. To `win`, find the one move that wins within `plies` plies at each of your turns in
    the `solution`; to `defend`, find the one move after which you do not lose within `plies`.

    >>> puzzle = puzzles()[0]
    >>> puzzle.board().turn in (WHITE, BLACK)
    True
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
        data = {**self.__dict__, "solution": [str(move) for move in self.solution]}
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


def find_puzzle(id: str, among: Iterable[Puzzle] | None = None) -> Puzzle:
    """The puzzle with an id; `PuzzleError` if there is none."""
    for puzzle in puzzles() if among is None else among:
        if puzzle.id == id:
            return puzzle
    raise PuzzleError(f"there is no puzzle {id[:20]!r}: `tenchips puzzle --export` lists them all")
