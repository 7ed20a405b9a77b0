"""What every player did: points, wins, faults and times, counted from the games alone.

`tally` counts for any set of games. `standings` puts the players of a tournament in order, and
adds what is not in the games: the points for byes, and encounters won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tenchips.arena.game import REFUSED, Game
from tenchips.arena.schedule import Pairing, PairingResult
from tenchips.arena.tournament import Tournament, encounters
from tenchips.squares import Color


@dataclass(frozen=True)
class Standing:
    """What one player did; players are numbered in the order of entry.

    >>> game = Game("Ann", "Bob", ("33",), 0, "1-0", "resignation", (1.0,), ("",))
    >>> ann, bob = tally(["Ann", "Bob"], {"0a": game})
    >>> ann.points, ann.with_white, bob.losses
    (1.0, (1.0, 1), 1)
    """

    player: int
    points: float
    """All points, those for byes included."""
    games: int
    wins: int
    draws: int
    losses: int
    with_white: tuple[float, int]
    """Points and games."""
    with_black: tuple[float, int]
    faults: Mapping[str, int]
    seconds: tuple[float, ...]
    """The time that each of its moves took."""
    byes: int = 0
    bye_points: float = 0.0
    encounters_won: int = 0
    encounters: int = 0
    """Meetings that are over, those won among them."""

    @property
    def meeting_points(self) -> int:
        """Meetings won, and byes that count as much."""
        return self.encounters_won + (self.byes if self.bye_points else 0)


def tally(names: Sequence[str], games: Mapping[str, Game]) -> list[Standing]:
    """What each player did in the games, in the order of the names.

    >>> [row.games for row in tally(["Ann", "Bob"], {})]
    [0, 0]
    """
    return [_tally(number, name, games) for number, name in enumerate(names)]


def standings(tournament: Tournament, games: Mapping[str, Game]) -> list[Standing]:
    """The players, those with most points first; in a knock-out, those who got furthest.

    >>> from tenchips.arena.settings import from_settings
    >>> tournament = from_settings({}, ["Ann=random", "Bob=random"])
    >>> game = Game("Ann", "Bob", ("33",), 0, "0-1", "resignation", (1.0,), ("",))
    >>> [row.player for row in standings(tournament, {"1.0-1.0": game})]
    [1, 0]
    """
    known = encounters(tournament, games)
    over = {pairing: result for pairing, result in known.items() if result is not None}
    table = [
        _with_encounters(standing, tournament, known, over)
        for standing in tally([entrant.name for entrant in tournament.entrants], games)
    ]
    if tournament.kind != "knockout":
        if tournament.has_decider:  # a best of three is about who wins the meeting
            return sorted(table, key=lambda row: (-row.meeting_points, -row.points, row.player))
        return sorted(table, key=lambda row: (-row.points, -row.encounters_won, row.player))
    last_round = {
        player: pairing.round
        for pairing in sorted(over)
        for player in (pairing.first, pairing.second)
    }
    return sorted(
        table,
        key=lambda row: (
            -last_round.get(row.player, 0), -row.encounters_won, -row.points, row.player
        ),
    )  # fmt: skip


def order_text(tournament: Tournament) -> str:
    """What the order of the standings goes by.

    >>> from tenchips.arena.clock import TimeControl
    >>> from tenchips.arena.entrant import Entrant
    >>> two = Entrant("Ann", "random"), Entrant("Bob", "random")
    >>> order_text(Tournament(two, TimeControl(move=1.0), decider=True))
    'in the order of meetings won, then points, then entry'
    """
    if tournament.kind == "knockout":
        what = "rounds survived, then meetings won, then points"
    elif tournament.has_decider:
        what = "meetings won, then points"
    else:
        what = "points, then meetings won"
    return f"in the order of {what}, then entry"


def _tally(number: int, name: str, games: Mapping[str, Game]) -> Standing:
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
    return Standing(
        number, sum(every), len(every), every.count(1.0), every.count(0.5), every.count(0.0),
        (sum(points[0]), len(points[0])), (sum(points[1]), len(points[1])),
        faults, tuple(seconds),
    )  # fmt: skip


def _with_encounters(
    row: Standing,
    tournament: Tournament,
    known: Mapping[Pairing, PairingResult | None],
    over: Mapping[Pairing, PairingResult],
) -> Standing:
    byes = sum(pairing.second is None and pairing.first == row.player for pairing in known)
    bye_points = byes * tournament.bye_points
    own = [each for each in over if row.player in (each.first, each.second)]
    won = sum(
        (pairing.first == row.player and result.first > result.second)
        or (pairing.second == row.player and result.second > result.first)
        for pairing, result in over.items()
    )
    return replace(
        row,
        points=row.points + bye_points,
        byes=byes,
        bye_points=bye_points,
        encounters_won=won,
        encounters=len(own),
    )
