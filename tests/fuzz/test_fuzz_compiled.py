"""Calls with good and with hostile arguments to everything compiled: no crash, no odd error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALLS = 1_000_000 if os.environ.get("TENCHIPS_DEEP") else 10_000
FUZZ = Path(__file__).with_name("fuzz_compiled.py")


def test_no_call_crashes_the_interpreter(capfd: pytest.CaptureFixture[str]) -> None:
    run = subprocess.run(
        [sys.executable, FUZZ, "--calls", str(CALLS), "--seed", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1].split() == [f"{CALLS:,}", "calls", "in", "all"]
    with capfd.disabled():
        print(f"\nfuzz: calls to compiled classes\n{run.stdout}", file=sys.stderr)
