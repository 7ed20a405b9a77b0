"""When the whole terminal is used, and what is opened there."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenchips.board import Board
from tenchips.cli.app import UsageError, on_termination

if TYPE_CHECKING:
    from tenchips.fullscreen.app import TenchipsApp
    from tenchips.players import Player, Seat
    from tenchips.record import Record


def is_wanted(plain: bool) -> bool:
    """Whether there is a terminal that can show it. Where only Textual is missing, say so."""
    if plain or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    if not (sys.stdout.encoding or "").lower().startswith("utf"):
        return False
    try:
        import textual  # noqa: F401
    except ImportError:
        hint = "Line by line; for the full screen run pip install 'tenchips[play]'."
        print(hint, file=sys.stderr)
        return False
    return True


def open_menu() -> int:
    """The start menu."""
    from tenchips.fullscreen.app import TenchipsApp

    return _run(TenchipsApp())


def step_through(records: list[Record]) -> int:
    """Games to step through."""
    from tenchips.fullscreen.app import TenchipsApp
    from tenchips.fullscreen.study_screen import StudyScreen

    return _run(TenchipsApp(StudyScreen(records)))


def play(
    start: Board,
    kept: Record | None,
    kept_in: Path | None,
    seats: tuple[Seat, Seat] | None,
    adviser: Player,
    *,
    record: Path | None = None,
    quit_at_end: bool = False,
) -> int:
    """A game without the menu: a new one from a start, or one that was kept in a file."""
    from tenchips.fullscreen.app import TenchipsApp
    from tenchips.fullscreen.autosave import Autosave
    from tenchips.fullscreen.game_screen import GameScreen
    from tenchips.fullscreen.session import Session
    from tenchips.fullscreen.settings import resumed

    if kept is not None:
        session = resumed(kept, seats)
    else:
        assert seats is not None
        session = Session(start, seats)
    screen = GameScreen(
        session,
        again=lambda: Session(Board(session.game.start, session.game.rules), session.seats),
        adviser=adviser,
        autosave=Autosave(kept_in),
        record=record,
        quit_at_end=quit_at_end,
    )
    return _run(TenchipsApp(screen))


def game_to_resume(file: str | None) -> tuple[Record, Path | None]:
    """The unfinished game of a file, or the last one that was kept, with the file to keep it in
    from now on; None for a new one."""
    from tenchips.cli.games import load_games
    from tenchips.fullscreen.autosave import last_unfinished
    from tenchips.record import Record

    if file is None:
        kept = last_unfinished()
        if kept is None:
            raise UsageError("there is no unfinished game: start one with tenchips play")
        return kept.record, kept.path
    for game in reversed(load_games(Path(file))):
        if isinstance(game, Record) and game.result == "*" and game.outcome is None:
            return game, None
    raise UsageError(f"{file} holds no unfinished game: tenchips show {file} steps through it")


def _run(app: TenchipsApp) -> int:
    """Run the app until it is left, or the process is asked to end; the exit status."""
    from tenchips.fullscreen.app import run

    on_termination(lambda number, _: app.end_on_signal(number))
    return run(app)
