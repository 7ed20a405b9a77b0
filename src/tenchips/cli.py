"""The command `tenchips`: play, show, perft, bench, ugi, analyse.

Each command reads its arguments, hands them to the room that does the work, and turns whatever
is wrong with them into one sentence and exit status 2. Rooms are loaded when a command needs
them, so that the small answers come at once.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from tenchips import __version__
from tenchips.board import Board
from tenchips.notation import START
from tenchips.rules import Rules

if TYPE_CHECKING:
    from tenchips.record import Record, RecordError

STARTS: Final = ("start", "startpos")
"""Names for the position before the first move."""

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
            _complain(f"the output cannot be written: {error.strerror}")
        sys.exit(1)
    except typer.TyperException as error:
        _refuse(error.format_message())
    sys.exit(status)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text[:40]!r} is not a number") from None


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tenchips {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def tenchips(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Network, Sid Sackson's game of ten chips a side.

    \b
    tenchips play human machine      a game against the machine
    tenchips play -q random machine  watch one
    tenchips show games.txt          how the games in a file ended
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    white: Annotated[str, typer.Argument(help="human, random or machine", metavar="WHITE")],
    black: Annotated[str, typer.Argument(help="human, random or machine", metavar="BLACK")],
    quit_at_end: Annotated[
        bool, typer.Option("-q", "--quit", help="Quit when the game ends.")
    ] = False,
    position: Annotated[
        str,
        typer.Option(help="Begin from this position.", metavar="POSITION", show_default=False),
    ] = START,
    rules: Annotated[
        str, typer.Option(help="House rules, like 'no_move=draw repetition=0'.", metavar="RULES")
    ] = "",
    record: Annotated[
        Path | None, typer.Option(help="Add every game to this file.", metavar="FILE")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Let random players play the same again.", metavar="N", parser=_whole),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(help="Let the machine look N plies ahead.", metavar="N", parser=_whole),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            help="Let the machine think so long about a move: 1 if not told.",
            metavar="SECONDS",
            parser=_number,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            help="Let the machine play as a beginner (1) to as well as it can (10).",
            metavar="N",
            parser=_whole,
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Let the machine think on N cores.", metavar="N", parser=_whole),
    ] = None,
    hash: Annotated[
        int | None,
        typer.Option(help="Give the machine a table of MB megabytes.", metavar="MB", parser=_whole),
    ] = None,
) -> int:
    """Play a game in the terminal.

    Type moves like 33 (put a chip on column 3, row 3) or 33-45 (step); help lists the rest.
    """
    from tenchips.players import Machine, MachineOptions, make_player
    from tenchips.terminal.keeping import check_keeping
    from tenchips.terminal.line_mode import LineGame
    from tenchips.terminal.screen import Screen

    with _refusing():
        board = Board(_position(position), Rules.parse(rules))
        if record is not None:
            check_keeping(record)
        machine: MachineOptions = {"depth": depth, "time": time, "threads": threads, "hash": hash}
        adviser = Machine(**machine)
        machine["level"] = level
        seats = (
            make_player(white, seed=seed, **machine),
            make_player(black, seed=None if seed is None else ~seed, **machine),
        )
    for closing in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(closing) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(closing, _leave_in_order)
    game = LineGame(Screen(), board, seats, adviser, record=record, stay=not quit_at_end)
    return game.run()


@app.command()
def show(
    what: Annotated[
        str, typer.Argument(help="a position, start, or a file", metavar="POSITION|FILE")
    ],
    game: Annotated[
        int | None,
        typer.Option(help="Take only game N of the file.", metavar="N", parser=_whole),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture to this file.", metavar="FILE")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Make the picture dark.")] = False,
) -> int:
    """Draw a position, or the last position of each game in a file."""
    from tenchips.terminal.screen import Screen

    with _refusing():
        if dark and svg is None:
            raise ValueError("--dark is for a picture: name its file with --svg")
        if what in STARTS or not _exists(what):
            if game is not None:
                raise ValueError("--game is for a file of games, not for a position")
            board = Board(_position(what))
            if svg is not None:
                _write_picture(svg, board, dark)
            else:
                Screen().show(board, board.outcome())
            return 0
        games = _games(Path(what), game)
        if svg is not None:
            if len(games) > 1:
                raise ValueError(f"{what} holds {len(games)} games: choose one with --game")
            [(_, only)] = games
            if isinstance(only, Exception):
                raise only
            _write_picture(svg, only.board(), dark)
            return 0
    screen = Screen()
    for number, record in games:
        if isinstance(record, Exception):
            _complain(f"{what}, game {number}, {record}")
            continue
        screen.say(f"{number}. {record.white} (White) against {record.black} (Black)")
        screen.show(record.board(), record.outcome, record.result)
    return 1 if any(isinstance(record, Exception) for _, record in games) else 0


def _exists(what: str) -> bool:
    """Whether this names a file; what looks like neither file nor position is refused."""
    try:
        exists = Path(what).exists()
    except (OSError, ValueError):
        exists = False
    if not exists and not re.match("[WB1-8/]+ ", what):
        raise ValueError(f"there is no file {what[:60]!r}, and a position looks like {START!r}")
    return exists


def _games(path: Path, wanted: int | None) -> list[tuple[int, Record | RecordError]]:
    """The games of a file with their numbers: all, or the one wanted."""
    from tenchips.record import load_records
    from tenchips.terminal.keeping import reading

    with reading(path):
        games = list(enumerate(load_records(path), 1))
    if not games:
        raise ValueError(f"{path} holds no game")
    if wanted is None:
        return games
    if not 1 <= wanted <= len(games):
        raise ValueError(f"{path} has the games 1 to {len(games)}, and no game {wanted}")
    return [games[wanted - 1]]


def _write_picture(path: Path, board: Board, dark: bool) -> None:
    from tenchips.render import svg
    from tenchips.terminal.keeping import write_whole

    write_whole(path, svg.draw(board, theme="dark" if dark else "auto"))


@app.command()
def perft(
    position: Annotated[str, typer.Argument(help="a position, or start", metavar="POSITION")],
    depth: Annotated[int, typer.Argument(help="how many plies", metavar="DEPTH", parser=_whole)],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each move.")] = False,
) -> None:
    """Count the legal move sequences of a length."""
    from tenchips.core import Position
    from tenchips.players.waiting import interruptible
    from tenchips.terminal.screen import Screen

    with _refusing(), Screen().thinking():
        root = Position.of(Board(_position(position)))
        began = perf_counter()
        counts = interruptible(lambda: root.divide(depth)) if divide else {}
        total = sum(counts.values()) if divide else interruptible(lambda: root.perft(depth))
        seconds = perf_counter() - began
    for move, count in counts.items():
        print(f"{move}: {count}")
    print(f"{'total: ' * divide}{total} in {seconds:.3f} s")


@app.command("bench")
def run_bench() -> None:
    """Search a few positions; the number of nodes is the engine's signature."""
    from tenchips.engine.bench import SEARCHES, bench
    from tenchips.players.waiting import interruptible

    total, seconds = 0, 0.0
    searches = bench()
    for number in range(1, len(SEARCHES) + 1):
        info = interruptible(lambda: next(searches))
        total, seconds = total + info.nodes, seconds + info.time
        print(f"{number:2}: {info.nodes}", flush=True)
    print(f"signature: {total}")
    print(f"{seconds:.3f} s, {int(total / seconds)} nodes a second")


