"""`tenchips compliance`: checks whether a program plays by the rules and the protocol."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tenchips.cli.app import UsageError, interrupt_on_termination
from tenchips.cli.options import LogFile, number

if TYPE_CHECKING:
    from tenchips.arena.compliance import Check


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

    Write its command after two dashes, and options of tenchips before them: what follows goes to
    the program, as in: tenchips compliance --time 2 -- python engine.py

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
    from tenchips.arena.compliance import examine, is_course_player
    from tenchips.protocol.traffic import check_log

    if log is not None:
        check_log(log)
    if not words:
        raise UsageError("name the player or the command to check")
    text = words[0] if len(words) == 1 else shlex.join(words)
    if time is not None:
        time_control(time)  # raises if it makes no sense
    made: list[Check] = []
    alike: list[Check] = []
    for check in examine(text, time, MARGIN if margin is None else margin, log):
        if check.fault and made and check.fault == made[-1].fault:
            alike.append(check)
        else:
            _print_alike(alike)
            alike.clear()
            print(check, flush=True)
        made.append(check)
    _print_alike(alike)
    passed = sum(check.passed for check in made)
    print(f"{passed} of {len(made)} checks passed")
    if len({check.fault for check in made}) == 1 and passed == 0 and not is_course_player(text):
        print(f"It does not speak UGI. Talk to it: tenchips debug -- {text}")
    return 0 if passed == len(made) else 1


def _print_alike(checks: Sequence[Check]) -> None:
    """Print checks that failed for the reason of the one before: of a program that does not start,
    all of them."""
    if len(checks) == 1:
        print(checks[0], flush=True)
    elif checks:
        print(f"{checks[0].number:2}-{checks[-1].number} Failed, for the same reason", flush=True)
