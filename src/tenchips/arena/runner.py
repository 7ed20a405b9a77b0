"""Plays scheduled games, each in one process, on however many workers there are.

A program is started for one game and ended after it. The built-in machine is kept by its process
from game to game, because its table is large; it forgets everything between games.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenchips.arena import referee
from tenchips.arena.clock import TimeControl
from tenchips.arena.entrant import Entrant
from tenchips.arena.game import Game
from tenchips.arena.openings import Opening
from tenchips.arena.progress import reported
from tenchips.arena.results import Results
from tenchips.executors import Runner
from tenchips.players import Player
from tenchips.rules import Rules

_kept = threading.local()


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played: players, opening, time control. The key names it in the results.

    >>> ann, bob = Entrant("Ann", "random"), Entrant("Bob", "random")
    >>> ScheduledGame("0a", ann, bob, Opening(), TimeControl(move=5.0)).white.name
    'Ann'
    """

    key: str
    white: Entrant
    black: Entrant
    opening: Opening
    control: TimeControl
    rules: Rules = Rules()
    seed: int = 0


def play_game(scheduled: ScheduledGame) -> Game:
    """Play one game in this process.

    >>> ann, bob = Entrant("Ann", "random"), Entrant("Bob", "random")
    >>> game = play_game(ScheduledGame("0a", ann, bob, Opening(("33",)), TimeControl(move=60.0)))
    >>> game.white, game.moves[0], game.fault
    ('Ann', '33', None)
    """
    players: list[Player] = []
    try:
        for color, entrant in (("white", scheduled.white), ("black", scheduled.black)):
            players.append(_player(entrant, f"{scheduled.seed} {scheduled.key} {color}"))
        white, black = players
        board = scheduled.opening.board(scheduled.rules)
        with reported(scheduled.key, white.name, black.name) as hook:
            return referee.play(white, black, board, scheduled.control, hook)
    finally:
        for player in players:
            if player not in _machines().values():
                player.close()


def _machines() -> dict[Entrant, Player]:
    """The machines of this process, or of this thread of it."""
    if not hasattr(_kept, "machines"):
        _kept.machines = {}
    machines: dict[Entrant, Player] = _kept.machines
    return machines


def _player(entrant: Entrant, seed: str) -> Player:
    """The player of an entrant: a machine that is kept, or a new one."""
    machines = _machines()
    if entrant in machines:
        return machines[entrant]
    player = entrant.player(seed)
    if entrant.text.partition(":")[0] == "machine":
        machines[entrant] = player
    return player


def play_games(
    workers: Runner, scheduled: Iterable[ScheduledGame], results: Results
) -> Iterator[Game]:
    """Play the games, add each to the results as it ends, and yield it.

    >>> from tenchips.executors import InProcess
    >>> ann, bob = Entrant("Ann", "random"), Entrant("Bob", "random")
    >>> game = ScheduledGame("0a", ann, bob, Opening(), TimeControl(move=60.0))
    >>> with Results(None, {}) as results:
    ...     played = list(play_games(InProcess(), [game], results))
    ...     played == list(results.games.values())
    True
    """
    for each, game in workers.run(play_game, scheduled):
        results.add(each.key, game)
        yield game
