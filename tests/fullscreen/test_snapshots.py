"""Whole screens as text, compared with those in `snapshots`.

After a change that is meant, delete the file: the test writes it again, and fails once."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from fullscreen.driving import drive, game, screen_text

SNAPSHOTS = Path(__file__).parent / "snapshots"


def compare(name: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    if not path.exists():
        path.write_text(text + "\n", encoding="utf-8")
        pytest.fail(f"{path} is new: look at it, and run the test again")
    assert text + "\n" == path.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("name", ["menu", "game", "help"])
def test_a_screen_looks_as_it_did(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(pilot: Pilot[str]) -> None:
        if name == "help":
            await pilot.press("question_mark")
            await pilot.pause()
        compare(name, screen_text(pilot))

    drive(None if name == "menu" else game("33 44 34 20 61 25"), act)
