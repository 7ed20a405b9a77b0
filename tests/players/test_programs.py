"""Other people's programs play, or fail in a sentence; either way nothing of them is left."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import tenchips
from tenchips import BLACK, WHITE, Board, Color, Move
from tenchips.players import (
    Allowance,
    Player,
    PlayerFault,
    RandomPlayer,
    make_player,
    program,
    setup_replay,
)
from terminal.command import run

HERE = Path(__file__).parent
BAD = HERE.parent / "protocol" / "bad_engine.py"
MINE = f"python:{HERE / 'course_players.py'}"
SOURCE = str(Path(tenchips.__file__).parents[1])
PATIENCE = 60.0
WON = "01 60 03 65 06 55 71 33 73 35 76"


@pytest.fixture(autouse=True)
def our_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", SOURCE)


def player(text: str) -> Player:
    made = make_player(text)
    assert hasattr(made, "choose")
    return made


def ours() -> str:
    return f"ugi:{sys.executable} -m tenchips ugi"


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # whoever adopted it will bury it


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Programs that behave


@pytest.mark.parametrize("text", [ours(), "python:tenchips.engine:MachinePlayer"])
@pytest.mark.parametrize("color", ["white", "black"])
def test_a_program_finds_a_win_in_one(text: str, color: str) -> None:
    board = Board(moves=WON if color == "black" else "33 21 44 64 04 46 26 20 63 25")
    seat = player(text)
    try:
        seat.begin(WHITE)
        move = seat.choose(board, Allowance(move=20.0))
    finally:
        seat.close()
    assert str(move) in (("17", "57") if color == "black" else ("72", "74"))
    assert seat.refused == ()


def test_a_ugi_program_says_what_it_thinks_and_keeps_the_clock() -> None:
    seat = player(ours())
    board = Board(moves=WON)
    try:
        for allowance in (None, Allowance(move=0.2), Allowance(clocks=(20.0, 30.0), increment=0.1)):
            assert seat.choose(board, allowance) in board.legal_moves
            assert seat.thought is not None
            assert seat.thought.score.plies == 1
    finally:
        seat.close()


def test_a_player_follows_a_game_from_move_to_move_and_back() -> None:
    seat, chance = player(f"{MINE}:Careful"), RandomPlayer(4)
    board = Board()
    try:
        for _ in range(6):
            move = seat.choose(board)
            assert move == next(iter(board.legal_moves))
            board.push(move)
            board.push(chance.choose(board))
        board.pop()
        assert seat.choose(board) == next(iter(board.legal_moves))  # the other colour now
        board.pop()
        assert seat.choose(board) == next(iter(board.legal_moves))
        assert seat.refused == ()
        seat.begin(WHITE)
        assert seat.choose(Board()) == next(iter(Board().legal_moves))
    finally:
        seat.close()
    assert seat.choose(Board()) == Move("01")  # closed, and asked again
    seat.close()


def adapted(name: str) -> program.ProgramPlayer:
    """A player of `course_players.py`, as the adapter runs it."""
    command = [sys.executable, "-m", "tenchips.players.python_adapter"]
    return program.ProgramPlayer([*command, f"{HERE / 'course_players.py'}:{name}"], adapted=True)


def test_what_a_player_prints_is_no_move() -> None:
    seat = adapted("Prints")
    assert seat.choose(Board()) == Move("01")
    seat.close()
    assert seat.stderr == "bestmove 77\n" * 2


def test_legal_moves_that_are_refused_are_remembered() -> None:
    seat = player(f"{MINE}:Refuses")
    try:
        seat.choose(Board(moves="33 44"))
        assert seat.refused == (Move("44"),)
        seat.choose(Board(moves="33 44 01 46"))
        assert seat.refused == (Move("44"), Move("46"))
        seat.begin(WHITE)
        assert seat.refused == ()
    finally:
        seat.close()


# Programs that do not


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        (f"{MINE}:Raises", "exception", "Raises raised KeyError in choose_move: 'no plan'"),
        (f"{MINE}:ReturnsNone", "no move", "ReturnsNone returned None from choose_move"),
        (f"{MINE}:TalksNonsense", "garbage", "TalksNonsense returned no move: 'e2e4'"),
        (f"{MINE}:Cheats", "illegal move", "Cheats played 00: nobody may use 00: it is a corner"),
        (f"{MINE}:Grows", "exception", "Grows raised MemoryError in choose_move"),
        (f"{MINE}:CannotBeMade", "exception", "CannotBeMade raised TypeError in CannotBeMade: "),
        (f"{MINE}:Nobody", "crash", "Nobody is not there: "),
        ("python:no_such_module:X", "exception", "X raised ModuleNotFoundError in importing"),
        (f"ugi:{sys.executable} {BAD} dies", "crash", "ended with exit status 4"),
        (f"ugi:{sys.executable} {BAD} crashes", "crash", "was killed by signal 6"),
        (f"ugi:{sys.executable} {BAD} dead-at-once", "crash", "ended with exit status 3"),
        (f"ugi:{sys.executable} {BAD} nonsense", "garbage", "'e2e4' is not a move"),
        (f"ugi:{sys.executable} {BAD} endless-line", "garbage", "a line of more than"),
        (f"ugi:{sys.executable} {BAD} illegal", "illegal move", "played 00: nobody may use 00"),
        (f"ugi:{sys.executable} {BAD} no-move", "illegal move", "plays no move"),
    ],
)
def test_faults(text: str, kind: str, sentence: str) -> None:
    seat = player(text)
    with pytest.raises(PlayerFault) as caught:
        seat.choose(Board(moves="33 44"), Allowance(move=PATIENCE))
    seat.close()
    assert caught.value.kind == kind
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", [f"{MINE}:Hangs", f"ugi:{sys.executable} {BAD} ignores-stop", "ugi:sleep 600"]
)
def test_silence_ends(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = player(text)
    if "sleep" in text:
        monkeypatch.setattr(program, "TIMEOUT", 0.5)
    with pytest.raises(PlayerFault) as caught:
        seat.choose(Board(), Allowance(move=0.1))
    assert caught.value.kind == "silence"
    assert seat.name in str(caught.value)


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_a_player_is_made_before_the_clock_runs(color: Color) -> None:
    seat = player(f"{MINE}:IsSlowToMake")
    try:
        for _ in range(2):
            seat.begin(color)
            board = Board(moves="33" if color is BLACK else "")
            assert seat.choose(board, Allowance(move=1.0)) in board.legal_moves
    finally:
        seat.close()


def test_what_is_forgiven_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "OVERTIME", 0.1)
    seat = player(f"{MINE}:IsSlow")
    try:
        seat.begin(WHITE)
        assert seat.choose(Board(), Allowance(move=0.1, margin=PATIENCE)) == Move("01")
        with pytest.raises(PlayerFault, match=r"IsSlow gave no answer within 0\.3 s"):
            seat.choose(Board(), Allowance(move=0.1, margin=0.1))
    finally:
        seat.close()


def test_a_position_without_a_way_to_it_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_replay, "TRIES", 0)
    seat = player(f"{MINE}:Careful")
    with pytest.raises(PlayerFault, match="Careful cannot play: no sequence of moves was found"):
        seat.choose(Board("8/8/8/8/8/2W5/8/8 b 0 1", moves="12"))
    seat.close()


# Nothing is left


def test_closing_ends_everything_a_player_has_started() -> None:
    seat = adapted("HasChildren")
    seat.choose(Board())
    seat.close()
    children = [int(word) for word in seat.stderr.split() if word.isdigit()]
    assert len(children) == 2
    for child in children:
        wait_for(lambda child=child: not is_running(child))  # type: ignore[misc]


def test_a_program_dies_with_whoever_started_it() -> None:
    script = f"""
