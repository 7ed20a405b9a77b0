"""Games to be played, and whoever plays them: one task is one game, wherever it is played.

Programs are started for a game and gone after it. The machine is kept from game to game by the
process it plays in, with nothing remembered, because it can be trusted and its table is large.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenchips.arena import referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.entry import Entry
from tenchips.arena.game import Game
from tenchips.arena.openings import Opening
from tenchips.arena.results import Results
from tenchips.executors import Workers
from tenchips.players import Player
from tenchips.rules import Rules

_kept = threading.local()


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    key: str
    white: Entry
    black: Entry
    opening: Opening
    control: TimeControl
    rules: Rules = Rules()
    seed: int = 0


def play(task: Task) -> Game:
    """Play the game of a task."""
    players: list[Player] = []
    try:
        for color, entry in (("white", task.white), ("black", task.black)):
            players.append(_seated(entry, f"{task.seed} {task.key} {color}"))
        white, black = players
        return referee.play(white, black, task.opening.board(task.rules), task.control)
    finally:
        for player in players:
            if player not in _machines().values():
                player.close()


def _machines() -> dict[Entry, Player]:
    """The machines of this process, or of this thread of it."""
    if not hasattr(_kept, "machines"):
        _kept.machines = {}
    machines: dict[Entry, Player] = _kept.machines
    return machines


def _seated(entry: Entry, seed: str) -> Player:
    machines = _machines()
    if entry in machines:
        return machines[entry]
    player = entry.player(seed)
    if entry.text.partition(":")[0] == "machine":
        machines[entry] = player
    return player


def play_all(workers: Workers, tasks: Iterable[Task], results: Results) -> Iterator[Task]:
    """Play the games, keep them in the results, and say what was played."""
    for task, game in workers.run(play, tasks):
        results.add(task.key, game)
        yield task
