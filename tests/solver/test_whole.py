"""The certificates of the package, position by position: White wins Network, but not with 11."""

from __future__ import annotations

from tenchips.book import certificates
from terminal.command import run


def test_every_answer_holds() -> None:
    white, black = (len(each.entries) for each in certificates())
    done = run("verify")
    assert done.stdout == (
        f"all {white} entries hold: White wins\nall {black} entries hold: Black wins after 11\n"
    )
    assert done.returncode == 0
