"""A match: two players, every opening from both sides, for a number of games or until decided.

Games come in pairs. The keys of the two games are the number of the pair with `a`, where the first
player is White, and with `b`. A match resumes from the results it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.errors import ArenaError
from tenchips.arena.game import REFUSED, Game
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.results import Results
from tenchips.arena.runner import ScheduledGame, play_games
from tenchips.arena.statistics import Pentanomial, Sprt
from tenchips.errors import check_items, check_type
from tenchips.executors import Runner
from tenchips.rules import Rules
from tenchips.squares import BLACK, WHITE


@dataclass(frozen=True)
class Match:
    """What is to be played.

    >>> match = Match(Entrant("Ann", "random"), Entrant("Bob", "random"), 2, TimeControl(move=5.0))
    >>> [(game.key, game.white.name) for game in match.schedule(*match.entrants)]
    [('0a', 'Ann'), ('0b', 'Bob')]
    """

    first: Entrant
    second: Entrant
    games: int
    control: TimeControl
    openings: str = DEFAULT
    seed: int = 0
    rules: Rules = Rules()
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        check_items(
            "first and second", self.entrants, Entrant, "Entrants, like Entrant.parse('random')"
        )
        check_type("games", self.games, int, "an int")
        check_type(
            "control", self.control, TimeControl, "a TimeControl, like TimeControl(move=1.0)"
        )
        if self.games < 2 or self.games % 2:
            raise ArenaError(
                f"a match has an even number of games, every opening twice, not {self.games}"
            )

    @property
    def title(self) -> str:
        """What it is called."""
        return f"{self.first.name} against {self.second.name}"

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two players."""
        return self.first, self.second

    def settings(self) -> dict[str, Any]:
        """What must stay the same when a match is resumed; the number of games may change."""
        return {
            "kind": "match",
            "players": [asdict(entrant) for entrant in self.entrants],
            "clock": str(self.control),
            "openings": self.openings,
            "seed": self.seed,
            "rules": str(self.rules),
        }

    def schedule(self, first: Entrant, second: Entrant) -> Iterator[ScheduledGame]:
        """The games in order, between the two entrants prepared for playing."""
        openings = Openings.parse(self.openings, self.seed)
        for pair in range(self.games // 2):
            for key, white, black in (
                (f"{pair}a", first, second),
                (f"{pair}b", second, first),
            ):
                yield ScheduledGame(
                    key, white, black, openings[pair], self.control, self.rules, self.seed
                )


@dataclass(frozen=True)
class MatchScore:
    """The score of a match, from the point of view of its first player.

    >>> game = Game("Bob", "Ann", ("33",), 0, "0-1", "resignation", (1.0,), ("",))
    >>> score = MatchScore.of({"0b": game})  # where the first player has Black
    >>> score.wins, score.as_black
    (1, 1.0)
    """

    games: int
    wins: int
    draws: int
    losses: int
    pairs: Pentanomial
    as_white: float
    """The first player's points with White, and with Black."""
    as_black: float
    faults: tuple[Mapping[str, int], Mapping[str, int]]
    """How many faults of each kind the first player made, and the second."""

    @classmethod
    def of(cls, games: Mapping[str, Game]) -> MatchScore:
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
    match: Match, ready: Sequence[Entrant], workers: Runner, results: Results
) -> Iterator[MatchScore]:
    """Play the games that are missing, until all are played or the SPRT has decided. Yields the
    score before the first game and after each. `ready` are the entrants, prepared for playing.

    >>> from tenchips.executors import InProcess
    >>> match = Match(Entrant("Ann", "random"), Entrant("Bob", "random"), 2, TimeControl(move=60.0))
    >>> with Results(None, match.settings()) as results:
    ...     [score.games for score in run(match, match.entrants, InProcess(), results)]
    [0, 1, 2]
    """
    first, second = ready
    score = MatchScore.of(results.games)
    yield score
    if _is_decided(match, score):
        return
    played = set(results.games)
    missing = (game for game in match.schedule(first, second) if game.key not in played)
    for _ in play_games(workers, missing, results):
        score = MatchScore.of(results.games)
        yield score
        if _is_decided(match, score):
            return


def _is_decided(match: Match, score: MatchScore) -> bool:
    return match.sprt is not None and match.sprt.verdict(score.pairs) is not None
