"""Names can be seen, and nobody is called like the machine."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest

from tenchips.server.names import checked_name


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Åse 안나",
        "Nguyễn Thị Hoa",
        "สมชาย",
        "עדה",
        "Machinist 10",
        "Randomly",
        "Learner",
        "X Æ A-12",
        "😀",
    ],
)
def test_names_that_people_have_are_taken(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "code",
    # Each shows nothing: fillers, joiners, marks of direction, selectors, tags, private and
    # unassigned characters, spaces of all kinds.
    [0x00, 0x7F, 0x85, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x180E, 0x2003, 0x200B,
     0x200D, 0x200F, 0x2028, 0x202E, 0x2060, 0x2064, 0x2066, 0x206F, 0x2800, 0x3000, 0x3164,
     0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xE000, 0x1D173, 0xE0001, 0xE0041, 0xE0100, 0x10FFFF,
     0x0378, 0xD800],
)  # fmt: skip
def test_what_cannot_be_seen_is_refused(code: int) -> None:
    for name in (chr(code), f"A{chr(code)}n"):
        with pytest.raises(ValueError, match="a name has"):
            checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Machine 10",
        "machine",
        "MACHINE 3",
        "Machine-10",
        "Ｍａｃｈｉｎｅ １０",
        "Маchine 10",
        "Mach1ne 10",
        "Máchine 7",
        "The Machine",
        "Machine №10",
        "Random",
        "Learned",
        "random mover",
        "Random moves",
        "Computer, level 3",
        "The Computer",
    ],
)
def test_the_names_of_the_machine_are_its_own(name: str) -> None:
    with pytest.raises(ValueError, match="the computer's"):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["", " ", " Ann", "Ann ", "x" * 41, "\u0301Ann", "A" + "\u0301" * 5]
)
def test_names_have_letters_within_bounds(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        checked_name(name)
