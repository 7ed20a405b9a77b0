"""A match: two players, every opening from both sides, until enough is known.

Games come in pairs. The keys of a pair's games are its number with `a`, where the first player is
White, and `b`. A match goes on from whatever its results hold already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tenchips.arena.clock import TimeControl
from tenchips.arena.entry import Entry
from tenchips.arena.game import REFUSED, Game
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.results import Results
from tenchips.arena.running import Task, play_all
from tenchips.arena.statistics import Pentanomial, Sprt
from tenchips.executors import Workers
from tenchips.rules import Rules
from tenchips.squares import BLACK, WHITE


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    first: Entry
    second: Entry
    games: int
    control: TimeControl
    openings: str = DEFAULT
    seed: int = 0
    rules: Rules = Rules()
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise ValueError(
                f"a match has an even number of games, every opening twice, not {self.games}"
            )

    @property
    def title(self) -> str:
        """What it is called."""
        return f"{self.first.name} against {self.second.name}"

    def settings(self) -> dict[str, Any]:
        """What must not change when a match is gone on with; how long it lasts may."""
        return {
            "kind": "match",
            "players": [asdict(self.first), asdict(self.second)],
            "clock": str(self.control),
            "openings": self.openings,
            "seed": self.seed,
            "rules": str(self.rules),
        }

    def tasks(self, first: Entry, second: Entry) -> Iterator[Task]:
        """The games in order, between the two as they can be played."""
        openings = Openings.parse(self.openings, self.seed)
        for pair in range(self.games // 2):
            for key, white, black in (
                (f"{pair}a", first, second),
                (f"{pair}b", second, first),
            ):
                yield Task(key, white, black, openings[pair], self.control, self.rules, self.seed)


@dataclass(frozen=True)
class Standing:
    """How a match stands, seen from its first player."""

    games: int
    wins: int
    draws: int
    losses: int
    pairs: Pentanomial
    as_white: float
    """The first player's points with White, and with Black."""
    as_black: float
    faults: tuple[Mapping[str, int], Mapping[str, int]]
    """How often each player lost by its own doing, by kind; the first player's come first."""

    @classmethod
    def of(cls, games: Mapping[str, Game]) -> Standing:
        """Count the games."""
        points = {key: _points(key, game) for key, game in games.items()}
        pairs = [
            points[key] + points[f"{key[:-1]}b"]
            for key in points
            if key.endswith("a") and f"{key[:-1]}b" in points
        ]
        faults = Counter[str](), Counter[str]()
        for key, game in games.items():
            first = WHITE if key.endswith("a") else BLACK
            if game.fault is not None:
                faults[game.fault.color != first][game.fault.kind] += 1
            for color, _ in game.refused:
                faults[color != first][REFUSED] += 1
        values = list(points.values())
        return cls(
            len(games), values.count(1.0), values.count(0.5), values.count(0.0),
            Pentanomial.of(pairs),
            sum(value for key, value in points.items() if key.endswith("a")),
            sum(value for key, value in points.items() if key.endswith("b")),
            faults,
        )  # fmt: skip


def _points(key: str, game: Game) -> float:
    """What the first player scored."""
    return game.points if key.endswith("a") else 1 - game.points


def run(
    match: Match, ready: Sequence[Entry], workers: Workers, results: Results
) -> Iterator[Standing]:
    """Play what is missing; how the match stands before the first game and after each, until all
    are played or the test has decided. `ready` are the two as they can be played."""
    first, second = ready
    standing = Standing.of(results.games)
    yield standing
    if _is_decided(match, standing):
        return
    played = set(results.games)
    missing = (task for task in match.tasks(first, second) if task.key not in played)
    for _ in play_all(workers, missing, results):
        standing = Standing.of(results.games)
        yield standing
        if _is_decided(match, standing):
            return


def _is_decided(match: Match, standing: Standing) -> bool:
    return match.sprt is not None and match.sprt.verdict(standing.pairs) is not None
