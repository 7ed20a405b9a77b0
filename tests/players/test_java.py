"""Players of the course in Java: ours plays there, theirs play here, and their faults are named."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tenchips
from course_class import write_hand_in
from tenchips import WHITE, Board, Move
from tenchips.players import Allowance, Player, PlayerFault, RandomPlayer, javac, jvm, make_player
from tenchips.players.hand_in import HandIn, JavaText

HERE = Path(__file__).parent
SOURCE = str(Path(tenchips.__file__).parents[1])
PATIENT = Allowance(move=60.0)
WON = "01 60 03 65 06 55 71 33 73 35 76"


@pytest.fixture(scope="module")
def classes() -> str:
    """The test players, compiled once."""
    return jvm.compiled(f"{HERE / 'java'}#students.Bad").partition("#")[0]


@pytest.fixture
def seat(classes: str, request: pytest.FixtureRequest) -> Iterator[Player]:
    made = make_player(f"java:{classes}#students.{request.param}")
    assert hasattr(made, "choose")
    yield made
    made.close()


def play(seat: Player, plies: int, allowance: Allowance = PATIENT) -> Board:
    """A game against chance, as far as it goes."""
    board, chance = Board(), RandomPlayer(1)
    seat.begin(WHITE)
    while board.outcome() is None and len(board.moves) < plies:
        board.push(seat.choose(board, allowance))
        board.push(chance.choose(board))
    return board


@pytest.mark.parametrize("seat", ["Careful", "Bad$Prints"], indirect=True)
def test_a_good_player_plays_both_phases(seat: Player) -> None:
    board = play(seat, 30)
    assert len(board.moves) == 30
    assert board.steps == 10
    assert seat.refused == ()


@pytest.mark.parametrize(
    ("seat", "kind", "sentence"),
    [
        ("Bad$Cheats", "illegal move", "played 77: nobody may use 77: it is a corner"),
        ("Bad$Throws", "exception", "threw IndexOutOfBoundsException in chooseMove: the list is"),
        ("Bad$ReturnsNull", "no move", "returned null from chooseMove"),
        ("Bad$Quits", "quit", "returned a move that quits the game"),
        ("Bad$NoKind", "garbage", "returned a move of kind 7, and there is none"),
        ("Bad$Exits", "crash", "ended with exit status 5"),
        ("Bad$OffTheBoard", "illegal move", "played 38: it is not on the board"),
        ("Bad$Grows", "exception", "threw OutOfMemoryError in chooseMove"),
        ("Bad$Eleventh", "illegal move", "has no chip left to add"),
        ("Bad$NoConstructor", "crash", "has no public NoConstructor as the course has it"),
        ("Nobody", "crash", "no class students.Nobody on its path"),
    ],
    indirect=["seat"],
)
def test_faults(seat: Player, kind: str, sentence: str) -> None:
    with pytest.raises(PlayerFault) as caught:
        play(seat, 24)
    assert caught.value.kind == kind
    assert sentence in str(caught.value)


@pytest.mark.parametrize("seat", ["Bad$Hangs"], indirect=True)
def test_one_that_hangs_is_ended(seat: Player) -> None:
    seat.begin(WHITE)
    with pytest.raises(PlayerFault) as caught:
        seat.choose(Board(moves="33 44 01 46"), Allowance(move=0.1))
    assert caught.value.kind == "silence"


@pytest.mark.parametrize("seat", ["Bad$SlowToMake"], indirect=True)
def test_a_player_is_made_before_the_clock_runs(seat: Player) -> None:
    for _ in range(2):
        seat.begin(WHITE)
        assert seat.choose(Board(), Allowance(move=1.0)) in Board().legal_moves


@pytest.mark.parametrize("seat", ["Bad$Refuses"], indirect=True)
def test_refusals_of_legal_moves_are_remembered(seat: Player) -> None:
    seat.choose(Board(moves="33 44"), PATIENT)
    assert seat.refused == (Move("44"),)


def test_sources_alone_are_enough() -> None:
    seat = make_player(f"java:{HERE / 'flat'}")
    assert seat.name == "flat"
    assert [str(seat.choose(Board(moves=moves))) for moves in ("", "13 44")] == ["13", "23"]  # type: ignore[union-attr]
    seat.close()


def test_sources_are_compiled_once_and_again_when_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = shutil.copytree(HERE / "flat", tmp_path / "ann") / "MachinePlayer.java"
    jvm._own_classes()
    compiled: list[str] = []
    compile_it = javac._compile

    def counted(*args: Any) -> None:
        compiled.append(str(source))
        compile_it(*args)

    monkeypatch.setattr(javac, "_compile", counted)

    def answer() -> str:
        seat = make_player(f"java:{tmp_path / 'ann'}")
        move = seat.choose(Board(), PATIENT)  # type: ignore[union-attr]
        seat.close()
        return str(move)

    assert [answer(), answer(), len(compiled)] == ["13", "13", 1]
    source.write_text(source.read_text().replace("next++, 3", "next++, 4"))
    assert [answer(), answer(), len(compiled)] == ["14", "14", 2]


@pytest.mark.parametrize("beside_a_student", [False, True])
def test_our_machine_plays_in_java(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, beside_a_student: bool
) -> None:
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    monkeypatch.setenv("TENCHIPS_UGI", f"{sys.executable} -m tenchips ugi")
    where = str(jvm.SOURCES)
    if beside_a_student:
        project = write_hand_in("bruno", tmp_path)
        shutil.copytree(jvm.SOURCES / "tenchips", project / "tenchips")
        where = f"{project}#tenchips.MachinePlayer"
        [found] = [each for each in HandIn.find(JavaText.parse(where)).sources
                   if each.name == "player.MachinePlayer"]  # fmt: skip
        assert "Bruno" in found.text
        assert HandIn.find(JavaText.parse(str(project))).class_name == "player.MachinePlayer"
    seat = make_player(f"java:{where}")
    try:
        assert str(seat.choose(Board(moves=WON), PATIENT)) in ("17", "57")  # type: ignore[union-attr]
        for question, answer in (
            ("opponentmove 44", "true"),
            ("opponentmove 33", "false"),
            ("opponentmove 00", "false"),
            ("forcemove 44", "true"),
            ("forcemove 33-44", "false"),
        ):
            assert seat.query(question, Board(moves="33")) == answer  # type: ignore[union-attr]
    finally:
        seat.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("java:", "a Java player has a path"),
        ("java:no/such/folder", "there is no file or folder 'no/such/folder'"),
        (f"java:{HERE / 'flat'}#a b", "'a b' is not the name of a Java class"),
        (f"java:{HERE / 'flat'}#a.B", "there is no class a.B in"),
        (f"java:{HERE / 'broken'}", "does not compile: "),
    ],
)
def test_texts_that_name_no_player(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make_player(text)


def test_without_java_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(ValueError, match=r"a Java player needs Java.* install a JDK"):
        make_player(f"java:{HERE / 'flat'}")


def test_java_may_be_where_java_home_says(monkeypatch: pytest.MonkeyPatch) -> None:
    java = shutil.which("java")
    assert java is not None
    monkeypatch.setenv("JAVA_HOME", str(Path(os.path.realpath(java)).parents[1]))
    monkeypatch.setenv("PATH", "/nowhere")
    assert Path(javac.tool("java")).name == "java"
