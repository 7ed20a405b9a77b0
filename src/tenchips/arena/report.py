"""The numbers of a match or tournament, ready to be shown: `text` and `page` do that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from tenchips.arena.clock import TimeControl
from tenchips.arena.game import Game
from tenchips.arena.ratings import HeadToHead, Ratings, rate
from tenchips.arena.schedule import Pairing, PairingResult
from tenchips.arena.standings import Standing, order_text, standings, tally
from tenchips.arena.tournament import Tournament, encounters


@dataclass(frozen=True)
class Report:
    """What a report shows: standings in the order of the table, ratings by player number.

    >>> game = Game("Ann", "Bob", ("33",), 0, "1-0", "resignation", (1.0,), ("",))
    >>> control = TimeControl(move=5.0)
    >>> report = Report.of_games("Friendly", [], ["Bob", "Ann"], {"0a": game}, control)
    >>> [report.names[row.player] for row in report.standings], report.points(1, 0)
    (['Ann', 'Bob'], (1.0, 1))
    """

    title: str
    lines: tuple[str, ...]
    """Sentences for the top of the report."""
    names: tuple[str, ...]
    games: Mapping[str, Game]
    standings: tuple[Standing, ...]
    ratings: Ratings
    control: TimeControl
    rounds: Mapping[Pairing, PairingResult | None] = field(default_factory=dict)
    """The encounters, where they come in rounds that depend on results."""
    is_tournament: bool = False
    """Whether the players meet in encounters of several games."""
    checks: Mapping[str, str] = field(default_factory=dict)
    """How many checks of `compliance` a player passed, like `13/15`, where they were made."""

    @classmethod
    def of_games(
        cls,
        title: str,
        lines: Sequence[str],
        names: Sequence[str],
        games: Mapping[str, Game],
        control: TimeControl,
    ) -> Report:
        """The report of some games: those with most points come first."""
        table = sorted(tally(names, games), key=lambda row: (-row.points, row.player))
        ratings = rate(len(names), head_to_head(names, games))
        return cls(title, tuple(lines), tuple(names), games, tuple(table), ratings, control)

    @classmethod
    def of_tournament(cls, tournament: Tournament, games: Mapping[str, Game]) -> Report:
        """The report of a tournament, finished or not."""
        t = tournament
        decider = " and a decider" if t.has_decider else ""
        lines = (
            f"{t.kind}, {len(t.entrants)} players, {len(games)} games, "
            f"{t.games} per encounter{decider}",
            f"{t.control}; openings {t.openings}, seed {t.seed}; rules {t.rules}",
            f"{order_text(t)}{_dates(games)}",
        )
        names = tuple(entrant.name for entrant in t.entrants)
        ratings = rate(len(names), head_to_head(names, games))
        rounds = encounters(t, games) if t.kind in ("swiss", "knockout") else {}
        table = tuple(standings(t, games))
        return cls(t.title, lines, names, games, table, ratings, t.control, rounds, True)

    def points(self, player: int, opponent: int) -> tuple[float, int]:
        """What a player scored against an opponent, and in how many games."""
        points, games = 0.0, 0
        for game in self.games.values():
            if (game.white, game.black) == (self.names[player], self.names[opponent]):
                points, games = points + game.points, games + 1
            elif (game.white, game.black) == (self.names[opponent], self.names[player]):
                points, games = points + 1 - game.points, games + 1
        return points, games

    @property
    def white_score(self) -> float | None:
        """The share of the points that White scored in all games, from 0 to 1."""
        return fmean(game.points for game in self.games.values()) if self.games else None


def _dates(games: Mapping[str, Game]) -> str:
    """When games were played, to be added to a line."""
    dates = sorted({game.date for game in games.values() if game.date})
    if not dates:
        return ""
    first, last = (date.replace(".", "-") for date in (dates[0], dates[-1]))
    return f"; played {first}" if first == last else f"; played {first} to {last}"


def head_to_head(names: Sequence[str], games: Mapping[str, Game]) -> list[HeadToHead]:
    """The results of every player with White against every other.

    >>> game = Game("Ann", "Bob", ("33",), 0, "1-0", "resignation", (1.0,), ("",))
    >>> head_to_head(["Ann", "Bob"], {"0a": game})
    [HeadToHead(white=0, black=1, games=1, points=1.0)]
    """
    number = {name: index for index, name in enumerate(names)}
    points: dict[tuple[int, int], list[float]] = {}
    for game in games.values():
        points.setdefault((number[game.white], number[game.black]), []).append(game.points)
    return [
        HeadToHead(white, black, len(scored), sum(scored))
        for (white, black), scored in sorted(points.items())
    ]
