"""What all commands share: how they begin and end, read numbers and refuse arguments."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, Final, NoReturn, TypeAlias

import typer

from tenchips.notation import START

STARTS: Final = ("start", "startpos")
"""Names for the position before the first move."""

PLAYERS: Final = (
    "human, random, machine[:level=5,...], 'ugi:COMMAND option.NAME=VALUE ...', java:CLASSPATH or "
    "python:MODULE:CLASS"
)
"""How players are named."""

LogFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--log", help="Add every line to and from programs to this file.", metavar="FILE"),
]
"""Where to see what programs are sent, answer, and write to their error output."""

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> NoReturn:
    """Run the command line and exit with its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # no character stops a game
    try:
        status = app(prog_name="tenchips", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except OSError as error:
        if sys.stdout is not None:  # and do not try again on the way out
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(f"the output cannot be written: {error.strerror}")
        sys.exit(1)
    except typer.TyperException as error:
        refuse(error.format_message())
    sys.exit(status)


def when_told_to_end(leave: Callable[[int, FrameType | None], Any]) -> None:
    """What to do when the process is told to end or its terminal is closed."""
    for closing in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(closing) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(closing, leave)


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a number") from None


def named_position(text: str) -> str:
    """A position as people name it on the command line."""
    return START if text in STARTS else text


@contextmanager
def refusing(fault: type[ValueError] = ValueError) -> Iterator[None]:
    """Turn what is wrong with the arguments into a sentence and exit status 2."""
    try:
        yield
    except fault as error:
        refuse(str(error))


def refuse(sentence: str) -> NoReturn:
    complain(sentence)
    sys.exit(2)


def complain(sentence: str) -> None:
    shown = "".join(c if c.isprintable() else "?" for c in sentence)
    print(f"tenchips: {shown}", file=sys.stderr)
