"""Games as people play them, typed into a terminal or piped in."""

from __future__ import annotations

import signal
from itertools import product
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.players import KINDS
from tenchips.record import Record, load_records
from terminal.command import NETWORK_GAME, SOURCE, Terminal, environment, run, without_colors

NO_MOVE_GAME = "55 61 64 20 12 23 62 17 24 36 52 60 21 43 76 53 15 46"


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def games(path: Path) -> list[Record]:
    found = list(load_records(path))
    assert all(isinstance(game, Record) for game in found), found
    return [game for game in found if isinstance(game, Record)]


def moves_of(record: Record) -> list[str]:
    return [str(node.move) for node in record.line]


# Piped


@pytest.mark.parametrize(("white", "black"), list(product(KINDS, KINDS)))
def test_every_pair_plays_to_an_end(white: str, black: str) -> None:
    done = run("play", "-q", white, black, "--depth", "1", "--seed", "7", typed="resign\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"Network: {white} (White) against {black} (Black).")
    last = done.stdout.splitlines()[-1]
    assert last.startswith(("White wins", "Black wins", "Draw")), last
    if "human" not in (white, black):
        assert " plays " in done.stdout


def test_a_whole_game_to_a_network() -> None:
    done = run("play", "-q", "human", "human", typed=lines(*NETWORK_GAME.split()))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Black wins with the network 60-65-55-33-35-57."
    for chip in ("B1", "B2", "B3", "B4", "B5", "B6"):
        assert chip in done.stdout


@pytest.mark.parametrize(
    ("rules", "end"),
    [("", "Black wins: White has no legal move."), ("no_move=draw", "Draw: ")],
)
def test_the_house_rules_decide_who_loses_without_a_move(rules: str, end: str) -> None:
    done = run("play", "-q", "human", "human", "--rules", rules, typed=lines(*NO_MOVE_GAME.split()))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith(end)


def test_every_form_of_move_is_taken() -> None:
    done = run("play", "human", "human", typed=lines("[add to 33]", " 44 ", "quit"))
    assert done.stdout.splitlines()[-1].endswith("Moves: 33 44")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("00", "Nobody may use 00: it is a corner."),
        ("10", "White may not use 10: it is in Black's goal."),
        ("33", "33 already holds a chip."),
        ("34-45", "White still has 9 chips in hand: make an add move like 33."),
        ("99", "'99' is not a move: write an add like 33 or a step like 33-45; help"),
        ("undo everything", "'undo everything' is not a move"),
        ("save", "Name the file to save in"),
        ("\0\x1b[2J", "is not a move"),
    ],
)
def test_a_refusal_is_explained_and_changes_nothing(typed: str, sentence: str) -> None:
    done = run("play", "human", "human", typed=lines("33", "44", typed, "quit"))
    assert sentence in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.splitlines()[-1].endswith("White is to move. Moves: 33 44")


def test_a_cluster_is_refused_with_its_chips() -> None:
    done = run("play", "human", "human", typed=lines("33", "10", "34", "20", "43"))
    assert "43 would join 33 and 34 to a group of 3 white chips: at most 2 may" in done.stdout


def test_bytes_that_are_no_text_are_refused_like_any_other_line() -> None:
    done = run("play", "human", "human", typed=b"\xff\xfe\n33\n")
    assert done.returncode == 0
    assert "is not a move" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("Moves: 33")


def test_moves_lists_the_legal_moves() -> None:
    done = run("play", "human", "human", typed=lines("33", "moves"))
    assert " ".join(map(str, Board(moves="33").legal_moves)) in done.stdout


def test_help_names_every_command() -> None:
    done = run("play", "human", "human", typed=lines("HELP"))
    words = ("moves", "undo", "hint", "save FILE", "resign", "quit", "help", "board", "threats")
    for word in words:
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("word", ["board", "show"])
def test_the_board_is_drawn_again_when_asked(word: str) -> None:
    once, twice = (
        run("play", "human", "human", typed=lines(*typed)).stdout.count("0  1  2  3")
        for typed in ((), (word,))
    )
    assert (once, twice) == (1, 2)


