"""A tournament: many players, a schedule, and the games each meeting needs.

A meeting has an even number of games, every opening from both sides; with a decider, one more if
it is level after them, colours drawn by lot. In a knock-out somebody has to go on, so there is
always a decider, and one that is drawn counts for Black, who has the harder side.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Final, cast

from tenchips.arena.clock import MARGIN, TimeControl, time_control
from tenchips.arena.entry import Entry, distinct, expanded
from tenchips.arena.game import REFUSED, Game
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.results import Results
from tenchips.arena.running import Task, play_all
from tenchips.arena.schedule import KINDS, Kind, Pairing, Score, pairings, swiss_rounds
from tenchips.executors import Workers
from tenchips.files import read_text_file
from tenchips.rules import Rules
from tenchips.squares import Color

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "course": {"time": 5.0, "games": 2, "decider": True, "openings": "start"},
}
"""Ready-made settings: the course plays best of three, five seconds a move."""


@dataclass(frozen=True)
class Tournament:
    """What is to be played."""

    entries: tuple[Entry, ...]
    control: TimeControl
    kind: Kind = "round-robin"
    name: str = "Tournament"
    games: int = 2
    decider: bool = False
    rounds: int | None = None
    openings: str = DEFAULT
    seed: int = 0
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"a tournament is {', '.join(KINDS)}, not {str(self.kind)[:40]!r}")
        if len(self.entries) < 2:
            raise ValueError(f"a tournament needs at least 2 players, not {len(self.entries)}")
        if self.games < 2 or self.games % 2:
            raise ValueError(
                f"a meeting has an even number of games, every opening twice, not {self.games}"
            )
        most = len(self.entries) - 1 + len(self.entries) % 2
        if self.rounds is not None and not (self.kind == "swiss" and 1 <= self.rounds <= most):
            raise ValueError(
                f"rounds are for a swiss tournament, 1 to {most} with so many players: "
                f"{self.rounds} is not possible"
            )

    def settings(self) -> dict[str, Any]:
        """What must not change when a tournament is gone on with."""
        return {
            "kind": self.kind,
            "name": self.name,
            "players": [asdict(entry) for entry in self.entries],
            "clock": str(self.control),
            "games": self.games,
            "decider": self.decider,
            "rounds": self.rounds,
            "openings": self.openings,
            "seed": self.seed,
            "rules": str(self.rules),
        }


@dataclass
class _Table:
    """How the meetings of a tournament stand, given its games."""

    tournament: Tournament
    games: Mapping[str, Game]
    scores: dict[Pairing, Score] = field(default_factory=dict)

    def pairings(self) -> list[Pairing]:
        """All meetings known so far; finding one that is over may make another known."""
        t = self.tournament
        while True:
            known = pairings(t.kind, len(t.entries), t.rounds, self.scores, float(t.games))
            over = {
                pairing: score
                for pairing in known
                if pairing not in self.scores and (score := self._score(pairing)) is not None
            }
            if not over:
                return known
            self.scores |= over

    def _score(self, pairing: Pairing) -> Score | None:
        """The points of a meeting that is over."""
        if pairing.other is None:
            return None
        played = [self.games.get(f"{pairing.key}.{n}") for n in range(self.tournament.games)]
        if None in played:
            return None
        points = self._points(pairing, range(self.tournament.games))
        level = self.tournament.games / 2
        if points == level and self.has_decider:
            last = self.tournament.games
            if f"{pairing.key}.{last}" not in self.games:
                return None
            more = self._points(pairing, [last])
            white = self.white(pairing, last)
            winner = pairing.one if more == 1 else pairing.other
            if more == 0.5:  # for Black, who has the harder side
                winner = pairing.other if white == pairing.one else pairing.one
            return Score(points + more, self.tournament.games + 1 - points - more, winner)
        winner = pairing.one if points >= level else pairing.other
        return Score(points, self.tournament.games - points, winner)

    @property
    def has_decider(self) -> bool:
        return self.tournament.decider or self.tournament.kind == "knockout"

    def _points(self, pairing: Pairing, numbers: Iterable[int]) -> float:
        """What the first of the two scored in some games."""
        points = 0.0
        for n in numbers:
            game = self.games[f"{pairing.key}.{n}"]
            points += game.points if self.white(pairing, n) == pairing.one else 1 - game.points
        return points

    def white(self, pairing: Pairing, n: int) -> int | None:
        """Who has White in a game of a meeting: in turn, and in the decider whoever is drawn."""
        if n < self.tournament.games:
            return (pairing.one, pairing.other)[n % 2]
        return Random(f"{self.tournament.seed} {pairing.key}").choice((pairing.one, pairing.other))

    def due(self) -> Iterator[tuple[Pairing, int]]:
        """The games that can be played now, with their numbers in their meeting."""
        for pairing in self.pairings():
            if pairing.other is None or pairing in self.scores:
                continue
            missing = [
                n for n in range(self.tournament.games) if f"{pairing.key}.{n}" not in self.games
            ]
            # All are there and the meeting is not over: then it is level.
            for n in missing or [self.tournament.games]:
                yield pairing, n


class _Dealer(Iterator[Task]):
    """Deals out the games that can be played, each once; it has more after more were played."""

    def __init__(
        self, tournament: Tournament, ready: Sequence[Entry], games: Mapping[str, Game]
    ) -> None:
        self._tournament, self._ready, self._games = tournament, ready, games
        self._openings = Openings.parse(tournament.openings, tournament.seed)
        self._dealt: set[str] = set()

    def __next__(self) -> Task:
        table = _Table(self._tournament, self._games)
        for pairing, n in table.due():
            if (key := f"{pairing.key}.{n}") not in self._dealt:
                self._dealt.add(key)
                return self._task(table, pairing, n, key)
        raise StopIteration

    def _task(self, table: _Table, pairing: Pairing, n: int, key: str) -> Task:
        t = self._tournament
        white = cast(int, table.white(pairing, n))
        black = cast(int, pairing.other if white == pairing.one else pairing.one)
        first = Random(f"{t.seed} {pairing.key} opening").randrange(1 << 30)
        return Task(
            key, self._ready[white], self._ready[black], self._openings[first + n // 2], t.control,
            t.rules, t.seed,
        )  # fmt: skip


def run(
    tournament: Tournament, ready: Sequence[Entry], workers: Workers, results: Results
) -> Iterator[int]:
    """Play what is missing; the number of games there are, before the first and after each.
    `ready` are the entries as they can be played."""
    yield len(results.games)
    for _ in play_all(workers, _Dealer(tournament, ready, results.games), results):
        yield len(results.games)


def total(tournament: Tournament, games: Mapping[str, Game]) -> int:
    """How many games there will be, deciders not counted before they are due."""
    t, players = tournament, len(tournament.entries)
    meetings = {
        "round-robin": players * (players - 1) // 2,
        "gauntlet": players - 1,
        "knockout": players - 1,
        "swiss": players // 2 * (t.rounds or swiss_rounds(players)),
    }[t.kind]
    deciders = sum(key.endswith(f".{t.games}") for key in games)
    waiting = sum(n == t.games for _, n in _Table(t, games).due())
    return meetings * t.games + deciders + waiting


def meetings(tournament: Tournament, games: Mapping[str, Game]) -> dict[Pairing, Score | None]:
    """Every meeting known so far, with its score if it is over."""
    table = _Table(tournament, games)
    return {pairing: table.scores.get(pairing) for pairing in table.pairings()}


# Settings


def from_settings(settings: Mapping[str, Any], players: Iterable[str] = ()) -> Tournament:
    """A tournament from what a TOML file or a command line says; `players` are more of them."""
    given = dict(settings)
    preset = given.pop("preset", None)
    if preset is not None:
        if preset not in PRESETS:
            raise ValueError(f"the presets are {', '.join(PRESETS)}, not {str(preset)[:40]!r}")
        if "tc" in given:
            given = {"time": None} | given
        given = PRESETS[preset] | given
    entries = [*_entries(given.pop("players", [])), *(e for p in players for e in expanded(p))]
    control = _control(given)
    known = {each.name: each for each in fields(Tournament)}
    for name, value in given.items():
        if name not in known or name in ("entries", "control"):
            raise ValueError(
                f"{name[:40]!r} is no setting of a tournament: choose preset, kind, name, games, "
                "decider, rounds, time, tc, margin, openings, seed, rules or players"
            )
        kind = {"games": int, "rounds": int, "seed": int, "decider": bool}.get(name, str)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wanted = {int: "a whole number", bool: "true or false", str: "a text"}[kind]
            raise ValueError(f"{name} is {wanted}, not {value!r}")
    if "rules" in given:
        given["rules"] = Rules.parse(given["rules"])
    return Tournament(tuple(distinct(entries)), control, **given)


def _entries(players: object) -> Iterator[Entry]:
    if not isinstance(players, list):
        raise ValueError("players are a list: write [[players]] before each")
    for player in players:
        if isinstance(player, str):
            yield from expanded(player)
            continue
        if not isinstance(player, dict) or not isinstance(player.get("player"), str):
            raise ValueError(
                'a player is written player = "machine:level=3", with a name if you like'
            )
        if strange := set(player) - {"name", "player"}:
            raise ValueError(
                f"{min(strange)[:40]!r} is no setting of a player: name and player are"
            )
        name = player.get("name")
        for entry in expanded(player["player"]):
            yield entry if name is None else replace(entry, name=str(name))


def _control(given: dict[str, Any]) -> TimeControl:
    time, tc, margin = given.pop("time", None), given.pop("tc", None), given.pop("margin", None)
    for name, value in (("time", time), ("margin", margin)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ValueError(f"{name} is a number of seconds, not {value!r}")
    if tc is not None and not isinstance(tc, str):
        raise ValueError(f"tc is a text like 60+0.5, not {tc!r}")
    return time_control(
        None if time is None else float(time), tc, MARGIN if margin is None else float(margin)
    )


def load_settings(path: Path) -> dict[str, Any]:
    """The settings in a TOML file."""
    text = read_text_file(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not a file of settings in TOML: {error}") from None


# How it came out


@dataclass(frozen=True)
class Row:
    """What one player did."""

    player: int
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    with_white: tuple[float, int]
    """Points and games."""
    with_black: tuple[float, int]
    meetings: int
    """How many it won outright."""
    faults: Mapping[str, int]
    seconds: tuple[float, ...]


def rows(tournament: Tournament, games: Mapping[str, Game]) -> list[Row]:
    """The players, those with most points first; in a knock-out, those who got furthest."""
    numbers = {entry.name: number for number, entry in enumerate(tournament.entries)}
    scores = {pairing: score for pairing, score in meetings(tournament, games).items() if score}
    table = [_row(number, name, games, scores) for name, number in numbers.items()]
    furthest = {
        player: pairing.round
        for pairing in sorted(scores)
        for player in (pairing.one, pairing.other)
        if tournament.kind == "knockout"
    }
    return sorted(
        table,
        key=lambda row: (
            (-furthest.get(row.player, 0), -row.meetings, -row.points, row.player)
            if tournament.kind == "knockout"
            else (-row.points, -row.meetings, row.player)
        ),
    )


def _row(number: int, name: str, games: Mapping[str, Game], scores: Mapping[Pairing, Score]) -> Row:
    points: tuple[list[float], list[float]] = [], []
    faults, seconds = Counter[str](), list[float]()
    for game in games.values():
        for color in Color:
            if game.name(color) != name:
                continue
            points[color].append(game.points if color is Color.WHITE else 1 - game.points)
            seconds += game.times(color)
            if game.fault is not None and game.fault.color == color:
                faults[game.fault.kind] += 1
            if refused := sum(who == color for who, _ in game.refused):
                faults[REFUSED] += refused
    every = points[0] + points[1]
    won = sum(
        1
        for pairing, score in scores.items()
        if (pairing.one == number and score.one > score.other)
        or (pairing.other == number and score.other > score.one)
    )
    return Row(
        number, sum(every), len(every), every.count(1.0), every.count(0.5), every.count(0.0),
        (sum(points[0]), len(points[0])), (sum(points[1]), len(points[1])),
        won, faults, tuple(seconds),
    )  # fmt: skip
