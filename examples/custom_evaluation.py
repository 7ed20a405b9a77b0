"""An alpha-beta search with an evaluation of your own, on the compiled rules.

    python examples/custom_evaluation.py --depth 3 --level 3

Change `evaluate` and see how it does against a level of the engine, which does not take an
evaluation from outside. `Position` knows the rules; everything else is here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeAlias

from tenchips import BLACK, WHITE, Board, Color, Move
from tenchips.core import Position
from tenchips.engine import Engine, Limit

WIN = 10_000

Evaluation: TypeAlias = Callable[[Position], int]
"""How good a position is for the side to move, between -WIN and WIN."""


def evaluate(position: Position) -> int:
    """Pairs of chips that see each other, and a goal with a chip in it for each side."""
    mine, theirs = position.turn, position.turn.other
    links = position.links(mine) - position.links(theirs)
    return 10 * links + 15 * (goals(position, mine) - goals(position, theirs))


def goals(position: Position, color: Color) -> int:
    """In how many of a colour's two goals it has a chip."""
    chips = position.chips(color)
    # Square xy is bit 8x + y: White's goals are columns 0 and 7, Black's rows 0 and 7.
    edges = (0xFF, 0xFF << 56) if color is WHITE else (0x0101010101010101, 0x8080808080808080)
    return sum(bool(chips & edge) for edge in edges)


def search(position: Position, depth: int, evaluate: Evaluation, low: int, high: int) -> int:
    """The score of a position for the side to move, if it is between low and high."""
    if (winner := position.winner()) is not None:
        return WIN + depth if winner is position.turn else -WIN - depth
    if position.winning_action() is not None:
        return WIN + depth
    if depth == 0:
        return evaluate(position)
    actions = position.legal_actions()
    if not actions:
        return -WIN - depth
    for action in actions:
        position.push_unchecked(action)
        score = -search(position, depth - 1, evaluate, -high, -low)
        position.pop()
        if score >= high:
            return score
        low = max(low, score)
    return low


def choose(board: Board, depth: int, evaluate: Evaluation) -> Move:
    """The best move by a search of some plies; the first of those that are equally good."""
    position, best = Position.of(board), -2 * WIN
    chosen = board.legal_moves[0]
    for move in board.legal_moves:
        position.push_unchecked(move.action)
        score = -search(position, depth - 1, evaluate, -2 * WIN, -best)
        position.pop()
        if score > best:
            chosen, best = move, score
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--depth", type=int, default=3, help="plies to search (default: 3)")
    parser.add_argument("--level", type=int, default=3, help="the opponent's level (default: 3)")
    options = parser.parse_args()
    for color in (WHITE, BLACK):
        board = Board()
        with Engine(level=options.level, seed=1) as engine:
            while not board.is_game_over():
                if board.turn is color:
                    board.push(choose(board, options.depth, evaluate))
                else:
                    board.push(engine.play(board, Limit(time=1)).move)
        print(f"with {color}: {board.outcome()}, after {board.ply} plies")


if __name__ == "__main__":
    main()
