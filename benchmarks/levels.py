"""Play the ladder of levels: each against the one under it, and the lowest against chance.

Every opening is five random plies and is played from both sides, with `Board` as the judge. The
levels under the top repeat with the seed; the top one thinks `--time` seconds a move, so its
pairing alone depends on the machine.

    python benchmarks/levels.py --games 200 --seed 1 --jobs 2
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache
from math import hypot, log10, sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev

from tenchips import BLACK, WHITE, Board, Move
from tenchips.engine import TOP, Engine, Limit

CHANCE = 0  # stands under level 1
SATURATED = 0.98  # above it a score says little about the difference


@dataclass(frozen=True)
class Pair:
    """Two games to be played between a level and the one under it, from one opening."""

    upper: int
    number: int
    seed: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """What the upper level scored, from 0 to 1, and the longest each of the two took for a move."""

    score: float
    longest: tuple[float, float]


@cache
def engine(level: int, seed: int) -> Engine:
    """An engine for each level, kept from game to game."""
    return Engine(level=level, seed=seed, hash=16)


def play_pair(pair: Pair) -> Result:
    """Play both games."""
    games = [play_game(pair, upper_is_white) for upper_is_white in (True, False)]
    upper, lower = (max(game.longest[who] for game in games) for who in (0, 1))
    return Result(fmean(game.score for game in games), (upper, lower))


def play_game(pair: Pair, upper_is_white: bool) -> Result:
    """Play one game to its end."""
    luck = Random(f"{pair.seed} {pair.number}")
    board = Board()
    for _ in range(5):
        board.push(luck.choice(list(board.legal_moves)))
    upper = WHITE if upper_is_white else BLACK
    longest = [0.0, 0.0]
    while (outcome := board.outcome()) is None:
        who = 0 if board.turn is upper else 1
        started = time.perf_counter()
        move = choose(board, pair.upper - who, pair, luck)
        longest[who] = max(longest[who], time.perf_counter() - started)
        board.push(move)
    score = 0.5 if outcome.winner is None else float(outcome.winner is upper)
    return Result(score, (longest[0], longest[1]))


def choose(board: Board, level: int, pair: Pair, luck: Random) -> Move:
    """A level's move, or one of chance."""
    if level == CHANCE:
        return luck.choice(list(board.legal_moves))
    limit = Limit(time=pair.seconds) if level == TOP else Limit()
    return engine(level, pair.seed).play(board, limit).move


def elo(score: float) -> float:
    """The difference in rating that a score stands for."""
    score = min(max(score, 0.001), 0.999)
    return 400 * log10(score / (1 - score))


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="games of each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games played at the same time")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a move for the top level")
    options = parser.parse_args()
    print("| level | v the one under it | Elo more | Elo, random = 0 | longest move |")
    print("|---|---|---|---|---|")
    rating = doubt = 0.0
    with get_context("spawn").Pool(options.jobs) as pool:
        for level in range(1, TOP + 1):
            pairs = [
                Pair(level, number, options.seed, options.time)
                for number in range(options.games // 2)
            ]
            results = pool.map(play_pair, pairs, chunksize=2)
            scores = [result.score for result in results]
            score, error = fmean(scores), 1.96 * stdev(scores) / sqrt(len(scores))
            more = elo(score)
            margin = (elo(score + error) - elo(score - error)) / 2
            rating, doubt = rating + more, hypot(doubt, margin)
            seconds = max(result.longest[0] for result in results)
            note = " or more" if score > SATURATED else ""
            print(
                f"| {level} | {score:.1%} ± {error:.1%} | {more:+.0f} ± {margin:.0f}{note} "
                f"| {rating:.0f} ± {doubt:.0f} | {seconds:.2f} s |",
                flush=True,
            )


if __name__ == "__main__":
    main()
