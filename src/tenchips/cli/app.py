"""How every command begins and ends: exit statuses, error messages, signals.

A user's mistake is a `TenchipsError` or a wrong option: one sentence and exit status 2. Any other
exception is a bug: one sentence that says so, and exit status 70. No traceback reaches a user who
has not asked for one with `TENCHIPS_DEBUG=1`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from types import FrameType
from typing import Any, Final, NoReturn

import typer

from tenchips.errors import TenchipsError

WRONG_USAGE: Final = 2
BUG: Final = 70
"""`EX_SOFTWARE` of sysexits.h."""
INTERRUPTED: Final = 130
"""What shells give a program that Ctrl-C ended."""

DEBUG: Final = "TENCHIPS_DEBUG"
"""The environment variable that makes bugs show their traceback."""

_OUTPUT_ERRORS: Final = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT)
"""How writing to the standard output fails."""

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class UsageError(TenchipsError):
    """Arguments that do not make sense, alone or together."""


def main() -> NoReturn:
    """Run the command line and exit with its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # no character stops a game
    sys.exit(_status())


def _status() -> int:
    """Run the command line and turn every way it can end into an exit status."""
    try:
        status: int = app(prog_name="tenchips", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except typer.TyperException as error:
        complain(error.format_message())
        return WRONG_USAGE
    except TenchipsError as error:
        complain(str(error))
        return WRONG_USAGE
    except OSError as error:
        if error.errno not in _OUTPUT_ERRORS or error.filename is not None:
            return _report_bug(error)
        if sys.stdout is not None:  # and do not try again on the way out
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(f"the output cannot be written: {error.strerror}")
        return 1
    except MemoryError as error:
        complain(f"{error or 'there is not enough memory'}: ask for less")
        return 1
    except Exception as error:
        return _report_bug(error)


def _report_bug(error: Exception) -> int:
    if os.environ.get(DEBUG):
        raise error
    complain(
        f"this is a bug in Tenchips ({type(error).__name__}: {error}): please report it, with "
        f"the traceback that you get with {DEBUG}=1"
    )
    return BUG


def complain(sentence: str) -> None:
    """Print an error message, without characters that a terminal would act on."""
    shown = "".join(c if c.isprintable() else "?" for c in sentence)
    print(f"tenchips: {shown}", file=sys.stderr)


def on_termination(handler: Callable[[int, FrameType | None], Any]) -> None:
    """Call a function when the process is asked to terminate or its terminal is closed."""
    numbers = [signal.SIGTERM]
    if sys.platform != "win32":
        numbers.append(signal.SIGHUP)
    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, handler)


def interrupt_on_termination() -> None:
    """Treat a request to terminate like Ctrl-C, so that the work so far is kept."""
    on_termination(signal.default_int_handler)
