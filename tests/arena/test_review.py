"""A review marks what was given away, says what is proven, and keeps what was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tenchips import Board, Outcome, Termination
from tenchips.arena import review as reviews
from tenchips.arena.review import review
from tenchips.book import Certificate
from tenchips.cli.review import review_games
from tenchips.engine import Engine, Info, Limit, Score
from tenchips.notation import Move
from tenchips.record import Record, load_records, save_records
from tenchips.squares import BLACK

MISSED = "33 21 44 64 04 46 26 20 63 25 62"
"""White could win with 72 or 74, and plays 62, after which Black wins in 3."""

WON = "01 60 03 65 06 55 71 33 73 35 76 57"


def looked_at(record: Record, depth: int = 3) -> reviews.Review:
    with Engine(hash=1) as engine:
        found = review(record, engine, Limit(depth=depth))
    assert Record.parse(str(found.record)) == found.record
    return found


def test_a_missed_win_is_a_blunder_with_the_win_beside_it() -> None:
    found = looked_at(Record.from_board(Board(moves=MISSED)))
    last = found.record.line.nodes[-1]
    assert last.annotation == "??"
    assert "missed a win in 1" in last.comments
    assert last.evaluation is not None
    assert last.evaluation.score == "-M4"
    [better] = last.variations
    assert [str(node.move) for node in better] in (["72"], ["74"])
    assert better.nodes[0].evaluation is not None
    assert better.nodes[0].evaluation.score == "+M1"
    assert found.missed_wins[0] >= 1
    assert found.marks[0]["??"] >= 1


@pytest.mark.parametrize(("plies", "blunders"), [(10, 1), (11, 0)])
def test_nobody_is_blamed_for_an_opening(plies: int, blunders: int) -> None:
    """The last of the eleven moves misses a win, and so did some before."""
    played = replace(
        Record.from_board(Board(moves=MISSED)), more_tags=(("Opening", f"{plies} plies"),)
    )
    found = looked_at(played)
    marked = [node for node in found.record.line.nodes if node.annotation or node.variations]
    assert len(marked) == blunders
    assert (found.marks[0].total(), found.marks[1].total()) == (blunders, 0)
    assert found.missed_wins == (blunders, 0)
    assert all(node.evaluation for node in found.record.line.nodes)


@pytest.mark.parametrize("said", ["eleven plies", "11.5", "-11", "9" * 5000])
def test_an_opening_that_says_something_else_is_none(said: str) -> None:
    played = Record.from_board(Board(moves=MISSED))
    assert (
        looked_at(replace(played, more_tags=(("Opening", said),))).marks == looked_at(played).marks
    )


def test_the_winning_move_is_not_marked() -> None:
    found = looked_at(Record.from_board(Board(moves=WON)))
    last = found.record.line.nodes[-1]
    assert last.annotation == ""
    assert last.variations == ()
    assert last.comments == ("network 60-65-55-33-35-57",)
    assert found.record.termination is Termination.NETWORK


def test_what_a_record_says_already_stays() -> None:
    text = (
        '[White "Ann"]\n[Fault "none"]\n\n1. 33! {+0.10/2 0.10s} {in the middle} 44 '
        "(1... 34 2. 55 {sharp}) 2. 53 *"
    )
    found = looked_at(Record.parse(text), depth=1)
    first, second, _ = found.record.line
    assert "in the middle" in first.comments
    assert "+0.10/2 0.10s" not in first.comments  # the review's own takes its place
    assert first.evaluation is not None
    assert (
        found.record.line.nodes[1].variations[0] == Record.parse(text).line.nodes[1].variations[0]
    )
    assert second.move == Move("44")
    assert dict(found.record.more_tags) == {"Fault": "none"}
    again = looked_at(found.record, depth=1)
    assert [node.variations for node in again.record.line] == [
        node.variations for node in found.record.line
    ]


def thought(points: int) -> reviews._Thought:
    return reviews._Thought(Score(points))


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0, 0, ""),
        (0, 39, ""),  # a chance of .5 becomes .404
        (0, 41, "?!"),  # .399
        (0, 84, "?!"),  # .302
        (0, 85, "?"),  # .299
        (0, 138, "?"),  # .201
        (0, 140, "??"),  # .198
        (0, -500, ""),
    ],
)
def test_marks_go_by_the_chance_given_away(before: int, after: int, mark: str) -> None:
    assert reviews._mark(thought(before), thought(after)) == mark


def test_proven_results_are_said() -> None:
    info = Info(3, 3, Score.win_in(5), (Move("33"),), 1, 0.0, 0)
    lost = reviews._Thought(Score.win_in(5), info)
    won = reviews._Thought(Score.win_in(-6), info)
    open_ = reviews._Thought(Score(10), info)
    assert reviews._proven(open_, lost) == "proven: loses"
    assert reviews._proven(open_, won) == "proven: wins"
    assert reviews._proven(lost, won) == ""
    assert reviews._proven(lost, open_) == "missed a win in 5"


def test_what_the_certificate_knows_is_said() -> None:
    board = Board(moves="33 22")
    answer = Certificate.load().move(board)
    assert answer is not None
    board.push(answer[0])
    for move in ("66", "01"):
        board.push(Move(move))
    record = Record.from_board(board)
    with Engine(hash=1) as engine:
        found = review(record, engine, Limit(depth=1), Certificate.load()).record
    solved, _, third, _, last = (node.comments for node in found.line)
    assert any(comment.startswith("solved: White wins in ") for comment in solved)
    assert not any("solved" in comment for comment in third)
    assert any(comment.startswith("leaves the solved win: ") for comment in last)
    quiet = looked_at(record, depth=1).record
    assert not any("solved" in comment for node in quiet.line for comment in node.comments)


@pytest.mark.parametrize(
    ("first", "said"),
    [("22", "solved: White wins with 22 too"), ("16", "solved: 16 loses, Black wins with 34")],
)
def test_what_is_known_of_first_moves_is_said(first: str, said: str) -> None:
    with Engine(hash=1) as engine:
        record = Record.from_board(Board(moves=first))
        found = review(record, engine, Limit(depth=1), Certificate.load()).record
    assert said in next(iter(found.line)).comments


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
    assert "game 1: Ann " in capsys.readouterr().err
    path.write_text(path.read_text() + '\n[White "x"]\n1. 00 *\n')
    assert review_games(path, time=0.01, hash=1) == 1
    said = capsys.readouterr()
    assert "game 3, line" in said.err
    assert '[White "Ann"]' in said.out


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
