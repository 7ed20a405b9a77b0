"""Exports and imports: records read and written, boards drawn. They need only the library.

Texts come from outside, so every fault is a `Refused` with the library's own sentence for it.
Reading and drawing take their time: an `ExportPool` has them done in another process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

from tenchips import Board, Rules
from tenchips.notation import START, NotationError
from tenchips.record import UNKNOWN, Line, Node, Record, RecordError, read_records
from tenchips.record.writing import write_moves
from tenchips.render import gif, svg
from tenchips.rules import IllegalMove, ImpossiblePosition, Outcome, Termination
from tenchips.server.models import NewRecord, RecordFault, RecordGame, RecordsRead
from tenchips.server.refusals import Refused
from tenchips.server.state import GameState
from tenchips.squares import BLACK, WHITE

Theme: TypeAlias = Literal["light", "dark", "auto"]

MOST_FRAMES: Final = 250
"""Moves in a moving picture. By the common rules no game has more than 220."""
MOST_MOVES_READ: Final = 20_000
"""Moves in a text of records, variations included."""

_MOVE: Final = re.compile(r"\b[0-7]{2}(-[0-7]{2})?\b")


def board_of(start: str | None, rules: str, moves: Iterable[str]) -> Board:
    """The board that texts describe.

    >>> board_of(None, "", ["33", "44"]).position
    '8/8/8/3W4/4B3/8/8/8 w 0 2'
    """
    try:
        return Board(start or START, Rules.parse(rules), moves)
    except (NotationError, ImpossiblePosition, IllegalMove) as error:
        raise Refused(422, "bad_game", str(error)) from error


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as texts, which travel between processes more easily than boards do."""

    start: str | None
    rules: str
    moves: tuple[str, ...]

    @classmethod
    def of(cls, board: Board) -> GameText:
        """The game on a board."""
        return cls(board.start, str(board.rules), tuple(map(str, board.moves)))

    def board(self) -> Board:
        """The board after the moves; raises `Refused`."""
        return board_of(self.start, self.rules, self.moves)


def svg_of(board: Board, theme: Theme, ply: int | None = None) -> str:
    """A picture of a board after its last move, or after an earlier one."""
    board = board.copy()
    while ply is not None and len(board.moves) > ply:
        board.pop()
    return svg.draw(board, theme=theme)


def picture_of(game: GameText, theme: Theme) -> str:
    """A picture of a game after its last move."""
    return svg_of(game.board(), theme)


def gif_of(game: GameText, theme: Theme) -> bytes:
    """A game as a moving picture."""
    if len(game.moves) > MOST_FRAMES:
        raise Refused(
            422,
            "too_long",
            f"a moving picture shows at most {MOST_FRAMES} moves: this game has {len(game.moves)}",
        )
    return gif.draw(game.board(), theme="light" if theme == "auto" else theme)


def card_of(game: GameText, width: int, height: int) -> bytes:
    """A picture of a game after its last move, in the shape that other sites show of a link."""
    return gif.card(game.board(), width=width, height=height)


@dataclass(frozen=True, slots=True)
class Ended:
    """What the moves of a game do not tell: who played, when, and how it ended."""

    white: str
    black: str
    created: int
    outcome: Outcome | None
    result: str | None

    @classmethod
    def of(cls, game: GameState) -> Ended:
        """The facts of a game on this server."""
        white, black = game.seats[WHITE].name, game.seats[BLACK].name
        return cls(white, black, game.created, game.outcome, game.result)


def record_of(game: GameText, facts: Ended, event: str = UNKNOWN) -> str:
    """The record of a game on this server; `event` is the tournament that it belongs to."""
    record = Record.from_board(
        game.board(),
        white=facts.white,
        black=facts.black,
        event=event,
        date=datetime.fromtimestamp(facts.created / 1000, UTC).strftime("%Y.%m.%d"),
        outcome=facts.outcome,
    )
    if facts.result is not None and record.result == "*":  # a draw by agreement
        record = replace(record, result=facts.result)
    return str(record)


def read(body: bytes) -> RecordsRead:
    """The games of a text, and what could not be read of it."""
    if not body:
        raise Refused(422, "no_record", "there is no record in this request: send it as its body")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(422, "bad_record", "a record is a text in UTF-8: save it as one") from error
    if sum(1 for _ in _MOVE.finditer(text)) > MOST_MOVES_READ:
        raise Refused(
            422, "too_long", f"these are more than {MOST_MOVES_READ} moves: send them in parts"
        )
    found = list(read_records(text))
    return RecordsRead(
        games=[_read(one) for one in found if isinstance(one, Record)],
        errors=[
            RecordFault(line=one.line, detail=one.sentence)
            for one in found
            if isinstance(one, RecordError)
        ],
    )


def _read(record: Record) -> RecordGame:
    return RecordGame(
        tags=record.tags,
        start=record.start,
        rules=str(record.rules),
        moves=[str(node.move) for node in record.line],
        movetext=write_moves(record.line, record.start),
        result=record.result,
        termination=record.termination.value if record.termination else None,
    )


_FIELDS = {"White": "white", "Black": "black", "Event": "event", "Date": "date"}
_GIVEN = ("Game", "Rules", "Position", "Result", "Termination")


def write(given: NewRecord) -> str:
    """The record of a game. What the moves do not decide, the tags may: result and termination."""
    board = board_of(given.start, given.rules, given.moves)
    end = board.outcome()
    known = {_FIELDS[name]: value for name, value in given.tags.items() if name in _FIELDS}
    more = tuple(
        (name, value) for name, value in given.tags.items() if name not in {*_FIELDS, *_GIVEN}
    )
    try:
        record = Record(
            _line(given.movetext, board),
            result=end.result if end else given.tags.get("Result", "*"),
            termination=end.termination if end else _termination(given.tags.get("Termination")),
            rules=board.rules,
            start=board.start,
            more_tags=more,
            **known,
        )
    except (NotationError, RecordError) as error:
        raise Refused(422, "bad_record", str(error)) from error
    return str(record)


def _line(movetext: str, board: Board) -> Line:
    """The moves of a board with the comments and variations that a text adds to them."""
    if not movetext:
        return Line(tuple(Node(move) for move in board.moves))
    end = board.outcome()
    tags = f'[Rules "{board.rules}"]\n[Position "{board.start}"]'
    line = Record.parse(f"{tags}\n\n{movetext}\n{end.result if end else '*'}").line
    if [node.move for node in line] != list(board.moves):
        raise Refused(
            422, "bad_record", "movetext has another main line than moves: send the same in both"
        )
    return line


def _termination(text: str | None) -> Termination | None:
    if text is None:
        return None
    try:
        return Termination(text)
    except ValueError as error:
        known = ", ".join(one.value for one in Termination)
        raise Refused(422, "bad_record", f"a game ends by one of {known}") from error
