"""Players by their names on the command line.

human                              a person at the keyboard
random[:seed=1]                    any legal move
machine[:level=5,time=1,depth=4]   the machine; also threads and hash
net[:simulations=200]              the learned player; also file, for a network of your own
FILE.onnx[:simulations=200]        the same as net:file=FILE.onnx
ugi:COMMAND [option.NAME=VALUE]    a program that speaks UGI, and options for it
java:PATH[#package.Class]          a player of the course: sources, classes, a jar or a zip file
python:MODULE:CLASS                a class with the course's interface in Python; or FILE.py:CLASS
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Unpack

from tenchips.errors import check_type
from tenchips.players.machine import Machine, MachineOptions
from tenchips.players.player import Human, PlayerError, RandomPlayer, Seat

KINDS: Final = ("human", "random", "machine", "net")
"""The words that are players by themselves."""

HOW_TO: Final = (
    "choose human, random, machine or net, name a program with ugi:COMMAND, java:PATH or "
    "python:MODULE:CLASS, or a network with FILE.onnx"
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
    log: Path | None = None,
    **machine: Unpack[MachineOptions],
) -> Seat:
    """The player that a text names. The seed is for random players and, if it is an int, for the
    errors of a level; every line to and from a program is added to the file `log`; the other
    options are the machine's, where the text itself does not give them.

    >>> make_player("human")
    Human(name='human')
    >>> make_player("machine:depth=2").name, make_player("machine", level=3).name
    ('machine:depth=2', 'machine:level=3')
    >>> make_player("robot")
    Traceback (most recent call last):
    tenchips.players.player.PlayerError: 'robot' is not a player: choose human, random, machine or \
net, name a program with ugi:COMMAND, java:PATH or python:MODULE:CLASS, or a network with FILE.onnx
    """
    check_type("text", text, str, "a text like 'machine:level=3'")
    kind, colon, rest = text.partition(":")
    match kind, bool(colon):
        case "human", False:
            return Human()
        case "random", _:
            return _random(rest, seed)
        case "machine", _:
            return _machine(text, machine, seed)
        case "net", _:
            return _net(text, rest)
        case "ugi", True:
            from tenchips.players.program import ProgramPlayer

            command, options = _command(rest)
            return ProgramPlayer(command, options=options, log=log)
        case "java", True:
            from tenchips.players.jvm import java_player

            return java_player(rest, log)
        case "python", True:
            return _python(rest, log)
    if network := re.fullmatch(r"(.+\.onnx)(?::(.*))?", text, re.DOTALL | re.IGNORECASE):
        return _net(text, network[2] or "", Path(network[1]))
    raise PlayerError(f"{text[:40]!r} is not a player: {HOW_TO}")


def _random(rest: str, seed: int | str | None) -> Seat:
    options = _options(rest, ["seed"])
    return RandomPlayer(options.get("seed", seed))


def _machine(text: str, given: MachineOptions, seed: int | str | None) -> Seat:
    options: dict[str, Any] = {
        name: _number(name, value, _NUMBERS[name])
        for name, value in _options(text.partition(":")[2], list(_NUMBERS)).items()
    }
    wanted: dict[str, Any] = {**given, **options}
    machine = Machine(seed=seed if isinstance(seed, int) else None, **wanted)
    machine.name = text
    if "level" not in options and (level := wanted.get("level")) is not None:
        machine.name += f"{',' if options else ':'}level={level}"
    return machine


def _net(text: str, rest: str, file: Path | None = None) -> Seat:
    from tenchips.players.net import NetPlayer

    options = _options(rest, ["simulations"] if file else ["simulations", "file"])
    simulations = int(_number("simulations", options.get("simulations", "1"), int))
    if "file" in options:
        file = Path(options["file"])
    player = NetPlayer(simulations=simulations, file=file)
    player.name = text
    return player


def _number(name: str, value: str, kind: Callable[[str], int | float]) -> int | float:
    try:
        return kind(value)
    except ValueError:
        raise PlayerError(f"{name} is a number, not {value[:40]!r}") from None


def _options(text: str, known: list[str]) -> dict[str, str]:
    """`name=value` words with commas between them.

    >>> _options("level=5,time=1", ["level", "time"])
    {'level': '5', 'time': '1'}
    """
    options: dict[str, str] = {}
    for word in filter(None, text.split(",")):
        name, equals, value = word.partition("=")
        if name not in known or not equals:
            raise PlayerError(
                f"{word[:40]!r} is not an option of this player: write name=value with "
                + ", ".join(known)
            )
        options[name] = value
    return options


def _command(text: str) -> tuple[list[str], dict[str, str]]:
    """A command as a shell would read it, and the UGI options after it.

    >>> _command("'my engine' --size=3,4 option.Hash=64 'option.Own Book=true'")
    (['my engine', '--size=3,4'], {'Hash': '64', 'Own Book': 'true'})
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerError(f"{text[:60]!r} is not a command: {error}") from None
    options: dict[str, str] = {}
    while words and words[-1].startswith("option."):
        name, equals, value = words.pop().removeprefix("option.").partition("=")
        if not name or not equals:
            raise PlayerError(
                f"'option.{name[:40]}' sets no option: write option.NAME=VALUE, like option.Hash=64"
            )
        options = {name: value} | options
    return words, options


def _python(where: str, log: Path | None) -> Seat:
    from tenchips.players.program import ProgramPlayer

    module, _, name = where.rpartition(":")
    if not module or not name.isidentifier():
        raise PlayerError(
            f"{where[:60]!r} is not MODULE:CLASS or FILE.py:CLASS, like python:mine.py:MyPlayer"
        )
    if module.endswith(".py"):
        if not Path(module).is_file():
            raise PlayerError(f"there is no file {module[:80]!r} to play from")
        where = f"{os.path.abspath(module)}:{name}"
    ours = str(Path(__file__).parents[2])
    path = os.pathsep.join([os.getcwd(), ours, *filter(None, [os.environ.get("PYTHONPATH")])])
    return ProgramPlayer(
        [sys.executable, "-m", "tenchips.players.python_adapter", where],
        name=name,
        env=os.environ | {"PYTHONPATH": path},
        adapted=True,
        log=log,
    )
