"""Check the marks of reviews against a longer search.

    python benchmarks/review.py check [--games N] [--nodes N] [--longer N] [--jobs N]
    python benchmarks/review.py make [--games N] [--longer N] [--jobs N]

`check` lets the engine's levels play games from the start, reviews them, and searches again, with
many more nodes, what it has marked in the first plies. A move that this proves to win was marked
wrongly. `make` writes `tests/engine/proven_moves.txt`: such games with the moves that a longer
search proves to win, for a test that no review marks them. Both count nodes, not seconds, so that
the results are the same each time.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tenchips import Board
from tenchips.book import certificates
from tenchips.engine import TOP, Engine, Limit
from tenchips.engine.review import review
from tenchips.executors import Workers
from tenchips.notation import Move
from tenchips.record import Record

PLIES = 8
"""The plies of a game that are looked at."""

PAIRINGS = ((9, 10), (10, 9), (8, 9), (9, 8), (9, 9), (8, 10), (7, 9), (8, 8), (10, 8), (7, 7))
"""The levels that play, White first. The top level has no luck: it never meets itself."""

TOP_NODES = 100_000
"""Nodes a move for the top level."""

TARGET = Path(__file__).parents[1] / "tests" / "engine" / "proven_moves.txt"


def play(number: int) -> Board:
    """One game between levels, the same for the same number."""
    board = Board()
    levels = PAIRINGS[number % len(PAIRINGS)]
    engines = [Engine(level=level, seed=2 * number + i, hash=8) for i, level in enumerate(levels)]
    while board.outcome() is None:
        level = levels[board.turn]
        limit = Limit(nodes=TOP_NODES) if level == TOP else Limit()
        board.push(engines[board.turn].play(board, limit).move)
    return board


def search(moves: tuple[Move, ...], nodes: int) -> str:
    """What a longer search proves for the side to move: win, loss or nothing."""
    board = Board(moves=moves)
    if outcome := board.outcome():
        return "win" if outcome.winner is board.turn else "loss"
    with Engine(hash=256, book=True) as engine:
        score = engine.play(board, Limit(nodes=nodes)).score
    return "win" if score.is_win else "loss" if score.is_loss else ""


@dataclass(frozen=True)
class Marked:
    """A marked move, and what the longer search proves about it and the position before it."""

    line: str
    mark: str
    before: str
    after: str

    @property
    def verdict(self) -> str:
        """Whether the mark was right."""
        if self.after == "loss":
            return "WRONG: the move wins"
        if self.before == "loss":
            return "the position was lost before"
        return "right: the move loses" if self.after == "win" else "not decided"


def check_game(number: int, nodes: int, longer: int) -> tuple[int, list[Marked]]:
    """Review a game: how many of its first moves were looked at, and those that were marked."""
    game = play(number)
    with Engine(hash=64) as engine:
        found = review(Record.from_board(game), engine, Limit(nodes=nodes), certificates())
    moves, marked = game.moves[:PLIES], []
    for ply, node in enumerate(list(found.record.line)[: len(moves)]):
        if node.annotation:
            before, after = moves[:ply], moves[: ply + 1]
            marked.append(
                Marked(
                    " ".join(map(str, after)), node.annotation,
                    search(before, longer), search(after, longer),
                )
            )  # fmt: skip
    return len(moves), marked


def check(games: int, nodes: int, longer: int, jobs: int) -> None:
    """Review games, and print every mark with what the longer search says about it."""
    count, verdicts = 0, Counter[str]()
    with Workers(jobs) as workers:
        work = partial(check_game, nodes=nodes, longer=longer)
        for number, (moves, marked) in workers.run(work, range(games)):
            count += moves
            for move in marked:
                verdicts[move.verdict] += 1
                print(f"game {number}: {move.line}{move.mark}  {move.verdict}", flush=True)
    print(f"{games} games, {count} moves, {verdicts.total()} marked")
    for verdict, times in sorted(verdicts.items()):
        print(f"{times:5}  {verdict}")


def proven_moves(number: int, longer: int) -> str:
    """The first plies of a game, with a `+` after each move that is proven to win."""
    moves = play(number).moves[:PLIES]
    words = (
        f"{move}+" if search(moves[: ply + 1], longer) == "loss" else str(move)
        for ply, move in enumerate(moves)
    )
    return " ".join(words)


def lines(games: int, longer: int, jobs: int) -> Iterator[str]:
    """The file for the test."""
    yield "# First plies of games between levels; + after each move that a search of"
    yield f"# {longer:,} nodes proves to win. Made by benchmarks/review.py make --games {games}"
    with Workers(jobs) as workers:
        found = dict(workers.run(partial(proven_moves, longer=longer), range(games)))
    yield from (found[number] for number in range(games))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("check", "make"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=2_000_000, help="for each move of a review")
    parser.add_argument("--longer", type=int, default=40_000_000, help="for each longer search")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.what == "check":
        check(options.games, options.nodes, options.longer, options.jobs)
    else:
        text = "".join(f"{line}\n" for line in lines(options.games, options.longer, options.jobs))
        TARGET.write_text(text)


if __name__ == "__main__":
    main()
