"""Certificates as files, as text, and as something to ask."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tenchips import BLACK, WHITE, Board, Move
from tenchips.book import Certificate, CertificateError
from tenchips.book.certificate import chips_of
from tenchips.squares import NUMBERS, SYMMETRIES


@pytest.fixture(scope="module")
def shipped() -> Certificate:
    return Certificate.load()


@pytest.fixture(scope="module")
def part(shipped: Certificate) -> Certificate:
    """Enough of it for two blocks."""
    return Certificate(dict(list(shipped.entries.items())[:9000]), shipped.left)


def test_begins_with_33(shipped: Certificate) -> None:
    assert shipped.move(Board()) == (Move("33"), shipped.entries[0, 0][1])


def test_is_small_enough(shipped: Certificate) -> None:
    assert len(shipped.to_bytes()) <= 250_000


def test_bytes_and_lines_come_back(shipped: Certificate, part: Certificate) -> None:
    data = shipped.to_bytes()
    assert Certificate.from_bytes(data).to_bytes() == data
    assert Certificate.from_text("\n".join(part.lines())).to_bytes() == part.to_bytes()


def test_lines_are_position_move_plies(shipped: Certificate) -> None:
    for line in list(shipped.lines())[:200]:
        *position, move, plies = line.split()
        board = Board(" ".join(position))
        assert shipped.move(board) == (Move(move), int(plies))
        assert move in board.legal_moves


def test_files(part: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "some.cert"
    path.write_bytes(b"what was there before")
    part.save(path)
    assert Certificate.load(path).entries == part.entries
    text = tmp_path / "some.txt"
    text.write_text("\n".join(part.lines()))
    assert Certificate.load(text).entries == part.entries
    assert sorted(tmp_path.iterdir()) == [path, text]


def test_a_save_that_fails_leaves_the_file(shipped: Certificate, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="folder"):
        shipped.save(tmp_path / "no folder" / "some.cert")


def test_answers_mirror_images_alike(shipped: Certificate) -> None:
    board = Board(moves="33 24")
    answer = shipped.move(board)
    assert answer is not None
    for symmetry in SYMMETRIES[:4]:
        assert shipped.move(board.transform(symmetry)) == (
            Move(symmetry(answer[0].to)),
            answer[1],
        )


def test_plays_wins_that_were_left_out(shipped: Certificate) -> None:
    """Play goes on past the last answer: the next plies are searched."""
    luck, board, last = Random(4), Board(), 99
    while board.outcome() is None:
        if board.turn is WHITE:
            answer = shipped.move(board)
            assert answer is not None
            assert answer[1] < last
            last = answer[1]
            board.push(answer[0])
        else:
            board.push(luck.choice(list(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is WHITE
    assert last == 1


def test_knows_nothing_of_other_positions(shipped: Certificate) -> None:
    assert shipped.move(Board(moves="01 10")) is None
    assert shipped.move(Board(moves="33")) is None
    assert shipped.resistance(Board(moves="01")) is None
    assert shipped.resistance(Board()) is None


def test_resists_as_long_as_it_can(shipped: Certificate) -> None:
    board = Board(moves="33")
    found = shipped.resistance(board)
    assert found is not None
    move, plies = found
    after = {str(reply): shipped.move(_after(board, reply)) for reply in board.legal_moves}
    longest = max(answer[1] for answer in after.values() if answer)
    answer = after[str(move)]
    assert answer is not None
    assert answer[1] == longest == plies - 1
    assert plies == shipped.entries[0, 0][1] - 1


def _after(board: Board, move: Move) -> Board:
    board = board.copy()
    board.push(move)
    return board


def test_no_byte_can_be_altered(part: Certificate) -> None:
    data, luck = part.to_bytes(), Random(1)
    head = data.index(b"\n\n") + 2
    for at in [*range(head), *(luck.randrange(head, len(data)) for _ in range(100))]:
        altered = bytearray(data)
        altered[at] ^= 1 << luck.randrange(8)
        with pytest.raises(CertificateError):
            Certificate.from_bytes(bytes(altered))


def test_damage_names_a_position(part: Certificate) -> None:
    data = bytearray(part.to_bytes())
    data[len(data) // 2] ^= 1
    with pytest.raises(CertificateError, match=r"damaged from the position \S+ w 0 \d+ on"):
        Certificate.from_bytes(bytes(data))


@pytest.mark.parametrize("length", [0, 10, 90, 130, 5000, -1])
def test_refuses_a_part(part: Certificate, length: int) -> None:
    with pytest.raises(CertificateError):
        Certificate.from_bytes(part.to_bytes()[:length])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "8/8/8/8/8/8/8/8 w 0 1 33",
        "8/8/8/8/8/8/8/8 w 0 1 39 17",
        "8/8/8/8/8/8/8/8 w 0 1 33 x",
        "8/8/8/8/8/8/8/8 w 0 1 33 99",
        "8/8/8/3W4/8/8/8/8 b 0 1 33 19\n8/8/8/8/8/8/8/8 w 0 1 33 17",
        "8/8/8/8/8/8/4W3/4B3 w 0 2 33 17",
        "8/8/8/8/8/8/8/8 w 0 1 33 17\n8/8/8/8/8/8/8/8 w 0 1 33 17",
    ],
)
def test_refuses_lines(line: str) -> None:
    with pytest.raises(CertificateError):
        Certificate.from_text(line)


def test_never_sees_a_step_move(shipped: Certificate) -> None:
    for (white, black), (square, plies) in shipped.entries.items():
        assert white.bit_count() == black.bit_count()
        assert 2 * white.bit_count() + plies <= 19
        assert not (white | black) >> square & 1


def test_the_numbers_of_squares_are_the_board_s() -> None:
    assert chips_of(Board(moves="33 10")) == (1 << NUMBERS["33"], 1 << NUMBERS["10"])
    assert Board(moves="33 10").chips(BLACK) == {"10"}
