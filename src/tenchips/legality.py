"""Which moves are legal, and why another one is not.

Chips are given as two sets of squares, White's and Black's, each kept as one `int`. Whether the
game is over is not asked here: `Board` does that first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from tenchips.networks import Chips
from tenchips.notation import ADDS, STEPS, Move, NotationError, listed
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


def can_move(chips: Chips, turn: Color) -> bool:
    """Whether the player to move has a legal move."""
    own, near = chips[turn], 0
    for chip in numbers(own):
        near |= NEIGHBOURS[chip]
    if USABLE_BITS[turn] & ~(chips[WHITE] | chips[BLACK] | near):
        return True  # away from all chips of its colour, any chip may go there
    return any(targets for _, targets in find_targets(chips, turn))


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
    near = NEIGHBOURS[to] & own
    if not near or (near.bit_count() == 1 and not NEIGHBOURS[near.bit_length() - 1] & own):
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


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in rising order: count them, index them, choose from them.

    >>> from tenchips import Board
    >>> moves = Board(moves="33 44").legal_moves
    >>> len(moves), moves[0], moves[-1], "44" in moves
    (46, Move.parse('01'), Move.parse('76'), False)
    >>> import random
    >>> random.choice(moves) in moves
    True
    """

    __slots__ = ("_chips", "_is_over", "_moves", "_turn")

    def __init__(self, chips: Chips, turn: Color, *, is_over: bool) -> None:
        self._chips, self._turn, self._is_over = tuple(chips), turn, is_over
        self._moves: list[Move] | None = None

    def _list(self) -> list[Move]:
        if self._moves is None:
            self._moves = []
            for origin, targets in () if self._is_over else find_targets(self._chips, self._turn):
                to = names(targets)
                self._moves += (
                    [STEPS[origin, square] for square in to]
                    if origin
                    else [ADDS[square] for square in to]
                )
        return self._moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list())

    def __len__(self) -> int:
        if self._moves is not None:
            return len(self._moves)
        if self._is_over:
            return 0
        return sum(targets.bit_count() for _, targets in find_targets(self._chips, self._turn))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._list()[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move.parse(move)
            except NotationError:
                return False
        if self._is_over or not isinstance(move, Move):
            return False
        return find_refusal(self._chips, self._turn, move) is None

    def __repr__(self) -> str:
        return f"<LegalMoves {' '.join(map(str, self))}>"
