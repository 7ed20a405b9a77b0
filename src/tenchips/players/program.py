"""Somebody else's program as a player: any UGI engine, under limits.

The program has a process group and limits of its own, its error output is kept apart, and it is
gone when the player is closed, with everything it has started. Whatever it does except play a
legal move in time is a `PlayerFault`. Players in Java and Python are such programs too: an adapter
stands between them and UGI, and writes what went wrong with them to the error output, in a line
that begins with `tenchips fault:`.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.players.player import (
    ADAPTER_FAULT,
    Allowance,
    HandInError,
    PlayerError,
    PlayerFault,
    PlayerFaultKind,
)
from tenchips.players.setup_replay import replay_setup
from tenchips.squares import WHITE, Color

if TYPE_CHECKING:
    from tenchips.engine import Info
    from tenchips.protocol import EngineFault, UgiClient
    from tenchips.protocol.loop_thread import LoopThread

T = TypeVar("T")

MEMORY: Final = 2048
"""Megabytes that a program may use by default."""

SECONDS: Final = 1.0
"""How long a UGI engine thinks about a move in a game without a clock."""

START_TIMEOUT: Final = 10.0
"""Seconds that a program has to start and say `ugiok`, when it is checked before the first game."""

TIMEOUT: Final = 60.0
"""Seconds that a program has to start in a game, and for every answer that is not on the clock."""

OVERTIME: Final = 1.0
"""Seconds after its time and margin when a program without an answer is killed."""


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
        options: Mapping[str, str] | None = None,
        memory: int = MEMORY,
        env: Mapping[str, str] | None = None,
        adapted: bool = False,
        log: Path | None = None,
    ) -> None:
        """`options` are UGI's, `memory` is in megabytes, and `log` is a file that every line to and
        from the program is added to. `adapted` is for the adapters of course players: they know
        which moves it refused, and play from the beginning of a game only."""
        if not command:
            raise PlayerError("a program has a command: write it after ugi:, like ugi:./engine")
        if shutil.which(command[0]) is None:
            raise PlayerError(f"there is no program {command[0][:60]!r}: check the command")
        self.name = name or Path(command[0]).name
        self.command = tuple(command)
        self.options = dict(options or {})
        self.thought: Info | None = None
        self.refused: tuple[Move, ...] = ()
        self.stderr = ""
        """The last of what the program wrote to its error output, once it has ended."""
        self.log = log
        self._memory, self._env, self._adapted = memory, env, adapted
        self._called = ""
        self._client: UgiClient | None = None
        self._thread: LoopThread | None = None
        self._last_lines: tuple[str, ...] = ()

    def check_start(self) -> None:
        """Start the program, see that it answers and has the options it was given, and end it.
        `PlayerError` says why it cannot play."""
        self._called = "it"
        try:
            client = self._running(START_TIMEOUT)
            if self._adapted:  # its class is loaded by the first, and made by the second
                self._ask(client.new_game(), START_TIMEOUT)
                self._ask(client.query(f"seat {WHITE.letter}"), TIMEOUT)
        except PlayerFault as fault:
            kind = HandInError if self._adapted else PlayerError
            raise kind(f"{self.name} cannot play: {fault.with_last_lines}") from None
        finally:
            self._called = ""
            self.close()

    def begin(self, color: Color) -> None:
        """Start the program if it does not run, and announce a new game. A player of the course is
        created now, because its colour is known."""
        self.refused = ()
        client = self._running()
        self._ask(client.new_game(), TIMEOUT)
        if self._adapted:
            self._ask(client.query(f"seat {color.letter}"), TIMEOUT)

    def choose(self, board: Board, allowance: Allowance | None = None) -> Move:
        """The program's move."""
        from tenchips.engine import Limit
        from tenchips.protocol import Clocks

        client = self._running()
        board = self._playable(board)
        given = allowance or Allowance(move=SECONDS)
        clocks, seconds = None, given.move
        if given.clocks is not None:
            white, black = (max(0.001, left) for left in given.clocks)
            clocks = Clocks(white, black, given.increment, given.increment)
            seconds = (white, black)[board.turn]
        most = (seconds or 0) + given.margin + OVERTIME
        if allowance is None and self._adapted:
            most = TIMEOUT  # it knows no clock: this is what it may need, and not use up
        result = self._ask(client.play(board, Limit(time=given.move), clocks), most)
        self.thought = result.infos[0] if result.infos else None
        if self._adapted:
            refused = self._ask(client.query("refused"), TIMEOUT)
            self.refused = tuple(map(Move.parse, refused.split(",") if refused != "none" else ()))
        if result.move is None:
            raise PlayerFault("no move", f"{self.name} plays no move")
        return result.move

    def query(self, question: str, board: Board, timeout: float = TIMEOUT) -> str:
        """The program's response to a query of UGI about a board."""
        return self._ask(self._running().query(question, self._playable(board)), timeout)

    def _playable(self, board: Board) -> Board:
        """The same position as the program can take it: some know games from the start only."""
        if not self._adapted:
            return board
        try:
            return replay_setup(board)
        except ValueError as error:
            raise PlayerFault("no move", f"{self.name} cannot play: {error}") from None

    def close(self) -> None:
        """End the program and everything it has started, in its process group or not."""
        if self._thread is None:
            return
        if self._client is not None:
            self._thread.run(self._client.kill())
            self.stderr = self._client.stderr
            self._last_lines = tuple(self._client.process.last_lines)
        self._thread.close()
        self._client = self._thread = None

    def __enter__(self) -> ProgramPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self, timeout: float | None = None) -> UgiClient:
        """The program, started if need be."""
        if self._client is None:
            self._start(TIMEOUT if timeout is None else timeout)
        assert self._client is not None
        return self._client

    def _start(self, timeout: float) -> None:
        from tenchips.protocol import TrafficLog, UgiClient
        from tenchips.protocol.loop_thread import LoopThread
        from tenchips.protocol.process import EngineProcess

        self.stderr, self._last_lines = "", ()
        # A thread for its life: the program dies with the thread that started it.
        self._thread = LoopThread()
        process = self._ask(
            EngineProcess.start(
                self.command,
                name=self._called or self.name,
                timeout=timeout,
                memory=self._memory,
                env=self._env,
                log=None if self.log is None else TrafficLog(self.log, self.name),
            ),
            timeout,
        )
        self._client = UgiClient(process, named=True)
        self._ask(self._client.shake_hands(self.options), 2 * timeout)
        self._check_options(self._client.options)
        self._client.process.timeout = TIMEOUT

    def _check_options(self, known: Mapping[str, str]) -> None:
        """An engine would ignore a wrong option, and play without it."""
        from tenchips.protocol.messages import value_fault

        declared = {name.lower(): declaration for name, declaration in known.items()}
        for name, value in self.options.items():
            if name.lower() not in declared:
                self.close()
                raise PlayerError(
                    f"{self.name} has no option {name[:40]!r}: "
                    + (f"its options are {', '.join(known)}" if known else "it has none")
                )
            if fault := value_fault(declared[name.lower()], value):
                self.close()
                raise PlayerError(f"{self.name} has no such setting: {name[:40]} {fault}")

    def _ask(self, work: Coroutine[Any, Any, T], most: float) -> T:
        """What comes of the work; a program that fails at it, or needs more seconds, is closed."""
        from tenchips.protocol import EngineFault

        assert self._thread is not None
        try:
            return self._thread.run(asyncio.wait_for(work, most))
        except TimeoutError:
            self.close()
            sentence = f"{self._called or self.name} gave no answer within {most:g} s and was ended"
            raise PlayerFault("silence", sentence, self._last_lines) from None
        except EngineFault as fault:
            kind = _kind(fault)
            if kind != "illegal move":
                self.close()
            raise self._explained(kind, str(fault)) from None
        except BaseException:
            self.close()
            raise

    def _explained(self, kind: PlayerFaultKind, sentence: str) -> PlayerFault:
        """The fault, in the adapter's words if it left some."""
        for line in reversed(self.stderr.splitlines()):
            its_kind, colon, words = line.removeprefix(ADAPTER_FAULT).partition(": ")
            if line.startswith(ADAPTER_FAULT) and colon and its_kind in get_args(PlayerFaultKind):
                sentence = f"{self._called or self.name} {words}"[:300]
                return PlayerFault(cast(PlayerFaultKind, its_kind), sentence)
        return PlayerFault(kind, sentence, self._last_lines)


def _kind(fault: EngineFault) -> PlayerFaultKind:
    from tenchips.protocol import EngineGarbage, EngineIllegalMove, EngineSilent

    if isinstance(fault, EngineIllegalMove):
        return "illegal move"
    if isinstance(fault, EngineSilent):
        return "silence"
    return "garbage" if isinstance(fault, EngineGarbage) else "crash"
