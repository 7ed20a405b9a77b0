"""A GIF shows the whole game, a PNG shows the board, and both look like the SVG."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from math import dist

import pytest
from PIL import Image, ImageSequence

from positions import boards
from tenchips import BLACK, WHITE, Board
from tenchips.record import Record
from tenchips.render import gif
from tenchips.render.gif import LAST_MS, MOVE_MS, Theme
from tenchips.render.svg import DARK, LIGHT, MARGIN, PITCH, Palette

WON = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14 73")
NETWORK = ("02", "32", "65", "62", "26", "46", "73")
STEPPED = Board.diagram(
    white="03 06 14 16 32 34 56 71 72 75",
    black="13 17 20 25 33 35 55 57 63 65",
    number=11,
    moves="56-31",
)
PALETTES: dict[Theme, Palette] = {"light": LIGHT, "dark": DARK}
UNIT = 1 / (8 * PITCH + 2 * MARGIN)

Frame = Image.Image


def frames(picture: bytes) -> list[Frame]:
    with Image.open(BytesIO(picture)) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def png(picture: bytes) -> Frame:
    with Image.open(BytesIO(picture)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def at(frame: Frame, square: str, dx: float = 0, dy: float = 0) -> tuple[int, ...]:
    """The colour at a place of a square, given in the measures of the board from its middle."""
    x, y = (MARGIN + PITCH * (int(digit) + 0.5) for digit in square)
    size = frame.width
    pixel = frame.getpixel((int((x + dx) * UNIT * size), int((y + dy) * UNIT * size)))
    assert isinstance(pixel, tuple)
    return pixel


def is_near(one: tuple[int, ...], other: str | tuple[int, ...], within: float = 24) -> bool:
    return dist(one, rgb(other) if isinstance(other, str) else other) <= within


def chips(frame: Frame) -> dict[str, str]:
    """The chips to be seen: bright ones are White's, dark ones Black's. Off the middle, where
    signs, figures and lines of sight are not."""
    found = {}
    for x in range(8):
        for y in range(8):
            seen = at(frame, f"{x}{y}", 6, -16)
            if is_near(seen, "#f5efdf", 20):
                found[f"{x}{y}"] = "white"
            elif is_near(seen, "#424b56", 30):
                found[f"{x}{y}"] = "black"
    return found


def expected(board: Board) -> dict[str, str]:
    return {s: str(color).lower() for color in (WHITE, BLACK) for s in board.chips(color)}


def test_every_move_is_a_frame_and_the_network_the_last() -> None:
    story = frames(gif.draw(WON, theme="dark"))
    assert len(story) == 1 + len(WON.moves) + 1
    board = Board()
    assert chips(story[0]) == {}
    for frame, move in zip(story[1:-1], WON.moves, strict=True):
        board.push(move)
        assert chips(frame) == expected(board)
    assert set(chips(story[-1])) == set(NETWORK)  # the rest is dimmed


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_network_is_drawn_only_at_the_end(theme: Theme) -> None:
    *_, before, end = frames(gif.draw(WON, theme=theme))
    green = PALETTES[theme].network
    assert is_near(at(end, "22"), green)
    assert is_near(at(end, "64"), green)
    assert not is_near(at(before, "22"), green, 60)


def test_times_are_those_of_moves_and_end() -> None:
    with Image.open(BytesIO(gif.draw(WON, size=64))) as image:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        assert image.info["loop"] == 0
    assert times == [MOVE_MS] * (len(WON.moves) + 1) + [LAST_MS]


def test_a_record_and_its_board_look_the_same() -> None:
    record = replace(Record.from_board(WON), white="Ann")
    assert gif.draw(record, size=128) == gif.draw(WON, size=128)


def test_a_game_from_a_position_begins_there() -> None:
    story = frames(gif.draw(Board("8/8/8/3W4/8/8/8/8 b 0 1", moves="44"), theme="dark"))
    assert [chips(frame) for frame in story] == [
        {"33": "white"},
        {"33": "white", "44": "black"},
    ]


def test_a_game_that_has_not_begun_is_one_picture() -> None:
    assert len(frames(gif.draw(Board()))) == 1


def test_a_step_is_marked_where_it_came_from_and_where_it_went() -> None:
    picture = png(gif.still(STEPPED, network=(), theme="dark"))
    assert is_near(at(picture, "31", -15, 28), DARK.text)
    dashes = [is_near(at(picture, "56", dx=dx, dy=28), DARK.text, 40) for dx in range(-18, 19)]
    assert 8 < sum(dashes) < 29
    assert not is_near(at(picture, "33", -15, 28), DARK.text, 60)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colors_are_those_of_the_svg(theme: Theme) -> None:
    colors = PALETTES[theme]
    picture = png(gif.still(Board(moves="33 44 35 41"), theme=theme))
    for square, dx, color in (
        ("22", 0, colors.inner),
        ("02", 0, colors.white_goal),
        ("20", 0, colors.black_goal),
        ("00", 0, colors.background),
        ("34", 0, colors.white_link),
        ("34", 4, colors.background),
    ):
        assert is_near(at(picture, square, dx), color, 12), square
    column = [at(picture, "43", dy=dy) for dy in range(-24, 25)]
    dotted = [is_near(seen, colors.black_link, 30) for seen in column]
    assert 10 < sum(dotted) < 40  # dots, not a line


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shape_tells_the_colors_apart(theme: Theme) -> None:
    picture = png(gif.still(Board(moves="33 45"), theme=theme, size=1152))
    assert is_near(at(picture, "33", dx=-13), "#82754f")
    assert not is_near(at(picture, "33"), "#82754f", 60)
    assert is_near(at(picture, "45"), "#cfd5dc")
    assert not is_near(at(picture, "45", dx=-10), "#cfd5dc", 60)


def test_boards_of_all_kinds_are_drawn() -> None:
    for board in boards(seed=6, count=25):
        assert chips(png(gif.still(board, network=(), theme="dark"))) == expected(board)


def test_pictures_are_small() -> None:
    assert len(gif.still(STEPPED)) < 40_000
    assert len(gif.draw(WON)) < 100_000


@pytest.mark.parametrize("size", [64, 333, 2048])
def test_size_is_in_pixels(size: int) -> None:
    assert png(gif.still(Board(), size=size)).size == (size, size)


def test_what_cannot_be_drawn_is_refused() -> None:
    for size in (0, 63, 2049):
        with pytest.raises(ValueError, match="64 to 2048 pixels"):
            gif.still(Board(), size=size)
    with pytest.raises(ValueError, match="light or dark, not 'auto'"):
        gif.draw(Board(), theme="auto")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="White has no chip on 20"):
        gif.still(Board(), network=("20", "25"))


def test_the_same_game_gives_the_same_picture() -> None:
    assert gif.draw(WON.copy(), size=96) == gif.draw(WON, size=96)
    assert gif.still(WON.copy(), size=96) == gif.still(WON, size=96)


def test_pillow_is_loaded_only_for_a_picture() -> None:
    code = "import sys, tenchips.render.gif; print('PIL' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
