from typing import final

from tenchips.squares import Bits

@final
class ExactSteps:
    """The search. Sets of squares are ints, a bit each, as in `squares`."""

    def __init__(self) -> None: ...
    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    def wins(self, own: Bits, other: Bits, plies: int, nodes: int = 0) -> bool | None:
        """Whether the attacker, to move, wins within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
    def loses(self, own: Bits, other: Bits, plies: int, nodes: int = 0) -> bool | None:
        """Whether the defender, to move, loses within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
