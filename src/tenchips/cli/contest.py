"""Plays a match or tournament in the terminal: a progress bar meanwhile, the result at the end.

Everything is checked before the first game. A run that is interrupted keeps what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeAlias

from tenchips.arena import match as matches
from tenchips.arena import tournament as tournaments
from tenchips.arena.clock import MARGIN, time_control
from tenchips.arena.entrant import Entrant, distinct, prepared
from tenchips.arena.game import Game
from tenchips.arena.match import Match, MatchScore
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.output import OutputFiles
from tenchips.arena.report import Report
from tenchips.arena.results import Results
from tenchips.arena.settings import from_settings, load_settings
from tenchips.arena.statistics import Sprt
from tenchips.arena.text import match_line, match_summary, tournament_summary
from tenchips.arena.tournament import Tournament
from tenchips.cli.app import INTERRUPTED
from tenchips.cli.faults import FaultReporter
from tenchips.cli.progress import show_steps
from tenchips.executors import Workers
from tenchips.record import Record
from tenchips.rules import Rules

GAMES: Final = 100
"""How many games a match has by default."""

NO_FILES: Final = OutputFiles()

_Step: TypeAlias = tuple[int, int, str]
"""Games played, games expected in all, and the score so far."""

_Steps: TypeAlias = Callable[[Sequence[Entrant], Workers, Results], Iterator[_Step]]
"""Plays the prepared entrants against each other."""

_Summary: TypeAlias = Callable[[Mapping[str, Game]], tuple[str, Report]]
"""The result of some games, as text and as a report."""


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

    def steps(ready: Sequence[Entrant], workers: Workers, results: Results) -> Iterator[_Step]:
        for score in matches.run(match, ready, workers, results):
            yield score.games, match.games, match_line(match, score)

    def summary(played: Mapping[str, Game]) -> tuple[str, Report]:
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
    **options: Any,
) -> int:
    """Play a tournament between the players in a settings file and those named here, and return
    the exit status. Options that are not None override the file."""
    given = {} if settings is None else load_settings(settings)
    given |= {name: value for name, value in options.items() if value is not None}
    tournament = from_settings(given, players)

    def steps(ready: Sequence[Entrant], workers: Workers, results: Results) -> Iterator[_Step]:
        for done in tournaments.run(tournament, ready, workers, results):
            last = [*results.games.values()][-1:]
            line = "".join(f"{game.white} - {game.black} {game.result}" for game in last)
            yield done, tournaments.total(tournament, results.games), line

    def summary(played: Mapping[str, Game]) -> tuple[str, Report]:
        report = Report.of_tournament(tournament, played)
        return tournament_summary(report), report

    return _play(tournament, steps, summary, jobs, cluster, files)


def _play(
    contest: Match | Tournament,
    steps: _Steps,
    summary: _Summary,
    jobs: int,
    cluster: str | None,
    files: OutputFiles,
) -> int:
    """Play until the end or until interrupted, and return the exit status."""
    Openings.parse(contest.openings)
    for name in (contest.title, *(entrant.name for entrant in contest.entrants)):
        Record(event=name)  # raises if a record cannot hold the name
    files.check()
    with ExitStack() as stack:
        ready = prepared(contest.entrants, elsewhere=cluster is not None, log=files.log)
        results = stack.enter_context(Results(files.results, contest.settings()))
        workers = stack.enter_context(Workers(jobs, cluster))
        status = 0
        try:
            faults = FaultReporter(results.games)
            with files.recording(contest.title, results.games) as record_new_games:
                played = steps(ready, workers, results)
                show_steps(_each(played, record_new_games, faults.report_new))
        except KeyboardInterrupt:
            status = INTERRUPTED
        text, report = summary(results.games)
        print(text)
        files.finish(report)
        if status:
            print(_interrupted(files.results))
        return status


def _each(steps: Iterator[_Step], *actions: Callable[[], None]) -> Iterator[_Step]:
    """The steps, calling functions after each."""
    for step in steps:
        for action in actions:
            action()
        yield step


def _interrupted(results: Path | None) -> str:
    if results is None:
        return "Interrupted: use --results FILE to be able to resume next time."
    return f"Interrupted: run the same command again to resume from {results}."
