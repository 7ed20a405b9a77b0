"""`tenchips play` and `tenchips show`: games in the terminal, and games in files."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from tenchips.board import Board
from tenchips.cli import fullscreen
from tenchips.cli.app import UsageError, complain, on_termination
from tenchips.cli.games import load_games
from tenchips.cli.options import (
    PLAYERS,
    STARTS,
    HouseRules,
    LogFile,
    Plain,
    RecordFile,
    named_position,
    number,
    whole,
)
from tenchips.notation import START
from tenchips.rules import Rules

if TYPE_CHECKING:
    from tenchips.players import Seat
    from tenchips.record import Record, RecordError


def play(
    white: Annotated[
        str | None, typer.Argument(help=f"{PLAYERS}.", metavar="WHITE", show_default=False)
    ] = None,
    black: Annotated[
        str | None,
        typer.Argument(help="Written the same way.", metavar="BLACK", show_default=False),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the last game, or with that of a FILE named after it."
        ),
    ] = False,
    quit_at_end: Annotated[
        bool, typer.Option("-q", "--quit", help="Quit when the game ends.")
    ] = False,
    position: Annotated[
        str,
        typer.Option(help="Start from this position.", metavar="POSITION", show_default=False),
    ] = START,
    rules: HouseRules = None,
    record: RecordFile = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of random players, to repeat a game.", metavar="N", parser=whole),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            help="Search depth of the machine in plies, in place of seconds.",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            help="Seconds per move of the machine.  [default: 1]",
            metavar="SECONDS",
            parser=number,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            help="Level of the machine, from 1 (beginner) to 10 (full strength).  [default: 10]",
            metavar="N",
            parser=whole,
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="Threads of the machine.  [default: 1]", metavar="N", parser=whole),
    ] = None,
    hash: Annotated[
        int | None,
        typer.Option(
            help="Megabytes of the machine's table.  [default: 64]", metavar="MB", parser=whole
        ),
    ] = None,
    log: LogFile = None,
    plain: Plain = False,
) -> int:
    """Play a game in the terminal.

    Without players a menu opens. With --plain, or where the output is no terminal, the game is
    played line by line: enter a move like 33 (add a chip in column 3, row 3) or 33-45 (step);
    help lists all commands.
    """
    from tenchips.players import Machine, MachineOptions, check_players, make_player
    from tenchips.terminal.saved_game import check_savable

    on_termination(_exit)
    is_full = fullscreen.is_wanted(plain)
    kept: Record | None = None
    kept_in: Path | None = None
    if resume:
        file, white = (white, None) if black is None else (None, white)
        kept, kept_in = fullscreen.game_to_resume(file)
    elif white is None and is_full:
        return fullscreen.open_menu()
    elif white is None or black is None:
        raise UsageError("name the players WHITE and BLACK, like tenchips play human machine")
    start = Board(named_position(position), Rules.parse(rules or ""))
    if record is not None:
        check_savable(record)
    if log is not None:
        from tenchips.protocol.traffic import check_log

        check_log(log)
    machine: MachineOptions = {"depth": depth, "time": time, "threads": threads, "hash": hash}
    adviser = Machine(**machine)
    machine["level"] = level
    seats: tuple[Seat, Seat] | None = None
    if white is not None and black is not None:
        seats = (
            make_player(white, seed=seed, log=log, **machine),
            make_player(black, seed=None if seed is None else ~seed, log=log, **machine),
        )
        check_players(seats)
    if is_full:
        return fullscreen.play(
            start, kept, kept_in, seats, adviser, record=record, quit_at_end=quit_at_end
        )

    from tenchips.terminal.line_mode import LineGame
    from tenchips.terminal.screen import Screen

    if kept is not None:
        from tenchips.fullscreen.settings import resumed

        start = kept.board()
        seats = seats or resumed(kept).seats
    assert seats is not None
    game = LineGame(Screen(), start, seats, adviser, record=record, stay=not quit_at_end)
    return game.run()


def _exit(number: int, frame: object) -> NoReturn:
    """Exit in the normal way when the terminal is closed, so that the record is kept."""
    sys.exit(128 + number)


def show(
    what: Annotated[
        str, typer.Argument(help="A position, start, or a file of games.", metavar="POSITION|FILE")
    ],
    game: Annotated[
        int | None,
        typer.Option(help="Show only game N of the file.", metavar="N", parser=whole),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw an SVG picture to this file.", metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw a PNG picture to this file.", metavar="FILE")
    ] = None,
    gif: Annotated[
        Path | None,
        typer.Option(help="Draw the game as an animated GIF to this file.", metavar="FILE"),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw with dark colours.")] = False,
    plain: Plain = False,
) -> int:
    """Show a position, or the games in a file.

    On a terminal you step through the games. With --plain, or where the output is no terminal,
    the last position of each game is printed.
    """
    from tenchips.terminal.screen import Screen

    pictures = [path for path in (svg, png, gif) if path is not None]
    if dark and not pictures:
        raise UsageError("--dark is for a picture: name its file with --svg, --png or --gif")
    if what in STARTS or not _exists(what):
        if game is not None:
            raise UsageError("--game is for a file of games, not for a position")
        board = Board(named_position(what))
        if pictures:
            _write_pictures(board, svg, png, gif, dark)
        else:
            Screen().show(board, board.outcome())
        return 0
    games = _games(Path(what), game)
    if pictures:
        if len(games) > 1:
            raise UsageError(f"{what} holds {len(games)} games: choose one with --game")
        [(_, only)] = games
        if isinstance(only, Exception):
            raise only
        _write_pictures(only.board(), svg, png, gif, dark)
        return 0
    readable = [record for _, record in games if not isinstance(record, Exception)]
    if len(readable) == len(games) and fullscreen.is_wanted(plain):
        return fullscreen.step_through(readable)
    screen = Screen()
    for place, record in games:
        if isinstance(record, Exception):
            complain(f"{what}, game {place}, {record}")
            continue
        screen.say(f"{place}. {record.white} (White) against {record.black} (Black)")
        screen.show(record.board(), record.outcome, record.result)
    return 1 if any(isinstance(record, Exception) for _, record in games) else 0


def _exists(what: str) -> bool:
    """Whether this is a file; raises if it looks like neither a file nor a position."""
    try:
        exists = Path(what).exists()
    except (OSError, ValueError):
        exists = False
    if not exists and not re.match("[WB1-8/]+ ", what):
        raise UsageError(f"there is no file {what[:60]!r}, and a position looks like {START!r}")
    return exists


def _games(path: Path, wanted: int | None) -> list[tuple[int, Record | RecordError]]:
    """The games of a file with their numbers: all, or the one wanted."""
    games = list(enumerate(load_games(path), 1))
    if wanted is None:
        return games
    if not 1 <= wanted <= len(games):
        raise UsageError(f"{path} has the games 1 to {len(games)}, and no game {wanted}")
    return [games[wanted - 1]]


def _write_pictures(
    board: Board, svg_file: Path | None, png_file: Path | None, gif_file: Path | None, dark: bool
) -> None:
    from tenchips.files import write_atomically
    from tenchips.render import gif, svg

    if svg_file is not None:
        write_atomically(svg_file, svg.draw(board, theme="dark" if dark else "auto"))
    if png_file is not None:
        write_atomically(png_file, gif.still(board, theme="dark" if dark else "light"))
    if gif_file is not None:
        write_atomically(gif_file, gif.draw(board, theme="dark" if dark else "light"))
