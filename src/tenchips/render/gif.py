"""A game as an animated GIF, and a position as a PNG, for places that show no SVG.

The look is that of `svg`: its measures, its colours, its order of drawing. Pictures are drawn
larger than needed and then reduced, which smooths their edges. Pillow does the drawing and is
imported when the first picture is drawn; the digits are in the font that comes with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_type, quoted
from tenchips.missing import needs_extra
from tenchips.networks import Network
from tenchips.record import Record
from tenchips.render.scene import shown_network
from tenchips.render.svg import (
    BLACK_DIAMOND,
    BLACK_DISC,
    BLACK_FIGURE,
    DARK,
    LIGHT,
    MARGIN,
    PITCH,
    RADIUS,
    TILE,
    WHITE_DISC,
    WHITE_FIGURE,
    WHITE_RING,
    Palette,
)
from tenchips.squares import BLACK, COLORS, GOALS, INNER_BITS, SIZE, WHITE, Color, Square, names

if TYPE_CHECKING:
    from PIL.Image import Image

Theme: TypeAlias = Literal["light", "dark"]
Point: TypeAlias = tuple[float, float]

FINENESS: Final = 3
"""How many times larger pictures are drawn before they are reduced."""

SMALLEST, LARGEST = 64, 2048
"""The smallest and the largest size of a picture, in pixels."""

SHADES: Final = 128
"""Colours in a GIF."""

MOVE_MS, LAST_MS = 700, 3000
"""How long a move is shown, and the end."""

SIDE: Final = SIZE * PITCH + 2 * MARGIN
TURN: Final = pi / 180


def draw(game: Board | Record, *, theme: Theme = "light", size: int = 480) -> bytes:
    """Draw a game as an animated GIF, `size` pixels wide and high: the start, every move and, if
    somebody has won with one, the network.

    >>> draw(Board(moves="33 44"), size=64)[:6]
    b'GIF89a'
    """
    check_type("game", game, (Board, Record), "a Board or a Record")
    board = game.board() if isinstance(game, Record) else game
    brush = _Brush(theme, size)
    end = brush.picture(board, shown_network(board, None))
    shades = _in_shades(_side_by_side(end, brush.picture(board, ())), SHADES)
    first, *others = [*_story(brush, board, shades), _in_these(shades, end)]
    times = [MOVE_MS] * len(others) + [LAST_MS]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def still(
    board: Board,
    *,
    theme: Theme = "light",
    size: int = 480,
    network: Sequence[Square] | None = None,
) -> bytes:
    """Draw a board as a PNG, with the network that won or the one given; `()` is none.

    >>> still(Board(), size=64)[1:4]
    b'PNG'
    """
    file = BytesIO()
    picture = _Brush(theme, size).picture(board, shown_network(board, network))
    _in_shades(picture, 256).save(file, "PNG", optimize=True)
    return file.getvalue()


def card(board: Board, *, width: int, height: int, theme: Theme = "light") -> bytes:
    """Draw a board as a PNG of any shape: in the middle, and nothing beside it.

    >>> card(Board(), width=200, height=100)[1:4]
    b'PNG'
    """
    brush = _Brush(theme, min(width, height))
    from PIL import Image  # which is there if the brush is

    picture = brush.picture(board, shown_network(board, None))
    whole = Image.new("RGB", (width, height), brush.background)
    whole.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
    file = BytesIO()
    _in_shades(whole, 256).save(file, "PNG", optimize=True)
    return file.getvalue()


def _story(brush: _Brush, board: Board, shades: Image) -> Iterator[Image]:
    """The positions of a game up to the picture of its end."""
    past = Board(board.start, board.rules)
    for move in board.moves:
        yield _in_these(shades, brush.picture(past, ()))
        past.push_unchecked(move)
    if shown_network(board, None):
        yield _in_these(shades, brush.picture(past, ()))


def _side_by_side(one: Image, other: Image) -> Image:
    from PIL import Image

    both = Image.new("RGB", (one.width + other.width, one.height))
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    return both


def _in_shades(picture: Image, count: int) -> Image:
    """The picture in at most this many colours, chosen for it: less than half the bytes."""
    from PIL.Image import Dither

    # One round of k-means gives thin lines their own colour, too.
    return picture.quantize(count, kmeans=1, dither=Dither.NONE)


def _in_these(shades: Image, picture: Image) -> Image:
    """The picture in the colours of another."""
    from PIL.Image import Dither

    return picture.quantize(palette=shades, dither=Dither.NONE)


class _Brush:
    """Draws boards of one theme and size; what all of them share is drawn once."""

    def __init__(self, theme: Theme, size: int) -> None:
        with needs_extra("play", "a PNG or a GIF"):
            from PIL import ImageFont

        if theme not in get_args(Theme):
            raise TenchipsError(f"theme is light or dark, not {quoted(theme)}")
        check_type("size", size, int, "an int")
        if not SMALLEST <= size <= LARGEST:
            raise TenchipsError(f"size is from {SMALLEST} to {LARGEST} pixels, not {size}")
        self._colors: Palette = DARK if theme == "dark" else LIGHT
        self._size = size
        self._scale = size * FINENESS / SIDE
        self._fonts = {points: ImageFont.load_default(points * self._scale) for points in (16, 22)}

    @property
    def background(self) -> str:
        """The colour around the board."""
        return self._colors.background

    def picture(self, board: Board, network: Network) -> Image:
        """The board, with a network over everything else."""
        canvas = _Canvas(self._empty.copy(), self._scale)
        self._mark_last_move(canvas, board)
        if network:
            dim = _Canvas(canvas.image.copy(), self._scale)
            self._draw_chips(dim, board, without=network)
            canvas = _Canvas(_blend(canvas.image, dim.image, 0.42), self._scale)
            self._draw_network(canvas, board, network)
        else:
            self._draw_chips(canvas, board)
        return canvas.image.reduce(FINENESS)

    @cached_property
    def _empty(self) -> Image:
        """The board without chips."""
        from PIL import Image

        colors = self._colors
        large = self._size * FINENESS
        canvas = _Canvas(Image.new("RGB", (large, large), colors.background), self._scale)
        for squares, fill, edge in (
            (names(INNER_BITS), colors.inner, colors.inner_edge),
            (GOALS[WHITE][0] | GOALS[WHITE][1], colors.white_goal, colors.white_goal_edge),
            (GOALS[BLACK][0] | GOALS[BLACK][1], colors.black_goal, colors.black_goal_edge),
        ):
            for square in squares:
                canvas.tile(square, fill, edge)
        for i in range(SIZE):
            middle = MARGIN + PITCH * i + PITCH / 2
            for at in ((MARGIN - 14, middle), (middle, MARGIN + PITCH * SIZE + 15)):
                canvas.text(at, str(i), self._fonts[16], colors.text)
        return canvas.image

    def _mark_last_move(self, canvas: _Canvas, board: Board) -> None:
        if board.moves:
            move = board.moves[-1]
            outline = [*_outline(move.to)]
            canvas.line([*outline, outline[0]], 3, self._colors.text)
            if move.origin is not None:
                for dash in _dashes([*_outline(move.origin)], 5):
                    canvas.line(dash, 3, self._colors.text)

    def _draw_chips(self, canvas: _Canvas, board: Board, without: Collection[Square] = ()) -> None:
        """Every line of sight, and the chips."""
        for color in COLORS:
            for start, end in board.links(color):
                ends = _rims(start, end)
                canvas.line(ends, 9, self._colors.background)
                if color is WHITE:
                    canvas.line(ends, 3.5, self._colors.white_link)
                else:
                    canvas.dots(ends, 8, 4.5, self._colors.black_link)
        for color in COLORS:
            for square in sorted(board.chips(color).difference(without)):
                self._draw_chip(canvas, square, color)
                if color is WHITE:
                    canvas.ring(_centre(square), 13, 2, WHITE_RING)
                else:
                    canvas.diamond(_centre(square), 6, BLACK_DIAMOND)

    def _draw_network(self, canvas: _Canvas, board: Board, network: Network) -> None:
        """The path, each of its lines over the earlier ones it crosses, and its chips' places."""
        for start, end in pairwise(network):
            ends = _rims(start, end)
            canvas.line(ends, 15, self._colors.background)
            canvas.line(ends, 8, self._colors.network)
        for place, square in enumerate(network, 1):
            color = board.color_at(square)
            assert color is not None  # a network leads from chip to chip
            self._draw_chip(canvas, square, color)
            figure = WHITE_FIGURE if color is WHITE else BLACK_FIGURE
            canvas.text(_centre(square), str(place), self._fonts[22], figure)

    def _draw_chip(self, canvas: _Canvas, square: Square, color: Color) -> None:
        x, y = (round((value - RADIUS) * self._scale) for value in _centre(square))
        disc, shape = self._discs[color]
        canvas.image.paste(disc, (x, y), shape)
        edge = self._colors.white_edge if color is WHITE else self._colors.black_edge
        canvas.ring(_centre(square), RADIUS, 1.5, edge)

    @cached_property
    def _discs(self) -> dict[Color, tuple[Image, Image]]:
        """The body of a chip of each colour, bright at the upper left, and its shape."""
        from PIL import Image

        width = round(2 * RADIUS * self._scale)
        shape = Image.new("L", (width, width))
        _Canvas(shape, self._scale).disc((RADIUS, RADIUS), RADIUS, "white")
        reach = round(0.8 * width)
        light = Image.radial_gradient("L").resize((2 * reach, 2 * reach))
        left, top = reach - round(0.35 * width), reach - round(0.3 * width)
        light = light.crop((left, top, left + width, top + width))
        discs = {}
        for color, (bright, deep) in ((WHITE, WHITE_DISC), (BLACK, BLACK_DISC)):
            body = Image.new("RGB", (width, width), bright)
            body.paste(deep, (0, 0), light)
            discs[color] = body, shape
        return discs


