"""A player written as a Python class, in a process of its own: `python -m tenchips.players.host`.

The class has the course's interface as Python writes it: `Class(color)`, `choose_move()`,
`opponent_move(move)` and `force_move(move)`. It is told moves as texts like `33` and `33-45`, and
its own are read from their `str`. This program speaks UGI in its place, keeps what it prints
away from the protocol, and says in one line what went wrong with it. It judges no move: whoever
asks does.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn, Protocol, TextIO, TypeVar

from tenchips.notation import Move, NotationError
from tenchips.players.player import FaultKind
from tenchips.squares import BLACK, COLORS, WHITE, Color

T = TypeVar("T")

FAULT: Final = "tenchips fault: "


class CoursePlayer(Protocol):
    """What is asked of the class."""

    def choose_move(self) -> object:
        """Find a move, record it and return it."""

    def opponent_move(self, move: str) -> bool:
        """Record the opponent's move; False if it is illegal."""

    def force_move(self, move: str) -> bool:
        """Record a move as its own; False if it is illegal."""


class Fault(Exception):
    """What went wrong with the player."""

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Host:
    """The player in the game that UGI tells of."""

    def __init__(self, where: str) -> None:
        """`where` is `module:Class` or `path/to/file.py:Class`."""
        self._where = where
        self._class: type[Any] | None = None
        self._player: CoursePlayer | None = None
        self._color: Color | None = None
        self._known: list[str] = []
        self._game: list[str] = []
        self._refused: list[str] = []

    def answer(self, line: str) -> str | None:
        """What UGI says to a line, None for nothing."""
        match line.split():
            case ["ugi"]:
                return f"id name {self._where}\nid author unknown\nugiok"
            case ["isready"]:
                return "readyok"
            case ["uginewgame"]:
                self._player, self._game = None, []
                self._load()
            case ["query", "seat", letter]:
                self._seated(WHITE if letter == WHITE.letter else BLACK)
                return "response true"
            case ["position", "startpos", *rest]:
                self._game = rest[1:]
            case ["position", *_]:
                raise Fault("no move", "can only play from the beginning of a game")
            case ["go", *_]:
                return f"bestmove {self._choose()}"
            case ["query", "refused"]:
                return f"response {','.join(self._refused) or 'none'}"
            case ["query", "opponentmove" | "forcemove" as word, move]:
                return f"response {str(self._offer(word, move)).lower()}"
        return None

    def _load(self) -> type[Any]:
        """The class. It is not looked for before the first game, when faults are listened to."""
        self._class = self._class or _found(self._where)
        return self._class

    def _choose(self) -> Move:
        player = self._seated(COLORS[len(self._game) % 2])
        chosen = _asked("choose_move", player.choose_move)
        if chosen is None:
            raise Fault("no move", "returned None from choose_move")
        try:
            move = Move.parse(str(chosen))
        except NotationError:
            raise Fault("garbage", f"returned no move: {str(chosen)[:60]!r}") from None
        self._known.append(str(move))
        return move

    def _offer(self, word: str, move: str) -> bool:
        """Whether the player takes a move, the opponent's or its own."""
        turn = COLORS[len(self._game) % 2]
        own = word == "forcemove"
        self._seated(turn if own else turn.other)
        taken = self._told("force_move" if own else "opponent_move", move)
        self._player = None  # it may have recorded the move, so it knows another game now
        return taken

    def _told(self, method: str, move: str) -> bool:
        return bool(_asked(method, lambda: getattr(self._player, method)(move)))

    def _seated(self, color: Color) -> CoursePlayer:
        """The player of a colour, told all that happened in the game."""
        if (
            self._player is None
            or self._color is not color
            or self._known != self._game[: len(self._known)]
        ):
            made = self._load()
            self._player = _asked(made.__name__, lambda: made(color))
            self._color, self._known, self._refused = color, [], []
        assert self._player is not None
        for ply in range(len(self._known), len(self._game)):
            move, own = self._game[ply], COLORS[ply % 2] is color
            if not self._told("force_move" if own else "opponent_move", move):
                self._refused.append(move)
            self._known.append(move)
        return self._player


def _found(where: str) -> type[Any]:
    """The class of `module:Class`."""
    name, _, class_name = where.rpartition(":")
    try:
        module = _load(Path(name)) if name.endswith(".py") else importlib.import_module(name)
    except Exception as error:
        raise _raised(f"importing {name}", error) from error
    if not hasattr(module, class_name):
        raise Fault("crash", f"is not there: {name} has no class {class_name}")
    found: type[Any] = getattr(module, class_name)
    return found


def _load(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _asked(what: str, method: Callable[[], T]) -> T:
    """Have the player do something, and say what it raised."""
    try:
        return method()
    except Exception as error:
        raise _raised(what, error) from error


def _raised(what: str, error: Exception) -> Fault:
    traceback.print_exception(error)
    said = " ".join(str(error).split())[:120]
    return Fault("exception", f"raised {type(error).__name__} in {what}" + f": {said}" * bool(said))


def main() -> NoReturn:
    """Answer until the input ends."""
    talk = _keep_output()
    try:
        host = Host(sys.argv[1])
        for line in sys.stdin:
            if line.split() == ["quit"]:
                break
            if (answer := host.answer(line)) is not None:
                print(answer, file=talk, flush=True)
    except Fault as fault:
        print(f"{FAULT}{fault.kind}: {fault}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def _keep_output() -> TextIO:
    """The standard output, for UGI alone: what the player prints goes to the error output."""
    talk = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return talk


if __name__ == "__main__":
    main()
