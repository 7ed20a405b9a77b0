"""`tenchips debug`: talk to a UGI engine, and see what is against the protocol."""

from __future__ import annotations

import shlex
import sys
import time
from typing import Annotated, Final

import typer

from tenchips.cli.app import UsageError
from tenchips.cli.options import number

STYLES: Final = {">": "cyan", "<": "green", "!": "yellow"}
HELP: Final = "Type commands such as ugi, isready, position startpos, go movetime 1000, quit."


def debug(
    command: Annotated[list[str], typer.Argument(help="The engine's command.", metavar="COMMAND")],
    wait: Annotated[
        float,
        typer.Option(
            help="Seconds to wait for answers, and for its exit, after the end of the input.",
            metavar="SECONDS",
            parser=number,
        ),
    ] = 10,
) -> int:
    """Talk to a UGI engine, and see what is against the protocol.

    Write its command after two dashes, and options of tenchips before them: what follows goes to
    the program, as in: tenchips debug --wait 5 -- python engine.py

    Lines to the engine begin with >, its answers with <, its error output with !. What is wrong is
    said below the line. From a file or a pipe, a line is sent when the one before it is answered;
    stop is sent at once. The exit status is 1 if anything was wrong.
    """
    from rich.console import Console

    from tenchips.protocol import EngineFault
    from tenchips.protocol.checker import Checker
    from tenchips.protocol.loop_thread import LoopThread
    from tenchips.protocol.process import EngineProcess

    words = shlex.split(command[0].removeprefix("ugi:")) if len(command) == 1 else command
    if not words:
        raise UsageError("name the command of the engine")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    checker = Checker()
    faults = 0

    def show(direction: str, line: str) -> None:
        nonlocal faults
        console.print(f"{direction} {line}", style=STYLES[direction])
        if direction == "!":
            return
        for fault in checker.sent(line) if direction == ">" else checker.received(line):
            faults += 1
            console.print(f"  wrong: {fault}", style="bold red")

    thread = LoopThread()
    try:
        process = thread.run(
            EngineProcess.start(words, timeout=wait, log=lambda _, way, line: show(way, line))
        )
    except EngineFault as fault:
        thread.close()
        raise UsageError(str(fault)) from None

    async def send(line: str) -> None:
        process.send(line)

    async def end() -> str:
        """What is wrong with how it ends, or nothing."""
        process.close_input()
        try:
            await process.within(process.has_exited(), "the end of its input")
        except EngineFault as fault:
            return str(fault)
        return ""

    def let_answer(is_last: bool = False) -> bool:
        """Wait until everything is answered, but for an endless search; whether that came true."""
        until = time.monotonic() + wait
        while any(is_last or "infinite" not in line.split() for line in checker.pending):
            if not process.is_alive or time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True

    is_typed = sys.stdin.isatty()
    if is_typed:
        console.print(HELP, style="dim")
    answers = not is_typed
    try:
        try:
            for line in sys.stdin:
                if answers and line.strip() != "stop":
                    answers = let_answer()
                thread.run(send(line.rstrip("\r\n")))
            let_answer(is_last=True)
            final = [f"no answer to {line}" for line in checker.pending]
            final += filter(None, [thread.run(end())])
        except EngineFault as fault:
            final = [str(fault)]
        for sentence in final:
            faults += 1
            console.print(f"  wrong: {sentence}", style="bold red")
    except KeyboardInterrupt:
        pass
    finally:
        thread.run(process.kill())
        thread.close()
    console.print(f"{faults} wrong" if faults else "nothing wrong")
    return 1 if faults else 0
