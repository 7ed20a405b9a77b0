"""Write reviews of some games, and comparisons of moves, for the site's review to agree with.

    python tests/web/golden_review.py build/golden-review.json

Games with wins and losses, missed wins, steps and draws, set openings, and certificates. The limits
are depths and nodes, so that both get the same numbers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tenchips import Board, Rules
from tenchips.book import Certificate, certificates
from tenchips.engine import Engine, Limit
from tenchips.engine.bench import SEARCHES
from tenchips.engine.review import review
from tenchips.notation import Move
from tenchips.record import Node, Record
from tenchips.squares import COLORS

sys.path.append(str(Path(__file__).parents[1]))
from positions import NO_MOVE_GAME, boards, there_and_back
from web.golden_engine import house_rules

SEED = 1969
HASH = 1  # megabytes
MISSED = "33 21 44 64 04 46 26 20 63 25 62"
BLACK_WINS = "01 60 03 65 06 55 71 33 73 35 76 57"
WHITE_WINS = "62 27 02 67 32 16 65 56 46 34 26 14 73"
FASTER_LOSS = "33 43 02 57 73 16 31 21"
STEPS = SEARCHES[-3][0]
RARE = (
    ("8/1B4B1/4W2W/1B1W2BW/1W6/1BW1BWW1/2B5/8 b 0 8", "47", 30_000),
    ("8/3W4/5W2/4W3/8/4W1B1/3B4/2B5 b 0 4", "50", 10_000),
    ("2B5/1B1W1W1W/8/4B3/8/7W/2B2WB1/8 w 0 6", "64", 3_000),
    ("8/5BW1/3W1W2/2B5/2B5/5W2/4W1B1/8 b 0 5", "36", 30_000),
)
"""Searches in which the given move is found to be better than the best one, and searches that end
between the proof for the best move and the given one."""

Thing = dict[str, Any]


def games() -> Iterator[tuple[Board, int, Limit]]:
    """Each with the number of moves that were set, and the limit of its review."""
    shallow, some = Limit(depth=3), Limit(nodes=20_000)
    for moves in (MISSED, BLACK_WINS, WHITE_WINS, NO_MOVE_GAME):
        yield Board(moves=moves), 0, shallow
        yield Board(moves=moves), 0, some
    yield Board(moves=NO_MOVE_GAME, rules=Rules(no_move="draw")), 0, shallow
    for opening in (5, 10, 99):
        yield Board(moves=MISSED), opening, shallow
    yield Board(), 0, shallow
    for first in ("66 44", "22 45 11", "12 54 11", "61", "33 22 74 66 01"):
        yield Board(moves=first), 0, Limit(depth=2)
    for seed, level in enumerate((1, 3, 5, 7)):
        yield played(Board(), level, seed, plies=40), 0, some
        yield played(Board(moves=MISSED[:14]), level, seed, plies=30), 0, shallow
        yield played(Board(Board(moves=MISSED[:23]).position), level, seed, plies=30), 0, some
    yield from games_with_steps(some)
    yield following_certificates(), 0, Limit(nodes=5_000)
    yield Board(moves=FASTER_LOSS), 0, Limit(nodes=30_000)


def played(board: Board, level: int, seed: int, plies: int) -> Board:
    """The board after some moves of a level."""
    with Engine(level=level, seed=seed) as engine:
        while board.outcome() is None and len(board.moves) < plies:
            board.push(engine.play(board, Limit(nodes=500)).move)
    return board


def games_with_steps(limit: Limit) -> Iterator[tuple[Board, int, Limit]]:
    """Games in which chips step, one of them drawn by repetition, one by the step limit."""
    yield played(Board(STEPS), 3, SEED, plies=10), 0, limit
    yield there_and_back(STEPS, Rules(repetition=2)), 0, limit
    yield there_and_back(STEPS, Rules(step_limit=4 + Board(STEPS).steps)), 0, limit
    yield there_and_back(STEPS, Rules()), 2, Limit(depth=3)


def following_certificates() -> Board:
    """White plays by the certificate for a while, then leaves it."""
    rng = Random(SEED)
    board = Board()
    while len(board.moves) < 9:
        found = Certificate.load().move(board)
        wanted = found[0] if found and len(board.moves) < 6 else rng.choice(list(board.legal_moves))
        board.push(wanted)
    return board


def reviewed(board: Board, opening: int, limit: Limit, with_book: bool) -> Thing:
    """A game and its review, in a fresh engine."""
    record = replace(Record.from_board(board), more_tags=(("Opening", f"{opening} plies"),))
    with Engine(hash=HASH) as engine:
        found = review(record, engine, limit, certificates() if with_book else ())
    return {
        "game": {
            "start": board.start,
            "moves": [str(move) for move in board.moves],
            "rules": house_rules(board),
            "opening": opening,
        },
        "limit": {key: value for key, value in vars(limit).items() if value},
        "certificates": with_book,
        "moves": [
            move(node, old.comments)
            for node, old in zip(found.record.line, record.line, strict=True)
        ],
        "accuracy": [found.accuracy[color] for color in COLORS],
        "missedWins": [found.missed_wins[color] for color in COLORS],
        "marks": [dict(found.marks[color]) for color in COLORS],
    }


def move(node: Node, comments: Sequence[str]) -> Thing:
    """What a review says about a move whose comments were these."""
    new = [comment for comment in node.comments if comment not in comments]
    remarks = [comment for comment in new if evaluation(replace(node, comments=(comment,))) is None]
    better = next(iter(node.variations), None)
    return {
        "mark": node.annotation,
        "evaluation": evaluation(node),
        "remark": " ".join(remarks),
        "better": better
        and {
            "evaluation": evaluation(better.nodes[0]),
            "moves": [str(node.move) for node in better],
        },
    }


def evaluation(node: Node) -> str | None:
    """Score and depth, without the time that it took."""
    found = node.evaluation
    return f"{found.score}/{found.depth}" if found else None


def comparisons() -> Iterator[Thing]:
    """The best move beside a given one, of searches that end at all kinds of moments."""
    rng = Random(SEED)
    for board in [*(Board(position) for position, _ in SEARCHES), *unfinished(20)]:
        for nodes in (300, 3_000, 30_000):
            yield compared(board, rng.choice(list(board.legal_moves)), nodes)
    for position, move, nodes in RARE:
        yield compared(Board(position), Move(move), nodes)


def unfinished(count: int) -> list[Board]:
    """Positions in which there are moves to be compared."""
    found = (board.position for board in boards(SEED, 10 * count) if board.outcome() is None)
    return [Board(position) for position in islice(found, count)]


def compared(board: Board, move: Move, nodes: int) -> Thing:
    """A comparison in a fresh engine."""
    with Engine(hash=HASH) as engine:
        both = engine.compare(board, move, Limit(nodes=nodes))
    return {
        "game": {"position": board.position},
        "move": str(move),
        "limit": {"nodes": nodes},
        "found": [[info.score.points, info.depth, str(info.move)] for info in both],
    }


def everything() -> Thing:
    """All that the file holds."""
    reviews = [
        reviewed(board, opening, limit, with_book)
        for board, opening, limit in games()
        for with_book in (True, False)
    ]
    return {"reviews": reviews, "comparisons": list(comparisons())}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(everything()) + "\n")
