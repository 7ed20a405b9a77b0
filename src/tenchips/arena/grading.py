"""Grades the hand-ins of a class: the checks of `compliance`, games against levels, time used.

The first six checks are what the course grades; `compliance` says which they are. A hand-in that
does not compile or cannot be made gets no points, and its faults are kept for its author. Every
hand-in is graded by itself and has a time limit, so that one of them cannot hold up the class. What
the points are worth as a mark is the teacher's decision: nothing here makes one number of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Final

from tenchips.arena.clock import MARGIN, TimeControl
from tenchips.arena.compliance import COURSE_SECONDS, STATEMENTS, Check, examine
from tenchips.arena.deadline import Deadline, InTime, OutOfTime
from tenchips.arena.entrant import Entrant, compiled_text, distinct
from tenchips.arena.errors import ArenaError
from tenchips.arena.game import Game
from tenchips.arena.openings import Openings
from tenchips.arena.referee import play
from tenchips.arena.standings import Standing, tally
from tenchips.executors import Runner
from tenchips.players import HandInError, Player, start_errors
from tenchips.players.hand_in import UNNAMED
from tenchips.players.javac import CompileError, CompilerMessage

LEVELS: Final = (1, 3)
"""The levels that every hand-in plays against."""

GAMES: Final = 2
"""Games against each of them: the same opening with both colours."""

ARCHIVES: Final = (".zip", ".jar")
"""How the names of hand-ins in one file end."""

LONGEST: Final = 180.0
"""Seconds for the checks of a hand-in, and again for its games."""


@dataclass(frozen=True)
class Plan:
    """How hand-ins are graded.

    >>> print(Plan(levels=(1,), seconds=5.0).control)
    5 s a move, 0.1 s margin
    """

    levels: tuple[int, ...] = LEVELS
    games: int = GAMES
    seconds: float = COURSE_SECONDS
    margin: float = MARGIN
    longest: float = LONGEST
    seed: int = 0

    def __post_init__(self) -> None:
        if self.games < 0 or self.games % 2:
            raise ArenaError(f"games come in pairs, one with each colour: {self.games} do not")
        if not all(1 <= level <= 10 for level in self.levels):
            raise ArenaError(f"the levels are 1 to 10, not {', '.join(map(str, self.levels))}")

    @property
    def control(self) -> TimeControl:
        """The clock of all games."""
        return TimeControl(move=self.seconds, margin=self.margin)


@dataclass(frozen=True)
class Grade:
    """What came of one hand-in.

    >>> Grade("ann", error="it does not compile").remark
    'it does not compile'
    """

    name: str
    error: str = ""
    """Why it cannot play."""
    messages: tuple[CompilerMessage, ...] = ()
    """What the compiler says, if it does not compile."""
    checks: tuple[Check, ...] = ()
    games: Mapping[str, Game] = field(default_factory=dict)
    """By level and number: `level 3, game 2`."""
    unplayed: int = 0
    """Games that were left out because the time for them was over."""

    @property
    def statements(self) -> int:
        """How many of the course's statements hold."""
        return sum(check.passed for check in self.checks[:STATEMENTS])

    @property
    def passed(self) -> int:
        """How many of all checks were passed."""
        return sum(check.passed for check in self.checks)

    def points(self, level: int) -> tuple[float, int]:
        """What it scored against a level, and in how many games."""
        games = [game for key, game in self.games.items() if key.startswith(f"level {level},")]
        return sum(_points(game, self.name) for game in games), len(games)

    @property
    def standing(self) -> Standing:
        """Its results, faults and times in all games."""
        return tally([self.name], self.games)[0]

    @property
    def mean_seconds(self) -> float | None:
        """The mean time of its moves."""
        seconds = self.standing.seconds
        return fmean(seconds) if seconds else None

    @property
    def longest_seconds(self) -> float | None:
        """The time of its slowest move."""
        return max(self.standing.seconds, default=None)

    @property
    def remark(self) -> str:
        """The most important thing to say about it, in one sentence; empty if all is well."""
        if self.error:
            return self.error
        parts = [f"failed: {check.title}, {check.fault}" for check in self.checks if check.fault]
        if self.unplayed:
            parts.insert(0, f"{self.unplayed} games were left out, because it takes too long")
        for game in self.games.values():
            if game.fault is not None and game.name(game.fault.color) == self.name:
                parts.insert(0, game.fault.sentence.removeprefix(f"{self.name} "))
                break
        return next(iter(parts), "")

    @property
    def failed_statements(self) -> str:
        """The numbers of the course's statements that do not hold."""
        failed = (check.number for check in self.checks[:STATEMENTS] if not check.passed)
        return " ".join(map(str, failed))


