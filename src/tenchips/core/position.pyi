from collections.abc import Iterable
from typing import NamedTuple, final

from tenchips.board import Board
from tenchips.notation import Move
from tenchips.squares import Bits, Color

class Tally(NamedTuple):
    """What the last moves of all sequences of a length do."""

    moves: int
    wins: int
    handed: int
    stuck: int

@final
class Position:
    """A position to search in: chips and turn, with moves made and taken back in place."""

    def __init__(self, white: Bits = 0, black: Bits = 0, turn: Color = ...) -> None: ...
    @staticmethod
    def of(board: Board | str) -> Position:
        """The position a board shows; a position text is checked as `Board` checks it."""
    def board(self) -> Board:
        """A `Board` that shows this position, with the moves made since it was set up."""
    @property
    def turn(self) -> Color:
        """The player to move."""
    @property
    def key(self) -> int:
        """A 64-bit key of chips and turn, for tables: the same in every process."""
    def chips(self, color: Color) -> Bits:
        """A colour's chips as a set of squares."""
    def hand(self, color: Color) -> int:
        """How many chips a colour still has to place."""
    def links(self, color: Color) -> int:
        """How many pairs of a colour's chips see each other."""
    def legal_actions(self) -> list[int]:
        """The legal moves in rising order, whether or not the game is over."""
    def is_legal(self, action: int) -> bool:
        """Whether a move is legal; no error if it is none at all."""
    def has_network(self, color: Color) -> bool:
        """Whether a colour has a network."""
    def winner(self) -> Color | None:
        """Who has won by network, judged as after a move, or None."""
    def winning_action(self) -> int | None:
        """A move that wins at once for the side to move, or None."""
    def push(self, action: int) -> None:
        """Make a legal move."""
    def push_unchecked(self, action: int) -> None:
        """Make a move that is known to be legal."""
    def pop(self) -> int:
        """Take the last move back and return it; `IndexError` if there is none."""
    def perft(self, depth: int) -> int:
        """The number of legal move sequences of a length."""
    def divide(self, depth: int) -> dict[Move, int]:
        """The perft of each legal move, to a length counted from here."""
    def tally(self, depth: int) -> Tally:
        """Count the last moves of all sequences of a length, each one made and judged."""
    def copy(self) -> Position:
        """A position of its own, with the same moves to take back."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[type[Position], tuple[Bits, Bits, Color], tuple[int, ...]]: ...
    def __setstate__(self, moves: Iterable[int]) -> None: ...
