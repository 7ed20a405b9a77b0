"""The forced wins of the benchmark suite, checked by the oracle.

The engine says what the winner plays; everything else is the oracle's: which moves are legal,
whether any reply was left out, who has a network in the end. A position counts as proven when
every reply at every turn was answered; where that takes too long, random lines are followed to
their ends. One position in sixteen by default, all of them with `TENCHIPS_DEEP=1`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import oracle
from tenchips import Board, Move
from tenchips.engine import Engine, Limit

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite.txt"
POSITIONS = [line.split(";")[0] for line in SUITE.read_text().splitlines()]
DEEP = bool(os.environ.get("TENCHIPS_DEEP"))
MOST = 3000 if DEEP else 60  # turns of the loser looked at in full
LINES = 40 if DEEP else 4
LONGEST = 40  # plies of a line, far beyond any claim


class TooLarge(Exception):
    """The tree of replies has more turns than there is time for."""


class Winner:
    """The side the suite says wins: the engine's moves, judged by the oracle."""

    def __init__(self, engine: Engine, text: str) -> None:
        self._engine = engine
        self._color = oracle.Position.read(text).turn
        self._last: list[oracle.Move] = []
        self._proven: set[frozenset[tuple[oracle.Square, str]]] = set()
        self.turns = 0

    def move(self, position: oracle.Position) -> oracle.Move:
        """A legal move that wins at once, if one that did before does again, or the engine's."""
        for move in self._last[-3:]:
            if is_legal(position, move) and oracle.winner(position.play(move)) == self._color:
                return move
        info = self._engine.play(Board(text_of(position)), Limit(nodes=60_000_000))
        assert info.score.plies is not None, f"no proof from {text_of(position)}"
        assert info.score.plies > 0, f"a loss from {text_of(position)}"
        move = move_of(info.move)
        assert is_legal(position, move)
        if self.has_won(position.play(move)):
            self._last.append(move)
        return move

    def has_won(self, position: oracle.Position) -> bool:
        """Whether the game is over and won."""
        winner = oracle.winner(position)
        if winner is None and position.turn != self._color and not oracle.legal_moves(position):
            return True  # the loser has no move
        assert winner in (None, self._color), f"the loser wins in {text_of(position)}"
        return winner is not None

    def prove(self, position: oracle.Position, most: int, plies: int = 0) -> None:
        """Answer every reply at every turn."""
        if (chips := frozenset(position.chips.items())) in self._proven:
            return
        assert plies < LONGEST
        after = position.play(self.move(position))
        if not self.has_won(after):
            self.turns += 1
            if self.turns > most:
                raise TooLarge
            for reply in sorted(oracle.legal_moves(after), key=oracle.action):
                answered = after.play(reply)
                if not self.has_won(answered):
                    self.prove(answered, most, plies + 2)
        self._proven.add(chips)

    def follow(self, position: oracle.Position, luck: Random) -> None:
        """Win against random replies."""
        for _ in range(LONGEST):
            position = position.play(self.move(position))
            if self.has_won(position):
                return
            replies = sorted(oracle.legal_moves(position), key=oracle.action)
            position = position.play(luck.choice(replies))
            if self.has_won(position):
                return
        raise AssertionError("the game has no end")


def is_legal(position: oracle.Position, move: oracle.Move) -> bool:
    """Whether a move is legal, without writing down all that are."""
    origin, target = move
    chips = dict(position.chips)
    own = sum(color == position.turn for color in chips.values())
    if origin is None:
        return own < 10 and oracle.may_be_put(chips, position.turn, target)
    if own < 10 or origin == target or chips.pop(origin, None) != position.turn:
        return False
    return oracle.may_be_put(chips, position.turn, target)


def text_of(position: oracle.Position) -> str:
    """The position as text."""
    rows = []
    for y in range(8):
        row = "".join(position.chips.get((x, y), ".") for x in range(8))
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    number = (len(position.chips) + position.steps) // 2 + 1
    return f"{'/'.join(rows)} {position.turn.lower()} {position.steps} {number}"


def move_of(move: Move) -> oracle.Move:
    """A move as the oracle writes it."""
    origin = None if move.origin is None else (int(move.origin[0]), int(move.origin[1]))
    return origin, (int(move.to[0]), int(move.to[1]))


@pytest.mark.parametrize("text", POSITIONS if DEEP else POSITIONS[::16])
def test_a_win_of_the_suite(text: str, record_property: Callable[[str, object], None]) -> None:
    with Engine() as engine:
        winner = Winner(engine, text)
        try:
            winner.prove(oracle.Position.read(text), MOST)
            record_property("proven", winner.turns)
        except TooLarge:
            for line in range(LINES):
                winner.follow(oracle.Position.read(text), Random(f"{text} {line}"))
            record_property("followed", LINES)
