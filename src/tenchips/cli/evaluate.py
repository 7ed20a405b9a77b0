"""`tenchips evaluate`: measure a player against what is proven, and on the ladder of levels."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tenchips.cli.app import INTERRUPTED, UsageError, interrupt_on_termination
from tenchips.cli.options import PROGRAMS, number, whole

if TYPE_CHECKING:
    from tenchips.arena.ladder import Rung
    from tenchips.executors import Workers
    from tenchips.learning.evaluation import Answer, Measures

POSITIONS: Final = 400
SECONDS: Final = 0.1
GAMES: Final = 20
OPPONENTS: Final = 4
"""Levels that a player meets. Games against much weaker or stronger ones would say little."""
FIRST: Final = 5
"""The level that it meets first, in the middle."""
OPENINGS: Final = "random:5"
"""Where games of the ladder start: as those did by which the levels were rated."""


def evaluate(
    agent: Annotated[str, typer.Argument(help=f"The player: {PROGRAMS}.", metavar="AGENT")],
    positions: Annotated[
        int, typer.Option(help="Positions to ask about.", metavar="N", parser=whole)
    ] = POSITIONS,
    games: Annotated[
        int,
        typer.Option(
            help=f"Games against each of {OPPONENTS} levels about as strong, an even number; "
            "0 for none.",
            metavar="N",
            parser=whole,
        ),
    ] = GAMES,
    time: Annotated[
        float, typer.Option(help="Seconds per move.", metavar="SECONDS", parser=number)
    ] = SECONDS,
    seed: Annotated[
        int, typer.Option(help="Seed of positions, openings and chance.", metavar="N", parser=whole)
    ] = 1,
    dataset: Annotated[
        Path | None,
        typer.Option(
            help="Take the positions from this file, not from the package.", metavar="FILE"
        ),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            help="Positions or games at the same time.  [default: one per core]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Write a report to this file: one page of HTML.", metavar="FILE"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--json", help="Write the results to this file, as JSON.", metavar="FILE"),
    ] = None,
) -> int:
    """Measure a player against positions whose result is proven.

    It is asked for a move in positions whose value and winning moves are proven. Then it plays
    levels about as strong as it is, which gives it a rating.
    """
    interrupt_on_termination()
    return evaluate_player(
        agent,
        positions=positions,
        games=games,
        time=time,
        seed=seed,
        dataset=dataset,
        jobs=concurrency,
        report=report,
        output=output,
    )


@dataclass(frozen=True)
class Evaluation:
    """A player's answers and games, and how they came about."""

    agent: str
    seconds: float
    seed: int
    answers: Sequence[Answer]
    rungs: Sequence[Rung]

    @property
    def rating(self) -> tuple[float, float] | None:
        """Its rating and the error of that, if it played games; a random player has 0."""
        from tenchips.arena.ladder import ladder_rating

        return ladder_rating(self.rungs) if self.rungs else None

    def as_json(self) -> dict[str, Any]:
        """Everything that was measured, and every answer."""
        from tenchips.learning.evaluation import Measures, by_phase

        rating = self.rating
        return {
            "agent": self.agent,
            "seconds": self.seconds,
            "seed": self.seed,
            "all": Measures.of(self.answers).as_json(),
            "phases": {
                phase: measures.as_json() for phase, measures in by_phase(self.answers).items()
            },
            "elo": None if rating is None else {"rating": rating[0], "error": rating[1]},
            "ladder": [rung._asdict() for rung in self.rungs],
            "answers": [
                {
                    "position": answer.example.board().position,
                    "value": answer.example.value,
                    "plies": answer.example.plies,
                    "keeping": [str(move) for move in answer.example.moves],
                    "move": None if answer.move is None else str(answer.move),
                    "points": answer.points,
                    "regret": answer.regret,
                    "fault": answer.fault,
                }
                for answer in self.answers
            ],
        }


