"""What a tournament or a match came to, ready to be shown as text or as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from tenchips.arena.clock import TimeControl
from tenchips.arena.entry import Entry
from tenchips.arena.game import Game
from tenchips.arena.match import Match
from tenchips.arena.ratings import Meeting, Ratings, rate
from tenchips.arena.schedule import Pairing, Score
from tenchips.arena.showing import faults_text
from tenchips.arena.tournament import Row, Tournament, meetings, rows


@dataclass(frozen=True)
class Report:
    """The numbers of a report: rows in the order of the table, ratings by number of player."""

    title: str
    lines: tuple[str, ...]
    names: tuple[str, ...]
    games: Mapping[str, Game]
    rows: tuple[Row, ...]
    ratings: Ratings
    control: TimeControl
    rounds: Mapping[Pairing, Score | None] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Tournament, games: Mapping[str, Game], *notes: str) -> Report:
        """The report of a tournament, finished or not."""
        t = tournament
        extra = " and a decider" if t.decider or t.kind == "knockout" else ""
        lines = (
            f"{t.kind}, {len(t.entries)} players, {len(games)} games, {t.games} a meeting{extra}",
            f"{t.control}; openings {t.openings}, seed {t.seed}; rules {t.rules}",
            *notes,
        )
        names = tuple(entry.name for entry in t.entries)
        rounds = meetings(t, games) if t.kind in ("swiss", "knockout") else {}
        table = tuple(rows(t, games))
        ratings = rate(len(names), counted(names, games))
        return cls(t.name, lines, names, games, table, ratings, t.control, rounds)

    @classmethod
    def of_match(cls, match: Match, games: Mapping[str, Game], *notes: str) -> Report:
        """The report of a match: a tournament of two, as far as tables go."""
        both = Entry(match.first.name, ""), Entry(match.second.name, "")
        one = Tournament(
            both, match.control, "gauntlet", match.title, match.games, False, None,
            match.openings, match.seed, match.rules,
        )  # fmt: skip
        table = tuple(rows(one, games))
        names = tuple(entry.name for entry in both)
        ratings = rate(2, counted(names, games))
        return cls(one.name, notes, names, games, table, ratings, match.control)

    def points(self, one: int, other: int) -> tuple[float, int]:
        """What one player scored against another, and in how many games."""
        points, games = 0.0, 0
        for game in self.games.values():
            if (game.white, game.black) == (self.names[one], self.names[other]):
                points, games = points + game.points, games + 1
            elif (game.white, game.black) == (self.names[other], self.names[one]):
                points, games = points + 1 - game.points, games + 1
        return points, games

    @property
    def white_score(self) -> float | None:
        """What White scored in all games, from 0 to 1."""
        return fmean(game.points for game in self.games.values()) if self.games else None

    def text(self) -> str:
        """The table for a terminal."""
        lines = [self.title, *self.lines, ""]
        head = ["", "player", "points", "+ = -", "rating", "White", "Black", "s/move", "longest"]
        table = [head]
        for place, row in enumerate(self.rows, 1):
            elo, error = self.ratings.elo[row.player], self.ratings.errors[row.player]
            table.append(
                [
                    str(place),
                    self.names[row.player],
                    f"{row.points:g}/{row.games}",
                    f"{row.wins} {row.draws} {row.losses}",
                    f"{elo:+.0f} ± {error:.0f}" if row.games else "",
                    share(*row.with_white),
                    share(*row.with_black),
                    f"{fmean(row.seconds):.2f}" if row.seconds else "",
                    f"{max(row.seconds):.2f}" if row.seconds else "",
                ]
            )
        lines += _aligned(table)
        lines += ["", *self._rounds_text()]
        for row in self.rows:
            if row.faults:
                lines.append(f"faults of {self.names[row.player]}: {faults_text(row.faults)}")
        if self.white_score is not None:
            lines.append(f"White scored {self.white_score:.1%}")
        return "\n".join(line.rstrip() for line in lines).rstrip()

    def _rounds_text(self) -> list[str]:
        lines = []
        for pairing, score in self.rounds.items():
            one = self.names[pairing.one]
            if pairing.other is None:
                lines.append(f"round {pairing.round}: {one} has no opponent")
                continue
            other = self.names[pairing.other]
            told = f"{score.one:g} : {score.other:g}" if score else "not over"
            lines.append(f"round {pairing.round}: {one} - {other}  {told}")
        return [*lines, ""] if lines else []


def counted(names: Sequence[str], games: Mapping[str, Game]) -> list[Meeting]:
    """The games of each two players by colour."""
    number = {name: index for index, name in enumerate(names)}
    points: dict[tuple[int, int], list[float]] = {}
    for game in games.values():
        points.setdefault((number[game.white], number[game.black]), []).append(game.points)
    return [
        Meeting(white, black, len(scored), sum(scored))
        for (white, black), scored in sorted(points.items())
    ]


def share(points: float, games: int) -> str:
    """A score as a share of the games.

    >>> share(1.5, 2), share(0, 0)
    ('75%', '')
    """
    return f"{points / games:.0%}" if games else ""


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index == 1 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    ]
