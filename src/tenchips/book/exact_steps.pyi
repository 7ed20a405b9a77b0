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
    def winning_step(self, own: Bits, other: Bits) -> int | None:
        """A step with which the attacker, who has no chip in hand, wins at once, as the number of
        the move; None if there is none. The one found last is tried first."""

def step_targets(own: Bits, other: Bits, square: int) -> Bits:
    """Where the attacker may step with the chip on a square."""

def answers(own: Bits, other: Bits) -> list[tuple[int, Bits, tuple[Bits, Bits]]]:
    """The legal replies of the defender, adds or steps: the number of each, the defender's chips
    after it, and the position then as the least of its four images."""