import os, time
from pathlib import Path
from tenchips import Board
from tenchips.players import make_player
seat = make_player("{MINE}:Careful")
seat.choose(Board())
print(seat._client.pid, *Path(f"/proc/{{seat._client.pid}}/task/{{seat._client.pid}}/children")
      .read_text().split(), flush=True)
time.sleep(600)
"""
    starter = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert starter.stdout is not None
    pids = [int(word) for word in starter.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(is_running, pids))
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    wait_for(lambda: not any(map(is_running, pids)))


# Texts that name no player


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ugi:", "a program has a command"),
        ("ugi:no-such-program-here", "there is no program 'no-such-program-here'"),
        ("ugi:'unclosed", "is not a command: No closing quotation"),
        ("python:nothing", "is not MODULE:CLASS"),
        ("python:no/such/file.py:X", "there is no file 'no/such/file.py'"),
        ("machine:power=9", "'power=9' is not an option of this player"),
        ("machine:level=x", "level is a number, not 'x'"),
        ("machine:level=99", "the levels are from 1 to 10, not 99"),
        ("random:luck=1", "'luck=1' is not an option"),
        ("human:ann", "'human:ann' is not a player"),
    ],
)
def test_texts_that_name_no_player(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make_player(text)


def test_options_of_a_text_come_before_the_others() -> None:
    made = make_player("machine:depth=2,hash=1", depth=5, time=3.0)
    assert (made.depth, made.time) == (2, 3.0)  # type: ignore[union-attr]
    game = [player("random:seed=3").choose(Board(moves=WON)) for _ in range(5)]
    assert len(set(game)) == 1


# At the terminal


@pytest.mark.parametrize(
    ("name", "expected", "end"),
    [
        ("Careful", "White plays 01.", ""),
        (
            "DiesAtOnce",
            "DiesAtOnce was killed by signal 9",
            "Black wins: White's program ended before it moved.",
        ),
        (
            "Cheats",
            "Cheats played 00: nobody may use 00: it is a corner.",
            "made an illegal move.",
        ),
        (
            "Raises",
            "Raises raised KeyError in choose_move: 'no plan'.",
            "Black wins: White's program failed with an error.",
        ),
    ],
)
def test_programs_play_in_the_terminal(name: str, expected: str, end: str) -> None:
    done = run("play", "-q", f"{MINE}:{name}", "random", "--seed", "1")
    assert done.returncode == 0
    assert expected in done.stdout
    assert done.stdout.rstrip().endswith(end)
