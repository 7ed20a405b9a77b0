"""What anyone can do with the library alone: run with the path of the README."""

import doctest
import os
import sys
import tempfile

from tenchips import Board, Move
from tenchips.book import Certificate
from tenchips.book.puzzles import puzzles
from tenchips.engine import Engine, Limit
from tenchips.executors import Workers
from tenchips.protocol import BlockingUgiClient
from tenchips.record import Record, load_records, save_records
from tenchips.render import svg
from tenchips.solver import solve, verify_certificate

UGI = [sys.executable, "-m", "tenchips.protocol.ugi"]


def main() -> None:
    """Go through it all; an assertion fails where something does not work."""
    result = doctest.testfile(
        sys.argv[1], module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.attempted > 10
    assert result.failed == 0
    won = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14 73")
    with tempfile.TemporaryDirectory() as folder:
        save_records(f"{folder}/games", [Record.from_board(won, white="Ann")])
        assert [record.white for record in load_records(f"{folder}/games")] == ["Ann"]
    assert svg.draw(won).startswith("<svg ")
    won.pop()
    with Engine(hash=1, book=True) as engine:
        assert engine.play(Board(), Limit(depth=1)).move == Move("33")
    with BlockingUgiClient(UGI, env=dict(os.environ), timeout=60) as client:
        assert client.play(won, Limit(depth=2)).move == Move("73")
    assert solve(won).winner is won.turn
    assert len(puzzles()) > 2000
    with Workers(2) as workers:
        assert verify_certificate(Certificate.load(), workers, sample=600).is_proved


if __name__ == "__main__":
    main()
