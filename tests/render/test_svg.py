"""A picture holds what the board holds, can be read by everyone, and leaves its page alone."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from positions import NO_MOVE_GAME, boards
from tenchips import BLACK, WHITE, Board, Color
from tenchips.render import svg
from tenchips.render.svg import DARK, LIGHT, Palette, Theme

THEMES: tuple[Theme, ...] = ("light", "dark", "auto")
DIAGRAM_A = "20 60 42 13 33 25 35 55 65 57"
DIAGRAM_C = "30 21 52 53 24 65 16 47"
CROSSED_IN_C = "10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56"
CROSSES_ITSELF = "20-25-35-13-33-55-57"
STEPPED = Board.diagram(
    white="03 06 14 16 32 34 56 71 72 75",
    black="13 17 20 25 33 35 55 57 63 65",
    number=11,
    moves="56-31",
)

Element = ElementTree.Element


def parse(picture: str) -> Element:
    """The picture as a tree, its names without the namespace."""
    root = ElementTree.fromstring(picture)
    for element in root.iter():
        namespace, element.tag = element.tag[1:].split("}")
        assert namespace == "http://www.w3.org/2000/svg"
    return root


def having(root: Element, *classes: str) -> list[Element]:
    return [e for e in root.iter() if {*classes} <= {*e.get("class", "").split()}]


def values(elements: list[Element], name: str) -> list[str]:
    return [e.get(name, "") for element in elements for e in element.iter() if e.get(name)]


def drawn_chips(root: Element, color: Color) -> list[str]:
    return values(having(root, "chips", str(color).lower()), "data-chip")


def style(picture: str) -> str:
    return parse(picture).findtext("style", "")


def stroke_widths(picture: str, group: str) -> dict[str, float]:
    found = re.findall(rf"\.{group} \.(line|casing){{stroke-width:([\d.]+)", style(picture))
    return {kind: float(width) for kind, width in found}


# What is drawn


def test_notebooks_show_the_picture() -> None:
    board = Board(moves="33 44")
    assert board._repr_svg_() == svg.draw(board)


def test_the_board_has_sixty_squares_and_no_corners() -> None:
    root = parse(svg.draw(Board()))
    tiles = {kind: len(having(root, "tiles", kind)[0]) for kind in ("inner", "white-goal")}
    assert tiles == {"inner": 36, "white-goal": 12}
    places = [(r.get("x"), r.get("y")) for g in having(root, "tiles") for r in g]
    assert len(set(places)) == len(places) == 60
    near, far = "2", "450"
    assert not {(near, near), (near, far), (far, near), (far, far)} & set(places)
    assert {(near, "66"), ("66", near)} <= set(places)


def test_every_chip_and_every_line_of_sight_is_drawn_once() -> None:
    for board in boards(seed=4, count=60):
        for network in ((), None):
            root = parse(svg.draw(board, network=network))
            for color in (WHITE, BLACK):
                assert sorted(drawn_chips(root, color)) == sorted(board.chips(color))
                links = values(having(root, "links", str(color).lower()), "data-link")
                assert links == ["-".join(link) for link in board.links(color)]


def test_shape_tells_the_colors_apart() -> None:
    root = parse(svg.draw(Board(moves="33 44")))
    (white,), (black,) = (having(root, "chips", color) for color in ("white", "black"))
    assert (len(having(white, "ring")), len(having(white, "diamond"))) == (1, 0)
    assert (len(having(black, "ring")), len(having(black, "diamond"))) == (0, 1)
    css = style(svg.draw(Board()))
    assert re.search(r"\.black \.line{[^}]*stroke-dasharray", css)
    assert not re.search(r"\.white \.line{[^}]*stroke-dasharray", css)


@pytest.mark.parametrize("sights", [(), (WHITE,), (BLACK,), (WHITE, BLACK)])
def test_sights_of_the_colors_asked_for(sights: tuple[Color, ...]) -> None:
    root = parse(svg.draw(STEPPED, sights=sights))
    drawn = [g.get("class") for g in having(root, "links")]
    assert drawn == [f"links {str(color).lower()}" for color in sights]


def test_exactly_the_forbidden_squares_are_hatched_and_crossed() -> None:
    board = Board.diagram(black=DIAGRAM_C, turn=BLACK)
    root = parse(svg.draw(board, illegal=BLACK))
    crosses = values(having(root, "cross"), "data-square")
    assert sorted(crosses) == sorted(CROSSED_IN_C.split())
    hatches = next(g for g in root.iter("g") if g.get("fill", "").endswith("-hatch)"))
    assert len(hatches) == len(crosses)
    order = list(root.iter())
    assert order.index(having(root, "cross")[0]) > order.index(having(root, "links")[-1])
    assert values(having(parse(svg.draw(board, illegal=WHITE)), "cross"), "data-square") == []
    assert having(parse(svg.draw(board)), "cross") == []


def test_a_player_without_a_move_finds_every_square_crossed() -> None:
    board = Board(moves=NO_MOVE_GAME)
    root = parse(svg.draw(board, illegal=WHITE))
    empty = 48 - len(board.chips(WHITE)) - sum(s[1] not in "07" for s in board.chips(BLACK))
    assert len(values(having(root, "cross"), "data-square")) == empty > 0


def test_after_a_network_no_square_is_forbidden() -> None:
    root = parse(svg.draw(STEPPED, illegal=WHITE))
    assert values(having(root, "cross"), "data-square") == []


def test_the_last_move_is_marked() -> None:
    def marks(picture: str) -> list[tuple[str | None, str | None]]:
        return [(e.get("class"), e.get("data-square")) for e in having(parse(picture), "mark")]

    assert marks(svg.draw(Board())) == []
    assert marks(svg.draw(Board(moves="33 44"))) == [("mark to", "44")]
    assert marks(svg.draw(STEPPED)) == [("mark to", "31"), ("mark from", "56")]
    assert marks(svg.draw(STEPPED, last_move=False)) == []


def test_coordinates_can_be_left_out() -> None:
    (group,) = having(parse(svg.draw(Board())), "coordinates")
    assert sorted(text.text or "" for text in group) == sorted("01234567" * 2)
    assert having(parse(svg.draw(Board(), coordinates=False)), "coordinates") == []


def test_size_is_in_pixels() -> None:
    root = parse(svg.draw(Board(), size=123))
    assert (root.get("width"), root.get("height")) == ("123", "123")


# Networks


def numbered(root: Element) -> dict[str, str]:
    groups = (g for g in root.iter("g") if g.get("data-chip"))
    return {g.get("data-chip", ""): text.text or "" for g in groups for text in g.iter("text")}


def test_a_won_game_shows_its_network_and_dims_the_rest() -> None:
    root = parse(svg.draw(STEPPED))
    path = CROSSES_ITSELF.split("-")
    assert numbered(root) == {square: str(place) for place, square in enumerate(path, 1)}
    (network,), (rest,) = having(root, "network"), having(root, "rest")
    assert values([network], "data-link") == ["-".join(leg) for leg in pairwise(path)]
    assert not having(root, "flawed")
    assert len(having(rest, "links")) == 2
    assert len(values([rest], "data-chip")) == 20 - len(path)
    assert not set(path) & set(values([rest], "data-chip"))


def test_no_network_dims_nothing() -> None:
    for picture in (svg.draw(Board(moves="33")), svg.draw(STEPPED, network=())):
        assert not having(parse(picture), "rest") + having(parse(picture), "network")


def test_where_a_network_crosses_itself_the_later_line_passes_over() -> None:
    picture = svg.draw(Board.diagram(black=DIAGRAM_A), network=CROSSES_ITSELF)
    (network,) = having(parse(picture), "network")
    legs = {leg.get("data-link"): [path.get("class") for path in leg] for leg in network}
    assert list(legs).index("35-13") > list(legs).index("20-25")  # these two cross at 24
    assert legs["35-13"] == ["casing", "line"]
    widths = stroke_widths(picture, "network")
    assert widths["casing"] > widths["line"] + 4


@pytest.mark.parametrize(
    ("path", "ringed", "figures"),
    [
        ("60-20-42-33-35-57", ["20"], "123456"),
        ("20-42-60-65-55-57", ["60"], "123456"),
        ("60-42-33-35-55-57", ["60", "42", "33"], "123456"),
        ("20-25-35-33-55-35-57", ["35"], ["1", "2", "3·6", "4", "5", "7"]),
        ("20-20", ["20", "20"], ["1·2"]),
    ],
)
def test_a_path_that_is_no_network_looks_different(
    path: str, ringed: list[str], figures: list[str] | str
) -> None:
    root = parse(svg.draw(Board.diagram(black=DIAGRAM_A), network=path))
    assert having(root, "network", "flawed")
    assert list(numbered(root).values()) == list(figures)
    centres = {(e.get("cx"), e.get("cy")) for e in having(root, "fault")}
    assert centres == {tuple(str(64 * int(digit) + 32) for digit in square) for square in ringed}


def test_a_chip_in_the_way_is_shown_on_the_line() -> None:
    root = parse(svg.draw(Board.diagram("56 01", DIAGRAM_A), network=CROSSES_ITSELF))
    assert having(root, "flawed")
    assert drawn_chips(having(root, "rest")[0], WHITE) == ["01"]
    assert sorted(drawn_chips(root, WHITE)) == ["01", "56"]


# Pictures among others


@pytest.mark.parametrize("theme", THEMES)
def test_ids_are_the_picture_s_own(theme: Theme) -> None:
    pictures = [
        svg.draw(board, theme=theme, illegal=board.turn)
        for board in (Board(), Board(moves="33"), STEPPED)
    ]
    pictures += [svg.draw(Board(), theme=other) for other in THEMES if other != theme]
    ids = [element.get("id") for p in pictures for element in parse(p).iter() if element.get("id")]
    assert len(set(ids)) == len(ids) == 6 * len(pictures)


@pytest.mark.parametrize("theme", THEMES)
def test_references_stay_inside_the_picture(theme: Theme) -> None:
    picture = svg.draw(STEPPED, theme=theme, illegal=BLACK)
    ids = {element.get("id") for element in parse(picture).iter()}
    used = re.findall(r"url\(([^)]*)\)", picture)
    assert used
    assert {name.removeprefix("#") for name in used} <= ids
    assert not re.search(r"href|@import|<script|<image", picture)


@pytest.mark.parametrize("theme", THEMES)
def test_styles_stay_inside_the_picture(theme: Theme) -> None:
    picture = svg.draw(STEPPED, theme=theme)
    css = style(picture).replace("@media(prefers-color-scheme:dark){", "").replace("}\n}", "}\n")
    selectors = [rule.split("{")[0].strip() for rule in css.split("}") if rule.strip()]
    assert len(selectors) > 20
    root = parse(picture).get("id")
    assert all(s.startswith(f"#{root} ") and "," not in s for s in selectors)


def test_the_same_board_gives_the_same_picture() -> None:
    assert svg.draw(STEPPED.copy(), illegal=WHITE) == svg.draw(STEPPED, illegal=WHITE)


def test_pictures_are_small() -> None:
    for board in boards(seed=5, count=60):
        assert len(svg.draw(board, illegal=board.turn).encode()) < 25_000


# Readers


def test_a_picture_says_in_words_what_it_shows() -> None:
    root = parse(svg.draw(STEPPED))
    assert root.get("role") == "img"
    words = {
        element.get("id"): element.text for element in root if element.tag in ("title", "desc")
    }
    title, description = (words[root.get(name)] for name in ("aria-labelledby", "aria-describedby"))
    assert title == "Network: Black wins with the network 20-25-35-13-33-55-57"
    assert description == (
        "White chips on 03 06 14 16 31 32 34 71 72 75; 0 in hand. "
        "Black chips on 13 17 20 25 33 35 55 57 63 65; 0 in hand. "
        "Last move: White steps from 56 to 31. "
        "Drawn: 20-25-35-13-33-55-57, a network."
    )
    assert root[0].tag == "title"


def test_words_for_forbidden_squares_and_flaws() -> None:
    board = Board.diagram(black="11 12", turn=BLACK)
    picture = svg.draw(board, illegal=BLACK, network="11-12")
    description = parse(picture).findtext("desc", "")
    assert "White chips on no square" in description
    assert "Forbidden to Black: 10 13 20 21 22 23." in description
    assert "not a network: a network has 6 to 10 chips, and this one has 2" in description


def test_themes_use_their_own_colors() -> None:
    light, dark = (set(asdict(palette).values()) for palette in (LIGHT, DARK))
    expected = {"light": light, "dark": dark, "auto": light | dark}
    for theme in THEMES:
        css = style(svg.draw(Board(), theme=theme))
        assert {color for color in light | dark if color in css} == expected[theme]
    before, after = style(svg.draw(Board())).split("@media(prefers-color-scheme:dark)")
    assert LIGHT.inner in before
    assert DARK.inner in after


def luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_and_text_stand_out(palette: Palette) -> None:
    everywhere = [palette.background, palette.inner, palette.white_goal, palette.black_goal]
    under = {
        palette.white_link: everywhere[:3],  # a white chip never stands in a black goal
        palette.black_link: [*everywhere[:2], everywhere[3]],
        palette.illegal: everywhere,
        palette.network: everywhere,
        palette.text: everywhere,
    }
    for line, grounds in under.items():
        for ground in grounds:
            assert contrast(line, ground) >= 3, (line, ground)
    assert contrast(palette.text, palette.background) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_chips_stand_out(palette: Palette) -> None:
    chips = [
        (palette.white_edge, svg.WHITE_DISC, [palette.inner, palette.white_goal]),
        (palette.black_edge, svg.BLACK_DISC, [palette.inner, palette.black_goal]),
    ]
    for edge, disc, grounds in chips:
        for ground in grounds:
            assert max(contrast(edge, ground), *(contrast(shade, ground) for shade in disc)) >= 3


def test_signs_and_figures_stand_out_on_their_chips() -> None:
    for sign, figure, disc in (
        (svg.WHITE_RING, svg.WHITE_FIGURE, svg.WHITE_DISC),
        (svg.BLACK_DIAMOND, svg.BLACK_FIGURE, svg.BLACK_DISC),
    ):
        for shade in disc:
            assert contrast(sign, shade) >= 3
            assert contrast(figure, shade) >= 4.5


# What cannot be drawn


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(ValueError, match="theme is light, dark or auto, not 'pink'"):
        svg.draw(Board(), theme="pink")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="size is a number of pixels, at least 1, not 0"):
        svg.draw(Board(), size=0)
    with pytest.raises(ValueError, match="White has no chip on 20 and 25"):
        svg.draw(Board(), network="20-25")


def test_highlights_and_arrows_are_drawn_and_told() -> None:
    board = Board(moves="33 44")
    picture = svg.draw(board, highlights="33 45 33", arrows=[("33", "45"), ("44", "44")])
    root = parse(picture)
    (highlights,), (arrows,) = having(root, "highlights"), having(root, "arrows")
    assert values(list(highlights), "data-square") == ["33", "45"]
    assert values(list(arrows), "data-arrow") == ["33-45", "44-44"]
    assert [len(having(arrow, "head")) for arrow in arrows] == [1, 0]  # to itself, it is a ring
    words = root.findtext("desc", "")
    assert words.endswith("Highlighted: 33 45. Arrows: 33 to 45, 44 to 44.")
    plain = svg.draw(board, highlights=(), arrows=())
    assert plain == svg.draw(board)
    assert "arrows" not in plain


@pytest.mark.parametrize(
    "arguments", [{"highlights": "99"}, {"arrows": [("33", "9")]}, {"highlights": ["3"]}]
)
def test_only_squares_are_highlighted(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        svg.draw(Board(), **arguments)
