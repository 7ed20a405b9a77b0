"""The data set: what it claims holds, and its two parts have nothing in common."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from learning.claims import Judge, check, position_of
from oracle import BLACK, OTHER, WHITE, Position
from tenchips.executors import Workers
from tenchips.learning import Dataset, DatasetError, observation
from tenchips.learning.dataset import SPLITS, Example, example_of
from tenchips.learning.dataset_build import (
    CHUNK,
    Journal,
    assemble,
    better,
    decide,
    decide_game,
)

DEEP = "TENCHIPS_DEEP" in os.environ
NODES = 300
GAMES = 20 * CHUNK


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of some games, decided with few nodes."""
    path = tmp_path_factory.mktemp("dataset") / "journal"
    with Journal(path, 1, NODES) as journal:
        for _ in decide(journal, GAMES, 1, NODES):
            pass
    return path


@pytest.fixture(scope="module")
def dataset(journal: Path) -> Dataset:
    with Journal(journal, 1, NODES) as file:
        return assemble(file, GAMES, 1, NODES)


def eight_images(position: Position) -> list[tuple[object, ...]]:
    """A position and its mirror images, those with the colours exchanged among them."""
    images = []
    for swap in (False, True):
        for flip_x in (False, True):
            for flip_y in (False, True):
                chips = set()
                for (x, y), color in position.chips.items():
                    x, y = (7 - x if flip_x else x), (7 - y if flip_y else y)
                    chips.add((y, x, OTHER[color]) if swap else (x, y, color))
                turn = OTHER[position.turn] if swap else position.turn
                images.append((turn, *sorted(chips)))
    return images


def leaks(dataset: Dataset) -> set[tuple[object, ...]]:
    """The positions of the test part of which an image is in the training part."""
    known = {
        image
        for example in dataset.examples("train")
        for image in eight_images(position_of(example))
    }
    return {
        image
        for example in dataset.examples("test")
        for image in eight_images(position_of(example))
        if image in known
    }


def test_no_image_of_a_test_position_is_in_the_training_part(dataset: Dataset) -> None:
    assert min(len(dataset.rows[split]) for split in SPLITS) > 30
    assert not leaks(dataset)


def test_no_position_is_there_twice(dataset: Dataset) -> None:
    for split in SPLITS:
        least = [min(eight_images(position_of(one))) for one in dataset.examples(split)]
        assert len(set(least)) == len(least)


def test_all_phases_and_both_values_are_there(dataset: Dataset) -> None:
    examples = [one for split in SPLITS for one in dataset.examples(split)]
    chips = {len(position_of(one).chips) for one in examples}
    assert chips >= {0, 1, 3, *range(8, 21)}
    assert {one.value for one in examples} == {1, -1}
    steps = [one for one in examples if len(position_of(one).chips) == 20]
    assert {one.value for one in steps} == {1, -1}
    assert all(move.origin is not None for one in steps for move in one.moves)


def test_a_false_claim_is_noticed(dataset: Dataset) -> None:
    won = next(one for one in dataset.examples("train") if one.value == 1 and one.plies == 1)
    lost = next(one for one in dataset.examples("train") if one.value == -1 and one.plies == 2)
    falsehoods = [
        won._replace(actions=won.actions[1:]),
        won._replace(value=-1, plies=2),
        lost._replace(value=1, plies=1),
        lost._replace(actions=lost.actions[1:]),
    ]
    for falsehood in falsehoods:
        assert check([falsehood], Judge(5_000))[0]


def test_the_same_command_gives_the_same_bytes_on_any_number_of_processes(
    dataset: Dataset, tmp_path: Path
) -> None:
    with Journal(tmp_path / "journal", 1, NODES) as journal, Workers(2) as workers:
        for _ in decide(journal, GAMES, 1, NODES, workers):
            pass
        again = assemble(journal, GAMES, 1, NODES)
    assert again.to_bytes() == dataset.to_bytes()
    assert again.checksum == dataset.checksum


def test_a_journal_is_resumed_after_its_last_whole_line(
    dataset: Dataset, journal: Path, tmp_path: Path
) -> None:
    half = tmp_path / "journal"
    data = journal.read_bytes()
    half.write_bytes(data[: len(data) - 300])
    with Journal(half, 1, NODES) as file:
        assert GAMES // CHUNK - 3 <= len(file.chunks) < GAMES // CHUNK
        with pytest.raises(DatasetError, match="games are not decided yet"):
            assemble(file, GAMES, 1, NODES)
        for _ in decide(file, GAMES, 1, NODES):
            pass
        assert assemble(file, GAMES, 1, NODES) == dataset


