"""Hostile inputs to the readers of texts and hostile calls to compiled classes, and their counts
for all to see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DEEP = bool(os.environ.get("TENCHIPS_DEEP"))
INPUTS = 1_000_000 if DEEP else 150_000
CALLS = 1_000_000 if DEEP else 10_000


@pytest.mark.parametrize(
    ("program", "unit", "count", "title"),
    [
        ("fuzz.py", "inputs", INPUTS, "a value or the reader's own error"),
        ("fuzz_compiled.py", "calls", CALLS, "no crash and no odd error of a compiled class"),
    ],
)
def test_hostile_input_leads_to_a_value_or_an_ordinary_error(
    capfd: pytest.CaptureFixture[str], program: str, unit: str, count: int, title: str
) -> None:
    # Programs of their own: they start processes, which a test session with threads should not.
    run = subprocess.run(
        [sys.executable, Path(__file__).with_name(program), f"--{unit}", str(count), "--seed", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1].split() == [f"{count:,}", unit, "in", "all"]
    # Past the capture, and to stderr, which pytest-xdist leaves open: shown in a passing run too.
    with capfd.disabled():
        print(f"\nfuzz: {title}\n{run.stdout}", file=sys.stderr)
