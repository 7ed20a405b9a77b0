"""Write what the library reads in texts of records, for the site's reader to agree with.

    python tests/web/golden_records.py build/golden-records.json

Whole games with every ending, house rules, variations, comments and marks; moves alone; the known
mistakes; and texts spoilt at random. Each with its games, or with the sentence
and line of what is wrong.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tenchips import Board, Rules
from tenchips.record import Record, RecordError, read_records
from tenchips.record.writing import write_moves

sys.path.append(str(Path(__file__).parents[1]))
from broken_records import BROKEN, WON
from fuzz.fuzz import RECORD_SIGNS, STEP_PHASE, files, inputs, records
from positions import NO_MOVE_GAME, boards, there_and_back

SEED = 1969
SPOILT = 1500
RULES = (
    Rules(),
    Rules(step_limit=2),
    Rules(no_move="draw", repetition=2),
    Rules(repetition=0),
)

Thing = dict[str, Any]


def texts() -> Iterator[str]:
    """Everything that is read."""
    yield from games()
    yield from moves_alone()
    yield from (text for text, _, _ in BROKEN)
    yield from records()
    yield from files()
    yield from inputs(Random(SEED), [*records(), *files()], RECORD_SIGNS, SPOILT)
    yield from inputs(Random(SEED + 1), list(games()), RECORD_SIGNS, SPOILT // 4)


def games() -> Iterator[str]:
    """Games of every length and ending, by several house rules."""
    for board in boards(SEED, 150):
        for rules in RULES[:: 1 + len(board.moves) % 2]:
            try:
                again = Board(board.start, rules, board.moves)
            except ValueError:  # it ends sooner by these rules
                continue
            yield str(Record.from_board(again, white="Ann", black="Bob"))
    for rules in RULES:
        yield str(Record.from_board(Board(rules=rules, moves=NO_MOVE_GAME)))
        for plies in range(9):
            yield str(Record.from_board(stepped(rules, plies)))
    yield str(replace(Record.parse(f"{WON} 1-0"), event='The "Cup" \\ final'))


def stepped(rules: Rules, plies: int) -> Board:
    """A game that goes there and back again, as far as the rules allow."""
    board = Board(STEP_PHASE, rules)
    for move in there_and_back(STEP_PHASE, Rules(repetition=0)).moves[:plies]:
        if board.outcome() is None:
            board.push(move)
    return board


def moves_alone() -> Iterator[str]:
    """Moves as people paste them, some with mistakes."""
    for line in (WON, NO_MOVE_GAME, "33 44 53", "33 44 33", "33 44 what"):
        words = line.split()
        yield line
        yield ", ".join(words)
        yield "\n".join(words)
        yield " ".join(f"{i // 2 + 1}. " * (i % 2 == 0) + move for i, move in enumerate(words))
        yield " ".join(f"[add to {move}]" for move in words)
        yield f"{line} {{and so on}}"
        yield f"{line} *"
    yield from ("1. 33 $1 44 $14 $2 {and} *", "33 $7 44 ! $2 53 $4", "33 ! ?", "33 $1 ! 44 *")


def read(text: str) -> Thing:
    """The text with what the library makes of it."""
    return {"text": text, "games": [shown(game) for game in read_records(text)]}


def shown(game: Record | RecordError) -> Thing:
    """A game as the site's reader gives it; its lines as text."""
    if isinstance(game, RecordError):
        return {"line": game.line, "sentence": game.sentence}
    return {
        "tags": game.tags,
        "start": game.start,
        "rules": str(game.rules),
        "movetext": write_moves(game.line, game.start),
        "moves": [str(node.move) for node in game.line],
        "result": game.result,
        "termination": game.termination and game.termination.value,
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps([read(text) for text in texts()]) + "\n")
