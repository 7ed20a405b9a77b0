"""Who meets whom in the next round: pure, so that a restart or another process changes nothing.

Swiss rounds come from the arena's pairing, round robins from its schedule.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from tenchips.arena.pairing import has_white, lower_has_white, pair_round
from tenchips.arena.schedule import pairings as schedule
from tenchips.arena.schedule import swiss_rounds
from tenchips.server.models import Result
from tenchips.server.store.tournaments import Whole
from tenchips.server.tournaments.standings import standings


class Meeting(NamedTuple):
    """Two players who meet, by their numbers; without Black, White sits out. With a result, it
    is decided without a game."""

    white: int
    black: int | None
    result: Result | None = None


def number_of_rounds(whole: Whole) -> int:
    """How many rounds a tournament has that starts with its players of now."""
    players = _entrants(whole)
    most = max(1, len(players) - 1 + len(players) % 2)
    if whole.tournament.kind == "round-robin":
        return most
    return min(most, whole.tournament.rounds or swiss_rounds(max(2, len(players))))


def next_round(whole: Whole) -> list[Meeting]:
    """The pairings of the next round; none if there is nobody left to pair."""
    if sum(player.is_playing for player in whole.players) < 2:
        return []
    if whole.tournament.kind == "round-robin":
        return _round_robin(whole)
    return _swiss(whole)


def _entrants(whole: Whole) -> list[int]:
    """Who can meet in this tournament, by their numbers. In a round robin all of a roster can:
    some may come later."""
    is_swiss = whole.tournament.kind == "swiss"
    return [it.number for it in whole.players if it.is_playing or not is_swiss]


def _swiss(whole: Whole) -> list[Meeting]:
    points = {row.player.number: row.points for row in standings(whole)}
    met: set[frozenset[int]] = set()
    byes, colors = Counter[int](), defaultdict[int, str](str)
    for pairing in whole.pairings:
        if pairing.black is None:
            byes[pairing.white] += 1
        else:
            met.add(frozenset((pairing.white, pairing.black)))
            colors[pairing.white] += "W"
            colors[pairing.black] += "B"
    playing = [player for player in whole.players if player.is_playing]
    playing.sort(key=lambda it: (-points[it.number], -(it.rating or 0), it.number))
    lead = {number: text.count("W") - text.count("B") for number, text in colors.items()}
    pairs = pair_round([player.number for player in playing], met, byes, lead)
    return [_meeting(one, other, colors) for one, other in pairs]


def _meeting(one: int, other: int | None, colors: dict[int, str]) -> Meeting:
    if other is None or has_white(one, other, colors):
        return Meeting(one, other)
    return Meeting(other, one)


def _round_robin(whole: Whole) -> list[Meeting]:
    entrants = [player.number for player in whole.players]
    here = {player.number for player in whole.players if player.is_playing}
    number = whole.tournament.round + 1
    meetings = []
    for pairing in schedule("round-robin", len(entrants), None, {}, 0.0):
        if pairing.round != number or pairing.second is None:
            continue
        white, black = pairing.first, pairing.second
        if not lower_has_white(white, black):
            white, black = black, white
        one, other = entrants[white], entrants[black]
        meetings.append(Meeting(one, other, _without_game(one in here, other in here)))
    return meetings


def _without_game(white: bool, black: bool) -> Result | None:
    """The result of a pairing of which not both are there."""
    if white and black:
        return None
    return "1-0" if white else "0-1" if black else "*"
