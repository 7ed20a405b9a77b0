"""`Truth` claims only what holds: plain rules and exact searches judge it."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import oracle
from learning.claims import Judge
from tenchips import BLACK, WHITE, Board, Rules
from tenchips.core import Position
from tenchips.errors import TenchipsError
from tenchips.learning import (
    PositionTruth,
    Truth,
    TruthError,
    action_mask,
    images,
    observation,
)
from tenchips.learning.proofs import Proofs
from tenchips.learning.symmetry import canonical
from tenchips.notation import Move

DEEP = "TENCHIPS_DEEP" in os.environ
WON = "62 27 02 67 32 16 65 56 46 34 26 14"


def random_board(rng: random.Random, plies: int) -> Board:
    """A board after random moves that do not end the game."""
    board = Board()
    while board.ply < plies:
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.pop()
    return board


def turned(board: Board, number: int) -> Board:
    """One of the four images of a board that keep the colours, made from its moves."""

    def image(square: str) -> str:
        x, y = int(square[0]), int(square[1])
        return f"{7 - x if number & 1 else x}{7 - y if number & 2 else y}"

    moves = [
        Move(image(move.to), None if move.origin is None else image(move.origin))
        for move in board.moves
    ]
    return Board(moves=moves)


def test_images_of_a_position_have_one_key_and_their_moves_are_images() -> None:
    rng = random.Random(3)
    for plies in [2, 7, 12, 19, 20, 24, 25]:
        board = random_board(rng, plies)
        keys = set()
        for number in range(4):
            image = Position.of(turned(board, number))
            key, turn = canonical(image)
            keys.add(key)
            assert sorted(map(turn.action, image.legal_actions())) == key.position().legal_actions()
            # What a move leads to is the same, whichever image it is made in.
            action = image.legal_actions()[-1]
            there = key.position()
            there.push(turn.action(action))
            image.push(action)
            assert canonical(image)[0] == canonical(there)[0]
        assert len(keys) == 1


def test_images_for_learning_are_what_boards_show() -> None:
    rng = random.Random(7)
    boards = [random_board(rng, plies) for plies in (1, 9, 16, 20, 23)]
    planes = np.stack([observation(board) for board in boards])
    masks = np.stack([action_mask(board) for board in boards])
    chosen = [rng.choice(list(board.legal_moves)) for board in boards]
    made = images(planes, masks, [move.action for move in chosen])
    for number, image in zip((0, 1, 2, 3), made, strict=True):
        for i, board in enumerate(boards):
            there = turned(board, number)
            assert (image.observation[i] == observation(there)).all()
            assert (image.action_mask[i] == action_mask(there)).all()
            board.push(chosen[i])
            there.push(Move.from_action(int(image.actions[i])))
            assert there.position == turned(board, number).position
            board.pop()


def test_with_all_chips_placed_exchanged_colours_are_an_image_too() -> None:
    board = random_board(random.Random(4), 20)
    white, black = Position.of(board).chips(WHITE), Position.of(board).chips(BLACK)
    across = [
        sum(1 << (n % 8 * 8 + n // 8) for n in range(64) if some >> n & 1)
        for some in (white, black)
    ]
    swapped = Position(across[1], across[0], BLACK)
    assert canonical(swapped)[0] == canonical(Position(white, black, WHITE))[0]


def test_a_position_that_no_game_leads_to_is_refused() -> None:
    with pytest.raises(TenchipsError, match="White cannot be to move: White is 1 chips ahead"):
        canonical(Position(1 << 0o33, 0, WHITE))


def test_claims_hold_by_the_oracle_and_the_exact_search() -> None:
    rng, judge, truth = random.Random(5), Judge(100_000), Truth(nodes=5_000, megabytes=1)
    values = set()
    for plies in [10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22] * (20 if DEEP else 1):
        board = random_board(rng, plies)
        found = truth.of(board)
        position = oracle.Position.read(board.position)
        legal = {oracle.action(move): move for move in oracle.legal_moves(position)}
        values.add(found.value)
        if found.value is None:
            assert found == PositionTruth()
            continue
        assert found.plies
        seen = judge.value(position)
        assert seen in (found.value, None)
        if seen is not None and found.is_exact:
            within = judge.wins if seen == 1 else judge.loses
            assert within(position, found.plies) in (True, None)
            assert within(position, found.plies - 1) in (False, None)
        if found.value == -1:
            assert set(found.actions) == set(legal)
            continue
        for action in rng.sample(sorted(legal), min(12, len(legal))):
            value = judge.value(position.play(legal[action]), 4)
            if value is not None and (found.is_complete or action in found.actions):
                assert (value == -1) == (action in found.actions)
    assert values >= {1, -1}


def test_an_exact_distance_is_shorter_than_what_the_search_found_first() -> None:
    text = "8/8/1W1W1B2/3B4/1W1W4/1B6/8/3B4 w 0 5"
    bound = Proofs(nodes=5_000, megabytes=1).value(Position.of(text), exact=False)
    assert bound == PositionTruth(1, 9)
    assert Truth(nodes=5_000, megabytes=1).of(text, moves=False) == PositionTruth(
        1, 5, is_exact=True
    )
    judge, position = Judge(0), oracle.Position.read(text)
    assert judge.wins(position, 5)
    assert not judge.wins(position, 4)


def test_the_certificate_and_the_first_moves_are_known_without_a_search() -> None:
    truth = Truth(nodes=1, megabytes=1)
    start = truth.of(Board())
    assert (start.value, start.plies, start.is_complete) == (1, 15, True)
    assert {str(move) for move in Board().legal_moves} - {str(move) for move in start.moves} == {
        "11", "16", "61", "66",
    }  # fmt: skip
    assert truth.of(Board(moves="33")).value == -1
    assert truth.of(Board(moves="16")).value == 1
    assert truth.of(Board(moves="16 34")).value == -1


def test_a_game_that_is_over_has_a_value_and_no_moves() -> None:
    board = Board(moves=WON)
    board.push(Move.from_action(Position.of(board).winning_action() or 0))
    assert board.is_game_over()
    assert Truth().of(board) == PositionTruth(-1, 0, is_exact=True, is_complete=True)


def test_without_moves_only_value_and_distance_are_found() -> None:
    assert Truth(nodes=1000, megabytes=1).of(Board(moves=WON), moves=False) == PositionTruth(
        1, 1, is_exact=True
    )


def test_what_is_not_proven_is_unknown() -> None:
    assert Truth(nodes=100, megabytes=1).of(Board(moves="12 21")) == PositionTruth()
    late = Truth(nodes=10**9, megabytes=1, seconds=0)
    assert late.of(Board(moves="12 21")) == PositionTruth()


def test_a_house_rule_that_changes_the_truth_is_refused() -> None:
    with pytest.raises(TruthError, match="no_move=draw"):
        Truth().of(Board(rules=Rules("draw")))


def test_the_cache_answers_for_all_images_and_asks_again_only_with_more_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    value = Proofs._value
    monkeypatch.setattr(
        Proofs,
        "_value",
        lambda *some: asked.append(1) or value(*some),  # type: ignore[func-returns-value]
    )
    board = Board(moves=WON)
    with Truth(tmp_path / "cache", nodes=2_000, megabytes=1) as truth:
        first = truth.of(board)
        assert [truth.of(turned(board, number)).value for number in range(4)] == [1] * 4
        mirrored = truth.of(turned(board, 3)).moves
        assert {f"{77 - int(move.to, 10):02}" for move in mirrored} == {
            move.to for move in first.moves
        }
        assert truth.of(Board(moves="12 21")).value is None
    assert len(asked) == 2
    with Truth(tmp_path / "cache", nodes=2_000, megabytes=1) as truth:
        assert truth.of(board) == first
        assert truth.of(Board(moves="12 21")).value is None
    assert len(asked) == 2
    with Truth(tmp_path / "cache", nodes=2_001, megabytes=1) as truth:
        assert truth.of(board) == first
        assert truth.of(Board(moves="12 21")).value is None
    assert len(asked) == 3


def test_a_batch_on_two_cores_agrees_with_one_by_one(tmp_path: Path) -> None:
    rng = random.Random(6)
    boards = [random_board(rng, 14 + i % 5) for i in range(12)]
    with Truth(tmp_path / "cache", nodes=20_000, megabytes=1) as truth:
        found = truth.of_many([*boards, boards[0]], jobs=2)
    assert found[0] == found[-1]
    for board, one in zip(boards, found, strict=False):
        if one.is_exact and one.is_complete:
            assert Truth(nodes=20_000, megabytes=1).of(board) == one


@pytest.mark.parametrize("damage", ["other file", "cut", "other database", "flipped bit"])
def test_a_damaged_cache_is_one_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "cache"
    if damage == "other file":
        path.write_bytes(b"some text that is no database, and longer than its head" * 50)
    elif damage == "other database":
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE notes (text)")
        other.close()
    else:
        with Truth(path, nodes=1000, megabytes=1) as truth:
            truth.of(Board(moves=WON))
        data = bytearray(path.read_bytes())
        if damage == "cut":
            del data[len(data) // 2 :]
        else:
            data[-7] ^= 1  # in the row: SQLite fills a page from its end
        path.write_bytes(data)
    with pytest.raises(TruthError, match=r"delete it and it is made anew$"):
        Truth(path, nodes=1000, megabytes=1).of(Board(moves=WON))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_the_cache_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    writer = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"""
import random
from tenchips import Board
from tenchips.learning import Truth
truth, rng = Truth({str(path)!r}, nodes=200, megabytes=1), random.Random(1)
while True:
    board = Board()
    while not board.is_game_over():
        truth.of(board)
        print(board.position, flush=True)
        board.push(rng.choice(list(board.legal_moves)))
""",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    written = [writer.stdout.readline().strip() for _ in range(40)]
    writer.send_signal(signal.SIGKILL)
    writer.communicate()
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()
    truth = Truth(path, nodes=200)
    assert truth._cache is not None
    assert all(truth._cache.get(canonical(Position.of(text))[0]) for text in written)
    truth.close()
