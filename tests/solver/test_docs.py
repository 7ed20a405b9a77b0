"""The pages about the solution state the figures of what is shipped."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from tenchips.book import Certificate
from tenchips.solver import verify

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def solution() -> str:
    return (DOCS / "solution.md").read_text()


def test_figures_of_the_certificate(solution: str) -> None:
    certificate = Certificate.load()
    data = certificate.to_bytes()
    by_chips = Counter(white.bit_count() for white, _ in certificate.entries)
    assert f"| {len(certificate.entries):,}, up to" in solution
    assert f"| {len(data):,} bytes |" in solution
    assert f"`{sha256(data).hexdigest()}`" in solution
    assert " · ".join(f"{by_chips[chips]:,}" for chips in sorted(by_chips)) in solution


def test_the_sceptic_s_log_is_of_the_whole_certificate(tmp_path: Path) -> None:
    certificate, log = tmp_path / "white.cert", tmp_path / "log"
    certificate.write_bytes(Certificate.load().to_bytes())
    log.write_bytes((DOCS / "verification.log").read_bytes())
    command = [sys.executable, verify.__file__, str(certificate), "--log", str(log)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    checked = len(Certificate.load().entries)
    assert f"{checked} checked before" in output
    assert f"all {checked} claims hold: White wins" in output


def test_the_format_page_shows_a_line_of_the_certificate() -> None:
    first = next(Certificate.load().lines())
    assert f"    {first}\n" in (DOCS / "certificate.md").read_text()
