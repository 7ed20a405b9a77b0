"""The oracle: the rules of Network a third time, written from `docs/rules.md` alone.

The tests compare `Board` and the compiled core with it. It imports nothing of Tenchips and shares
no code with either: a dictionary from squares to colours, loops over the board, and every path
tried. It is slow on purpose: plain code is easier to trust than fast code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Square = tuple[int, int]
Chips = dict[Square, str]
Move = tuple[Square | None, Square]  # from (None: from the hand), to
Network = tuple[Square, ...]

WHITE, BLACK = "W", "B"
OTHER = {WHITE: BLACK, BLACK: WHITE}
SQUARES = [(x, y) for x in range(8) for y in range(8)]
CORNERS = {(0, 0), (7, 0), (0, 7), (7, 7)}
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

# The two goal areas of each colour: the left and the right column, the top and the bottom row.
GOALS = {
    WHITE: ({(0, y) for y in range(1, 7)}, {(7, y) for y in range(1, 7)}),
    BLACK: ({(x, 0) for x in range(1, 7)}, {(x, 7) for x in range(1, 7)}),
}


@dataclass(frozen=True)
class Position:
    """The chips, the colour to move, and how many step moves the game has seen."""

    chips: Chips
    turn: str
    steps: int = 0

    @classmethod
    def read(cls, text: str) -> Position:
        """The position a text stands for; texts are taken to be right."""
        rows, side, steps, _ = text.split(" ")
        chips = {}
        for y, row in enumerate(rows.split("/")):
            x = 0
            for letter in row:
                if letter in "WB":
                    chips[x, y] = letter
                    x += 1
                else:
                    x += int(letter)
        return cls(chips, side.upper(), int(steps))

    def play(self, move: Move) -> Position:
        """The position after a move, which must be legal."""
        origin, target = move
        chips = dict(self.chips)
        if origin is not None:
            del chips[origin]
        chips[target] = self.turn
        return Position(chips, OTHER[self.turn], self.steps + (origin is not None))


def group(chips: Chips, square: Square) -> set[Square]:
    """The chips of one colour connected, orthogonally or diagonally, with the chip on a square."""
    found = {square}
    waiting = [square]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in DIRECTIONS:
            near = (x + dx, y + dy)
            if near not in found and chips.get(near) == chips[square]:
                found.add(near)
                waiting.append(near)
    return found


def may_be_put(chips: Chips, color: str, square: Square) -> bool:
    """Whether a chip that is off the board may be put on a square."""
    if square in CORNERS:
        return False
    if square in GOALS[OTHER[color]][0] or square in GOALS[OTHER[color]][1]:
        return False
    if square in chips:
        return False
    # Only the group of the new chip can have grown.
    return len(group({**chips, square: color}, square)) <= 2


def legal_moves(position: Position) -> set[Move]:
    """Every legal move, were the game still going on."""
    chips, color = position.chips, position.turn
    own = [square for square in chips if chips[square] == color]
    if len(own) < 10:
        return {(None, target) for target in SQUARES if may_be_put(chips, color, target)}
    moves: set[Move] = set()
    for origin in own:
        lifted = {square: chips[square] for square in chips if square != origin}
        for target in SQUARES:
            if target != origin and may_be_put(lifted, color, target):
                moves.add((origin, target))
    return moves


def look(chips: Chips, square: Square, direction: Square) -> Square | None:
    """The first chip of either colour seen from a square in a direction."""
    x, y = square
    dx, dy = direction
    x, y = x + dx, y + dy
    while 0 <= x <= 7 and 0 <= y <= 7:
        if (x, y) in chips:
            return (x, y)
        x, y = x + dx, y + dy
    return None


def sights(chips: Chips, square: Square) -> set[Square]:
    """All chips of either colour seen from a square."""
    seen = {look(chips, square, direction) for direction in DIRECTIONS}
    return {chip for chip in seen if chip is not None}


def networks(chips: Chips, color: str) -> Iterator[Network]:
    """Every network of a colour.

    A network read backwards is a network too; each is given once, from the left or upper goal.
    """
    first, last = GOALS[color]

    def go_on(path: Network, came: Square | None) -> Iterator[Network]:
        if path[-1] in last:
            if len(path) >= 6:
                yield path
            return  # a chip further on would leave this goal chip inside the sequence
        if len(path) == 10:
            return
        for direction in DIRECTIONS:
            if direction == came:
                continue
            chip = look(chips, path[-1], direction)
            if chip is None or chips[chip] != color or chip in path or chip in first:
                continue
            yield from go_on((*path, chip), direction)

    for start in first:
        if chips.get(start) == color:
            yield from go_on((start,), None)


def has_network(chips: Chips, color: str) -> bool:
    """Whether a colour has a network."""
    return any(True for _ in networks(chips, color))


def is_network(chips: Chips, color: str, path: Network) -> bool:
    """Whether a sequence of squares is a network, clause by clause."""
    if not 6 <= len(path) <= 10:
        return False
    if any(chips.get(square) != color for square in path):
        return False
    one, other = GOALS[color]
    if not (path[0] in one and path[-1] in other) and not (path[0] in other and path[-1] in one):
        return False
    if any(square in one or square in other for square in path[1:-1]):
        return False
    if any(path.count(square) > 1 for square in path):
        return False
    ways = []
    for here, there in pairwise(path):
        seen = [way for way in DIRECTIONS if look(chips, here, way) == there]
        if not seen:
            return False
        ways += seen
    return all(before != after for before, after in pairwise(ways))


def winner(position: Position) -> str | None:
    """Who has won by a network: the opponent of the one who has just moved comes first."""
    mover = OTHER[position.turn]
    if has_network(position.chips, position.turn):
        return position.turn
    if has_network(position.chips, mover):
        return mover
    return None


def judge(
    game: list[Position], no_move: str = "loss", repetition: int = 3, step_limit: int = 200
) -> tuple[str | None, str] | None:
    """The end of a game, given all its positions: the winner and why, or None if it goes on."""
    now = game[-1]
    won = winner(now)
    if won is not None:
        return won, "network"
    if not legal_moves(now):
        return (OTHER[now.turn] if no_move == "loss" else None), "no move"
    same = [then for then in game if then.chips == now.chips and then.turn == now.turn]
    if repetition and len(same) >= repetition:
        return None, "repetition"
    if step_limit and now.steps >= step_limit:
        return None, "step limit"
    return None


def perft(position: Position, depth: int) -> int:
    """How many legal sequences of moves there are; a game that is won has none."""
    if depth == 0:
        return 1
    if winner(position) is not None:
        return 0
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def action(move: Move) -> int:
    """The number of a move: 8x+y for an add, 64 + 64 from + to for a step."""
    origin, (x, y) = move
    if origin is None:
        return 8 * x + y
    return 64 + 64 * (8 * origin[0] + origin[1]) + 8 * x + y
