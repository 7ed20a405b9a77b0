"""Find out what to play as Black where every move loses, by games against imperfect opponents.

    python benchmarks/make_defences.py games.journal --minutes 60 --jobs 2
    python benchmarks/make_defences.py games.journal --output src/tenchips/book/defences.txt

White is level 7, 8 or 9. At Black's first four turns the moves that have scored best so far are
tried most often, the others now and then (upper confidence bounds); then the engine plays. The
journal holds the games, so that the same command goes on with what it has learnt. With `--output`
nothing is played: the best moves are written, those of positions that a search proves to be lost.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Final

from tenchips import BLACK, Board, Move
from tenchips.book.certificate import MIRRORED, Chips, chips_of, images
from tenchips.book.opening_book import opening_book
from tenchips.core import Position
from tenchips.engine import Engine, Limit
from tenchips.engine.search import WIN
from tenchips.executors import Workers
from tenchips.files import AppendFile, write_atomically
from tenchips.notation import ADDS, PositionText
from tenchips.solver.finder import Finder
from tenchips.squares import NAMES, NUMBERS, Color

LEVELS: Final = (7, 8, 9)
PLIES: Final = 8
"""Where Black's choices are learnt; the engine plays the rest."""
NODES: Final = (100_000, 200_000)
CURIOSITY: Final = 0.5
SHORT: Final = 10
"""Moves that lose within fewer plies are not tried."""
LOOK: Final = 20_000
"""Nodes to order the moves by."""
TASK: Final = 20
"""Games that a process plays before it looks for what others have learnt."""
PROOF: Final = 60_000_000
FEWEST: Final = 20
"""Games with a move, at least, to write it."""


@dataclass
class Node:
    """What has been played from a position with Black to move: games and points of each square."""

    games: int = 0
    tried: dict[int, tuple[int, float]] = field(default_factory=dict)

    def add(self, square: int, points: float) -> None:
        games, sum_of_points = self.tried.get(square, (0, 0.0))
        self.tried[square] = games + 1, sum_of_points + points
        self.games += 1

    def choose(self, candidates: list[int]) -> int:
        """The square to try next: more candidates, best first, the more games were played."""
        candidates = candidates[: int(3 + 1.2 * sqrt(self.games))]
        for square in candidates:
            if square not in self.tried:
                return square
        return max(candidates, key=self._bound)

    def _bound(self, square: int) -> float:
        games, points = self.tried[square]
        return points / games + CURIOSITY * sqrt(log(self.games) / games)

    def best(self) -> int:
        """The square that surely scores most: its points a game, less what may be luck."""
        return max(self.tried, key=self._sure)

    def _sure(self, square: int) -> float:
        games, points = self.tried[square]
        return points / games - CURIOSITY / sqrt(games)


class Tree:
    """The nodes by the least images of their positions."""

    def __init__(self) -> None:
        self.nodes: dict[Chips, Node] = {}
        self._candidates: dict[Chips, list[int]] = {}
        self._finder = Finder(megabytes=64)

    def add(self, line: str) -> None:
        """Enter a game: its points and first moves."""
        points, *moves = line.split()
        board = Board()
        for move in moves:
            if board.turn is BLACK:
                chips, mirrored = least(board)
                self.nodes.setdefault(chips, Node()).add(NUMBERS[move] ^ mirrored, float(points))
            board.push(Move.parse(move))

    def choose(self, board: Board) -> Move | None:
        """The move to try; None where nothing is known, or every move loses soon."""
        chips, mirrored = least(board)
        if (node := self.nodes.get(chips)) is None:
            return None
        if chips not in self._candidates:
            self._candidates[chips] = self._ordered(Position(*chips, BLACK))
        if not (candidates := self._candidates[chips]):
            return None
        return ADDS[NAMES[node.choose(candidates) ^ mirrored]]

    def _ordered(self, position: Position) -> list[int]:
        """The moves that do not lose soon, best first."""
        looks: dict[int, int] = {}
        for square in position.legal_actions():
            position.push(square)
            if position.winner() is None:
                looks[square] = self._finder.search(position, LOOK).points
            position.pop()
        kept = [square for square, points in looks.items() if points < WIN - SHORT]
        return sorted(kept, key=looks.__getitem__)


