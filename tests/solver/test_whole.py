"""The certificates of the package, position by position: White wins Network, but not with 11.
A sample of each by default, all of them with `TENCHIPS_DEEP=1`."""

from __future__ import annotations

import os

from tenchips.book import certificates
from terminal.command import run

SAMPLE = 4_000


def test_every_answer_holds() -> None:
    white, black = (len(each.entries) for each in certificates())
    if os.environ.get("TENCHIPS_DEEP"):
        done = run("verify")
        assert done.stdout == (
            f"all {white} entries hold: White wins\nall {black} entries hold: Black wins after 11\n"
        )
    else:
        done = run("verify", "--sample", str(SAMPLE))
        assert done.stdout == (
            f"{SAMPLE} of {white} entries hold\n{SAMPLE} of {black} entries hold\n"
        )
    assert done.returncode == 0
