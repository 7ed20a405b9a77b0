"""Openings: where games start, so that they are not all the same.

White wins from the start with best play, so games from there say little about two good players. The
balanced openings that the solver found give both sides a chance; a few random moves often do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from tenchips import solver
from tenchips.arena.errors import ArenaError
from tenchips.board import Board
from tenchips.files import read_text_file
from tenchips.notation import START, Move
from tenchips.record import Record, RecordError, read_records
from tenchips.rules import IllegalMove, Rules

DEFAULT: Final = "balanced"
LONGEST: Final = 18
"""The most random plies: after more, the game is often over."""


@dataclass(frozen=True)
class Opening:
    """A starting position, and moves from there.

    >>> Opening(("33", "44")).board().position
    '8/8/8/3W4/4B3/8/8/8 w 0 2'
    """

    moves: tuple[str, ...] = ()
    start: str = START

    def board(self, rules: Rules = Rules()) -> Board:
        """The board after the opening."""
        return Board(self.start, rules, self.moves)


class Openings:
    """Openings by number; the same seed gives the same ones.

    >>> openings = Openings.parse("random:5", seed=1)
    >>> len(openings[0].moves), openings[0] == openings[0], openings[0] == openings[1]
    (5, True, False)
    """

    def __init__(self, known: tuple[Opening, ...] = (), plies: int = 0, seed: int = 0) -> None:
        """Known openings, repeated after the last, or else openings of random plies."""
        self._known, self._plies, self._seed = known, plies, seed

    @classmethod
    def parse(cls, text: str, seed: int = 0) -> Openings:
        """`start`, `balanced`, `random:PLIES`, or a file: of game records, or with one opening per
        line, moves or a position followed by moves."""
        if text == "start":
            return cls((Opening(),))
        if text == "balanced":
            fair = [Opening(tuple(map(str, moves))) for moves in solver.balanced_openings()]
            return cls(tuple(Random(seed).sample(fair, len(fair))))
        if match := re.fullmatch("random:([0-9]{1,3})", text):
            plies = int(match[1])
            if plies > LONGEST:
                raise ArenaError(f"openings have at most {LONGEST} random plies, not {plies}")
            return cls(plies=plies, seed=seed)
        path = Path(text)
        if not path.is_file():
            raise ArenaError(
                f"there is no file {text[:80]!r} of openings: "
                "write start, balanced, random:5 or a file"
            )
        known = _read(read_text_file(path), path)
        if not known:
            raise ArenaError(f"{path} holds no opening")
        return cls(known)

    def __getitem__(self, number: int) -> Opening:
        if self._known:
            return self._known[number % len(self._known)]
        luck = Random(f"{self._seed} {number}")
        while True:
            board = Board()
            while len(board.moves) < self._plies and board.outcome() is None:
                board.push_unchecked(luck.choice(list(board.legal_moves)))
            if board.outcome() is None:
                return Opening(tuple(map(str, board.moves)))


def _read(text: str, path: Path) -> tuple[Opening, ...]:
    if text.lstrip().startswith("["):
        return tuple(_of_record(game, path) for game in read_records(text))
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.partition("#")[0].split():
            try:
                openings.append(_of_words(words))
            except ValueError as error:
                raise ArenaError(f"{path}, line {number}: {error}") from error
    return tuple(openings)


def _of_record(game: Record | RecordError, path: Path) -> Opening:
    if isinstance(game, RecordError):
        raise ArenaError(f"{path}, {game}") from game
    return _open(game.board())


def _of_words(words: list[str]) -> Opening:
    if "/" in words[0]:
        return _open(Board(" ".join(words[:4]), moves=words[4:]))
    board = Board()
    for word in words:
        move = Move.parse(word)
        try:
            board.push(move)
        except IllegalMove as error:
            raise ArenaError(f"{move} is illegal: {error}") from error
    return _open(board)


def _open(board: Board) -> Opening:
    if outcome := board.outcome():
        raise ArenaError(f"an opening must not end the game: {outcome}")
    return Opening(tuple(map(str, board.moves)), board.start)
