"""Players made for the tests: they play a list of things, of which some are not moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tenchips import Board, Color, Move
from tenchips.engine import Info, Score
from tenchips.players import Allowance


class Scripted:
    """Plays what it is given; a callable is called, and what comes of it played."""

    thought: Info | None = None

    def __init__(self, name: str, script: Iterable[str | Callable[[], str]] = ()) -> None:
        self.name = name
        self.refused: tuple[Move, ...] = ()
        self.told: list[Allowance | None] = []
        self._script = iter(script)

    def begin(self, color: Color) -> None:
        pass

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        self.told.append(allowance)
        line = next(self._script)
        return Move.parse(line if isinstance(line, str) else line())

    def close(self) -> None:
        pass


def thinking(plies: int | None, points: int = 0, depth: int = 3) -> Info:
    score = Score(points) if plies is None else Score.win_in(plies)
    return Info(depth, depth, score, (Move("33"),), 1, 0.1, 0)
