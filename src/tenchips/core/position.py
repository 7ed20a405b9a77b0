"""`Position`: the compiled rules for Python programs, checked at every call.

No argument whatever makes it crash or break its own state: what cannot be on a board, or cannot
be moved, is refused with an error. The rules themselves are in `state.py`; house rules, and the
reasons why a move is illegal, are `Board`'s.
"""

from typing import NamedTuple

import cython
from cython.cimports.cpython.long import PyLong_AsLongAndOverflow
from cython.cimports.libc.string import memset
from cython.cimports.tenchips.core.bits import Bits, popcount
from cython.cimports.tenchips.core.state import (
    MAX_MOVES,
    USABLE,
    Action,
    Count,
    State,
    clear,
    count_ends,
    count_links,
    count_sequences,
    holds_network,
    legal_moves,
    make,
    open_squares,
    set_up,
    unmake,
    winning_move,
)

from tenchips.arguments import checked_int, shown_int
from tenchips.board import Board
from tenchips.errors import TenchipsError
from tenchips.notation import Move, NotationError, PositionText, squares_text
from tenchips.rules import CHIPS
from tenchips.squares import COLORS, WHITE, names

MAX_PERFT_DEPTH = 60


class Tally(NamedTuple):
    """What the last moves of all sequences of a length do."""

    moves: int
    """How many there are."""
    wins: int
    """How many win for the player who makes them."""
    handed: int
    """How many hand the opponent a network."""
    stuck: int
    """How many positions before the end had no legal move."""


def move_is_possible(p, move):
    """Whether a move leaves a position at all, legal or not: an add with a chip in hand, or a step
    of a chip of the side to move, to an empty square that its colour may use."""
    color: cython.int = p.side
    origin: cython.int = (move >> 6) - 1
    free: Bits = USABLE[color] & ~(p.chips[0] | p.chips[1])
    if not free >> (move & 63) & 1:
        return False
    return p.hand[color] > 0 if origin < 0 else p.chips[color] >> origin & 1


def move_is_legal(p, move):
    """Whether a move is legal for the side to move."""
    own: Bits = p.chips[p.side]
    occupied: Bits = p.chips[0] | p.chips[1]
    chip: Bits = 0
    if not move_is_possible(p, move) or (move < 64) != (p.hand[p.side] > 0):
        return False
    if move >= 64:
        chip = cython.cast(Bits, 1) << ((move >> 6) - 1)
    return open_squares(own ^ chip, occupied ^ chip, p.side) >> (move & 63) & 1


