"""docs/formats.md: its record can be read, and its tables name all there is."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

from tenchips import START, Rules, Termination
from tenchips.record import ANNOTATIONS, DEEPEST_VARIATION, RESULTS, Record
from tenchips.record.model import KNOWN_TAGS, NUMBERED_ANNOTATIONS

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
RECORDS = TEXT.split("\n## Records\n")[1]


def words(row: str) -> list[str]:
    """The words in code style in the row of a table that begins with a text."""
    return re.findall(r"`([^`]+)`", next(line for line in RECORDS.splitlines() if row in line))


def test_the_record_shown_is_written_like_that() -> None:
    shown = next(
        block for block in re.findall(r"(?:^    .*\n|^\n)+", RECORDS, re.M) if "[" in block
    )
    record = Record.parse(dedent(shown))
    assert str(record).split() == shown.split()
    assert str(record.rules) == str(Rules())
    assert f"    {START}\n" in TEXT


def test_every_tag_and_sign_is_named() -> None:
    tags = re.findall(r"^\| (`[A-Z].*?) \|", RECORDS, re.M)
    assert set(re.findall(r"\w+", " ".join(tags))) == set(KNOWN_TAGS)
    assert words("| `Termination`")[1:] == [one.value for one in Termination]
    signs = words("| `!!`")
    assert signs[:6] == list(ANNOTATIONS)
    assert signs[8:] == list(NUMBERED_ANNOTATIONS.values())
    assert words("| `1-0`")[:4] == list(RESULTS)
    assert f"up to {DEEPEST_VARIATION} deep" in RECORDS
