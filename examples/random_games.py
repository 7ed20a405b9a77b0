"""How do games of Network end when both players move at random?

    python examples/random_games.py 500 --seed 1 --svg shortest.svg

The picture shows the shortest game that somebody won with a network.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from tenchips import Board
from tenchips.render import svg


def random_game(rng: Random) -> Board:
    """A game played to its end."""
    board = Board()
    while board.outcome() is None:
        board.push_unchecked(rng.choice(list(board.legal_moves)))
    return board


def end(board: Board) -> str:
    """How a game ended, in a few words."""
    outcome = board.outcome()
    assert outcome is not None
    winner = "draw" if outcome.winner is None else f"{outcome.winner} wins"
    return f"{winner}: {outcome.termination.value}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=int, nargs="?", default=100, help="how many games")
    parser.add_argument("--seed", type=int, help="play the same games again")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the shortest win")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("play at least one game")

    rng = Random(options.seed)
    games = [random_game(rng) for _ in range(options.games)]
    for how, count in Counter(map(end, games)).most_common():
        print(f"{count:6}  {how}")
    print(f"{sum(len(game.moves) for game in games) / len(games):6.1f}  moves a game")

    wins = [game for game in games if (outcome := game.outcome()) and outcome.network]
    if options.svg and wins:
        shortest = min(wins, key=lambda game: len(game.moves))
        options.svg.write_text(svg.draw(shortest), encoding="utf-8")


if __name__ == "__main__":
    main()
