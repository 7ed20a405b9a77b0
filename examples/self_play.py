"""Make a data set of games that the engine plays against itself: a JSON object a line.

    python examples/self_play.py 1000 games.jsonl --nodes 2000 --jobs 4

Each line is a position of a game: who is to move, what the engine played, its score (in hundredths,
for the side to move) and how the game ended (1: White won, -1: Black won, 0: a draw). The first
plies are random, so that the games differ; they are not in the data.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tenchips import BLACK, WHITE, Board
from tenchips.engine import Engine, Limit
from tenchips.executors import Workers


def random_opening(rng: Random, plies: int) -> Board:
    """A board after random moves that do not end the game."""
    while True:
        board = Board()
        while board.ply < plies and not board.is_game_over():
            board.push(rng.choice(board.legal_moves))
        if not board.is_game_over():
            return board


def play(seed: int, nodes: int = 2000, plies: int = 5) -> list[dict[str, Any]]:
    """The positions of one game; the same seed plays the same game."""
    board = random_opening(Random(seed), plies)
    rows: list[dict[str, Any]] = []
    with Engine(hash=4) as engine:
        while (outcome := board.outcome()) is None:
            info = engine.play(board, Limit(nodes=nodes))
            row = {"game": seed, "position": board.position, "move": str(info.move)}
            rows.append(row | {"score": info.score.points})
            board.push(info.move)
    value = {WHITE: 1, BLACK: -1, None: 0}[outcome.winner]
    return [row | {"result": value} for row in rows]


def games(seeds: range, nodes: int, jobs: int) -> Iterator[list[dict[str, Any]]]:
    """Many games, as they end, on some processes."""
    with Workers(jobs) as workers:
        for _, rows in workers.run(partial(play, nodes=nodes), seeds):
            yield rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=int, help="how many games")
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move (default: 2000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    options = parser.parse_args()

    positions = 0
    with options.file.open("w", encoding="utf-8") as file:
        seeds = range(options.seed, options.seed + options.games)
        for rows in games(seeds, options.nodes, options.jobs):
            file.writelines(json.dumps(row) + "\n" for row in rows)
            positions += len(rows)
    print(f"{positions} positions of {options.games} games in {options.file}")


if __name__ == "__main__":
    main()
