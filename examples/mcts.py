"""Monte Carlo tree search in sixty lines, which plays White against chance, with some simulations
for each move: `python examples/mcts.py 2000`."""

from __future__ import annotations

import sys
from math import inf, log, sqrt
from random import Random

from tenchips import WHITE, Board, Move
from tenchips.core import Position

LONGEST = 40  # plies of a random game, after which it counts as a draw


class Node:
    """A position in the tree; its points are those of the player who moved there."""

    def __init__(self) -> None:
        self.visits, self.points, self.children = 0, 0.0, dict[int, Node]()

    def select(self) -> int:
        """The move to try: good so far, or rarely tried (UCB1)."""
        return max(self.children, key=lambda action: self.children[action].bound(self.visits))

    def bound(self, tries: int) -> float:
        """How good it may be, after so many tries of its parent."""
        explored = sqrt(2 * log(tries) / self.visits) if self.visits else inf
        return self.points / max(self.visits, 1) + explored


def roll_out(position: Position, rng: Random, plies: int = LONGEST) -> float:
    """Win if possible, else move at random; the points of the side to move: 1, 1/2 or 0."""
    if (winner := position.winner()) is not None:  # a step can complete the opponent's network
        return float(winner is position.turn)
    if position.winning_action() is not None:
        return 1.0
    actions = position.legal_actions()
    if not actions or not plies:
        return 0.5 if actions else 0.0
    position.push_unchecked(rng.choice(actions))
    return 1 - roll_out(position, rng, plies - 1)


def simulate(node: Node, position: Position, rng: Random) -> float:
    """Go down the tree, add a position to it, play from there; the points of the side to move."""
    if node.visits and not node.children and position.winner() is None:
        node.children = {action: Node() for action in position.legal_actions()}
    if node.children:
        action = node.select()
        position.push_unchecked(action)
        points = 1 - simulate(node.children[action], position, rng)
        position.pop()
    else:
        points = roll_out(position.copy(), rng)
    node.visits, node.points = node.visits + 1, node.points + 1 - points
    return points


def choose(board: Board, simulations: int, rng: Random) -> Move:
    """A move that wins at once, or the one that was tried most."""
    if wins := board.winning_moves():
        return wins[0]
    root, position = Node(), Position.of(board)
    for _ in range(simulations):
        simulate(root, position, rng)
    return Move.from_action(max(root.children, key=lambda action: root.children[action].visits))


def main() -> None:
    simulations, rng, board = int((*sys.argv[1:], "1000")[0]), Random(), Board()
    while not board.is_game_over():
        chance = rng.choice(board.legal_moves)
        board.push(choose(board, simulations, rng) if board.turn is WHITE else chance)
    print(board, board.outcome(), sep="\n\n")


if __name__ == "__main__":
    main()
