"""A million inputs to the readers of the public texts, and the count for all to see."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

INPUTS = 1_000_000
FUZZ = Path(__file__).with_name("fuzz.py")


def test_readers_answer_with_a_value_or_their_own_error(capfd: pytest.CaptureFixture[str]) -> None:
    # A program of its own: it starts processes, which a test session with threads should not.
    run = subprocess.run(
        [sys.executable, FUZZ, "--inputs", str(INPUTS), "--seed", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1].split() == [f"{INPUTS:,}", "inputs", "in", "all"]
    # Past the capture, and to stderr, which pytest-xdist leaves open: shown in a passing run too.
    with capfd.disabled():
        print(f"\nfuzz: a value or the reader's own error\n{run.stdout}", file=sys.stderr)
