"""Game records: round trips, the text itself, every error with its line, safe saving."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broken_records import BLACK_BEGINS, BROKEN, WON
from tenchips import (
    BLACK,
    WHITE,
    Board,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Reason,
    Rules,
    Termination,
)
from tenchips.record import (
    ANNOTATIONS,
    DEEPEST_VARIATION,
    Evaluation,
    Line,
    Node,
    Record,
    RecordError,
    load_records,
    read_records,
    save_records,
)

NO_MOVE = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"
STEPS = "3B1B2/W4W2/5W1W/WW3BB1/1B1B2W1/1B2WB1W/W4B2/2B5 w 0 11"


def line(moves: str) -> Line:
    return Line(tuple(Node(Move.parse(move)) for move in moves.split()))


def error(text: str) -> RecordError:
    """What is wrong with a text that holds one broken game."""
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    (same,) = read_records(text)
    assert str(same) == str(caught.value)
    return caught.value


# Round trips

COMMENTS = st.lists(
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)
    | st.text('ab{}[]()\\" \n;%', max_size=200)
    | st.sampled_from(
        ["+0.25/12 0.31s", "-M4/9 1.50s", "network", '[Event "x"]', "1-0", "2. 33", "\\"]
    ),
    max_size=2,
).map(tuple)
TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20) | st.text(
    '"\\[]{} a', max_size=12
)
RULES = st.builds(
    Rules,
    st.sampled_from(["loss", "draw"]),
    st.sampled_from([0, 2, 3]),
    st.sampled_from([0, 3, 20, 200]),
)
STARTS = st.sampled_from([Board().position, BLACK_BEGINS, STEPS, Board(moves=NO_MOVE).position])


@st.composite
def lines(draw: st.DrawFn, board: Board, length: int, depth: int) -> Line:
    """A line of legal moves from where the board stands; the board comes back as it was."""
    rng = Random(draw(st.integers(0, 2**32)))
    nodes = []
    for _ in range(draw(st.integers(1 if depth else 0, length))):
        legal = list(board.legal_moves)
        if not legal:
            break
        variations = []
        if depth < 3 and rng.random() < 0.2:
            variations.append(draw(lines(board, 3, depth + 1)))
        move = rng.choice(legal)
        spoken = rng.random() < 0.3
        comments = draw(COMMENTS) if spoken else ()
        annotation = rng.choice(ANNOTATIONS) if spoken else ""
        board.push(move)
        nodes.append(Node(move, annotation, comments, tuple(variations)))
    for _ in nodes:
        board.pop()
    return Line(tuple(nodes), draw(COMMENTS))


@st.composite
def records(draw: st.DrawFn) -> Record:
    board = Board(draw(STARTS), draw(RULES))
    main = draw(lines(board, 24, 0))
    for node in main:
        board.push(node.move)
    outcome = board.outcome()
    if outcome is None and draw(st.booleans()):
        away = st.sampled_from(
            [Termination.RESIGNATION, Termination.TIME, Termination.ILLEGAL_MOVE]
        )
        outcome = Outcome(draw(st.sampled_from([WHITE, BLACK])), draw(away))
    names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}X", fullmatch=True)
    return Record(
        main,
        draw(TEXTS),
        draw(TEXTS),
        draw(TEXTS),
        draw(TEXTS),
        outcome.result if outcome else draw(st.sampled_from(["*", "1-0", "0-1", "1/2-1/2"])),
        outcome.termination if outcome else None,
        board.rules,
        board.start,
        tuple(draw(st.dictionaries(names, TEXTS, max_size=2)).items()),
    )


@settings(max_examples=150, deadline=None)
@given(records())
def test_every_record_reads_back_as_itself(record: Record) -> None:
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert list(read_records(text)) == [record]
    assert text.rstrip().endswith(record.result)


@settings(max_examples=20, deadline=None)
@given(st.lists(records(), max_size=4))
def test_every_file_reads_back_as_its_records(games: list[Record]) -> None:
    text = "\n".join(map(str, games))
    assert list(read_records(text)) == games
    assert list(read_records(text.splitlines(keepends=True))) == games
    assert list(read_records(text.replace("\n", "\r\n"))) == games


@pytest.mark.parametrize(
    ("board", "result", "termination"),
    [
        (Board(), "*", None),
        (Board(moves="33 44"), "*", None),
        (Board(moves=WON), "1-0", Termination.NETWORK),
        (Board(moves=NO_MOVE), "0-1", Termination.NO_MOVE),
        (Board(moves=NO_MOVE, rules=Rules("draw")), "1/2-1/2", Termination.NO_MOVE),
        (Board(STEPS, moves="45-11"), "0-1", Termination.NETWORK),
        (Board(STEPS, Rules(step_limit=1), "01-05"), "1/2-1/2", Termination.STEP_LIMIT),
        (
            Board(STEPS, Rules(repetition=2), "01-05 30-10 05-01 10-30"),
            "1/2-1/2",
            Termination.REPETITION,
        ),
    ],
)
def test_a_board_becomes_a_record_and_a_board_again(
    board: Board, result: str, termination: Termination | None
) -> None:
    record = Record.from_board(board, white="Ann", event="Club")
    assert (record.result, record.termination) == (result, termination)
    assert record.outcome == board.outcome()
    again = Record.parse(str(record))
    assert again == record
    assert again.board() == board
    assert again.board().moves == board.moves
    assert (again.white, again.black, again.event) == ("Ann", "?", "Club")


@pytest.mark.parametrize(
    "termination", [Termination.RESIGNATION, Termination.TIME, Termination.ILLEGAL_MOVE]
)
def test_a_game_may_end_away_from_the_board(termination: Termination) -> None:
    outcome = Outcome(BLACK, termination)
    record = Record.from_board(Board(moves="33 44"), outcome=outcome)
    assert record.tags["Termination"] == termination.value
    assert record.outcome == outcome
    assert Record.parse(str(record)) == record


def test_records_are_values() -> None:
    record = Record.from_board(Board(moves=WON), white="Ann")
    assert pickle.loads(pickle.dumps(record)) == record
    assert len({record, Record.parse(str(record))}) == 1
    assert record != Record.from_board(Board(moves=WON), white="Bob")
    broken = error("1. 33 33 *")
    again = pickle.loads(pickle.dumps(broken))
    assert (again.line, str(again)) == (broken.line, str(broken))


# The text itself


def test_the_text_of_a_won_game() -> None:
    board = Board(moves=WON)
    comments = ["+0.25/12 0.31s", "", "I like it here"]
    record = Record.from_board(
        board, white="Ann", black='The "Wall"', event="a\\b", date="2025.06.01", comments=comments
    )
    assert str(record) == (
        '[Game "Network"]\n'
        '[Event "a\\\\b"]\n'
        '[Date "2025.06.01"]\n'
        '[White "Ann"]\n'
        '[Black "The \\"Wall\\""]\n'
        '[Result "1-0"]\n'
        '[Rules "no_move=loss repetition=3 step_limit=200"]\n'
        '[Termination "network"]\n'
        "\n"
        "1. 54 {+0.25/12 0.31s} 1... 16 2. 32 {I like it here} 2... 60 3. 72 22 4. 53 56\n"
        "5. 05 36 6. 33 {network 05-32-33-53-54-72} 1-0\n"
    )


def test_the_text_of_everything_else() -> None:
    alternatives = (
        Line((Node(Move("35"), comments=("why {not}?",)), Node(Move("55")))),
        Line((Node(Move("36"), "?!", variations=(line("26 62"),)),), ("or",)),
    )
    first = Node(Move("34"), "!?", ("a\\b", "c"), alternatives)
    record = Record(
        Line((first, Node(Move("22")), Node(Move("23"))), ("before",)),
        rules=Rules("draw", 0, 50),
        start=BLACK_BEGINS,
        more_tags=(("Round", "3"),),
    )
    assert str(record) == (
        '[Game "Network"]\n'
        '[Event "?"]\n'
        '[Date "????.??.??"]\n'
        '[White "?"]\n'
        '[Black "?"]\n'
        '[Result "*"]\n'
        '[Rules "no_move=draw repetition=0 step_limit=50"]\n'
        '[Position "8/8/8/3W4/8/8/8/8 b 0 1"]\n'
        '[Round "3"]\n'
        "\n"
        "{before} 1... 34!? {a\\\\b} {c} (1... 35 {why \\{not\\}?} 2. 55) ({or} 1... 36?!\n"
        "(1... 26 2. 62)) 2. 22 23 *\n"
    )
    assert Record.parse(str(record)) == record


def test_every_way_to_write_a_game_that_people_have() -> None:
    record = Record.parse(
        '\ufeff\n[ White  "Ann" ]\n{first}{}1.33!{a\nb}(1. 34 44){c}1... [add to 44] ?\n'
        "2. {d} [add to 12] 2... 20\t3. 55 ({e} 56 ) *  \r\n\n"
    )
    assert record.white == "Ann"
    assert record.line.comments == ("first",)
    assert [str(node.move) for node in record.line] == ["33", "44", "12", "20", "55"]
    assert [node.annotation for node in record.line] == ["!", "?", "", "", ""]
    assert record.line.nodes[0].comments == ("a b", "c")
    assert record.line.nodes[0].variations == (line("34 44"),)
    assert record.line.nodes[2].comments == ("d",)
    assert record.line.nodes[4].variations[0].comments == ("e",)
    steps = Record.parse(f'[Position "{STEPS}"]\n0105 [step from 30 to 10] *')
    assert steps.board().moves == (Move("05", "01"), Move("10", "30"))


def test_the_positions_of_other_arenas_are_read() -> None:
    fen = "8/8/8/3W4/8/8/8/8 b 0 1"
    game = Record.parse(f'[SetUp "1"]\n[FEN "{fen}"]\n[White "Ann"]\n1... 44 *')
    assert (game.start, game.more_tags) == (fen, ())
    assert "FEN" not in str(game)
    both = Record.parse(f'[FEN "other"]\n[Position "{fen}"]\n1... 44 *')
    assert (both.start, both.more_tags) == (fen, (("FEN", "other"),))
    chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    with pytest.raises(RecordError, match=r"^line 2: .*is not a position") as caught:
        Record.parse(f'[White "Ann"]\n[FEN "{chess}"]\n1. 33 *')
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("33 44 53", "33 44 53", "*"),
        ("33,44, 53\n", "33 44 53", "*"),
        ("1. 33 44 2. 53", "33 44 53", "*"),
        ("[add to 33] [add to 44]", "33 44", "*"),
        ("33! {middle} 44 (34, 55) 53", "33 44 53", "*"),
        (WON, WON, "1-0"),
        (NO_MOVE, NO_MOVE, "0-1"),
    ],
)
def test_moves_alone_are_a_game(text: str, moves: str, result: str) -> None:
    record = Record.parse(text)
    assert " ".join(str(node.move) for node in record.line) == moves
    assert record.result == result
    assert Record.parse(str(record)) == record


def test_lines_end_before_column_80_and_never_begin_like_a_tag() -> None:
    comment = " ".join(f"{'[' * (i % 3 == 0)}word{i}" for i in range(300))
    moves = Board(moves=WON).moves[:-1]
    record = Record(Line(tuple(Node(move, comments=(comment,)) for move in moves)))
    movetext = str(record).partition("\n\n")[2].splitlines()
    assert max(map(len, movetext)) <= 80
    assert min(map(len, movetext[:-1])) > 60
    assert not any(text.startswith("[") for text in movetext)
    assert Record.parse(str(record)) == record


def test_a_winning_network_is_named_and_another_one_of_the_game_is_kept() -> None:
    assert Record(line(WON), result="1-0").line.nodes[-1].networks == (
        ("05", "32", "33", "53", "54", "72"),
    )
    text = str(Record.from_board(Board(moves=WON)))
    backwards = text.replace("05-32-33-53-54-72", "72-54-53-33-32-05")
    assert Record.parse(backwards).line.nodes[-1].comments == ("network 72-54-53-33-32-05",)
    free = Record.parse("1. 33 {network building} 44 {the network 20-25} *")
    assert [node.networks for node in free.line] == [(), ()]


@pytest.mark.parametrize("text", ["+0.25/12 0.31s", "-12.00/3 100.05s", "+M5/12 0.00s"])
def test_evaluations_read_back(text: str) -> None:
    evaluation = Evaluation.parse(text)
    assert str(evaluation) == text
    assert Evaluation.parse(str(evaluation)) == evaluation
    assert Node(Move("33"), comments=("well", text)).evaluation == evaluation


def test_evaluations_have_values() -> None:
    assert Evaluation.parse("-0.25/12 0.31s") == Evaluation("-0.25", 12, 0.312)
    assert Evaluation("-0.25", 12, 0.31).value == -0.25
    assert Evaluation("+M5", 12, 0.31).value == float("inf")
    assert Node(Move("33"), comments=("good",)).evaluation is None


@pytest.mark.parametrize(
    "text", ["", "0.25/12 0.31s", "+0.25/12", "+0.25/12 0.31s!", "+٣.00/1 1.0s"]
)
def test_other_texts_are_no_evaluations(text: str) -> None:
    with pytest.raises(NotationError, match="is not an evaluation"):
        Evaluation.parse(text)


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_time_is_a_number_of_seconds(seconds: float) -> None:
    with pytest.raises(NotationError, match="is not an evaluation"):
        Evaluation("+0.25", 12, seconds)


# Errors


@pytest.mark.parametrize(("text", "at", "sentence"), BROKEN)
def test_every_error_has_its_line_and_a_sentence(text: str, at: int, sentence: str) -> None:
    if text.strip() and "there are 2 games" not in sentence:
        broken = error(text)
    else:
        with pytest.raises(RecordError) as caught:
            Record.parse(text)
        broken = caught.value
    assert broken.sentence.startswith(sentence)
    assert broken.line == at
    assert str(broken).startswith(f"line {at}: {sentence}")


def test_variations_have_a_depth_limit_of_their_own() -> None:
    def nested(depth: int) -> str:
        moves = [f"{x}{y}" for x in range(1, 7) for y in range(1, 7)]
        return "33 " + "".join(f"({moves[i % 36]} " for i in range(depth)) + ")" * depth + "*"

    deepest = Record.parse(nested(DEEPEST_VARIATION))
    assert Record.parse(str(deepest)) == deepest
    assert repr(deepest).count("Node(") == DEEPEST_VARIATION + 1
    sentence = f"variations are nested more than {DEEPEST_VARIATION} deep"
    for depth in DEEPEST_VARIATION + 1, 5_000:
        assert sentence in str(error(nested(depth)))
    node = Node(Move("33"))
    for _ in range(5_000):
        node = Node(Move("33"), variations=(Line((node,)),))
    with pytest.raises(RecordError, match=sentence):
        Record(Line((node,)))


def test_a_variation_sees_the_board_before_its_move_and_leaves_it_alone() -> None:
    text = f'[Position "{STEPS}"]\n01-05 30-10 (30-20 05-01 (05-35) 20-30) 05-01 10-30 *'
    record = Record.parse(text)
    assert [str(move) for move in record.board().moves] == ["01-05", "30-10", "05-01", "10-30"]
    assert record.board().repetitions() == 2


# Records that cannot be written are not made


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"white": "A\x00"}, "a record cannot hold the character '\\x00'"),
        ({"event": "\ud800"}, "a record cannot hold the character '\\ud800'"),
        ({"result": "2-0"}, "'2-0' is not a result: write one of 1-0 0-1 1/2-1/2 *"),
        ({"more_tags": (("White", "A"),)}, "'White' cannot be a further tag"),
        ({"more_tags": (("a b", "A"),)}, "'a b' cannot be a further tag"),
        ({"more_tags": (("A", "1"), ("A", "2"))}, "a further tag is given twice"),
        ({"start": "8 w"}, "'8 w' is not a position"),
        ({"start": "W7/8/8/8/8/8/8/8 b 0 1"}, "this position cannot occur"),
        ({"line": line("33 33")}, "33 is illegal: 33 already holds a chip"),
        ({"line": line(WON)}, "the result is 1-0, not *"),
        ({"termination": Termination.NETWORK}, "the moves do not end the game by network"),
        ({"termination": Termination.TIME}, "a game that ends by time has a winner"),
    ],
)
def test_unwritable_records_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises((NotationError, RecordError)) as caught:
        Record(**change)  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)


def test_unwritable_nodes_are_refused() -> None:
    with pytest.raises(NotationError, match="is not an annotation"):
        Node(Move("33"), "+-")
    with pytest.raises(NotationError, match="a variation of 33 is empty"):
        Node(Move("33"), variations=(Line(),))
    with pytest.raises(NotationError, match="cannot hold the character"):
        Node(Move("33"), comments=("\x1b[31m",))
    with pytest.raises(NotationError, match="'99' is not a square"):
        Node(Move("33"), comments=("network 99-11",))


def test_from_board_refuses_what_contradicts_the_board() -> None:
    with pytest.raises(RecordError, match="the result is 1-0, not 0-1"):
        Record.from_board(Board(moves=WON), outcome=Outcome(BLACK, Termination.TIME))
    with pytest.raises(RecordError, match="the game ends by network, not time"):
        Record.from_board(Board(moves=WON), outcome=Outcome(WHITE, Termination.TIME))
    with pytest.raises(RecordError, match="2 comments for 1 moves"):
        Record.from_board(Board(moves="33"), comments=["a", "b"])
    with pytest.raises(RecordError, match="this position cannot occur"):
        Record.from_board(Board.diagram(white="33 44 11"))


def test_an_illegal_move_keeps_its_reason() -> None:
    with pytest.raises(RecordError) as caught:
        Record(line("00"))
    assert isinstance(caught.value.__cause__, IllegalMove)
    assert caught.value.__cause__.reason is Reason.CORNER


def test_blanks_in_texts_are_single_and_empty_comments_vanish() -> None:
    record = Record(Line((Node(Move("33"), comments=(" a\n\tb ", " ")),)), white=" Ann \n Lee ")
    assert record.white == "Ann Lee"
    assert record.line.nodes[0].comments == ("a b",)


# Files with many games


def test_a_broken_game_is_reported_and_the_next_one_read() -> None:
    good = str(Record.from_board(Board(moves="33 44"), white="Good"))
    broken = [
        '[White "illegal"]\n\n1. 00 *\n',
        '[White "open comment"]\n\n1. 33 {and so on\n',
        '[White "open variation"]\n\n1. 33 44 (1... 34 *\n',
        '[White "no result"]\n\n1. 33 44\n',
        '[White "no moves"]\n',
        '[White unquoted]\n[Black "x"]\n\n1. 33 *\n',
        '[White "two results"]\n\n1. 33 *\n44 *\n',
    ]
    text = good + "".join(f"\n{game}\n{good}" for game in broken)
    games = list(read_records(text))
    assert [isinstance(game, RecordError) for game in games] == [False, True] * 7 + [False]
    assert all(game == games[0] for game in games[::2])
    lines = text.split("\n")
    for game, source in zip(games[1::2], broken, strict=True):
        assert isinstance(game, RecordError)
        assert game.line is not None
        assert lines[game.line - 1] in source.split("\n")
        assert lines[game.line - 1]


def test_reading_is_lazy() -> None:
    def source() -> Iterator[str]:
        for _ in range(2):
            yield from ['[White "A"]', "1. 33 *", ""]
        raise AssertionError("read too far")

    games = read_records(source())
    assert isinstance(next(games), Record)


def test_games_need_no_empty_line_between_them() -> None:
    games = list(read_records('[White "A"]\n33 *\n[White "B"]\n34 *\n[White "C"]\n\n35 *'))
    assert [game.white for game in games if isinstance(game, Record)] == ["A", "B", "C"]


def test_a_tag_in_a_comment_is_a_comment() -> None:
    (record,) = read_records('33 {see\n[White "B"]\n} 44 *')
    assert isinstance(record, Record)
    assert record.line.nodes[0].comments == ('see [White "B"]',)


# Saving and loading


def test_saved_records_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = [Record.from_board(Board(moves=moves), white="Zoë") for moves in ("33", WON)]
    save_records(path, games)
    assert list(load_records(path)) == games
    save_records(path, games[:1], append=True)
    assert list(load_records(path)) == [*games, games[0]]
    save_records(path, games[:1])
    assert list(load_records(str(path))) == games[:1]
    assert os.listdir(tmp_path) == ["games.txt"]


def test_appending_begins_a_file_and_survives_a_broken_end(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    game = Record.from_board(Board(moves="33"))
    save_records(path, [game], append=True)
    assert path.read_text() == str(game)
    path.write_text('[White "A"]\n\n1. 33 {never closed')
    save_records(path, [game], append=True)
    broken, kept = load_records(path)
    assert isinstance(broken, RecordError)
    assert kept == game


@pytest.mark.parametrize(
    ("step", "append"), [("fsync", False), ("replace", False), ("fsync", True)]
)
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_whole_and_nothing_beside_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    append: bool,
    failure: BaseException,
) -> None:
    path = tmp_path / "games.txt"
    old = Record.from_board(Board(moves="33"))
    save_records(path, [old])

    def fail(*_: object) -> None:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(type(failure)) as caught:
            save_records(path, [Record()], append=append)
    if isinstance(failure, OSError):
        assert str(caught.value) == f"{path} cannot be written: no space left on device"
    assert path.read_text() == str(old)
    assert os.listdir(tmp_path) == ["games.txt"]


def test_a_failing_source_of_records_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    save_records(path, [Record()])

    def records() -> Iterator[Record]:
        yield Record(white="A")
        raise RuntimeError("the match was broken off")

    with pytest.raises(RuntimeError):
        save_records(path, records())
    assert path.read_text() == str(Record())
    assert os.listdir(tmp_path) == ["games.txt"]


def test_saving_keeps_links_and_permissions(tmp_path: Path) -> None:
    path, link = tmp_path / "games.txt", tmp_path / "link.txt"
    save_records(path, [])
    path.chmod(0o640)
    link.symlink_to(path)
    save_records(link, [Record()])
    assert link.is_symlink()
    assert path.read_text() == str(Record())
    assert path.stat().st_mode & 0o777 == 0o640


def test_saving_where_no_file_can_be_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot be written: it is a folder"):
        save_records(tmp_path, [Record()])
    missing = tmp_path / "none" / "games.txt"
    with pytest.raises(OSError, match="cannot be written: no such file or directory"):
        save_records(missing, [Record()])


def test_a_file_that_is_no_text_gets_one_error(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(2 * str(Record()).encode() + b"\n\xff\xfe\n")
    records = load_records(path)
    assert next(records) == Record()  # games are read one by one
    with pytest.raises(RecordError) as caught:
        next(records)
    assert caught.value.line == 20
    assert str(path) in str(caught.value)
    assert "is not a text in UTF-8" in str(caught.value)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"\xef\xbb\xbf" + str(Record()).replace("\n", "\r\n").encode())
    assert list(load_records(path)) == [Record()]