# A docstring that begins with a signature and a line of two dashes is how `inspect` gets to know
# the arguments of a class that is compiled.
@cython.final
@cython.cclass
class Position:
    """Position(white=0, black=0, turn=WHITE)\n--\n
    A position to search in: chips and turn, with moves made and taken back in place.

    Moves are action numbers, as `Move.action` gives them. Chips are sets of squares: an int with
    a bit for each square's number, as `squares.bits` makes it. A colour has at most ten chips, on
    squares that it may use (no corner, no goal of the opponent's); whether a game could lead there
    is not asked. Equal positions have the same chips and the same player to move, however they
    came about.

    >>> position = Position()
    >>> position.push(0o33)
    >>> len(position.legal_actions()), position.turn
    (47, BLACK)
    >>> position == Position.of("8/8/8/3W4/8/8/8/8 b 0 1")
    True
    >>> Position(1 << 0o33, 1 << 0o33)
    Traceback (most recent call last):
    tenchips.errors.TenchipsError: a square holds one chip, and both colours are given 33
    """

    def __cinit__(self):
        # Whatever is done to it later, even an object that was never initialised is a position.
        clear(cython.address(self.state))
        self.stack = []

    def __init__(self, white=0, black=0, turn=WHITE):
        """Set up chips, given as sets of squares."""
        chips: Bits[2]
        color: cython.int
        side: cython.int = _color_number(turn)
        chips[0] = _chips_of("white", white)
        chips[1] = _chips_of("black", black)
        if chips[0] & chips[1]:
            raise TenchipsError(
                "a square holds one chip, and both colours are given "
                + squares_text(chips[0] & chips[1])
            )
        for color in range(2):
            if chips[color] & ~USABLE[color]:
                raise TenchipsError(
                    f"{COLORS[color]} may not use {squares_text(chips[color] & ~USABLE[color])}: "
                    "give only inner squares and the colour's own goals"
                )
            if popcount(chips[color]) > 10:
                raise TenchipsError(
                    f"{COLORS[color]} has {popcount(chips[color])} chips: give at most {CHIPS}"
                )
        set_up(cython.address(self.state), chips[0], chips[1], side)
        self.stack = []

    @staticmethod
    def of(board):
        """The position a board shows; a position text is checked as `Board` checks it.

        >>> Position.of(Board(moves="33 44")).hand(WHITE)
        9
        """
        if not isinstance(board, Board):
            if not isinstance(board, str):
                raise TypeError(f"board is a Board or a position text, not {type(board).__name__}")
            board = Board(board)
        text = PositionText.parse(board.position)
        return Position(text.white, text.black, text.turn)

    def board(self):
        """A `Board` that shows this position, with the moves made since it was set up.

        `Position` counts no moves: the board's numbers of moves and steps are the least that
        lead there.

        >>> position = Position.of(Board(moves="33 44"))
        >>> position.push(0o21)
        >>> position.board().position == Board(moves="33 44 21").position
        True
        """
        white, black, turn = self._first()
        placed = white.bit_count() + black.bit_count()
        steps = int(turn) if placed == 2 * CHIPS else 0
        return Board.diagram(
            names(white), names(black), turn, steps=steps, number=(placed + steps) // 2 + 1,
            moves=map(Move.from_action, self.stack),
        )  # fmt: skip

    @property
    def turn(self):
        """The player to move.

        >>> Position().turn
        WHITE
        """
        return COLORS[self.state.side]

    @property
    def key(self):
        """A 64-bit key of chips and turn, for tables: the same in every process.

        >>> position = Position()
        >>> before = position.key
        >>> position.push(0o33)
        >>> position.key == before
        False
        """
        return self.state.key

    def chips(self, color):
        """A colour's chips as a set of squares.

        >>> names(Position.of(Board(moves="33 44")).chips(WHITE))
        ('33',)
        """
        return self.state.chips[_color_number(color)]

    def hand(self, color):
        """How many chips a colour still has to place.

        >>> Position().hand(WHITE)
        10
        """
        return self.state.hand[_color_number(color)]

    def links(self, color):
        """How many pairs of a colour's chips see each other.

        >>> Position.of(Board(moves="33 44 35")).links(WHITE)
        1
        """
        return count_links(cython.address(self.state), _color_number(color))

    def legal_actions(self):
        """The legal moves in rising order, whether or not the game is over.

        >>> Position().legal_actions()[:3]
        [1, 2, 3]
        """
        moves: Action[MAX_MOVES]
        n: cython.int = legal_moves(cython.address(self.state), moves)
        i: cython.int
        return [moves[i] for i in range(n)]

    def is_legal(self, action):
        """Whether a move is legal; no error if it is none at all.

        >>> Position().is_legal(0o33), Position().is_legal(0)
        (True, False)
        """
        move: cython.int = _action_number(action, False)
        return move >= 0 and move_is_legal(cython.address(self.state), move)

    def has_network(self, color):
        """Whether a colour has a network.

        >>> Position().has_network(WHITE)
        False
        """
        return bool(holds_network(cython.address(self.state), _color_number(color)))

    def winner(self):
        """Who has won by network, judged as after a move, or None.

        >>> Position().winner() is None
        True
        """
        p: cython.pointer(State) = cython.address(self.state)
        if holds_network(p, p.side):
            return COLORS[p.side]
        if holds_network(p, p.side ^ 1):
            return COLORS[p.side ^ 1]
        return None

    def winning_action(self):
        """A move that wins at once for the side to move, or None.

        Meant for a position in which nobody has won yet.

        >>> Position().winning_action() is None
        True
        """
        move: cython.int = winning_move(cython.address(self.state))
        return move or None

    def push(self, action):
        """Make a legal move.

        >>> Position().push(0)
        Traceback (most recent call last):
        tenchips.errors.TenchipsError: 00 is not legal here
        """
        move: cython.int = _action_number(action, True)
        if not move_is_legal(cython.address(self.state), move):
            raise TenchipsError(f"{Move.from_action(move)} is not legal here")
        self.play(move)

    def push_unchecked(self, action):
        """Make a move that is known to be legal.

        Only what would leave no position at all is refused: an add with no chip in hand, a step
        of a chip that is not there, a square that is taken or that the colour may not use.
        Clusters, and steps while chips are in hand, are the caller's business.

        >>> position = Position()
        >>> position.push_unchecked(0o33)
        >>> position.push_unchecked(0o33)
        Traceback (most recent call last):
        tenchips.errors.TenchipsError: 33 cannot be made here
        """
        move: cython.int = _action_number(action, True)
        if not move_is_possible(cython.address(self.state), move):
            raise TenchipsError(f"{Move.from_action(move)} cannot be made here")
        self.play(move)

    def play(self, move):
        self.stack.append(move)
        make(cython.address(self.state), move)

    def pop(self):
        """Take the last move back and return it; `IndexError` if there is none.

        >>> position = Position()
        >>> position.push(0o33)
        >>> position.pop() == 0o33, position == Position()
        (True, True)
        """
        if not self.stack:
            raise IndexError("there is no move to take back")
        move: cython.int = self.stack.pop()
        unmake(cython.address(self.state), move)
        return move

    def perft(self, depth):
        """The number of legal move sequences of a length.

        A game that is won has no continuation; house rules do not count.

        >>> Position().perft(2)
        2268
        """
        p: State = self.state
        plies: cython.int = checked_int("depth", depth, 0, MAX_PERFT_DEPTH)
        total: Bits = 0
        if self.winner() is None or plies == 0:
            with cython.nogil:
                total = count_sequences(cython.address(p), plies)
        return total

    def divide(self, depth):
        """The perft of each legal move, to a length counted from here.

        >>> sum(Position().divide(3).values())
        104904
        """
        if checked_int("depth", depth, 0, MAX_PERFT_DEPTH) < 1:
            raise TenchipsError("a count move by move needs a depth of at least 1")
        counts = {}
        if self.winner() is None:
            after = self.copy()
            for action in self.legal_actions():
                after.push(action)
                counts[Move.from_action(action)] = after.perft(depth - 1)
                after.pop()
        return counts

    def tally(self, depth):
        """Count the last moves of all sequences of a length, each one made and judged.

        >>> Position().tally(2)
        Tally(moves=2268, wins=0, handed=0, stuck=0)
        """
        p: State = self.state
        plies: cython.int = checked_int("depth", depth, 0, MAX_PERFT_DEPTH)
        if plies < 1:
            raise TenchipsError("a tally needs a depth of at least 1")
        count: Count
        memset(cython.address(count), 0, cython.sizeof(count))
        if self.winner() is None:
            with cython.nogil:
                count_ends(cython.address(p), plies, cython.address(count))
        return Tally(count.moves, count.wins, count.handed, count.stuck)

    # A value like others

    def copy(self):
        """A position of its own, with the same moves to take back.

        >>> position = Position()
        >>> other = position.copy()
        >>> other.push(0o33)
        >>> position == other
        False
        """
        other: Position = Position.__new__(Position)
        other.state = self.state
        other.stack = self.stack[:]
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        that: Position = other
        return (
            self.state.chips[0] == that.state.chips[0]
            and self.state.chips[1] == that.state.chips[1]
            and self.state.side == that.state.side
        )

    def __hash__(self):
        """The hash of the position as it is now: push on a copy while it is in a set or a dict."""
        return hash(self.state.key)

    def __repr__(self):
        return (
            f"Position(white={self.state.chips[0]:#x}, black={self.state.chips[1]:#x}, "
            f"turn={self.turn!r})"
        )

    def __reduce__(self):
        return Position, self._first(), tuple(self.stack)

    def __setstate__(self, moves):
        """Make the moves of a pickled position, checked as `push_unchecked` does."""
        for action in moves:
            self.push_unchecked(action)

    def _first(self):
        """The chips and the turn before all the moves that can be taken back."""
        p: State = self.state
        for move in reversed(self.stack):
            unmake(cython.address(p), move)
        return p.chips[0], p.chips[1], COLORS[p.side]


