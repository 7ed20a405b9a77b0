"""Openings are legal, open, and the same again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenchips import Board, Move, solver
from tenchips.arena.openings import DEFAULT, Opening, Openings
from tenchips.record import Record, save_records


def test_random_openings() -> None:
    openings = Openings.parse("random:5", seed=7)
    some = [openings[number] for number in range(200)]
    assert len(set(some)) == 200
    assert some == [Openings.parse("random:5", seed=7)[number] for number in range(200)]
    assert some[0] != Openings.parse("random:5", seed=8)[0]
    for opening in some:
        board = opening.board()
        assert len(board.moves) == 5
        assert board.outcome() is None
    assert all(Openings.parse("random:18")[n].board().outcome() is None for n in range(50))


def test_the_start() -> None:
    assert Openings.parse("start")[3] == Openings.parse("random:0")[3] == Opening()


def test_balanced_ones_come_from_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = tuple((Move(to), Move("44")) for to in ("01", "02", "03", "04", "05", "06"))
    monkeypatch.setattr(solver, "balanced_openings", lambda: fair)
    openings = Openings.parse("balanced", seed=1)
    some = [openings[number].moves for number in range(6)]
    assert sorted(some) == [(str(first), "44") for first, _ in fair]
    assert some == [Openings.parse("balanced", seed=1)[number].moves for number in range(6)]
    assert some != [Openings.parse("balanced", seed=2)[number].moves for number in range(6)]


def test_the_balanced_ones_are_what_is_played_unless_told_otherwise() -> None:
    many = len(solver.balanced_openings())
    openings = Openings.parse(DEFAULT, seed=4)
    some = [openings[number] for number in range(many)]
    assert {opening.moves for opening in some} == {
        tuple(map(str, moves)) for moves in solver.balanced_openings()
    }
    assert all(len(opening.board().moves) == 5 for opening in some)
    assert [openings[many + number] for number in range(many)] == some  # once more, from the first
    said = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    assert f"the {many} openings of five plies" in said


def test_a_file_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n33 44\n\n8/8/8/3W4/8/8/8/8 b 0 1 44  # a position and a move\n")
    openings = Openings.parse(str(path))
    assert openings[0] == openings[2] == Opening(("33", "44"))
    assert openings[1] == Opening(("44",), "8/8/8/3W4/8/8/8/8 b 0 1")


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    save_records(path, [Record.from_board(Board(moves=moves)) for moves in ("33", "22 44")])
    openings = Openings.parse(str(path))
    assert [openings[n].moves for n in range(2)] == [("33",), ("22", "44")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("random:19", "at most 18 random plies"),
        ("random:x", "there is no file 'random:x' of openings"),
        ("", "there is no file"),
    ],
)
def test_texts_that_are_no_openings(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Openings.parse(text)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "holds no opening"),
        (b"# nothing\n", "holds no opening"),
        (b"33\n33 33\n", "line 2: 33 is illegal: 33 already holds a chip"),
        (b"33 e4\n", "line 1: 'e4' is not a move"),
        (b"W7/8/8/8/8/8/8/8 b 0 1\n", "line 1: this position cannot occur"),
        (b"01 60 03 65 06 55 71 33 73 35 76 57\n", "line 1: an opening must not end the game"),
        (b'[White "x"]\n1. 00 *\n', "line 2: 00 is illegal"),
        (b"\xff\xfe\x00", "cannot be read"),
    ],
)
def test_files_that_hold_no_openings(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Openings.parse(str(path))
