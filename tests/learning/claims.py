"""Check the claims of the data set, by means of its own.

The rules are the oracle's, and what wins or loses within so many plies is decided by the exact
searches of `tenchips.book`, which share nothing with the engine that made the claims. What they
cannot decide within some plies and nodes is counted, not believed.

    PYTHONPATH=tests python tests/learning/claims.py --count 1000 [FILE]

checks so many positions at random, and prints a line for each fault and what was checked.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import oracle
from exact_positions import bits, end
from oracle import BLACK, OTHER, WHITE, Move, Position
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps
from tenchips.learning.dataset import Dataset, Example

MOST_PLIES = 6
MOST_NODES = 300_000


class Judge:
    """Who wins, as far as a few plies show."""

    def __init__(self, nodes: int = MOST_NODES) -> None:
        self._nodes, self._adds, self._steps = nodes, Exact(16), ExactSteps()

    def wins(self, position: Position, plies: int) -> bool | None:
        """Whether the side to move wins within so many plies, or None if that takes too long."""
        return self._ask(position, position.turn, plies)

    def loses(self, position: Position, plies: int) -> bool | None:
        """Whether the side to move loses within so many plies, or None if that takes too long."""
        return self._ask(position, OTHER[position.turn], plies)

    def _ask(self, position: Position, attacker: str, plies: int) -> bool | None:
        if (won := end(position)) is not None:
            return won == attacker
        # The searches count a win as odd plies and a loss as even ones.
        plies -= (plies + (attacker == position.turn)) % 2
        if plies <= 0:
            return False
        own, other = (bits(position, color, attacker) for color in (attacker, OTHER[attacker]))
        first, second = (plies + 1) // 2, plies // 2
        if attacker != position.turn:
            if own.bit_count() + second > 10 or other.bit_count() + first > 10:
                return self._steps.loses(own, other, plies, self._nodes)
            # The search that knows adds alone has no limit for a defender: ask for each reply.
            answers = [
                self._ask(position.play(move), attacker, plies - 1)
                for move in oracle.legal_moves(position)
            ]
            return False if False in answers else None if None in answers else True
        if own.bit_count() + first > 10 or other.bit_count() + second > 10:
            return self._steps.wins(own, other, plies, self._nodes)
        return self._adds.wins(own, other, plies, self._nodes)

    def value(self, position: Position, plies: int = MOST_PLIES) -> int | None:
        """1 or -1 if the side to move wins or loses within a few plies; None if neither is seen."""
        for most in range(plies + 1):
            wins, loses = self.wins(position, most), self.loses(position, most)
            if wins or loses:
                return 1 if wins else -1
            if wins is None or loses is None:
                return None
        return None


def position_of(example: Example) -> Position:
    """The position of an example, in the oracle's words."""
    white, black = (
        {(n // 8, n % 8): color for n in range(64) if chips >> n & 1}
        for chips, color in zip(example.key, (WHITE, BLACK), strict=True)
    )
    return Position(white | black, BLACK if len(black) < len(white) else WHITE)


def faults(
    example: Example, judge: Judge, seen: Counter[str], most_moves: int | None
) -> Iterator[str]:
    """What is wrong with an example; `seen` counts what could be checked and what could not. Of a
    won position so many moves are checked, or all."""
    position = position_of(example)
    moves: dict[int, Move] = {oracle.action(move): move for move in oracle.legal_moves(position)}
    if end(position) is not None:
        yield "the game is over"
        return
    if not set(example.actions) <= set(moves):
        yield "a move that keeps the value is illegal"
        return
    asked = judge.wins if example.value == 1 else judge.loses
    answer = asked(position, example.plies) if example.plies <= MOST_PLIES + 1 else None
    seen["value not decided" if answer is None else "value confirmed"] += 1
    if answer is False:
        yield f"the value is not {example.value} within {example.plies} plies"
    if example.is_exact and answer:
        sooner = asked(position, example.plies - 1)
        seen["distance not decided" if sooner is None else "distance confirmed"] += 1
        if sooner:
            yield f"it is decided within {example.plies - 1} plies, not in {example.plies}"
    if example.value == -1:
        if set(example.actions) != set(moves):
            yield "a lost position has moves that do not keep the value"
        return
    some = sorted(moves)
    if most_moves is not None:
        some = Random(1).sample(some, min(most_moves, len(some)))
    for action in some:
        move = moves[action]
        value = judge.value(position.play(move))
        kind = "kept" if action in example.actions else "lost"
        seen[f"{kind} move {'not decided' if value is None else 'confirmed'}"] += 1
        if value == (1 if kind == "kept" else -1):
            yield f"{move} does not {'keep' if kind == 'kept' else 'lose'} the win"


def check(
    examples: Iterable[Example], judge: Judge, most_moves: int | None = None
) -> tuple[list[str], Counter[str]]:
    """Everything that is wrong, and what was checked."""
    wrong, seen = list[str](), Counter[str]()
    for example in examples:
        for fault in faults(example, judge, seen, most_moves):
            wrong.append(f"{example.board().position}: {fault}")
    return wrong, seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", help="the data set; default: the package's")
    parser.add_argument("--count", type=int, default=1000, help="positions to check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=MOST_NODES, help="nodes for each claim")
    options = parser.parse_args()
    dataset = Dataset.load(options.file)
    examples = [*dataset.examples("train"), *dataset.examples("test")]
    some = Random(options.seed).sample(examples, min(options.count, len(examples)))
    wrong, seen = check(some, Judge(options.nodes))
    print(*wrong, *(f"{kind}: {count}" for kind, count in sorted(seen.items())), sep="\n")
    print(f"{len(some)} positions, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