def least(board: Board) -> tuple[Chips, int]:
    """The least image of a position, and what turns its squares into the board's."""
    pairs = zip(images(chips_of(board)), MIRRORED, strict=True)
    return min(pairs)


_tree = Tree()
_read = 0


def play_games(journal: str, seed: int) -> list[str]:
    """Play some games, after learning what the journal holds: a line for each."""
    global _read
    with Path(journal).open() as file:
        file.seek(_read)
        while (line := file.readline()).endswith("\n"):
            _tree.add(line)
            _read = file.tell()
    luck = Random(seed)
    with Engine(hash=16) as engine:
        return [play(engine, luck) for _ in range(TASK)]


def play(engine: Engine, luck: Random) -> str:
    """Play a game, and learn from it."""
    board, limit = Board(), Limit(nodes=luck.randint(*NODES))
    engine.clear()
    with Engine(level=luck.choice(LEVELS), seed=luck.getrandbits(32)) as level:
        winner: Color | None = BLACK  # unless the game is played to another end
        while (outcome := board.outcome()) is None:
            if board.turn is not BLACK:
                board.push(level.play(board).move)
            elif len(board.moves) < PLIES and (move := _tree.choose(board)):
                board.push(move)
            else:
                info = engine.play(board, limit)
                board.push(info.move)
                if info.score.is_win:
                    break
        else:
            winner = outcome.winner
    points = 0.5 if winner is None else float(winner is BLACK)
    line = " ".join([f"{points:g}", *map(str, board.moves[:PLIES])])
    _tree.add(line)
    return line


def seeds(first: int) -> Iterator[int]:
    while True:
        yield first
        first += 1


def learn(journal: Path, jobs: int, minutes: float) -> None:
    """Play for some time."""
    with AppendFile(journal) as file, Workers(jobs) as workers:
        games = file.read().count(b"\n")
        until = time.monotonic() + 60 * minutes
        work = partial(play_games, str(journal))
        recent: list[float] = []
        for done, (_, lines) in enumerate(workers.run(work, seeds(games), until), 1):
            file.append("".join(f"{line}\n" for line in lines).encode())
            recent = [*recent, *(float(line.split()[0]) for line in lines)][-500:]
            if done % 25 == 0:
                score = sum(recent) / len(recent)
                print(f"{games + done * TASK} games, lately {score:.3f}", flush=True)


def defences(journal: Path) -> Iterator[str]:
    """The lines to write, for positions in which every move loses."""
    tree, finder = Tree(), Finder(megabytes=1024)
    for line in journal.read_text().splitlines():
        tree.add(line)
    for chips, node in tree.nodes.items():
        square = node.best()
        games, points = node.tried[square]
        if games >= FEWEST and (plies := lost_within(chips, finder)) is not None:
            text = PositionText(*chips, BLACK, 0, chips[0].bit_count())
            print(f"{text}; {NAMES[square]}: {points / games:.2f} of {games} games", flush=True)
            yield f"{text}; {NAMES[square]}; {plies}"


def lost_within(chips: Chips, finder: Finder) -> int | None:
    """The plies within which Black loses; None if that is not proven."""
    if (known := opening_book().entries.get(chips)) is not None:
        return None if known.is_win else known.plies
    plies = finder.search(Position(*chips, BLACK), PROOF).plies
    return -plies if plies is not None and plies < 0 else None


def main() -> None:
    """Play, or write what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("journal", type=Path, help="the games; made if it is missing")
    parser.add_argument("--minutes", type=float, default=60, help="play so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--output", type=Path, help="play nothing, write the best moves")
    options = parser.parse_args()
    if options.output is None:
        learn(options.journal, options.jobs, options.minutes)
        return
    lines = sorted(defences(options.journal), key=lambda line: (len(line), line))
    write_atomically(
        options.output,
        "# Black to move loses whatever it plays: the move to play, and the plies until the loss.\n"
        + "".join(f"{line}\n" for line in lines),
    )
    print(f"{options.output}: {len(lines)} positions")


if __name__ == "__main__":
    main()
