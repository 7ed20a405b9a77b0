"""Feeds the readers of the public texts random and broken input, and counts what they answer.

    python tests/fuzz/fuzz.py --inputs 1000000 --seed 1

Every reader must answer with a value, which is then written and read again, or with one of its
own errors. Anything else is printed with the input and ends the run with status 1. Same seed,
same inputs, however many processes share the work.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from operator import attrgetter
from random import Random
from typing import Any

from tenchips import (
    START,
    Board,
    IllegalMove,
    ImpossiblePosition,
    Move,
    NotationError,
    Outcome,
    Rules,
    Termination,
)
from tenchips.notation import PositionText, parse_square, parse_squares
from tenchips.record import ANNOTATIONS, Line, Node, Record, RecordError, read_records
from tenchips.squares import COLORS, NAMES

OWN_ERRORS = (NotationError, IllegalMove, ImpossiblePosition, RecordError)
BATCH = 5_000

STEP_PHASE = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"
OVER = "54 16 32 60 72 22 53 56 05 36 33"
STRAY = "\x00\t\n\r\x1c\x85\xa0\u0663\u2028\ufeff\ud800é½²💡"


# Readers that take a little more than a call


def push(text: str) -> Move:
    """The move that a board makes of a text; which board depends on the squares named."""
    board = boards()[sum(int(sign) for sign in text if sign in "01234567") % len(boards())]
    before = board.position
    try:
        move = board.push(text)
        assert move == Move.parse(text) == board.pop()
    finally:
        assert board.position == before
    return move


def read_file(text: str) -> list[Record]:
    """The good games of a text; an error if there are only bad ones."""
    games = list(read_records(text))
    errors = [game for game in games if isinstance(game, RecordError)]
    for error in errors:
        assert error.line is not None
        assert 1 <= error.line <= text.count("\n") + 1
    if errors and len(errors) == len(games):
        raise errors[0]
    return [game for game in games if isinstance(game, Record)]


@cache
def boards() -> tuple[Board, ...]:
    """One board of every kind: at the start, in both phases, at the end."""
    return Board(), Board(moves="33 44 35"), Board(STEP_PHASE), Board(moves=OVER)


# Texts that are right, to be spoilt


@cache
def squares() -> Sequence[str]:
    return NAMES


@cache
def paths() -> Sequence[str]:
    return "20-25-35-13-33-55-57", "60 42 33", "01,02,\n03", "", "77"


@cache
def moves() -> Sequence[str]:
    return (
        *("33", "00", "77", "33-45", "3345", " 01-71 ", "[add to 33]", "[step from 33 to 45]"),
        *(str(move) for board in boards() for move in board.legal_moves),
    )


@cache
def positions() -> Sequence[str]:
    rng = Random(1)
    return START, STEP_PHASE, *(some_board(rng, 30).position for _ in range(60))


@cache
def rules() -> Sequence[str]:
    return (
        *("", "repetition=0", "no_move=draw,step_limit=7", "step_limit=999999 repetition=2"),
        str(Rules()),
    )


@cache
def records() -> Sequence[str]:
    rng = Random(2)
    return tuple(str(some_record(rng)) for _ in range(80))


@cache
def files() -> Sequence[str]:
    rng = Random(3)
    return tuple("\n".join(rng.choices(records(), k=2)) for _ in range(40))


def some_board(rng: Random, plies: int) -> Board:
    board = Board(rng.choice((START, START, STEP_PHASE)))
    for _ in range(rng.randint(0, plies)):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(rng.choice(legal))
    return board


def some_record(rng: Random) -> Record:
    """A short game with a bit of everything that records hold."""
    board = some_board(rng, 4)
    nodes: list[Node] = []
    replay = Board(board.start)
    for move in board.moves:
        other = Line((Node(rng.choice(list(replay.legal_moves))),), ("or",))
        nodes.append(
            Node(
                move,
                rng.choice(("", "", *ANNOTATIONS)),
                rng.choice(((), (), ("+0.25/12 0.31s",), ("a {b} \\ c", "[d]"))),
                rng.choice(((), (), (other,))),
            )
        )
        replay.push(move)
    end = board.outcome()
    if end is None and rng.random() < 0.3:
        end = Outcome(rng.choice(COLORS), Termination.TIME)
    return Record(
        Line(tuple(nodes), rng.choice(((), ("before",)))),
        white=rng.choice(("Ann", 'The "Wall"', "é\\")),
        result=end.result if end else "*",
        termination=end.termination if end else None,
        start=board.start,
        more_tags=rng.choice(((), (("Round", "3"),))),
    )


# Input


def inputs(rng: Random, texts: Sequence[str], signs: str, count: int) -> Iterator[str]:
    """Random text, right text spoilt in a place or more, and now and then right text."""
    longest = max(4, min(60, max(map(len, texts))))
    for _ in range(count):
        choice = rng.random()
        if choice < 0.2:
            yield "".join(rng.choices(signs, k=int(rng.random() * longest)))
            continue
        text = texts[int(rng.random() * len(texts))]
        if choice < 0.95:
            text = spoilt(rng, text, texts, signs)
            while rng.random() < 0.4:
                text = spoilt(rng, text, texts, signs)
        yield text


def spoilt(rng: Random, text: str, texts: Sequence[str], signs: str) -> str:
    """The text with something missing, added, changed, doubled, moved or from elsewhere."""
    start = int(rng.random() * (len(text) + 1))
    end = min(len(text), start + int(rng.random() ** 3 * 12) + 1)
    way = int(rng.random() * 6)
    if way == 0:
        middle = ""
    elif way == 1:
        middle = signs[int(rng.random() * len(signs))] + text[start:end]
    elif way == 2:
        middle = signs[int(rng.random() * len(signs))]
    elif way == 3:
        middle = text[start:end] * (2 + int(rng.random() ** 8 * 60))
    elif way == 4:
        middle = text[start:end][::-1]
    else:
        other = texts[int(rng.random() * len(texts))]
        cut = int(rng.random() * (len(other) + 1))
        middle = other[cut : cut + end - start]
    return text[:start] + middle + text[end:]


@dataclass(frozen=True)
class Target:
    """A reader and its writer, right texts, the signs they are made of, the share in percent."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    texts: Callable[[], Sequence[str]]
    signs: str
    share: int


