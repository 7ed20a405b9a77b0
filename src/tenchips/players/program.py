"""Somebody else's program at the board: any UGI engine, on a leash.

The program has a process group and limits of its own, its error output is kept apart, and it is
gone when the player is closed, with everything it has started. Whatever it does but play a legal
move in time is a `PlayerFault`. Players in Java and Python are such programs too: an adapter
stands between them and UGI, and says on the error output, in a line that begins with
`tenchips fault:`, what went wrong with them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import threading
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.players import leash
from tenchips.players.player import Allowance, FaultKind, PlayerFault
from tenchips.players.telling import from_the_beginning
from tenchips.squares import Color

if TYPE_CHECKING:
    from tenchips.engine import Info
    from tenchips.protocol import EngineFault, UgiClient

T = TypeVar("T")

MEMORY: Final = 2048
"""Megabytes that a program may use unless told otherwise."""

SECONDS: Final = 1.0
"""How long a UGI engine is asked to think where nobody keeps a clock."""

PATIENCE: Final = 60.0
"""Seconds a program has to start, and to answer whatever is not on the clock."""

OVERTIME: Final = 1.0
"""Seconds after its time and margin when a program without an answer is given up."""

FAULT: Final = "tenchips fault: "
"""How an adapter begins the line that says what its player did: then come kind and sentence."""


class ProgramPlayer:
    """A program that speaks UGI. It is started when it is first needed, and again after a fault.

    >>> import sys
    >>> with ProgramPlayer([sys.executable, "-m", "tenchips", "ugi"], name="ours") as player:
    ...     player.choose(Board(), Allowance(move=0.1)) in Board().legal_moves
    True
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "",
        memory: int = MEMORY,
        env: Mapping[str, str] | None = None,
        adapted: bool = False,
    ) -> None:
        """`memory` is in megabytes; `adapted` is for programs of our own that stand for a player
        of the course: they know which moves it refused, and play from the beginning of a game."""
        if not command:
            raise ValueError("a program has a command: write it after ugi:, like ugi:./engine")
        if shutil.which(command[0]) is None:
            raise ValueError(f"there is no program {command[0][:60]!r}: check the command")
        self.name = name or Path(command[0]).name
        self.thought: Info | None = None
        self.refused: tuple[Move, ...] = ()
        self.said = ""
        """The last of what the program wrote to its error output, once it has ended."""
        self._command, self._memory = tuple(command), memory
        self._env, self._adapted = env, adapted
        self._client: UgiClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def begin(self, color: Color) -> None:
        """Start the program if it does not run, and tell it that a new game comes. A player of the
        course is made now, its colour being known."""
        self.refused = ()
        client = self._running()
        self._ask(client.new_game(), PATIENCE)
        if self._adapted:
            self._ask(client.query(f"seat {color.letter}"), PATIENCE)

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """The program's move."""
        from tenchips.engine import Limit
        from tenchips.protocol import Clocks

        client = self._running()
        board = self._told(board)
        given = allowance or Allowance(move=SECONDS)
        clocks, seconds = None, given.move
        if given.clocks is not None:
            white, black = (max(0.001, left) for left in given.clocks)
            clocks = Clocks(white, black, given.increment, given.increment)
            seconds = (white, black)[board.turn]
        patience = (seconds or 0) + given.margin + OVERTIME
        if allowance is None and self._adapted:
            patience = PATIENCE  # it knows no clock: this is what it may need, and not use up
        answer = self._ask(client.play(board, Limit(time=given.move), clocks), patience)
        self.thought = answer.infos[0] if answer.infos else None
        if self._adapted:
            refused = self._ask(client.query("refused"), PATIENCE)
            self.refused = tuple(map(Move.parse, refused.split(",") if refused != "none" else ()))
        if answer.move is None:
            raise PlayerFault("no move", f"{self.name} plays no move")
        return answer.move

    def query(self, question: str, board: Board) -> str:
        """The program's answer to a question of UGI about a board."""
        return self._ask(self._running().query(question, self._told(board)), PATIENCE)

    def _told(self, board: Board) -> Board:
        """The board as the program is told of it: some only know games from the beginning."""
        if not self._adapted:
            return board
        try:
            return from_the_beginning(board)
        except ValueError as error:
            raise PlayerFault("no move", f"{self.name} cannot play: {error}") from None

    def close(self) -> None:
        """End the program and all it has started, in or out of its process group."""
        if self._loop is None or self._thread is None:
            return
        if self._client is not None:
            family = _family(self._client.pid)
            self._run(self._client.kill())
            _end(family)
            self.said = self._client.errors
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._client = self._loop = self._thread = None

    def __enter__(self) -> ProgramPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> UgiClient:
        from tenchips.protocol import UgiClient

        if self._client is None:
            # A thread for its life: the program dies with the thread that started it.
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
            self._thread.start()
            leashed = (sys.executable, "-I", "-S", leash.__file__)
            limits = (str(os.getpid()), str(self._memory))
            start = UgiClient.start(
                (*leashed, *limits, *self._command), timeout=PATIENCE, env=self._env
            )
            self._client = self._ask(start, 2 * PATIENCE)
        return self._client

    def _ask(self, work: Coroutine[Any, Any, T], patience: float) -> T:
        """What comes of the work; a program that fails at it is closed."""
        from tenchips.protocol import EngineFault

        called = Path(sys.executable).name if self._client is None else self._client.name
        try:
            return self._run(asyncio.wait_for(work, patience))
        except TimeoutError:
            self.close()
            sentence = f"{self.name} gave no answer within {patience:g} s and was ended"
            raise PlayerFault("silence", sentence) from None
        except EngineFault as fault:
            kind = _kind(fault)
            if kind != "illegal move":
                self.close()
            raise self._explained(kind, str(fault).removeprefix(f"{called} ")) from None
        except BaseException:
            self.close()
            raise

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _explained(self, kind: FaultKind, sentence: str) -> PlayerFault:
        """The fault by the player's own name, and in the adapter's words if it left some."""
        for line in reversed(self.said.splitlines()):
            told, colon, words = line.removeprefix(FAULT).partition(": ")
            if line.startswith(FAULT) and colon and told in get_args(FaultKind):
                return PlayerFault(cast(FaultKind, told), f"{self.name} {words}"[:300])
        return PlayerFault(kind, f"{self.name} {sentence}")


def _kind(fault: EngineFault) -> FaultKind:
    from tenchips.protocol import EngineGarbage, EngineIllegalMove, EngineSilent

    if isinstance(fault, EngineIllegalMove):
        return "illegal move"
    if isinstance(fault, EngineSilent):
        return "silence"
    return "garbage" if isinstance(fault, EngineGarbage) else "crash"


def _family(pid: int) -> dict[int, str]:
    """A process and all that descend from it, each with the time it was started."""
    parents: dict[int, tuple[int, str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1]), fields[19]
    family = {pid: parents[pid][1]} if pid in parents else {}
    while more := {
        child: born
        for child, (parent, born) in parents.items()
        if parent in family and child not in family
    }:
        family |= more
    return family


def _end(family: Mapping[int, str]) -> None:
    """Kill the processes that are still the same ones."""
    for pid, born in family.items():
        with suppress(OSError):
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            if stat[19] == born:
                os.kill(pid, signal.SIGKILL)
