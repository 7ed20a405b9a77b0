"""Search for positions of the step phase that are lost for whoever has to move.

Each kept position of plies 20 and more is searched twice, with either side to move.

    python benchmarks/zugzwang.py --nodes 300000

prints how many are won or lost for the side to move, for both sides, and each position that both
would lose, or of which neither result is known.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tenchips import Board
from tenchips.engine import Engine, Limit, Score

POSITIONS = Path(__file__).with_name("decided.txt")
STEP_PHASE = 20


def with_other_turn(position: str) -> str:
    """The position one step later, as if nothing had been moved.

    >>> with_other_turn("8/8/8/8/8/8/8/8 w 6 14"), with_other_turn("8/8/8/8/8/8/8/8 b 7 14")
    ('8/8/8/8/8/8/8/8 b 7 14', '8/8/8/8/8/8/8/8 w 8 15')
    """
    chips, turn, steps, number = position.split()
    is_white = turn == "w"
    return f"{chips} {'b' if is_white else 'w'} {int(steps) + 1} {int(number) + (not is_white)}"


def result(score: Score) -> str:
    return "won" if score.is_win else "lost" if score.is_loss else "open"


def main() -> None:
    parser = argparse.ArgumentParser(description="search for zugzwang")
    parser.add_argument("--nodes", type=int, default=300_000, help="for each position")
    limit = Limit(nodes=parser.parse_args().nodes)
    seen: Counter[str] = Counter()
    with Engine(hash=64) as engine:
        for line in POSITIONS.read_text().splitlines():
            kind, position = line.split("; ")
            if int(kind.split()[1]) < STEP_PHASE:
                continue
            boards = (Board(position), Board(with_other_turn(position)))
            results = sorted(result(engine.analyse(board, limit)[0].score) for board in boards)
            seen[" and ".join(results)] += 1
            if results in (["lost", "lost"], ["open", "open"]):
                print(*results, position)
    for both, count in seen.most_common():
        print(f"{count:6} {both}")


if __name__ == "__main__":
    main()
