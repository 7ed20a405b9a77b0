"""The arena in the terminal: what is going on, and how it came out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tenchips.arena.match import Match, Standing
from tenchips.arena.statistics import Sprt


def watch(
    console: Console, steps: Iterable[tuple[int, int, str]], keep: Callable[[], None]
) -> None:
    """Show a bar while things go on: each step says how many games are played, how many there
    will be, and how it stands. At each, what was played is kept."""
    with _progress(console) as progress:
        bar = progress.add_task("")
        for done, total, line in steps:
            keep()
            progress.update(bar, completed=done, total=total, description=line)


@contextmanager
def ticking(console: Console, total: int, line: str) -> Iterator[Callable[[], None]]:
    """Show a bar that goes on when what is given here is called."""
    with _progress(console) as progress:
        bar = progress.add_task(line, total=total)
        yield lambda: progress.advance(bar)


def _progress(console: Console) -> Progress:
    columns = (
        BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )  # fmt: skip
    return Progress(*columns, console=console, transient=True)


def match_line(match: Match, standing: Standing) -> str:
    """How a match stands, in a line."""
    told = f"+{standing.wins} -{standing.losses} ={standing.draws}"
    if standing.pairs.pairs:
        told += f"  Elo {elo_text(standing.pairs.elo)}"
    if match.sprt is not None:
        low, high = match.sprt.bounds
        told += f"  test {match.sprt.ratio(standing.pairs):+.2f} [{low:.2f}, {high:.2f}]"
    return told


def match_summary(match: Match, standing: Standing) -> str:
    """How a match came out.

    >>> from tenchips.arena.clock import TimeControl
    >>> from tenchips.arena.entry import Entry
    >>> match = Match(Entry("Ann", ""), Entry("Bob", ""), 2, TimeControl(move=1.0))
    >>> print(match_summary(match, Standing.of({})))
    Ann against Bob: 0 games
    1 s a move, 0.1 s margin; openings balanced, seed 0
    won 0, lost 0, drawn 0; points with White 0, with Black 0
    """
    first, second, pairs = match.first.name, match.second.name, standing.pairs
    lines = [
        f"{match.title}: {standing.games} game{'s' * (standing.games != 1)}",
        f"{match.control}; openings {match.openings}, seed {match.seed}",
        f"won {standing.wins}, lost {standing.losses}, drawn {standing.draws}; points with White "
        f"{standing.as_white:g}, with Black {standing.as_black:g}",
    ]
    if pairs.pairs:
        lines += [
            f"score {pairs.score:.1%} ± {pairs.error:.1%}, Elo {elo_text(pairs.elo)}, "
            f"the stronger one with {pairs.superiority:.1%}",
            f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, pairs.counts))}",
        ]
    if match.sprt is not None:
        lines.append(_test_line(match.sprt, standing, first))
    for name, faults in zip((first, second), standing.faults, strict=True):
        if faults:
            lines.append(f"faults of {name}: {faults_text(faults)}")
    return "\n".join(lines)


def _test_line(test: Sprt, standing: Standing, first: str) -> str:
    low, high = test.bounds
    verdict = {
        "H1": f"{first} is stronger: {test.elo1:g} Elo and not {test.elo0:g}",
        "H0": f"{first} is not stronger: {test.elo0:g} Elo and not {test.elo1:g}",
        None: "not decided",
    }[test.verdict(standing.pairs)]
    ratio = test.ratio(standing.pairs)
    return f"test {test}: {ratio:+.2f} of [{low:.2f}, {high:.2f}], {verdict}"


def elo_text(elo: tuple[float, float, float]) -> str:
    """A difference with its interval.

    >>> elo_text((10.2, -3.0, 23.6))
    '+10 [-3, +24]'
    """
    middle, low, high = (f"{value:+.0f}".replace("inf", "∞") for value in elo)
    return f"{middle} [{low}, {high}]"


def faults_text(faults: Mapping[str, int]) -> str:
    """What went wrong how often.

    >>> faults_text({"time": 2, "crash": 1})
    'time 2, crash 1'
    """
    return ", ".join(f"{kind} {count}" for kind, count in faults.items())
