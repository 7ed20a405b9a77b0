"""Checks whether a program plays by the rules and the protocol: numbered checks, each passed or
failed with its reason.

For players of the course, in Java and Python, the first six are what the course grades: only legal
moves, a win in one, no loss in one, better than a random player, five seconds, no illegal move
accepted. The others are what public programs are known to get wrong. For UGI engines the checks of
the protocol come first, and then the same ones as far as the protocol allows. Every check is a game
of its own; a player that crashes in one is started again for the next. One that does not answer
twice, or is slow until the time for all checks is over, is not asked any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from tenchips.arena.clock import MARGIN, TimeControl
from tenchips.arena.deadline import Deadline, InTime, OutOfTime
from tenchips.arena.entrant import Entrant
from tenchips.arena.referee import play
from tenchips.board import Board
from tenchips.notation import Move, NotationError
from tenchips.players import (
    Allowance,
    Player,
    PlayerError,
    PlayerFault,
    PlayerFaultKind,
    RandomPlayer,
)
from tenchips.players.program import MEMORY, OVERTIME, ProgramPlayer
from tenchips.protocol import EngineDead, EngineFault, EngineSilent, TrafficLog
from tenchips.protocol.client import position_line
from tenchips.protocol.loop_thread import LoopThread
from tenchips.protocol.process import EngineProcess
from tenchips.squares import COLORS

COURSE_SECONDS: Final = 5.0
"""What the course gives a player for a move."""

ENGINE_SECONDS: Final = 1.0
"""What an engine gets for a move by default."""

STATEMENTS: Final = 6
"""How many of the checks of a course player, the first ones, are what the course grades."""

START_TIMEOUT: Final = 10.0
"""Seconds that an engine has to start and introduce itself."""

TIMEOUT: Final = 5.0
"""Seconds that an engine has for another answer that takes no thinking."""

SILENCES: Final = 2
"""After how many checks without an answer no more are made."""

LONGEST: Final = 180.0
"""Seconds that all checks may take together."""

THINKING: Final = 0.3
"""Seconds of an endless search before it is stopped."""

KEPT_LINES: Final = 10_000
"""How many lines of an answer are kept, the last ones."""

AT_ONCE: Final = 1.0
"""Seconds within which `stop` must be answered."""

GAMES: Final = 4
"""How many games are played against a random player, of which three have to be won."""

WINS: Final = {
    "33 21 44 64 04 46 26 20 63 25": "72 74",
    "72 12 55 20 54 17 14 44 73 30 35 33 32 64": "02",
    "61 12 45 50 64 32 41 10 63 30 31 54 43 52 23 34 35": "57",
    "52 31 41 63 24 36 33 53 02 21 46 35 54 67 64 65 66 55 72 13": "64-75",
    "43 52 61 67 12 23 41 51 63 24 21 57 46 45 56 64 26 44 14 20 41-42": "51-50 52-50",
}
"""Games up to a move that wins at once, and all such moves."""

LONG_WINS: Final = {
    "66 56 74 53 11 62 55 32 61 30 72 23 24": "47 57",
    "31 12 41 47 75 67 45 10 02 43 54 55 25 35 04 22": "23",
}
"""The same, where every network has more than six chips."""

STOPS: Final = {
    "13 55 05 31 16 64 23 40 35 61 63 60 41": "15",
    "24 56 61 20 41 16 14 23 43 54 46 11 26 44": "22 55",
    "25 33 74 65 16 43 75 57 45 51 54 50 13 35": "21 31 41",
    "43 52 61 67 12 23 41 51 63 24 21 57 46 45 56 64 26 44 14 20": "43-42 43-54 63-54",
}
"""Games up to a threat to win at once that can be stopped, and all moves that do."""

LOST: Final = ("43 42 65 27 62 54 41 22 14 64", "76 10 05 21 74 57 73 54 01 24")
"""Games up to where every move loses in two."""

FULL: Final = "64 55 72 27 52 56 75 15 51 34 01 14 06 50 03 63 13 30 45 53"
"""All chips are placed; White's step 45-11 completes a network of each colour."""

NEIGHBOUR: Final = "23 34 05 67 26 37 65 14 45 22 61 40 06 46 31 21 25 64 62 42"
"""All chips are placed; White's step 65-56 is legal, next to the square it leaves."""

