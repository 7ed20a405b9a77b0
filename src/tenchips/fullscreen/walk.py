"""A place in a game's tree of moves, and ways to go from there."""

from __future__ import annotations

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.record import Game, GameNode


class Walk:
    """A game and the position of it that is shown.

    >>> walk = Walk(Game.parse("1. 33 44 (1... 45 2. 53) 2. 55 *"))
    >>> walk.to_start(), walk.forward(), walk.forward(), walk.next_variation()
    (None, None, None, None)
    >>> walk.board.moves[-1]
    Move.parse('45')
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._node: GameNode = game.end()
        self._board = self._node.board()

    @property
    def node(self) -> GameNode:
        """The position shown."""
        return self._node

    @node.setter
    def node(self, node: GameNode) -> None:
        self._node, self._board = node, node.board()

    @property
    def board(self) -> Board:
        """A board with the position shown: leave it as it is."""
        return self._board

    @property
    def is_at_end(self) -> bool:
        """Whether the end of the main line is shown."""
        return self._node is self.game.end()

    def back(self) -> None:
        """One move back."""
        if self._node.parent is not None:
            self.node = self._node.parent

    def forward(self) -> None:
        """One move on, by the main move."""
        if self._node.next is not None:
            self.node = self._node.next

    def to_start(self) -> None:
        """To the position before the first move."""
        self.node = self.game

    def to_end(self) -> None:
        """To the end of the main line."""
        self.node = self.game.end()

    def next_variation(self) -> None:
        """To the next move that was tried instead of the last one, around to the first again."""
        if self._node.parent is not None:
            siblings = self._node.parent.variations
            self.node = siblings[(siblings.index(self._node) + 1) % len(siblings)]

    def try_move(self, move: Move) -> None:
        """Make a move from here: a variation unless it is the move that was played.
        `IllegalMove` if it may not be made."""
        self.node = self._node.add_variation(move)
