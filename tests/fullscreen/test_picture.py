"""What squares show, against the rules as the oracle reads them."""

from __future__ import annotations

from tenchips import BLACK, WHITE, Board
from tenchips.fullscreen.cell_art import SIZES, draw_cell
from tenchips.fullscreen.palette import DARK, LIGHT, PLAIN, SIXTEEN
from tenchips.fullscreen.picture import Cell, Mark, Shown, describe, picture
from tenchips.fullscreen.pointer import Pointer
from tenchips.squares import NAMES
from tenchips.terminal.wording import threats

NETWORK = "01 60 03 65 06 55 71 33 73 35 76 57"
STEPS = "41 43 03 30 56 52 45 66 33 27 21 40 13 47 15 25 16 64 11 60"
"""Ten chips each, White to move."""


def marked(cells: dict[str, Cell], mark: Mark) -> set[str]:
    return {square for square, cell in cells.items() if cell.marks & mark}


def test_the_cursor_previews_a_legal_move_with_its_lines_of_sight() -> None:
    cells = picture(Board(moves="33 44 61 20"), Shown(Pointer("31")))
    assert cells["31"].ghost is WHITE
    assert marked(cells, Mark.SEEN) == {"33", "61"}
    assert marked(cells, Mark.SIGHT) == {"32", "41", "51"}


def test_a_forbidden_square_shows_the_chips_that_forbid_it() -> None:
    board = Board(moves="33 10 34 20")
    shown = Shown(Pointer("43"))
    cells = picture(board, shown)
    assert cells["43"].ghost is None
    assert marked(cells, Mark.REFUSED) == {"33", "34"}
    assert {"22", "43", "25", "45"} <= marked(cells, Mark.FORBIDDEN)
    assert "55" not in marked(cells, Mark.FORBIDDEN)
    assert describe(board, shown) == (
        "43 would join 33 and 34 to a group of 3 white chips: at most 2 may touch."
    )


def test_the_winning_network_is_numbered() -> None:
    cells = picture(Board(moves=NETWORK), Shown(None))
    order = sorted((cell.number, square) for square, cell in cells.items() if cell.number)
    assert [square for _, square in order] == ["60", "65", "55", "33", "35", "57"]
    assert "63" in marked(cells, Mark.SIGHT)
    assert not marked(cells, Mark.FORBIDDEN)


def test_a_step_is_a_chip_and_its_target() -> None:
    board = Board(moves=STEPS)
    pointer = Pointer("34")
    assert str(pointer.refusal(board)) == "White has no chip on 34: it is empty"
    pointer.cursor = "30"
    assert "enemy chip" in str(pointer.press(board))
    pointer.cursor = "33"
    assert pointer.press(board) is None
    assert pointer.picked == "33"
    pointer.cursor = "34"
    assert "to a group of 3 white chips" in describe(board, Shown(pointer))
    pointer.cursor = "53"
    cells = picture(board, Shown(pointer))
    assert (cells["33"].chip, cells["53"].ghost) == (None, WHITE)
    assert str(pointer.press(board)) == "33-53"
    assert pointer.picked is None


def test_threats_are_the_squares_that_win() -> None:
    board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14")
    assert threats(board, WHITE) == tuple(sorted({move.to for move in board.winning_moves()}))
    assert threats(board, BLACK) == ("50",)
    for color in (WHITE, BLACK):
        for square in threats(board, color):
            chips = [board.chips(either) | ({square} if either is color else set())
                     for either in (WHITE, BLACK)]  # fmt: skip
            assert list(Board.diagram(*chips).networks(color))
    assert threats(Board(moves="33 44"), WHITE) == ()


def test_every_square_has_its_size_in_every_palette_and_state() -> None:
    boards = [(Board(moves=NETWORK), None), (Board(moves="33 44 34"), Pointer("43"))]
    for board, pointer in boards:
        cells = picture(board, Shown(pointer, threats=("22",)))
        for palette in (DARK, LIGHT, SIXTEEN, PLAIN):
            for columns, rows in SIZES:
                for square in NAMES:
                    drawn = draw_cell(cells[square], palette, columns, rows)
                    assert [len(row) for row in drawn] == [columns] * rows


def test_without_colours_shapes_and_letters_tell_chips_apart() -> None:
    cells = picture(Board(moves="33 44"), Shown(None))
    white, black = (draw_cell(cells[square], PLAIN, 4, 2) for square in ("33", "44"))
    assert ["".join(glyph.character for glyph in row) for row in white] == ["╭W─╮", "╰──╯"]
    assert ["".join(glyph.character for glyph in row) for row in black] == [">B█ ", "▜██▛"]
    used = {glyph.color or glyph.background for row in (*white, *black) for glyph in row}
    assert used == {""}


def test_neighbouring_squares_are_told_apart_in_every_palette() -> None:
    for palette in (DARK, LIGHT, SIXTEEN, PLAIN):
        one, other = (draw_cell(Cell(square), palette, 4, 2) for square in ("33", "34"))
        has_sign = any(glyph.character.strip() for row in one for glyph in row)
        assert has_sign or one[0][0].background != other[0][0].background