NO_NETWORKS: Final = {
    "two chips in one goal": "71 42 03 60 01 33 75 20 73 35 05 57",
    "both ends in the same goal": "75 13 73 10 03 50 01 35 71 55 05 33",
    "five chips": "71 20 05 35 01 55 73 25 03 57",
    "an enemy between": "44 57 01 60 03 55 71 65 05 35 73 33",
    "a chip passed straight through": "05 60 73 33 03 42 75 57 01 35 71 55",
}
"""Games after which Black's chips look like a network but are none."""

WON: Final = "01 60 03 65 06 55 71 33 73 35 76 57"
"""A game that Black has won."""

LONG_WON: Final = {
    "3B4/W7/3B2B1/WB3W2/1BW2WBW/3B2B1/W2WBW1W/1B6 w 2 12": "p2win",
    "4B3/WB1B2W1/3WW1W1/WW1B4/2B3B1/6B1/1WBWB2W/5B2 b 3 12": "p2win",
}
"""Positions won with networks of more than six chips."""

OPENINGS: Final = ("", "33", "33 44", "66 11 61 16", "01 10 06 60 71 17 76 67", "34 43 35 53 32 23")
ILLEGAL: Final = {
    "a corner": ("33 44", "00"),
    "the other's goal": ("33", "02"),
    "an occupied square": ("33 44", "44"),
    "a third chip that touches": ("33 10 34 20", "43"),
    "a step with chips in hand": ("33 44", "33-45"),
}
"""Illegal moves that must be refused, each with the game before it."""

Examined: TypeAlias = tuple[str, Callable[[], str]]
"""What is checked, and how: the answer is what is wrong, or nothing."""


@dataclass(frozen=True)
class Check:
    """A check that was made.

    >>> print(Check(1, "introduces itself", "it said nothing"))
     1 Failed  introduces itself: it said nothing
    """

    number: int
    title: str
    fault: str

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.fault

    def __str__(self) -> str:
        word = "Passed" if self.passed else "Failed"
        return f"{self.number:2} {word}  {self.title}" + f": {self.fault}" * (not self.passed)


def examine(
    text: str,
    seconds: float | None = None,
    margin: float = MARGIN,
    log: Path | None = None,
    longest: float = LONGEST,
) -> Iterator[Check]:
    """Make the checks of a player one after the other. `text` is a player as in `match`, or the
    command of a UGI engine. It has `seconds` per move (by default a course player the course's
    five, an engine one), and `longest` in all; `margin` more is tolerated. Every line to and from
    the program is added to the file `log`. A player that cannot be started fails every check.

    >>> next(examine("random"))
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: machine and random are part of Tenchips: ...
    """
    entrant = Entrant.parse(text if _names_player(text) else f"ugi:{text}")
    player = entrant.player(log=log)
    if not isinstance(player, ProgramPlayer):
        raise PlayerError("machine and random are part of Tenchips: name another program to check")
    if is_course_player(entrant.text):
        exam: _Exam = _CourseExam(player, COURSE_SECONDS if seconds is None else seconds, margin)
    else:
        exam = _EngineExam(player, ENGINE_SECONDS if seconds is None else seconds, margin)
    deadline = Deadline(longest)
    exam.deadline = deadline
    silences = 0
    try:
        unable = exam.start()
        for number, (title, check) in enumerate(exam.checks(), 1):
            try:
                fault = unable or check()
            except PlayerFault as error:
                fault = str(error)
                silences += error.kind == "silence"
                if silences == SILENCES:
                    unable = f"not checked, because {fault}"
            except OutOfTime:
                fault = unable = f"not checked, because the others took {longest:g} s"
            yield Check(number, title, fault)
    finally:
        exam.close()


def is_course_player(text: str) -> bool:
    """Whether a text names a player of the course, not a UGI engine.

    >>> is_course_player("java:hand-ins/ann"), is_course_player("./engine")
    (True, False)
    """
    return text.startswith(("java:", "python:"))


def _names_player(text: str) -> bool:
    return text.partition(":")[0] in ("ugi", "java", "python", "machine", "random", "human")


