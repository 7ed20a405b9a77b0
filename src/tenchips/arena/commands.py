"""What the commands `match`, `tournament`, `compliance` and `review` do with their arguments.

Each checks everything before the first game, shows what goes on while it plays, prints how it came
out, and leaves its files whole. What is wrong with the arguments is a `ValueError`. A run that is
interrupted keeps what was played.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from rich.console import Console

from tenchips.arena import match as matches
from tenchips.arena import page, showing
from tenchips.arena import tournament as tournaments
from tenchips.arena.clock import MARGIN, time_control
from tenchips.arena.compliance import examine
from tenchips.arena.entry import Entry, distinct, prepared
from tenchips.arena.game import Game
from tenchips.arena.match import Match, Standing
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.recording import Recording
from tenchips.arena.report import Report
from tenchips.arena.results import Results
from tenchips.arena.review import review
from tenchips.arena.statistics import Sprt
from tenchips.arena.tournament import Tournament
from tenchips.book import Certificate
from tenchips.engine import Engine, Limit
from tenchips.executors import Workers
from tenchips.files import check_writable, write_atomically
from tenchips.record import Record, RecordError, load_records, save_records
from tenchips.rules import Rules

GAMES: Final = 100
"""How many games a match has unless told otherwise."""


@dataclass(frozen=True)
class Files:
    """Where a run keeps what it does: results to go on from, games as records, and the page."""

    results: Path | None = None
    record: Path | None = None
    report: Path | None = None

    def check(self) -> None:
        """See now, and not after a night of games, that all can be written."""
        real = [os.path.realpath(path) for path in (self.results, self.record, self.report) if path]
        if len(set(real)) < len(real):
            raise ValueError("results, records and the page need a file each: name different ones")
        for path in (self.record, self.report):
            if path is not None:
                check_writable(path)

    @contextmanager
    def recording(self, title: str, games: Mapping[str, Game]) -> Iterator[Callable[[], None]]:
        """Where to put games among the records as they end: call it when there are more."""
        if self.record is None:
            yield lambda: None
            return
        with Recording(self.record, title, games) as file:
            yield lambda: file.keep(games)

    def finish(self, report: Report) -> None:
        """Write the page, and see that no record is missing, wherever the run was stopped."""
        with self.recording(report.title, report.games):
            pass
        if self.report is not None:
            write_atomically(self.report, page.draw(report))


NOWHERE: Final = Files()


class _Plan(Protocol):
    """Something to be played, as the common part of the commands sees it."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Who plays."""

    def settings(self) -> dict[str, Any]:
        """What the file of results is begun with."""

    def steps(self, ready: Sequence[Entry], workers: Workers, results: Results) -> Iterator[_Step]:
        """Play, and say how far it is after every game."""

    def report(self, games: Mapping[str, Game]) -> Report:
        """What it came to."""

    def told(self, games: Mapping[str, Game]) -> str:
        """The same in words."""


_Step: TypeAlias = tuple[int, int, str]
"""Games played, games in all as far as is known, and how it stands."""


@dataclass(frozen=True)
class _MatchPlan:
    match: Match

    @property
    def title(self) -> str:
        return self.match.title

    @property
    def entries(self) -> Sequence[Entry]:
        return self.match.first, self.match.second

    def settings(self) -> dict[str, Any]:
        return self.match.settings()

    def steps(self, ready: Sequence[Entry], workers: Workers, results: Results) -> Iterator[_Step]:
        for standing in matches.run(self.match, ready, workers, results):
            yield standing.games, self.match.games, showing.match_line(self.match, standing)

    def report(self, games: Mapping[str, Game]) -> Report:
        return Report.of_match(self.match, games, *self.told(games).splitlines())

    def told(self, games: Mapping[str, Game]) -> str:
        return showing.match_summary(self.match, Standing.of(games))


@dataclass(frozen=True)
class _TournamentPlan:
    tournament: Tournament

    @property
    def title(self) -> str:
        return self.tournament.name

    @property
    def entries(self) -> Sequence[Entry]:
        return self.tournament.entries

    def settings(self) -> dict[str, Any]:
        return self.tournament.settings()

    def steps(self, ready: Sequence[Entry], workers: Workers, results: Results) -> Iterator[_Step]:
        for done in tournaments.run(self.tournament, ready, workers, results):
            last = [*results.games.values()][-1:]
            line = "".join(f"{g.white} - {g.black} {g.result}" for g in last)
            yield done, tournaments.total(self.tournament, results.games), line

    def report(self, games: Mapping[str, Game]) -> Report:
        return Report.of(self.tournament, games)

    def told(self, games: Mapping[str, Game]) -> str:
        return self.report(games).text()


