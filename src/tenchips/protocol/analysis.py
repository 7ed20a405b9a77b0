"""The engine's end of the analysis protocol: JSON lines in and out, what `tenchips analyse` runs.

Every request and every result is one line. A few engines work through the requests side by side,
so results come in any order and carry the `id` of their request. Each request starts from an
empty memory: what is limited by depth or nodes has the same answer every time.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Final, NoReturn, TypeAlias

from tenchips.board import Board
from tenchips.core import Position
from tenchips.engine import Engine, Info, Limit, Score
from tenchips.engine.search import MAX_DEPTH
from tenchips.errors import TenchipsError
from tenchips.notation import START, Move
from tenchips.protocol.lines import LONGEST, LineWriter, read_lines
from tenchips.protocol.messages import one_line
from tenchips.rules import Outcome, Rules
from tenchips.squares import BLACK, COLORS, WHITE, Color

Id: TypeAlias = str | int
Result: TypeAlias = dict[str, Any]

FIELDS: Final = ("id", "position", "moves", "rules", "limit", "lines", "stream")
MAX_ID: Final = 200
MAX_LINES: Final = 500
MAX_MOVES: Final = 10_000
MAX_SECONDS: Final = 86_400
MAX_NODES: Final = 10**15
MAX_WAITING: Final = 10_000
MAX_JOBS: Final = 256


class BadRequest(TenchipsError):
    """A request that cannot be answered, with the field that is to blame.

    >>> BadRequest("lines", "lines is a whole number").field
    'lines'
    """

    def __init__(self, field: str | None, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def serve(source: int = 0, target: int = 1, *, jobs: int = 1, hash: int = 16) -> None:
    """Answer the requests that come on one file descriptor on another. At the end of input
    all requests are still answered, unless the reader of the answers is gone."""
    with LineWriter(target) as out:

        def write(line: str) -> None:
            out.write(line)
            if out.is_gone:
                server.drop()

        server = AnalysisServer(write, jobs=jobs, hash=hash)
        try:
            for line in read_lines(source, out.gone):
                server.handle(line)
            if not out.is_gone:
                server.finish()
        finally:
            server.drop()
            server.finish()


@dataclass(eq=False)
class Request:
    """A question about a position.

    >>> request = Request.read({"id": 1, "moves": "33 44", "limit": {"depth": 3}})
    >>> request.board.ply, request.limit.depth
    (2, 3)
    """

    id: Id
    board: Board
    limit: Limit
    lines: int = 1
    stream: bool = False
    cancelled: threading.Event = field(default_factory=threading.Event)
    engine: Engine | None = None

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Request:
        """Check every field; `BadRequest` names the first that is wrong."""
        for name in fields:
            if name not in FIELDS:
                _refuse(name, f"there is no field {name[:40]!r}: use {', '.join(FIELDS)}")
        if "id" not in fields:
            _refuse("id", "a request has an id, a text or a number to know its result by")
        return cls(
            id=_read_id("id", fields["id"]),
            board=_read_board(fields),
            limit=_read_limit(fields.get("limit", {"time": 1})),
            lines=_whole("lines", fields.get("lines", 1), MAX_LINES),
            stream=_flag("stream", fields.get("stream", False)),
        )

    def stop(self) -> None:
        """Cancel the request: its result is no longer wanted."""
        self.cancelled.set()
        if self.engine is not None:
            self.engine.stop()


class AnalysisServer:
    """Engines that answer requests.

    >>> server = AnalysisServer(print, jobs=1, hash=1)
    >>> server.handle('{"id": 7, "moves": "33 00", "limit": {"depth": 2}}')
    {"id": 7, "error": "move 2, '00': nobody may use 00: it is a corner", "field": "moves"}
    >>> server.finish()
    """

    def __init__(self, write: Callable[[str], None], *, jobs: int = 1, hash: int = 16) -> None:
        """`jobs` engines with a table of `hash` megabytes each."""
        if not 1 <= jobs <= MAX_JOBS:
            raise TenchipsError(f"jobs are from 1 to {MAX_JOBS}, not {jobs}")
        try:
            engines = [Engine(hash=hash) for _ in range(jobs)]
        except MemoryError as error:
            raise TenchipsError(f"{error}: ask for less") from None
        self._write = write
        self._lock = threading.Lock()
        self._open: dict[Id, Request] = {}
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, args=(engine,), daemon=True) for engine in engines
        ]
        for thread in self._threads:
            thread.start()

    def handle(self, line: str | None) -> None:
        """Take a request or a cancellation; None is a line that was too long to read."""
        known: Id | None = None
        try:
            if line is None:
                _refuse(None, f"a line has at most {LONGEST} bytes: this one was not read")
            if not line.strip():
                return
            fields = _read_object(line)
            known = _known_id(fields)
            if "cancel" in fields:
                self._cancel(fields)
            else:
                self._ask(Request.read(fields))
        except BadRequest as error:
            self._send({"id": known, "error": one_line(str(error)), "field": error.field})

    def finish(self) -> None:
        """Answer everything that was asked, and end."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def drop(self) -> None:
        """Answer nothing more of what was asked, and stop what is being answered."""
        with self._lock:
            for request in self._open.values():
                request.stop()

    def _ask(self, request: Request) -> None:
        with self._lock:
            if request.id in self._open:
                _refuse("id", f"there is a request {request.id!r} already: wait for its result")
            if len(self._open) >= MAX_WAITING:
                _refuse(None, f"{MAX_WAITING} requests are waiting: wait for some results")
            self._open[request.id] = request
        self._queue.put(request)

    def _cancel(self, fields: dict[str, Any]) -> None:
        if len(fields) > 1:
            _refuse("cancel", "a cancellation has no other field")
        wanted = _read_id("cancel", fields["cancel"])
        with self._lock:
            request = self._open.get(wanted)
            if request is None:
                _refuse("cancel", f"no request {wanted!r} is waiting or being answered")
            request.stop()
            if request.engine is not None:
                return  # its engine will answer
            del self._open[wanted]
        self._send({"id": wanted, "done": True, "cancelled": True})

    def _work(self, engine: Engine) -> None:
        while (request := self._queue.get()) is not None:
            with self._lock:
                if request.cancelled.is_set():
                    continue
                request.engine = engine
            try:
                result = self._examine(engine, request)
            except Exception as error:  # a bug: say so and go on with the next
                result = {"id": request.id, "error": one_line(repr(error)), "field": None}
            with self._lock:
                del self._open[request.id]
            self._send(result)

    def _examine(self, engine: Engine, request: Request) -> Result:
        board, found = request.board, dict[int, Info]()
        outcome = board.outcome()
        if outcome is None:
            engine.clear()
            last = min(request.lines, len(board.legal_moves))
            for info in engine.stream(board, request.limit, request.lines):
                found[info.rank] = info
                if request.cancelled.is_set():
                    engine.stop()  # it may have come before the search began
                elif request.stream and info.rank == last:
                    thought = _thought(board, list(found.values()))
                    self._send({"id": request.id, "done": False} | thought)
        result: Result = {"id": request.id, "done": True}
        if request.cancelled.is_set():
            result["cancelled"] = True
        thought = _thought(board, list(found.values())) if found else _ended(board, outcome)
        return result | _standing(board, outcome) | thought

    def _send(self, result: Result) -> None:
        self._write(json.dumps(result))


