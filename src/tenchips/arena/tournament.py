"""A tournament: many players, a schedule, and the games of each encounter.

An encounter has an even number of games, every opening from both sides; with a decider, one more
game if it is level, with the colours drawn at random. In a knock-out somebody has to advance, so
there is always a decider; if that is drawn too, Black advances, who has the harder side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, cast

from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.errors import ArenaError
from tenchips.arena.game import Game
from tenchips.arena.openings import DEFAULT, Openings
from tenchips.arena.results import Results
from tenchips.arena.runner import ScheduledGame, play_games
from tenchips.arena.schedule import KINDS, Kind, Pairing, PairingResult, pairings, swiss_rounds
from tenchips.errors import check_items, check_type
from tenchips.executors import Runner
from tenchips.rules import Rules


@dataclass(frozen=True)
class Tournament:
    """What is to be played.

    >>> players = (Entrant("Ann", "random"), Entrant("Bob", "random"), Entrant("Cem", "random"))
    >>> tournament = Tournament(players, TimeControl(move=5.0), games=4)
    >>> total(tournament, {}), tournament.has_decider
    (12, False)
    """

    entrants: tuple[Entrant, ...]
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
        check_items("entrants", self.entrants, Entrant, "Entrants, like Entrant.parse('random')")
        check_type(
            "control", self.control, TimeControl, "a TimeControl, like TimeControl(move=1.0)"
        )
        check_type("games", self.games, int, "an int")
        if self.kind not in KINDS:
            raise ArenaError(f"a tournament is {', '.join(KINDS)}, not {str(self.kind)[:40]!r}")
        if len(self.entrants) < 2:
            raise ArenaError(f"a tournament needs at least 2 players, not {len(self.entrants)}")
        if self.games < 2 or self.games % 2:
            raise ArenaError(
                f"an encounter has an even number of games, every opening twice, not {self.games}"
            )
        most = len(self.entrants) - 1 + len(self.entrants) % 2
        if self.rounds is not None and not (self.kind == "swiss" and 1 <= self.rounds <= most):
            raise ArenaError(
                f"rounds are for a swiss tournament, 1 to {most} with so many players: "
                f"{self.rounds} is not possible"
            )

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name

    @property
    def has_decider(self) -> bool:
        """Whether one more game is played when an encounter is level."""
        return self.decider or self.kind == "knockout"

    @property
    def bye_points(self) -> float:
        """What a bye brings: as much as winning every game of an encounter, in a Swiss tournament
        only. In a knock-out a bye just means to advance."""
        return float(self.games) if self.kind == "swiss" else 0.0

    def settings(self) -> dict[str, Any]:
        """What must stay the same when a tournament is resumed."""
        return {
            "kind": self.kind,
            "name": self.name,
            "players": [asdict(entrant) for entrant in self.entrants],
            "clock": str(self.control),
            "games": self.games,
            "decider": self.decider,
            "rounds": self.rounds,
            "openings": self.openings,
            "seed": self.seed,
            "rules": str(self.rules),
        }


@dataclass
class _Encounters:
    """The encounters of a tournament, as far as its games make them known."""

    tournament: Tournament
    games: Mapping[str, Game]
    results: dict[Pairing, PairingResult] = field(default_factory=dict)

    def pairings(self) -> list[Pairing]:
        """All pairings known so far. A result may make further ones known, so look again until
        there is nothing new."""
        t = self.tournament
        while True:
            known = pairings(t.kind, len(t.entrants), t.rounds, self.results, t.bye_points)
            over = {
                pairing: result
                for pairing in known
                if pairing not in self.results and (result := self._result(pairing)) is not None
            }
            if not over:
                return known
            self.results |= over

    def _result(self, pairing: Pairing) -> PairingResult | None:
        """The result of an encounter that is over."""
        if pairing.second is None:
            return None
        number = self.tournament.games
        if any(f"{pairing.key}.{n}" not in self.games for n in range(number)):
            return None
        points = self._points(pairing, range(number))
        if points == number / 2 and self.tournament.has_decider:
            if f"{pairing.key}.{number}" not in self.games:
                return None
            more = self._points(pairing, [number])
            winner = pairing.first if more == 1 else pairing.second
            if more == 0.5:  # Black advances, who has the harder side
                white = self.white(pairing, number)
                winner = pairing.second if white == pairing.first else pairing.first
            return PairingResult(points + more, number + 1 - points - more, winner)
        winner = pairing.first if points >= number / 2 else pairing.second
        return PairingResult(points, number - points, winner)

    def _points(self, pairing: Pairing, numbers: Iterable[int]) -> float:
        """What the first of the two scored in some games."""
        points = 0.0
        for n in numbers:
            game = self.games[f"{pairing.key}.{n}"]
            points += game.points if self.white(pairing, n) == pairing.first else 1 - game.points
        return points

    def white(self, pairing: Pairing, n: int) -> int | None:
        """Who has White in game `n` of an encounter: they alternate; drawn at random in the
        decider."""
        both = pairing.first, pairing.second
        if n < self.tournament.games:
            return both[n % 2]
        return Random(f"{self.tournament.seed} {pairing.key}").choice(both)

    def due(self) -> Iterator[tuple[Pairing, int]]:
        """The games that can be played now, by their number in their encounter."""
        for pairing in self.pairings():
            if pairing.second is None or pairing in self.results:
                continue
            missing = [
                n for n in range(self.tournament.games) if f"{pairing.key}.{n}" not in self.games
            ]
            # If none is missing and the encounter is not over, it is level: the decider is due.
            for n in missing or [self.tournament.games]:
                yield pairing, n


class _Scheduler(Iterator[ScheduledGame]):
    """The games that can be played now, each once. After more results it has more games, even if
    it was exhausted before."""

    def __init__(
        self, tournament: Tournament, ready: Sequence[Entrant], games: Mapping[str, Game]
    ) -> None:
        self._tournament, self._ready, self._games = tournament, ready, games
        self._openings = Openings.parse(tournament.openings, tournament.seed)
        self._scheduled: set[str] = set()

    def __next__(self) -> ScheduledGame:
        table = _Encounters(self._tournament, self._games)
        for pairing, n in table.due():
            if (key := f"{pairing.key}.{n}") not in self._scheduled:
                self._scheduled.add(key)
                return self._game(table, pairing, n, key)
        raise StopIteration

    def _game(self, table: _Encounters, pairing: Pairing, n: int, key: str) -> ScheduledGame:
        t = self._tournament
        white = cast(int, table.white(pairing, n))
        black = cast(int, pairing.second if white == pairing.first else pairing.first)
        opening = Random(f"{t.seed} {pairing.key} opening").randrange(1 << 30) + n // 2
        return ScheduledGame(
            key, self._ready[white], self._ready[black], self._openings[opening], t.control,
            t.rules, t.seed,
        )  # fmt: skip


def run(
    tournament: Tournament, ready: Sequence[Entrant], workers: Runner, results: Results
) -> Iterator[int]:
    """Play the games that are missing. Yields how many there are, before the first and after
    each. `ready` are the entrants, prepared for playing.

    >>> from tenchips.executors import InProcess
    >>> players = (Entrant("Ann", "random"), Entrant("Bob", "random"))
    >>> tournament = Tournament(players, TimeControl(move=60.0))
    >>> with Results(None, tournament.settings()) as results:
    ...     list(run(tournament, players, InProcess(), results))
    [0, 1, 2]
    """
    yield len(results.games)
    for _ in play_games(workers, _Scheduler(tournament, ready, results.games), results):
        yield len(results.games)


def total(tournament: Tournament, games: Mapping[str, Game]) -> int:
    """How many games there will be; a decider counts once it is due.

    >>> players = (Entrant("Ann", "random"), Entrant("Bob", "random"))
    >>> total(Tournament(players, TimeControl(move=5.0)), {})
    2
    """
    t, players = tournament, len(tournament.entrants)
    number = {
        "round-robin": players * (players - 1) // 2,
        "gauntlet": players - 1,
        "knockout": players - 1,
        "swiss": players // 2 * (t.rounds or swiss_rounds(players)),
    }[t.kind]
    deciders = sum(key.endswith(f".{t.games}") for key in games)
    due = sum(n == t.games for _, n in _Encounters(t, games).due())
    return number * t.games + deciders + due


def encounters(
    tournament: Tournament, games: Mapping[str, Game]
) -> dict[Pairing, PairingResult | None]:
    """Every pairing known so far, with its result if it is over.

    >>> players = (Entrant("Ann", "random"), Entrant("Bob", "random"))
    >>> encounters(Tournament(players, TimeControl(move=5.0)), {})
    {Pairing(round=1, first=0, second=1): None}
    """
    table = _Encounters(tournament, games)
    return {pairing: table.results.get(pairing) for pairing in table.pairings()}
