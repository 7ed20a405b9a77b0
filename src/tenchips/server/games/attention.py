"""Who sees that it is their turn in a correspondence game, and need not be told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from tenchips.server.background import Background
from tenchips.server.games.live_game import LiveGame
from tenchips.server.judge import ALERT
from tenchips.server.state import NAMES
from tenchips.server.store import Conflict, Unavailable

NoteSeen: TypeAlias = Callable[[str, int], Awaitable[None]]
"""Notes that the player to move looks at a game, with the time when they would be told."""


class Attention:
    """Follows correspondence games to note which turns are seen by the player they belong to."""

    def __init__(self, background: Background, seen: NoteSeen) -> None:
        self._background, self._seen = background, seen

    def follow(self, game: LiveGame) -> None:
        """Note once for each turn that its player is connected."""
        state = game.state
        if not state.is_correspondence or state.status != "live":
            return
        mover = NAMES[state.board.turn]
        is_here = any(subscriber.role == mover for subscriber in game.subscribers)
        if is_here and game.seen_turn != state.turn_seq:
            game.seen_turn = state.turn_seq
            self._background.start(self._note(state.id, state.at + ALERT), state.id)

    def stop(self, game: LiveGame) -> None:
        """Nothing goes on that could be stopped."""

    async def _note(self, id: str, alert: int) -> None:
        with suppress(Unavailable, Conflict):  # then the player is told what they know
            await self._seen(id, alert)
