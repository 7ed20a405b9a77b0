"""Players written in Java, as students of the course submit them.

`java:CLASSPATH[#package.Class]` names a player: compiled classes, a jar, or a folder of sources.
Sources are compiled together with the adapter that speaks UGI for the player, and with the course's
own classes for those who left them out. The classes are kept in the user's cache folder, under a
name made from the sources, so that a source is compiled once and again when it changes. The player
runs in a JVM of its own. Nothing here plays or judges a move.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from tenchips.players.player import PlayerError
from tenchips.players.program import ProgramPlayer

CLASS: Final = "player.MachinePlayer"
"""The default class."""

HEAP: Final = 1024
"""Megabytes that a player's objects may take."""

SOURCES: Final = Path(__file__).with_name("java")
"""Where the adapter, the course's `Move` and `Player`, and our `MachinePlayer` for it are."""

QUICK_START: Final = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData")
"""What makes a compiler that runs for a second start sooner, and leave nothing behind."""

COMPILE_TIMEOUT: Final = 120.0
"""Seconds that a compilation may take."""

KEPT_DAYS: Final = 30
"""Classes that have not been used for this long are removed from the cache."""


def java_player(where: str, log: Path | None = None) -> ProgramPlayer:
    """A player for `CLASSPATH[#package.Class]`, compiled if need be."""
    split(where)
    _tool("java")
    return _Jvm(*split(compiled(where)), short_name(where), log)


def split(where: str) -> tuple[str, str]:
    """The two parts of `CLASSPATH[#package.Class]`.

    >>> split("."), split(".#ann.Player")
    (('.', 'player.MachinePlayer'), ('.', 'ann.Player'))
    """
    classpath, _, class_name = where.partition("#")
    if not classpath:
        raise PlayerError("a Java player has a path: write it after java:, like java:classes")
    class_name = class_name or CLASS
    if not re.fullmatch(r"[\w$]+(\.[\w$]+)*", class_name):
        raise PlayerError(f"{class_name[:60]!r} is not the name of a Java class")
    for part in classpath.split(os.pathsep):
        if not Path(part).exists():
            raise PlayerError(f"there is no file or folder {part[:80]!r} to play from")
    return classpath, class_name


def compiled(where: str) -> str:
    """The same player, ready to run: a text to put after `java:` once more."""
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
        parts.insert(0, str(_classes(sources, root or source.parent, [*parts, own])))
    return f"{os.pathsep.join([*parts, own])}#{class_name}"


# The cache of classes


def cache_folder() -> Path:
    """Where compiled classes are kept: `tenchips/java` in the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, "tenchips", "java")


def _own_classes() -> Path:
    """The adapter and the course's classes."""
    return _classes([SOURCES / f"{name}.java" for name in ("Adapter", "Move", "Player")])


def _classes(
    sources: Sequence[Path], root: Path | None = None, classpath: Sequence[str] = ()
) -> Path:
    """The folder of the classes of some sources, compiled now if it is not there. It appears as a
    whole, so that no other process finds half of it."""
    key = _key(sources, root, classpath)
    folder = cache_folder() / key
    if folder.exists():
        with suppress(OSError):
            os.utime(folder)  # it is in use
        return folder
    draft = folder.with_name(f"{key}.{secrets.token_hex(4)}.part")
    try:
        _make_folder(draft)
        _remove_old(folder.parent)
        _compile(sources, draft, root, classpath)
        try:
            draft.rename(folder)
        except OSError:
            if not folder.exists():  # otherwise somebody else was quicker
                raise
        return folder
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise PlayerError(
            f"compiled classes cannot be kept in {folder.parent}: {error.strerror}; "
            "name another folder in the environment variable XDG_CACHE_HOME"
        ) from None


def _key(sources: Sequence[Path], root: Path | None, classpath: Sequence[str]) -> str:
    """A name for what is compiled, another one whenever a source or a class beside it changes."""
    digest = sha256(os.fsencode(f"{_tool('javac')} {root} {classpath} {sources}"))
    folders = {*classpath, *(str(source.parent) for source in sources)}
    for path in sorted(set(_files(folders))):
        status = path.stat()
        state = f"{status.st_size} {status.st_mtime_ns}".encode()
        content = path.read_bytes() if path.suffix == ".java" else state
        digest.update(sha256(os.fsencode(path)).digest() + sha256(content).digest())
    return digest.hexdigest()[:32]


def _files(places: Iterable[str]) -> Iterable[Path]:
    """The sources, classes and jars that a compilation may read."""
    for place in map(Path, places):
        if place.is_file():
            yield place
        for kind in ("*.java", "*.class"):
            yield from (path for path in place.rglob(kind) if path.is_file())


def _remove_old(cache: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 86_400
    for folder in cache.iterdir():
        with suppress(OSError):  # somebody else has just removed it
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


# Running and compiling


class _Jvm(ProgramPlayer):
    """A Java player whose classes are all compiled."""

    def __init__(self, classpath: str, class_name: str, name: str, log: Path | None) -> None:
        command = [
            _tool("java"), f"-Xmx{HEAP}m", "-Xss64m", "-XX:+UseSerialGC", "-XX:-UsePerfData",
            "-Djava.awt.headless=true", "-cp", classpath, "tenchips.Adapter", class_name,
        ]  # fmt: skip
        # The heap is not all that a JVM needs.
        super().__init__(command, name=name, memory=4 * HEAP, adapted=True, log=log)


def short_name(where: str) -> str:
    """The default name of a player: its folder, or its class.

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
        return None  # perhaps in a jar: Java will find out
    raise PlayerError(
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
    path = ["-sourcepath", str(root)] if root else []
    command = [
        _tool("javac"),
        *QUICK_START,
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
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_TIMEOUT)
    except subprocess.TimeoutExpired:
        raise PlayerError(f"{sources[0]} was not compiled within {COMPILE_TIMEOUT:g} s") from None
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "error:" in line]
        why = lines[0] if lines else "javac says nothing about why"
        raise PlayerError(f"{sources[0]} does not compile: {why.strip()}")


def _tool(name: str) -> str:
    """Where a program of the JDK is."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which(name, path=f"{home}/bin") if home else None
    found = found or shutil.which(name)
    if found is None:
        raise PlayerError(
            f"a Java player needs Java, and there is no {name} here: install a JDK "
            "(Debian, Ubuntu: apt-get install default-jdk-headless)"
        )
    return found
