"""What players say to each other: a few set phrases, passed on and not kept.

Only keys travel, so nobody can be insulted with words of one's own; pages have the words. Watchers
do not see them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from tenchips.server.background import Background
from tenchips.server.games.commands import nack
from tenchips.server.games.live_game import LiveGame
from tenchips.server.games.registry import Registry
from tenchips.server.judge import Rejected, command_key
from tenchips.server.limits import Bucket
from tenchips.server.messages import Ack, Nack, Said, SayCommand
from tenchips.server.models import ColorName, SayingKey
from tenchips.server.state import NAMES
from tenchips.server.store import Store

RATE: Final = 0.2
"""Sayings a second that a player has for long."""

BURST: Final = 4
"""Sayings that a player has at once."""

SaidNotice = tuple[str, ColorName, SayingKey]
"""A game, who says something there, and what."""


class Sayings:
    """Passes on what players say."""

    def __init__(self, store: Store, registry: Registry, background: Background) -> None:
        self._store, self._registry, self._background = store, registry, background

    def say(self, game: LiveGame, who: str | None, command: SayCommand) -> Ack | Nack:
        """Pass on what a player says, and answer. The same command twice is said once."""
        try:
            self._say(game, who, command)
        except Rejected as rejected:
            return nack(game.state, command.id, rejected)
        return Ack(t="ack", id=command.id, v=game.state.v)

    def _say(self, game: LiveGame, who: str | None, command: SayCommand) -> None:
        colors = game.state.colors_of(who)
        if who is None or len(colors) != 1 or not game.state.between_people:
            raise Rejected("no_seat", "only two people who play each other can talk")
        key = command_key(who, command.id)
        if key in game.said:
            return
        [color] = colors
        bucket = game.sayings.setdefault(color, Bucket(RATE, BURST, time.monotonic()))
        if not bucket.take(time.monotonic()):
            raise Rejected("too_early", "that was a lot to say: wait a few seconds")
        game.said.append(key)
        _send(game, NAMES[color], command.what)
        if self._store.is_shared:
            notice: SaidNotice = (game.state.id, NAMES[color], command.what)
            self._background.start(self._store.notify("said", [notice]), game.state.id)

    def receive(self, notices: Iterable[SaidNotice]) -> None:
        """Players connected to another process say something."""
        for id, by, what in notices:
            if game := self._registry.find(id):
                _send(game, by, what)


def _send(game: LiveGame, by: ColorName, what: SayingKey) -> None:
    text = Said(t="said", by=by, what=what).model_dump_json()
    for subscriber in tuple(game.subscribers):
        if subscriber.role in ("white", "black"):
            subscriber.send(text)
