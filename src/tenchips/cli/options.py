"""The arguments and options that several commands share, and how their values are read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from tenchips.notation import START

STARTS: Final = ("start", "startpos")
"""Names for the position before the first move."""

PROGRAMS: Final = (
    "random, machine[:level=5,...], net[:simulations=200], 'ugi:COMMAND option.NAME=VALUE ...', "
    "java:PATH, python:MODULE:CLASS or FILE.onnx"
)
"""How players that are programs are written."""

PLAYERS: Final = f"human, {PROGRAMS}"
"""How all players are written."""


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number") from None


def number(text: str) -> float:
    """A number, with or without a fraction."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a number") from None


def named_position(text: str) -> str:
    """A position, or one of the names for the start."""
    return START if text in STARTS else text


Position: TypeAlias = Annotated[
    str, typer.Argument(help="A position, or start.", metavar="POSITION")
]
SecondsPerMove: TypeAlias = Annotated[
    float,
    typer.Option("--time", help="Seconds per move.", metavar="SECONDS", parser=number),
]
Threads: TypeAlias = Annotated[
    int, typer.Option(help="Threads of the engine.", metavar="N", parser=whole)
]
HashMegabytes: TypeAlias = Annotated[
    int,
    typer.Option(help="Size of the engine's table in megabytes.", metavar="MB", parser=whole),
]
HouseRules: TypeAlias = Annotated[
    str | None,
    typer.Option("--rules", help="House rules, like 'no_move=draw repetition=0'.", metavar="RULES"),
]
RecordFile: TypeAlias = Annotated[
    Path | None, typer.Option("--record", help="Add every game to this file.", metavar="FILE")
]
LogFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--log", help="Add every line to and from programs to this file.", metavar="FILE"),
]
"""Where to see what programs are sent, answer, and write to their error output."""
Plain: TypeAlias = Annotated[
    bool, typer.Option("--plain", help="Print line by line; do not use the full screen.")
]
Concurrency: TypeAlias = Annotated[
    int,
    typer.Option("--concurrency", help="Games played at the same time.", metavar="N", parser=whole),
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(help="Use the Dask cluster at this address.", metavar="ADDRESS"),
]
