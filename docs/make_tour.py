"""Record `docs/screens/terminal-tour.svg`, a tour of the commands: `python docs/make_tour.py`.

The commands of `SCENES` are run in a terminal of their own, and what it shows is drawn as an
animated SVG: every screen once, one below the other, moved through the window by CSS. It needs no
script and no font from elsewhere, and stands still for those who prefer less motion.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pyte
from pyte.screens import Char

PICTURE: Final = Path(__file__).parent / "screens" / "terminal-tour.svg"

SCENES: Final = (
    "tenchips match Ann=machine:time=0.25 Bob=machine:level=3 --games 6 --concurrency 2 "
    "--record games.txt",
    "tenchips show --plain games.txt --game 6",
    "tenchips new-engine my-engine --language python",
    "tenchips compliance --time 5 -- python3 my-engine/engine.py",
    "tenchips solve start --moves '33 22 55' --for white",
)
"""The commands, in a folder that is empty at first."""

COLUMNS: Final = 84
ROWS: Final = 28
TYPING: Final = 0.04
"""Seconds for each character that is typed."""
READING: Final = 3.0
"""Seconds that the end of a scene is shown."""
LONGEST: Final = 0.8
"""Seconds that any other screen is shown at most: nobody wants to watch a command think."""
INTERVAL: Final = 0.2
"""Seconds between two looks at a screen."""

WIDTH, HEIGHT = 8.4, 18
"""Size of a character, of which only the width matters: a text is stretched to its columns."""

COLORS: Final = {
    "default": "#d8dee9",
    "black": "#3b4252",
    "red": "#e06c75",
    "green": "#98c379",
    "brown": "#e5c07b",
    "blue": "#61afef",
    "magenta": "#c678dd",
    "cyan": "#56b6c2",
    "white": "#eceff4",
}
BACKGROUND: Final = "#1e222a"


@dataclass(frozen=True)
class Frame:
    """What the screen shows, row by row, and for how many seconds."""

    rows: tuple[tuple[Char, ...], ...]
    seconds: float

    @property
    def text(self) -> str:
        """The characters alone."""
        return "\n".join("".join(char.data for char in row).rstrip() for row in self.rows)


class Recording:
    """Runs commands in a terminal and keeps what it shows."""

    def __init__(self, folder: Path) -> None:
        self.frames: list[Frame] = []
        self._folder = folder
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    def run(self, command: str) -> int:
        """Type a command on an empty screen, and record it to its end; return its status."""
        self._screen.reset()
        self._stream.feed(b"\x1b[32m$\x1b[0m ")
        for letter in command:
            self._stream.feed(letter.encode())
            self._keep(TYPING)
        self._keep(LONGEST)
        self._stream.feed(b"\r\n")
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
        own = Path(sys.executable).parent
        env = {
            "PATH": f"{own}{os.pathsep}{os.environ['PATH']}",
            "HOME": os.environ.get("HOME", "/"),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
        }
        process = subprocess.Popen(
            ["sh", "-c", command], cwd=self._folder, env=env, start_new_session=True,
            stdin=theirs, stdout=theirs, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)
        shown = time.monotonic()
        while data := _read(ours):
            self._stream.feed(data)
            if (now := time.monotonic()) - shown >= INTERVAL:
                self._keep(min(now - shown, LONGEST))
                shown = now
        os.close(ours)
        self._keep(READING)
        return process.wait()

    def _keep(self, seconds: float) -> None:
        rows = tuple(tuple(self._screen.buffer[y][x] for x in range(COLUMNS)) for y in range(ROWS))
        if self.frames and self.frames[-1].rows == rows:
            seconds += self.frames.pop().seconds
        self.frames.append(Frame(rows, seconds))


def _read(terminal: int) -> bytes:
    """What comes next; nothing once the program has ended."""
    select.select([terminal], [], [])
    try:
        return os.read(terminal, 65536)
    except OSError:  # what Linux answers once the other side is closed
        return b""


def draw(frames: Sequence[Frame]) -> str:
    """The frames as an animated SVG."""
    width, height = COLUMNS * WIDTH, ROWS * HEIGHT
    names: dict[str, str] = {}
    shown = []
    for number, frame in enumerate(frames):
        for y, row in enumerate(frame.rows):
            if drawn := "".join(_row(row)):
                name = names.setdefault(drawn, f"r{len(names)}")
                shown.append(f'<use href="#{name}" y="{(number * ROWS + y) * HEIGHT}"/>')
    rows = "".join(f'<g id="{name}">{drawn}</g>\n' for drawn, name in names.items())
    total = sum(frame.seconds for frame in frames)
    steps, passed = "", 0.0
    for number, frame in enumerate(frames):
        steps += f"{100 * passed / total:.2f}%{{transform:translateY({-number * height}px)}}"
        passed += frame.seconds
    last = -(len(frames) - 1) * height
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width + 24:g} {height + 24}" \
width="{width + 24:g}" height="{height + 24}" role="img">
<title>A tour of the command tenchips in a terminal</title>
<style>
text {{font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre}}
.b {{font-weight: bold}}
#film {{fill: {COLORS["default"]}; animation: film {total:.1f}s steps(1, end) infinite}}
@keyframes film {{{steps}}}
@media (prefers-reduced-motion: reduce) {{
 #film {{animation: none; transform: translateY({last}px)}}
}}
</style>
<defs>
{rows}</defs>
<rect x="-12" y="-12" width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>
<svg width="{width:g}" height="{height}" viewBox="0 0 {width:g} {height}"><g id="film">
{"".join(shown)}
</g></svg>
</svg>
"""


def _row(row: Sequence[Char]) -> Iterator[str]:
    """A row as texts of one style each, with spaces left out."""
    x = 0
    for (color, background, bold, _), chars in groupby(row, key=_style):
        text = "".join(char.data for char in chars)
        if background != "default":
            fill = COLORS.get(background, f"#{background}")
            size = f'width="{len(text) * WIDTH:.4g}" height="{HEIGHT}"'
            yield f'<rect x="{x * WIDTH:.4g}" {size} fill="{fill}"/>'
        if seen := text.strip():
            left = x + len(text) - len(text.lstrip())
            look = ' class="b"' if bold else ""
            look += "" if color == "default" else f' fill="{COLORS.get(color, f"#{color}")}"'
            yield (
                f'<text x="{left * WIDTH:.4g}" y="14" textLength="{len(seen) * WIDTH:.4g}"'
                f' lengthAdjust="spacingAndGlyphs"{look}>{escape(seen, quote=False)}</text>'
            )
        x += len(text)


def _style(char: Char) -> tuple[str, str, bool, bool]:
    color, background = (char.bg, char.fg) if char.reverse else (char.fg, char.bg)
    if char.reverse and color == "default":
        color = "black"
    return color, background, char.bold, char.reverse


def record(scenes: Sequence[str] = SCENES) -> list[Frame]:
    """Run the commands one after the other; a command that fails ends it."""
    with TemporaryDirectory() as folder:
        recording = Recording(Path(folder))
        for command in scenes:
            if status := recording.run(command):
                shown = recording.frames[-1].text
                raise SystemExit(f"{command} ended with status {status}:\n{shown}")
        return recording.frames


if __name__ == "__main__":
    PICTURE.write_text(draw(record()), encoding="utf-8")
