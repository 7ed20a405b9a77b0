"""Players written in Java, as students of the course submit them.

`java:PATH[#package.Class][,depth=N]` names a player: compiled classes, a jar, or a folder of
sources. Sources are compiled, and the course's own classes are there for those who left them out.
The player runs in a JVM of its own, with an adapter that speaks UGI for it. Nothing here plays or
judges a move.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tenchips.players.hand_in import HandIn, JavaText, Source
from tenchips.players.javac import classes_of, tool
from tenchips.players.program import ProgramPlayer

HEAP: Final = 1024
"""Megabytes that a player's objects may take."""

SOURCES: Final = Path(__file__).with_name("java")
"""Where the adapter, the course's `Move` and `Player`, and our `MachinePlayer` for it are."""


def java_player(where: str, log: Path | None = None) -> ProgramPlayer:
    """A player for `CLASSPATH[#package.Class][,depth=N]`, compiled if need be."""
    name = JavaText.parse(where).short_name
    tool("java")
    return _Jvm(JavaText.parse(compiled(where)), name, log)


def compiled(where: str) -> str:
    """The same player, ready to run: a text to put after `java:` once more."""
    text = JavaText.parse(where)
    text.check_exists()
    if any((part / "tenchips" / "Adapter.class").exists() for part in text.parts):
        return where
    found = HandIn.find(text)
    own = _own_classes()
    classpath = [*found.classpath, own]
    if found.sources:
        classpath.insert(0, classes_of(found.sources, classpath, name=text.classpath[:80]))
    depth = "" if text.depth is None else f",depth={text.depth}"
    return f"{os.pathsep.join(map(str, classpath))}#{found.class_name}{depth}"


def _own_classes() -> Path:
    """The adapter and the course's classes."""
    names = ("Adapter", "Move", "Player")
    sources = [Source(SOURCES / f"{name}.java", SOURCES) for name in names]
    return classes_of(sources, needed=len(sources))


class _Jvm(ProgramPlayer):
    """A Java player whose classes are all compiled."""

    def __init__(self, text: JavaText, name: str, log: Path | None) -> None:
        depth = [] if text.depth is None else [str(text.depth)]
        command = [
            tool("java"), f"-Xmx{HEAP}m", "-Xss64m", "-XX:+UseSerialGC", "-XX:-UsePerfData",
            "-Djava.awt.headless=true", "-cp", text.classpath, "tenchips.Adapter",
            text.class_name or "", *depth,
        ]  # fmt: skip
        # The heap is not all that a JVM needs.
        super().__init__(command, name=name, memory=4 * HEAP, adapted=True, log=log)
