"""The terminal: prints sentences, draws boards, reads lines.

Colour, width and character set are chosen here, for a person at a terminal or for a pipe.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from select import select
from shutil import get_terminal_size
from threading import Event, Thread, Timer, get_ident
from typing import Final

from rich.console import Console
from rich.text import Text

from tenchips.board import Board
from tenchips.render import text as drawing
from tenchips.rules import Outcome
from tenchips.terminal.history import load_history

WIDTH: Final = 26
"""Columns that a board takes, unless drawn compactly."""

NOTICE_AFTER: Final = 0.3
"""Seconds of thinking before the screen says so."""


class Screen:
    """Where the game is shown and lines are read."""

    def __init__(self) -> None:
        self._console = Console(markup=False, emoji=False, highlight=False)
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        """Whether a person can be asked."""

    def say(self, sentence: str = "", style: str = "") -> None:
        """Show a line of text, wrapped where the terminal ends."""
        clean = "".join(c if c.isprintable() or c == "\n" else "?" for c in sentence)
        self._console.print(
            Text(clean, style),
            width=get_terminal_size().columns,  # Rich takes dumb terminals to be 80 wide
            soft_wrap=not self._console.is_terminal,
        )

    def draw(self, board: Board) -> None:
        """Draw the board as well as this terminal can show it."""
        console = self._console
        picture = drawing.draw(
            board,
            color=console.color_system is not None,
            ascii=not console.encoding.startswith("utf"),
            compact=console.is_terminal and get_terminal_size().columns < WIDTH,
        )
        console.print()
        console.print(Text.from_ansi(picture), soft_wrap=True)

    def show(self, board: Board, outcome: Outcome | None, result: str = "*") -> None:
        """Draw the board with how the game stands: its outcome, a bare result or whose turn."""
        self.draw(board)
        if outcome is not None:
            self.say(f"{outcome}.", "bold")
        elif result != "*":
            self.say(result, "bold")
        else:
            self.say(_turn(board))

    @cached_property
    def _can_edit(self) -> bool:
        """Whether the line that is typed can be edited; asked before the first one."""
        console = self._console
        is_terminal = console.is_terminal and not console.is_dumb_terminal
        return self.interactive and is_terminal and load_history()

    def ask(self, prompt: str) -> str:
        """The next line typed, without blanks around it; `EOFError` when there is none."""
        try:
            if self._can_edit:
                with _noticed_signals():
                    return input(prompt).strip()
            with _signals() as signals:
                self._write(prompt)
                if self.interactive and signals is not None:
                    select([sys.stdin, signals], [], [])
                line = sys.stdin.readline() if sys.stdin is not None else ""
        except OSError as error:  # the terminal or the pipe is gone
            raise EOFError from error
        if not line:
            raise EOFError
        if not self.interactive:
            self.say(line.strip())  # what a terminal would have shown
        return line.strip()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Show that something is going on, if it takes longer than a moment."""
        if not self._console.is_terminal:
            yield
            return
        note, shown = "thinking...", Event()

        def show() -> None:
            self._write(note)
            shown.set()

        timer = Timer(NOTICE_AFTER, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown.is_set():
                self._write(f"\r{' ' * len(note)}\r")

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()


def _turn(board: Board) -> str:
    """Whose turn it is and what is left in the hands."""
    mine, other = (board.hand(color) for color in (board.turn, board.turn.other))
    if not mine:
        return f"{board.turn} to move, with a step."
    return f"{board.turn} to move: {mine} in hand, {board.turn.other} {other}."


@contextmanager
def _signals() -> Iterator[int | None]:
    """A file that can be read once a signal has come. Waiting for it as well, nothing is missed:
    a Ctrl-C just before the waiting begins would not end a plain read.
    On Windows there is none: it cannot wait for a terminal."""
    if sys.platform == "win32":
        yield None
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


@contextmanager
def _noticed_signals() -> Iterator[None]:
    """While `input` reads a line that can be edited, no signal is missed: one that came just before
    it waits would be noticed only with the next key. So what waits is interrupted again."""
    with _signals() as signals:
        if signals is None or sys.platform == "win32":
            yield
            return
        waiting, is_over = get_ident(), Event()
        end_seen, end = os.pipe()

        def interrupt() -> None:
            select([signals, end_seen], [], [])
            while not is_over.wait(0.05):
                # A change of the window's size, which readline takes at any time.
                signal.pthread_kill(waiting, signal.SIGWINCH)

        watcher = Thread(target=interrupt, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_over.set()
            os.close(end)
            watcher.join()
            os.close(end_seen)
