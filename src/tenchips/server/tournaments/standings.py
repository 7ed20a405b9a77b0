"""Points and tie-breaks: pure, from the pairings alone.

A win is 1 point, a draw half a point, and sitting out in a Swiss tournament 1 point. Players with
equal points are ordered in a Swiss tournament by Buchholz, in both kinds by Sonneborn-Berger and
then by wins; who is still level shares a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tenchips.server.store.tournaments import Pairing, Player, Whole

SCORES: Final[Mapping[str, tuple[float, float]]] = {
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    "1/2-1/2": (0.5, 0.5),
}
"""What a result is worth for White and Black."""


@dataclass
class Row:
    """What a player has reached."""

    player: Player
    points: float = 0.0
    wins: int = 0
    games: int = 0
    buchholz: float = 0.0
    sonneborn: float = 0.0
    place: int = 0
    met: list[tuple[int, float]] = field(default_factory=list)
    """Opponents, and what was scored against them."""


def standings(whole: Whole) -> list[Row]:
    """The players, the best first."""
    rows = {player.number: Row(player) for player in whole.players}
    for pairing in whole.pairings:
        _count(rows, pairing)
    for row in rows.values():
        row.buchholz = sum(rows[other].points for other, _ in row.met)
        row.sonneborn = sum(score * rows[other].points for other, score in row.met)
    is_swiss = whole.tournament.kind == "swiss"

    def rank(row: Row) -> tuple[float, ...]:
        buchholz = row.buchholz if is_swiss else 0.0
        return -row.points, -buchholz, -row.sonneborn, -row.wins

    ordered = sorted(rows.values(), key=lambda row: (*rank(row), row.player.number))
    for number, row in enumerate(ordered):
        is_level = number > 0 and rank(row) == rank(ordered[number - 1])
        row.place = ordered[number - 1].place if is_level else number + 1
    return ordered


def _count(rows: Mapping[int, Row], pairing: Pairing) -> None:
    white = rows[pairing.white]
    if pairing.black is None:
        white.points += 1
        return
    if pairing.result is None or pairing.result == "*":  # not over, or not played
        return
    black = rows[pairing.black]
    scores = SCORES[pairing.result]
    for row, other, score in (white, black, scores[0]), (black, white, scores[1]):
        row.points += score
        row.wins += score == 1
        row.games += pairing.game is not None
        row.met.append((other.player.number, score))