@cython.cfunc
@cython.exceptval(-2)
def _action_number(action: object, required: cython.bint) -> cython.int:
    """A move as a number: an error if it is none, or -1 if that is not required."""
    overflow: cython.int = 0
    try:
        number: cython.long = PyLong_AsLongAndOverflow(action, cython.address(overflow))
    except TypeError:
        raise TypeError(f"action is an int, not {type(action).__name__}") from None
    if overflow == 0 and 0 <= number < 4160:
        return number
    if required:
        raise NotationError(f"{shown_int(action)} is not an action: actions run from 0 to 4159")
    return -1


@cython.cfunc
@cython.exceptval(-1)
def _color_number(color: object) -> cython.int:
    """0 for White, 1 for Black."""
    overflow: cython.int = 0
    number: cython.long
    try:
        number = PyLong_AsLongAndOverflow(color, cython.address(overflow))
    except TypeError:
        number = -1
    if number != 0 and number != 1:
        raise TenchipsError(f"a colour is WHITE or BLACK, not {color!r:.40}")
    return number


@cython.cfunc
@cython.exceptval(check=True)
def _chips_of(name: object, chips: object) -> Bits:
    """A set of squares, as an argument gives it."""
    return checked_int(name, chips, 0, 0xFFFFFFFFFFFFFFFF)
