"""Plays a match or tournament in the terminal: the running games meanwhile, the result at the end.

Everything is checked before the first game. A run that is interrupted keeps what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from tenchips.arena import match as matches
from tenchips.arena import tournament as tournaments
from tenchips.arena.clock import MARGIN, TimeControl, time_control
from tenchips.arena.entrant import Entrant, PreparedEntrant, distinct, prepared
from tenchips.arena.game import Game
from tenchips.arena.match import Match, MatchScore
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.output import OutputFiles
from tenchips.arena.progress import RunningGames
from tenchips.arena.report import Report
from tenchips.arena.results import Results
from tenchips.arena.settings import from_settings, load_settings
from tenchips.arena.statistics import Sprt
from tenchips.arena.text import (
    match_line,
    match_summary,
    tournament_line,
    tournament_summary,
)
from tenchips.arena.tournament import Tournament
from tenchips.cli.app import INTERRUPTED, complain
from tenchips.cli.faults import FaultReporter
from tenchips.cli.live_table import is_watched, show_games
from tenchips.cli.progress import Step, counting
from tenchips.executors import Workers
from tenchips.record import Record
from tenchips.rules import Rules

GAMES: Final = 100
"""How many games a match has by default."""

NO_FILES: Final = OutputFiles()

_Steps: TypeAlias = Callable[[Sequence[Entrant], Workers, Results], Iterator[Step]]
"""Plays the prepared entrants against each other: games played, expected in all, the score."""

_Summary: TypeAlias = Callable[[Mapping[str, Game], Mapping[str, str]], tuple[str, Report]]
"""The result of some games, as text and as a report, with the checks that players passed."""


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
    files: OutputFiles = NO_FILES,
) -> int:
    """Play a match between two players and return the exit status. None stands for the default:
    100 games, one second a move, balanced openings."""
    one, other = distinct([Entrant.parse(first), Entrant.parse(second)])
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

    def steps(ready: Sequence[Entrant], workers: Workers, results: Results) -> Iterator[Step]:
        for score in matches.run(match, ready, workers, results):
            yield score.games, match.games, match_line(match, score)

    def summary(played: Mapping[str, Game], _: Mapping[str, str]) -> tuple[str, Report]:
        text = match_summary(match, MatchScore.of(played))
        names = [entrant.name for entrant in match.entrants]
        report = Report.of_games(match.title, text.splitlines(), names, played, match.control)
        return text, report

    return _play(match, steps, summary, jobs, cluster, files)


def play_tournament(
    players: Sequence[str],
    *,
    settings: Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    files: OutputFiles = NO_FILES,
    compliance: bool = False,
    **options: Any,
) -> int:
    """Play a tournament between the players in a settings file and those named here, and return
    the exit status. Options that are not None override the file. With `compliance`, programs are
    checked first, and the report says how many checks they passed."""
    given = {} if settings is None else load_settings(settings)
    given |= {name: value for name, value in options.items() if value is not None}
    tournament = from_settings(given, players)

    def steps(ready: Sequence[Entrant], workers: Workers, results: Results) -> Iterator[Step]:
        for done in tournaments.run(tournament, ready, workers, results):
            total = tournaments.total(tournament, results.games)
            yield done, total, tournament_line(results.games)

    def summary(played: Mapping[str, Game], checks: Mapping[str, str]) -> tuple[str, Report]:
        report = replace(Report.of_tournament(tournament, played), checks=checks)
        return tournament_summary(report), report

    return _play(tournament, steps, summary, jobs, cluster, files, compliance)


def _play(
    contest: Match | Tournament,
    steps: _Steps,
    summary: _Summary,
    jobs: int,
    cluster: str | None,
    files: OutputFiles,
    compliance: bool = False,
) -> int:
    """Play until the end or until interrupted, and return the exit status."""
    Openings.parse(contest.openings)
    for name in (contest.title, *(entrant.name for entrant in contest.entrants)):
        Record(event=name)  # raises if a record cannot hold the name
    files.check()
    with ExitStack() as stack:
        ready = prepared(
            contest.entrants,
            elsewhere=cluster is not None,
            log=files.log,
            may_forfeit=isinstance(contest, Tournament),
        )
        for entrant in ready:
            if entrant.cannot_play:
                complain(f"{entrant.name} forfeits every game: {entrant.cannot_play}")
        checks = _checks_passed(ready, contest.control) if compliance else {}
        results = stack.enter_context(Results(files.results, contest.settings()))
        running = stack.enter_context(RunningGames())
        begin = running.begin if is_watched() else None
        workers = stack.enter_context(Workers(jobs, cluster, begin))
        status = 0
        try:
            faults = FaultReporter(results.games)
            with files.recording(contest.title, results.games) as record_new_games:
                played = _each(steps(ready, workers, results), record_new_games, faults.report_new)
                show_games(played, running.games, lambda: faults.counts)
        except KeyboardInterrupt:
            status = INTERRUPTED
        text, report = summary(results.games, checks)
        print(text)
        files.finish(report)
        if status:
            print(_interrupted(files.results))
        return status


def _checks_passed(ready: Sequence[PreparedEntrant], control: TimeControl) -> dict[str, str]:
    """How many checks of `tenchips compliance` each program passed, like 13/15."""
    from tenchips.arena.compliance import examine

    passed = {}
    programs = [each for each in ready if each.text.startswith(("ugi:", "java:", "python:"))]
    with counting(len(programs), "checking the players") as tick:
        for entrant in programs:
            if not entrant.cannot_play:
                checks = list(examine(entrant.text, control.move, control.margin))
                count = sum(check.passed for check in checks)
                passed[entrant.name] = f"{count}/{len(checks)}"
            tick()
    return passed


def _each(steps: Iterator[Step], *actions: Callable[[], None]) -> Iterator[Step]:
    """The steps, calling functions after each."""
    for step in steps:
        for action in actions:
            action()
        yield step


def _interrupted(results: Path | None) -> str:
    if results is None:
        return "Interrupted: use --results FILE to be able to resume next time."
    return f"Interrupted: run the same command again to resume from {results}."
