"""What anyone can do with the library where nothing is compiled."""

from tenchips import Board
from tenchips.missing import NotInstalled
from tenchips.record import Record, read_records
from tenchips.render import svg, text

LACKING = (
    "the engine needs compiled modules, which this installation of Tenchips lacks: install a C "
    "compiler and run pip install --no-binary tenchips tenchips"
)


def main() -> None:
    """Go through it all; an assertion fails where something does not work."""
    board = Board(moves="62 27 02 67 32 16 65 56 46 34 26 14 73")
    assert str(board.outcome()) == "White wins with the network 02-32-65-62-26-46-73"
    [record] = read_records(str(Record.from_board(board)))
    assert isinstance(record, Record)
    assert record.board() == board
    assert svg.draw(board).startswith("<svg ")
    assert "W" in text.draw(board, ascii=True)
    try:
        import tenchips.engine  # noqa: F401

        refused = ""
    except NotInstalled as error:
        refused = str(error)
    assert refused == LACKING


if __name__ == "__main__":
    main()