class _Exam:
    """The checks that all players have in common."""

    def __init__(self, player: ProgramPlayer, seconds: float, margin: float) -> None:
        self._player, self._seconds = player, seconds
        self._control = TimeControl(move=seconds, margin=margin)
        self._longest = 0.0
        self._late = ""
        self.deadline = Deadline(LONGEST)

    def start(self) -> str:
        """Why the program cannot be talked to, or nothing."""
        raise NotImplementedError

    def checks(self) -> list[Examined]:
        """The checks in order."""
        return [
            (
                "makes only legal moves in both phases",
                lambda: self._plays_on((*OPENINGS, FULL, NEIGHBOUR, *WINS)),
            ),
            ("wins in one when it can", lambda: self._finds(WINS)),
            ("stops a win in one when it can", lambda: self._finds(STOPS)),
            ("beats a random mover", self._beats_chance),
            (f"answers within {self._seconds:g} second{'s' * (self._seconds != 1)}", self._in_time),
            ("finds networks of more than six chips", lambda: self._finds(LONG_WINS)),
            ("plays on in lost positions", lambda: self._plays_on(LOST)),
            (
                "takes account of the moves made, whatever the opening",
                lambda: self._plays_on(OPENINGS),
            ),
            ("plays on where there is no network", lambda: self._plays_on(NO_NETWORKS.values())),
            ("does not complete the other's network with its own", self._keeps_off),
        ]

    def close(self) -> None:
        """End the player's program."""
        self._player.close()

    def _choose(self, game: str) -> tuple[Board, Move]:
        board = Board(moves=game)
        self.deadline.check()
        self._player.begin(board.turn)
        began = perf_counter()
        try:
            move = self._player.choose(board, Allowance(move=self._seconds))
        except PlayerFault as fault:
            self._blame(fault.kind, str(fault))
            raise
        self._longest = max(self._longest, perf_counter() - began)
        if refusal := board.why_illegal(move):
            raise PlayerFault(
                "illegal move", f"after {game or 'nothing'} it played {move}: {refusal}"
            )
        return board, move

    def _plays_on(self, games: Iterable[str]) -> str:
        for game in games:
            self._choose(game)
        return ""

    def _finds(self, known: dict[str, str]) -> str:
        missed = []
        for game, right in known.items():
            _, move = self._choose(game)
            if str(move) not in right.split():
                missed.append(f"{move} and not {right.replace(' ', ' or ')} after {game}")
        return f"it played {missed[0]} ({len(missed)} of {len(known)})" if missed else ""

    def _keeps_off(self) -> str:
        _, move = self._choose(FULL)
        return "it played 45-11, which wins for Black" if str(move) == "45-11" else ""

    def _beats_chance(self) -> str:
        won = 0
        for number in range(GAMES):
            seats: list[Player] = [RandomPlayer(number), RandomPlayer(number)]
            color = COLORS[number % 2]
            seats[color] = InTime(self._player, self.deadline)
            game = play(seats[0], seats[1], Board(), self._control)
            self._longest = max([self._longest, *game.times(color)])
            if game.fault is not None and game.fault.color == color:
                self._blame(game.fault.kind, game.fault.sentence)
                return game.fault.sentence
            won += game.winner is color
        return "" if won >= GAMES - 1 else f"it won {won} of {GAMES} games"

    def _blame(self, kind: PlayerFaultKind, sentence: str) -> None:
        """Remember a late move, for the check of the time."""
        if kind in ("time", "silence"):
            self._late = sentence

    def _in_time(self) -> str:
        if self._late or not self._longest:
            return self._late or "it never answered"
        late = self._longest > self._seconds + self._control.margin
        return f"it took {self._longest:.2f} s for a move" if late else ""