class _Canvas:
    """A picture that is drawn in the measures of the board."""

    def __init__(self, image: Image, scale: float) -> None:
        from PIL import ImageDraw

        self.image, self._scale = image, scale
        self._draw = ImageDraw.Draw(image)

    def tile(self, square: Square, fill: str, edge: str) -> None:
        x, y = _centre(square)
        box = self._box((x, y), TILE / 2 + 0.75)
        width = max(1, round(1.5 * self._scale))
        self._draw.rounded_rectangle(box, 10 * self._scale, fill, edge, width)

    def disc(self, centre: Point, radius: float, fill: str) -> None:
        self._draw.ellipse(self._box(centre, radius), fill)

    def ring(self, centre: Point, radius: float, width: float, color: str) -> None:
        box = self._box(centre, radius + width / 2)
        self._draw.ellipse(box, outline=color, width=max(1, round(width * self._scale)))

    def diamond(self, centre: Point, radius: float, fill: str) -> None:
        x, y = centre
        corners = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
        self._draw.polygon([self._at(corner) for corner in corners], fill)

    def line(self, points: Sequence[Point], width: float, color: str) -> None:
        """A line with round ends and corners."""
        wide = max(1, round(width * self._scale))
        self._draw.line([self._at(point) for point in points], color, wide)
        for point in points:
            self.disc(point, width / 2, color)

    def dots(self, ends: tuple[Point, Point], gap: float, width: float, color: str) -> None:
        (x1, y1), (x2, y2) = ends
        length = hypot(x2 - x1, y2 - y1)
        for i in range(ceil(length / gap)):
            share = i * gap / length
            self.disc((x1 + share * (x2 - x1), y1 + share * (y2 - y1)), width / 2, color)

    def text(self, centre: Point, text: str, font: object, color: str) -> None:
        bold = round(0.5 * self._scale)
        self._draw.text(self._at(centre), text, color, font, "mm", stroke_width=bold)  # type: ignore[arg-type]

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _box(self, centre: Point, reach: float) -> tuple[float, float, float, float]:
        (x, y), reach = self._at(centre), reach * self._scale
        return x - reach, y - reach, x + reach, y + reach


