"""Faults of players, printed as they happen: the first of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from tenchips.arena.game import Game
from tenchips.cli.app import complain
from tenchips.players import with_last_lines


class FaultReporter:
    """Prints the first fault of each kind of every player, and no other."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        """Games that are there already, from an earlier run, are not reported."""
        self._games = games
        self._read = len(games)
        self._seen: set[tuple[str, str]] = set()

    def report_new(self) -> None:
        """Look at the games that were added since the last time."""
        for key, game in islice(self._games.items(), self._read, None):
            if game.fault is not None:
                what = game.name(game.fault.color), game.fault.kind
                if what not in self._seen:
                    self._seen.add(what)
                    lines = game.fault.last_lines
                    complain(f"game {key}: {with_last_lines(game.fault.sentence, lines)}")
        self._read = len(self._games)