def play_match(
    first: str,
    second: str,
    *,
    games: int | None = None,
    time: float | None = None,
    tc: str | None = None,
    margin: float | None = None,
    openings: str | None = None,
    seed: int | None = None,
    rules: str | None = None,
    sprt: Sequence[str] | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    files: Files = NOWHERE,
) -> int:
    """Play a match between two players, and return the exit status. What is None is left as it
    usually is: a hundred games, a second a move, balanced openings."""
    one, other = distinct([Entry.parse(first), Entry.parse(second)])
    match = Match(
        one,
        other,
        GAMES if games is None else games,
        time_control(time, tc, MARGIN if margin is None else margin),
        DEFAULT if openings is None else openings,
        seed or 0,
        Rules.parse(rules or ""),
        None if sprt is None else Sprt.parse(sprt),
    )
    return _play(_MatchPlan(match), match.openings, jobs, cluster, files)


def play_tournament(
    players: Sequence[str],
    *,
    settings: Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    files: Files = NOWHERE,
    **given: Any,
) -> int:
    """Play a tournament of the players in a file of settings and those named here, and return the
    exit status. What is given here goes before what the file says, where it is not None."""
    said = {} if settings is None else tournaments.load_settings(settings)
    said |= {name: value for name, value in given.items() if value is not None}
    tournament = tournaments.from_settings(said, players)
    return _play(_TournamentPlan(tournament), tournament.openings, jobs, cluster, files)


def check_compliance(
    words: Sequence[str], *, time: float = 1.0, margin: float | None = None
) -> int:
    """Examine a player, named as everywhere or by the words of its command; 1 if it failed."""
    if not words:
        raise ValueError("name the player or the command to examine")
    text = words[0] if len(words) == 1 else shlex.join(words)
    passed = total = 0
    control = time_control(time, margin=MARGIN if margin is None else margin)
    for check in examine(text, time, control.margin):
        print(check, flush=True)
        passed, total = passed + check.passed, total + 1
    print(f"{passed} of {total} checks passed")
    return 0 if passed == total else 1


def review_games(
    path: Path,
    *,
    time: float = 1.0,
    hash: int = 64,
    threads: int = 1,
    output: Path | None = None,
) -> int:
    """Review the games of a file, and print the annotated records or write them to a file; 1 if
    one of them could not be read. If it is interrupted, what was reviewed is written."""
    if output is not None:
        if os.path.realpath(path) == os.path.realpath(output):
            raise ValueError(f"{path} is the file that is reviewed: write to another one")
        Files(record=output).check()
    limit = Limit(time=time_control(time).move)
    status, reviewed, games = 0, list[Record](), _games(path)
    console = Console(stderr=True)
    try:
        with Engine(hash=hash, threads=threads) as engine:
            for number, game in enumerate(games, 1):
                if isinstance(game, RecordError):
                    print(f"tenchips: {path}, game {number}, {game}", file=sys.stderr)
                    status = 1
                    continue
                with showing.ticking(console, len(game.line) + 1, f"game {number}") as tick:
                    found = review(game, engine, limit, Certificate.load(), tick)
                reviewed.append(found.record)
                if output is None:
                    print(found.record)
                print(found.summary(number), file=sys.stderr)
    except KeyboardInterrupt:
        status = 130
        print(f"Interrupted after {len(reviewed)} of {len(games)} games.", file=sys.stderr)
    if output is not None and reviewed:
        save_records(output, reviewed)
    return status


def _games(path: Path) -> list[Record | RecordError]:
    games = list(load_records(path))
    if not games:
        raise ValueError(f"{path} holds no game")
    return games


def _play(plan: _Plan, openings: str, jobs: int, cluster: str | None, files: Files) -> int:
    """Play, whatever the plan, until it is done or somebody interrupts it."""
    Openings.parse(openings)
    for name in (plan.title, *(entry.name for entry in plan.entries)):
        Record(event=name)  # refuses what cannot be written down
    files.check()
    with ExitStack() as open_things:
        ready = prepared(plan.entries, elsewhere=cluster is not None)
        results = open_things.enter_context(Results(files.results, plan.settings()))
        workers = open_things.enter_context(Workers(jobs, cluster))
        status = 0
        try:
            with files.recording(plan.title, results.games) as keep:
                showing.watch(Console(stderr=True), plan.steps(ready, workers, results), keep)
        except KeyboardInterrupt:
            status = 130
        print(plan.told(results.games))
        files.finish(plan.report(results.games))
        if status:
            print(_interrupted(files.results))
        return status


def _interrupted(results: Path | None) -> str:
    if results is None:
        return "Interrupted: give --results FILE to be able to go on another time."
    return f"Interrupted: the same command goes on from {results}."
