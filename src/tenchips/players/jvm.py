"""Players written in Java, as students of the course hand them in.

`java:CLASSPATH[#package.Class]` names a player: compiled classes, a jar, or a folder of sources.
Sources are compiled into a temporary folder, together with the adapter that speaks UGI for the
player and with the course's own classes for those who left them out. The player runs in a JVM of
its own. Nothing here plays or judges a move.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, TypeAlias

from tenchips.players.program import ProgramPlayer

CLASS: Final = "player.MachinePlayer"
"""The class unless told otherwise."""

HEAP: Final = 1024
"""Megabytes that a player's objects may take."""

SOURCES: Final = Path(__file__).with_name("java")
"""Where the adapter, the course's `Move` and `Player`, and our `MachinePlayer` for it lie."""

_QUICK: Final = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")
"""What makes a compiler that runs for a second start sooner."""

COMPILING: Final = 120.0
"""Seconds that a compilation may take."""


def java_player(where: str) -> ProgramPlayer:
    """A player for `CLASSPATH[#package.Class]`, compiled if need be."""
    classpath, _ = split(where)
    _tool("java")
    ready = where if _is_ready(classpath) else _compiled_here(where)
    return _Jvm(*split(ready), short_name(where))


def split(where: str) -> tuple[str, str]:
    """The two parts of `CLASSPATH[#package.Class]`.

    >>> split("."), split(".#ann.Player")
    (('.', 'player.MachinePlayer'), ('.', 'ann.Player'))
    """
    classpath, _, class_name = where.partition("#")
    if not classpath:
        raise ValueError("a Java player has a path: write it after java:, like java:classes")
    class_name = class_name or CLASS
    if not re.fullmatch(r"[\w$]+(\.[\w$]+)*", class_name):
        raise ValueError(f"{class_name[:60]!r} is not the name of a Java class")
    for part in classpath.split(os.pathsep):
        if not Path(part).exists():
            raise ValueError(f"there is no file or folder {part[:80]!r} to play from")
    return classpath, class_name


def compiled(where: str, into: Path) -> str:
    """The same player, ready to run for as long as the folder is there and this program runs: a
    text to put after `java:` once more."""
    classpath, class_name = split(where)
    if _is_ready(classpath):
        return where
    own = str(_own_classes())
    parts = [os.path.abspath(part) for part in classpath.split(os.pathsep)]
    source = _source(parts, class_name)
    if source is not None:
        root = _root(source, class_name)
        # In a folder named after its package Java finds the other sources itself.
        sources = [source] if root else sorted(source.parent.glob("*.java"))
        _compile(sources, into, root or source.parent, [*parts, own])
        parts.insert(0, str(into))
    return f"{os.pathsep.join([*parts, own])}#{class_name}"


_State: TypeAlias = tuple[str, frozenset[tuple[str, int]]]
_compiled: dict[_State, str] = {}
_compiling: Final = threading.Lock()


def _compiled_here(where: str) -> str:
    """The same player compiled for as long as this program runs, and again when a source has
    changed: a worker of a cluster lives long, and students mend their programs."""
    with _compiling:
        state = _state(where)
        if state not in _compiled:
            _compiled[state] = compiled(where, _folder())
        return _compiled[state]


def _state(where: str) -> _State:
    """What a player is, and of what day its sources are."""
    folders = map(os.path.abspath, split(where)[0].split(os.pathsep))
    sources = (path for folder in folders for path in Path(folder).rglob("*.java"))
    dated = frozenset((str(path), path.stat().st_mtime_ns) for path in sources)
    return f"{os.getcwd()} {where}", dated


def _folder() -> Path:
    """A place for classes that is there until this program ends."""
    folder = Path(mkdtemp(prefix="tenchips-java-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _own_classes() -> Path:
    """The adapter and the course's classes, compiled once for as long as this program runs."""
    folder = _folder()
    _compile([SOURCES / f"{name}.java" for name in ("Adapter", "Move", "Player")], folder)
    return folder


class _Jvm(ProgramPlayer):
    """A Java player whose classes are all compiled."""

    def __init__(self, classpath: str, class_name: str, name: str) -> None:
        command = [
            _tool("java"), f"-Xmx{HEAP}m", "-Xss64m", "-XX:+UseSerialGC",
            "-Djava.awt.headless=true", "-cp", classpath, "tenchips.Adapter", class_name,
        ]  # fmt: skip
        # The heap is not all that a JVM needs.
        super().__init__(command, name=name, memory=4 * HEAP, adapted=True)


def short_name(where: str) -> str:
    """A name for a player nobody has named: its folder, or its class.

    >>> short_name("hand-ins/ann"), short_name("ann.jar#ann.Deep")
    ('ann', 'Deep')
    """
    classpath, _, class_name = where.partition("#")
    if class_name and class_name != CLASS:
        return class_name.rpartition(".")[2]
    return Path(os.path.abspath(classpath.split(os.pathsep)[0])).stem


def _is_ready(classpath: str) -> bool:
    """Whether the adapter is among the classes already."""
    return any(
        (Path(part) / "tenchips" / "Adapter.class").exists() for part in classpath.split(os.pathsep)
    )


def _source(parts: Sequence[str], class_name: str) -> Path | None:
    """The source of the class, if it has to be compiled."""
    inside = Path(*class_name.split("."))
    if any((Path(part) / inside.with_suffix(".class")).exists() for part in parts):
        return None
    package, _, simple = class_name.rpartition(".")
    outer = simple.partition("$")[0]
    says = re.compile(rf"^\s*package\s+{re.escape(package)}\s*;", re.MULTILINE)
    for part in parts:
        for path in sorted(Path(part).rglob(f"{outer}.java")) if Path(part).is_dir() else ():
            if not package or says.search(path.read_text(errors="replace")):
                return path
    if any(Path(part).is_file() for part in parts):
        return None  # in a jar, perhaps: Java will say
    raise ValueError(
        f"there is no class {class_name} in {' '.join(parts)[:200]}, compiled or as a source: "
        "name another one after #"
    )


def _root(source: Path, class_name: str) -> Path | None:
    """The folder that a source's package begins in; None if its folder is not named so."""
    package = class_name.split(".")[:-1]
    folders = source.parent.parts[len(source.parent.parts) - len(package) :]
    return source.parents[len(package)] if list(folders) == package else None


def _compile(
    sources: Sequence[Path], into: Path, root: Path | None = None, classpath: Sequence[str] = ()
) -> None:
    into.mkdir(parents=True, exist_ok=True)
    path = ["-sourcepath", str(root)] if root else []
    command = [
        _tool("javac"),
        *_QUICK,
        "-nowarn",
        "-implicit:class",
        "-encoding",
        "UTF-8",
        "-d",
        str(into),
        *path,
    ]
    command += ["-cp", os.pathsep.join([*classpath, str(into)]), *map(str, sources)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILING)
    except subprocess.TimeoutExpired:
        raise ValueError(f"{sources[0]} was not compiled within {COMPILING:g} s") from None
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "error:" in line]
        why = lines[0] if lines else "javac says nothing about why"
        raise ValueError(f"{sources[0]} does not compile: {why.strip()}")


def _tool(name: str) -> str:
    """Where a program of the JDK is."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which(name, path=f"{home}/bin") if home else None
    found = found or shutil.which(name)
    if found is None:
        raise ValueError(
            f"a Java player needs Java, and there is no {name} here: install a JDK "
            "(Debian, Ubuntu: apt-get install default-jdk-headless)"
        )
    return found
