"""Proves draws: that each player can hold a position for ever.

A player holds a position by a set of positions with that player to move, and a move in each, such
that every reply leads to a position of the set again, or to one that the player wins. So the player
never loses, however long the game lasts. Where both players have such a set, neither can win, and
the house rules end the game as a draw.

The engine suggests the moves and proves the wins; the replies are all tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tenchips.board import Board
from tenchips.book.certificate import Chips, chips_of
from tenchips.core import Position
from tenchips.solver.finder import Finder
from tenchips.solver.proof import SolveError, check_solvable
from tenchips.squares import COLORS, Color

NODES: Final = 1_000_000
MOST: Final = 200
MEMORY: Final = 64


@dataclass(frozen=True)
class Holding:
    """How a player never loses. After the move in a position, each reply leads to another of the
    positions, to one of the wins, or is answered by a network at once.

    >>> from tenchips import WHITE
    >>> board = Board("8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11")
    >>> found = find_holding(board, WHITE)
    >>> len(found.moves), len(found.wins)
    (3, 11)
    """

    player: Color
    moves: Mapping[Chips, int]
    """The positions, with the player to move, and the move in each as an action."""
    wins: Mapping[Chips, int]
    """Positions after a reply that the player wins, and within how many plies."""


def prove_draw(
    board: Board,
    *,
    nodes: int = NODES,
    most: int = MOST,
    memory: int = MEMORY,
    report: Callable[[int], None] = lambda searches: None,
) -> tuple[Holding, Holding] | None:
    """How White and Black hold a position for ever; None if that was not found for both, in `most`
    searches for each.

    >>> board = Board("8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11")
    >>> white, black = prove_draw(board)
    >>> len(white.moves), len(black.moves)
    (3, 2)
    >>> prove_draw(Board("1B4B1/8/8/W6W/8/8/8/8 w 0 3"), nodes=1000, most=2) is None
    True
    """
    white = find_holding(board, COLORS[0], nodes=nodes, most=most, memory=memory, report=report)
    if white is None:
        return None
    black = find_holding(board, COLORS[1], nodes=nodes, most=most, memory=memory, report=report)
    return None if black is None else (white, black)


def find_holding(
    board: Board,
    player: Color,
    *,
    nodes: int = NODES,
    most: int = MOST,
    memory: int = MEMORY,
    report: Callable[[int], None] = lambda searches: None,
) -> Holding | None:
    """How a player holds a position for ever; None if that was not found in `most` searches of
    the engine, of so many nodes each. `report` is called with the number of searches.

    >>> from tenchips import BLACK
    >>> board = Board("8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11")
    >>> find_holding(board, BLACK).player
    BLACK
    """
    check_solvable(board, nodes=nodes, memory=memory)
    if most < 1:
        raise SolveError(f"a holding takes at least 1 search, not {most}")
    position = Position(*chips_of(board), board.turn)
    roots = [position] if board.turn is player else list(_open_replies(position, player))
    if None in roots:
        return None
    search = _Search(player, Finder(memory), nodes, most, report)
    return search.run([root for root in roots if root is not None])


def _open_replies(position: Position, player: Color) -> Iterator[Position | None]:
    """The positions after the opponent's moves in which the player does not win at once; None for
    a move that wins."""
    for action in position.legal_actions():
        after = _after(position, action)
        winner = after.winner()
        if winner is player.other:
            yield None
        elif winner is None and after.winning_action() is None:
            yield Position(*_chips(after), player)


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.push(action)
    return after


def _chips(position: Position) -> Chips:
    return position.chips(COLORS[0]), position.chips(COLORS[1])


class _Search:
    """Looks for a holding; a move that turns out to lose is left out, and it begins again."""

    def __init__(
        self,
        player: Color,
        finder: Finder,
        nodes: int,
        most: int,
        report: Callable[[int], None],
    ) -> None:
        self._player, self._finder = player, finder
        self._nodes, self._most, self._report = nodes, most, report
        self._moves: dict[Chips, int] = {}
        self._wins: dict[Chips, int] = {}
        self._refuted: dict[Chips, set[int]] = {}
        self._lost: set[Chips] = set()
        self._searches = 0

    def run(self, roots: list[Position]) -> Holding | None:
        """The holding that begins with these positions, the player to move in all of them."""
        while True:
            found = self._grow(roots)
            if isinstance(found, Holding):
                return found
            if found is None:
                return None
            chips, move = found
            self._refuted.setdefault(chips, set()).add(move)
            del self._moves[chips]

    def _grow(self, roots: list[Position]) -> Holding | tuple[Chips, int] | None:
        """The holding, or a position and a move in it that loses; None if a root is lost or the
        searches are spent."""
        front: list[tuple[Position, tuple[Chips, int] | None]] = [(root, None) for root in roots]
        moves: dict[Chips, int] = {}
        wins: dict[Chips, int] = {}
        while front:
            position, origin = front.pop()
            chips = _chips(position)
            if chips in moves or chips in wins:
                continue
            is_held = self._judge(position)
            if is_held is None:
                return None
            if not is_held:
                return origin
            if chips in self._wins:
                wins[chips] = self._wins[chips]
                continue
            move = moves[chips] = self._moves[chips]
            after = _after(position, move)
            for child in _open_replies(after, self._player):
                if child is None:
                    return chips, move
                front.append((child, (chips, move)))
        return Holding(self._player, moves, wins)

    def _judge(self, position: Position) -> bool | None:
        """Find the player's best move in a position, or that it wins; False if it loses, None if
        the searches are spent."""
        chips = _chips(position)
        if chips in self._moves or chips in self._wins:
            return True
        refuted = tuple(self._refuted.get(chips, ()))
        if chips in self._lost or len(refuted) == len(position.legal_actions()):
            return False
        if self._searches == self._most:
            return None
        self._searches += 1
        self._report(self._searches)
        found = self._finder.search(position, self._nodes, refuted)
        if found.plies is None:
            self._moves[chips] = found.action
        elif found.plies > 0:
            self._wins[chips] = found.plies
        else:
            self._lost.add(chips)
        return chips not in self._lost