def test_undo_between_people_takes_one_move_back() -> None:
    done = run("play", "human", "human", typed=lines("33", "44", "undo", "45", "quit"))
    assert "Black takes back 44." in done.stdout
    assert done.stdout.splitlines()[-1].endswith("Moves: 33 45")


def test_undo_against_a_player_returns_to_the_last_decision() -> None:
    done = run("play", "human", "random", "--seed", "1", typed=lines("33", "undo", "34", "quit"))
    last_line = done.stdout.splitlines()[-1]
    assert last_line.partition("Moves: ")[2].split()[0] == "34"
    assert len(last_line.partition("Moves: ")[2].split()) == 2


@pytest.mark.parametrize("white", ["human", "random"])
def test_there_must_be_a_move_to_take_back(white: str) -> None:
    done = run("play", white, "human", typed=lines("undo"))
    assert "There is no move of yours to take back." in done.stdout


def test_a_hint_is_a_legal_move() -> None:
    done = run("play", "human", "human", "--depth", "1", typed=lines("33", "hint"))
    [hint] = [line for line in done.stdout.splitlines() if "would play" in line]
    assert hint.removeprefix("The machine would play ").rstrip(".") in Board(moves="33").legal_moves


def test_threats_of_both_sides_are_named() -> None:
    typed = NETWORK_GAME.rpartition(" ")[0].replace(" ", "\n") + "\nthreats\n"
    out = run("play", "human", "human", typed=typed).stdout
    assert "Black can win with a chip on 17 and 57." in out
    assert "Nobody can win with one move." in run("play", "human", "human", typed="threats").stdout


def test_the_level_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    args = ("play", "human", "machine", "--level", "3", "--record", path)
    out = run(*args, typed="33\nresign\n").stdout
    assert out.startswith("Network: human (White) against machine, level 3 (Black).")
    [record] = games(path)
    assert record.black == "machine:level=3"


def test_a_resignation_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    run("play", "human", "human", "--record", path, typed=lines("33", "resign"))
    [record] = games(path)
    assert (record.result, str(record.outcome)) == ("1-0", "White wins: Black resigned")


def test_a_saved_game_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    typed = lines("33", f"save {path}", "44", f"save {path}", "quit")
    done = run("play", "human", "human", typed=typed)
    assert done.stdout.count(f"The game is saved in {path}.") == 2
    assert [moves_of(record) for record in games(path)] == [["33", "44"]]
    shown = run("show", path)
    assert shown.returncode == 0
    assert "1. human (White) against human (Black)" in shown.stdout
    assert "White to move: 9 in hand, Black 9." in shown.stdout


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    done = run("play", "human", "human", typed=lines("33", f"save {tmp_path}", "44", "quit"))
    assert f"{tmp_path} cannot be written: it is a folder." in done.stdout
    assert done.stdout.splitlines()[-1].endswith("Moves: 33 44")


def test_records_are_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for seed in ("1", "2"):
        args = ("play", "-q", "random", "random", "--seed", seed, "--record", path)
        assert run(*args).returncode == 0
    first, second = games(path)
    assert first.outcome is not None
    assert moves_of(first) != moves_of(second)
    run("play", "-q", "random", "random", "--seed", "1", "--record", path)
    assert moves_of(games(path)[2]) == moves_of(first)


def test_an_interrupted_game_is_recorded_and_an_empty_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    run("play", "human", "human", "--record", path)
    assert not path.exists()
    run("play", "human", "human", "--record", path, typed=lines("33", "44"))
    [record] = games(path)
    assert (moves_of(record), record.result) == (["33", "44"], "*")


