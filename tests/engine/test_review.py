"""A review marks what was given away, says what is proven, and keeps what was there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tenchips import Board, Termination
from tenchips.book import Certificate, certificates
from tenchips.engine import Engine, Limit, Score
from tenchips.engine.marking import Value, accuracy, mark
from tenchips.engine.review import Review, review
from tenchips.notation import Move
from tenchips.record import Record

MISSED = "33 21 44 64 04 46 26 20 63 25 62"
"""White could win with 72 or 74, and plays 62, after which Black wins in 3."""

NODES = 50_000

WON = "01 60 03 65 06 55 71 33 73 35 76 57"


def looked_at(record: Record, depth: int = 3) -> Review:
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


@pytest.mark.parametrize("tag", ["eleven plies", "11.5", "-11", "9" * 5000])
def test_an_opening_that_says_something_else_is_none(tag: str) -> None:
    played = Record.from_board(Board(moves=MISSED))
    assert (
        looked_at(replace(played, more_tags=(("Opening", tag),))).marks == looked_at(played).marks
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


@pytest.mark.parametrize(
    ("before", "after", "expected"),
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
def test_marks_go_by_the_chance_given_away(before: int, after: int, expected: str) -> None:
    assert mark(Value.of(Score(before)), Value.of(Score(-after))) == expected


WIN, LOSS, DRAW = Value.proven("win"), Value.proven("loss"), Value.proven("draw")


@pytest.mark.parametrize(
    ("best", "played", "position", "proof", "expected"),
    [
        # A proven win is never marked, whatever is estimated.
        (Value(0.9), Value(0.1), None, WIN, ""),
        (Value.proven("win", 3), Value.proven("win", 19), None, None, ""),
        (Value.proven("win", 3), Value(0.2), None, Value.proven("win", 19), ""),
        # A proof overrules an estimate on either side.
        (Value(0.2), Value(0.2), WIN, LOSS, "??"),
        (Value(0.25), Value(0.9), None, LOSS, "?"),
        (Value(0.9), Value(0.9), WIN, DRAW, "??"),
        # An estimate is compared within its own search, not with a proof from elsewhere.
        (Value(0.4), Value(0.4), WIN, None, ""),
        (Value(0.6), Value(0.4), WIN, None, "?"),
        (Value(0.95), Value(0.5), WIN, None, ""),
        (Value.proven("win", 7), Value(0.85), None, None, "?!"),
        (Value.proven("win", 7), Value(0.95), None, None, ""),
        # Where every move loses, only a much faster loss is marked.
        (Value(0.8), Value(0.1), LOSS, None, ""),
        (Value(0.8), Value(0.1), LOSS, LOSS, ""),
        (Value.proven("loss", 12), Value.proven("loss", 8), None, None, ""),
        (Value.proven("loss", 12), Value.proven("loss", 6), None, None, "?!"),
        (Value.proven("loss", 2), Value.proven("loss", 2), None, None, ""),
        (Value.proven("loss", 12), Value(0.1), None, LOSS, ""),
        # Distances are compared within one search only.
        (Value(0.3), Value(0.1), Value.proven("loss", 14), Value.proven("loss", 2), ""),
    ],
)
def test_proofs_overrule_estimates(
    best: Value, played: Value, position: Value | None, proof: Value | None, expected: str
) -> None:
    assert mark(best, played, position=position, proof=proof) == expected


def test_accuracy_counts_moves_that_had_something_to_lose() -> None:
    assert accuracy([]) is None
    assert accuracy([None, None]) is None
    assert accuracy([0.0, None]) == 100
    assert accuracy([0.0, 1.0]) == 50
    assert accuracy([0.1]) == pytest.approx(65.61)


def test_a_review_tells_the_accuracy_of_both() -> None:
    found = looked_at(Record.from_board(Board(moves=MISSED)))
    white, black = found.accuracy
    assert white is not None
    assert black is not None
    assert 0 < white < 100
    assert found.summary(1).count("accuracy") == 2
    assert f"accuracy {white:.0f} %" in found.summary(1)
    alone = looked_at(Record.from_board(Board(moves="33")), depth=1)
    assert alone.accuracy[1] is None
    assert alone.summary(1).count("accuracy") == 1


@pytest.mark.parametrize("first", ["62", "33", "01", "12", "45"])
def test_a_first_move_that_wins_is_not_marked(first: str) -> None:
    """Eleven of the twelve first moves win. At these depths the engine thinks less of some."""
    record = Record.from_board(Board(moves=f"{first} 64"))
    for depth in (1, 2, 3):
        with Engine(hash=1) as engine:
            found = review(record, engine, Limit(depth=depth), certificates())
        assert found.record.line.nodes[0].annotation == ""
        assert found.marks[0].total() == found.missed_wins[0] == 0


def test_the_first_move_that_loses_is_a_blunder() -> None:
    with Engine(hash=1) as engine:
        found = review(
            Record.from_board(Board(moves="66 44")), engine, Limit(depth=1), certificates()
        )
    losing, winning = found.record.line.nodes
    assert (losing.annotation, winning.annotation) == ("??", "")
    assert found.missed_wins == (1, 0)
    [better] = losing.variations
    assert str(better.nodes[0].move) == "33"


def test_what_a_later_search_proves_counts() -> None:
    """Nine plies before the end a search of three plies sees nothing, but the game goes on."""
    game = Board(moves="33 43 73 44 03 62")
    with Engine(hash=4) as engine:
        while game.outcome() is None:
            game.push(engine.play(game, Limit(nodes=200_000)).move)
        record = Record.from_board(game)
        engine.clear()
        found = review(record, engine, Limit(depth=3))
        engine.clear()
        alone = engine.compare(Board(moves="33 43 73 44 03 62"), game.moves[6], Limit(depth=3))
    assert not alone[1].score.is_proven
    assert {node.annotation for node in found.record.line.nodes[6::2]} == {""}


def test_moves_that_are_proven_to_win_are_not_marked() -> None:
    """The file holds games with the moves that a longer search has proved to win."""
    lines = Path(__file__).with_name("proven_moves.txt").read_text().splitlines()
    games = [line.split() for line in lines if not line.startswith("#")]
    proven = 0
    for words in games:
        record = Record.from_board(Board(moves=" ".join(word.rstrip("+") for word in words)))
        with Engine(hash=4) as engine:
            found = review(record, engine, Limit(nodes=NODES), certificates())
        for word, node in zip(words, found.record.line, strict=True):
            proven += word.endswith("+")
            assert not (word.endswith("+") and node.annotation), (words, node)
    assert proven >= 30


def test_a_much_faster_loss_is_marked() -> None:
    """Black is lost before 25, which lets White win at once; 15 lasts eight plies longer."""
    with Engine(hash=4) as engine:
        record = Record.from_board(Board(moves=MISSED))
        found = review(record, engine, Limit(nodes=50_000))
    node = found.record.line.nodes[9]
    assert node.annotation == "?!"
    [better] = node.variations
    assert better.nodes[0].evaluation is not None
    assert int(better.nodes[0].evaluation.score.removeprefix("-M")) >= 4


def test_a_slower_loss_that_the_certificate_knows_is_shown_as_a_loss() -> None:
    """Black is lost, and 21 loses four plies sooner than 32."""
    record = Record.from_board(Board(moves="33 43 02 57 73 16 31 21"))
    with Engine(hash=4) as engine:
        found = review(record, engine, Limit(nodes=NODES), certificates())
    node = found.record.line.nodes[-1]
    assert node.annotation == "?!"
    [better] = node.variations
    assert better.nodes[0].evaluation is not None
    assert (str(better.nodes[0].move), better.nodes[0].evaluation.score) == ("32", "-M8")


def test_what_the_certificate_knows_is_said() -> None:
    board = Board(moves="33 22")
    answer = Certificate.load().move(board)
    assert answer is not None
    board.push(answer[0])
    for move in ("66", "01"):
        board.push(Move(move))
    record = Record.from_board(board)
    with Engine(hash=1) as engine:
        found = review(record, engine, Limit(depth=1), certificates()).record
    solved, _, third, _, last = (node.comments for node in found.line)
    assert any(comment.startswith("solved: White wins in ") for comment in solved)
    assert not any("solved" in comment for comment in third)
    assert any(comment.startswith("leaves the solved win: ") for comment in last)
    quiet = looked_at(record, depth=1).record
    assert not any("solved" in comment for node in quiet.line for comment in node.comments)


@pytest.mark.parametrize(
    ("first", "comment"),
    [
        ("12", "solved: White wins in at most 28 plies"),
        ("16", "solved: 16 loses, Black wins with 34"),
        ("22", "solved: White wins in at most 18 plies"),
    ],
)
def test_what_is_known_of_first_moves_is_said(first: str, comment: str) -> None:
    with Engine(hash=1) as engine:
        record = Record.from_board(Board(moves=first))
        found = review(record, engine, Limit(depth=1), certificates()).record
    assert comment in next(iter(found.line)).comments