class _CourseExam(_Exam):
    """The checks of a class with the course's methods."""

    def start(self) -> str:
        """Why the class cannot be loaded and made, or nothing."""
        try:
            self._player.check_start()
        except PlayerError as error:
            return str(error)
        return ""

    def checks(self) -> list[Examined]:
        """The course's six first, then the known faults."""
        common = super().checks()
        return [
            *common[:5],
            ("refuses illegal moves, its own and the other's", self._refuses),
            ("accepts legal moves, its own and the other's", self._accepts),
            ("refuses an eleventh add", lambda: self._offer(FULL, "44", "false")),
            ("refuses a step to the same square", lambda: self._offer(FULL, "45-45", "false")),
            (
                "accepts a step next to the square just left",
                lambda: self._offer(NEIGHBOUR, "65-56", "true"),
            ),
            *common[5:],
        ]

    def _offer(self, game: str, move: str, right: str) -> str:
        """Offer a move as the other's and as its own."""
        most = self._seconds + self._control.margin + OVERTIME
        for method in ("opponentmove", "forcemove"):
            self.deadline.check()
            if self._player.query(f"{method} {move}", Board(moves=game), most) != right:
                done = "refused" if right == "true" else "accepted"
                called = {"opponentmove": "opponent move", "forcemove": "forced move"}[method]
                return f"it {done} the {called} {move} after {game or 'nothing'}"
        return ""

    def _refuses(self) -> str:
        faults = [self._offer(game, move, "false") for game, move in ILLEGAL.values()]
        return next(filter(None, faults), "")

    def _accepts(self) -> str:
        moves = FULL.split()
        for ply in (0, 1, 7, 12, 19):
            if fault := self._offer(" ".join(moves[:ply]), moves[ply], "true"):
                return fault
        return ""


class _EngineExam(_Exam):
    """The checks of a program that speaks UGI."""

    def __init__(self, player: ProgramPlayer, seconds: float, margin: float) -> None:
        super().__init__(player, seconds, margin)
        self._connection: _Connection | None = None
        self._introduction: list[str] = []

    def start(self) -> str:
        """Why the program cannot be talked to, or nothing."""
        try:
            self._connect()
        except PlayerFault as fault:
            return str(fault)
        return ""

    def checks(self) -> list[Examined]:
        """The protocol, the course's statements, and the known faults."""
        return [
            ("answers ugi with its name and ugiok", self._introduces),
            ("answers isready, with options it does not know and options in any case", self._sets),
            ("answers bestmove with exactly two words", self._two_words),
            ("answers queries before any move", lambda: self._queries("", "true", "false", "none")),
            ("answers queries after a game", lambda: self._queries(WON, "true", "true", "p2win")),
            ("takes a position that is set up", self._set_up),
            ("answers stop at once", self._stops),
            ("ends with its input", self._ends),
            *super().checks(),
            *(
                (
                    f"sees no network in {what}",
                    lambda game=game: self._result(Board(moves=game), "none"),
                )
                for what, game in NO_NETWORKS.items()
            ),
            ("gives a move that completes both networks to the other", self._both),
            ("sees networks of more than six chips", self._long_networks),
        ]

    def close(self) -> None:
        """End both programs, the player's and the one examined line by line."""
        super().close()
        self._disconnect()

    def _connect(self) -> _Connection:
        """The program, started if it does not run, introduced, and with its options set."""
        if self._connection is None:
            self._connection = _Connection(self._player)
            self._introduction = self._ask("ugi", "ugiok")
            self._connection.has_started()
            options = self._player.options.items()
            self._connection.send(*(f"setoption name {name} value {to}" for name, to in options))
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, line: str, word: str) -> list[str]:
        """What the program answers, up to a line that begins with a word; it is ended if it does
        not answer."""
        connection = self._connection or self._connect()
        try:
            return connection.ask(line, word)
        except PlayerFault:
            self._disconnect()
            raise

    def _send(self, *lines: str) -> None:
        """Send lines that have no answer, once the program has read everything before."""
        self._ask("isready", "readyok")
        self._connect().send(*lines)

    def _introduces(self) -> str:
        self._connect()
        named = any(line.startswith("id name ") for line in self._introduction)
        return "" if named else "it has no name"

    def _sets(self) -> str:
        self._send("setoption name No Such Thing value 1", "setoption name hAsH value 1")
        self._ask("isready", "readyok")
        return ""

    def _two_words(self) -> str:
        self._send("uginewgame", "position startpos moves 33 44")
        *_, last = self._ask("go movetime 100", "bestmove")
        return "" if len(last.split()) == 2 else f"it answered {last!r}"

    def _queries(self, game: str, turn: str, over: str, result: str) -> str:
        self._send(position_line(Board(moves=game)))
        for question, right in (("p1turn", turn), ("gameover", over), ("result", result)):
            *_, last = self._ask(f"query {question}", "response")
            if last.split() != ["response", right]:
                return f"to query {question} it answered {last!r} and not 'response {right}'"
        return ""

    def _result(self, board: Board, right: str) -> str:
        self._send(position_line(board))
        *_, last = self._ask("query result", "response")
        return "" if last.split() == ["response", right] else f"it answered {last!r}, not {right}"

    def _both(self) -> str:
        return self._result(Board(moves=f"{FULL} 45-11"), "p2win")

    def _long_networks(self) -> str:
        faults = (self._result(Board(start), right) for start, right in LONG_WON.items())
        return next(filter(None, faults), "")

    def _set_up(self) -> str:
        board = Board(Board(moves=FULL).position)
        self._send(position_line(board))
        *_, last = self._ask("go movetime 100", "bestmove")
        return _illegality(board, last)

    def _stops(self) -> str:
        board = Board()
        self._send(position_line(board))
        try:
            seconds, last = self._connect().stop_search()
        except PlayerFault:
            self._disconnect()
            raise
        return f"it took {seconds:.2f} s" if seconds > AT_ONCE else _illegality(board, last)

    def _ends(self) -> str:
        self._send()
        ended = self._connect().ends_with_input()
        self._disconnect()
        return "" if ended else f"it still ran after {TIMEOUT:g} s"