def test_the_end_of_input_tells_the_moves_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("play", "human", "human", typed="33\n44")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == (
        "The game was left here: White is to move. Moves: 33 44"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_game_can_begin_anywhere_even_at_its_end() -> None:
    won = Board(moves=NETWORK_GAME).position
    done = run("play", "-q", "human", "machine", "--position", won)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Black wins with the network 60-65-55-33-35-57."


def test_step_moves_are_asked_for_when_the_hands_are_empty() -> None:
    board = Board()
    while board.hand(board.turn):
        board.push(next(iter(board.legal_moves)))
    origin = next(iter(board.legal_moves)).origin
    typed = lines("33", f"{origin}-00", "quit")
    done = run("play", "human", "human", "--position", board.position, typed=typed)
    assert "White to move, with a step." in done.stdout
    assert "White has no chip left to add: make a step move like 33-45." in done.stdout
    assert "Nobody may use 00" in done.stdout


# In any terminal


@pytest.mark.parametrize(
    "changes",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_other_character_sets_get_a_plain_board(changes: dict[str, str]) -> None:
    done = run("play", "human", "human", typed="33\nä\n", env=environment(**changes))
    assert done.returncode == 0
    assert "1  |  .  .  .  .  .  .  |" in done.stdout
    assert "left here: Black is to move. Moves: 33" in done.stdout


def test_a_terminal_gets_colours() -> None:
    with Terminal("play", "--plain", "human", "human") as terminal:
        terminal.expect("White> ")
        assert "\x1b[" in terminal.seen


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(changes: dict[str, str]) -> None:
    with Terminal("play", "--plain", "human", "human", env=environment(**changes)) as terminal:
        terminal.expect("White> ")
        terminal.type("33\r00\r")
        terminal.expect("Nobody may use 00")
        for color in ("\x1b[3", "\x1b[4", ";3", ";4"):
            assert color not in terminal.seen
        assert "\x1b" not in terminal.seen or "NO_COLOR" in changes


@pytest.mark.parametrize(("columns", "kind"), [(20, "xterm"), (30, "xterm"), (20, "dumb")])
def test_a_narrow_terminal_is_not_overrun(columns: int, kind: str) -> None:
    env = environment(TERM=kind)
    with Terminal("play", "--plain", "human", "human", columns=columns, env=env) as terminal:
        for typed in ("33", "help", "00"):
            terminal.expect("> ")
            terminal.type(f"{typed}\r")
        terminal.expect("corner.")
        for line in without_colors(terminal.seen).splitlines():
            assert len(line.rstrip()) <= columns, line


# At a terminal


def test_a_game_at_the_keyboard_stays_after_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with Terminal("play", "--plain", "human", "human") as terminal:
        for move in NETWORK_GAME.split():
            terminal.expect("> ")
            terminal.type(f"{move}\r")
        terminal.expect("Black wins with the network 60-65-55-33-35-57.")
        terminal.expect("What now: again, undo, save FILE or quit?")
        terminal.type("33\r")
        terminal.expect("The game is over")
        terminal.type("undo\r")
        terminal.expect("Black takes back 57.")
        terminal.expect("Black> ")
        terminal.type("57\r")
        terminal.expect("What now")
        terminal.type(f"save {path}\r")
        terminal.expect("is saved in")
        terminal.type("again\r")
        terminal.expect("White to move: 10 in hand")
        terminal.type("quit\r")
        assert terminal.leave() == 0
    assert [moves_of(record) for record in games(path)] == [NETWORK_GAME.split()]


def test_q_quits_when_the_game_ends() -> None:
    with Terminal("play", "--plain", "-q", "human", "human") as terminal:
        terminal.expect("White> ")
        terminal.type("resign\r")
        terminal.expect("Black wins: White resigned.")
        assert terminal.leave() == 0


def test_a_resignation_can_be_taken_back() -> None:
    with Terminal("play", "--plain", "human", "human") as terminal:
        terminal.expect("White> ")
        terminal.type("resign\r")
        terminal.expect("What now")
        terminal.type("undo\r")
        terminal.expect("White> ")


def test_a_record_holds_a_game_once_even_if_its_end_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    with Terminal("play", "--plain", "human", "human", "--record", path) as terminal:
        for typed in ("33", "resign", "undo", "44", "resign", "again", "55", "quit"):
            terminal.expect("> ")
            terminal.type(f"{typed}\r")
        assert terminal.leave() == 0
    assert [moves_of(record) for record in games(path)] == [["33", "44"], ["55"]]


@pytest.mark.parametrize(("key", "status"), [("C", 130), ("D", 0)])
def test_leaving_early_offers_to_keep_the_game(tmp_path: Path, key: str, status: int) -> None:
    path = tmp_path / "game.txt"
    with Terminal("play", "--plain", "human", "human") as terminal:
        terminal.expect("White> ")
        terminal.type("33\r")
        terminal.expect("Black> ")
        terminal.press(key)
        terminal.expect("file> ")
        terminal.type(f"{tmp_path}\r")
        terminal.expect("it is a folder")
        terminal.expect("file> ")
        terminal.type(f"{path}\r")
        assert terminal.leave() == status
    assert [moves_of(record) for record in games(path)] == [["33"]]


@pytest.mark.parametrize("answer", ["\r", "\x03", "\x04"])
def test_the_offer_can_be_declined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal("play", "--plain", "human", "human") as terminal:
        terminal.expect("White> ")
        terminal.type("33\r")
        terminal.expect("Black> ")
        terminal.press("C")
        terminal.expect("file> ")
        terminal.type(answer)
        assert terminal.leave() == 130
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_moves_or_already_over_is_left_without_questions() -> None:
    for typed in ("", "resign\r"):
        with Terminal("play", "--plain", "human", "human") as terminal:
            terminal.expect("White> ")
            terminal.type(typed)
            if typed:
                terminal.expect("What now")
                terminal.expect("> ")
            terminal.press("C")
            assert terminal.leave() == 130
            assert "file> " not in terminal.seen


def test_a_thinking_machine_can_be_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    # An engine that counts for years, in compiled code that looks at no signal.
    (tmp_path / "sitecustomize.py").write_text(
        "from tenchips.core import Position\n"
        "from tenchips.engine import Engine\n"
        "Engine.play = lambda *_: Position().perft(14)\n"
    )
    env = environment(PYTHONPATH=f"{SOURCE}:{tmp_path}")
    with Terminal("play", "--plain", "human", "machine", "--record", path, env=env) as terminal:
        terminal.expect("White> ")
        terminal.type("33\r")
        terminal.expect("thinking...")
        terminal.press("C")
        assert terminal.leave() == 130
    [record] = games(path)
    assert moves_of(record) == ["33"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_keeps_the_record(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "games.txt"
    with Terminal("play", "--plain", "human", "human", "--record", path) as terminal:
        terminal.expect("White> ")
        terminal.type("33\r")
        terminal.expect("Black> ")
        terminal.signal(number)
        assert terminal.leave() == 128 + number
    assert [moves_of(record) for record in games(path)] == [["33"]]


def test_a_terminal_that_hangs_up_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    with Terminal("play", "--plain", "human", "human", "--record", path) as terminal:
        terminal.expect("White> ")
        terminal.type("33\r")
        terminal.expect("Black> ")
        terminal.hang_up()
        terminal.leave()
    assert [moves_of(record) for record in games(path)] == [["33"]]


def test_the_line_can_be_edited_and_earlier_ones_come_back(tmp_path: Path) -> None:
    env = environment(XDG_DATA_HOME=str(tmp_path))
    with Terminal("play", "--plain", "human", "human", env=env) as terminal:
        terminal.expect("White> ")
        terminal.type("3\x1b[D1\r")  # a digit, left, and another digit before it
        terminal.expect("Black to move: 10 in hand, White 9.")
        terminal.expect("Black> ")
        terminal.type("quit\r")
        terminal.expect("left here: Black is to move. Moves: 13")
        assert terminal.leave() == 0
    with Terminal("play", "--plain", "human", "human", env=env) as terminal:
        terminal.expect("White> ")
        terminal.type("\x1b[A\x1b[A\r")  # the line before the last one
        terminal.expect("Black> ")
        terminal.type("quit\r")
        terminal.expect("Moves: 13")
