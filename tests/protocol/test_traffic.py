"""The log has every line in both directions, whoever writes to it, and an end."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.files import FileError
from tenchips.protocol import TrafficLog, UgiClient, traffic
from tenchips.protocol.traffic import check_log

BAD = Path(__file__).parent / "bad_engine.py"
LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (\d+) ([<>!]) Ann: (.*)")


def talk(path: Path, *ways: str) -> list[tuple[str, str]]:
    """The directions and lines of a short game with an engine."""

    async def play() -> int:
        log = TrafficLog(path, "Ann")
        async with await UgiClient.start([sys.executable, BAD, *ways], log=log) as engine:
            await engine.play(Board())
            return engine.pid

    pid = asyncio.run(play())
    matches = [LINE.fullmatch(line) for line in path.read_text().splitlines()]
    assert all(match and int(match[1]) == pid for match in matches)
    return [(match[2], match[3]) for match in matches if match]


def test_every_line_is_there_in_order(tmp_path: Path) -> None:
    lines = talk(tmp_path / "log", "with-a-child", "garbage")
    child = [line for direction, line in lines if direction == "!"]
    assert len(child) == 1
    assert child[0].startswith("child ")
    assert [line for line in lines if line[0] != "!"] == [
        (">", "ugi"),
        ("<", "\ufffd\ufffd? garbage "),
        *[("<", line) for line in ("", " id", "option", "option name", "id name")],
        ("<", "id name Scripted 1"),
        ("<", "option name Style type combo default wild"),
        ("<", "ugiok"),
        (">", "isready"),
        ("<", "readyok"),
        (">", "position startpos"),
        (">", "go movetime 1000"),
        ("<", "bestmove 33 ponder 44"),
        (">", "quit"),
    ]


def test_long_lines_and_long_logs_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = TrafficLog(tmp_path / "log", "Ann")
    log(1, "<", "x" * 5000)
    assert (tmp_path / "log").read_text().endswith("x... (5000 characters)\n")
    assert len((tmp_path / "log").read_text()) < 4100
    monkeypatch.setattr(traffic, "MOST", 100)
    full = TrafficLog(tmp_path / "full", "Ann")
    for _ in range(10):
        full(1, "<", "info")
    *lines, last = (tmp_path / "full").read_text().splitlines()
    assert len(lines) == 3
    assert last.endswith("1 (no more of this process: its log is full)")


def test_processes_that_write_at_once_do_not_mix_their_lines(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tenchips.protocol import TrafficLog\n"
        "log = TrafficLog(Path(sys.argv[1]), 'Ann')\n"
        "for n in range(300): log(n, '<', sys.argv[2] * 1000)"
    )
    path = tmp_path / "log"
    writers = [subprocess.Popen([sys.executable, "-c", script, path, word]) for word in "ab"]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    matches = [LINE.fullmatch(line) for line in path.read_text().splitlines()]
    for word in "ab":
        numbers = [int(match[1]) for match in matches if match and match[3] == word * 1000]
        assert numbers == list(range(300))
    assert len(matches) == 600


def test_a_log_that_cannot_be_written_is_said_before_and_stops_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(FileError, match="cannot be written: no such file or directory"):
        check_log(tmp_path / "none" / "log")
    log = TrafficLog(tmp_path / "none" / "log", "Ann")
    log(1, ">", "go")
    log(1, ">", "stop")
    assert capsys.readouterr().err.count("No such file or directory") == 1
