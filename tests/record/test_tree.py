"""The tree of a game: it reads and writes every record, and edits keep it a legal game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record.test_record import records
from tenchips import Board, IllegalMove, Move, Outcome, Termination
from tenchips.errors import TenchipsError
from tenchips.record import Game, GameNode, Line, Record, RecordError, read_records

WON = "54 16 32 60 72 22 53 56 05 36 33"


def moves(node: GameNode) -> list[str]:
    return [str(each.move) for each in node.main_line()]


def texts(line: Line) -> list[str]:
    """All comments of a line, in any order."""
    found = [*line.comments]
    for node in line:
        found += node.comments
        for variation in node.variations:
            found += texts(variation)
    return sorted(found)


def count(line: Line) -> int:
    return sum(1 + sum(map(count, node.variations)) for node in line)


@settings(max_examples=40)
@given(records())
def test_every_record_becomes_a_tree_and_a_record_again(record: Record) -> None:
    game = Game.from_record(record)
    again = game.record()
    assert again.tags == record.tags
    assert again.board() == record.board() == game.end().board()
    assert texts(again.line) == texts(record.line)
    assert count(again.line) == count(record.line)
    # A variation of a variation's first move is one of the move before: written once, it stays.
    assert Game.from_record(again).record() == again
    assert Record.parse(str(game)) == again


@settings(max_examples=40)
@given(records())
def test_walking_visits_every_node_with_its_board(record: Record) -> None:
    game = Game.from_record(record)
    seen = 0
    for node, board in game.walk():
        assert board == node.board()
        assert board.moves == node.board().moves
        assert board.peek() == node.move
        seen += 1
    assert seen == count(record.line)


@settings(max_examples=40)
@given(records(), st.data())
def test_edits_keep_it_a_record(record: Record, data: st.DataObject) -> None:
    game = Game.from_record(record)
    for _ in range(5):
        nodes = [game, *(node for node, _ in game.walk())]
        node = data.draw(st.sampled_from(nodes))
        edit = data.draw(st.sampled_from(["add", "promote", "main", "remove"]))
        if edit == "add" and not node.board().is_game_over():
            move = data.draw(st.sampled_from(node.board().legal_moves))
            assert node.add_variation(move).board().peek() == move
        elif node is game:
            continue
        elif edit == "promote":
            node.promote()
        elif edit == "main":
            node.promote_to_main()
            assert node.is_main_line
        elif edit == "remove":
            node.remove()
        assert Record.parse(str(game)) == game.record()


def test_a_game_grows_move_by_move() -> None:
    game = Game(white="Ann", black="Bob")
    first = game.add_variation("33")
    second = first.add_variation(Move("44"))
    other = first.add_variation("45")
    assert first.add_variation("44") is second
    assert first.variations == [second, other]
    assert (first.next, second.next, game.end()) == (second, None, second)
    assert (second.parent, second.game) == (first, game)
    other.comments.append("or here")
    other.annotation = "!?"
    assert "1. 33 44 (1... 45!? {or here}) *" in str(game)
    other.promote()
    assert moves(game) == ["33", "45"]
    assert not second.is_main_line
    second.promote_to_main()
    assert moves(game) == ["33", "44"]
    other.remove()
    assert str(game).endswith("1. 33 44 *\n")


def test_promoting_goes_one_place_forward() -> None:
    game = Game()
    a, b, c = (game.add_variation(move) for move in ("33", "34", "35"))
    c.promote()
    assert game.variations == [a, c, b]
    a.promote()
    assert game.variations == [a, c, b]
    b.promote_to_main()
    assert game.variations == [b, a, c]


def test_what_is_illegal_is_not_added() -> None:
    game = Game.from_board(Board(moves="33 44"))
    with pytest.raises(IllegalMove, match="33 already holds a chip"):
        game.end().add_variation("33")
    with pytest.raises(TypeError, match="move must be a Move or a text"):
        game.add_variation(33)  # type: ignore[arg-type]
    assert moves(game) == ["33", "44"]


def test_the_start_is_not_a_variation() -> None:
    game = Game()
    for edit in (game.promote, game.remove):
        with pytest.raises(TenchipsError, match="the start of a game can be neither"):
            edit()


def test_a_removed_node_has_no_game() -> None:
    node = Game().add_variation("33")
    node.remove()
    with pytest.raises(TenchipsError, match="was removed from its game"):
        node.board()


def test_the_record_says_how_the_main_line_ends() -> None:
    game = Game.from_board(Board(moves=WON))
    last = game.end()
    assert (game.record().result, game.record().termination) == ("1-0", Termination.NETWORK)
    last.remove()
    assert (game.record().result, game.record().termination) == ("*", None)
    game.end().add_variation("33")
    assert game.record().outcome == Board(moves=WON).outcome()


def test_a_resignation_stays() -> None:
    resigned = Outcome(Board().turn, Termination.RESIGNATION)
    game = Game.from_record(Record.from_board(Board(moves="33 44"), outcome=resigned))
    game.end().add_variation("45")
    assert game.record().outcome == resigned


@pytest.mark.parametrize(
    ("number", "sign"),
    [("$1", "!"), ("$2", "?"), ("$3", "!!"), ("$4", "??"), ("$5", "!?"), ("$6", "?!"), ("$14", "")],
)
def test_numbered_annotations_are_read(number: str, sign: str) -> None:
    [node] = Record.parse(f"1. 33 {number} *").line
    assert node.annotation == sign


def test_of_two_annotations_the_first_counts() -> None:
    [node] = Record.parse("1. 33 $14 $1 $2 {good} *").line
    assert (node.annotation, node.comments) == ("!", ("good",))


@pytest.mark.parametrize("name", ["games.txt", "/home/ann/my games.pgn", r"C:\games\a.txt"])
def test_the_name_of_a_file_is_no_text(name: str) -> None:
    [error] = read_records(name)
    assert isinstance(error, RecordError)
    assert "is the name of a file and not a record: load_records reads files" in str(error)
    with pytest.raises(RecordError, match="load_records reads files"):
        Record.parse(name)
