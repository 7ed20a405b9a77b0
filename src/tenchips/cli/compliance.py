"""`tenchips compliance`: checks whether a program plays by the rules and the protocol."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tenchips.cli.app import UsageError, interrupt_on_termination
from tenchips.cli.options import LogFile, number


def compliance(
    command: Annotated[
        list[str], typer.Argument(help="A UGI engine's command, or a player.", metavar="COMMAND")
    ],
    time: Annotated[
        float | None,
        typer.Option(
            help="Seconds per move.  [default: 1; for a player of the course 5]",
            metavar="SECONDS",
            parser=number,
        ),
    ] = None,
    log: LogFile = None,
) -> int:
    """Check whether a program plays by the rules and the protocol.

    Write its command after two dashes: tenchips compliance -- python engine.py
    The exit status is 1 if a check fails.
    """
    interrupt_on_termination()
    return check_compliance(command, time=time, log=log)


def check_compliance(
    words: Sequence[str],
    *,
    time: float | None = None,
    margin: float | None = None,
    log: Path | None = None,
) -> int:
    """Check a player, given as everywhere or by the words of its command. Returns 1 if a check
    failed."""
    from tenchips.arena.clock import MARGIN, time_control
    from tenchips.arena.compliance import examine
    from tenchips.protocol.traffic import check_log

    if log is not None:
        check_log(log)
    if not words:
        raise UsageError("name the player or the command to check")
    text = words[0] if len(words) == 1 else shlex.join(words)
    if time is not None:
        time_control(time)  # raises if it makes no sense
    passed = total = 0
    for check in examine(text, time, MARGIN if margin is None else margin, log):
        print(check, flush=True)
        passed, total = passed + check.passed, total + 1
    print(f"{passed} of {total} checks passed")
    return 0 if passed == total else 1