def test_a_journal_of_something_else_or_with_a_damaged_line_is_refused(
    journal: Path, tmp_path: Path
) -> None:
    with pytest.raises(DatasetError, match="choose another file"):
        Journal(journal, 2, NODES)
    (tmp_path / "notes").write_text("my notes\n")
    with pytest.raises(DatasetError, match="choose another file"):
        Journal(tmp_path / "notes", 1, NODES)
    lines = journal.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b"A", b"B")
    (tmp_path / "damaged").write_bytes(b"\n".join(lines))
    with pytest.raises(DatasetError, match="line 4, is damaged"):
        Journal(tmp_path / "damaged", 1, NODES)


def test_a_file_reads_back_and_a_damaged_one_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    dataset.save(tmp_path / "file")
    assert Dataset.load(tmp_path / "file") == dataset
    data = dataset.to_bytes()
    rng = Random(3)
    for _ in range(40):
        place = rng.randrange(len(data))
        damaged = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        with pytest.raises(DatasetError):
            Dataset.from_bytes(damaged)
    with pytest.raises(DatasetError):
        Dataset.from_bytes(data[:-1])


def test_arrays_hold_what_the_examples_say(dataset: Dataset) -> None:
    arrays = dataset.arrays("test")
    examples: list[Example] = list(dataset.examples("test"))
    assert len(arrays.value) == len(examples) == len(arrays.starts) - 1
    for i, example in enumerate(examples):
        board = example.board()
        planes = observation(board)
        planes[6] = 0  # a position of the data set has no history
        assert (arrays.observation[i] == planes).all()
        kept = arrays.actions[arrays.starts[i] : arrays.starts[i + 1]].tolist()
        assert tuple(kept) == example.actions
        legal = {move.action for move in board.legal_moves}
        assert set(kept) <= legal
        assert kept
    assert arrays.value.tolist() == [one.value for one in examples]
    assert arrays.plies.tolist() == [one.plies for one in examples]
    assert np.array_equal(arrays.is_exact, [one.is_exact for one in examples])
    with pytest.raises(DatasetError, match=re.escape("train and test, not 'tests'")):
        dataset.arrays("tests")


@pytest.fixture(scope="module")
def shipped() -> Dataset:
    """The data set of the package; its checksum was right, or it could not be read."""
    return Dataset.load()


def test_the_data_set_of_the_package_has_no_position_in_both_parts(shipped: Dataset) -> None:
    """By images made here, of a sample of the test part. With exchanged colours the same chips can
    have another player to move, which is another position."""
    known = {(*row.key, "WB"[row.key.position().turn]) for row in shipped.rows["train"]}
    tested = shipped.rows["test"]
    for row in tested if DEEP else Random(4).sample(tested, 300):
        for turn, *chips in eight_images(position_of(example_of(row))):
            sets = {WHITE: 0, BLACK: 0}
            for x, y, color in chips:
                sets[color] |= 1 << 8 * x + y
            assert (sets[WHITE], sets[BLACK], turn) not in known
    assert len(known) == len(shipped.rows["train"])


@pytest.mark.parametrize("seed", range(80 if DEEP else 1))
def test_claims_of_the_package_hold(
    shipped: Dataset, seed: int, record_property: pytest.RecordProperty
) -> None:
    rows = [*shipped.rows["train"], *shipped.rows["test"]]
    some = Random(seed).sample(rows, 25)
    judge = Judge(300_000 if DEEP else 3_000)
    wrong, seen = check(map(example_of, some), judge, None if DEEP else 8)
    record_property("kinds", {f"claims of the data set: {kind}": n for kind, n in seen.items()})
    assert wrong == []
    assert seen["value confirmed"] > seen["value not decided"]


def test_games_of_the_package_decided_again_are_in_it(shipped: Dataset) -> None:
    """The file is what the command makes: some of its games, with its seed and its nodes."""
    rows = {row.key: row for split in SPLITS for row in shipped.rows[split]}
    for number in Random(6).sample(range(shipped.games), 100 if DEEP else 2):
        for row in decide_game(shipped.seed, shipped.nodes, number):
            assert better(rows[row.key], row) == rows[row.key]