def _blend(one: Image, other: Image, share: float) -> Image:
    from PIL import Image

    return Image.blend(one, other, share)


def _centre(square: Square) -> Point:
    x, y = (MARGIN + PITCH * int(digit) + PITCH / 2 for digit in square)
    return x, y


def _rims(start: Square, end: Square) -> tuple[Point, Point]:
    """The line between two chips, from rim to rim."""
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    share = RADIUS / hypot(x2 - x1, y2 - y1)
    dx, dy = share * (x2 - x1), share * (y2 - y1)
    return (x1 + dx, y1 + dy), (x2 - dx, y2 - dy)


def _outline(square: Square) -> Iterator[Point]:
    """The points around a square, a little inside its tile, its corners rounded."""
    x, y = _centre(square)
    reach, radius = TILE / 2 - 2, 8
    for quarter, (right, down) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for degrees in range(0, 91, 15):
            angle = (90 * quarter + degrees) * TURN
            yield (
                x + right * (reach - radius) + radius * cos(angle),
                y + down * (reach - radius) + radius * sin(angle),
            )


def _dashes(points: list[Point], length: float) -> Iterator[tuple[Point, Point]]:
    """Dashes, and gaps of the same length, along the lines through some points."""
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        side = hypot(x2 - x1, y2 - y1)
        dx, dy = length * (x2 - x1) / side, length * (y2 - y1) / side
        for i in range(1, int(side / length), 2):
            yield (x1 + i * dx, y1 + i * dy), (x1 + (i + 1) * dx, y1 + (i + 1) * dy)
