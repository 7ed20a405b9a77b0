"""Who takes part in a match or tournament: a name, and the text that names the player."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from glob import glob
from pathlib import Path
from typing import Final

from tenchips.arena.errors import ArenaError
from tenchips.errors import TenchipsError
from tenchips.players import Human, Player, check_players, make_player

TABLE: Final = 16
"""Megabytes of table for a machine that is not told otherwise: it is emptied before every game, and
many play at a time."""


@dataclass(frozen=True)
class Entry:
    """Somebody who takes part.

    >>> Entry.parse("Ann=machine:level=3")
    Entry(name='Ann', text='machine:level=3')
    >>> Entry.parse("machine:level=3").name, Entry.parse("java:hand-ins/ann").name
    ('machine:level=3', 'ann')
    """

    name: str
    text: str

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Read `[NAME=]PLAYER`."""
        match = re.fullmatch(r"([^:=]{1,80})=(\w+(:.*)?)", text, re.DOTALL)
        if match is not None and match[1].strip():
            return cls(match[1].strip(), match[2])
        return cls(_name(text), text)

    def player(self, seed: str = "", log: Path | None = None) -> Player:
        """The player itself; the seed is for one that plays by chance, and every line to and from a
        program is added to the file `log`."""
        seat = make_player(self.text, seed=seed or None, log=log, hash=TABLE)
        if isinstance(seat, Human):
            raise ArenaError("people play with tenchips play: the arena is for programs")
        seat.name = self.name  # type: ignore[misc]
        return seat


def _name(text: str) -> str:
    """What to call a player whom nobody has named: a class of the course by its own name or its
    folder's, others by their text."""
    kind, _, where = text.partition(":")
    if kind == "python":
        return where.rpartition(":")[2] or text
    if kind == "java":
        from tenchips.players.jvm import short_name

        return short_name(where)
    return text


def expanded(text: str) -> list[Entry]:
    """The entries of a text: `java:folder/*` stands for a player in every folder there.

    >>> expanded("Ann=random")
    [Entry(name='Ann', text='random')]
    """
    if not text.startswith("java:") or "*" not in text:
        return [Entry.parse(text)]
    pattern, hash_sign, class_name = text.removeprefix("java:").partition("#")
    paths = sorted(path for path in glob(pattern) if not Path(path).name.startswith("."))
    if not paths:
        raise ArenaError(f"there is nothing at {pattern[:80]!r} to play from")
    return [Entry(Path(path).stem, f"java:{path}{hash_sign}{class_name}") for path in paths]


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """The same entries with names that differ.

    >>> [entry.name for entry in distinct([Entry.parse("random"), Entry.parse("random")])]
    ['random', 'random (2)']
    """
    names: set[str] = set()
    different = []
    for entry in entries:
        name, again = entry.name, 2
        while name in names:
            name, again = f"{entry.name} ({again})", again + 1
        names.add(name)
        different.append(replace(entry, name=name))
    return different


@dataclass(frozen=True)
class PreparedEntry(Entry):
    """An entry that can be played, and the file that all lines to and from its program go to."""

    log: Path | None = None

    def player(self, seed: str = "", log: Path | None = None) -> Player:
        """The player itself, with its log."""
        return super().player(seed, log or self.log)


def prepared(
    entries: Iterable[Entry], *, elsewhere: bool = False, log: Path | None = None
) -> list[PreparedEntry]:
    """The entries as they can be played: Java sources compiled, and every program started once to
    see that it answers. Those to be played on other machines are checked here as well, but every
    machine compiles for itself. `TenchipsError` with all that is wrong with them."""
    file = None if log is None else Path(os.path.abspath(log))
    ready, players, wrong = [], list[Player](), []
    for entry in entries:
        try:
            here = PreparedEntry(entry.name, _compiled_text(entry), file)
            players.append(here.player())
            ready.append(replace(here, text=_anywhere(entry).text) if elsewhere else here)
        except TenchipsError as error:
            wrong.append(str(error) if entry.name == entry.text else f"{entry.name}: {error}")
    try:
        if wrong:
            raise ArenaError("; ".join(wrong))
        check_players(players)
    finally:
        for player in players:
            player.close()
    return ready


def _compiled_text(entry: Entry) -> str:
    """The text of an entry, with Java sources compiled."""
    if not entry.text.startswith("java:"):
        return entry.text
    from tenchips.players.jvm import compiled

    return f"java:{compiled(entry.text.removeprefix('java:'))}"


def _anywhere(entry: Entry) -> Entry:
    """The same entry, whatever folder it is played from.

    >>> _anywhere(Entry("Ann", "java:/classes#ann.Player")).text
    'java:/classes#ann.Player'
    """
    kind, _, rest = entry.text.partition(":")
    if kind == "java":
        classpath, sign, class_name = rest.partition("#")
        paths = map(os.path.abspath, classpath.split(os.pathsep))
        rest = f"{os.pathsep.join(paths)}{sign}{class_name}"
    elif kind == "python" and rest.rpartition(":")[0].endswith(".py"):
        rest = os.path.abspath(rest)
    elif kind == "ugi":
        program, *words = shlex.split(rest)
        rest = shlex.join([os.path.abspath(program) if "/" in program else program, *words])
    else:
        return entry
    return replace(entry, text=f"{kind}:{rest}")
