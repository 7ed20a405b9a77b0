"""Certificates with steps, as files, as text, and as something to ask."""

from __future__ import annotations

import pickle
from hashlib import sha256
from random import Random

import pytest

from step_strategy import POSITIONS, proved, with_steps
from tenchips import BLACK, WHITE, Board, Color, Move
from tenchips.book import Certificate, CertificateError, certificates
from tenchips.book.certificate import ROW, _block, chips_of, position_text
from tenchips.notation import PositionText
from tenchips.squares import COLORS, SYMMETRIES

each = pytest.mark.parametrize("winner", COLORS)


@each
def test_is_of_version_3(winner: Color) -> None:
    head = f"tenchips certificate 3\nwinner {str(winner).lower()}\nleft 5\npositions "
    assert with_steps(winner).has_steps
    assert with_steps(winner).to_bytes().startswith(head.encode())


@each
def test_bytes_lines_and_pickles_come_back(winner: Color) -> None:
    made = with_steps(winner)
    data = made.to_bytes()
    for again in (
        Certificate.from_bytes(data),
        Certificate.from_text("\n".join(made.lines())),
        pickle.loads(pickle.dumps(made)),
    ):
        assert (again.entries, again.left, again.winner) == (made.entries, made.left, winner)
        assert again.to_bytes() == data


def test_certificates_without_steps_stay_as_they_were() -> None:
    for shipped, head in zip(certificates(), (b"1\nleft", b"2\nwinner black\n"), strict=True):
        data = shipped.to_bytes()
        assert data.startswith(b"tenchips certificate " + head)
        assert Certificate.from_bytes(data).to_bytes() == data
    adds = {chips: entry for chips, entry in with_steps(WHITE).entries.items() if entry[0] < 64}
    assert Certificate(adds, 5).to_bytes().startswith(b"tenchips certificate 1\nleft")


def test_lines_are_position_move_plies() -> None:
    steps = 0
    for winner in COLORS:
        for line in list(with_steps(winner).lines())[1:]:
            *position, move, plies = line.split()
            board = Board(" ".join(position))
            assert with_steps(winner).move(board) == (Move.parse(move), int(plies))
            assert move in board.legal_moves
            if "-" in move:
                steps += 1
                # In a game Black steps after White only.
                assert position[1:] == (["w", "0", "11"] if winner is WHITE else ["b", "1", "11"])
    assert steps > 20


@each
def test_no_byte_can_be_altered(winner: Color) -> None:
    data, luck = with_steps(winner).to_bytes(), Random(2)
    head, left = data.index(b"\n\n") + 2, data.index(b"left") + 5  # the verifier checks this one
    for at in [
        *range(left),
        *range(left + 1, head),
        *(luck.randrange(head, len(data)) for _ in range(100)),
    ]:
        altered = bytearray(data)
        altered[at] ^= 1 << luck.randrange(8)
        with pytest.raises(CertificateError):
            Certificate.from_bytes(bytes(altered))


def test_the_first_versions_hold_no_step() -> None:
    entries = {(0, 0): (27, 7), (1 << 9, 1 << 33): (27, 7)}
    good = Certificate(entries, 5).to_bytes()
    assert Certificate.from_bytes(good).entries == entries
    bad = _with_body(good, _block([(0, 0, 27, 7), (1 << 9, 1 << 33, 70, 7)], ROW))
    with pytest.raises(CertificateError, match="70 is no move of this version, in 8/1W2B3/"):
        Certificate.from_bytes(bad)


def _with_body(data: bytes, body: bytes) -> bytes:
    """A file with another body, and its checksum."""
    head = data[: data.index(b"sha256 ")]
    return head + f"sha256 {sha256(body).hexdigest()}\n\n".encode() + body


@pytest.mark.parametrize(
    "line",
    [
        "{} 33-99 7",
        "{} 3345 7",
        "{} 33-45-46 7",
        "{} 33-45 101",
        "{} 33-45 1",
        "8/8/8/3W4/8/8/8/8 b 0 1 33 21",  # no step anywhere: a win by the last chip
    ],
)
def test_refuses_lines(line: str) -> None:
    with pytest.raises(CertificateError, match="line 1 is not"):
        Certificate.from_text(line.format(POSITIONS[0]))


@each
def test_answers_mirror_images_alike(winner: Color) -> None:
    made = with_steps(winner)
    for chips in proved(made):
        text = position_text(chips, winner)
        answer = made.move(Board(text))
        assert answer is not None
        assert answer[1] == made.entries[chips][1]
        for symmetry in SYMMETRIES[:4]:
            move, board = answer[0], Board(text).transform(symmetry)
            origin = None if move.origin is None else symmetry(move.origin)
            assert made.move(board) == (Move(symmetry(move.to), origin), answer[1])
            assert made.entry(chips_of(board)) == (
                Move(symmetry(move.to), origin).action,
                answer[1],
            )


@pytest.mark.parametrize("text", POSITIONS)
def test_wins_against_every_kind_of_reply(text: str) -> None:
    """Play from each position, against the longest resistance and against luck."""
    winner = PositionText.parse(text).turn
    made, luck = with_steps(winner), Random(5)
    for game in range(3):
        board = Board(text)
        answer = made.move(board)
        assert answer is not None
        last = answer[1] + 1
        while board.outcome() is None:
            if board.turn is winner:
                answer = made.move(board)
                assert answer is not None
                assert answer[1] < last
                last = answer[1]
                board.push(answer[0])
            elif game == 0:
                resisting = made.resistance(board)
                assert resisting is not None
                assert resisting[1] <= last - 1
                board.push(resisting[0])
            else:
                board.push(luck.choice(list(board.legal_moves)))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is winner


def test_a_step_that_opens_the_winner_s_line_loses_at_once() -> None:
    made = with_steps(BLACK)
    opened = 0
    for chips in proved(made):
        board = Board(position_text(chips, BLACK))
        answer = made.move(board)
        assert answer is not None
        board.push(answer[0])
        if board.hand(WHITE):
            continue
        longest = made.resistance(board)
        assert longest is not None
        assert longest[1] == max(_plies(made, board, move) for move in board.legal_moves)
        opened += sum(_plies(made, board, move) == 1 for move in board.legal_moves)
    assert opened > 10


def _plies(made: Certificate, board: Board, move: Move) -> int:
    """The plies until Black's win, counted from a move of White."""
    board = board.copy()
    board.push(move)
    if (outcome := board.outcome()) is not None:
        assert outcome.winner is BLACK
        return 1
    answer = made.move(board)
    assert answer is not None
    return answer[1] + 1


def test_a_certificate_without_steps_says_nothing_of_them() -> None:
    shipped = certificates()[0]
    for text in POSITIONS[:4]:
        assert shipped.move(Board(text)) is None
