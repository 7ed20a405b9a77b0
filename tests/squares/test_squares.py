"""The geometry: every table against plain arithmetic on columns and rows."""

from __future__ import annotations

import pytest

from tenchips import BLACK, WHITE, Color, Symmetry
from tenchips.squares import (
    CORNERS,
    DIRECTIONS,
    GOALS,
    INNER_BITS,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    RAYS,
    SYMMETRIES,
    USABLE_BITS,
    bits,
    direction_between,
    names,
    nearest,
    numbers,
    squares_between,
)

PAIRS = [(start, end) for start in NAMES for end in NAMES]


def xy(name: str) -> tuple[int, int]:
    return int(name[0]), int(name[1])


def test_a_square_is_column_then_row() -> None:
    assert tuple(f"{x}{y}" for x in range(8) for y in range(8)) == NAMES
    assert all(NUMBERS[f"{x}{y}"] == 8 * x + y for x in range(8) for y in range(8))


def test_colors() -> None:
    assert WHITE.other is BLACK
    assert BLACK.other is WHITE
    assert [str(color) for color in Color] == ["White", "Black"]
    assert [repr(color) for color in Color] == ["WHITE", "BLACK"]
    assert [color.letter for color in Color] == ["w", "b"]


def test_goals_are_columns_for_white_and_rows_for_black() -> None:
    assert GOALS[WHITE] == (
        {"01", "02", "03", "04", "05", "06"},
        {"71", "72", "73", "74", "75", "76"},
    )
    assert GOALS[BLACK] == (
        {"10", "20", "30", "40", "50", "60"},
        {"17", "27", "37", "47", "57", "67"},
    )


def test_each_color_may_use_48_squares() -> None:
    inner = {name for name in NAMES if name[0] not in "07" and name[1] not in "07"}
    assert set(names(INNER_BITS)) == inner
    for color in Color:
        assert set(names(USABLE_BITS[color])) == inner | GOALS[color][0] | GOALS[color][1]
        assert USABLE_BITS[color].bit_count() == 48
        assert not USABLE_BITS[color] & bits(CORNERS)
    assert USABLE_BITS[WHITE] | USABLE_BITS[BLACK] | bits(CORNERS) == 2**64 - 1


def test_sets_of_squares_round_trip() -> None:
    assert bits([]) == 0
    assert list(numbers(2**64 - 1)) == list(range(64))
    for name in NAMES:
        assert names(bits([name])) == (name,)
    assert names(bits(["77", "00", "33", "33"])) == ("00", "33", "77")


def test_opposite_directions_differ_by_four() -> None:
    assert len(set(DIRECTIONS)) == 8
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        assert DIRECTIONS[direction ^ 4] == (-dx, -dy)


def test_rays_and_neighbours() -> None:
    for name in NAMES:
        x, y = xy(name)
        number = NUMBERS[name]
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            way = [(x + i * dx, y + i * dy) for i in range(1, 8)]
            ray = {f"{u}{v}" for u, v in way if 0 <= u < 8 and 0 <= v < 8}
            assert set(names(RAYS[number][direction])) == ray
            for one in ray:
                assert nearest(number, direction, bits([one])) == NUMBERS[one]
            if ray:
                first = f"{way[0][0]}{way[0][1]}"
                assert nearest(number, direction, bits(NAMES)) == NUMBERS[first]
            assert nearest(number, direction, 0) == -1
        touching = {
            other for other in NAMES if max(abs(x - xy(other)[0]), abs(y - xy(other)[1])) == 1
        }
        assert set(names(NEIGHBOURS[number])) == touching


def test_lines_between_squares() -> None:
    for start, end in PAIRS:
        (x, y), (u, v) = xy(start), xy(end)
        in_line = start != end and (x == u or y == v or abs(x - u) == abs(y - v))
        direction = direction_between(start, end)
        assert (direction is not None) == in_line
        if direction is None:
            assert squares_between(start, end) == ()
            continue
        steps = max(abs(x - u), abs(y - v))
        dx, dy = DIRECTIONS[direction]
        assert (x + steps * dx, y + steps * dy) == (u, v)
        between = {f"{x + i * dx}{y + i * dy}" for i in range(1, steps)}
        assert set(squares_between(start, end)) == between
        assert squares_between(end, start) == squares_between(start, end)


def test_there_are_eight_symmetries() -> None:
    assert len(set(SYMMETRIES)) == 8
    assert SYMMETRIES[0] == Symmetry()
    assert [symmetry.swaps_colors for symmetry in SYMMETRIES] == 4 * [False] + 4 * [True]
    images = {tuple(map(symmetry, NAMES)) for symmetry in SYMMETRIES}
    assert len(images) == 8


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_symmetry_keeps_lines_and_goals(symmetry: Symmetry) -> None:
    assert sorted(map(symmetry, NAMES)) == list(NAMES)
    assert set(map(symmetry, CORNERS)) == CORNERS
    for color in Color:
        goals = {frozenset(map(symmetry, goal)) for goal in GOALS[color]}
        assert goals == set(GOALS[color.other if symmetry.swaps_colors else color])
    for start, end in PAIRS:
        image = direction_between(symmetry(start), symmetry(end))
        assert (direction_between(start, end) is None) == (image is None)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_inverse_undoes(symmetry: Symmetry) -> None:
    assert [symmetry.inverse(symmetry(name)) for name in NAMES] == list(NAMES)
    assert symmetry.inverse.inverse == symmetry
    assert symmetry.inverse in SYMMETRIES


def test_transposing_exchanges_column_and_row() -> None:
    assert Symmetry(transpose=True)("02") == "20"
    assert Symmetry(flip_x=True)("02") == "72"
    assert Symmetry(flip_y=True)("02") == "05"
