"""`tenchips dataset` makes a data set, and resumes from its journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenchips.cli.dataset import make_dataset
from tenchips.learning import Dataset, DatasetError


def test_a_data_set_is_made_and_made_again_from_its_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions"
    assert make_dataset(path, games=16, seed=2, nodes=50, jobs=1) == 0
    first = capsys.readouterr().out
    made = Dataset.load(path)
    assert f"train: {len(made.rows['train'])} positions" in first
    assert f"sha256: {made.checksum}\n" in first
    path.unlink()
    assert make_dataset(path, games=16, seed=2, nodes=50, jobs=1) == 0
    assert capsys.readouterr().out == first
    assert Dataset.load(path) == made


def test_what_cannot_be_made_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="a multiple of 8, not 9"):
        make_dataset(tmp_path / "positions", games=9, seed=1, nodes=50)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="cannot be written"):
        make_dataset(tmp_path / "none" / "positions", games=8, seed=1, nodes=50)