# What a position is worth


def _standing(board: Board, outcome: Outcome | None) -> Result:
    """What is on the board, without thinking."""
    over = outcome is not None
    return {
        "position": board.position,
        "turn": _name(board.turn),
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else _name(outcome.winner),
            "termination": outcome.termination.value,
            "sentence": str(outcome),
        },
        "networks": {_name(color): sorted(board.networks(color)) for color in COLORS},
        "threats": {
            "own": [] if over else winning_moves(board, board.turn),
            "enemy": [] if over else winning_moves(board, board.turn.other),
        },
    }


def winning_moves(board: Board, color: Color) -> list[str]:
    """The moves that would win at once for a colour if it were its turn now.

    >>> won_by = Board(moves="01 60 03 65 06 55 71 33 73 35 76")
    >>> winning_moves(won_by, BLACK), winning_moves(won_by, WHITE)
    (['17', '57'], [])
    """
    there = Position.of(board)
    position = Position(there.chips(WHITE), there.chips(BLACK), color)
    wins = []
    for action in position.legal_actions():
        position.push(action)
        winner = position.winner()
        if winner is None and board.rules.no_move == "loss" and not position.legal_actions():
            winner = color
        if winner is color:
            wins.append(str(Move.from_action(action)))
        position.pop()
    return wins


