"""The pages about the solution tell the figures of what is shipped."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from tenchips.solver import Certificate

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def solution() -> str:
    return (DOCS / "solution.md").read_text()


def test_figures_of_the_certificate(solution: str) -> None:
    certificate = Certificate.load()
    data = certificate.to_bytes()
    by_chips = Counter(white.bit_count() for white, _ in certificate.answers)
    assert f"| {len(certificate.answers):,}, up to" in solution
    assert f"| {len(data):,} bytes |" in solution
    assert f"`{sha256(data).hexdigest()}`" in solution
    assert " · ".join(f"{by_chips[chips]:,}" for chips in sorted(by_chips)) in solution


def test_the_format_page_shows_a_line_of_the_certificate() -> None:
    first = next(Certificate.load().lines())
    assert f"    {first}\n" in (DOCS / "certificate.md").read_text()
