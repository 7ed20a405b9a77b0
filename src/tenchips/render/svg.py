"""The board as an SVG picture, for notebooks, documents and pages.

Shape tells the players apart, not hue: White's chips have a ring and solid lines of sight, Black's
a diamond and dotted ones. Every line has a casing in the background's colour, so that it stays
clear where lines cross. A picture stands alone: it needs no font or file, says in words what it
shows, and can share a page with others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from itertools import pairwise
from math import hypot
from typing import Final, Literal, TypeAlias, get_args

from tenchips.board import Board
from tenchips.errors import TenchipsError, check_items, check_type, quoted, wrong_type
from tenchips.networks import Network
from tenchips.notation import parse_square, parse_squares
from tenchips.render.scene import flaw, forbidden, in_words, shown_network
from tenchips.squares import BLACK, COLORS, GOALS, INNER_BITS, SIZE, WHITE, Color, Square, names

Theme: TypeAlias = Literal["light", "dark", "auto"]

PITCH: Final = 64
TILE: Final = 60
RADIUS: Final = 22
MARGIN: Final = 32
"""Room for the coordinates; without them the margin is a quarter of it."""


@dataclass(frozen=True)
class Palette:
    """The colours of a theme.

    >>> LIGHT.background, DARK.background
    ('#f6f3ec', '#14171b')
    """

    background: str
    text: str
    inner: str
    inner_edge: str
    white_goal: str
    white_goal_edge: str
    black_goal: str
    black_goal_edge: str
    white_edge: str
    black_edge: str
    white_link: str
    black_link: str
    illegal: str
    network: str


LIGHT: Final = Palette(
    background="#f6f3ec",
    text="#5f5a4d",
    inner="#e7dfcd",
    inner_edge="#d9cfb8",
    white_goal="#fffaec",
    white_goal_edge="#d6c9a5",
    black_goal="#b9c2cc",
    black_goal_edge="#8b96a2",
    white_edge="#6f6449",
    black_edge="#14181d",
    white_link="#a85400",
    black_link="#084f8c",
    illegal="#a3124f",
    network="#00785a",
)
DARK: Final = Palette(
    background="#14171b",
    text="#aaa391",
    inner="#262c33",
    inner_edge="#333b44",
    white_goal="#4a4636",
    white_goal_edge="#7a7156",
    black_goal="#0b0d10",
    black_goal_edge="#39424c",
    white_edge="#8c7d55",
    black_edge="#dfe5ec",
    white_link="#f2a73b",
    black_link="#62bbff",
    illegal="#ff86b6",
    network="#33dfae",
)

# The chips are the same by day and by night; only their edges change.
WHITE_DISC: Final = ("#fffdf6", "#e2d8be")
BLACK_DISC: Final = ("#56606c", "#1b2027")
WHITE_FIGURE: Final = "#2d2718"
BLACK_FIGURE: Final = "#ffffff"
WHITE_RING: Final = "#82754f"
BLACK_DIAMOND: Final = "#cfd5dc"


def draw(
    board: Board,
    *,
    theme: Theme = "auto",
    size: int = 480,
    coordinates: bool = True,
    sights: Collection[Color] = COLORS,
    illegal: Color | None = None,
    last_move: bool = True,
    network: str | Iterable[Square] | None = None,
    highlights: str | Iterable[Square] = (),
    arrows: Iterable[tuple[Square, Square]] = (),
) -> str:
    """Draw the board, `size` pixels wide and high.

    `auto` is light or dark as the reader's system is. `sights` names the colours whose lines of
    sight are drawn; `illegal` the colour whose forbidden squares are marked. `network` is a path
    to number and to draw over the rest, by default the network that won; `()` is none. A path
    that breaks a rule of networks is drawn dashed, the chips concerned ringed. `highlights` are
    squares to colour, and `arrows` pairs of squares to draw an arrow between; from a square to
    itself it is a ring.

    The same arguments give the same picture, to the letter.

    >>> picture = draw(Board(moves="33 44"), theme="dark")
    >>> picture.startswith("<svg "), "<title" in picture
    (True, True)
    >>> 'data-arrow="33-45"' in draw(Board(), highlights="33 44", arrows=[("33", "45")])
    True
    """
    if theme not in get_args(Theme):
        raise TenchipsError(f"theme is light, dark or auto, not {quoted(theme)}")
    check_type("size", size, int, "an int")
    if size < 1:
        raise TenchipsError(f"size is a number of pixels, at least 1, not {size}")
    check_items("sights", sights, Color, "colours")
    path = shown_network(board, network)
    why_not = flaw(board, path)
    faults = why_not.squares if why_not else ()
    highlights = tuple(dict.fromkeys(parse_squares(highlights)))
    arrows = _checked_arrows(arrows)
    rest = [*_links(board, sights), *_chips(board, without={*path, *faults})]
    body = [
        *_tiles(),
        *(_hatches(board, illegal) if illegal is not None else ()),
        *(_highlights(highlights) if highlights else ()),
        *(_last_move(board) if last_move else ()),
        *(['<g class="rest">', *rest, "</g>", *_network(board, path, faults)] if path else rest),
        *(_crosses(board, illegal) if illegal is not None else ()),
        *(_arrows(arrows) if arrows else ()),
        *(_coordinates() if coordinates else ()),
    ]
    heading, description = in_words(
        board, illegal=illegal, last_move=last_move, network=path, highlights=highlights,
        arrows=arrows,
    )  # fmt: skip
    margin = MARGIN if coordinates else MARGIN // 4
    side = SIZE * PITCH + 2 * margin
    picture = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{_ID}" role="img"'
            f' aria-labelledby="{_ID}-title" aria-describedby="{_ID}-desc"'
            f' width="{size}" height="{size}" viewBox="0 0 {side} {side}">',
            f'<title id="{_ID}-title">{escape(heading)}</title>',
            f'<desc id="{_ID}-desc">{escape(description)}</desc>',
            f"<style>{_stylesheet(theme, marks=bool(highlights or arrows))}</style>",
            *_definitions(),
            f'<rect class="background" width="{side}" height="{side}" rx="14"/>',
            f'<g transform="translate({margin} {margin})">',
            *body,
            "</g>",
            "</svg>\n",
        ]
    )
    # Pictures that differ get names that differ, so none takes another's colours on a page.
    return picture.replace(_ID, "tenchips-" + sha256(picture.encode()).hexdigest()[:10])


_ID: Final = "THE-PICTURE"


def _stylesheet(theme: Theme, *, marks: bool) -> str:
    def rules(colors: Palette) -> str:
        return _rules(colors) + (_mark_rules(colors) if marks else "")

    shapes = _SHAPES + (_MARK_SHAPES if marks else "")
    if theme == "auto":
        return f"{shapes}{rules(LIGHT)}@media(prefers-color-scheme:dark){{{rules(DARK)}}}"
    return shapes + rules(DARK if theme == "dark" else LIGHT)


def _scoped(rules: str) -> str:
    """The rules, one selector and one line each, kept to this picture: a style element in a page
    rules the whole page."""
    return "".join(f"\n#{_ID} {rule.strip()}" for rule in rules.strip().splitlines()) + "\n"


_SHAPES: Final = _scoped(f"""
    path{{fill:none;stroke-linecap:round}}
    text{{font:700 16px system-ui,sans-serif;text-anchor:middle}}
    .tiles{{stroke-width:1.5}}
    .edge{{stroke-width:1.5}}
    .ring{{fill:none;stroke:{WHITE_RING};stroke-width:2}}
    .diamond{{fill:{BLACK_DIAMOND}}}
    .white .line{{stroke-width:3.5}}
    .black .line{{stroke-width:4.5;stroke-dasharray:0 8}}
    .rest{{opacity:.42}}
    .casing{{stroke-width:9}}
    .network .line{{stroke-width:8}}
    .network .casing{{stroke-width:15}}
    .flawed .line{{stroke-dasharray:9 12}}
    .mark{{fill:none;stroke-width:3}}
    .from{{stroke-dasharray:5 5}}
    .fault{{stroke-width:4}}
    .cross .line{{stroke-width:5}}
    .cross .casing{{stroke-width:10}}
    .white text{{fill:{WHITE_FIGURE};font-size:22px}}
    .black text{{fill:{BLACK_FIGURE};font-size:22px}}
    text.twice{{font-size:16px}}
