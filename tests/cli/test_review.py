"""`tenchips review` annotates the games of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenchips import Board, Outcome, Termination
from tenchips.cli.review import review_games
from tenchips.record import Record, load_records, save_records
from tenchips.squares import BLACK


def test_games_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "games.txt", tmp_path / "reviewed.txt"
    resigned = Outcome(BLACK, Termination.RESIGNATION)
    save_records(path, [
        Record.from_board(Board(moves="33 44"), white="Ann", black="Bob", outcome=resigned),
        Record.from_board(Board(), white="Cid"),
    ])  # fmt: skip
    assert review_games(path, time=0.01, hash=1, output=out) == 0
    first, second = load_records(out)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.result, first.white, first.termination) == ("0-1", "Ann", resigned.termination)
    assert all(node.evaluation for node in first.line)
    assert second.white == "Cid"
    printed = [line for line in capsys.readouterr().err.splitlines() if line.strip()]
    assert printed[0] == "game 1:"
    assert printed[1].startswith("  White, Ann: 0 ?!")
    assert printed[6] == "in all games:"
    totals = [line.split(",")[0] for line in printed[7:11]]
    assert totals == ["  ?: 1 game", "  Ann: 1 game", "  Bob: 1 game", "  Cid: 1 game"]
    assert "accuracy: 100 % is perfect" in printed[-1]
    path.write_text(path.read_text() + '\n[White "x"]\n1. 00 *\n')
    assert review_games(path, time=0.01, hash=1) == 1
    captured = capsys.readouterr()
    assert "game 3, line" in captured.err
    assert '[White "Ann"]' in captured.out


def test_files_that_cannot_be_reviewed(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    for path, output, sentence in (
        (tmp_path / "none", None, "cannot be read"),
        (tmp_path, None, "cannot be read"),
        (tmp_path / "empty", None, "holds no game"),
        (tmp_path / "empty", tmp_path / "no" / "folder", "cannot be written"),
    ):
        with pytest.raises(ValueError, match=sentence):
            review_games(path, output=output)
    with pytest.raises(ValueError, match="more than 0 seconds"):
        review_games(tmp_path / "empty", time=0.0)
