"""Networks: finding those of a colour, and saying why a sequence of chips is not one.

Chips are given as two sets of squares, White's and Black's, each kept as one `int`. Nothing here
knows whose turn it is, which moves are legal, or who has won: that is `Board`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from tenchips.notation import listed
from tenchips.rules import CHIPS, SHORTEST_NETWORK, Flaw, NetworkRule
from tenchips.squares import (
    BLACK,
    GOAL_BITS,
    GOALS,
    INNER_BITS,
    NAMES,
    NUMBERS,
    RAYS,
    WHITE,
    Bits,
    Color,
    Square,
    direction_between,
    numbers,
    squares_between,
)

Network: TypeAlias = tuple[Square, ...]
"""The squares of a network, in order."""

Chips: TypeAlias = Sequence[Bits]
"""The squares of White's chips, and those of Black's."""

Links: TypeAlias = dict[int, list[tuple[int, int]]]
"""For each chip, by number: the directions in which it sees a chip of its colour, and which."""


_AHEAD: Final = tuple(tuple(enumerate(rays[:4])) for rays in RAYS)
"""For each square the four directions along which numbers rise, each with its ray. Every link is
seen from one of its ends that way, and the nearest chip is the lowest number."""


def find_links(chips: Chips, color: Color) -> Links:
    """Which chips of a colour see each other."""
    own, occupied = chips[color], chips[WHITE] | chips[BLACK]
    links: Links = {chip: [] for chip in numbers(own)}
    for chip, seen in links.items():
        for direction, ray in _AHEAD[chip]:
            if in_line := ray & occupied:
                nearest = in_line & -in_line
                if nearest & own:
                    other = nearest.bit_length() - 1
                    seen.append((direction, other))
                    links[other].append((direction ^ 4, chip))
    return links


def find_networks(chips: Chips, color: Color) -> Iterator[Network]:
    """All networks of a colour, each once: from the left to the right goal for White, from the
    upper to the lower for Black."""
    own = chips[color]
    first_goal, last_goal = GOAL_BITS[color]
    first, last = own & first_goal, own & last_goal
    inner = own & INNER_BITS
    if first and last and inner.bit_count() >= SHORTEST_NETWORK - 2:
        links = find_links(chips, color)
        for chip in numbers(first):
            for path in _paths((chip,), -1, links, inner | last, last):
                yield tuple(NAMES[number] for number in path)


def _paths(
    path: tuple[int, ...], came: int, links: Links, free: Bits, last: Bits
) -> Iterator[tuple[int, ...]]:
    """The ways to go on from a path's end to the last goal, turning at every chip."""
    for direction, chip in links[path[-1]]:
        if direction == came or len(path) == CHIPS or not free >> chip & 1:
            continue
        if not last >> chip & 1:
            yield from _paths((*path, chip), direction, links, free ^ 1 << chip, last)
        elif len(path) + 1 >= SHORTEST_NETWORK:
            yield (*path, chip)


def find_flaw(path: Network, color: Color, chips: Chips) -> Flaw | None:
    """Which rule a sequence of squares breaks as a network of a colour; None if it is one."""
    return (
        _not_own(path, color, chips)
        or _bad_length(path)
        or _bad_goals(path, color)
        or _repeated_chip(path)
        or _bad_lines(path, chips)
        or _no_turn(path)
    )


def _not_own(path: Network, color: Color, chips: Chips) -> Flaw | None:
    missing = tuple(square for square in path if not chips[color] >> NUMBERS[square] & 1)
    if not missing:
        return None
    sentence = f"{color} has no chip on {listed(missing)}"
    return Flaw(NetworkRule.OWN_CHIPS, missing, sentence)


def _bad_length(path: Network) -> Flaw | None:
    if SHORTEST_NETWORK <= len(path) <= CHIPS:
        return None
    sentence = f"a network has {SHORTEST_NETWORK} to {CHIPS} chips, and this one has {len(path)}"
    return Flaw(NetworkRule.LENGTH, path, sentence)


def _bad_goals(path: Network, color: Color) -> Flaw | None:
    first, last = GOALS[color]
    for goal in first, last:
        if path[0] in goal and path[-1] in goal:
            sentence = (
                f"a network ends in the other goal: {path[0]} and {path[-1]} are in the same one"
            )
            return Flaw(NetworkRule.GOALS_AT_THE_ENDS, (path[0], path[-1]), sentence)
    for end in path[0], path[-1]:
        if end not in first | last:
            sentence = f"a network begins and ends in {color}'s goals, and {end} is in neither"
            return Flaw(NetworkRule.GOALS_AT_THE_ENDS, (end,), sentence)
    for square in path[1:-1]:
        if square in first | last:
            sentence = f"only the first and the last chip may be in a goal, and {square} is in one"
            return Flaw(NetworkRule.NO_GOAL_INSIDE, (square,), sentence)
    return None


def _repeated_chip(path: Network) -> Flaw | None:
    for index, square in enumerate(path):
        if square in path[:index]:
            sentence = f"a network may use each chip only once, and {square} is used twice"
            return Flaw(NetworkRule.NO_CHIP_TWICE, (square,), sentence)
    return None


def _bad_lines(path: Network, chips: Chips) -> Flaw | None:
    occupied = chips[WHITE] | chips[BLACK]
    for start, end in pairwise(path):
        if direction_between(start, end) is None:
            sentence = f"{start} and {end} are not on one straight line"
            return Flaw(NetworkRule.STRAIGHT_LINES, (start, end), sentence)
        between = [s for s in squares_between(start, end) if occupied >> NUMBERS[s] & 1]
        if between:
            sentence = f"there is a chip between {start} and {end}: {listed(between)}"
            return Flaw(NetworkRule.CLEAR_LINES, tuple(between), sentence)
    return None


def _no_turn(path: Network) -> Flaw | None:
    for before, chip, after in zip(path, path[1:], path[2:], strict=False):
        if direction_between(before, chip) == direction_between(chip, after):
            sentence = (
                f"a network turns at every chip between its ends, and {before}-{chip}-{after} "
                "goes straight on"
            )
            return Flaw(NetworkRule.TURN_AT_EVERY_CHIP, (before, chip, after), sentence)
    return None
