"""`MachinePlayer`: the engine behind the interface of the Berkeley course that made Network known.

A machine player keeps its own copy of the game. It records its opponent's moves, finds its own, and
can be made to play given ones, which sets up problems. It never makes an illegal move and never
accepts one: a refusal changes nothing.
"""

from __future__ import annotations

from typing import Final

from tenchips.board import Board
from tenchips.engine.engine import Engine
from tenchips.engine.limit import EngineError, Limit
from tenchips.errors import check_type
from tenchips.notation import Move, NotationError
from tenchips.squares import Color

SECONDS: Final = 4.5
"""Seconds for a move. Five are allowed, and some of them pass outside the search."""


class MachinePlayer:
    """A player of one colour that moves within five seconds, or searches to an exact depth.

    It stops before its time or depth is reached when the result is proven. Where the game is solved
    it plays perfectly, unless it was given a depth.

    >>> from tenchips import WHITE
    >>> player = MachinePlayer(WHITE, 2)
    >>> player.force_move("33"), player.opponent_move("44")
    (True, True)
    >>> player.opponent_move("45")
    False
    >>> player.choose_move() in Board(moves="33 44").legal_moves
    True
    """

    def __init__(self, color: Color, search_depth: int | None = None) -> None:
        check_type("color", color, Color, "WHITE or BLACK")
        if search_depth is not None:
            check_type("search_depth", search_depth, int, "an int or None")
        self.color = color
        if search_depth is None:
            self._limit = Limit(time=SECONDS)
        else:
            self._limit = Limit(depth=search_depth)
        self._board = Board()
        self._engine = Engine(book=search_depth is None)

    @property
    def board(self) -> Board:
        """The game as the player knows it; a copy, so that only the player's methods change it."""
        return self._board.copy()

    def choose_move(self) -> Move:
        """Find a move, make it and return it; `EngineError` if it is not the player's turn or the
        game is over, for then no move is legal."""
        if outcome := self._board.outcome():
            raise EngineError(f"the game is over: {outcome}")
        if self._board.turn is not self.color:
            raise EngineError(
                f"it is {self._board.turn}'s turn and the player is {self.color}: "
                "tell it the move with opponent_move first"
            )
        return self._board.push(self._engine.play(self._board, self._limit).move)

    def opponent_move(self, move: Move | str) -> bool:
        """Record the opponent's move; False, and nothing changed, if the opponent may not make it
        now or the text is no move."""
        return self._record(move, self.color.other)

    def force_move(self, move: Move | str) -> bool:
        """Make the player play a given move; False, and nothing changed, if it may not make it now
        or the text is no move."""
        return self._record(move, self.color)

    def _record(self, move: Move | str, color: Color) -> bool:
        try:
            if self._board.turn is not color or self._board.why_illegal(move):
                return False
        except NotationError:
            return False
        self._board.push(move)
        return True
