"""Learn what chips and lines of sight are worth: the numbers in `src/tenchips/engine/worths.py`.

    python benchmarks/learn.py play --seconds 3600 --jobs 2 --seed 1 DATA
    python benchmarks/learn.py fit DATA --output src/tenchips/engine/worths.py

`play` lets the search play itself and adds the positions it met, with the search's score and who
won, to the file DATA. A game starts with one to ten plies, some of them chance and some greedy for
links, so that the positions differ; one move in ten stays random for the same reason. It ends
when a search proves who wins, and a game that drags on is dropped. Give each run another seed.

`fit` finds the worths under which the winners' chips and links explain the results best: a logistic
regression on what White has minus what Black has, the board transposed. Having the move and
being White are fitted too, but only printed: the search has its own value for the move.
Positions already proven are left out, because the search never evaluates those. It needs
numpy and scipy. After a new fit, build again and match the engine against the one before.
"""

from __future__ import annotations

import argparse
import inspect
import os
import struct
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tenchips.core import Position
from tenchips.engine import worths
from tenchips.engine.search import SURE
from tenchips.engine.table import Table
from tenchips.engine.threads import Searcher, Signal
from tenchips.squares import BLACK, NUMBERS, SYMMETRIES, WHITE, Square, bits, squares_between

try:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.optimize import minimize  # type: ignore[import-untyped]
except ModuleNotFoundError:  # only `fit` needs them, and says so
    pass

Array: TypeAlias = "NDArray[Any]"

ROW = struct.Struct("<QQhBB")  # White's chips, Black's, the score, the side to move, White won
DEEPEST = 39
LAST_PLY = 25  # a game still open after it is dropped
TRAINED = 0.85  # of the positions; the others are the test
PENALTY = 1e-4  # on the squares of the weights, to keep rare links small


def greedy(position: Position, luck: Random) -> int:
    """The move that leaves most links more than the opponent's, within a whim."""
    mover = position.turn

    def lead(action: int) -> float:
        position.push(action)
        links = position.links(mover) - position.links(mover.other)
        position.pop()
        return links + 3 * luck.random()

    return max(position.legal_actions(), key=lead)


def opening(luck: Random) -> tuple[Position, int] | None:
    """A start and its number of plies; None if somebody has won or can win at once."""
    position, plies, greed = Position(), luck.randint(1, 10), luck.random()
    for _ in range(plies):
        if luck.random() < greed:
            position.push(greedy(position, luck))
        else:
            position.push(luck.choice(position.legal_actions()))
        if position.winner() is not None:
            return None
    return None if position.winning_action() is not None else (position, plies)


def think(searcher: Searcher, position: Position, nodes: int) -> tuple[int, int]:
    """The best move and the score of the last depth searched to its end."""
    searcher.set(position)
    best = score = 0
    for depth in range(1, DEEPEST + 1):
        found = searcher.run(depth, node_limit=nodes if depth > 1 else 0)
        best = searcher.best or best
        if found is None:
            break
        score = found
        if abs(score) > SURE:
            break
    return best, score


def play_game(searcher: Searcher, luck: Random, nodes: int) -> bytes:
    """The rows of one game; none if it came to no result."""
    started = opening(luck)
    if started is None:
        return b""
    position, ply = started
    met: list[tuple[int, int, int, int]] = []
    winner = None
    while winner is None and ply <= LAST_PLY and position.legal_actions():
        best, score = think(searcher, position, nodes)
        met.append((position.chips(WHITE), position.chips(BLACK), score, position.turn))
        if abs(score) > SURE:
            winner = position.turn if score > 0 else position.turn.other
        else:
            position.push(luck.choice(position.legal_actions()) if luck.random() < 0.1 else best)
            winner = position.winner()
            ply += 1
    if winner is None:
        return b""
    return b"".join(ROW.pack(*row, winner is WHITE) for row in met)


def play_on(task: tuple[str, int, int, Path]) -> tuple[int, int]:
    """Play until the time is over; the number of games and of positions."""
    seed, seconds, nodes, data = task
    luck, table = Random(seed), Table(8)
    searcher = Searcher(table, Signal())
    games = positions = 0
    end = time.monotonic() + seconds
    # Unbuffered: a game is appended as a whole, even if other processes append too.
    with data.open("ab", buffering=0) as file:
        while time.monotonic() < end:
            table.new_search()
            if rows := play_game(searcher, luck, nodes):
                file.write(rows)
                games += 1
                positions += len(rows) // ROW.size
    return games, positions


def play(options: argparse.Namespace) -> None:
    """Play on all cores asked for."""
    try:
        options.data.open("ab").close()
    except OSError as error:
        sys.exit(f"cannot write {options.data}: {error.strerror}; name a file that can be written")
    tasks = [
        (f"{options.seed} {job}", options.seconds, options.nodes, options.data)
        for job in range(options.jobs)
    ]
    with get_context("spawn").Pool(options.jobs) as pool:
        games, positions = map(sum, zip(*pool.map(play_on, tasks), strict=True))
    print(f"{games} games, {positions} positions added to {options.data}")


