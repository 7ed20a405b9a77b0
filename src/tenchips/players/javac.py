"""Compiles Java sources, each set of them once.

The classes are kept in the user's cache folder, under a name made from the sources, so that sources
are compiled again when they change. The compiler gets copies of them in UTF-8, in the folders that
it expects; what it finds wrong is told in the names of the originals.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from tenchips.players.cache import kept
from tenchips.players.hand_in import Source
from tenchips.players.player import HandInError, PlayerError

OPTIONS: Final = (
    # for a compiler that runs for a second: start sooner, leave nothing behind, speak English
    *("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-XX:-UsePerfData"),
    *("-J-Duser.language=en", "-nowarn", "-proc:none", "-implicit:class", "-encoding", "UTF-8"),
    "-Xprefer:source",  # the student's own Move and not ours, new sources and not old classes
)
TIMEOUT: Final = 120.0
"""Seconds that a compilation may take."""

_ERROR: Final = re.compile(r"(.+\.java):(\d+): error: (.*)")
_DETAIL: Final = re.compile(r"  (symbol|location|reason): +(.*)")


@dataclass(frozen=True)
class CompilerMessage:
    """What is wrong in a line of a source.

    >>> print(CompilerMessage("player/Board.java", 7, "';' expected"))
    player/Board.java, line 7: ';' expected
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.text}"


class CompileError(HandInError):
    """Sources that do not compile, with everything that the compiler says about them."""

    def __init__(self, sentence: str, messages: tuple[CompilerMessage, ...]) -> None:
        super().__init__(sentence)
        self.messages = messages


def classes_of(
    sources: Sequence[Source],
    classpath: Sequence[Path] = (),
    *,
    name: str = "",
    needed: int = 1,
) -> Path:
    """The folder of the classes of the first sources, as many as are `needed`, and of all that they
    use, compiled now if it is not there. It appears as a whole, so that no other process finds half
    of it. Errors are about the hand-in called `name`."""

    def compile_in(draft: Path) -> Path:
        (draft / "classes").mkdir()
        staged = _stage(sources, draft / "sources")
        first, others = [*staged][:needed], [*staged][needed:]
        beside = [path for path in others if path.parent == first[0].parent]
        _compile(first, beside, draft, classpath, staged, name)
        return draft / "classes"

    return kept(_key(sources, classpath), compile_in)


def _key(sources: Sequence[Source], classpath: Sequence[Path]) -> str:
    """A name for what is compiled, another one whenever a source or a class beside it changes."""
    digest = sha256(os.fsencode(f"{tool('javac')} {[str(part) for part in classpath]}"))
    for source in sources:
        digest.update(f"{source.place}\n{source.text}\0".encode(errors="replace"))
    for path in sorted(set(_compiled(classpath))):
        status = path.stat()
        digest.update(os.fsencode(f"{path} {status.st_size} {status.st_mtime_ns}\0"))
    return digest.hexdigest()[:32]


def _compiled(places: Iterable[Path]) -> Iterable[Path]:
    """The classes and jars that a compilation may read."""
    for place in places:
        if place.is_file():
            yield place
        yield from (path for path in place.rglob("*.class") if path.is_file())


def _stage(sources: Sequence[Source], folder: Path) -> dict[Path, Source]:
    """Copies of the sources, in UTF-8 and in the folders of their packages."""
    staged = {folder / source.place: source for source in sources}
    for path, source in staged.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8", newline="")
    return staged


def _compile(
    first: Sequence[Path],
    beside: Sequence[Path],
    draft: Path,
    classpath: Sequence[Path],
    staged: Mapping[Path, Source],
    name: str,
) -> None:
    """Compile the first sources and, through them, what they use. If that fails, the sources beside
    them are tried as well: one may hold a class of another name."""
    path = ["-sourcepath", str(draft / "sources"), "-d", str(draft / "classes")]
    path += ["-cp", os.pathsep.join(map(str, classpath)) or str(draft / "classes")]
    said = ""
    for sources in [first, [*first, *beside]] if beside else [first]:
        command = [tool("javac"), *OPTIONS, *path, *map(str, sources)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            raise HandInError(f"{name} was not compiled within {TIMEOUT:g} s") from None
        if not done.returncode:
            return
        said = said or done.stdout + done.stderr
    messages = tuple(dict.fromkeys(_messages(said, staged)))
    why = str(messages[0]) if messages else "the compiler does not say why"
    more = f" (the first of {len(messages)} errors)" if len(messages) > 1 else ""
    raise CompileError(f"{name} does not compile: {why}{more}", messages)


def _messages(said: str, staged: Mapping[Path, Source]) -> Iterable[CompilerMessage]:
    """The errors of a compiler, each with the symbol that it is about."""
    found: list[tuple[str, int, str, dict[str, str]]] = []
    for line in said.splitlines():
        if error := _ERROR.match(line):
            path, number, text = error.groups()
            source = staged.get(Path(path))
            found.append((source.shown if source else path, int(number), text, {}))
        elif found and (detail := _DETAIL.match(line)):
            found[-1][3].setdefault(*detail.groups())
    for file, number, text, details in found:
        text += f": {details['symbol']}" if "symbol" in details else ""
        text += f", in {details['location']}" if "location" in details else ""
        text += f" {details['reason']}" if "reason" in details else ""
        yield CompilerMessage(file, number, " ".join(text.split()))


def tool(name: str) -> str:
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
