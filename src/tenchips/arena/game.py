"""A finished game of the arena, with everything that is known about it.

It is saved as one line of JSON, and can be turned into a game record.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any, Final

from tenchips.board import Board
from tenchips.engine import Info
from tenchips.notation import START, Move
from tenchips.players import PlayerFaultKind
from tenchips.record import Evaluation, Line, Node, Record
from tenchips.rules import Rules, Termination
from tenchips.squares import BLACK, WHITE, Color

REFUSED: Final = "refused a legal move"
"""Counted with the faults, although no game is lost by it."""


def game_name(key: str) -> str:
    """What people call the game with a key in the results.

    >>> game_name("3a"), game_name("3b"), game_name("2.0-5.1")
    ('game 7', 'game 8', 'round 2, game 2')
    """
    if match := re.fullmatch(r"(\d+)([ab])", key):
        return f"game {2 * int(match[1]) + 1 + (match[2] == 'b')}"
    if match := re.fullmatch(r"(\d+)\.\d+-\d+\.(\d+)", key):
        return f"round {match[1]}, game {int(match[2]) + 1}"
    return key


@dataclass(frozen=True)
class GameFault:
    """What a player did wrong to lose the game.

    >>> GameFault(BLACK, "time", "it took too long").kind
    'time'
    """

    color: int
    kind: PlayerFaultKind
    sentence: str
    last_lines: tuple[str, ...] = ()
    """What its program wrote last, where that helps to explain the fault."""


@dataclass(frozen=True)
class Game:
    """Players, moves with their times and evaluations, the result, and the legal moves that a
    player rejected as illegal.

    >>> game = Game("Ann", "Bob", ("33", "44"), 0, "1-0", "resignation", (0.5, 2.0), ("", ""))
    >>> game.winner, game.times(BLACK), len(game.board().moves)
    (WHITE, [2.0], 2)
    >>> game.record().termination
    <Termination.RESIGNATION: 'resignation'>
    """

    white: str
    black: str
    moves: tuple[str, ...]
    opening: int
    """How many of the moves are the opening, which the players did not choose."""
    result: str
    termination: str
    seconds: tuple[float, ...]
    thoughts: tuple[str, ...]
    """For each move of the players `score/depth`, or an empty string."""
    fault: GameFault | None = None
    refused: tuple[tuple[int, str], ...] = ()
    start: str = START
    rules: str = ""
    date: str = ""
    time: str = ""
    """When it began, in local time."""

    @property
    def points(self) -> float:
        """White's points: 1, 1/2 or 0."""
        return {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[self.result]

    @property
    def winner(self) -> Color | None:
        """The colour that won."""
        return {"1-0": WHITE, "0-1": BLACK}.get(self.result)

    def name(self, color: int) -> str:
        """The name of the player with a colour."""
        return (self.white, self.black)[color]

    def times(self, color: int) -> list[float]:
        """The seconds that each move of a colour took."""
        first = Board(self.start).turn
        return [
            seconds
            for ply, seconds in enumerate(self.seconds, self.opening)
            if (first + ply) % 2 == color
        ]

    def board(self) -> Board:
        """The board at the end."""
        return Board(self.start, Rules.parse(self.rules), self.moves)

    def as_json(self) -> dict[str, Any]:
        """The game as data for the results file."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Game:
        """The game for such data; `ValueError` or `TypeError` if it is not one."""
        fault = data.pop("fault", None)
        if fault is not None:
            fault["last_lines"] = tuple(fault.get("last_lines", ()))
        lists = ("moves", "seconds", "thoughts")
        data |= {name: tuple(data[name]) for name in lists}
        data["refused"] = tuple((color, move) for color, move in data["refused"])
        game = cls(**data, fault=fault and GameFault(**fault))
        if game.result not in ("1-0", "0-1", "1/2-1/2"):
            raise ValueError(f"{game.result!r} is not a result")
        return game

    def record(self, event: str = "?", key: str = "") -> Record:
        """The game as a record. Its key becomes the round, and there are extra tags for the
        opening, a fault, and legal moves that were rejected."""
        comments = [""] * self.opening + [
            _comment(thought, seconds)
            for thought, seconds in zip(self.thoughts, self.seconds, strict=True)
        ]
        nodes = [
            Node(Move.parse(move), comments=(comment,))
            for move, comment in zip(self.moves, comments, strict=True)
        ]
        tags = [(name, value) for name, value in (("Round", key), ("Time", self.time)) if value]
        if self.opening:
            tags.append(("Opening", f"{self.opening} plies"))
        if self.fault is not None:
            tags.append(("Fault", f"{self.fault.kind}: {self.fault.sentence}"))
        if self.refused:
            refused = (f"{Color(color)} {move}" for color, move in self.refused)
            tags.append(("Refused", ", ".join(refused)))
        return Record(
            Line(tuple(nodes)), self.white, self.black, event, self.date or "????.??.??",
            self.result, Termination(self.termination), Rules.parse(self.rules), self.start,
            tuple(tags),
        )  # fmt: skip


def _comment(thought: str, seconds: float) -> str:
    """The comment on a move: score, depth and time, or the time alone."""
    if not thought:
        return f"{seconds:.2f}s"
    score, _, depth = thought.partition("/")
    return str(Evaluation(score, int(depth), seconds))


def score_text(info: Info) -> str:
    """A score and its depth as records write them.

    >>> from tenchips.engine import Score
    >>> score_text(Info(9, 12, Score.win_in(7), (Move("33"),), 10, 0.1, 0))
    '+M7/9'
    >>> score_text(Info(9, 12, Score(-25), (Move("33"),), 10, 0.1, 0))
    '-0.25/9'
    """
    evaluation = info.evaluation
    return f"{evaluation.score}/{evaluation.depth}"
