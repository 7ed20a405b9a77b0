"""Small certificates with steps, made from positions of few plies by the exact searches.

They win from some positions near the end of the adds and after it, not from the start; an entry for
the start that nothing proves lets the programs read them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tenchips import Color
from tenchips.book import Certificate
from tenchips.book.certificate import CertificateEntry, Chips, seen_by_winner
from tenchips.book.exact import Exact, adds, has_network, least
from tenchips.book.exact_steps import ExactSteps, answers, step_targets
from tenchips.notation import PositionText
from tenchips.squares import numbers

LEFT = 5
"""The plies of adds up to which wins are left out."""

POSITIONS = """
6B1/3BWW2/1WWB2BW/4W3/1BW2B2/W2B1W2/4WB2/2B2B2 w 0 11
3B4/2B1W1W1/2W1B1W1/1WB1W3/1B1WB1B1/1W3W2/W2BB3/1B6 w 0 11
3B4/3W1B2/1B4W1/4W1BW/W1WB1B2/6W1/WWB2WB1/1B3B2 w 0 11
4B3/2BW1BW1/WW2W3/1B2B3/WW3WB1/1B1W1B2/1W6/3BB3 w 0 11
3B4/WB1BWB1W/1W6/4B1B1/WB2W3/2W1B3/1W4W1/3B4 w 0 10
3BB1B1/4W1W1/W2W3W/1W1BB3/1B4B1/WB1W3W/8/6B1 w 0 10
1BB3B1/2W2WB1/2B3W1/1W6/3WBW2/6W1/W1W1B3/1BB5 w 0 10
4BB2/W4W2/W6W/4B3/W4B1W/2W1W3/1B2B1B1/3B4 w 0 9
2B5/1W3W2/W2BWB1W/1B6/3W2B1/1W1W4/1B6/2B2B2 w 0 9
2B2B2/2W2B1W/3W1W1W/1W1B4/4WB2/2B3B1/1W1WB2W/2B5 b 0 10
3B4/W4B1W/1W6/3WBW2/WBWB4/W3W3/1B1W1BB1/1B6 b 0 10
6B1/2WW1WBW/3B4/WB3BW1/W2W4/1BWBB3/5W2/1B6 b 0 10
1B1B2B1/1W6/4WBW1/5B2/1B1BW3/W1WB4/W2W2W1/8 b 0 9
3B1B2/3W1B2/5W1W/1B2W3/5BW1/1WW1B3/4WWB1/2B5 b 0 9
""".strip().splitlines()
"""Positions that are won within five plies, steps among them."""


@cache
def with_steps(winner: Color) -> Certificate:
    """How to win the positions of a colour, and the start, which is claimed only."""
    entries: dict[Chips, CertificateEntry] = {}
    for text in POSITIONS:
        position = PositionText.parse(text)
        if position.turn is winner:
            write(least(*seen_by_winner(position.chips, winner)), 5, entries)
    entries[least(0, int(winner) << 27)] = 28, LEFT + 2
    return Certificate(entries, LEFT, winner)


def proved(certificate: Certificate) -> list[Chips]:
    """The positions of its entries but the start."""
    return [chips for chips in certificate.entries if chips[0]]


def write(chips: Chips, most: int, entries: dict[Chips, CertificateEntry]) -> int:
    """Write the entries of a position that is won within so many plies; return its plies."""
    if chips in entries:
        return entries[chips][1]
    for plies in range(3, most + 1, 2):
        for action in moves(chips):
            after = moved(chips, action)
            lost = action >= 64 and has_network(*after, False)
            if not lost and ExactSteps().loses(*after, plies - 1):
                longest = max(_resistance(after, plies - 2, entries), default=LEFT)
                entries[chips] = action, longest + 2
                return longest + 2
    raise AssertionError(f"{chips} is not won within {most} plies")


def _resistance(after: Chips, most: int, entries: dict[Chips, CertificateEntry]) -> Iterator[int]:
    """The plies after the replies that need an entry."""
    for _, other, child in answers(*after):
        if has_network(after[0], other, True):
            continue
        if after[0].bit_count() == 10:
            is_left_out = ExactSteps().wins(after[0], other, 1)
        else:
            is_left_out = Exact(1).wins(*child, LEFT)
        if not is_left_out:
            yield write(child, most, entries)


def moves(chips: Chips) -> list[int]:
    """The winner's legal moves."""
    own, other = chips
    if own.bit_count() < 10:
        return list(numbers(adds(own, other)))
    return [
        64 + 64 * origin + to
        for origin in numbers(own)
        for to in numbers(step_targets(own, other, origin))
    ]


def moved(chips: Chips, action: int) -> Chips:
    """The chips after a move of the winner."""
    origin, to = divmod(action, 64)
    return chips[0] & ~(1 << origin - 1 if origin else 0) | 1 << to, chips[1]
