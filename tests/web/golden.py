"""Write what the board says about thousands of positions, for the browser's rules to agree with.

    python tests/web/golden.py build/golden.jsonl

One JSON object a line, the same lines every time. A line is a position, with its legal moves,
forbidden squares, links, sights, networks, winning moves, the squares that stop the opponent's,
and the words for samples of illegal moves and of paths; or a text that is no possible position,
with the board's refusal of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tenchips import BLACK, WHITE, Board, Color, Move
from tenchips.notation import PositionText
from tenchips.protocol.analysis import winning_moves
from tenchips.render.scene import forbidden
from tenchips.squares import COLORS, GOALS, NAMES, NUMBERS, Square, bits

sys.path.append(str(Path(__file__).parents[1]))
from positions import boards, kind

POSITIONS = 10_500
FAULTY = 700
SEED = 1969

Line = dict[str, Any]


def lines() -> Iterator[Line]:
    """Everything the file holds."""
    rng = Random(SEED)
    for board in boards(SEED, POSITIONS):
        yield answers(board, rng)
    for board in boards(SEED + 1, FAULTY):
        if (fault := refused(spoilt(board, rng))) is not None:
            yield fault


def answers(board: Board, rng: Random) -> Line:
    """What the board says about the position it is in."""
    outcome = board.outcome()
    wins = [[] if outcome else winning_moves(board, color) for color in COLORS]
    return {
        "position": board.position,
        "kind": kind(board),
        "legal": " ".join(map(str, board.legal_moves)),
        "forbidden": " ".join(forbidden(board, board.turn)),
        "links": [" ".join(map("-".join, board.links(color))) for color in COLORS],
        "networks": [networks(board, color) for color in COLORS],
        "outcome": outcome and [outcome.winner, outcome.termination.value, str(outcome)],
        "wins": [targets(moves) for moves in wins],
        "sights": [square := rng.choice(NAMES), " ".join(board.sights(square))],
        "breaks": breaks(board) if wins[board.turn.other] and rng.random() < 0.03 else None,
        "refusals": [refusal for _ in range(8) if (refusal := sampled_refusal(board, rng))],
        "paths": [judged_path(board, rng) for _ in range(4)],
    }


def networks(board: Board, color: Color) -> str:
    """All networks, the shortest first, those of one length in order."""
    found = sorted(board.networks(color), key=lambda path: (len(path), path))
    return " ".join(map("-".join, found))


def targets(moves: list[str]) -> str:
    """The squares where moves end."""
    return " ".join(sorted({Move.parse(move).to for move in moves}))


def breaks(board: Board) -> str:
    """Where the player to move can put a chip so that the opponent cannot win next."""
    enemy, safe = board.turn.other, []
    for move in board.legal_moves:
        board.push_unchecked(move)
        outcome = board.outcome()
        if outcome.winner is not enemy if outcome else not winning_moves(board, enemy):
            safe.append(str(move))
        board.pop()
    return targets(safe)


def sampled_refusal(board: Board, rng: Random) -> Line | None:
    """A move drawn at random, and why it is illegal; None if it is legal."""
    origins = sorted(board.chips(board.turn)) or NAMES
    origin = rng.choice(origins if rng.random() < 0.9 else NAMES)
    steps = rng.random() < (0.1 if board.hand(board.turn) else 0.9)
    move = Move(rng.choice(NAMES), origin if steps else None)
    refusal = board.why_illegal(move)
    if refusal is None:
        return None
    return {
        "move": str(move),
        "reason": refusal.reason.value,
        "squares": refusal.squares,
        "sentence": refusal.sentence,
    }


def judged_path(board: Board, rng: Random) -> Line:
    """A path of chips, mostly in sight of each other, and which rule of networks it breaks."""
    color = rng.choice(COLORS)
    networks = sorted(board.networks(color))
    if networks and rng.random() < 0.4:
        path = list(rng.choice(networks))[:: rng.choice((1, -1))]
    else:
        path = walk(board, color, rng)
    if path and rng.random() < 0.5:
        other = rng.choice(NAMES if rng.random() < 0.1 else sorted(board.chips(color)))
        path[rng.randrange(len(path))] = other
    flaw = board.why_not_network(path, color)
    return {
        "path": "-".join(path),
        "color": color,
        "flaw": flaw and [flaw.rule.value, flaw.squares, flaw.sentence],
    }


def walk(board: Board, color: Color, rng: Random) -> list[Square]:
    """From chip to chip along lines of sight, beginning in a goal where there is a choice."""
    seen: dict[Square, list[Square]] = {square: [] for square in sorted(board.chips(color))}
    for start, end in board.links(color):
        seen[start].append(end)
        seen[end].append(start)
    first, last = GOALS[color]
    path: list[Square] = []
    choice = [square for square in seen if square in first] or list(seen)
    while choice and len(path) < 10 and not (len(path) > 5 and path[-1] in last):
        path.append(rng.choice(choice))
        onward = [square for square in seen[path[-1]] if square not in first]
        choice = [square for square in onward if len(path) > 4 or square not in last] or onward
    return path


def spoilt(board: Board, rng: Random) -> str:
    """The position with something changed that no move changes."""
    chips = [bits(board.chips(color)) for color in COLORS]
    turn, steps, number = board.turn, board.steps, board.number
    for _ in range(rng.randint(1, 4)):
        match rng.randrange(5):
            case 0:
                turn = turn.other
            case 1:
                steps = rng.randint(0, 9)
            case 2:
                number = rng.randint(1, 30)
            case _:
                square = 1 << NUMBERS[rng.choice(NAMES)]
                color = rng.choice(COLORS)
                chips[color] |= square
                chips[color.other] &= ~square
    return str(PositionText(chips[WHITE], chips[BLACK], turn, steps, number))


def refused(position: str) -> Line | None:
    """Why the board refuses a position; None if it takes it."""
    try:
        Board(position)
    except ValueError as error:
        return {"refused": position, "sentence": str(error)}
    return None


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("".join(json.dumps(line) + "\n" for line in lines()))
