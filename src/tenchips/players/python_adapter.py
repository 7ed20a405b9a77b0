"""Speaks UGI for a player written as a Python class: `python -m tenchips.players.python_adapter`.

The class has the course's interface as Python writes it: `Class(color)`, `choose_move()`,
`opponent_move(move)` and `force_move(move)`. It receives moves as texts like `33` and `33-45`, and
its own are read from their `str`. The adapter keeps what the player prints away from the protocol,
and says in one line what went wrong with it. It judges no move: the referee does.
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
from typing import Any, NoReturn, Protocol, TextIO, TypeVar

from tenchips.notation import Move, NotationError
from tenchips.players.player import ADAPTER_FAULT, PlayerFaultKind
from tenchips.squares import BLACK, COLORS, WHITE, Color

T = TypeVar("T")


class CoursePlayer(Protocol):
    """The methods that the class must have."""

    def choose_move(self) -> object:
        """Find a move, record it and return it."""

    def opponent_move(self, move: str) -> bool:
        """Record the opponent's move; False if it is illegal."""

    def force_move(self, move: str) -> bool:
        """Record a move as its own; False if it is illegal."""


class AdapterFault(Exception):
    """What went wrong with the player."""

    def __init__(self, kind: PlayerFaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Adapter:
    """The player in the game that UGI describes."""

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
        """The answer to a line of UGI, None for nothing."""
        match line.split():
            case ["ugi"]:
                return f"id name {self._where}\nid author unknown\nugiok"
            case ["isready"]:
                return "readyok"
            case ["uginewgame"]:
                self._player, self._game = None, []
                self._load()
            case ["query", "seat", letter]:
                self._player_of(WHITE if letter == WHITE.letter else BLACK)
                return "response true"
            case ["position", "startpos", *rest]:
                self._game = rest[1:]
            case ["position", *_]:
                raise AdapterFault("no move", "can only play from the beginning of a game")
            case ["go", *_]:
                return f"bestmove {self._choose()}"
            case ["query", "refused"]:
                return f"response {','.join(self._refused) or 'none'}"
            case ["query", "opponentmove" | "forcemove" as word, move]:
                return f"response {str(self._offer(word, move)).lower()}"
        return None

    def _load(self) -> type[Any]:
        """The class. It is not looked for before the first game, when faults are expected."""
        self._class = self._class or _import_class(self._where)
        return self._class

    def _choose(self) -> Move:
        player = self._player_of(COLORS[len(self._game) % 2])
        chosen = _call("choose_move", player.choose_move)
        if chosen is None:
            raise AdapterFault("no move", "returned None from choose_move")
        try:
            move = Move.parse(str(chosen))
        except NotationError:
            raise AdapterFault("garbage", f"returned no move: {str(chosen)[:60]!r}") from None
        self._known.append(str(move))
        return move

    def _offer(self, word: str, move: str) -> bool:
        """Whether the player takes a move, the opponent's or its own."""
        turn = COLORS[len(self._game) % 2]
        own = word == "forcemove"
        self._player_of(turn if own else turn.other)
        taken = self._pass_on("force_move" if own else "opponent_move", move)
        self._player = None  # it may have recorded the move, so it knows another game now
        return taken

    def _pass_on(self, method: str, move: str) -> bool:
        return bool(_call(method, lambda: getattr(self._player, method)(move)))

    def _player_of(self, color: Color) -> CoursePlayer:
        """The player of a colour, with all moves of the game passed on to it."""
        if (
            self._player is None
            or self._color is not color
            or self._known != self._game[: len(self._known)]
        ):
            player_class = self._load()
            self._player = _call(player_class.__name__, lambda: player_class(color))
            self._color, self._known, self._refused = color, [], []
        assert self._player is not None
        for ply in range(len(self._known), len(self._game)):
            move, own = self._game[ply], COLORS[ply % 2] is color
            if not self._pass_on("force_move" if own else "opponent_move", move):
                self._refused.append(move)
            self._known.append(move)
        return self._player


def _import_class(where: str) -> type[Any]:
    """The class of `module:Class`."""
    name, _, class_name = where.rpartition(":")
    try:
        module = _load_file(Path(name)) if name.endswith(".py") else importlib.import_module(name)
    except Exception as error:
        raise _exception_fault(f"importing {name}", error) from error
    if not hasattr(module, class_name):
        raise AdapterFault("crash", f"is not there: {name} has no class {class_name}")
    found: type[Any] = getattr(module, class_name)
    return found


def _load_file(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _call(what: str, method: Callable[[], T]) -> T:
    """Have the player do something, and say what it raised."""
    try:
        return method()
    except Exception as error:
        raise _exception_fault(what, error) from error


def _exception_fault(what: str, error: Exception) -> AdapterFault:
    traceback.print_exception(error)
    text = " ".join(str(error).split())[:120]
    sentence = f"raised {type(error).__name__} in {what}" + f": {text}" * bool(text)
    return AdapterFault("exception", sentence)


def main() -> NoReturn:
    """Answer until the input ends."""
    output = _take_output()
    try:
        adapter = Adapter(sys.argv[1])
        for line in sys.stdin:
            if line.split() == ["quit"]:
                break
            if (answer := adapter.answer(line)) is not None:
                print(answer, file=output, flush=True)
    except AdapterFault as fault:
        print(f"{ADAPTER_FAULT}{fault.kind}: {fault}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def _take_output() -> TextIO:
    """The standard output, for UGI alone: what the player prints goes to the error output."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return output


if __name__ == "__main__":
    main()
