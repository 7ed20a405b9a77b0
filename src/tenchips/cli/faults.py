"""Faults of players: the first of each kind is printed as it happens, and all are counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import islice

from tenchips.arena.game import REFUSED, Game, game_name
from tenchips.arena.text import faults_text
from tenchips.cli.app import complain
from tenchips.players import with_last_lines


class FaultReporter:
    """Prints the first fault of each kind of every player, and no other; forfeits not at all."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        """Games that are there already, from an earlier run, are counted and not reported."""
        self._games = games
        self._read = 0
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._count_new()
        self._seen: set[tuple[str, str]] = set()

    @property
    def counts(self) -> str:
        """All faults so far, by player, in one line; nothing if there are none."""
        return "; ".join(f"{name}: {faults_text(kinds)}" for name, kinds in self._counts.items())

    def report_new(self) -> None:
        """Look at the games that were added since the last time."""
        for key, game in self._count_new():
            if game.fault is not None and game.fault.kind != "forfeit":  # said before the games
                what = game.name(game.fault.color), game.fault.kind
                if what not in self._seen:
                    self._seen.add(what)
                    lines = game.fault.last_lines
                    sentence = with_last_lines(game.fault.sentence, lines)
                    complain(f"{game_name(key)}, {game.white} - {game.black}: {sentence}")

    def _count_new(self) -> list[tuple[str, Game]]:
        """Count the faults in games that were added since the last time, and return these games."""
        new = list(islice(self._games.items(), self._read, None))
        for _, game in new:
            if game.fault is not None:
                self._counts[game.name(game.fault.color)][game.fault.kind] += 1
            for color, _ in game.refused:
                self._counts[game.name(color)][REFUSED] += 1
        self._read = len(self._games)
        return new
