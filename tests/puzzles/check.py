"""Check puzzles: every claim of every puzzle, by means of its own.

The rules are those of the oracle, and what wins or loses within so many plies is decided by the
exact searches of `tenchips.book`. Nothing here is shared with what makes the puzzles.

    tenchips puzzle --export puzzles.jsonl
    PYTHONPATH=tests python tests/puzzles/check.py puzzles.jsonl

prints a line for each fault and how many puzzles were checked.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import oracle
from exact_positions import bits, end
from oracle import BLACK, OTHER, WHITE, Move, Position, Square
from tenchips.book.exact import Exact
from tenchips.book.exact_steps import ExactSteps

Puzzle = dict[str, Any]

FIELDS = ["id", "position", "kind", "plies", "solution", "themes", "rating"]
THEMES = [
    "double threat", "crossing network", "long line", "long network", "step", "cutting",
    "both-complete trap",
]  # fmt: skip
MOST_NODES = 30_000_000
POSITION = re.compile(r"[WB1-8]+(?:/[WB1-8]+){7} [wb] \d+ \d+")

Key = tuple[frozenset[Square], frozenset[Square], str]


class Undecided(Exception):
    """A claim that takes too long to decide."""


class Judge:
    """Decides what wins and loses within so many plies."""

    def __init__(self) -> None:
        self._adds = Exact(64)
        self._steps = ExactSteps()

    def wins(self, position: Position, plies: int) -> bool:
        """Whether the side to move wins within so many plies."""
        return plies > 0 and self._ask(position, position.turn, plies)

    def loses(self, position: Position, plies: int) -> bool:
        """Whether the side to move loses within so many plies."""
        return plies > 0 and self._ask(position, OTHER[position.turn], plies)

    def _ask(self, position: Position, attacker: str, plies: int) -> bool:
        own, other = (bits(position, color, attacker) for color in (attacker, OTHER[attacker]))
        first, second = (plies + 1) // 2, plies // 2
        if attacker != position.turn:
            first, second = second, first
        no_steps = own.bit_count() + first <= 10 and other.bit_count() + second <= 10
        if attacker == position.turn:
            if no_steps:
                return self._adds.wins(own, other, plies) is True
            answer = self._steps.wins(own, other, plies, MOST_NODES)
        else:
            if no_steps:
                return self._adds.loses(own, other, plies)
            answer = self._steps.loses(own, other, plies, MOST_NODES)
        if answer is None:
            raise Undecided(f"{plies} plies take too long")
        return answer


def read_move(text: str) -> Move:
    """A move like 33 or 33-45."""
    assert re.fullmatch(r"[0-7]{2}(-[0-7]{2})?", text), f"{text!r} is not a move"
    squares = [(int(one[0]), int(one[1])) for one in text.split("-")]
    return (squares[0], squares[1]) if len(squares) == 2 else (None, squares[0])


def key(position: Position) -> Key:
    """The same for a position and all its images under the eight symmetries."""
    images = []
    for swap in (False, True):
        for turned_x in (False, True):
            for turned_y in (False, True):
                sets: dict[str, set[Square]] = {WHITE: set(), BLACK: set()}
                for (x, y), color in position.chips.items():
                    x, y = (7 - x if turned_x else x), (7 - y if turned_y else y)
                    sets[OTHER[color] if swap else color].add((y, x) if swap else (x, y))
                turn = OTHER[position.turn] if swap else position.turn
                images.append((sorted(sets[WHITE]), sorted(sets[BLACK]), turn))
    white, black, turn = min(images)
    return frozenset(white), frozenset(black), turn


def form_faults(text: str) -> Iterator[str]:
    """What no game can have led to."""
    if not POSITION.fullmatch(text):
        yield "the position is no position"
        return
    position = Position.read(text)
    rows, _, _, number = text.split()
    for row in rows.split("/"):
        if sum(1 if letter in "WB" else int(letter) for letter in row) != 8:
            yield "a row has not eight squares"
    chips, plies = position.chips, len(position.chips) + position.steps
    for color, made in ((WHITE, (plies + 1) // 2), (BLACK, plies // 2)):
        own = [square for square in chips if chips[square] == color]
        if len(own) != min(10, made):
            yield f"{color} has {len(own)} chips after {plies} plies"
        for square in own:
            without = {other: chips[other] for other in chips if other != square}
            if not oracle.may_be_put(without, color, square):
                yield f"{color} may have no chip on {square}"
        if oracle.has_network(chips, color):
            yield f"{color} has a network already"
    if position.turn != "WB"[plies % 2] or int(number) != plies // 2 + 1:
        yield "the side to move and the number do not fit the chips and steps"


def win_faults(puzzle: Puzzle, judge: Judge) -> Iterator[str]:
    """What is wrong with a win: one move at each turn of the solver, no other, and no sooner."""
    position, solver = Position.read(puzzle["position"]), puzzle["position"].split()[1].upper()
    line = [read_move(move) for move in puzzle["solution"]]
    if puzzle["plies"] % 2 == 0 or len(line) != puzzle["plies"]:
        yield "the solution has not the stated length"
    for ply, move in enumerate(line):
        left = puzzle["plies"] - ply
        if end(position) is not None:
            yield f"the game is over before ply {ply}"
            return
        if move not in oracle.legal_moves(position):
            yield f"move {ply} is illegal"
            return
        if position.turn == solver:
            if judge.wins(position, left - 2):
                yield f"at ply {ply} there is a win within {left - 2}"
            for other in oracle.legal_moves(position):
                after = position.play(other)
                won = end(after)
                most = left - 1 if other == move else left + 1
                if (won == solver or (won is None and judge.loses(after, most))) != (other == move):
                    yield f"at ply {ply} {other} {'does not win' if other == move else 'wins too'}"
        position = position.play(move)
    if end(position) != solver:
        yield "the solution does not win"


def defence_faults(puzzle: Puzzle, judge: Judge) -> Iterator[str]:
    """What is wrong with a defence: all other moves lose in time, and no sooner; this one holds."""
    position, plies = Position.read(puzzle["position"]), puzzle["plies"]
    solver = position.turn
    if plies % 2 or len(puzzle["solution"]) != 1:
        yield "a defence is one move, and the others lose within an even number of plies"
        return
    only = read_move(puzzle["solution"][0])
    moves = oracle.legal_moves(position)
    if only not in moves:
        yield "the defence is illegal"
        return
    after = position.play(only)
    if end(after) is not None or judge.wins(after, plies + 3):
        yield "the defence does not hold"
    if judge.wins(position, plies + 1):
        yield "the defence wins"
    sooner = plies > 2
    for move in moves - {only}:
        after = position.play(move)
        won = end(after)
        if won == solver or (won is None and not judge.wins(after, plies - 1)):
            yield f"{move} does not lose within {plies}"
        sooner = sooner and (won is not None or judge.wins(after, plies - 3))
    if sooner:
        yield f"all other moves lose within {plies - 2}"


# Themes


def themes(puzzle: Puzzle) -> list[str]:
    """The themes that a puzzle has."""
    position = Position.read(puzzle["position"])
    solver, found = position.turn, set()
    line = [read_move(move) for move in puzzle["solution"]]
    for ply, move in enumerate(line):
        if position.turn == solver:
            if move[0] is not None:
                found.add("step")
            if winning_squares(position, OTHER[solver]):
                found.add("cutting")
            for origin, target in oracle.legal_moves(position):
                after = position.play((origin, target)).chips
                if origin and all(oracle.has_network(after, color) for color in (WHITE, BLACK)):
                    found.add("both-complete trap")
        position = position.play(move)
        threatens = position.turn != solver and ply < len(line) - 1
        if threatens and len(winning_squares(position, solver)) > 1:
            found.add("double threat")
    networks = list(oracle.networks(position.chips, solver))
    if networks and puzzle["kind"] == "win":
        for name, holds in (
            ("crossing network", crosses),
            ("long line", has_long_line),
            ("long network", lambda network: len(network) >= 8),
        ):
            if all(holds(network) for network in networks):
                found.add(name)
    return [theme for theme in THEMES if theme in found]


def winning_squares(position: Position, color: str) -> set[Square]:
    """Where a colour would win at once, if it were its turn."""
    asked = Position(position.chips, color, position.steps)
    moves = oracle.legal_moves(asked)
    return {move[1] for move in moves if oracle.winner(asked.play(move)) == color}


def has_long_line(network: oracle.Network) -> bool:
    """Whether at least four empty squares lie between two neighbours."""
    return any(max(abs(a - c), abs(b - d)) > 4 for (a, b), (c, d) in pairwise(network))


def crosses(network: oracle.Network) -> bool:
    """Whether two lines have a point in common that is an end of neither: on a grid of half
    squares, where all crossings of such lines lie."""
    lines = [set(inner_points(*pair)) for pair in pairwise(network)]
    return any(one & other for one, other in combinations(lines, 2))


def inner_points(one: Square, other: Square) -> Iterator[Square]:
    """The points of a line without its ends, in half squares."""
    (a, b), (c, d) = one, other
    long = max(abs(c - a), abs(d - b))
    for n in range(1, 2 * long):
        yield 2 * a + n * (c - a) // long, 2 * b + n * (d - b) // long


# All of it


def faults(puzzle: Puzzle, judge: Judge) -> list[str]:
    """Everything that is wrong with a puzzle by itself."""
    if list(puzzle) != FIELDS:
        return [f"the fields are {list(puzzle)}"]
    found = list(form_faults(puzzle["position"]))
    if found:
        return found
    try:
        if puzzle["kind"] == "win":
            found += win_faults(puzzle, judge)
        elif puzzle["kind"] == "defend":
            found += defence_faults(puzzle, judge)
        else:
            found.append("it is neither a win nor a defence")
    except Undecided as error:
        found.append(str(error))
    if not found and puzzle["themes"] != themes(puzzle):
        found.append(f"the themes are {themes(puzzle)}, not {puzzle['themes']}")
    if not (isinstance(puzzle["rating"], int) and 400 <= puzzle["rating"] <= 2500):
        found.append(f"the rating is {puzzle['rating']}")
    return found


def common_faults(puzzles: Iterable[Puzzle], known: Iterable[str] = ()) -> list[str]:
    """What is wrong with puzzles together: ids or positions that come twice, or that are known."""
    found: list[str] = []
    ids: set[str] = set()
    keys = {key(Position.read(text)) for text in known}
    for puzzle in puzzles:
        image = key(Position.read(puzzle["position"]))
        if puzzle["id"] in ids:
            found.append(f"{puzzle['id']} comes twice")
        if image in keys:
            found.append(f"{puzzle['id']} has a position that is known")
        ids.add(puzzle["id"])
        keys.add(image)
    return found


def known_positions(folder: Path) -> set[str]:
    """The positions that documents, examples and tests of a checkout show."""
    files = [folder / "README.md", *(folder / "docs").rglob("*.md")]
    for name in ("examples", "src", "tests"):
        files += (folder / name).rglob("*.py")
    return {text for file in files for text in POSITION.findall(file.read_text())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="puzzles as JSON lines")
    options = parser.parse_args()
    puzzles = [json.loads(line) for line in options.file.read_text().splitlines()]
    known = known_positions(Path(__file__).resolve().parents[2])
    judge, wrong = Judge(), common_faults(puzzles, known)
    for number, puzzle in enumerate(puzzles, 1):
        wrong += [f"{puzzle['id']}: {fault}" for fault in faults(puzzle, judge)]
        if number % 100 == 0:
            print(f"{number} of {len(puzzles)}, {len(wrong)} faults", file=sys.stderr, flush=True)
    print(*wrong, f"{len(puzzles)} puzzles, {len(wrong)} faults", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
