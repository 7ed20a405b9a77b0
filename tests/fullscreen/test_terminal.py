"""The app in a real terminal of 80 columns and 24 rows."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from tenchips.record import Record, load_records
from terminal.command import PATIENCE, Terminal, environment, run


class Screen:
    """A terminal with somebody who looks at its screen."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self._fed = 0

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def until(self, holds: str | Callable[[str], bool]) -> None:
        """Wait until the screen shows a text. The app never stops drawing: its clock ticks."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            seen = self._terminal.seen
            # pyte does not know the query for kitty's keyboard, and prints its end.
            self._stream.feed(seen[self._fed :].replace("\x1b[>1u", "").replace("\x1b[<u", ""))
            self._fed = len(seen)
            if holds in self.text if isinstance(holds, str) else holds(self.text):
                return
            self._terminal.wait_for_more()
        raise AssertionError(f"{holds!r} did not come:\n{self.text}")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return environment(XDG_DATA_HOME=str(tmp_path), COLORTERM="truecolor")


def kept(folder: Path) -> list[str]:
    [path] = (folder / "tenchips" / "games").glob("*.txt")
    [record] = load_records(path)
    assert isinstance(record, Record)
    return [str(node.move) for node in record.line]


def test_a_killed_game_is_resumed(tmp_path: Path, env: dict[str, str]) -> None:
    with Terminal("play", env=env) as terminal:
        screen = Screen(terminal)
        screen.until("N E T W O R K")
        terminal.type("j\x1b[C")  # opponent: a person here
        screen.until("a person here")
        terminal.type("\r")
        screen.until("White to move: put a chip on the board.")
        terminal.type("33\r")
        screen.until("Black to move")
        terminal.type("\x1b[C\r")  # the square to the right of the cursor
        screen.until("1. 33       43")
        terminal.signal(signal.SIGKILL)
        assert terminal.leave() == -signal.SIGKILL
    assert kept(tmp_path) == ["33", "43"]
    with Terminal("play", "--resume", env=env) as terminal:
        screen = Screen(terminal)
        screen.until("1. 33       43")
        terminal.type("00\r")
        screen.until("Nobody may use 00: it is a corner.")
        terminal.type("55\r")
        screen.until("2. 55")
        terminal.type("q")
        assert terminal.leave() == 0
        assert terminal.seen.rstrip().endswith("tenchips play --resume goes on with it.")
    assert kept(tmp_path) == ["33", "43", "55"]
    # The line mode resumes it too.
    done = run("play", "--resume", env=env, typed="44\nquit\n")
    assert done.stdout.splitlines()[-1].endswith("Moves: 33 43 55 44")


def test_q_plays_a_game_and_quits_with_its_result(tmp_path: Path, env: dict[str, str]) -> None:
    path = tmp_path / "games.txt"
    args = ("play", "-q", "human", "human", "--record", path)
    with Terminal(*args, env=env | {"NO_COLOR": "1"}) as terminal:
        screen = Screen(terminal)
        screen.until("White to move")
        terminal.type("33\r")
        screen.until("[W─]")
        terminal.type("r")
        screen.until("Resign the game?")
        terminal.type("y")
        assert terminal.leave() == 0
        assert terminal.seen.rstrip().endswith("White wins: Black resigned.")
        assert "38;2;" not in terminal.seen
    [record] = load_records(path)
    assert isinstance(record, Record)
    assert record.result == "1-0"


def test_show_steps_through_a_file(tmp_path: Path, env: dict[str, str]) -> None:
    path = tmp_path / "games.txt"
    path.write_text("1. 33 44 2. 55 *\n")
    with Terminal("show", path, env=env) as terminal:
        screen = Screen(terminal)
        screen.until("2. 55")
        terminal.type("[")
        screen.until("White to move.")
        terminal.type("q")
        assert terminal.leave() == 0


def test_a_request_to_end_gives_the_terminal_back(tmp_path: Path, env: dict[str, str]) -> None:
    with Terminal("play", "human", "human", env=env) as terminal:
        screen = Screen(terminal)
        screen.until("White to move")
        terminal.type("33\r")
        screen.until("Black to move")
        terminal.signal(signal.SIGTERM)
        assert terminal.leave() == 128 + signal.SIGTERM
        assert "\x1b[?1049l" in terminal.seen
    assert kept(tmp_path) == ["33"]


def test_without_textual_the_line_mode_says_what_to_install(
    tmp_path: Path, env: dict[str, str]
) -> None:
    (tmp_path / "textual.py").write_text("raise ImportError(name='textual')\n")
    env["PYTHONPATH"] = f"{tmp_path}:{env['PYTHONPATH']}"
    with Terminal("play", "human", "human", env=env) as terminal:
        terminal.expect("for the full screen run pip install 'tenchips[play]'")
        terminal.expect("White> ")
