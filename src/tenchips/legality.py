"""Which moves are legal, and why another one is not.

Chips are given as two sets of squares, White's and Black's, each kept as one `int`. Whether the
game is over is not asked here: `Board` does that first.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenchips.networks import Chips
from tenchips.notation import Move, listed
from tenchips.rules import CHIPS, LARGEST_GROUP, Reason, Refusal
from tenchips.squares import (
    BLACK,
    CORNERS,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    USABLE_BITS,
    WHITE,
    Bits,
    Color,
    Square,
    connected,
    names,
    numbers,
)


def find_targets(chips: Chips, turn: Color) -> Iterator[tuple[Square | None, Bits]]:
    """For each place that a chip of the player to move can come from (None: the hand), the
    squares that it may go to."""
    own, occupied = chips[turn], chips[WHITE] | chips[BLACK]
    if own.bit_count() < CHIPS:
        yield None, _open_squares(turn, own, occupied)
        return
    for chip in numbers(own):
        bit = 1 << chip
        yield NAMES[chip], _open_squares(turn, own ^ bit, occupied ^ bit) & ~bit


def find_refusal(chips: Chips, turn: Color, move: Move) -> Refusal | None:
    """Why the player to move may not make a move; None if it is legal."""
    return (
        _wrong_kind(chips, turn, move)
        or _bad_origin(chips, turn, move)
        or _bad_target(chips, turn, move)
    )


def _wrong_kind(chips: Chips, turn: Color, move: Move) -> Refusal | None:
    hand = max(0, CHIPS - chips[turn].bit_count())
    if move.is_add and not hand:
        sentence = f"{turn} has no chip left to add: make a step move like 33-45"
    elif not move.is_add and hand:
        count = "1 chip" if hand == 1 else f"{hand} chips"
        sentence = f"{turn} still has {count} in hand: make an add move like 33"
    else:
        return None
    return Refusal(Reason.WRONG_KIND, (), sentence)


def _bad_origin(chips: Chips, turn: Color, move: Move) -> Refusal | None:
    if move.origin is None:
        return None
    origin = 1 << NUMBERS[move.origin]
    if not chips[turn] & origin:
        enemy = chips[turn.other] & origin
        sentence = (
            f"{turn} has no chip on {move.origin}: "
            f"{'it holds an enemy chip' if enemy else 'it is empty'}"
        )
        return Refusal(Reason.NOT_YOUR_CHIP, (move.origin,), sentence)
    if move.to == move.origin:
        sentence = f"a step must end on a different square than {move.origin}, where it began"
        return Refusal(Reason.SAME_SQUARE, (move.to,), sentence)
    return None


def _bad_target(chips: Chips, turn: Color, move: Move) -> Refusal | None:
    to = NUMBERS[move.to]
    if move.to in CORNERS:
        sentence = f"nobody may use {move.to}: it is a corner"
        return Refusal(Reason.CORNER, (move.to,), sentence)
    if not USABLE_BITS[turn] >> to & 1:
        sentence = f"{turn} may not use {move.to}: it is in {turn.other}'s goal"
        return Refusal(Reason.GOAL, (move.to,), sentence)
    lifted = 0 if move.origin is None else 1 << NUMBERS[move.origin]
    if ((chips[WHITE] | chips[BLACK]) ^ lifted) >> to & 1:
        return Refusal(Reason.OCCUPIED, (move.to,), f"{move.to} already holds a chip")
    own = chips[turn] ^ lifted
    if _open_squares(turn, own, own) >> to & 1:
        return None
    touching = connected(to, own | 1 << to) ^ 1 << to
    sentence = (
        f"{move.to} would join {listed(names(touching))} to a group of {touching.bit_count() + 1} "
        f"{str(turn).lower()} chips: at most {LARGEST_GROUP} may touch"
    )
    return Refusal(Reason.CLUSTER, names(touching), sentence)


def _open_squares(color: Color, own: Bits, occupied: Bits) -> Bits:
    """The squares where a chip of a colour may be put, given its other chips: not next to two
    of them, nor next to one that has a neighbour already."""
    near = near_two = 0
    for chip in numbers(own):
        near_two |= near & NEIGHBOURS[chip]
        near |= NEIGHBOURS[chip]
    for chip in numbers(own & near):
        near_two |= NEIGHBOURS[chip]
    return USABLE_BITS[color] & ~occupied & ~near_two