def _thought(board: Board, infos: list[Info]) -> Result:
    """What the engine found: the best line's figures, and all the lines."""
    best = min(infos, key=lambda info: info.rank)
    latest = max(infos, key=lambda info: info.nodes)
    return {
        "score": _score(best.score),
        "winProbability": _chances(board.turn, best.score.chance),
        "depth": best.depth,
        "seldepth": best.seldepth,
        "nodes": latest.nodes,
        "time": round(latest.time, 3),
        "lines": [
            {
                "rank": info.rank,
                "move": str(info.move),
                "score": _score(info.score),
                "winProbability": _chances(board.turn, info.score.chance),
                "depth": info.depth,
                "moves": [str(move) for move in info.line],
            }
            for info in sorted(infos, key=lambda info: info.rank)
        ],
    }


def _ended(board: Board, outcome: Outcome | None) -> Result:
    """The same for a game that is over."""
    chance = 0.5
    if outcome is not None and outcome.winner is not None:
        chance = float(outcome.winner is board.turn)
    return {"score": None, "winProbability": _chances(board.turn, chance), "lines": []}


def _score(score: Score) -> dict[str, int]:
    return {"points": score.points} if score.plies is None else {"plies": score.plies}


def _chances(turn: Color, chance: float) -> dict[str, float]:
    white = chance if turn is WHITE else 1 - chance
    return {"toMove": round(chance, 4), "white": round(white, 4)}


def _name(color: Color) -> str:
    return str(color).lower()


# What a request says


def _read_object(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        _refuse(None, f"this line is not JSON: {error}")
    if not isinstance(fields, dict):
        _refuse(None, 'a request is a JSON object like {"id": 1, "moves": "33 44"}')
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _known_id(fields: dict[str, Any]) -> Id | None:
    """The id to put on an error, if there is a good one."""
    try:
        return _read_id("id", fields.get("id", fields.get("cancel")))
    except BadRequest:
        return None


def _read_id(name: str, value: object) -> Id:
    if isinstance(value, bool) or not (
        (isinstance(value, str) and len(value) <= MAX_ID)
        or (isinstance(value, int) and abs(value) < 1 << 53)
    ):
        _refuse(name, f"an id is a text of at most {MAX_ID} characters or a whole number")
    return value


def _read_board(fields: dict[str, Any]) -> Board:
    rules, start = _text(fields, "rules", ""), _text(fields, "position", START)
    try:
        house_rules = Rules.parse(rules)
    except ValueError as error:
        _refuse("rules", str(error))
    try:
        board = Board(start, house_rules)
    except ValueError as error:
        _refuse("position", str(error))
    moves = fields.get("moves", [])
    if isinstance(moves, str):
        moves = moves.split()
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        _refuse("moves", 'moves are a text like "33 44" or a list like ["33", "44"]')
    if len(moves) > MAX_MOVES:
        _refuse("moves", f"there are at most {MAX_MOVES} moves, not {len(moves)}")
    for number, move in enumerate(moves, 1):
        try:
            board.push(move)
        except ValueError as error:
            _refuse("moves", f"move {number}, {move[:40]!r}: {error}")
    return board


def _read_limit(limit: object) -> Limit:
    if not isinstance(limit, dict) or not limit:
        _refuse("limit", 'a limit has at least one of depth, time and nodes, like {"time": 1.5}')
    for name in limit:
        if name not in ("depth", "time", "nodes"):
            _refuse(f"limit.{name[:40]}", "a limit has depth, time (seconds) and nodes only")
    seconds = limit.get("time")
    if seconds is not None and (
        isinstance(seconds, bool)
        or not isinstance(seconds, int | float)
        or not 0 <= seconds <= MAX_SECONDS
    ):
        _refuse("limit.time", f"time is a number of seconds from 0 to {MAX_SECONDS}")
    depth, nodes = (
        _whole(f"limit.{name}", limit[name], most) if name in limit else None
        for name, most in (("depth", MAX_DEPTH), ("nodes", MAX_NODES))
    )
    return Limit(depth=depth, time=None if seconds is None else float(seconds), nodes=nodes)


def _text(fields: dict[str, Any], name: str, default: str) -> str:
    value = fields.get(name, default)
    if not isinstance(value, str):
        _refuse(name, f"{name} is a text")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        _refuse(name, f"{name} is true or false")
    return value


def _whole(name: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        _refuse(name, f"{name.rpartition('.')[2]} is a whole number from 1 to {most}")
    return value


def _refuse(field: str | None, sentence: str) -> NoReturn:
    raise BadRequest(field, sentence)
