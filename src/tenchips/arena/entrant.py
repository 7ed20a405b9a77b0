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
from tenchips.errors import TenchipsError, check_type
from tenchips.players import (
    HandInError,
    Human,
    Player,
    PlayerError,
    PlayerFault,
    RandomPlayer,
    make_player,
    start_errors,
)
from tenchips.squares import Color

TABLE: Final = 16
"""Default size of a machine's table in megabytes. It is small because many machines may play at the
same time, and clearing it before every game takes time."""


@dataclass(frozen=True)
class Entrant:
    """A player in a match or tournament.

    >>> Entrant.parse("Ann=machine:level=3")
    Entrant(name='Ann', text='machine:level=3')
    >>> Entrant.parse("Mine=run/net.onnx:simulations=9").text
    'run/net.onnx:simulations=9'
    >>> Entrant.parse("machine:level=3").name, Entrant.parse("java:hand-ins/ann").name
    ('machine:level=3', 'ann')
    """

    name: str
    text: str

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Read `[NAME=]PLAYER`."""
        check_type("text", text, str, "a text like 'machine:level=3'")
        match = re.fullmatch(r"([^:=]{1,80})=(\w+(:.*)?|.+\.onnx(:.*)?)", text, re.DOTALL)
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
    """The default name of a player: the class or folder of a course player, the text of others."""
    kind, _, where = text.partition(":")
    if kind == "python":
        return where.rpartition(":")[2] or text
    if kind == "java":
        from tenchips.players.hand_in import JavaText

        return JavaText.parse(where).short_name
    return text


def expanded(text: str) -> list[Entrant]:
    """The entrants of a text: `java:folder/*` stands for a player in every folder and archive
    there.

    >>> expanded("Ann=random")
    [Entrant(name='Ann', text='random')]
    """
    if not text.startswith("java:") or "*" not in text:
        return [Entrant.parse(text)]
    pattern, hash_sign, class_name = text.removeprefix("java:").partition("#")
    paths = sorted(
        path
        for path in glob(pattern)
        if Path(path).is_dir() or Path(path).suffix in (".jar", ".zip")
    )
    if not paths:
        raise ArenaError(f"there is nothing at {pattern[:80]!r} to play from")
    return [Entrant(_name(f"java:{path}"), f"java:{path}{hash_sign}{class_name}") for path in paths]


def distinct(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The same entrants with names that differ.

    >>> [entrant.name for entrant in distinct([Entrant.parse("random"), Entrant.parse("random")])]
    ['random', 'random (2)']
    """
    names: set[str] = set()
    different = []
    for entrant in entrants:
        name, again = entrant.name, 2
        while name in names:
            name, again = f"{entrant.name} ({again})", again + 1
        names.add(name)
        different.append(replace(entrant, name=name))
    return different


@dataclass(frozen=True)
class PreparedEntrant(Entrant):
    """An entrant as it is played, and the file that all lines to and from its program go to.

    >>> PreparedEntrant("Ann", "random").player().name
    'Ann'
    """

    log: Path | None = None
    cannot_play: str = ""
    """Why it forfeits all its games, if it does."""

    def player(self, seed: str = "", log: Path | None = None) -> Player:
        """The player itself, with its log."""
        if self.cannot_play:
            return _Absent(self.name, self.cannot_play)
        return super().player(seed, log or self.log)


class _Absent(RandomPlayer):
    """A player that cannot play: it loses every game before the first move."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__()
        self.name, self._reason = name, reason

    def begin(self, color: Color) -> None:
        """Forfeit."""
        raise PlayerFault("forfeit", f"{self.name} cannot play: {self._reason}")


def prepared(
    entrants: Iterable[Entrant],
    *,
    elsewhere: bool = False,
    log: Path | None = None,
    may_forfeit: bool = False,
) -> list[PreparedEntrant]:
    """The entrants as they can be played: Java sources compiled, and every program started once to
    see that it answers. Those to be played on other machines are checked here as well, but every
    machine compiles for itself. `TenchipsError` with all that is wrong with them; but where they
    `may_forfeit`, course players that cannot play are kept, and forfeit their games.

    >>> [ready.name for ready in prepared([Entrant("Ann", "random")])]
    ['Ann']
    """
    file = None if log is None else Path(os.path.abspath(log))
    ready = list[PreparedEntrant]()
    players, wrong = list[Player](), list[str]()
    for entrant in entrants:
        here = PreparedEntrant(entrant.name, entrant.text, file)
        try:
            here = replace(here, text=compiled_text(entrant))
            players.append(here.player())
            ready.append(replace(here, text=_anywhere(entrant).text) if elsewhere else here)
        except TenchipsError as error:
            sentence = str(error) if entrant.name == entrant.text else f"{entrant.name}: {error}"
            here = replace(here, cannot_play=str(error))
            players.append(here.player())
            ready.append(here)
            if not (may_forfeit and isinstance(error, HandInError)):
                wrong.append(sentence)
    try:
        if wrong:
            raise ArenaError("; ".join(wrong))
        errors = start_errors(players)
    finally:
        for player in players:
            player.close()
    faults = [error for error in errors if error is not None]
    if not all(may_forfeit and isinstance(error, HandInError) for error in faults):
        raise PlayerError("; ".join(dict.fromkeys(map(str, faults))))
    ready = [
        each
        if error is None
        else replace(each, cannot_play=str(error).removeprefix(f"{each.name} cannot play: "))
        for each, error in zip(ready, errors, strict=True)
    ]
    if may_forfeit and sum(not each.cannot_play for each in ready) < 2:
        unable = (each for each in ready if each.cannot_play)
        reasons = "; ".join(f"{each.name}: {each.cannot_play}" for each in unable)
        raise ArenaError(f"fewer than two of the players can play: {reasons}")
    return ready


def compiled_text(entrant: Entrant) -> str:
    """The text of an entrant, with Java sources compiled.

    >>> compiled_text(Entrant("Ann", "random"))
    'random'
    """
    if not entrant.text.startswith("java:"):
        return entrant.text
    from tenchips.players.jvm import compiled

    return f"java:{compiled(entrant.text.removeprefix('java:'))}"


def _anywhere(entrant: Entrant) -> Entrant:
    """The same entrant, whatever folder it is played from.

    >>> _anywhere(Entrant("Ann", "java:/classes#ann.Player")).text
    'java:/classes#ann.Player'
    """
    kind, _, rest = entrant.text.partition(":")
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
        return entrant
    return replace(entrant, text=f"{kind}:{rest}")
