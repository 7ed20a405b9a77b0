"""The text board says what stands where, in the space it has and with the signs it may use."""

from __future__ import annotations

import re

import pytest

from positions import boards
from tenchips import BLACK, WHITE, Board, NotationError
from tenchips.render import text

CORNERS = {"00", "07", "70", "77"}
DIAGRAM_A = "20 60 42 13 33 25 35 55 65 57"
DIAGRAM_C = "30 21 52 53 24 65 16 47"
CROSSED_IN_C = "10 20 40 11 31 41 51 61 12 22 32 42 62 43 63 44 54 64 15 25 56"
STEPPED = Board.diagram(
    white="03 06 14 16 32 34 56 71 72 75",
    black="13 17 20 25 33 35 55 57 63 65",
    number=11,
    moves="56-31",
)
MODES = [(ascii, compact) for ascii in (False, True) for compact in (False, True)]


def signs(drawing: str, *, compact: bool = False) -> dict[str, str]:
    """What a plain drawing has on each square: a mark or a blank, then the sign."""
    width, left = (2, 1) if compact else (3, 2)
    rows = [line[left:].ljust(8 * width) for line in drawing.splitlines()[1:]]
    return {
        f"{x}{y}": row[width * x : width * (x + 1)].rstrip()
        for y, row in enumerate(rows)
        for x in range(8)
    }


def squares(drawing: str, sign: str) -> set[str]:
    return {square for square, shown in signs(drawing).items() if shown.strip() == sign}


def without_color(drawing: str) -> str:
    return "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", drawing).split("\n"))


def test_print_draws_the_board() -> None:
    board = Board(moves="33 44")
    assert str(board) == text.draw(board)


def test_chips_stand_where_the_board_has_them() -> None:
    for board in boards(seed=1, count=100):
        drawing = text.draw(board, last_move=False, network=())
        assert squares(drawing, "W") == board.chips(WHITE)
        assert squares(drawing, "B") == board.chips(BLACK)
        assert squares(drawing, "") == CORNERS


@pytest.mark.parametrize(("ascii", "compact"), MODES)
def test_a_drawing_is_plain_and_fits(ascii: bool, compact: bool) -> None:
    for board in boards(seed=2, count=50):
        drawing = text.draw(board, ascii=ascii, compact=compact, illegal=board.turn)
        lines = drawing.split("\n")
        assert "\x1b" not in drawing
        assert drawing.isascii() or not ascii
        assert len(lines) == 9
        assert max(map(len, lines)) <= (17 if compact else 26)
        assert lines == [line.rstrip() for line in lines]


@pytest.mark.parametrize(("ascii", "compact"), MODES)
def test_digits_stand_over_the_columns_and_before_the_rows(ascii: bool, compact: bool) -> None:
    drawing = text.draw(Board(moves="41"), ascii=ascii, compact=compact)
    header, *rows = drawing.split("\n")
    assert header.split() == list("01234567")
    assert [row[0] for row in rows] == list("01234567")
    assert rows[1][header.index("4")] == "W"


def test_goals_are_hinted() -> None:
    drawing = text.draw(Board(), ascii=True)
    assert squares(drawing, "-") == {f"{x}{y}" for x in range(1, 7) for y in (0, 7)}
    assert squares(drawing, "|") == {f"{x}{y}" for x in (0, 7) for y in range(1, 7)}
    assert len(squares(drawing, ".")) == 36


@pytest.mark.parametrize("compact", [False, True])
def test_the_last_move_is_marked(compact: bool) -> None:
    def marks(board: Board, last_move: bool = True) -> dict[str, str]:
        drawing = text.draw(board, compact=compact, network=(), last_move=last_move)
        shown = signs(drawing, compact=compact).items()
        return {square: sign[0] for square, sign in shown if sign and sign[0] != " "}

    assert marks(Board()) == {}
    assert marks(Board(moves="33 44")) == {"44": ">"}
    assert marks(STEPPED) == {"31": ">", "56": "<"}
    assert marks(STEPPED, last_move=False) == {}


def test_squares_forbidden_to_a_color_are_crossed() -> None:
    board = Board.diagram(black=DIAGRAM_C, turn=BLACK)
    assert squares(text.draw(board, illegal=BLACK), "x") == set(CROSSED_IN_C.split())
    assert squares(text.draw(board, illegal=WHITE), "x") == set()
    assert squares(text.draw(board), "x") == set()


def test_a_won_game_shows_its_network() -> None:
    board = Board.diagram(black="20 25 35 13 33 55 57", white="01")
    shown = signs(text.draw(board))
    assert [shown[s].strip() for s in ("20", "25", "35", "33", "55", "57")] == [
        f"B{place}" for place in range(1, 7)
    ]
    assert (shown["13"], shown["01"]) == (" B", " W")
    assert squares(text.draw(board, network=()), "B") == board.chips(BLACK)


def test_any_path_of_chips_can_be_numbered() -> None:
    board = Board.diagram(black=DIAGRAM_A)
    path = ["20", "25", "35", "13", "33", "55", "57"]
    for network in (path, "-".join(path)):
        drawing = text.draw(board, network=network, compact=True)
        shown = signs(drawing, compact=True)
        assert [shown[square] for square in path] == [f" {place}" for place in range(1, 8)]


def test_the_tenth_chip_is_a_nought() -> None:
    board = Board.diagram(black=DIAGRAM_A)
    for compact, sign in ((False, "B0"), (True, "0")):
        drawing = text.draw(board, network=DIAGRAM_A, compact=compact)
        assert signs(drawing, compact=compact)["57"].strip() == sign


def test_color_adds_nothing_but_color() -> None:
    for board in boards(seed=3, count=20):
        for compact in (False, True):
            plain = text.draw(board, compact=compact, illegal=board.turn)
            colored = text.draw(board, compact=compact, illegal=board.turn, color=True)
            assert without_color(colored) == plain
            assert colored != plain
            assert colored.count("\x1b[0m") * 2 == colored.count("\x1b[")


def test_what_cannot_be_numbered_is_named() -> None:
    board = Board(moves="33 44")
    with pytest.raises(ValueError, match="White has no chip on 44"):
        text.draw(board, network="33-44")
    with pytest.raises(NotationError, match="'99' is not a square"):
        text.draw(board, network="33-99")
