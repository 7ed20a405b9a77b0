"""What makes a position impossible: everything about it that no game can produce.

It judges a position by itself, without the moves that led to it. What it finds is for `Board` to
refuse or to report.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenchips.notation import PositionText, listed, squares_text
from tenchips.rules import CHIPS, LARGEST_GROUP, Fault, FaultKind
from tenchips.squares import (
    BLACK,
    COLORS,
    CORNERS,
    USABLE_BITS,
    WHITE,
    bits,
    connected,
    names,
    numbers,
)


def find_faults(position: PositionText) -> tuple[Fault, ...]:
    """All that is wrong with a position; empty if a game may have led to it."""
    return (*_misplaced(position), *_clusters(position), *_miscounted(position))


def _misplaced(position: PositionText) -> Iterator[Fault]:
    corners = bits(CORNERS)
    if wrong := (position.white | position.black) & corners:
        squares = names(wrong)
        yield Fault(FaultKind.CORNER, squares, f"chip in the corner {' '.join(squares)}")
    for color in COLORS:
        if wrong := position.chips[color] & ~USABLE_BITS[color] & ~corners:
            sentence = f"{str(color).lower()} chip in {color.other}'s goal: {squares_text(wrong)}"
            yield Fault(FaultKind.GOAL, names(wrong), sentence)


def _clusters(position: PositionText) -> Iterator[Fault]:
    for rest in position.chips:
        while rest:
            group = connected(next(numbers(rest)), rest)
            rest ^= group
            if group.bit_count() > LARGEST_GROUP:
                sentence = (
                    f"the chips {listed(names(group))} touch: "
                    f"at most {LARGEST_GROUP} chips of the same colour may touch"
                )
                yield Fault(FaultKind.CLUSTER, names(group), sentence)


def _miscounted(position: PositionText) -> Iterator[Fault]:
    steps = position.steps
    white, black = (chips.bit_count() for chips in position.chips)
    for color, count in ((WHITE, white), (BLACK, black)):
        if count > CHIPS:
            sentence = f"{color} has {count} chips: there are {CHIPS} a side"
            yield Fault(FaultKind.CHIPS, names(position.chips[color]), sentence)
    full = white == black == CHIPS
    counts = f"White has {white} and Black {black} on the board"
    turn = BLACK if (steps % 2 if full else white > black) else WHITE
    if not 0 <= white - black <= 1:
        sentence = f"{counts}: White must have as many as Black, or one more"
        yield Fault(FaultKind.TURN, (), sentence)
    elif position.turn is not turn:
        after = f"after {steps} step move{'s' * (steps != 1)}" if full else f"{counts}, so"
        yield Fault(FaultKind.TURN, (), f"{after} it is {turn}'s turn")
    if steps and not full:
        sentence = f"{counts}, so no step move has been made, not {steps}"
        yield Fault(FaultKind.STEPS, (), sentence)
    elif steps < 0:
        sentence = f"the number of step moves made is 0 or more, not {steps}"
        yield Fault(FaultKind.STEPS, (), sentence)
    made = white + black + steps
    if position.number != made // 2 + 1:
        sentence = (
            f"the full-move number is {made // 2 + 1} after {made} moves, not {position.number}"
        )
        yield Fault(FaultKind.NUMBER, (), sentence)
