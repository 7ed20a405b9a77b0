"""The tour of the terminal shows commands that work."""

from __future__ import annotations

import runpy
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).parents[2] / "docs"
TOUR = runpy.run_path(str(DOCS / "make_tour.py"))


def test_every_command_of_the_tour_still_works() -> None:
    frames = TOUR["record"]()  # ends the program where a command fails
    screens = [frame.text for frame in frames if frame.seconds >= TOUR["READING"]]
    assert len(screens) == len(TOUR["SCENES"])
    match, game, _, checks, solved = screens
    assert "\nAnn against Bob: 6 games\n" in match
    assert any("running" in frame.text and "Bob" in frame.text for frame in frames)
    assert "against" in game
    assert "25 of 25 checks passed" in checks
    assert "\nWhite wins within " in solved
    drawn = ElementTree.fromstring(TOUR["draw"](frames))
    assert "Ann against Bob: 6 games" in [each.text for each in drawn.iter() if each.text]


def test_the_picture_is_of_these_commands_and_small() -> None:
    picture = TOUR["PICTURE"].read_text(encoding="utf-8")
    assert len(picture) < 300_000
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    for command in TOUR["SCENES"]:
        assert command[: TOUR["COLUMNS"] - 2] in unescape(picture), "run python docs/make_tour.py"
