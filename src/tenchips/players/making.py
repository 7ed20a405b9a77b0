"""Players by their names on the command line.

human                              a person at the keyboard
random[:seed=1]                    any legal move
machine[:level=5,time=1,depth=4]   the machine; also threads and hash
ugi:COMMAND                        a program that speaks UGI
java:CLASSPATH[#package.Class]     a player of the course: classes, a jar or sources
python:MODULE:CLASS                a class with the course's interface in Python; or FILE.py:CLASS
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Unpack

from tenchips.players.machine import Machine, MachineOptions
from tenchips.players.player import Human, RandomPlayer, Seat

KINDS: Final = ("human", "random", "machine")
"""The words that are players by themselves."""

HOW_TO: Final = (
    "choose human, random or machine, or name a program with ugi:COMMAND, java:CLASSPATH or "
    "python:MODULE:CLASS"
)
"""What to say to someone who has named no player."""

_NUMBERS: Final[dict[str, Callable[[str], int | float]]] = {
    "depth": int,
    "time": float,
    "level": int,
    "threads": int,
    "hash": int,
}


def make_player(
    text: str,
    *,
    seed: int | str | None = None,
    **machine: Unpack[MachineOptions],
) -> Seat:
    """The player that a text names. The seed is for chance; the other options are the machine's,
    where the text itself does not give them.

    >>> make_player("human")
    Human(name='human')
    >>> make_player("machine:depth=2").name
    'machine:depth=2'
    >>> make_player("robot")
    Traceback (most recent call last):
    ValueError: 'robot' is not a player: choose human, random or machine, or name a program with \
ugi:COMMAND, java:CLASSPATH or python:MODULE:CLASS
    """
    kind, colon, rest = text.partition(":")
    match kind, bool(colon):
        case "human", False:
            return Human()
        case "random", _:
            return _random(rest, seed)
        case "machine", _:
            return _machine(text, machine)
        case "ugi", True:
            from tenchips.players.program import ProgramPlayer

            return ProgramPlayer(_words(rest))
        case "java", True:
            from tenchips.players.jvm import java_player

            return java_player(rest)
        case "python", True:
            return _python(rest)
    raise ValueError(f"{text[:40]!r} is not a player: {HOW_TO}")


def _random(rest: str, seed: int | str | None) -> Seat:
    options = _options(rest, ["seed"])
    return RandomPlayer(options.get("seed", seed))


def _machine(text: str, given: MachineOptions) -> Seat:
    options: dict[str, Any] = {}
    for name, value in _options(text.partition(":")[2], list(_NUMBERS)).items():
        try:
            options[name] = _NUMBERS[name](value)
        except ValueError:
            raise ValueError(f"{name} is a number, not {value[:40]!r}") from None
    wanted: dict[str, Any] = {**given, **options}
    machine = Machine(**wanted)
    machine.name = text
    return machine


def _options(text: str, known: list[str]) -> dict[str, str]:
    """`name=value` words with commas between them.

    >>> _options("level=5,time=1", ["level", "time"])
    {'level': '5', 'time': '1'}
    """
    options: dict[str, str] = {}
    for word in filter(None, text.split(",")):
        name, equals, value = word.partition("=")
        if name not in known or not equals:
            raise ValueError(
                f"{word[:40]!r} is not an option of this player: write name=value with "
                + ", ".join(known)
            )
        options[name] = value
    return options


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{command[:60]!r} is not a command: {error}") from None


def _python(where: str) -> Seat:
    from tenchips.players.program import ProgramPlayer

    module, _, name = where.rpartition(":")
    if not module or not name.isidentifier():
        raise ValueError(f"{where[:60]!r} is not MODULE:CLASS, like python:mine:MyPlayer")
    if module.endswith(".py"):
        if not Path(module).is_file():
            raise ValueError(f"there is no file {module[:80]!r} to play from")
        where = f"{os.path.abspath(module)}:{name}"
    house = str(Path(__file__).parents[2])
    path = os.pathsep.join([os.getcwd(), house, *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "tenchips.players.host", where]
    return ProgramPlayer(command, name=name, env=os.environ | {"PYTHONPATH": path}, adapted=True)
