"""A class of six hand-ins of mixed quality, laid out in the ways that students hand in."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent / "hand_ins"
STUDENTS: Final = ("amara", "bruno", "chen", "dilek", "emil", "farah")


def write_class(folder: Path) -> Path:
    """Write the hand-ins of the class into a folder."""
    for name in STUDENTS:
        write_hand_in(name, folder)
    (folder / "README.txt").write_text("The hand-ins of the autumn class.\n")
    return folder


def write_hand_in(name: str, folder: Path) -> Path:
    """Write one hand-in, as its author would have laid it out."""
    place = folder / name
    rules = (HERE / "Rules.java").read_text()
    sources = {path.name: path.read_text() for path in sorted((HERE / name).glob("*.java"))}
    match name:
        case "amara":  # with her own copies of the course's classes, in an Eclipse project
            _write(place / "src" / "player", sources | {"Rules.java": rules})
        case "bruno":  # saved on Windows, and an old attempt is still there
            _write(place / "player", sources | {"Rules.java": rules}, encoding="cp1252")
            old = {"MachinePlayer.java": "package player;\npublic class MachinePlayer { this }\n"}
            _write(place / "Other files", old)
        case "chen":  # in another package, with the course's classes there
            theirs = Path(__file__).parents[1] / "src" / "tenchips" / "players" / "java"
            course = {
                f"{each}.java": (theirs / f"{each}.java").read_text() for each in ("Move", "Player")
            }
            moved = {
                each: text.replace("package player;", "package cs61bxy.player;")
                for each, text in (sources | course | {"Rules.java": rules}).items()
            }
            _write(place / "cs61bxy" / "player", moved)
        case "farah":  # an archive, made on a Mac
            place = folder / "farah.zip"
            with zipfile.ZipFile(place, "w") as archive:
                for each, text in (sources | {"Rules.java": rules}).items():
                    archive.writestr(f"project2/player/{each}", text)
                    archive.writestr(f"__MACOSX/project2/player/._{each}", b"\0\5\26\7")
        case _:  # without the folder of the package
            _write(place, sources)
    return place


def _write(folder: Path, sources: dict[str, str], encoding: str = "utf-8") -> None:
    folder.mkdir(parents=True)
    for name, text in sources.items():
        (folder / name).write_text(text, encoding=encoding)