def find_hand_ins(paths: Iterable[Path]) -> list[Entrant]:
    """The hand-ins at some paths. A folder with sources is one hand-in; any other folder holds a
    hand-in in each of its folders, zip files and jars.

    >>> find_hand_ins([Path("no/such/folder")])
    Traceback (most recent call last):
    tenchips.arena.errors.ArenaError: there is no file or folder 'no/such/folder'
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise ArenaError(f"there is no file or folder {str(path)[:80]!r}")
        if not path.is_dir() and path.suffix not in (*ARCHIVES, ".java"):
            raise ArenaError(
                f"{path.name[:80]!r} is no hand-in: name a folder, a .zip, a .jar or a .java file"
            )
        if _is_one(path):
            found.append(path)
        else:
            found += [each for each in sorted(path.iterdir()) if _may_be_hand_in(each)]
    if not found:
        raise ArenaError("there are no hand-ins: name a folder that holds folders or zip files")
    return distinct(Entrant.parse(f"java:{path}") for path in found)


def ignored_files(paths: Iterable[Path]) -> list[Path]:
    """What lies beside the hand-ins that `find_hand_ins` finds and is none, hidden files left out.

    >>> ignored_files([])
    []
    """
    folders = [path for path in paths if path.is_dir() and not _is_one(path)]
    files = [file for folder in folders for file in sorted(folder.iterdir())]
    return [file for file in files if not (_may_be_hand_in(file) or _is_hidden(file))]


def _is_one(path: Path) -> bool:
    """Whether a path is one hand-in, not a folder of them."""
    inside = sorted(path.iterdir()) if path.is_dir() else []
    is_one = not path.is_dir() or any(
        each.suffix in (".java", ".class") or (each.is_dir() and each.name in UNNAMED)
        for each in inside
    )
    if is_one and path.is_dir():
        _refuse_class(path, inside)
    return is_one


def _refuse_class(folder: Path, inside: Sequence[Path]) -> None:
    """Refuse a folder of several hand-ins with a source of nobody beside them."""
    if any(each.name in (*UNNAMED, "MachinePlayer.java") for each in inside):
        return
    players = [each for each in inside if each.is_dir() and any(each.rglob("MachinePlayer.java"))]
    if len(players) > 1:
        stray = next(each.name for each in inside if each.suffix in (".java", ".class"))
        raise ArenaError(
            f"{str(folder)[:80]!r} holds {stray[:40]} beside {len(players)} hand-ins: move it "
            "away, or name the hand-ins one by one"
        )


def _may_be_hand_in(path: Path) -> bool:
    return not _is_hidden(path) and (path.is_dir() or path.suffix in ARCHIVES)


def _is_hidden(path: Path) -> bool:
    return path.name.startswith((".", "__MACOSX"))


def grade_all(
    entrants: Sequence[Entrant], plan: Plan, workers: Runner
) -> Iterator[tuple[Grade, int]]:
    """Grade the hand-ins, several at a time. Yields each grade as it is known, with the number of
    its hand-in.

    >>> from tenchips.executors import InProcess
    >>> list(grade_all([], Plan(), InProcess()))
    []
    """
    tasks = [(number, entrant, plan) for number, entrant in enumerate(entrants)]
    for (number, _, _), grade in workers.run(_grade_task, tasks):
        yield grade, number


def _grade_task(task: tuple[int, Entrant, Plan]) -> Grade:
    _, entrant, plan = task
    return grade(entrant, plan)


def grade(entrant: Entrant, plan: Plan) -> Grade:
    """Grade one hand-in.

    >>> grade(Entrant("ann", "python:no_such_module:Ann"), Plan()).error[:28]
    'it raised ModuleNotFoundErro'
    """
    try:
        ready = Entrant(entrant.name, compiled_text(entrant))
        [error] = start_errors([ready.player()])
        if error is not None:
            raise error
    except CompileError as error:
        return Grade(entrant.name, _short(entrant, error), error.messages)
    except HandInError as error:
        return Grade(entrant.name, _short(entrant, error))
    checks = tuple(examine(ready.text, plan.seconds, plan.margin, longest=plan.longest))
    games, unplayed = _games(ready, plan)
    return Grade(entrant.name, checks=checks, games=games, unplayed=unplayed)


def _short(entrant: Entrant, error: HandInError) -> str:
    """An error without the hand-in's path and name, which are known."""
    sentence = str(error).replace(entrant.text.removeprefix("java:")[:80], "it")
    return sentence.removeprefix(f"{entrant.name} cannot play: ")


def _games(ready: Entrant, plan: Plan) -> tuple[dict[str, Game], int]:
    """The games against the levels that could be played in time, and the number of the others."""
    games: dict[str, Game] = {}
    deadline = Deadline(plan.longest)
    openings = Openings.parse("balanced", plan.seed)
    player = ready.player()
    try:
        for level in plan.levels:
            machine = Entrant(f"level {level}", f"machine:level={level}").player()
            seats: list[Player] = [InTime(player, deadline), machine]
            for number in range(plan.games):
                white, black = seats if number % 2 == 0 else reversed(seats)
                board = openings[number // 2].board()
                games[f"level {level}, game {number + 1}"] = play(white, black, board, plan.control)
            machine.close()
    except OutOfTime:
        pass
    finally:
        player.close()
    return games, len(plan.levels) * plan.games - len(games)


def _points(game: Game, name: str) -> float:
    return game.points if game.white == name else 1 - game.points
