"""An exact search for wins in few plies that knows step moves too.

It answers what `exact` answers where a player may run out of chips in hand: can the attacker, who
plays between the left and right goals, win within so many plies? A player who has no move has lost.
Nothing is pruned and no result is kept, so it is slow: three plies of steps take milliseconds, five
take a second or more.

It is built on the geometry of `exact` and imports nothing of the core or the engine, so that what
those claim can be checked here.
"""

import cython
from cython.cimports.tenchips.book.exact import (
    ATTACKER,
    DEFENDER,
    NONE,
    View,
    begin,
    checked_chips,
    look,
    network,
    open_squares,
    popcount,
    spend,
    wins_at_once,
)
from cython.cimports.tenchips.book.images import Bits

from tenchips.arguments import checked_int
from tenchips.errors import TenchipsError

CHIPS = cython.declare(cython.int, 10)


# Rules


def has(own, other, color):
    """Whether a colour has a network."""
    view: View
    look(cython.address(view), own, own | other)
    return network(cython.address(view), color, NONE) != 0


def targets(own, other, origin, color):
    """Where a player may put a chip: from the hand if `origin` is none, or else from there."""
    own &= ~origin
    return open_squares(own, own | other, color) & ~origin


def wins_now(own, other, color):
    """Whether a player has a move that wins at once. A step that opens a line for the opponent's
    network does not."""
    view: View
    origins: Bits = own
    origin: Bits = 0
    rest: Bits
    found: Bits
    after: Bits
    opened: cython.bint
    holding: Bits = 0
    if popcount(own) < CHIPS:
        look(cython.address(view), own, own | other)
        rest = targets(own, other, 0, color)
        return wins_at_once(cython.address(view), color, rest, cython.NULL) != 0
    while origins:
        origin = origins & -origins
        origins ^= origin
        look(cython.address(view), own ^ origin, (own ^ origin) | other)
        rest = targets(own, other, origin, color)
        # Leaving a square may open a line that completes the network: then the chip may go
        # anywhere, and the best place may be one that stops the opponent's.
        opened = network(cython.address(view), color, NONE) != 0
        found = (
            rest
            if opened
            else wins_at_once(cython.address(view), color, rest, cython.address(holding))
        )
        while found:
            after = own ^ origin | found & -found
            if not has(other, after, color ^ 1) and (not opened or has(after, other, color)):
                return True
            found &= found - 1
    return False


# Search


def attack(w, own, other, plies):
    """Whether the attacker, to move, wins within so many plies."""
    origins: Bits = own
    origin: Bits = 0
    rest: Bits
    after: Bits
    if not spend(cython.address(w.budget)):
        return False
    if wins_now(own, other, ATTACKER):
        return True
    if plies < 3:
        return False
    while True:
        if popcount(own) >= CHIPS:
            if not origins:
                return False
            origin = origins & -origins
            origins ^= origin
        rest = targets(own, other, origin, ATTACKER)
        while rest:
            after = own ^ origin | rest & -rest
            rest &= rest - 1
            if origin and has(other, after, DEFENDER):
                continue
            if defend(w, after, other, plies - 1):
                return True
            if w.budget.stopped:
                return False
        if not origin:
            return False


def is_reply(own, other, change):
    """Whether a reply of the defender, given by what it changes, is legal."""
    origin: Bits = change & other
    target: Bits = change & ~other
    if popcount(target) != 1 or popcount(origin) != (popcount(other) >= CHIPS):
        return False
    return target & targets(other, own, origin, DEFENDER) != 0


def holds(w, own, other, change, plies):
    """Whether the attacker has not won after a reply, nor wins within one ply less."""
    if change & other and has(own, other ^ change, ATTACKER):
        return False
    return not attack(w, own, other ^ change, plies - 1)


def defend(w, own, other, plies):
    """Whether every reply of the defender, to move, leaves a win within one ply less."""
    origins: Bits = other
    origin: Bits = 0
    rest: Bits
    change: Bits
    i: cython.int
    if wins_now(other, own, DEFENDER):
        return False
    for i in range(KEPT):
        change = w.kept[plies][i]
        if is_reply(own, other, change) and holds(w, own, other, change, plies):
            return False
    while True:
        if popcount(other) >= CHIPS:
            if not origins:
                return True
            origin = origins & -origins
            origins ^= origin
        rest = targets(other, own, origin, DEFENDER)
        while rest:
            change = origin | rest & -rest
            rest &= rest - 1
            if holds(w, own, other, change, plies):
                for i in range(KEPT - 1, 0, -1):
                    w.kept[plies][i] = w.kept[plies][i - 1]
                w.kept[plies][0] = change
                return False
            if w.budget.stopped:
                return False
        if not origin:
            return True


@cython.final
@cython.cclass
class ExactSteps:
    """ExactSteps()\n--\n
    The search. Sets of squares are ints, a bit each, as in `squares`.

    >>> from tenchips.squares import bits
    >>> ExactSteps().wins(bits("01 21 23 43 75".split()), bits("10 30 46 52 66".split()), 1)
    True
    """

    @property
    def nodes(self):
        """Positions looked at so far."""
        return self.w.budget.nodes

    def wins(self, own, other, plies, nodes=0):
        """Whether the attacker, to move, wins within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = checked_int("plies", plies, 1, LONGEST)
        won: cython.bint
        if n % 2 == 0:
            raise TenchipsError(f"a win takes an odd number of plies, not {n}")
        begin(cython.address(self.w.budget), nodes)
        with cython.nogil:
            won = attack(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if self.w.budget.stopped else won

    def loses(self, own, other, plies, nodes=0):
        """Whether the defender, to move, loses within so many plies; None if that was not decided
        within so many nodes (0: no limit)."""
        a: Bits = checked_chips("own", own, 0)
        b: Bits = checked_chips("other", other, a)
        n: cython.int = checked_int("plies", plies, 2, LONGEST - 1)
        lost: cython.bint
        if n % 2:
            raise TenchipsError(f"a loss takes an even number of plies, not {n}")
        begin(cython.address(self.w.budget), nodes)
        with cython.nogil:
            lost = defend(cython.address(self.w), a, b, n)
        self.w.budget.searching = False
        return None if self.w.budget.stopped else lost