""")


# Highlights and arrows, for the pictures that have them.
_MARK_SHAPES: Final = _scoped("""
    .highlights{opacity:.35}
    .arrows{opacity:.85}
    .arrows .line{stroke-width:8}
    .arrows .casing{stroke-width:12}
    .arrows .head{stroke-width:2}
""")


def _mark_rules(colors: Palette) -> str:
    return _scoped(f"""
        .highlights{{fill:{colors.network}}}
        .arrows .line{{stroke:{colors.network}}}
        .arrows .head{{fill:{colors.network};stroke:{colors.background}}}
    """)


def _rules(colors: Palette) -> str:
    return _scoped(f"""
        .background{{fill:{colors.background}}}
        .casing{{stroke:{colors.background}}}
        .coordinates{{fill:{colors.text}}}
        .inner{{fill:{colors.inner};stroke:{colors.inner_edge}}}
        .white-goal{{fill:{colors.white_goal};stroke:{colors.white_goal_edge}}}
        .black-goal{{fill:{colors.black_goal};stroke:{colors.black_goal_edge}}}
        .white .edge{{stroke:{colors.white_edge}}}
        .black .edge{{stroke:{colors.black_edge}}}
        .white .line{{stroke:{colors.white_link}}}
        .black .line{{stroke:{colors.black_link}}}
        .mark{{stroke:{colors.text}}}
        .fault{{stroke:{colors.illegal}}}
        .hatch{{stroke:{colors.illegal}}}
        .cross .line{{stroke:{colors.illegal}}}
        .network .line{{stroke:{colors.network}}}
        .flawed .line{{stroke:{colors.illegal}}}
    """)


def _definitions() -> Iterator[str]:
    yield "<defs>"
    for color, (bright, deep) in ((WHITE, WHITE_DISC), (BLACK, BLACK_DISC)):
        yield (
            f'<radialGradient id="{_ID}-{_word(color)}" cx=".35" cy=".3" r=".8">'
            f'<stop stop-color="{bright}"/><stop offset="1" stop-color="{deep}"/>'
            "</radialGradient>"
        )
    yield (
        f'<pattern id="{_ID}-hatch" width="9" height="9" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path class="hatch" d="M0 0V9" opacity=".6"/></pattern>'
    )
    yield "</defs>"


def _tiles() -> Iterator[str]:
    kinds = {"inner": names(INNER_BITS)} | {
        f"{_word(color)}-goal": sorted(GOALS[color][0] | GOALS[color][1]) for color in COLORS
    }
    for kind, squares in kinds.items():
        yield f'<g class="tiles {kind}">'
        yield from (f"<rect {_tile(square)}/>" for square in squares)
        yield "</g>"


def _tile(square: Square, inset: float = 0) -> str:
    x, y = (_number(centre - TILE / 2 + inset) for centre in _centre(square))
    side = _number(TILE - 2 * inset)
    return f'x="{x}" y="{y}" width="{side}" height="{side}" rx="{_number(10 - inset)}"'


def _coordinates() -> Iterator[str]:
    yield '<g class="coordinates">'
    for i in range(SIZE):
        middle = PITCH * i + PITCH // 2
        yield f'<text x="-14" y="{middle}" dy=".36em">{i}</text>'
        yield f'<text x="{middle}" y="{PITCH * SIZE + 15}" dy=".36em">{i}</text>'
    yield "</g>"


def _links(board: Board, sights: Collection[Color]) -> Iterator[str]:
    for color in COLORS:
        if color in sights:
            yield f'<g class="links {_word(color)}">'
            for start, end in board.links(color):
                yield f'<g data-link="{start}-{end}">{_cased(_straight(start, end))}</g>'
            yield "</g>"


def _chips(board: Board, without: Collection[Square]) -> Iterator[str]:
    for color in COLORS:
        yield f'<g class="chips {_word(color)}">'
        for square in sorted(board.chips(color).difference(without)):
            yield _chip(square, color)
        yield "</g>"


def _chip(square: Square, color: Color, figure: str = "") -> str:
    """A chip with its sign, or with a figure in place of it."""
    x, y = _centre(square)
    disc = f'<circle class="edge" r="{RADIUS}" fill="url(#{_ID}-{_word(color)})"/>'
    ring, diamond = '<circle class="ring" r="13"/>', '<path class="diamond" d="M0-6 6 0 0 6-6 0z"/>'
    sign = figure or (ring if color is WHITE else diamond)
    return f'<g data-chip="{square}" transform="translate({x} {y})">{disc}{sign}</g>'


def _network(board: Board, path: Network, faults: Collection[Square]) -> Iterator[str]:
    """The path over everything else, each of its lines over the earlier ones it crosses."""
    yield f'<g class="network{" flawed" if faults else ""}">'
    for start, end in pairwise(path):
        if start != end:
            yield f'<g data-link="{start}-{end}">{_cased(_straight(start, end))}</g>'
    yield "</g>"
    for square in dict.fromkeys((*path, *faults)):
        color = board.color_at(square)
        assert color is not None  # paths and what stands in their way are chips
        places = [str(place) for place, other in enumerate(path, 1) if other == square]
        kind = ' class="twice"' if len(places) > 1 else ""
        figure = f'<text{kind} dy=".36em">{"·".join(places)}</text>' if places else ""
        yield f'<g class="chips {_word(color)}">{_chip(square, color, figure)}</g>'
    for square in dict.fromkeys(faults):
        x, y = _centre(square)
        yield f'<circle class="mark fault" cx="{x}" cy="{y}" r="{RADIUS + 4}"/>'


def _last_move(board: Board) -> Iterator[str]:
    if board.moves:
        move = board.moves[-1]
        yield f'<rect class="mark to" data-square="{move.to}" {_tile(move.to, 2)}/>'
        if move.origin is not None:
            yield f'<rect class="mark from" data-square="{move.origin}" {_tile(move.origin, 2)}/>'


def _checked_arrows(arrows: Iterable[tuple[Square, Square]]) -> tuple[tuple[Square, Square], ...]:
    if isinstance(arrows, str) or not isinstance(arrows, Iterable):
        raise wrong_type("arrows", arrows, "an iterable of pairs like ('33', '45')")
    checked = []
    for pair in arrows:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise wrong_type("an arrow", pair, "a pair of squares like ('33', '45')")
        checked.append((parse_square(pair[0]), parse_square(pair[1])))
    return tuple(checked)


def _highlights(squares: Iterable[Square]) -> Iterator[str]:
    yield '<g class="highlights">'
    yield from (f'<rect data-square="{one}" {_tile(one)}/>' for one in squares)
    yield "</g>"


def _arrows(arrows: Iterable[tuple[Square, Square]]) -> Iterator[str]:
    yield '<g class="arrows">'
    for start, end in arrows:
        shape = _ring(end) if start == end else _arrow(start, end)
        yield f'<g data-arrow="{start}-{end}">{shape}</g>'
    yield "</g>"


def _ring(square: Square) -> str:
    x, y = _centre(square)
    r = RADIUS + 4
    return _cased(f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0")


def _arrow(start: Square, end: Square) -> str:
    """An arrow from the middle of a square to just before the middle of the other."""
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    tip, base = (x2 - 6 * dx, y2 - 6 * dy), (x2 - 26 * dx, y2 - 26 * dy)
    corners = [tip, (base[0] - 12 * dy, base[1] + 12 * dx), (base[0] + 12 * dy, base[1] - 12 * dx)]
    head = "L".join(f"{_number(x)} {_number(y)}" for x, y in corners)
    shaft = f"M{x1} {y1}L{_number(base[0])} {_number(base[1])}"
    return f'{_cased(shaft)}<path class="head" d="M{head}z"/>'


def _hatches(board: Board, color: Color) -> Iterator[str]:
    yield f'<g fill="url(#{_ID}-hatch)">'
    yield from (f"<rect {_tile(square)}/>" for square in forbidden(board, color))
    yield "</g>"


def _crosses(board: Board, color: Color) -> Iterator[str]:
    yield '<g class="cross">'
    for square in forbidden(board, color):
        x, y = _centre(square)
        yield f'<g data-square="{square}">{_cased(f"M{x - 8} {y - 8}l16 16m0-16-16 16")}</g>'
    yield "</g>"


def _cased(d: str) -> str:
    return f'<path class="casing" d="{d}"/><path class="line" d="{d}"/>'


def _straight(start: Square, end: Square) -> str:
    """The line between two chips, from rim to rim."""
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    share = RADIUS / hypot(x2 - x1, y2 - y1)
    dx, dy = share * (x2 - x1), share * (y2 - y1)
    x1, y1, x2, y2 = x1 + dx, y1 + dy, x2 - dx, y2 - dy
    return f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}"


def _centre(square: Square) -> tuple[float, float]:
    x, y = (PITCH * int(digit) + PITCH // 2 for digit in square)
    return x, y


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _word(color: Color) -> str:
    return str(color).lower()
