from typing import final

from tenchips.squares import Bits

@final
class Exact:
    """The search with its table. Sets of squares are ints, a bit each, as in `squares`."""

    def __init__(self, megabytes: int = 16) -> None: ...
    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    def wins(self, own: Bits, other: Bits, plies: int, nodes: int = 0) -> bool | None:
        """Whether the attacker, to move, wins within so many plies; None if that was not
        decided within so many nodes (0: no limit)."""
    def loses(self, own: Bits, other: Bits, plies: int) -> bool:
        """Whether the defender, to move, loses within so many plies."""
    def move(self, own: Bits, other: Bits, plies: int) -> int | None:
        """A move with which the attacker wins within so many plies, or None."""
    def unproved(self, own: Bits, other: Bits, replies: Bits, plies: int, nodes: int = 0) -> Bits:
        """Of some replies of the defender, to move, those after which no win of the attacker
        within so many plies is found, with so many nodes for each (0: no limit). Squares that
        are taken are no replies."""

def adds(own: Bits, other: Bits) -> Bits:
    """Where the attacker may add a chip."""

def replies(own: Bits, other: Bits) -> Bits:
    """Where the defender may add a chip."""

def has_network(own: Bits, other: Bits, attacker: bool) -> bool:
    """Whether the attacker (or the defender) has a network."""

def least(own: Bits, other: Bits) -> tuple[Bits, Bits]:
    """The position as the least of its four images."""

def children(own: Bits, other: Bits, some: Bits) -> list[tuple[int, tuple[Bits, Bits]]]:
    """The positions after some replies to empty squares, each as the least of its four images."""