def _illegality(board: Board, line: str) -> str:
    """What is wrong with a bestmove line."""
    try:
        refusal = board.why_illegal(Move.parse([*line.split(), ""][1]))
    except NotationError as error:
        return str(error)
    return f"{line}: {refusal}" if refusal else ""


class _Connection:
    """A program that is examined line by line; what it fails at is a `PlayerFault`."""

    def __init__(self, player: ProgramPlayer) -> None:
        log = None if player.log is None else TrafficLog(player.log, player.name)
        start = EngineProcess.start(
            player.command, name="it", timeout=START_TIMEOUT, memory=MEMORY, log=log
        )
        self._thread = LoopThread()
        try:
            self._process = self._thread.run(start)
        except BaseException:
            self._thread.close()
            raise

    def has_started(self) -> None:
        """From now on it has less time for an answer."""
        self._process.timeout = TIMEOUT

    def send(self, *lines: str) -> None:
        """Write lines; that a program has ended is noticed at the next question."""

        async def send() -> None:
            with suppress(EngineFault):
                for line in lines:
                    self._process.send(line)

        self._thread.run(send())

    def ask(self, line: str, word: str) -> list[str]:
        """Write a line; what comes up to the line that begins with a word."""
        lines: list[str] = []
        self._run(self._process.ask(line, partial(_collect, lines, word)), line, word)
        return lines

    def stop_search(self) -> tuple[float, str]:
        """Begin an endless search and stop it; the seconds until the answer, and the answer."""
        lines: list[str] = []
        began = 0.0

        async def search() -> None:
            nonlocal began
            answer = self._process.expect(partial(_collect, lines, "bestmove"))
            self._process.send("go infinite")
            await asyncio.sleep(THINKING)
            began = perf_counter()
            self._process.send("stop")
            await self._process.within(asyncio.shield(answer.done), "stop")
            if self._process.fault is not None:
                raise self._process.fault

        self._run(search(), "stop", "bestmove")
        return perf_counter() - began, lines[-1]

    def ends_with_input(self) -> bool:
        """Close its input, and see whether it ends in time."""

        async def end() -> None:
            self._process.close_input()
            await self._process.within(self._process.has_exited(), "the end of its input")

        try:
            self._thread.run(end())
        except EngineSilent:
            return False
        return True

    def close(self) -> None:
        """End it and everything it has started."""
        self._thread.run(self._process.kill())
        self._thread.close()

    def _run(self, work: Coroutine[Any, Any, None], line: str, word: str) -> None:
        command = line.split()[0]
        try:
            self._thread.run(work)
        except EngineSilent:
            raise PlayerFault("silence", f"it did not answer {command} with {word}") from None
        except EngineDead:
            raise PlayerFault("crash", f"it ended, and did not answer {command}") from None
        except EngineFault as fault:
            raise PlayerFault("garbage", str(fault)) from None


def _collect(lines: list[str], word: str, line: str) -> bool:
    """Keep a line; whether it is the one that begins with a word."""
    lines.append(line.strip())
    del lines[:-KEPT_LINES]
    return line.split()[:1] == [word]