@app.command()
def ugi() -> None:
    """Be an engine for programs that speak UGI, on standard input and output."""
    from tenchips.protocol.ugi import serve

    if _has_pipes():
        serve()


@app.command()
def analyse(
    jobs: Annotated[
        int, typer.Option(help="Answer so many at a time.", metavar="N", parser=_whole)
    ] = 1,
    hash: Annotated[
        int, typer.Option(help="Memory for each, in megabytes.", metavar="MB", parser=_whole)
    ] = 16,
) -> None:
    """Answer questions about positions, as JSON lines on standard input and output."""
    from tenchips.protocol.analysis import serve

    if _has_pipes():
        with _refusing():
            serve(jobs=jobs, hash=hash)


def _has_pipes() -> bool:
    """Whether there is somebody to talk with: without input and output it is over at once."""
    return sys.stdin is not None and sys.stdout is not None


def _position(text: str) -> str:
    """A position as people name it on the command line."""
    return START if text in STARTS else text


def _leave_in_order(number: int, frame: object) -> NoReturn:
    """End a game whose terminal is closed as if by itself, so that its record is kept."""
    sys.exit(128 + number)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn what is wrong with the arguments into a sentence and exit status 2."""
    try:
        yield
    except ValueError as error:
        _refuse(str(error))


def _refuse(sentence: str) -> NoReturn:
    _complain(sentence)
    sys.exit(2)


def _complain(sentence: str) -> None:
    shown = "".join(c if c.isprintable() else "?" for c in sentence)
    print(f"tenchips: {shown}", file=sys.stderr)