def evaluate_player(
    agent: str,
    *,
    positions: int = POSITIONS,
    games: int = GAMES,
    time: float = SECONDS,
    seed: int = 1,
    dataset: Path | None = None,
    jobs: int | None = None,
    report: Path | None = None,
    output: Path | None = None,
) -> int:
    """Measure a player, print the measures and write the files asked for."""
    from tenchips.arena.clock import time_control
    from tenchips.cli.evaluation_page import draw
    from tenchips.cli.progress import show_steps
    from tenchips.executors import Workers
    from tenchips.files import check_writable, write_atomically
    from tenchips.learning import Dataset
    from tenchips.learning.evaluation import check_evaluable, choose_examples, evaluate

    if games < 0 or games % 2:
        raise UsageError(f"every opening is played from both sides: games are even, not {games}")
    for path in filter(None, (report, output)):
        check_writable(path)
    time_control(time)  # refuses seconds that are none
    check_evaluable(agent)
    examples = choose_examples(Dataset.load(dataset), positions, seed)
    answers, rungs = list[Any](), list[Any]()

    def asking(workers: Workers) -> Iterator[tuple[int, int, str]]:
        for some in evaluate(agent, examples, seed, time, workers):
            answers.extend(some)
            yield len(answers), len(examples), "positions"

    try:
        with Workers(jobs or os.cpu_count() or 1) as workers:
            show_steps(asking(workers))
            if games:
                show_steps(_climb(agent, games, time, seed, workers, rungs))
    except KeyboardInterrupt:
        print("Interrupted: nothing was written.", file=sys.stderr)
        return INTERRUPTED
    order = {example: place for place, example in enumerate(examples)}
    answers.sort(key=lambda answer: order[answer.example])
    made = Evaluation(agent, time, seed, answers, rungs)
    print(*summary(made), sep="\n")
    if report is not None:
        write_atomically(report, draw(made))
    if output is not None:
        write_atomically(output, json.dumps(made.as_json(), indent=1) + "\n")
    return 0


def _climb(
    agent: str, games: int, seconds: float, seed: int, workers: Workers, rungs: list[Rung]
) -> Iterator[tuple[int, int, str]]:
    """Play levels, the next one always that whose rating is nearest to what the games so far give,
    and add what was scored against each."""
    from tenchips.arena.clock import TimeControl
    from tenchips.arena.entrant import Entrant, distinct, prepared
    from tenchips.arena.ladder import Rung, ladder_rating
    from tenchips.arena.match import Match, run
    from tenchips.arena.results import Results
    from tenchips.server.levels import LEVELS

    left = {level: (name, rating) for level, name, rating, _ in LEVELS[:-1]}
    for place in range(OPPONENTS):
        level = FIRST
        if rungs:
            so_far, _ = ladder_rating(rungs)
            level = min(left, key=lambda one: abs(left[one][1] - so_far))
        name, rating = left.pop(level)
        one, other = distinct([Entrant.parse(agent), Entrant(name, f"machine:level={level}")])
        match = Match(one, other, games, TimeControl(move=seconds, margin=1.0), OPENINGS, seed)
        with Results(None, match.settings()) as results:
            for score in run(match, prepared([one, other]), workers, results):
                yield place * games + score.games, OPPONENTS * games, f"against level {level}"
            points = score.wins + score.draws / 2
            rungs.append(Rung(f"level {level}", rating, points, score.games))


def summary(made: Evaluation) -> Iterator[str]:
    """The measures as a table."""
    from tenchips.learning.evaluation import Measures, by_phase

    rows = {"all": Measures.of(made.answers), **by_phase(made.answers)}
    yield f"{made.agent}, {made.seconds:g} s a move, seed {made.seed}"
    yield f"{'':16}{'positions':>10}{'value':>8}{'kept':>8}{'chance':>8}{'delay':>8}{'haste':>8}"
    for name, measures in rows.items():
        cells = (
            percent(measures.value.share), percent(measures.kept.share), percent(measures.chance),
            plies(measures.delay), plies(measures.haste),
        )  # fmt: skip
        yield f"{name:16}{measures.positions:>10}" + "".join(f"{cell:>8}" for cell in cells)
    yield "value: right scores; kept: wins that its move keeps, by chance: that random moves keep;"
    yield "delay: plies later than the shortest win; haste: plies sooner lost than necessary"
    yield f"{intervals(rows['all'])}; parts vary more"
    if faults := Measures.of(made.answers).faults:
        first = next(answer.fault for answer in made.answers if answer.fault)
        yield f"faults: {faults}, the first: {first}"
    for rung in made.rungs:
        yield f"{rung.name}: {rung.points:g} of {rung.games}"
    if (rating := made.rating) is not None:
        yield f"Elo: {rating[0]:.0f} ± {rating[1]:.0f} (random player: 0)"


def intervals(measures: Measures) -> str:
    """How certain the shares are.

    >>> from tenchips.learning.evaluation import Measures
    >>> intervals(Measures.of([]))
    '95% intervals for all: value -, kept -'
    """
    shares = {"value": measures.value.interval, "kept": measures.kept.interval}
    shown = (
        f"{name} {f'{ends[0]:.0%} to {ends[1]:.0%}' if ends else '-'}"
        for name, ends in shares.items()
    )
    return f"95% intervals for all: {', '.join(shown)}"


def percent(share: float | None) -> str:
    """A share in percent, or a dash.

    >>> percent(0.5), percent(None)
    ('50.0%', '-')
    """
    return "-" if share is None else f"{share:.1%}"


def plies(mean: float | None) -> str:
    """A mean number of plies, or a dash.

    >>> plies(0.25)
    '0.25'
    """
    return "-" if mean is None else f"{mean:.2f}"