SQUARE_SIGNS = "0123456789 -," + STRAY
MOVE_SIGNS = "0123456789 -[]adfmoprste" + STRAY
POSITION_SIGNS = "0123456789WB/wb -" + STRAY
RULES_SIGNS = "0123456789=_ ,-lossdrawepitn" + STRAY
RECORD_SIGNS = '01234567. -()[]{}"\\!?*/A\n' + STRAY

TARGETS = {
    "parse_square": Target(parse_square, str, squares, SQUARE_SIGNS, 10),
    "parse_squares": Target(parse_squares, "-".join, paths, SQUARE_SIGNS, 10),
    "Move.parse": Target(Move.parse, str, moves, MOVE_SIGNS, 25),
    "PositionText.parse": Target(PositionText.parse, str, positions, POSITION_SIGNS, 15),
    "Board": Target(Board, attrgetter("position"), positions, POSITION_SIGNS, 10),
    "Rules.parse": Target(Rules.parse, str, rules, RULES_SIGNS, 8),
    "Board.push": Target(push, str, moves, MOVE_SIGNS, 10),
    "Record.parse": Target(Record.parse, str, records, RECORD_SIGNS, 10),
    "read_records": Target(
        read_file, lambda games: "\n".join(map(str, games)), files, RECORD_SIGNS, 2
    ),
}


# The run


def batch(name: str, count: int, seed: str) -> tuple[str, Counter[str], str]:
    """Try that many inputs on a reader: its name, how it answered, and the first failure."""
    target = TARGETS[name]
    answers: Counter[str] = Counter()
    for text in inputs(Random(seed), target.texts(), target.signs, count):
        try:
            answers["read" if is_read(target, text) else "refused"] += 1
        except Exception:
            return name, answers, f"{name} failed on {text!r}\n{traceback.format_exc()}"
    return name, answers, ""


def is_read(target: Target, text: str) -> bool:
    """Whether a text is read and not refused; what is read must be read again when written."""
    try:
        value = target.read(text)
    except OWN_ERRORS:
        return False
    assert target.read(target.write(value)) == value
    return True


def batches(total: int, seed: int) -> Iterator[tuple[str, int, str]]:
    """The work in pieces, the dear ones first; the shares add up to the total."""
    shares = {name: total * target.share // 100 for name, target in TARGETS.items()}
    shares["Move.parse"] += total - sum(shares.values())
    for name in reversed(shares):
        for start in range(0, shares[name], BATCH):
            yield name, min(BATCH, shares[name] - start), f"{seed} {name} {start}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    answers = {name: Counter[str]() for name in TARGETS}
    work = list(batches(options.inputs, options.seed))
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for name, some, failure in pool.map(batch, *zip(*work, strict=True)):
            answers[name] += some
            if failure:
                pool.shutdown(cancel_futures=True)
                print(failure, file=sys.stderr)
                return 1
    for name, counts in answers.items():
        print(
            f"{counts.total():10,}  {name}: {counts['read']:,} read, {counts['refused']:,} refused"
        )
    print(f"{sum(counts.total() for counts in answers.values()):10,}  inputs in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
