"""The certificates of other first moves than the one in the package."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from tenchips import Board
from tenchips.solver import Certificate, verify_certificate

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted((DOCS / "certificates").glob("*.cert"))
SAMPLE = None if os.environ.get("TENCHIPS_DEEP") else 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_proves_its_move(path: Path) -> None:
    certificate = Certificate.load(path)
    answer = certificate.move(Board())
    assert answer is not None
    assert str(answer[0]) == path.stem
    verdict = verify_certificate(certificate, sample=SAMPLE)
    assert verdict.faults == ()
    assert verdict.checked == (SAMPLE or len(certificate.answers))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_the_page_has_its_figures(path: Path) -> None:
    data = path.read_bytes()
    positions = len(Certificate.load(path).answers)
    row = f"| {positions:,} | {len(data):,} | `{sha256(data).hexdigest()[:16]}` |"
    lines = (DOCS / "solution.md").read_text().splitlines()
    assert [line for line in lines if line.startswith(f"| {path.stem} |") and line.endswith(row)]