def read(data: Path, count: int) -> Array:
    """Some of the open positions of the file, shuffled, each once."""
    layout = [("white", "<u8"), ("black", "<u8"), ("score", "<i2"), ("side", "u1"), ("won", "u1")]
    try:
        stored = data.read_bytes()
    except OSError as error:
        sys.exit(f"cannot read {data}: {error.strerror}; make it with `learn.py play`")
    if len(stored) % ROW.size:
        sys.exit(f"{data} does not hold whole positions; make it anew with `learn.py play`")
    rows = np.frombuffer(stored, np.dtype(layout))
    rows = rows[np.abs(rows["score"]) <= SURE]
    _, first = np.unique(rows[["white", "black", "side"]], return_index=True)
    if len(first) < 100:
        sys.exit(f"{data} holds {len(first)} open positions, too few to learn from; play more")
    chosen: Array = rows[np.random.default_rng(1).permutation(first)[:count]]
    return chosen


def transposed(some: Array) -> Array:
    """Sets of squares with columns and rows exchanged."""
    result = np.zeros_like(some)
    for number in range(64):
        column, row = divmod(number, 8)
        result |= (some >> np.uint64(number) & np.uint64(1)) << np.uint64(8 * row + column)
    return result


def orbit(ends: tuple[Square, ...]) -> set[tuple[Square, ...]]:
    """A chip or link and all that the symmetries make of it, White's goals staying White's."""
    return {
        tuple(sorted(map(symmetry, ends))) for symmetry in SYMMETRIES if not symmetry.swaps_colors
    }


def counts(own: Array, occupied: Array) -> Array:
    """For every entry of the worths, how many such chips or links White has in each position."""
    result = np.zeros((len(own), len(worths.WORTHS)), np.float32)
    has = [(own >> np.uint64(number) & np.uint64(1)).astype(bool) for number in range(64)]
    for column, entry in enumerate(worths.WORTHS):
        for ends in orbit(entry):
            (found,) = np.nonzero(has[NUMBERS[ends[0]]] & has[NUMBERS[ends[-1]]])
            between = np.uint64(bits(squares_between(ends[0], ends[-1])))
            result[found[occupied[found] & between == 0], column] += 1
    return result


def regress(inputs: Array, won: Array) -> Array:
    """The weights that explain the results best; prints how well, on training and held-out data."""
    cut = int(TRAINED * len(won))

    def judged(weights: Array, part: slice) -> tuple[float, Array]:
        chance = 1 / (1 + np.exp(-(inputs[part] @ weights.astype(np.float32))))
        given = np.where(won[part] > 0.5, chance, 1 - chance)
        return -float(np.mean(np.log(given + 1e-9))), chance

    def loss(weights: Array) -> tuple[float, Array]:
        mean, chance = judged(weights, slice(cut))
        slope = inputs[:cut].T @ (chance - won[:cut]) / cut
        return mean + PENALTY * float(weights @ weights) / 2, slope + PENALTY * weights

    weights: Array = minimize(loss, np.zeros(inputs.shape[1]), jac=True, method="L-BFGS-B").x
    for name, part in ("train", slice(cut)), ("test", slice(cut, None)):
        mean, chance = judged(weights, part)
        right = np.mean((chance > 0.5) == (won[part] > 0.5))
        print(f"{name:5} log loss {mean:.4f}, {right:.1%} right", file=sys.stderr)
    return weights


def text(values: list[int]) -> str:
    """The present file with new numbers."""
    head, brace, _ = inspect.getsource(worths).partition("= {\n")
    lines = []
    for entry, value in zip(worths.WORTHS, values, strict=True):
        ends = ", ".join(f'"{square}"' for square in entry)
        lines.append(f"    ({ends}{',' * (len(entry) == 1)}): {value},\n")
    return head + brace + "".join(lines) + "}\n"


def fit(options: argparse.Namespace) -> None:
    """Learn from the data and write the worths."""
    if "minimize" not in globals():
        sys.exit("fit needs numpy and scipy: run `python -m pip install numpy scipy`")
    rows = read(options.data, options.rows)
    white, black = rows["white"].astype(np.uint64), rows["black"].astype(np.uint64)
    print(f"{len(rows)} positions, White won {rows['won'].mean():.1%}", file=sys.stderr)
    lead = counts(white, white | black)
    lead -= counts(transposed(black), transposed(white | black))
    tempo = 1 - 2 * rows["side"].astype(np.float32)
    inputs = np.column_stack([tempo, np.ones_like(tempo), lead])
    weights = regress(inputs, rows["won"].astype(np.float32))
    having_the_move, being_white, *values = (round(100 * weight) for weight in weights.tolist())
    print(f"having the move {having_the_move}, being White {being_white}", file=sys.stderr)
    if options.output is None:
        print(text(values), end="")
        return
    fresh = options.output.with_name(options.output.name + ".new")
    try:
        fresh.write_text(text(values))
        os.replace(fresh, options.output)
    except OSError as error:
        if fresh.exists():
            fresh.unlink()
        sys.exit(f"cannot write {options.output}: {error.strerror}; name another file")


def above_zero(word: str) -> int:
    """A whole number above zero."""
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number above 0")
    return int(word)


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="play|fit")
    player = commands.add_parser("play", help="add positions of self-play to a file")
    player.add_argument("--seconds", type=above_zero, default=60)
    player.add_argument("--nodes", type=above_zero, default=12_000, help="a move (12000)")
    player.add_argument("--jobs", type=above_zero, default=1, help="games at the same time (1)")
    player.add_argument("--seed", type=int, default=1)
    player.set_defaults(do=play)
    fitter = commands.add_parser("fit", help="write the worths that the file teaches")
    fitter.add_argument("--rows", type=above_zero, default=800_000, help="at most (800000)")
    fitter.add_argument("--output", type=Path, metavar="FILE", help="instead of printing them")
    fitter.set_defaults(do=fit)
    for command in player, fitter:
        command.add_argument("data", type=Path, metavar="DATA")
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
