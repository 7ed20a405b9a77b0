"""Watches the lines between an arena and an engine, and says what is against UGI.

It knows the position that was set up, so it also sees illegal moves and wrong answers to queries.
It never talks to an engine itself: `tenchips debug` shows it every line in both directions.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from tenchips.board import Board
from tenchips.notation import Move, NotationError
from tenchips.squares import WHITE

COMMANDS: Final = (
    *("ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query", "quit"),
    *("d", "bench"),
)
ANSWERS: Final = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove", "query": "response"}
TYPES: Final = ("check", "spin", "combo", "button", "string")
RESULTS: Final = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}


class Checker:
    """Everything that was sent and received so far.

    >>> checker = Checker()
    >>> checker.sent("go movetime 100")
    []
    >>> checker.received("bestmove 00 ponder 11")
    ['bestmove has exactly one word after it', '00 is illegal: nobody may use 00: it is a corner']
    """

    def __init__(self) -> None:
        self._board = Board()
        self._pending: deque[tuple[list[str], Board]] = deque()
        self._is_named = False

    @property
    def pending(self) -> list[str]:
        """The commands that wait for an answer."""
        return [" ".join(words) for words, _ in self._pending]

    def sent(self, line: str) -> list[str]:
        """What is wrong with a line to the engine."""
        words = line.split()
        if not words:
            return []
        if words[0] in ANSWERS and words[:2] != ["go", "perft"]:
            self._pending.append((words, self._board))
        if words[0] == "position":
            try:
                self._board = _board(words[1:])
            except ValueError as error:
                return [f"this is not a position: {error}"]
        if words[0] not in COMMANDS:
            return [f"{words[0][:40]!r} is not a command of UGI: {', '.join(COMMANDS)}"]
        return []

    def received(self, line: str) -> list[str]:
        """What is wrong with a line from the engine."""
        words = line.split()
        match words:
            case []:
                return []
            case ["id", "name" | "author" as what, _, *_]:
                self._is_named |= what == "name"
                return []
            case ["id", *_]:
                return ["write id name NAME or id author AUTHOR"]
            case ["option", *rest]:
                return _option_faults(rest)
            case ["info", *rest]:
                return self._info_faults(rest)
            case ["ugiok" | "readyok" | "bestmove" | "response" as word, *rest]:
                return self._answer_faults(word, rest)
        answers = ", ".join(["id", "option", "info", *ANSWERS.values()])
        return [f"{words[0][:40]!r} does not begin a line of UGI: {answers} do"]

    def _answer_faults(self, word: str, rest: list[str]) -> list[str]:
        command = next(command for command, answer in ANSWERS.items() if answer == word)
        asked = next((each for each in self._pending if each[0][0] == command), None)
        words, board = asked or ([], self._board)
        faults = []
        if asked is None:
            faults.append(f"{word} answers {command}, and there was none")
        else:
            self._pending.remove(asked)
        if word in ("ugiok", "readyok"):
            faults += [f"{word} stands alone"] if rest else []
            if word == "ugiok" and not self._is_named:
                faults.append("an engine says its name before ugiok: id name NAME")
            return faults
        if len(rest) != 1:
            faults.append(f"{word} has exactly one word after it")
        if not rest:
            return faults
        if word == "bestmove":
            return faults + _move_faults(board, rest[0])
        return faults + _response_faults(board, words, rest[0])

    def _info_faults(self, rest: list[str]) -> list[str]:
        if rest[:1] == ["string"] or "pv" not in rest:
            return []
        board = next((board for words, board in self._pending if words[0] == "go"), self._board)
        board = board.copy()
        for word in rest[rest.index("pv") + 1 :]:
            try:
                board.push(word)
            except ValueError as error:
                return [f"{word[:40]!r} in pv: {error}"]
        return []


def _move_faults(board: Board, text: str) -> list[str]:
    if board.outcome() is not None:
        return [] if text == "none" else ["the game is over: bestmove none"]
    try:
        refusal = board.why_illegal(Move.parse(text))
    except NotationError as error:
        return [str(error)]
    return [f"{text} is illegal: {refusal}"] if refusal else []


def _response_faults(board: Board, asked: list[str], answer: str) -> list[str]:
    outcome = board.outcome()
    known = {
        "p1turn": str(board.turn is WHITE).lower(),
        "gameover": str(outcome is not None).lower(),
        "result": RESULTS[outcome.result] if outcome else "none",
    }
    right = known.get(asked[1], answer) if len(asked) > 1 else answer
    return [] if answer == right else [f"response {right} would be right"]


def _option_faults(rest: list[str]) -> list[str]:
    if rest[:1] != ["name"] or "type" not in rest:
        return ["write option name NAME type TYPE"]
    kind = rest[rest.index("type") + 1 :][:1]
    return [] if kind and kind[0] in TYPES else [f"a type is one of {', '.join(TYPES)}"]


def _board(words: list[str]) -> Board:
    """The board of the words after `position`."""
    match words:
        case ["startpos"]:
            return Board()
        case ["startpos", "moves", *moves]:
            return Board(moves=moves)
        case ["fen", one, "moves", *moves] if "_" in one:
            return Board(one.replace("_", " "), moves=moves)
        case ["fen", one] if "_" in one:
            return Board(one.replace("_", " "))
        case ["fen", rows, side, steps, number, *rest] if rest[:1] in ([], ["moves"]):
            return Board(f"{rows} {side} {steps} {number}", moves=rest[1:])
    raise ValueError(
        "write position startpos or position fen POSITION, and moves MOVE ... after it"
    )
