"""Hand-ins as they come: the right file in any folder, package and encoding, or a sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from course_class import write_hand_in
from tenchips import BLACK, WHITE, Board
from tenchips.players import HandInError, PlayerError, jvm, make_player, start_errors
from tenchips.players.archives import MOST_BYTES, MOST_FILES
from tenchips.players.hand_in import HandIn, JavaText, Source
from tenchips.players.javac import CompileError, tool
from tenchips.players.program import ProgramPlayer


def write(path: Path, package: str = "player", body: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"package {package};\npublic class {path.stem} {{ {body} }}\n")
    return path


def find(folder: Path, rest: str = "") -> HandIn:
    return HandIn.find(JavaText.parse(f"{folder}{rest}"))


def test_the_source_in_the_folder_of_its_package_is_taken(tmp_path: Path) -> None:
    write(tmp_path / "Other files" / "MachinePlayer.java", body="int old;")
    write(tmp_path / "backup" / "player" / "MachinePlayer.java", body="int older;")
    right = write(tmp_path / "player" / "MachinePlayer.java")
    board = write(tmp_path / "player" / "Board.java")
    write(tmp_path / "Other files" / "Board.java", body="int old;")
    found = find(tmp_path)
    assert [source.path for source in found.sources] == [right, board]


def test_a_source_is_taken_rather_than_a_class(tmp_path: Path) -> None:
    source = write(tmp_path / "player" / "MachinePlayer.java")
    stale = tmp_path / "player" / "MachinePlayer.class"
    stale.write_bytes(b"\xca\xfe\xba\xbe\x01\x00\x14player/MachinePlayer")
    assert find(tmp_path).sources[0].path == source
    source.unlink()
    assert find(tmp_path).class_name == "player.MachinePlayer"
    assert find(tmp_path).sources == ()


@pytest.mark.parametrize("place", ["bin/player", "a/b/player"])
def test_classes_are_found_where_their_packages_begin(tmp_path: Path, place: str) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (folder / "MachinePlayer.class").write_bytes(b"\x01\x00\x14player/MachinePlayer")
    assert find(tmp_path).classpath[0] == folder.parent


def test_another_package_is_taken_or_named(tmp_path: Path) -> None:
    write(tmp_path / "cs61bxy" / "player" / "MachinePlayer.java", "cs61bxy.player")
    assert find(tmp_path).class_name == "cs61bxy.player.MachinePlayer"
    with pytest.raises(HandInError, match=r"no class a.B .*: write cs61bxy.player.MachinePlayer"):
        find(tmp_path, "#a.B")
    write(tmp_path / "old" / "MachinePlayer.java", "old")
    with pytest.raises(
        HandInError, match=r"several players: write cs61bxy.player.MachinePlayer or"
    ):
        find(tmp_path)


def test_two_that_could_be_meant_are_named(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        write(tmp_path / name / "player" / "MachinePlayer.java", body=f"int {name};")
    with pytest.raises(HandInError, match=r"twice, in ann/player/MachinePlayer.java and in bob/"):
        find(tmp_path)


def test_a_source_stands_for_its_folder(tmp_path: Path) -> None:
    source = write(tmp_path / "ann" / "src" / "player" / "MachinePlayer.java")
    text = JavaText.parse(str(source))
    assert text.short_name == "ann"
    assert HandIn.find(text).sources[0].root == tmp_path / "ann" / "src"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("x/src", "x"),
        ("y/src/player", "y"),
        ("ann.lee", "ann.lee"),
        ("z/ann.zip", "ann"),
        ("ann#player.Deep", "Deep"),
        ("ann#depth=3", "ann depth 3"),
    ],
)
def test_names(path: str, name: str) -> None:
    assert JavaText.parse(path).short_name == name


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = "// Größe\npackage player;\nclass A {}\n"
    path = tmp_path / "A.java"
    path.write_text(text, encoding=encoding)
    assert Source(path, tmp_path).text == text
    assert Source(path, tmp_path).name == "player.A"


def test_a_hand_in_brings_its_own_classes_and_changes(tmp_path: Path) -> None:
    """Her `Move.equals` decides what is legal, and her `Player` has a constant that ours lacks."""
    place = write_hand_in("amara", tmp_path)
    player = make_player(f"java:{place}#depth=3")
    assert isinstance(player, ProgramPlayer)
    with player:
        player.begin(WHITE)
        player.choose(Board(moves="33 44"))
        assert player.refused == ()
    assert "depth squared is 9" in player.stderr
    # Classes of an earlier version lie beside the source, and look newer.
    classes = player.command[player.command.index("-cp") + 1].partition(os.pathsep)[0]
    shutil.copytree(classes, place / "src", dirs_exist_ok=True)
    source = place / "src" / "player" / "MachinePlayer.java"
    source.write_text(source.read_text().replace('is " + depth * depth', 'is odd"'))
    os.utime(source, (0, 0))
    with make_player(f"java:{source}#depth=3") as edited:  # type: ignore[union-attr]
        edited.begin(BLACK)
    assert "depth squared is odd" in edited.stderr  # type: ignore[union-attr]


def test_sources_win_over_classes_that_look_newer(tmp_path: Path) -> None:
    """A class without a source is used; one beside a source is stale, whatever its date says."""
    place = tmp_path / "gita" / "player"
    shutil.copytree(Path(__file__).parent / "flat", place)
    memory = place / "Memory.java"

    def first_move() -> str:
        with make_player(f"java:{tmp_path / 'gita'}") as player:  # type: ignore[union-attr]
            return str(player.choose(Board()))

    assert first_move() == "13"
    subprocess.run([tool("javac"), memory], check=True)
    stale = place / "Memory.class"
    os.utime(stale, (4e9, 4e9))  # in the year 2096
    memory.write_text(memory.read_text().replace("next = 1", "next = 2"))
    assert first_move() == "23"
    memory.unlink()
    assert first_move() == "13"
    move = (Path(jvm.__file__).parent / "java" / "Move.java").read_text()
    (place / "Move.java").write_text(move.replace("x1 = x;", "x1 = x + 2;"))
    assert first_move() == "33"  # the student's own Move, where the course's lies too


def test_what_the_compiler_says_names_symbol_and_line(tmp_path: Path) -> None:
    place = write_hand_in("dilek", tmp_path)
    with pytest.raises(CompileError) as caught:
        make_player(f"java:{place}")
    assert str(caught.value) == (
        f"{str(place)[:80]} does not compile: MachinePlayer.java, line 6: cannot find symbol: "
        "class Board, in class MachinePlayer (the first of 2 errors)"
    )
    assert [message.line for message in caught.value.messages] == [6, 13]


def test_one_that_crashes_when_it_is_made_is_named_with_the_line(tmp_path: Path) -> None:
    [error] = start_errors([make_player(f"java:{write_hand_in('emil', tmp_path)}")])
    assert isinstance(error, HandInError)
    assert str(error) == (
        "emil cannot play: it threw ArrayIndexOutOfBoundsException in MachinePlayer: Index 8 out "
        "of bounds for length 8 (MachinePlayer.java:10)"
    )


def archive(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"../outside.java": b""}, "has a path that leads outside: '../outside.java'"),
        ({"a/../../b.txt": b""}, "leads outside"),
        ({"/etc/x.class": b""}, "leads outside"),
        ({"..\\x.java": b""}, "leads outside"),
        ({"C:\\x.java": b""}, "leads outside"),
        ({"big.java": bytes(MOST_BYTES + 1)}, "holds more than 64 MB when it is unpacked"),
        ({f"{n}.java": b"" for n in range(MOST_FILES + 1)}, "holds 5001 files"),
        ({"readme.txt": b""}, "there is no class player.MachinePlayer in"),
    ],
)
def test_archives_that_are_refused(
    tmp_path: Path, files: dict[str, bytes], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(HandInError, match=re.escape(sentence)):
        find(archive(tmp_path / "ann.zip", files))
    assert not list(tmp_path.rglob("*.part"))
    assert not (tmp_path / "outside.java").exists()


def test_what_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "ann.zip").write_bytes(b"PK\3\4 and no more")
    with pytest.raises(HandInError, match=r"ann.zip is not a zip file that can be read"):
        find(tmp_path / "ann.zip")


def test_an_archive_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = find(write_hand_in("farah", tmp_path))
    assert [source.shown for source in found.sources] == [
        "project2/player/MachinePlayer.java",
        "project2/player/Rules.java",
    ]


@pytest.mark.parametrize("text", ["ann#depth=x", "ann#a b", "ann#-"])
def test_what_is_no_class(text: str) -> None:
    with pytest.raises(PlayerError, match="is not the name of a Java class"):
        JavaText.parse(text)
